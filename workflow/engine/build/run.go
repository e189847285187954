package build

import (
	"slices"
	"strings"

	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Interpret reads the whole question along the choices of the chooser and gives the finished reading; nil when it makes
// none.
func Interpret(r *reading.Run) *reading.Reading {
	r.Q = &reading.Reading{}
	r.Used = make([]bool, len(r.Items))
	for r.Pos = 0; r.Pos < len(r.Items); {
		at := r.Pos
		step(r)
		if r.Pos == at {
			skip(r)
		}
	}
	return finish(r)
}

// skip leaves an item without a part.
func skip(r *reading.Run) {
	if r.Items[r.Pos].Plain() {
		r.Ignored = append(r.Ignored, r.Pos)
	}
	r.Pos++
}

// step reads one thing at the position.
func step(r *reading.Run) {
	it := r.Peek(0)
	if question.Stock(r, it) || question.AsksAge(r, it) {
		return
	}
	if it.Is(tag.Filler) && it.HasNumber {
		question.Figure(r, it)
		return
	}
	if it.Is(tag.Filler) && it.Period != nil { // in may
		question.Period(r, it)
		return
	}
	if keepsEmpty(r) {
		return
	}
	if it.Cue.Kind != tag.NoCue && (!it.Mention() || preferCue(r, it)) {
		r.Acted = append(r.Acted, r.Pos)
		cue(r, it)
		return
	}
	switch {
	case !it.Quoted && question.Flag(r, it):
	case it.Period != nil && !(it.HasNumber && len(it.Values) > 0) && !namesColumn(it):
		question.Period(r, it)
	case it.HasNumber && len(it.Matches) == 0 && !numberedValue(it):
		question.Figure(r, it)
	case it.Mention():
		question.Mention(r, it)
	case it.Capital || it.Quoted:
		question.UnknownName(r, it)
	case tag.Unit(it.Lower) != "" && (r.Before().Is(tag.Ask, tag.Superlative, tag.Most) || len(r.Paces) > 0 && r.Item(r.Pos-1).Is(tag.And)):
		r.Paces = append(r.Paces, tag.Unit(it.Lower))
		r.Take()
	default:
		skip(r)
	}
}

// namesColumn says that the words are a column's whole name, in several words: a last_year.
func namesColumn(it *tag.Item) bool {
	return it.To-it.From > 1 && slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column != nil && m.Exact() })
}

// numberedValue says that a run of digits is a name rather than a figure: a phone number, an account.
func numberedValue(it *tag.Item) bool {
	return len(it.Values) > 0 && (it.Text[0] == '+' || len(it.Text) >= 7)
}

var (
	fCueFirst = reading.Feat("cue over name: first word")
	fCueExact = reading.Feat("cue over name: name said in full")
	fCueBias  = reading.Feat("cue over name")
	fCueNext  = reading.Feat("cue over name: a name follows")
	fCueValue = reading.Feat("cue over name: only a value")
	fCueOrder = reading.Feat("cue over name: a word of order without by")
	fCueTable = reading.Feat("cue over name: the name is a table's")
)

// preferCue decides between the general meaning of a word and a name of the schema: "list", "order", "total".
func preferCue(r *reading.Run, it *tag.Item) bool {
	next := r.Item(r.Ahead(r.Pos + 1))
	exact := len(it.Matches) > 0 && it.Matches[0].Exact()
	table, _ := it.BestTable()
	r.Choice()
	r.Option(reading.Is(fCueBias), reading.When(fCueFirst, r.Pos == 0), reading.When(fCueExact, exact), reading.When(fCueNext, next.Mention()), reading.When(fCueValue, len(it.Matches) == 0),
		reading.When(fCueOrder, it.Is(tag.Order) && !strings.Contains(it.Lower, "by")), reading.When(fCueTable, table != nil))
	r.Option()
	if r.Pick() == 0 {
		return true
	}
	r.AsNames = append(r.AsNames, r.Pos)
	return false
}

