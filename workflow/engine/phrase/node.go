package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Node is a derivation: words [From, To) read as a category, by a rule, with what it means.
type Node struct {
	Category string
	meaning.Span
	// Score is how surely; about one for each content word.
	Score float64
	Value any
	Rule  string
	Kids  []*Node
}

// Name is words that name tables or columns; which of them is decided when the subject is known.
type Name struct {
	Matches []schema.Match
	Text    string
	// Below says that the rows are meant that refer to a row of their own table by the column, not what it holds: direct reports.
	Below bool
	// Above says that the row is meant that a row of the same table refers to by the column: the referrer of a member.
	Above bool
	At    meaning.Span
}

// Trading says that the name is a verb of buying and selling.
func (n Name) Trading() bool { return english.TradeVerbs[strings.ToLower(n.Text)] }

// Trades says that a word, or the one of which it is a form, stands for what was sold: "takings" does, "taking" does not.
func Trades(word string) bool {
	word = strings.ToLower(word)
	return english.TradeNouns[word] || english.TradeNouns[schema.Lemma(word)]
}

// SaysOwed says that words together say what is still owed: "outstanding balance".
func SaysOwed(words string) bool {
	words = strings.ToLower(words)
	return senseBook().says(words, "debt") || senseBook().says(words, "owe")
}

// Says says that some words together say something of the language, whatever they are taught for: "hour of the day", "running total".
func Says(words string) bool {
	kept := slices.DeleteFunc(strings.Fields(strings.ToLower(words)), func(w string) bool { return english.Articles[w] })
	return len(senseBook().of[strings.Join(kept, " ")]) > 0
}

// Stands says that a word is one for what is still there: active, current.
func Stands(word string) bool { return slices.Contains(english.LivingWords, word) }

// Owes says that a word is one for owing something: "owes", not "owed".
func Owes(word string) bool {
	return senseBook().says(word, "owe") && !schema.Participle(word)
}

// Noun is what is spoken of: a name and what is said of it right before it ("late orders").
type Noun struct {
	Name  Name
	Conds []Cond
	// Distinct says that each is meant once.
	Distinct bool
	// Singular says that one was asked for: "which store".
	Singular bool
	// Taxed says that tax counts: "revenue including VAT".
	Taxed bool
	// New says that those are meant that came in the time that is spoken of: "new customers last month".
	New bool
	At  meaning.Span
}

// FigureKind is how a figure is said.
type FigureKind uint8

// The kinds of figures.
const (
	Plain     FigureKind = iota // a measure by its name
	Count                       // "number of"
	Rows                        // a noun that is counted although nobody said so: "members by tier"
	Aggregate                   // "average"
	Ratio                       // "cost per order": the nouns of Args
	Mean                        // "average number of accounts per customer"
	MeanOf                      // "average charges per shipment": what all come to by how many of the others there are
	Share                       // "share of orders that are cancelled"
	Times                       // "quantity times price"
	Less                        // "credits minus debits"
	Lapse                       // "days from order to delivery"
	OfTotal                     // "share of total"
	Running                     // "running total of"
	Change                      // "with the change against the month before"
	MeanPer                     // "average sales per day": the unit in Fn
	Worth                       // what rows come to: their table's first measure
	Selling                     // what sells best: in pieces, else in money
	Sold                        // "how many tickets did we sell": the pieces of the noun
	Quotient                    // "room revenue divided by nights"; Fn InHundred: "denied claims as a percentage of closed ones"
	When                        // "when was the last scan": the latest or earliest time of rows; Fn max or min
	Since                       // "average age of open matters": how long ago rows came to be; the unit in Fn, the aggregate in Args[0].Fn
	Owed                        // "outstanding balance": what rows ask for less what was paid of it; Fn Ours: "what we owe"
	Margin                      // "margin", "margin %": what remains of sales when their cost is taken off; Fn InHundred
	Kinds                       // "booked in more than two cities": how many different ones of the noun the rows of Args have
	OfThose                     // "how many of them were cancelled": the part of the figure before it that is so; Fn "sum": "how much of it", InHundred: "what share of them"
)

// Ours says of what is owed that we owe it.
const Ours = "ours"

// InHundred is what a figure is made that is told as so many of a hundred.
const InHundred = "percent"

// Figure is a measure before its table is known.
type Figure struct {
	Kind FigureKind
	// Fn is the aggregate: sum, avg, min, max, median; or the unit of a lapse.
	Fn    string
	Noun  Noun
	Args  []Figure
	Conds []Cond // the part of a share
	// Scale is how many of the divisor a ratio is for: "claims per 100 shipments".
	Scale int64
	// Own says that what is said of the noun counts for this figure alone: "orders and late orders".
	Own bool
	At  meaning.Span
}

