package english

// AbsoluteWords are words for plain figures, after shares.
var AbsoluteWords = set("absoluteWords")

// ActWords begin a further act behind "and".
var ActWords = set("actWords")

// Additions say that something comes to what is there.
var Additions = set("additions")

// AgainWords say that something is as before.
var AgainWords = set("againWords")

// AfterDays stand behind a unit of time in the name of how long something took: "days to pay".
var AfterDays = set("afterDays")

// Agreement are the words that agree and say no more.
var Agreement = set("agreement")

// AheadWords are words of moments that are set before they come.
var AheadWords = list("aheadWords")

// AllWords ask for everything.
var AllWords = set("allWords")

// AlsoWords say that more is asked for.
var AlsoWords = set("alsoWords")

// AnyGroup are words for groups that say nothing of them but that a bound follows.
var AnyGroup = set("anyGroup")

// AnyGroups are mere words for groups, whatever they are.
var AnyGroups = set("anyGroups")

// AnythingWords are words for what is not told apart.
var AnythingWords = set("anythingWords")

// ApartWords say that the rows that are pointed at are left out, or set beside others.
var ApartWords = set("apartWords")

// Articles are words that say nothing and are dropped before anything is read.
var Articles = set("articles")

// AskedOf stand behind the verb of an order and before what is asked for.
var AskedOf = set("askedOf")

// AskedOfRow are words of a question about a row that name nothing of what it has.
var AskedOfRow = set("askedOfRow")

// Askers are words of flags that say nothing of what was done.
var Askers = set("askers")

// AsksBefore stand before what is greatest where something of it is asked for.
var AsksBefore = set("asksBefore")

// AsksFor are words before the verb of a request.
var AsksFor = set("asksFor")

// AskWords begin a question, or an order that is one.
var AskWords = set("askWords")

// AtFoot are words for the other end of an order.
var AtFoot = set("atFoot")

// AveragedWords are words of numbers that are averaged and never added up.
var AveragedWords = list("averagedWords")

// BaseWords are words of columns that others are compared with: last year's, the planned.
var BaseWords = set("baseWords")

// BeforeDoer stand before who did something in a question for what it was.
var BeforeDoer = set("beforeDoer")

// BeforeTime stand before "time" where it is not how long something took: "on time", "full time".
var BeforeTime = set("beforeTime")

// BeforeVerbs are words after which one is a verb or a participle.
var BeforeVerbs = set("beforeVerbs")

// BeforeWords say that a period is the one before.
var BeforeWords = set("beforeWords")

// BeginWords are words of moments at which something begins that lasts, and FinishWords of those at which it ends.
var BeginWords = list("beginWords")

// Begun are words of when somebody or something began to be there.
var Begun = list("begun")

// BehindPlace are words of a question behind a row that is counted to: "what did the first one cost" said without "one".
var BehindPlace = set("behindPlace")

// BesideExtreme are words of comparisons before an extreme: "above the lowest salary".
var BesideExtreme = set("besideExtreme")

// BesideUnit are words behind which "a week" is one week.
var BesideUnit = set("besideUnit")

// Between are marks and words between the two ends of a way.
var Between = set("between")

// BoundFillers are words of a bound that name nothing of what is compared.
var BoundFillers = set("boundFillers")

// CalendarParts are words for parts of the calendar in a column's name.
var CalendarParts = set("calendarParts")

// CallWords ask which rows the present query is about.
var CallWords = set("callWords")

// ChangeVerbs ask for something to be changed: rows, or a part of the query.
var ChangeVerbs = set("changeVerbs")

// Chiefly are words of keys that lead to a chief.
var Chiefly = list("chiefly")

// Chiefs are words for the row that a key of the same table refers to.
var Chiefs = set("chiefs")

// ClosingWords are words of moments at which nothing is left to be done.
var ClosingWords = list("closingWords")

// ComesToWords are what rows come to, said beside other columns of them.
var ComesToWords = list("comesToWords")

