package tag

import "strings"

// Kind is the sort of a cue: what a general English word or phrase does to a query.
type Kind uint8

// The kinds of cues.
const (
	NoCue       Kind = iota
	Ask              // "what is", "show me", "list": asks for something, says nothing
	Count            // "how many", "number of"
	Sum              // "total", "sum of"
	Average          // "average", "mean"
	Maximum          // "maximum", "max"
	Minimum          // "minimum", "min"
	Superlative      // "highest", "oldest": Dimension and Desc
	Most             // "most": by a count or a column
	Least            // "fewest"
	Common           // "most common", "most popular"
	Compare          // "more than", "older than": Operator and Dimension
	AtLeast          // "or more": after a number, Operator
	Between          // "between"
	Than             // a "than" that was left over
	Order            // "sorted by", "in order of"
	Ascending        // "in ascending order"
	Descending       // "from high to low"
	Alphabet         // "alphabetically"
	Each             // "for each", "per", "every"
	By               // "by"
	Different        // "distinct", "different"
	Negation         // "not", "without", "never"
	Except           // "except", "but not", "excluding"
	Both             // "both"
	And              // "and", "as well as"
	Comma            // ","
	Or               // "or"
	Either           // "either"
	But              // "but"
	Relative         // "who", "that", "whose", "which"
	With             // "with", "having"
	Have             // "has", "had"
	Of               // "of", "'s"
	In               // "in", "at", "on", "from", "for": a place, time or holder
	Be               // "is", "are"
	Top              // "top", "first"
	Bottom           // "bottom", "last"
	Contains         // text match anywhere
	Starts           // text match at the start
	Ends             // text match at the end
	Missing          // "missing", "null", "unknown"
	How              // "how old": Dimension
	When             // "when"
	Where            // "where"
	Who              // "who" at the start
	All              // "all", "any", "every one of"
	Their            // "their", "its", "them"
	Same             // "the same"
	Stop             // ".", "?", ";": a sentence ends
	Percent          // "percentage of", "share of"
	Running          // "running total"
	Exists           // "is there", "are there any"
	Filler           // words that say nothing
	Whole            // "full": says nothing of a name or a list, and how things are where it is said of them
	Quality          // "expensive": a plain adjective, with Dimension
	Measures         // "cost", "weighs": a verb of measuring, with Dimension
	Information      // "information", "details", "records"
	Grain            // "monthly", "over time": Operator is the unit, empty for one that fits
	Versus           // "vs", "compare": what is named around it stands side by side
	Growth           // "growth": Operator is the unit, empty for one that fits
)

// Cue is a word or phrase of general English, with what it does.
type Cue struct {
	Kind Kind
	// Operator is the comparison of Compare and AtLeast: > >= < <= = <>.
	Operator string
	// Dimension are words for what is compared or ordered: older → age, birth date. The first that the schema has
	// counts; a leading minus turns the direction (older: -birth).
	Dimension []string
	// Desc says that a superlative wants the largest.
	Desc bool
}

// Cues maps phrases of lower-case words to what they do. The longest phrase wins.
var Cues = map[string]Cue{}

// longestCue is the number of words of the longest phrase.
var longestCue = 1

// Define makes the phrases do what the cue says.
func Define(c Cue, phrases ...string) {
	for _, p := range phrases {
		Cues[p] = c
		longestCue = max(longestCue, strings.Count(p, " ")+1)
	}
}

// DefineTime makes the cues for units of time.
func DefineTime() {
	for unit, words := range map[string][]string{
		"day": {"daily", "day by day", "each day", "every day"}, "week": {"weekly", "week by week"}, "month": {"monthly", "month by month"}, "quarter": {"quarterly", "quarter by quarter"},
		"year": {"yearly", "annual", "annually", "year by year"}, "hour": {"hourly"},
		"weekday": {"weekday", "weekdays", "day of week", "day of the week", "days of the week"}, "hour of day": {"hour of day", "hour of the day", "time of day"},
		"month of year": {"month of year", "month of the year"}, "day of month": {"day of month", "day of the month"},
		"": {"over time", "trend", "trends", "the trend of", "trend of", "trend in", "through time", "time series", "timeline"},
	} {
		Define(Cue{Kind: Grain, Operator: unit}, words...)
	}
	Define(Cue{Kind: Grain, Operator: "year"}, "over the years")
	Define(Cue{Kind: Grain, Operator: "month"}, "over the months")
	Define(Cue{Kind: Versus}, "vs", "versus", "compare", "comparison of", "comparison between", "compared to", "compared with", "in comparison to", "in comparison with", "comparing", "change from", "changed from", "changes from", "grow from", "grew from", "develop from", "developed from")
	Define(Cue{Kind: Growth}, "growth", "growth rate", "growth of", "growth in", "rate of change", "percent change", "percentage change", "change over time")
	Define(Cue{Kind: Growth, Operator: "month"}, "month over month", "month on month", "mom", "monthly growth", "growth by month", "growth per month", "compared to the previous month", "compared to the month before", "month over month growth", "monthly growth of")
	Define(Cue{Kind: Growth, Operator: "year"}, "year over year", "year on year", "yoy", "yearly growth", "annual growth", "growth by year", "growth per year", "compared to the previous year", "compared to the year before", "year over year growth")
	Define(Cue{Kind: Growth, Operator: "week"}, "week over week", "weekly growth", "growth per week", "growth by week")
	Define(Cue{Kind: Growth, Operator: "quarter"}, "quarter over quarter", "quarterly growth", "growth by quarter", "growth per quarter")
}

