package dialog

import (
	"strings"
)

// Command is one slash command.
type Command struct {
	// Name is without the slash.
	Name string
	// Argument names what may follow; empty when nothing does.
	Argument string
	Help     string
	// Said are whole inputs in plain words that mean the same.
	Said []string
}

// Commands are all slash commands, in the order help shows them.
var Commands = []Command{
	{Name: "new", Argument: "question", Help: "start a new query, with nothing carried over"},
	{Name: "clear", Help: "remove all turns from view; undo brings them back", Said: []string{"clear the conversation", "clear conversation", "clear history"}},
	{Name: "history", Help: "show the turns and branches", Said: []string{"show history", "show the history", "show the conversation"}},
	{Name: "undo", Help: "back to the query before", Said: []string{"undo", "undo that", "undo it", "go back", "undo the last change", "undo last change", "forget that", "scratch that"}},
	{Name: "redo", Help: "forward again after undo", Said: []string{"redo", "redo that", "redo it"}},
	{Name: "branch", Argument: "turn", Help: "go to a turn by its number; what you ask next opens a branch"},
	{Name: "schema", Argument: "table", Help: "show tables and columns", Said: []string{"show schema", "show the schema", "describe the database",
		"show tables", "show all tables", "show the tables", "show me the tables", "list tables", "list all tables", "list the tables", "what tables are there",
		"which tables are there", "what tables exist", "which tables exist", "what tables do you have", "what is in this database", "what is in the database", "what data is there",
		"what data do you have", "what can i ask", "describe %", "describe table %", "describe the % table", "what columns does % have", "which columns does % have",
		"what columns are in %", "which columns are in %", "columns of %", "show columns of %", "show the columns of %", "what is in the % table"}},
	{Name: "profile", Argument: "table", Help: "what is known of the database: names, keys, ranges, codes; refresh reads it again"},
	{Name: "refresh", Help: "read the tables and their values again"},
	{Name: "context", Argument: "what", Help: "show what is remembered; pin, set, forget, export, import, from", Said: []string{"show context", "view context"}},
	{Name: "taught", Argument: "word", Help: "what words were taught and where from; forget WORD takes one back"},
	{Name: "trust", Argument: "no", Help: "use the project that was found here, or leave it out"},
	{Name: "forget", Argument: "what", Help: "forget one remembered parameter, a subject, or all"},
	{Name: "db", Argument: "database", Help: "switch to another database"},
	{Name: "export", Argument: "file", Help: "write the conversation or the result to a file", Said: []string{"export it", "export this", "export that", "export the result",
		"export the rows", "export to csv", "export as csv", "export it to csv", "export it as csv", "export to excel", "download it", "download this", "save it as csv", "save as csv",
		"save this as csv", "save it as excel", "save this as excel", "save as excel"}},
	{Name: "more", Help: "read on where reading stopped, by a new run of the query", Said: []string{"read on", "keep reading", "load more rows", "fetch more rows"}},
	{Name: "save", Argument: "name", Help: "keep what you said until the query was right, to be asked again", Said: []string{"save this", "save this query", "save the query", "save this question",
		"save the question", "save this as %", "save it as %", "save this query as %", "save the query as %", "save this question as %"}},
	{Name: "open", Argument: "name", Help: "ask a saved query again, with its dates as of today"},
	{Name: "board", Argument: "name", Help: "ask the questions of a board; NAME add QUESTION, remove QUESTION, export FILE"},
	{Name: "connect", Help: "name a database in the settings, once it answers"},
	{Name: "home", Help: "databases and whether they answer, boards, saved questions, sessions"},
	{Name: "edit", Help: "edit the SQL in $EDITOR"},
	{Name: "chart", Help: "draw the result, or show its rows again", Said: []string{"as a chart", "as a graph", "as a plot", "as a diagram", "as a bar chart", "as a line chart", "as a pie chart", "as chart",
		"as graph", "as a bar graph", "as a line graph", "show it as a chart", "show it as a graph", "show that as a chart", "show this as a chart", "draw it", "draw a chart", "draw a graph",
		"plot it", "plot this", "plot that", "chart it", "chart this", "chart that", "graph it", "show me a chart", "show me a graph", "show a chart", "show a graph", "make a chart",
		"make a graph", "make it a chart", "make this a chart", "make that a chart", "make it a graph", "make this a graph", "turn it into a chart", "turn this into a chart", "turn that into a chart",
		"turn it into a graph", "put it in a chart", "put this in a chart", "show it in a chart", "give me a chart", "give me a graph", "chart please", "graph please", "visualize it", "visualise it", "visualize this", "visualise this", "chart", "graph"}},
	{Name: "tree", Help: "turns and branches, to go to one"},
	{Name: "explain", Help: "show the plan of the query"},
	{Name: "sessions", Argument: "what", Help: "resume a kept session; or search, rename, delete, export"},
	{Name: "search", Argument: "words", Help: "find the words, tables or SQL of any kept session"},
	{Name: "continue", Help: "go on with the last session about this database", Said: []string{"continue where i was", "continue where i left off", "continue the last session"}},
	{Name: "model", Argument: "name", Help: "show or change the model"},
	{Name: "payload", Argument: "question", Help: "show what a question would send to the model, or what was sent last"},
	{Name: "confirm", Help: "keep the query for its question: it is answered from it from now on"},
	{Name: "review", Help: "show the SQL of every turn before it runs, or stop that"},
	{Name: "prove", Help: "attack the open database on purpose, and say what held"},
	{Name: "theme", Argument: "name", Help: "show or change the colours"},
	{Name: "mouse", Help: "leave the mouse to the terminal, or take it back"},
	{Name: "help", Help: "show keys and commands", Said: []string{"help", "help me", "what can you do", "what can i do", "what can i do here", "what can you help me with", "what can you do for me",
		"who are you", "what are you", "what is this", "how does this work", "how do i use this", "how do you work", "what can i say", "what do you do"}},
	{Name: "quit", Help: "leave", Said: []string{"quit", "exit"}},
}