// ComparingWords set what is pointed at side by side.
var ComparingWords = set("comparingWords")

// CountAgain ask for numbers where amounts were shown last: "the count again".
var CountAgain = set("countAgain")

// CountNouns are words in the names of columns that hold how many there are of something.
var CountNouns = set("countNouns")

// Courtesy are words around feedback that ask for nothing.
var Courtesy = set("courtesy")

// CreatedWords are words of the moment at which a row came to be.
var CreatedWords = list("createdWords")

// CreateVerbs ask for rows to be made; with DestroyVerbs, RemoveVerbs and ChangeVerbs they are the verbs of writing.
var CreateVerbs = set("createVerbs")

// CrowdWords are words of numbers of people.
var CrowdWords = list("crowdWords")

// DateNouns are mere words for when something was.
var DateNouns = set("dateNouns")

// DecisionWords are words of the moment at which something is won or lost.
var DecisionWords = list("decisionWords")

// Denials are words in front of a kind that make another one of it.
var Denials = list("denials")

// Destinations are words of columns that say where, or with whom, something ends; Targets are the surest of them.
var Destinations = list("destinations")

// DestroyVerbs ask for data to be destroyed or written over, whatever they are said of.
var DestroyVerbs = set("destroyVerbs")

// Determiners come before a noun.
var Determiners = set("determiners")

// DoneWords are words of moments at which what was due is done.
var DoneWords = list("doneWords")

// Endings are the marks that end a remark.
var Endings = set("endings")

// EndingWords are statuses of what ended before its time.
var EndingWords = list("endingWords")

// EndWords are words of moments at which somebody or something ceased to be there.
var EndWords = list("endWords")

// ExpiredWords say that a last day has passed.
var ExpiredWords = list("expiredWords")

// ExpiryWords are words of moments from which something holds no more.
var ExpiryWords = list("expiryWords")

// FigureKinds are words of a figure's name that people leave out.
var FigureKinds = set("figureKinds")

// FiguresOf make a noun of the verb before them: "drop rate per month".
var FiguresOf = set("figuresOf")

// FinishWords are words of moments at which something ends that lasts.
var FinishWords = list("finishWords")

// Folk are nouns that people add to the name of a table: "staff members", "faculty people".
var Folk = set("folk")

// Foremost are words for what comes first that do not say in what.
var Foremost = list("foremost")

// ForRows are words for the rows in force, that say nothing of what is asked of them.
var ForRows = set("forRows")

// FurtherActs begin an act of their own behind "and" or a comma.
var FurtherActs = set("furtherActs")

// AlikeWords ask for what is of the kind of a row.
var AlikeWords = set("alikeWords")

// RunBy are words of columns that say who does what rows tell of, and RunningVerbs words for doing it, whatever it is.
var (
	RunBy        = set("runBy")
	RunningVerbs = set("runningVerbs")
)

// Acting are verbs beside words of columns that say who does what they tell of: the recipient has received.
var Acting = []struct{ Verbs, Columns map[string]bool }{
	{set("takingVerbs"), set("takers")}, {set("givingVerbs"), set("giverWords")}, {set("authorVerbs"), set("authorWords")},
}

// GenericNouns are nouns that may stand for the rows, whatever they are.
var GenericNouns = set("genericNouns")

// Getters are words of tables of people who are served, and GetVerbs what such people do.
var Getters = set("getters")

// GetVerbs are what people do who are served.
var GetVerbs = set("getVerbs")

// GlueWords are words of a question for rows by what they are called, which name nothing.
var GlueWords = set("glueWords")

// HarmWords are words of figures and values of which less is better.
var HarmWords = set("harmWords")

// HavingWords say that a group has so many.
var HavingWords = set("havingWords")

// HelpWords are words of figures of which more is better, of what is bad as well: "recovered", "won".
var HelpWords = set("helpWords")

// Hundredths say that a number is one in a hundred.
var Hundredths = set("hundredths")