// Dimension is what figures are taken by: a noun, or a unit of time.
type Dimension struct {
	Name  Name
	Grain string
	// Conds are what is said of those: "each active store".
	Conds []Cond
	// By, where there, is the key that leads to what the name is of: "town of the sender".
	By *Name
	// Each says that each one was spoken of: "in each store", not "by store".
	Each bool
	// Whether says that rows that are as the one condition says stand beside those that are not.
	Whether bool
	// Why says that what happened is taken by its reasons, whatever holds them: "why do we lose deals".
	Why bool
	// Again says that it was said of what is taken by its reasons already: "…, reasons ranked".
	Again bool
	// Usual says that its unit of time is the usual one, where no other is said: "over time".
	Usual bool
	At    meaning.Span
}

// CondKind is how a condition is said.
type CondKind uint8

// The kinds of conditions.
const (
	IsValue    CondKind = iota // "in Kenya", "cancelled"
	InPeriod                   // "last month", of a moment that may be named
	Compared                   // "price above 5", "more than 3 orders"
	Without                    // "no orders", "without an email"
	Having                     // "with orders"
	Done                       // "closed": a moment that is known
	Both                       // all of several conditions, in Kids: "open for more than 90 days"
	Weekend                    // "on weekends"
	Flagged                    // a yes-or-no column by its name
	Acted                      // "bought something last month": rows of what was done
	Aged                       // "older than 30", "older than 30 days"
	Serving                    // "who have been with us for 3 years": how long ago rows came to be
	Overdue                    // what was due has not been done
	Upcoming                   // the row's own time lies ahead
	Late                       // it was done after it was due
	Punctual                   // it was done by when it was due
	Early                      // it was done before it was due
	Pending                    // nothing says that it is done: "open complaints"
	Lost                       // it is over and was not won: "lost bids"
	Living                     // it has begun and is not over: "active drivers"
	Expired                    // it is over, as its date tells: "expired cards"
	Present                    // it is so today, where it may be over: "right now"
	Against                    // "value above the reference": two names
	Differs                    // "in another room than booked": two keys to things of the kind Name; one of them is called by Other
	Alike                      // "in the same category as the red lamp": a column by Name, the row by the value of Kids
	Season                     // "last term": rows of a table that lie on the calendar; which of them, in Number
	Either                     // one of several conditions, in Kids: "expired or missing"
	OfWhom                     // what is so of the thing that the row refers to, in Kids: "whose owner has left"
	Latest                     // as it was when it was counted last: "at the last stocktake"
	Overran                    // "more than 3 days late": how long past a day, of a word that was defined by two
	Holding                    // "whose name starts with A": the pattern is the text of the one value
	Everywhere                 // "across all products": nothing is asked of them
	Lasted                     // "shipped within 3 days of the order": how long from one moment to another, in Figure
)

// Cond is a condition before its column is known.
type Cond struct {
	Kind   CondKind
	Values []Value // any of them
	// Sized says that the name is no name, but the size that a comparative tells of.
	Sized  bool
	Name   *Name // of the column or table, when said
	Figure *Figure
	Op     meaning.Op
	Period calendar.Period
	Number any
	High   any // of between
	// Kin is of what the average is that Number stands for: "above the average of their department".
	Kin   *Noun
	Unit  string
	Noun  *Noun
	Other *Name
	// Than is the figure that one is compared with: a number of the things, or of rows of theirs.
	Than *Figure
	Kids []Cond
	// Paired says that the kids are two values of one column.
	Paired bool
	Not    bool
	// Came says that it has come to be so: what came late has come.
	Came bool
	// End is which end of the rows a verb before the values speaks of, "from" or "to": "ended in Leeds".
	End string
	At  meaning.Span
}

// Value is words that columns hold.
type Value struct {
	Matches []schema.ValueMatch
	Text    string
	// Rest, when there, holds a last name beside each first name of Matches.
	Rest []schema.ValueMatch
	// And says that it was joined to the value before by "and": both are spoken of.
	And bool
	// Part says that only a word of it was said: "noise" of "Noise nuisance".
	Part bool
	// All says that all values of a column are meant that begin with the word: "customers" of "Customer - Direct" and "Customer - Channel".
	All bool
	// Within says that all values are meant that have the words among theirs: "Hartley" of the names of several.
	Within bool
	At     meaning.Span
}