// cue reads a cue word at the position.
func cue(r *reading.Run, it *tag.Item) {
	switch k := it.Cue.Kind; k {
	case tag.Ask, tag.Who, tag.When, tag.Where, tag.Exists, tag.How:
		ask(r, it)
	case tag.Count:
		question.CountCue(r)
	case tag.Sum, tag.Average, tag.Maximum, tag.Minimum:
		question.AggregateCue(r, it)
	case tag.Superlative:
		question.Superlative(r, it)
	case tag.Most, tag.Least, tag.Common:
		question.Most(r, it)
	case tag.Compare, tag.Between, tag.AtLeast, tag.Than:
		comparison(r, it)
	case tag.Measures:
		if r.MeasureNamed(it) {
			return
		}
		r.Measure = it.Cue.Dimension
		r.Totals = r.Totals || it.Lower == "spent" || it.Lower == "spend" || it.Lower == "spends"
		r.Take()
	case tag.Order, tag.Ascending, tag.Descending, tag.Alphabet:
		question.Order(r, it)
	case tag.Top, tag.Bottom:
		question.Top(r, it)
	case tag.Each, tag.By:
		question.Each(r, it)
	case tag.Contains, tag.Starts, tag.Ends, tag.Missing:
		r.Match(it)
	case tag.Different:
		r.Distinct = true
		r.Take()
	case tag.Negation, tag.Except:
		question.Negation(r, it)
	case tag.Grain, tag.Growth, tag.Versus, tag.Percent, tag.Running:
		question.Sideways(r, it)
	default:
		if it.Lower == "number" && question.CountAnd(r) {
			return
		}
		connective(r, it)
	}
}

// connective reads the words that link parts: conjunctions, relatives, prepositions.
func connective(r *reading.Run, it *tag.Item) {
	switch it.Cue.Kind {
	case tag.Both:
		r.Both = true
	case tag.Or:
		r.Flush()
		if r.Or = !question.Turns(r); !r.Or {
			r.Turn = len(r.Q.Filters)
		}
	case tag.In:
		question.WithKey(r, it)
	case tag.Relative, tag.With, tag.Have:
		if r.Possesses(it) && r.Holding() {
			return
		}
		if !holdsOn(r) {
			r.Flush()
		}
		r.Enter(reading.Conditions)
	case tag.And, tag.Comma, tag.But:
		conjunction(r, it)
	case tag.Stop:
		r.Flush()
		denied(r)
		endClause(r)
	case tag.Information:
		information(r)
	case tag.Quality:
		question.Degree(r, it)
		return
	case tag.Whole:
		if saidOfThings(r) {
			r.Ignored = append(r.Ignored, r.Pos)
		}
	}
	r.Take()
}

// saidOfThings says that a word is how the things are that are spoken of: "classes that were full", "full classes".
func saidOfThings(r *reading.Run) bool {
	if r.Before().Is(tag.Be, tag.Relative) {
		return true
	}
	t, score := r.Item(r.Pos + 1).BestTable()
	return t != nil && score >= tag.StrongName
}

// holdsOn says that what follows still compares the column that waits: "whose name has the substring".
func holdsOn(r *reading.Run) bool {
	return r.Pending != nil && r.Item(r.Ahead(r.Pos+1)).Is(tag.Contains, tag.Starts, tag.Ends, tag.Compare, tag.Between)
}

// endClause forgets what waits for a word of the same clause.
func endClause(r *reading.Run) {
	r.Negated, r.Both, r.Or = false, false, false
	r.Sub, r.Absence, r.Inner = nil, nil, false
}

func conjunction(r *reading.Run, it *tag.Item) {
	r.Flush()
	if it.Cue.Kind == tag.But {
		endClause(r)
	}
}

var (
	fInfoStar  = reading.Feat("information: every column")
	fInfoLabel = reading.Feat("information: the name")
)

// information reads "all information about": every column, unless the schema has a better word for it.
func information(r *reading.Run) {
	if len(r.Q.Items) > 0 || r.Zone != reading.Selecting {
		return
	}
	r.Choice()
	r.Option(reading.Is(fInfoStar))
	r.Option(reading.Is(fInfoLabel))
	if r.Pick() == 0 {
		r.Q.Items = append(r.Q.Items, reading.Operand{Star: true})
	}
}

// ask reads question words. In the middle of a question they begin a further part of what is asked for.
func ask(r *reading.Run, it *tag.Item) {
	r.Flush()
	if it.Cue.Kind == tag.Exists {
		r.Take()
		return
	}
	if r.Item(r.Pos-1).Is(tag.Stop) && len(r.Q.Items) > 0 && r.Restart == 0 {
		r.Restart = len(r.Q.Items)
	}
	if len(r.Q.Filters) > 0 || r.Zone == reading.Conditions {
		r.Zone = reading.Selecting
		endClause(r)
	}
	switch it.Cue.Kind {
	case tag.When, tag.Where, tag.Who:
		r.Asked = append(r.Asked, it.Cue.Kind)
	case tag.How:
		if r.HowMuch(it) || r.HowLong(it) {
			return
		}
		if c, _ := r.Dimension(it.Cue.Dimension); c != nil {
			r.SelectColumn(c)
		}
	}
	r.Take()
}