// IncludeWords are words that let further rows in.
var IncludeWords = set("includeWords")

// InsteadWords are words that put one thing in the place of another: what that is, the query in force says.
var InsteadWords = set("insteadWords")

// Indefinite stand before one of a kind, whichever it is: "without an account handler".
var Indefinite = set("indefinite")

// IsWords are forms of "is".
var IsWords = set("isWords")

// ItWords are pronouns for one row, or for what was said.
var ItWords = set("itWords")

// Joiners stand between things that are asked for together, or beside each other.
var Joiners = set("joiners")

// Joints says that one piece of feedback may end, and another begin, at the word.
var Joints = set("joints")

// RangeWords are words that open a time that goes on from a day, or up to one.
var RangeWords = set("rangeWords")

// KnownVerbs ask for a list, or for another form of one, and need no cue of their own; "whats" and its like are typed for
// two words.
var KnownVerbs = set("knownVerbs")

// LastingWords are words of figures that say how long something took.
var LastingWords = set("lastingWords")

// LastWords are words of moments at which something ends, which are often set before it does.
var LastWords = list("lastWords")

// LeadIns are phrases before feedback that ask for nothing.
var LeadIns = list("leadIns")

// LeadsToName lead up to the name of what is shown, and say nothing of it.
var LeadsToName = set("leadsToName")

// LeadsToPointer are words before a pointer that ask for nothing.
var LeadsToPointer = set("leadsToPointer")

// LevelWords are words of what is held at a time: it has no period of its own.
var LevelWords = list("levelWords")

// ListNouns are words for what is on screen as a whole.
var ListNouns = set("listNouns")

// LivingFlags are the words of flags that say that somebody or something is still there.
var LivingFlags = set("livingFlags")

// LivingWords are statuses of what is still there.
var LivingWords = list("livingWords")

// LowWords are the lower end.
var LowWords = set("lowWords")

// MadeOfData are what a person has made of data, which is a question all the same.
var MadeOfData = set("madeOfData")

// Makers are words of tables of people who make, perform or own things.
var Makers = set("makers")

// MassEndings are mass nouns for what is made, used and lost, as the last word of a table's name: a "production order" is counted.
var MassEndings = set("massEndings")

// MassNouns are words for what tables' rows come to, that nobody counts: "spend last month" is a sum, "payments last month" are
// payments.
var MassNouns = set("massNouns")

// MostOf are the words for how many of some things there are that are no sizes of them.
var MostOf = set("mostOf")

// NameTails are nouns that people add to the name of a column: "phone number", "email address".
var NameTails = set("nameTails")

// NarrowWords are words beside a pointer that only say what to do with the rows: to keep them, to leave them out, to compare them.
var NarrowWords = set("narrowWords")

// Nobody are words for what has nothing.
var Nobody = set("nobody")

// NounNumber are the words that end a name and count nothing: "phone number".
var NounNumber = set("nounNumber")

// NounsOfKinds are last words of columns that say what kind of thing or person a row is, so that their values name rows: waiters, homeowners.
var NounsOfKinds = set("nounsOfKinds")

// Numbering are words of columns that say how many of something there are, which is nothing that rows come to.
var Numbering = list("numbering")

// Objects are words that follow the verb of an order.
var Objects = set("objects")

// OfFirms are words of columns that firms have and people do not.
var OfFirms = list("ofFirms")

// OfRowWords ask of one row when, where, how or whose.
var OfRowWords = set("ofRowWords")

// Openers are words that announce a change of mind, and may stand before any other feedback: "actually, sort by name".
var Openers = set("openers")

// OpeningWords begin, before a time, what goes on from it: "per month starting in March".
var OpeningWords = set("openingWords")

// OrderVerbs begin an order that may be a question: "show the names".
var OrderVerbs = set("orderVerbs")

// Origins are words of columns that say where, or with whom, something begins; Sources are the surest of them.
var Origins = list("origins")