// resets are the patterns of DM-REQ-03 that start over; what follows is the question. A bare word must not be the start of
// a question ("new query volume per day" is rare, "new customers" is not in the list).
var resets = []string{"/new", "new query", "start over", "start again", "start a new query", "start new query"}

// reset cuts a reset off an input: the question that follows, and whether there was one.
func reset(input string) (question string, ok bool) {
	for _, r := range resets {
		if rest, ok := cutWords(input, r); ok {
			return strings.TrimLeft(rest, " \t\r\n:,;.-–—"), true
		}
	}
	return announced(input)
}

// dropped say, before a comma and an order to show something, that what was before is over.
var dropped = []string{"forget that", "forget it", "forget all that", "forget everything", "forget about that", "forget about it", "never mind", "never mind that", "nevermind", "scrap that", "leave that", "enough of that", "that is enough", "that's enough"}

// orders begin what asks for something of its own.
var orders = wordSet("show list give find get display count how who what which")

// announcements say that what follows their colon or comma is another question.
var announcements = []string{"different question", "a different question", "another question", "new question", "a new question", "new topic", "different topic",
	"something else", "something different", "other thing", "another thing", "different thing", "other question", "separate question", "next question", "one more question", "new thing", "on another note", "changing the subject", "unrelated question"}

// prefaces may stand before an announcement.
var prefaces = []string{"ok", "okay", "now", "well", "so", "alright", "thanks", "great", "good", "and"}

// announced cuts an announcement off an input: "ok, different question: which promotions run today".
func announced(input string) (question string, ok bool) {
	rest := input
	for _, p := range prefaces {
		if after, ok := cutWords(rest, p); ok {
			rest = strings.TrimLeft(after, " ,.!")
		}
	}
	for _, a := range announcements {
		after, ok := cutWords(rest, a)
		after = strings.TrimSpace(after)
		if ok && after != "" && strings.ContainsAny(after[:1], ":,;.-") {
			return strings.TrimLeft(after, " \t:,;.-"), true
		}
	}
	for _, d := range dropped {
		after, ok := cutWords(rest, d)
		if after = strings.TrimSpace(after); !ok || after == "" || !strings.ContainsAny(after[:1], ",;.!") {
			continue
		}
		question = strings.TrimLeft(after, " ,;.!")
		if first, _ := nextWord(question); orders[strings.ToLower(first)] {
			return question, true
		}
	}
	return input, false
}

// cutWords cuts words off the front, whatever their case.
func cutWords(input, words string) (rest string, ok bool) {
	if len(input) < len(words) || !strings.EqualFold(input[:len(words)], words) {
		return input, false
	}
	rest = input[len(words):]
	if next, _ := nextWord(rest); next != "" && strings.HasPrefix(rest, next) {
		return input, false
	}
	return rest, true
}

// command reads a slash command, or plain words that mean one.
func command(input string) (name, argument string, ok bool) {
	if rest, slash := strings.CutPrefix(input, "/"); slash && rest != "" && isLetter(rest[0]) {
		name, argument, _ = strings.Cut(rest, " ")
		return strings.ToLower(name), strings.TrimSpace(argument), true
	}
	said := strings.TrimRight(input, ".!? ")
	for _, c := range Commands {
		for _, form := range c.Said {
			if argument, ok := fits(form, said); ok {
				return c.Name, argument, true
			}
		}
	}
	if rest, ok := cutWords(said, "forget"); ok && !strings.ContainsAny(rest, ",;:") {
		return "forget", strings.TrimSpace(rest), true
	}
	return "", "", false
}

// fits says whether the words are those of the form, in any case; a % in the form stands for one word, the argument.
func fits(form, said string) (argument string, ok bool) {
	before, after, open := strings.Cut(form, "%")
	if !open {
		return "", strings.EqualFold(form, said)
	}
	end := len(said) - len(after)
	if end <= len(before) || !strings.EqualFold(said[:len(before)], before) || !strings.EqualFold(said[end:], after) {
		return "", false
	}
	argument = said[len(before):end]
	return argument, !strings.ContainsAny(argument, " \t\n")
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
