package engine

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

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