// OtherWords say that something else is meant.
var OtherWords = set("otherWords")

// Outcomes are the words for what became of a row when it was closed.
var Outcomes = set("outcomes")

// OutcomeWords are states, and words of flags, that say how something came out.
var OutcomeWords = list("outcomeWords")

// Overseeing are verbs of those to whom something is given in charge.
var Overseeing = set("overseeing")

// OwnWords stand between what a row has and the row: "the reviews of the first one".
var OwnWords = set("ownWords")

// Parties are words of further tables of people and firms.
var Parties = set("parties")

// Partitive are words behind an ordinal by which it counts within something else than the list: "the first one per city".
var Partitive = set("partitive")

// PartsOfQuery are what verbs of writing are said of while nothing is to be written.
var PartsOfQuery = set("partsOfQuery")

// PartWords are words of tables whose rows are parts of others.
var PartWords = set("partWords")

// PeriodPrepositions stand before a period.
var PeriodPrepositions = set("periodPrepositions")

// Persons are nouns that follow an entity's name and add nothing: "staff member".
var Persons = set("persons")

// Particles are what verbs have behind them that tells which end is meant: "checked in", "checked out".
var Particles = set("particles")

// PieceWords are words of numbers that say what one piece comes to, or a part of it.
var PieceWords = list("pieceWords")

// Placed are words in the names of columns that hold countries or peoples.
var Placed = list("placed")

// PlainTables are last words of tables' names that people leave out: "sales" for sales_daily.
var PlainTables = set("plainTables")

// Planned are words of numbers that say what was meant to be: what something cost is none of them.
var Planned = list("planned")

// Pointers stand before the name of what they point at.
var Pointers = set("pointers")

// PossessiveMarks are the tokens between an owner and what it has: "the supplier's name".
var PossessiveMarks = set("possessiveMarks")

// PossessivePronouns are pronouns for what somebody has.
var PossessivePronouns = set("possessivePronouns")

// Prepositions stand between a noun and what is said of it.
var Prepositions = set("prepositions")

// PresentDays are words for the day that it is, at which things may also be as they are.
var PresentDays = list("presentDays")

// ProducedWords are the words of amounts of which others are a part, the likeliest first: what was made, else what was to be.
var ProducedWords = list("producedWords")

// Promises are words of moments that were only set.
var Promises = list("promises")

// Prose are words of columns that hold what somebody wrote.
var Prose = list("prose")

// PurposeWords are words of columns that say what something was for, the plainest first.
var PurposeWords = list("purposeWords")

// RankedWords are adjectives that order by a figure without a name.
var RankedWords = set("rankedWords")

// RankWords ask for the largest first where a number is ranked.
var RankWords = set("rankWords")

// RateNouns are mere words for a figure that is a part of a hundred.
var RateNouns = set("rateNouns")

// ReasonWords are words of columns that say why.
var ReasonWords = list("reasonWords")

// ReceivedWords are words of tables of money that came in.
var ReceivedWords = list("receivedWords")

// RefinementWords make even a weak rule sure, in an order.
var RefinementWords = set("refinementWords")

// RelativeWords tie a condition to the rows.
var RelativeWords = set("relativeWords")

// RemoveVerbs ask for something to go: rows, or a part of the query.
var RemoveVerbs = set("removeVerbs")

// RepeatWords are the words that ask for the same once more and say no more.
var RepeatWords = set("repeatWords")

// RoleWords are prepositions that say which of two columns that hold a value is meant: "to London", "from Nairobi".
var RoleWords = set("roleWords")

// RowItself are words for the one row in force.
var RowItself = set("rowItself")

// RowNouns are words for any row on screen.
var RowNouns = set("rowNouns")

// RowOrdinals are places in words, from the first on.
var RowOrdinals = list("rowOrdinals")

// RowsNumber are nouns for the number of rows.
var RowsNumber = set("rowsNumber")

// RowWords are mere words for rows.
var RowWords = set("rowWords")