// Keep is which rows stay, by what order.
type Keep struct {
	N, Offset int
	Desc      bool
	Noun      *Noun
	// By is what decides; nil when the noun itself, or a figure elsewhere, does.
	By *Figure
	// Moment says that time decides: "latest".
	Moment bool
	// Grain is the unit of time that is kept, instead of a thing: "which month had the most orders".
	Grain string
	// Each keeps so many for each of these.
	Each []Dimension
	At   meaning.Span
}

// Loose is an aggregate that was said apart from its figure: "on average".
type Loose string

// InMoney says that figures are of what rows come to, not of how many there are.
const InMoney = Loose("money")

// RunningToo says that figures are added up from group to group as well.
const RunningToo = Loose("running")

// runningOn is the kind of the word for a running total that is said of what goes on as well.
const runningOn = "on"

// ChangeToo says that it is shown as well how figures differ from those of the unit of time before.
const ChangeToo = Loose("change")

// ChangeBy is ChangeToo of a unit of time, by which figures are taken where nothing else says by which: "month over month".
func ChangeBy(unit string) Loose {
	if unit == "" {
		return ChangeToo
	}
	return ChangeToo + Loose(" by "+unit)
}

// Changes says that an aggregate said apart is the change from one unit of time to the next; the unit is empty where it is not said.
func (l Loose) Changes() (unit string, ok bool) {
	if l == ChangeToo {
		return "", true
	}
	unit, ok = strings.CutPrefix(string(l), string(ChangeToo)+" by ")
	return unit, ok
}

// Differing says that it is shown as well how the two sides of a comparison differ, DifferingInHundred that it is in hundredths of the one that
// the other is compared with, DifferingBoth that it is both.
const (
	Differing          = Loose("difference")
	DifferingInHundred = Loose("difference in percent")
	DifferingBoth      = Loose("difference, also in percent")
)

// OfAll says that figures are shown as their shares of the whole: "revenue by region in percent".
const OfAll = Loose("oftotal")

// InPieces says that what was sold is counted in pieces, not in money.
type InPieces bool

// Cut is how many of what was said before stay, in its order: "…, top 5".
type Cut struct {
	N    int
	Desc bool
	At   meaning.Span
}

// Compare is two periods, or two kinds of rows, side by side.
type Compare struct {
	Left, Right Cond
	// Listed says that they were only joined by "and".
	Listed bool
	// Same says that the right side is a unit in which the same days count as on the left: of a period that is not over those that
	// have come.
	Same bool
	// Joined says that two kinds were only joined by "and": beside each other they stand where nothing can be both.
	Joined bool
	// Apart says that each side has a figure of its own, not a row: "how many are paid and how many are not".
	Apart bool
	// ByHowMuch says that it is asked by how much one is more than the other: "how many more large rooms than small ones".
	ByHowMuch bool
	// Op, where there, is what the figure of the left side is to be beside that of the right.
	Op meaning.Op
	// Between says that the words alone speak of one span: two sides it has where it is asked how they differ.
	Between bool
	// Differs, where there, says that it is shown how far apart the sides are.
	Differs Loose
	// Behind says that the left side is part of what is asked, and the right one was said behind it: "how long do vans take, compared with
	// bikes".
	Behind bool
	At     meaning.Span
}

// Sort is an order that was asked for.
type Sort struct {
	Name   *Name
	Figure *Figure
	Desc   bool
	Moment bool
	// Named says that it is by what things are called.
	Named bool
	// Set says that the direction was said.
	Set bool
	At  meaning.Span
}

// Listing is things, each with figures: "customers with their number of orders".
type Listing struct {
	Noun    Noun
	Figures []Figure
	// Joined says that they were joined by "and": by a unit of time both are figures, "orders and revenue by month".
	Joined bool
	At     meaning.Span
}

// Tallies are figures of a list, each of rows of its own.
type Tallies []Figure

// Apiece is a figure of so many for one of others, taken by something: "orders per clerk in each branch".
type Apiece struct {
	Figure Figure
	Dims   []Dimension
}

// Outdone is things of which a figure is more, or less, in one period than in another: "customers with fewer orders this month than last".
type Outdone struct {
	Listing
	Compare Compare
}

// Also is further columns to show: "with the customer's name".
type Also struct {
	Names []Name
	Of    *Name
	// Why says that the reason is to be shown, whatever holds it: "which trips were cancelled and why".
	Why bool
	At  meaning.Span
}
