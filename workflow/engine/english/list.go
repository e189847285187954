package english

// AbsoluteWords are words for plain figures, after shares.
var AbsoluteWords = set("absoluteWords")

// ActWords begin a further act behind "and".
var ActWords = set("actWords")

// AddedTo are words of amounts that come on top of what things come to, or off it.
var AddedTo = list("addedTo")

var Additions = set("additions")

// AddsUp are the functions that need numbers.
var AddsUp = set("addsUp")

var AgainWords = set("againWords")

// Agreement are the words that agree and say no more.
var Agreement = set("agreement")

// AheadWords are words of moments that are set before they come.
var AheadWords = list("aheadWords")

var AllWords = set("allWords")

var AlsoWords = set("alsoWords")

// Amassed are words of the same kind for what is made, used and lost: as the last word of a table's name, for a "production order"
// is counted.
var Amassed = set("amassed")

var AmountAgain = set("amountAgain")

var AmountNouns = set("amountNouns")

// Amounts are words for how much a row comes to, likeliest first.
var Amounts = list("amounts")

var AnyAmount = set("anyAmount")

// AnyGroup are words for groups that say nothing of them but that a bound follows.
var AnyGroup = set("anyGroup")

// AnyGroups are mere words for groups, whatever they are.
var AnyGroups = set("anyGroups")

// Anything are words for what is not told apart.
var Anything = set("anything")

// ApartWords say that the rows that are pointed at are left out, or set beside others.
var ApartWords = set("apartWords")

// Article are words that say nothing and are dropped before anything is read.
var Article = set("article")

var AskedOf = set("askedOf")

// AskedOfRow are words of a question about a row that name nothing of what it has.
var AskedOfRow = set("askedOfRow")

// Askers are words of flags that say nothing of what was done.
var Askers = set("askers")

// AsksBefore stand before what is greatest where something of it is asked for.
var AsksBefore = set("asksBefore")

// AsksFor are words before the verb of a request.
var AsksFor = set("asksFor")

var AskWords = set("askWords")

// AtFoot are words for the other end of an order.
var AtFoot = set("atFoot")

var Bases = set("bases")

// BeforeDoer stand before who did something in a question for what it was.
var BeforeDoer = set("beforeDoer")

// BeforeVerbs are words after which one is a verb or a participle.
var BeforeVerbs = set("beforeVerbs")

var BeforeWords = set("beforeWords")

var Beginnings = list("beginnings")

var Begins = list("begins")

// Begun are words of when somebody or something began to be there.
var Begun = list("begun")

// BehindPlace are words of a question behind a row that is counted to: "what did the first one cost" said without "one".
var BehindPlace = set("behindPlace")

// Below are the words by which the first is the smaller one.
var Below = set("below")

// BesideUnit are words behind which "a week" is one week.
var BesideUnit = set("besideUnit")

// Between are marks and words between the two ends of a way.
var Between = set("between")

var Billed = list("billed")

// Bookkeeping are words of dates that say when somebody wrote the row, and nothing of what it is about.
var Bookkeeping = list("bookkeeping")

var Bought = list("bought")

// BoundFillers are words of a bound that name nothing of what is compared.
var BoundFillers = set("boundFillers")

var Bringing = list("bringing")

// CalendarParts are words for parts of the calendar in a column's name.
var CalendarParts = set("calendarParts")

// CallWords ask which rows the present query is about.
var CallWords = set("callWords")

var Cash = set("cash")

// Chiefly are words of keys that lead to such a row.
var Chiefly = list("chiefly")

// Chiefs are words for the row that a key of the same table refers to.
var Chiefs = set("chiefs")

// Closing are words of moments at which nothing is left to be done.
var Closing = list("closing")

// ComesToWords are what rows come to, said beside other columns of them.
var ComesToWords = list("comesToWords")

// ComparingWords set what is pointed at side by side.
var ComparingWords = set("comparingWords")

// CostVerbs ask for the price of a thing.
var CostVerbs = set("costVerbs")

var CountAgain = set("countAgain")

// Courtesy are words around feedback that ask for nothing.
var Courtesy = set("courtesy")

// Created are words of the moment at which a row came to be.
var Created = list("created")

var Creditors = list("creditors")

// Crowds are words of numbers of people.
var Crowds = list("crowds")

// DateNouns are mere words for when something was.
var DateNouns = set("dateNouns")

// Denials are words in front of a kind that make another one of it.
var Denials = list("denials")

var Destroying = set("destroying")

// Determiners come before a noun.
var Determiners = set("determiners")

var DoneWords = list("doneWords")

var DueWords = list("dueWords")

// Earnings are verbs of money that comes in or goes out.
var Earnings = set("earnings")

var Ending = list("ending")

// Endings are the marks that end a remark.
var Endings = set("endings")

var EndingWords = list("endingWords")

var Ends = list("ends")

var EndWords = list("endWords")