// SameFigures are words for the figures on screen, whatever they are.
var SameFigures = set("sameFigures")

// SameOne stand for the thing that was named before: "the dearest one".
var SameOne = set("sameOne")

// SecondaryWords are words of amounts beside what a row comes to.
var SecondaryWords = list("secondaryWords")

// Servers are words of tables of people who do the work, and ServeVerbs what such people do.
var Servers = set("servers")

// ServeVerbs are what people do who do the work.
var ServeVerbs = set("serveVerbs")

// Showing are the words that ask for rows as they are.
var Showing = set("showing")

// BeforeLetter are the words behind which "a" is a letter: "an a", "the letter a".
var BeforeLetter = set("beforeLetter")

// OpensRange are the words behind which "10-20" is two numbers.
var OpensRange = set("opensRange")

// SizeExtremes are the extremes of anything that has an amount.
var SizeExtremes = set("sizeExtremes")

// SnapshotWords are words of tables that say the same of the same things again and again.
var SnapshotWords = set("snapshotWords")

// Sources are words of columns by which "from" finds its own.
var Sources = list("sources")

// StockWords are words of columns that say how many pieces there are.
var StockWords = list("stockWords")

// Stores are where data lie: what is taken from there is taken for good.
var Stores = set("stores")

// Superiors are words for whom a row of a table reports to, or belongs under, where a key into the same table says so.
var Superiors = set("superiors")

// SuperiorTo are words before one for a superior that say nothing else of him.
var SuperiorTo = list("superiorTo")

// TallyNouns are mere words for the figures in force where these are counts.
var TallyNouns = set("tallyNouns")

// Targets are words of columns by which "to" finds its own.
var Targets = list("targets")

// TheyWords are pronouns for the rows in force.
var TheyWords = set("theyWords")

// ThoseWords point at rows in force.
var ThoseWords = set("thoseWords")

// TimeNouns are words for the time of something.
var TimeNouns = set("timeNouns")

// TimeSuffixes are words of a moment's name that do not say what was done.
var TimeSuffixes = set("timeSuffixes")

// TimeWords are words of moments that do not say what happened.
var TimeWords = set("timeWords")

// ToGroup say that groups are asked for, where the rest is not understood.
var ToGroup = set("toGroup")

// ToOrder say that an order is asked for, where the rest is not understood.
var ToOrder = set("toOrder")

// ToPick say that some of the rows are asked for, where the rest is not understood.
var ToPick = set("toPick")

// ToShow say that further columns are asked for, where the rest is not understood.
var ToShow = set("toShow")

// TurnoutWords are statuses of who came to what was set, or did not.
var TurnoutWords = list("turnoutWords")

// Tying are words that begin a fragment which goes on from the query in force.
var Tying = set("tying")

// UnderWords are the words by which the first is the smaller one.
var UnderWords = set("underWords")

// Units of measure of general English.
var Units = set("units")

// Unnamed are words that stand for what was spoken of, lead to it or deny it: no column is meant that is called like one.
var Unnamed = set("unnamed")

// VoidWords are statuses of rows that came to nothing.
var VoidWords = set("voidWords")

// WhereWords stand between "the one" and a value that it has.
var WhereWords = set("whereWords")

// WhichUnit are words that say which unit of time is meant.
var WhichUnit = set("whichUnit")

// WholeName are words for what people are called, first and last name together.
var WholeName = set("wholeName")

// WholeWords are words for what shares are taken of.
var WholeWords = set("wholeWords")

// WhomWords are words for who is meant, with which it needs no mark before it.
var WhomWords = set("whomWords")

// WhoseWords stand before a noun and say whose it is or which: "how many their orders are".
var WhoseWords = set("whoseWords")

// WhWords begin or hold a question.
var WhWords = set("whWords")

// Whys are the words of tables whose rows say why something happened: the first of them are those that happened most.
var Whys = set("whys")

// WonWords say that something was sold that might not have been.
var WonWords = list("wonWords")
