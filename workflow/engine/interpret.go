package engine

import (
	"slices"
	"strings"
	"time"

	"parley/workflow/schema"
)

// run is one reading of a question from left to right. Rules in interpret_*.go are its methods; each takes the items at
// the position and moves it on.
type run struct {
	*chooser
	index *schema.Index
	facts *facts
	items []Item
	pos   int

	q    *reading
	zone zone
	// subject is the table that the question is about, as far as it has been said.
	subject *schema.Table
	// last is the table that was named last; conditions that follow belong to it first.
	last *schema.Table

	// What was said and waits for the word it belongs to.
	aggregates   []aggregate // for their column
	counted      bool        // "how many": for what is counted
	distinct     bool        // for a column or table
	negated      bool        // for a value, table or condition
	both         bool        // for the values of a set operation
	or           bool        // for the next condition, an alternative to the last
	pending      *operand    // for its comparison
	pendingNot   bool        // a negation stood before it
	pendingWith  bool        // "with" stood before it
	pendingTheir bool        // "with their" stood before it
	pendingThose bool        // a pointer at the rows in force stood before it
	goesOn       bool        // the comparison follows "and" or "or"
	text         string      // a text match, for its text: "contains", "starts", "ends"
	limit        int         // "3 largest", "top 5": for the order
	asked        []Kind      // "when", "where", "who": for the subject

	// sub is the query of what must be absent, and absence its table; conditions on it go there.
	sub     *reading
	absence *schema.Table
	lacked  int  // where it was said
	inner   bool // every condition goes there

	// perSubject says that something is counted for each row of the subject.
	perSubject   bool
	topped       bool // "top" or "bottom" was said, topDesc which
	topName      string
	topDesc      bool
	sortLater    bool // an order was said whose key is what is asked for
	sortDesc     bool
	restart      int              // how many things were asked for before a second sentence asks again
	per          bool             // the last group was said by "per" or "by"
	measure      []string         // what a verb of measuring measures: "cost", "weigh"
	perRow       []*schema.Table  // "for each student": a group for each row of the table
	perKey       []*schema.Column // "for each city"
	byKey        []*schema.Column // said after a "by" that was not taken to group
	grains       []operand        // "per month"
	paces        []string         // "monthly": the grains whose date column is found at the end
	late         []late           // periods said before anything was in force
	spans        []string         // the units of the periods in use
	made         Kind             // Percent, Running or Growth: what the aggregates become
	versus       bool             // what is named stands side by side
	tallies      bool             // rows are counted although nobody said so
	totals       bool             // what many rows come to is compared, not each
	counts       []*schema.Table  // tables of which a number was asked for
	aggregatesAt int              // where the aggregate that waits was said
	grouping     bool             // what is read is grouped by
	asking       bool             // a question word's column is looked for, when all has been read
	sortCount    bool             // rows counted for each group are sorted by their count, sortDesc how
	sold         bool             // the best selling are asked for: they are shown by name
	averaged     bool             // "average number of": rows are counted for each of something, and averaged
	lasting      *operand         // the time between two moments is asked for
	empty        bool             // groups of no rows stay
	turn         int              // how many conditions came before "or" and the subject again
	best         bool             // the busiest of the units is asked for
	sideValues   []*schema.Column // whose values stand beside each other: they are told apart
	senseless    bool             // something was asked for that cannot be made
	toppedAt     int              // where "top" was said, and the last "by" or "each"
	groupedAt    int
	ageYears     []float64       // ages that became dates of birth
	tallied      []*schema.Table // tables whose rows are counted for each group
	named        []named
	// countedTable is the table whose rows "how many" counts.
	countedTable *schema.Table
	notes        []noted
	ignored      []int // items without a part
	untold       []int // columns that were named and are not used
	acted        []int // items read as cues
	asNames      []int // cues that were read as names
	used         []bool
}

// noted is what an item became, to be shown.
type noted struct {
	at     int
	column *schema.Column
	period *Period
}

// tell notes what the item at i became.
func (r *run) tell(i int, c *schema.Column, p *Period) { r.notes = append(r.notes, noted{i, c, p}) }

// named is a table that was said, and how.
type named struct {
	table *schema.Table
	at    int
	zone  zone
	of    bool
	score float64
}

// zone is the part of a question that is being read.
type zone uint8

const (
	selecting zone = iota
	conditions
)

// facts are what holds for every run over one question.
type facts struct {
	tables  []*schema.Table // tables said plainly
	anchors []*schema.Table // by item: the table that the item's column belongs to by the words around it
	words   int             // content words
	each    bool            // "each", "per" is said somewhere
	cues    map[Kind]int    // how many of each kind
	more    bool            // a comparison upwards, downwards is said
	less    bool
	numbers int
	quotes  int
	name    bool // a name, an id, a stored value is said somewhere
	key     bool
	value   bool
	talked  talked
	fitting bool // features are wanted whether they weigh anything or not
	now     time.Time
}