// DefineAsking makes the cues that ask: who, when, where, how much.
func DefineAsking() {
	Define(Cue{Kind: Ask}, "what", "which", "show", "show me", "list", "list out", "find", "find out", "find me", "give", "give me", "tell me", "tell",
		"return", "display", "please", "i want", "i would like", "i need", "can you", "could you", "would you", "let me know", "let me see", "get", "get me", "get all",
		"provide", "retrieve", "select", "report", "compute", "calculate", "determine", "identify", "state", "describe", "name all", "print", "output",
		"do you know", "i want to know", "i would like to know", "i'd like to know", "look up", "search for", "fetch", "see", "view",
		"how about", "what about", "how did", "how does", "how do", "how has", "how have", "how is", "how are", "who", "whom", "draw", "draw me", "plot", "plot me", "a chart of", "a graph of", "chart of", "graph of", "a plot of", "plot of", "a bar chart of", "a line chart of", "a pie chart of", "enumerate", "present", "write", "search")
	Define(Cue{Kind: Who}, "who is", "who are", "who was", "who were", "who has", "who have", "whose")
	Define(Cue{Kind: When}, "when", "what time", "which date", "on which date", "on what date", "at what time", "since when")
	Define(Cue{Kind: Where}, "where")
	Define(Cue{Kind: Exists}, "is there", "are there", "are there any", "is there any", "do any", "does any", "was there", "were there")
	Define(Cue{Kind: Information}, "information", "all information", "all the information", "details", "all details", "all the details", "record", "records", "info", "all info",
		"data", "everything", "all about", "all attributes", "all the attributes", "profile")
}

// DefineComparisons makes the cues that compare.
func DefineComparisons() {
	Define(Cue{Kind: Compare, Operator: ">"}, "more than", "greater than", "over", "above", "exceeding", "exceeds", "exceed", "exceeded",
		"in excess of", "greater", ">", "better than", "beyond", "outnumber", "strictly more than", "upwards of", "surpass", "surpasses", "superior to", "more")
	Define(Cue{Kind: Compare, Operator: ">="}, "at least", "no less than", "no fewer than", "not less than", "greater than or equal to", "more than or equal to", "minimum of", "a minimum of", ">=", "higher than or equal to", "not lower than", "no smaller than", "larger than or equal to")
	Define(Cue{Kind: Compare, Operator: "<"}, "less than", "fewer than", "under", "below", "<", "less", "fewer", "worse than", "beneath", "inferior to")
	Define(Cue{Kind: Compare, Operator: "<="}, "at most", "no more than", "not more than", "less than or equal to", "up to", "maximum of", "a maximum of", "<=", "no greater than", "not exceeding", "no higher than", "no larger than", "not greater than", "smaller than or equal to", "lower than or equal to")
	Define(Cue{Kind: Compare, Operator: "="}, "equal to", "equals", "equal", "=", "exactly", "identical to", "precisely", "the same as", "is equal to")
	Define(Cue{Kind: Compare, Operator: "<>"}, "!=", "<>", "not equal to", "different from", "differs from", "differ from", "unequal to")
	Define(Cue{Kind: Compare, Operator: ">", Dimension: []string{"date", "year", "time"}}, "after", "later than", "later", "newer than", "more recent than", "more recently than")
	Define(Cue{Kind: Compare, Operator: ">=", Dimension: []string{"date", "year", "time"}}, "since", "starting from", "from the start of", "as of", "in or after", "on or after", "during or after")
	Define(Cue{Kind: Compare, Operator: "<=", Dimension: []string{"date", "year", "time"}}, "in or before", "on or before", "during or before")
	Define(Cue{Kind: Compare, Operator: "<", Dimension: []string{"date", "year", "time"}}, "before", "earlier than", "prior to", "until", "earlier", "till", "by the end of")
	Define(Cue{Kind: AtLeast, Operator: ">="}, "or more", "or above", "or greater", "or higher", "or over", "or later", "or larger", "or older", "and above", "and over", "and more", "and up", "or longer", "or after", "times or more", "or better")
	Define(Cue{Kind: AtLeast, Operator: "<="}, "or less", "or fewer", "or below", "or lower", "or under", "or earlier", "or smaller", "or younger", "and below", "and under", "and less", "or shorter", "or before")
	Define(Cue{Kind: Between}, "between", "in between", "ranging from", "in the range of", "in the range from", "in the range between", "ranges from", "within the range of", "range from")
	Define(Cue{Kind: Than}, "than", "as compared to")
}

