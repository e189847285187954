package engine

import (
	"cmp"
	"slices"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/schema"
)

// Engine answers questions over one database. It is safe for concurrent use.
type Engine struct {
	index  *schema.Index
	tagger *Tagger
	// composer is the other reader: see composed.go.
	composer *compose.Composer
	dialect  statement.Dialect
	weights  []float64
	sure     []float64
	// fitting says that weights are to be fitted: features are told that weigh nothing yet.
	fitting bool
	// database is where readings are tried; nil for nowhere.
	database db.Database
	// trials bounds what is tried there.
	trials Trials
	// bind puts the rows that are pointed at in the place of the word that stands for them, in every statement that is made; false
	// where it stands nowhere. Nil outside of such a reading.
	bind func(*statement.Query) bool
	// literal says that no word is supposed to stand for a name that is near it in meaning.
	literal bool
}

// New makes an engine over an index. Readings are not tried on a database until WithTrials.
func New(x *schema.Index, d statement.Dialect) *Engine {
	weights, err := ParseWeights(weightsText + talkedWeights)
	if err != nil {
		panic("engine: " + err.Error()) // the embedded file is part of the program
	}
	return &Engine{index: x, tagger: NewTagger(x), composer: compose.New(x), dialect: d, weights: weights, sure: sureWeights}
}

// WithTrials is a copy of the engine that tries its best readings on the database, and prefers one that brings rows.
func (e *Engine) WithTrials(d db.Database, t Trials) *Engine {
	c := *e
	c.database, c.trials = d, t
	return &c
}

// WithoutNear is a copy of the engine that supposes of no word that it stands for a name near it in meaning, for measuring.
func (e *Engine) WithoutNear() *Engine {
	c := *e
	c.literal = true
	return &c
}

// WithWeights is a copy of the engine with other weights, for fitting.
func (e *Engine) WithWeights(w []float64) *Engine {
	c := *e
	c.weights = w
	return &c
}

// ranked is a finished reading with its score and features.
type ranked struct {
	*reading
	score    float64
	features []float64
	ignored  []int
	notes    []noted
	key      string
	// coverage is the share of the content words that have a part, lost are those without one; length counts the items.
	coverage float64
	lost     []string
	length   int
	// attributes counts the lost words that stand right before a name: "late" in "late rentals" changes what is meant.
	attributes int
}

// maxRuns bounds the readings tried for one question; on a schema of many tables, where a reading costs more, there are
// fewer.
const (
	maxRuns     = 60
	maxRunsWide = 16
	wideTables  = 200
)

func (e *Engine) runs() int {
	if len(e.index.Tables) > wideTables {
		return maxRunsWide
	}
	return maxRuns
}

// read gives the readings of a question that stands alone, best first.
func (e *Engine) read(question string, now time.Time) ([]ranked, []Item) {
	return e.readIn(e.tagger, question, now, talked{})
}

// readIn gives the readings of a question in a conversation, its words read by the tagger.
func (e *Engine) readIn(tagger *Tagger, question string, now time.Time, in talked) ([]ranked, []Item) {
	items := tagger.items(question, now)
	items = e.deeds(prepare(items))
	c := newChooser(e.weights)
	facts := e.factsOf(items)
	facts.talked, facts.fitting, facts.now = in, e.fitting, now
	seen := map[string]int{}
	var out []ranked
	for n := 0; n < e.runs() && c.next(); n++ {
		r := &run{chooser: c, index: e.index, facts: facts, items: items}
		q := r.interpret()
		if q == nil {
			continue
		}
		score := 0.0
		for i, v := range c.total {
			score += v * e.weights[i]
		}
		key := q.String()
		if i, ok := seen[key]; ok {
			if out[i].score < score {
				out[i] = ranked{reading: q, score: score, features: slices.Clone(c.total), ignored: r.ignored, notes: r.notes, key: key}
			}
			continue
		}
		seen[key] = len(out)
		out = append(out, ranked{reading: q, score: score, features: slices.Clone(c.total), ignored: r.ignored, notes: r.notes, key: key})
	}
	slices.SortStableFunc(out, func(a, b ranked) int { return cmp.Compare(b.score, a.score) })
	for i := range out {
		out[i].lost, out[i].coverage = cover(out[i], items)
		out[i].length = len(items)
		out[i].attributes = attributes(out[i].ignored, items)
	}
	return out, items
}