// interpret reads the whole question along the choices of the chooser and gives the finished reading; nil when it makes
// none.
func (r *run) interpret() *reading {
	r.q = &reading{}
	r.used = make([]bool, len(r.items))
	for r.pos = 0; r.pos < len(r.items); {
		at := r.pos
		r.step()
		if r.pos == at {
			r.skip()
		}
	}
	return r.finish()
}

// skip leaves an item without a part.
func (r *run) skip() {
	if r.items[r.pos].Plain() {
		r.ignored = append(r.ignored, r.pos)
	}
	r.pos++
}

// take marks the item at the position as understood.
func (r *run) take() {
	if r.pos < len(r.items) {
		r.used[r.pos] = true
		r.pos++
	}
}

// peek is the item k places on; an empty item beyond the end.
func (r *run) peek(k int) *Item {
	if i := r.pos + k; i >= 0 && i < len(r.items) {
		return &r.items[i]
	}
	return &Item{Cue: Cue{Kind: Stop}}
}

// ahead is the place of the next item at or after i that is no filler; len(items) when there is none.
func (r *run) ahead(i int) int {
	for i < len(r.items) && r.items[i].Is(Filler, Whole, All, Their) && !r.items[i].Mention() && !r.items[i].HasNumber && r.items[i].Period == nil {
		i++
	}
	return i
}

func (r *run) item(i int) *Item {
	if i >= 0 && i < len(r.items) {
		return &r.items[i]
	}
	return &Item{Cue: Cue{Kind: Stop}}
}

// step reads one thing at the position.
func (r *run) step() {
	it := r.peek(0)
	if r.stock(it) || r.asksAge(it) {
		return
	}
	if it.Is(Filler) && it.HasNumber {
		r.figure(it)
		return
	}
	if it.Is(Filler) && it.Period != nil { // in may
		r.period(it)
		return
	}
	if r.keepsEmpty() {
		return
	}
	if it.Cue.Kind != NoCue && (!it.Mention() || r.preferCue(it)) {
		r.acted = append(r.acted, r.pos)
		r.cue(it)
		return
	}
	switch {
	case it.To-it.From == 1 && !it.Quoted && r.flag(it):
	case it.Period != nil && !(it.HasNumber && len(it.Values) > 0) && !it.namesColumn():
		r.period(it)
	case it.HasNumber && len(it.Matches) == 0 && !it.numberedValue():
		r.figure(it)
	case it.Mention():
		r.mention(it)
	case it.Capital || it.Quoted:
		r.unknownName(it)
	case Unit(it.Lower) != "" && (r.before().Is(Ask, Superlative, Most) || len(r.paces) > 0 && r.item(r.pos-1).Is(And)):
		r.paces = append(r.paces, Unit(it.Lower))
		r.take()
	default:
		r.skip()
	}
}

// namesColumn says that the words are a column's whole name, in several words: a last_year.
func (it *Item) namesColumn() bool {
	return it.To-it.From > 1 && slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column != nil && m.Exact() })
}

// numberedValue says that a run of digits is a name rather than a figure: a phone number, an account.
func (it *Item) numberedValue() bool {
	return len(it.Values) > 0 && (it.Text[0] == '+' || len(it.Text) >= 7)
}

var (
	fCueFirst = feat("cue over name: first word")
	fCueExact = feat("cue over name: name said in full")
	fCueBias  = feat("cue over name")
	fCueNext  = feat("cue over name: a name follows")
	fCueValue = feat("cue over name: only a value")
	fCueOrder = feat("cue over name: a word of order without by")
	fCueTable = feat("cue over name: the name is a table's")
)

// preferCue decides between the general meaning of a word and a name of the schema: "list", "order", "total".
func (r *run) preferCue(it *Item) bool {
	next := r.item(r.ahead(r.pos + 1))
	exact := len(it.Matches) > 0 && it.Matches[0].Exact()
	table, _ := it.BestTable()
	r.choice()
	r.option(is(fCueBias), when(fCueFirst, r.pos == 0), when(fCueExact, exact), when(fCueNext, next.Mention()), when(fCueValue, len(it.Matches) == 0),
		when(fCueOrder, it.Is(Order) && !strings.Contains(it.Lower, "by")), when(fCueTable, table != nil))
	r.option()
	if r.pick() == 0 {
		return true
	}
	r.asNames = append(r.asNames, r.pos)
	return false
}