// DefineOrder makes the cues of orders and extremes.
func DefineOrder() {
	Define(Cue{Kind: Order}, "ordered by", "order by", "sorted by", "sort by", "in order of", "in the order of", "arranged by", "sorted in", "ordered in", "sort", "order them by", "sort them by",
		"order the", "sorted according to", "ordered", "sorted", "sort the list by", "listed by", "listed in order of", "in order by", "listed in the order of", "listed in", "by order of", "order", "sort the", "order the list by", "arrange", "sort the results by", "sort the result", "sort the results", "order the result", "order the results", "order the result by", "order the results by", "sort the result by", "order the output by", "sort the output by",
		"order results by", "sort results by", "sort all", "in the sort of", "with order by", "listed according to", "in the ascending order of", "in order")
	Define(Cue{Kind: Order, Desc: true}, "ranked by", "rank by", "ranked on", "ranked according to", "rank them by", "rank the")
	Define(Cue{Kind: Ascending}, "ascending", "in ascending order", "in ascending order of", "ascending order", "ascendingly", "increasing", "in increasing order", "in increasing order of", "from low to high", "from lowest to highest", "from the lowest to the highest",
		"from smallest to largest", "from least to most", "from small to large", "in ascending order by", "smallest first", "lowest first", "from a to z", "asc", "lowest to highest", "low to high", "smallest to largest", "in an ascending order", "in ascending", "in ascending alphabetical order", "from the smallest to the largest", "least to greatest", "from least to greatest",
		"from shortest to longest", "from cheapest to most expensive", "in the ascending order", "in increasing", "from the youngest to the oldest", "in ascending lexicographical order", "in the ascending order of", "ascending order of", "increasing order of",
		"from young to old", "from youngest to oldest", "youngest to oldest", "from small to big", "from smallest to biggest", "smallest to biggest", "shortest to longest")
	Define(Cue{Kind: Descending}, "descending", "in descending order", "in descending order of", "descending order", "decreasing", "in decreasing order", "in decreasing order of", "from high to low", "from highest to lowest", "from the highest to the lowest",
		"from largest to smallest", "from most to least", "from large to small", "in descending order by", "largest first", "highest first", "in reverse order", "desc", "highest to lowest", "high to low", "largest to smallest", "in a descending order", "in descending", "from z to a", "biggest first", "in the descending order", "from the largest to the smallest", "from greatest to least",
		"from longest to shortest", "from most expensive to cheapest", "in reverse alphabetical order", "in descending alphabetical order", "in decreasing", "in the decreasing order of", "in the descending order of", "descending order of", "decreasing order of", "greatest to least", "reverse alphabetical order", "in reversed order", "in reverse lexicographical order", "in descending lexicographical order", "reverse order",
		"from old to young", "from oldest to youngest", "oldest to youngest", "from the oldest to the youngest", "from big to small", "from biggest to smallest", "biggest to smallest", "longest to shortest",
		"in reverse lexicographic order", "in reversed lexicographic order", "in reversed lexicographical order", "in reversed alphabetical order", "in reverse alphabetic order", "in the reverse order", "reversed order")
	Define(Cue{Kind: Ascending, Dimension: []string{"date"}}, "from old to new", "from oldest to newest", "oldest to newest", "from the oldest to the newest", "from the oldest to the most recent", "from oldest to most recent", "from earliest to latest", "earliest to latest", "from the earliest to the latest", "oldest first", "earliest first")
	Define(Cue{Kind: Descending, Dimension: []string{"date"}}, "from new to old", "from newest to oldest", "newest to oldest", "from the newest to the oldest", "from the most recent to the oldest", "from most recent to oldest", "most recent to oldest", "from latest to earliest", "latest to earliest", "from the latest to the earliest", "newest first", "latest first", "most recent first")
	Define(Cue{Kind: Alphabet}, "alphabetical", "alphabetically", "in alphabetical order", "alphabetical order", "in alphabetical order of", "alphabetical order of", "in alphabetic order", "in lexicographical order", "lexicographically", "in lexicographic order", "in lexical order", "in lexicographical order of", "in alphabetical order by", "lexicographical order", "in the alphabetical order", "in the alphabetical order of", "in alphabetic order of")
	Define(Cue{Kind: Top}, "top", "the top", "first", "the first")
	Define(Cue{Kind: Bottom}, "bottom", "the bottom", "last", "the last")
	Define(Cue{Kind: Most, Desc: true}, "most", "the most", "maximum number of", "largest number of", "greatest number of", "highest number of", "the largest number of", "the highest number of", "the greatest number of", "the maximum number of", "largest amount of", "largest count of", "biggest number of", "the most number of", "most number of", "most amount of", "the largest amount of", "the most amount of", "the highest count of", "highest count of", "the greatest amount of", "largest numbers of", "the biggest number of", "greatest amount of", "the largest total number of", "highest amount of", "a majority of", "a large number of")
	Define(Cue{Kind: Least}, "least", "the least", "fewest", "the fewest", "minimum number of", "smallest number of", "lowest number of", "the smallest number of", "the lowest number of", "the minimum number of", "the fewest number of", "least number of", "the least number of", "fewest number of", "smallest amount of", "the smallest amount of", "least amount of", "the lowest count of", "smallest count of")
	Define(Cue{Kind: Common, Desc: true}, "most common", "the most common", "most popular", "the most popular", "most frequent", "the most frequent", "most frequently", "most often", "most commonly", "most frequently used", "most commonly used", "most widely used", "the most frequently", "the most often", "the most commonly", "most frequently occurring", "most widespread", "most used", "the most used", "most prevalent", "the most prevalent", "most prominent", "the most times", "most number of times", "the most number of times", "most times", "most of the times", "most of the time", "the most frequently used", "the most commonly used", "the majority of")
	Define(Cue{Kind: Common}, "least common", "the least common", "least popular", "the least popular", "least frequent", "least frequently", "least often", "rarest", "the least frequent", "least commonly", "least frequently used", "least commonly used", "the least used", "least used", "the least commonly", "the least frequently", "least times", "the least times")
}