// attributes counts the ignored words right before a name.
func attributes(ignored []int, items []Item) int {
	n := 0
	for _, i := range ignored {
		n += boolInt(items[i].Plain() && i+1 < len(items) && len(items[i+1].Matches) > 0 && !slices.Contains(ignored, i+1))
	}
	return n
}

// prepare drops what stands for nothing: marks and articles that no name claims.
func prepare(items []Item) []Item {
	var out []Item
	for i, it := range items {
		matched := it.Capital && i > 0 && items[i-1].Is(Starts, Ends, Contains)
		if matched || it.Text == "A" && it.Capital {
			it.Cue = Cue{}
			out = append(out, it)
			continue
		}
		if it.Quoted {
			out = append(out, it)
			continue
		}
		if it.Lower == "the" || it.Lower == "a" || it.Lower == "an" || it.Lower == "\"" || it.Lower == "(" || it.Lower == ")" || it.Lower == "'" && it.Cue.Kind != Of {
			continue
		}
		out = append(out, it)
	}
	return out
}

// factsOf gathers what holds for every run.
func (e *Engine) factsOf(items []Item) *facts {
	f := &facts{anchors: make([]*schema.Table, len(items)), cues: cueCounts(items)}
	for i := range items {
		if t, s := items[i].BestTable(); t != nil && s > 0.8 {
			if c, cs := items[i].BestColumn(); (c == nil || cs <= s) && !slices.Contains(f.tables, t) {
				f.tables = append(f.tables, t)
			}
		}
		if items[i].Plain() {
			f.words++
		}
		f.see(&items[i])
	}
	for i := range items {
		f.anchors[i] = anchor(items, i)
	}
	return f
}

// see notes what an item says about the shape of the question.
func (f *facts) see(it *Item) {
	f.each = f.each || it.Is(Each)
	f.more = f.more || it.Is(Compare, AtLeast) && it.Cue.Operator[0] == '>'
	f.less = f.less || it.Is(Compare, AtLeast) && it.Cue.Operator[0] == '<'
	f.numbers += boolInt(it.HasNumber && len(it.Matches)+len(it.Values) == 0 && it.Lower != "one")
	f.quotes += boolInt(it.Quoted)
	f.name = f.name || saysName(it)
	f.key = f.key || it.Mention() && saysKey(it)
	f.value = f.value || len(it.Values) > 0 && len(it.Matches) == 0
}

// anchor is the table that the words tie the column at i to: "names and ages of STUDENTS", "STUDENT's name", "for each
// STUDENT, the name".
func anchor(items []Item, i int) *schema.Table {
	if i >= 2 && items[i-1].Lower == "'s" {
		if t, s := items[i-2].BestTable(); s > 0.6 {
			return t
		}
	}
	if i >= 1 && !items[i-1].Is(Of, In) {
		if t, s := items[i-1].BestTable(); s > 0.9 && items[i-1].To == items[i].From {
			return t
		}
	}
	j := i + 1
	for j < len(items) && (items[j].Is(And, Comma, Their, Different, Average, Maximum, Minimum, Sum, Filler) || len(items[j].Matches) > 0 && items[j].Matches[0].Column != nil && !items[j].Is(Of)) {
		j++
	}
	if j < len(items) && items[j].Is(Of, In) {
		j++
		for j < len(items) && (items[j].Is(Filler, All, Each, Different, Superlative, Common, In, Of) && len(items[j].Matches) == 0 || len(items[j].Values) > 0 && len(items[j].Matches) == 0 || items[j].Plain() || items[j].HasNumber) {
			j++
		}
		if j < len(items) {
			if t, s := items[j].BestTable(); s > 0.6 {
				return t
			}
		}
	}
	return nil
}

// candidates makes the builder for a question.
func (e *Engine) builder(items []Item) *builder {
	b := &builder{index: e.index, dialect: e.dialect, said: map[string]bool{}}
	for i := range items {
		for _, w := range schema.Words(items[i].Lower) {
			b.said[schema.Stem(w)] = true
		}
	}
	return b
}