// cue reads a cue word at the position.
func (r *run) cue(it *Item) {
	switch k := it.Cue.Kind; k {
	case Ask, Who, When, Where, Exists, How:
		r.ask(it)
	case Count:
		r.countCue()
	case Sum, Average, Maximum, Minimum:
		r.aggregateCue(it)
	case Superlative:
		r.superlative(it)
	case Most, Least, Common:
		r.most(it)
	case Compare, Between, AtLeast, Than:
		r.comparison(it)
	case Measures:
		if r.measureNamed(it) {
			return
		}
		r.measure = it.Cue.Dimension
		r.totals = r.totals || it.Lower == "spent" || it.Lower == "spend" || it.Lower == "spends"
		r.take()
	case Order, Ascending, Descending, Alphabet:
		r.order(it)
	case Top, Bottom:
		r.top(it)
	case Each, By:
		r.each(it)
	case Contains, Starts, Ends, Missing:
		r.match(it)
	case Different:
		r.distinct = true
		r.take()
	case Negation, Except:
		r.negation(it)
	case Grain, Growth, Versus, Percent, Running:
		r.sideways(it)
	default:
		if it.Lower == "number" && r.countAnd() {
			return
		}
		r.connective(it)
	}
}

// connective reads the words that link parts: conjunctions, relatives, prepositions.
func (r *run) connective(it *Item) {
	switch it.Cue.Kind {
	case Both:
		r.both = true
	case Or:
		r.flush()
		if r.or = !r.turns(); !r.or {
			r.turn = len(r.q.filters)
		}
	case In:
		r.withKey(it)
	case Relative, With, Have:
		if r.possesses(it) && r.holding() {
			return
		}
		if !r.holdsOn() {
			r.flush()
		}
		r.enter(conditions)
	case And, Comma, But:
		r.conjunction(it)
	case Stop:
		r.flush()
		r.denied()
		r.endClause()
	case Information:
		r.information()
	case Quality:
		r.degree(it)
		return
	case Whole:
		if r.saidOfThings() {
			r.ignored = append(r.ignored, r.pos)
		}
	}
	r.take()
}

// saidOfThings says that a word is how the things are that are spoken of: "classes that were full", "full classes".
func (r *run) saidOfThings() bool {
	if r.before().Is(Be, Relative) {
		return true
	}
	t, score := r.item(r.pos + 1).BestTable()
	return t != nil && score >= strongName
}

// holdsOn says that what follows still compares the column that waits: "whose name has the substring".
func (r *run) holdsOn() bool {
	return r.pending != nil && r.item(r.ahead(r.pos+1)).Is(Contains, Starts, Ends, Compare, Between)
}

// enter begins another part of the question.
func (r *run) enter(z zone) {
	if z == conditions && (r.subject != nil || len(r.q.items) > 0 || r.counted) {
		r.zone = z
	}
}

// endClause forgets what waits for a word of the same clause.
func (r *run) endClause() {
	r.negated, r.both, r.or = false, false, false
	r.sub, r.absence, r.inner = nil, nil, false
}

func (r *run) conjunction(it *Item) {
	r.flush()
	if it.Cue.Kind == But {
		r.endClause()
	}
}

var (
	fInfoStar  = feat("information: every column")
	fInfoLabel = feat("information: the name")
)

// information reads "all information about": every column, unless the schema has a better word for it.
func (r *run) information() {
	if len(r.q.items) > 0 || r.zone != selecting {
		return
	}
	r.choice()
	r.option(is(fInfoStar))
	r.option(is(fInfoLabel))
	if r.pick() == 0 {
		r.q.items = append(r.q.items, operand{star: true})
	}
}

// ask reads question words. In the middle of a question they begin a further part of what is asked for.
func (r *run) ask(it *Item) {
	r.flush()
	if it.Cue.Kind == Exists {
		r.take()
		return
	}
	if r.item(r.pos-1).Is(Stop) && len(r.q.items) > 0 && r.restart == 0 {
		r.restart = len(r.q.items)
	}
	if len(r.q.filters) > 0 || r.zone == conditions {
		r.zone = selecting
		r.endClause()
	}
	switch it.Cue.Kind {
	case When, Where, Who:
		r.asked = append(r.asked, it.Cue.Kind)
	case How:
		if r.howMuch(it) || r.howLong(it) {
			return
		}
		if c, _ := r.dimension(it.Cue.Dimension); c != nil {
			r.selectColumn(c)
		}
	}
	r.take()
}

func (r *run) tablesInForce() []*schema.Table {
	out := r.q.all()
	for _, t := range []*schema.Table{r.subject, r.last} {
		if t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