// DefineLogic makes the cues that join, part and deny.
func DefineLogic() {
	Define(Cue{Kind: Each}, "each", "for each", "for every", "every", "per", "in each", "of each", "by each", "at each", "on each", "from each", "for each of the", "each of the", "with each", "grouped by", "group by", "grouped in", "for each of", "for all different", "for each different", "for each distinct", "within each", "of every", "in every", "to each", "under each", "each different", "each distinct", "for all the different", "under every", "broken down by", "break down by", "split by", "corresponding to each", "respective to each", "associated with each", "for different", "across different")
	Define(Cue{Kind: By}, "by")
	Define(Cue{Kind: Negation}, "not", "no", "never", "not yet", "not been", "yet to be", "has not been", "have not been", "were never", "was never", "been never", "is not yet", "are not yet", "without", "n't", "don't", "doesn't", "didn't", "isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "hadn't", "can't", "won't", "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "hasnt", "havent", "hadnt", "cant", "wont", "free of", "nobody", "no one", "noone", "neither", "nor", "lack", "lacks", "lacking", "outside", "outside of", "does not", "do not", "did not", "is not", "are not", "has not", "have not", "was not", "were not", "not any", "without any", "no longer", "non", "cannot", "not have any", "do not have any", "does not have any", "did not have any", "do not have", "does not have", "did not have", "have no", "has no", "had no", "have never", "has never", "had never", "not in", "with no", "that do not", "who do not", "absent from", "w/o")
	Define(Cue{Kind: Except}, "except", "except for", "excluding", "other than", "but not", "apart from", "besides", "exclude", "leave out", "aside from", "rather than", "with the exception of", "but no", "but have no", "but do not", "but did not", "but does not", "but have not", "but has not", "but never", "but without", "but are not", "but is not", "but has no", "but have never", "but who do not", "and not", "but don't", "but didn't")
	Define(Cue{Kind: Both}, "both", "not only")
	Define(Cue{Kind: And}, "and", "&", "as well as", "along with", "together with", "and also", "plus", "and then", "also", "and their", "and the", "in addition to", "and its", "and the corresponding", "and corresponding", "but also", "alongside", "and what", "and what are", "and what is", "and their corresponding")
	Define(Cue{Kind: Comma}, ",")
	Define(Cue{Kind: Or}, "or", "or the", "and/or")
	Define(Cue{Kind: Either}, "either", "any of", "one of")
	Define(Cue{Kind: But}, "but", "while", "however", "yet")
	Define(Cue{Kind: Contains}, "contains", "contain", "containing", "contained", "including the word", "include", "includes", "including", "contains the word", "containing the word", "contain the word", "contains the substring", "contains the letter", "contain the letter", "containing the letter", "contains the string", "has the substring", "with the substring", "having the substring", "has the word", "have the word", "with the word", "like", "matching", "contains the phrase", "containing the phrase", "contain the substring", "containing the substring", "has the letter", "substring", "the substring", "the word", "including the letter", "that include", "have the substring", "in them", "as part of", "as a substring", "in their name", "in its name", "contain the string", "containing the string", "with the letter", "include the word", "includes the word", "have the letter", "having the word")
	Define(Cue{Kind: Starts}, "starts with", "start with", "starting with", "begins with", "begin with", "beginning with", "starts with the letter", "starting with the letter", "start with the letter", "begins with the letter", "with prefix", "with the prefix", "has the prefix", "prefix", "starting with letter", "start with letter", "begin with the letter", "beginning with the letter", "starts with letter", "beginning with letter", "start from", "that start with", "whose first letter is", "prefixed with", "have the prefix")
	Define(Cue{Kind: Ends}, "ends with", "end with", "ending with", "ends in", "ending in", "end in", "ends with the letter", "ending with the letter", "end with the letter", "with suffix", "with the suffix", "suffix", "with the ending")
	Define(Cue{Kind: Missing}, "missing", "null", "unknown", "empty", "blank", "not available", "unspecified", "undefined")
	Define(Cue{Kind: Same}, "same", "the same")
}

// DefineGlue makes the cues that only tie words together.
func DefineGlue() {
	Define(Cue{Kind: Relative}, "that", "which are", "which have", "which has", "which is", "who", "whose", "that are", "that is", "that have", "that has", "who are", "who is", "who have", "who has", "who had", "where the", "for which", "in which", "when the", "such that", "who were", "who was", "that were", "that was", "that had", "those who", "those that", "of which", "from which", "to which", "on which", "with which", "by which", "at which", "if", "provided that", "that do", "who do", "that also", "who also", "those", "those with", "that got", "for whom", "to whom")
	Define(Cue{Kind: With}, "with", "having", "with a", "with an", "with the", "with at")
	Define(Cue{Kind: Have}, "have", "has", "had", "possess", "possesses", "own", "owns", "contain at", "having had")
	Define(Cue{Kind: Of}, "of", "of the", "'s", "'", "of all", "of all the", "of any", "of those", "of these", "for all", "for all the", "for the", "of their", "belonging to", "of an", "of a", "corresponding to", "owned by", "associated with", "about", "regarding", "held by", "of every one of")
	Define(Cue{Kind: In}, "in", "at", "on", "from", "for", "to", "within", "into", "during", "inside", "through", "throughout", "via", "around", "near", "as", "of type", "named", "called", "titled", "located in", "based in", "living in", "under the", "located at", "situated in", "with the name", "with name", "with id", "whose name is", "with the title", "found in", "made by", "among", "against", "under the name", "onto", "toward", "towards", "labeled", "entitled", "coming from", "come from", "comes from")
	Define(Cue{Kind: Be}, "is", "are", "was", "were", "be", "been", "being", "'re", "am", "is the", "are the", "was the", "were the", "has been", "have been")
	Define(Cue{Kind: Whole}, "full", "complete", "entire")
	Define(Cue{Kind: All}, "all", "all the", "any", "all of the", "some", "all of", "any of the", "entire", "whole", "every single", "available", "existing", "complete list of", "the list of", "list of", "the list of all", "a list of", "a list of all", "the set of", "set of", "the full list of")
	Define(Cue{Kind: Their}, "their", "its", "his", "her", "them", "they", "it", "he", "she", "these", "this", "him", "each of them", "each one", "there")
	Define(Cue{Kind: Stop}, ".", "?", "!", ";")
	Define(Cue{Kind: Filler}, "the", "a", "an", "do", "does", "did", "so", "very", "just", "only", "respectively", "corresponding", "associated", "together", "ever", "currently", "already", "will", "would", "can", "could", "should", "may", "has ever", "total distinct",
		"\"", "(", ")", "'", "`", ":", "-", "respective", "given", "possible", "recorded", "stored", "listed", "database", "system", "table", "in the database", "in the table", "in our record", "in our records", "in the system", "in database", "in our system", "in our database", "out", "up", "us", "me", "i", "anyone", "anybody", "someone", "somebody", "we", "you", "my", "our", "your", "please", "pls", "plz", "still", "too", "then", "when", "both of", "one", "ones", "kind", "kinds", "type", "types", "sorts", "number", "numbers", "level", "per se", "specific", "certain", "particular", "exact", "actual", "involved", "related", "use", "uses", "used", "using", "by using", "get", "gets", "got", "least once", "at least once", "at all", "that there are", "value", "values", "letter", "letters", "word", "string", "phrase", "column", "field", "row", "rows", "also known as", "known", "known as", "result", "results", "i.e", "etc", "made", "make", "makes", "making", "happened", "happen", "happens", "exist", "exists", "occur", "occurs", "occurred", "take", "takes", "took", "taken", "belong", "belongs", "belong to", "belongs to", "appear", "appears", "appeared", "participated", "much", "many", "well", "such", "like to", "want", "need", "know", "within", "among all", "among the", "out of", "out of all", "as", "by means of", "be", "regardless", "case", "whether", "damn", "dammit", "damned", "goddamn", "fucking", "bloody", "the hell")
}

// DefineMeasuring makes the verbs that ask for a measure by its sense: "cost", "weigh".
func DefineMeasuring() {
	for verb, words := range measuring {
		if _, taken := Cues[verb]; !taken {
			Define(Cue{Kind: Measures, Dimension: words}, verb)
		}
	}
}

// DefineDimensions adds the adjectives of general English by what they measure (dimension.go).
func DefineDimensions() {
	for _, d := range dimensions {
		Define(Cue{Kind: Superlative, Dimension: d.words, Desc: d.up}, withThe(d.superlative)...)
		for _, c := range d.comparative {
			Define(Cue{Kind: Compare, Operator: operator(d.up), Dimension: d.words}, c+" than", c)
		}
		if d.plain != "" {
			Define(Cue{Kind: How, Dimension: d.words}, "how "+d.plain)
			Define(Cue{Kind: Quality, Dimension: d.words, Desc: d.up}, d.plain)
		}
	}
}

// measuring are verbs of general English that say what is measured.
var measuring = map[string][]string{
	"cost": {"price", "cost", "fee", "amount"}, "costs": {"price", "cost", "fee", "amount"}, "costing": {"price", "cost", "fee"},
	"priced": {"price", "cost"}, "weigh": {"weight"}, "weighs": {"weight"}, "weighing": {"weight"}, "earn": {"salary", "income", "earning", "money"},
	"earns": {"salary", "income", "earning", "money"}, "earning": {"salary", "income", "earning"}, "earned": {"salary", "income", "earning", "money"},
	"last": {"duration", "length", "time"}, "lasts": {"duration", "length", "time"}, "lasted": {"duration", "length", "time"}, "lasting": {"duration", "length", "time"},
	"spent": {"spending", "total", "amount", "price", "cost"}, "spend": {"spending", "total", "amount", "price", "cost"}, "spends": {"spending", "total", "amount", "price", "cost"},
	"paid": {"amount", "payment", "total", "price", "fee"}, "pay": {"amount", "payment", "total", "price", "fee"},
	"aged": {"age"}, "seat": {"capacity"}, "seats": {"capacity"}, "accommodate": {"capacity"}, "scored": {"score", "point"}, "scores": {"score", "point"},
	"born": {"birth", "birthday"}, "founded": {"founded", "year", "date"}, "established": {"established", "year", "date"}, "built": {"built", "year", "date"},
	"opened": {"opened", "year", "date"}, "released": {"release", "year", "date"}, "published": {"publication", "year", "date"},
	"hired": {"hire", "date"}, "joined": {"join", "joined", "year", "date"}, "died": {"death"},
}

func operator(up bool) string {
	if up {
		return ">"
	}
	return "<"
}

func withThe(words []string) []string {
	out := append([]string{}, words...)
	for _, w := range words {
		out = append(out, "the "+w)
	}
	return out
}