// ExpiredWords say that a last day has passed.
var ExpiredWords = list("expiredWords")

var ExpiryWords = list("expiryWords")

// FigureKinds are words of a figure's name that people leave out.
var FigureKinds = set("figureKinds")

// FiguresOf make a noun of the verb before them: "drop rate per month".
var FiguresOf = set("figuresOf")

var Finish = list("finish")

// Folk are nouns that people add to the name of a table: "staff members", "faculty people".
var Folk = set("folk")

// Foremost are words for what comes first that do not say in what.
var Foremost = list("foremost")

// ForRows are words for the rows in force, that say nothing of what is asked of them.
var ForRows = set("forRows")

// FurtherActs begin an act of their own behind "and" or a comma.
var FurtherActs = set("furtherActs")

// Generic are nouns that may stand for the rows, whatever they are.
var Generic = set("generic")

var Getters = set("getters")

var Getting = set("getting")

var Giving = list("giving")

// GlueWords are words of a question for rows by what they are called, which name nothing.
var GlueWords = set("glueWords")

var HarmWords = set("harmWords")

// HavingWords say that a group has so many.
var HavingWords = set("havingWords")

var Hundredths = set("hundredths")

// Including are words that let further rows in.
var Including = set("including")

// Instead are words that put one thing in the place of another: what that is, the query in force says.
var Instead = set("instead")

var IsWords = set("isWords")

var ItWords = set("itWords")

var Joiners = set("joiners")

// Joint says that one piece of feedback may end, and another begin, at the word.
var Joint = set("joint")

// KeyWords end the name of a key that is meant itself: "the supplier number".
var KeyWords = set("keyWords")

// KindWords are words of columns and tables that say of which kind something is.
var KindWords = set("kindWords")

// KnownVerbs ask for a list, or for another form of one, and need no cue of their own; "whats" and its like are typed for
// two words.
var KnownVerbs = set("knownVerbs")

var LastingWords = set("lastingWords")

// LastWords are words of moments at which something ends, which are often set before it does.
var LastWords = list("lastWords")

var Leading = set("leading")

// LeadIns are phrases before feedback that ask for nothing.
var LeadIns = list("leadIns")

// LeadsToPointer are words before a pointer that ask for nothing.
var LeadsToPointer = set("leadsToPointer")

// Level are words of such columns.
var Level = list("level")

// Levels are words of what is held at a time: it has no period of its own.
var Levels = list("levels")

// ListNouns are words for what is on screen as a whole.
var ListNouns = set("listNouns")

// LivingFlags are the words of such columns.
var LivingFlags = set("livingFlags")

// LivingWords are such statuses.
var LivingWords = list("livingWords")

// Losing are the words of what is lost on the way: it is a part of what went in, and not of what came out.
var Losing = list("losing")

// LowWords are the lower end.
var LowWords = set("lowWords")

// Made are what a person has made of data, which is a question all the same.
var Made = set("made")

var Makers = set("makers")

var Making = set("making")

// Mass are words for what tables' rows come to, that nobody counts: "spend last month" is a sum, "payments last month" are
// payments.
var Mass = set("mass")

// Money are tables whose name stands for what their rows come to.
var Money = list("money")

// MoneyOf are words behind what the rows of a table are, for what these come to: the amount of fuel is the "fuel cost".
var MoneyOf = set("moneyOf")

// MoneyWords are units of money that a number may carry.
var MoneyWords = set("moneyWords")

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

// OfFirms are words of columns that firms have and people do not; qualityFirm is how surely a firm is who is asked for.
var OfFirms = list("ofFirms")

// OfPeople are rules about people who are pointed at, about where and when, and about what things cost: a reading of their words as a question
// is no rival.
var OfPeople = set("ofPeople")

var OfPeriod = set("ofPeriod")

var OfRowWords = set("ofRowWords")

// OfScreen are rules with words of their own, which mean nothing but what they do to the rows on screen.
var OfScreen = set("ofScreen")

// Onwards stand behind the day from which a period is open.
var Onwards = set("onwards")

// Opener are words that announce a change of mind, and may stand before any other feedback: "actually, sort by name".
var Opener = set("opener")

// OrderVerbs begin an order that may be a question: "show the names".
var OrderVerbs = set("orderVerbs")

var OtherWords = set("otherWords")

// Outcomes are the words for what became of a row when it was closed.
var Outcomes = set("outcomes")

var OutcomeWords = list("outcomeWords")

var Outlay = set("outlay")

// Over are words that a day has passed, which may lie ahead.
var Over = Set(ExpiredWords...)

// Overseeing are verbs of those to whom something is given in charge.
var Overseeing = set("overseeing")

// OwedNets are words of amounts that were paid already.
var OwedNets = list("owedNets")

// OwnWords stand between what a row has and the row: "the reviews of the first one".
var OwnWords = set("ownWords")

var Parties = set("parties")

// Partitive are words behind an ordinal by which it counts within something else than the list: "the first one per city".
var Partitive = set("partitive")

// PartsOfQuery are what such verbs are said of while nothing is to be written.
var PartsOfQuery = set("partsOfQuery")

var PartWords = set("partWords")

// Payable are those of what is owed to others, creditors who these are.
var Payable = list("payable")

// Paying are words for that money came.
var Paying = list("paying")

// Persons are nouns that follow an entity's name and add nothing: "staff member".
var Persons = set("persons")

var PieceWords = list("pieceWords")

// Placed are words in the names of columns that hold countries or peoples.
var Placed = list("placed")

// PlaceWords are the words of columns that say where people live.
var PlaceWords = list("placeWords")

// PlainHeads are last words of names that people leave out: "region" for region_name.
var PlainHeads = set("plainHeads")

// PlainTables are last words of tables' names that people leave out: "sales" for sales_daily.
var PlainTables = set("plainTables")

// Planned are words of numbers that say what was meant to be: what something cost is none of them.
var Planned = list("planned")

var Pledged = list("pledged")

// Pointers stand before the name of what they point at.
var Pointers = set("pointers")

// Possessive are the tokens between an owner and what it has: "the supplier's name".
var Possessive = set("possessive")

// PossessivePronoun are pronouns for what somebody has.
var PossessivePronoun = set("possessivePronoun")

var Possessives = set("possessives")

var Prepositions = set("prepositions")

// PricedWords are words of columns that say what something costs.
var PricedWords = list("pricedWords")

var PrincipalWords = list("principalWords")

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

var Received = list("received")

// RefinementWords make even a weak rule sure, in an order.
var RefinementWords = set("refinementWords")

// RelativeWords tie a condition to the rows.
var RelativeWords = set("relativeWords")

// RoleWords are prepositions that say which of two columns that hold a value is meant: "to London", "from Nairobi".
var RoleWords = set("roleWords")

// RowItself are words for the row in force.
var RowItself = set("rowItself")

// RowNouns are words for any row on screen.
var RowNouns = set("rowNouns")

// RowOrdinals are places in words, from the first on.
var RowOrdinals = list("rowOrdinals")

// RowsNumber are nouns for the number of rows.
var RowsNumber = set("rowsNumber")

var RowWords = set("rowWords")

// SameFigures are words for the figures on screen, whatever they are.
var SameFigures = set("sameFigures")

var Secondary = list("secondary")

var Servers = set("servers")

var Serving = set("serving")

var Setting = set("setting")

// Showing are the words that ask for rows as they are.
var Showing = set("showing")

// Sized are the extremes of anything that has an amount.
var Sized = set("sized")

// SnapshotWords are words of tables that say the same of the same things again and again.
var SnapshotWords = set("snapshotWords")

var Sources = list("Sources")

// Stores are where data lie: what is taken from there is taken for good.
var Stores = set("stores")

// Superiors are words for whom a row of a table reports to, or belongs under, where a key into the same table says so.
var Superiors = set("superiors")

// SuperiorTo are words before one for a superior that say nothing else of him.
var SuperiorTo = list("superiorTo")

// Tails are nouns that people add to the name of a column: "phone number", "email address".
var Tails = set("tails")

var TakingAway = set("takingAway")

var TallyNouns = set("tallyNouns")

var Targets = list("Targets")

var TheyWords = set("theyWords")

var ThoseWords = set("thoseWords")

// Timed are words for the time of something.
var Timed = set("timed")

// TimeSuffixes are words of a moment's name that do not say what was done.
var TimeSuffixes = set("timeSuffixes")

// TimeWords are words of moments that do not say what happened.
var TimeWords = set("timeWords")

var ToGroup = set("toGroup")

var ToOrder = set("toOrder")

var ToPick = set("toPick")

var ToShow = set("toShow")

// Trade are words for what was sold, whatever it is called.
var Trade = set("trade")

// TradeAmounts are further words for what was charged; qualityQualified is how surely such words are an amount, less by its place among
// the tables of trade.
var TradeAmounts = set("tradeAmounts")

// Trades are verbs of selling and buying.
var Trades = set("trades")

// TradeVerbs are words for having traded: who bought is who has rows of trade.
var TradeVerbs = set("tradeVerbs")

var TurnoutWords = list("turnoutWords")

// Tying are words that begin a fragment which goes on from the query in force.
var Tying = set("tying")

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

// Whomever are words for who is meant, with which it needs no mark before it.
var Whomever = set("whomever")

// WhWords begin or hold a question.
var WhWords = set("whWords")

// Whys are the words of tables whose rows say why something happened: the first of them are those that happened most.
var Whys = set("whys")

// WonWords say that something was sold that might not have been.
var WonWords = list("wonWords")

var WorthDeeds = set("worthDeeds")

// Worths are words for what something comes to.
var Worths = set("worths")

// WorthWords stand for what rows come to, whatever their number is called.
var WorthWords = set("worthWords")
