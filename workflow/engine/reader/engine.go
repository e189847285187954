package reader

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/build"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Engine answers questions over one database. It is safe for concurrent use.
type Engine struct {
	Index  *schema.Index
	Tagger *tag.Tagger
	// Composer is the other reader: see decide.go.
	Composer *compose.Composer
	Dialect  statement.Dialect
	weights  []float64
	sure     []float64
	// fitting says that weights are to be fitted: features are told that weigh nothing yet.
	fitting bool
	// Database is where readings are tried; nil for nowhere.
	Database db.Database
	// trials bounds what is tried there.
	trials Trials
	// remembered is what came of the latest trials.
	remembered *remembered
	// Bind puts the rows that are pointed at in the place of the word that stands for them, in every statement that is made; false
	// where it stands nowhere. Nil outside of such a reading.
	Bind func(*statement.Query) bool
	// literal says that no word is supposed to stand for a name that is near it in meaning.
	literal bool
}

// New makes an engine over an index. Readings are not tried on a database until WithTrials.
func New(x *schema.Index, d statement.Dialect) *Engine {
	weights, err := question.ParseWeights(question.WeightsText + reading.TalkedWeights)
	if err != nil {
		panic("engine: " + err.Error()) // the embedded file is part of the program
	}
	return &Engine{Index: x, Tagger: tag.NewTagger(x), Composer: compose.New(x), Dialect: d, weights: weights, sure: sureWeights}
}

// Over is the engine over another index of the same database.
func (e *Engine) Over(x *schema.Index) *Engine {
	c := New(x, e.Dialect)
	c.Database, c.trials, c.remembered = e.Database, e.trials, e.remembered
	return c
}

// WithTrials is a copy of the engine that tries its best readings on the database, and prefers one that brings rows.
func (e *Engine) WithTrials(d db.Database, t Trials) *Engine {
	c := *e
	c.Database, c.trials, c.remembered = d, t, &remembered{trials: map[string]rememberedTrial{}}
	return &c
}

// WithoutNear is a copy of the engine that supposes of no word that it stands for a name near it in meaning, for measuring.
func (e *Engine) WithoutNear() *Engine {
	c := *e
	c.literal = true
	return &c
}

// Ranked is a finished reading with its score and features.
type Ranked struct {
	*reading.Reading
	Score    float64
	Features []float64
	Ignored  []int
	notes    []reading.Noted
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
	if len(e.Index.Tables) > wideTables {
		return maxRunsWide
	}
	return maxRuns
}

// read gives the readings of a question that stands alone, best first.
func (e *Engine) read(question string, now time.Time) ([]Ranked, []tag.Item) {
	return e.ReadIn(e.Tagger, question, now, reading.Talked{})
}

// ReadIn gives the readings of a question in a conversation, its words read by the tagger.
func (e *Engine) ReadIn(tagger *tag.Tagger, question string, now time.Time, in reading.Talked) ([]Ranked, []tag.Item) {
	items := tagger.Items(question, now)
	items = e.deeds(Prepare(items))
	c := reading.NewChooser(e.weights)
	facts := e.factsOf(items)
	facts.Talked, facts.Fitting, facts.Now = in, e.fitting, now
	seen := map[string]int{}
	var out []Ranked
	for n := 0; n < e.runs() && c.Next(); n++ {
		r := &reading.Run{Chooser: c, Index: e.Index, Facts: facts, Items: items}
		q := build.Interpret(r)
		if q == nil {
			continue
		}
		score := 0.0
		for i, v := range c.Total {
			score += v * e.weights[i]
		}
		key := q.String()
		if i, ok := seen[key]; ok {
			if out[i].Score < score {
				out[i] = Ranked{Reading: q, Score: score, Features: slices.Clone(c.Total), Ignored: r.Ignored, notes: r.Notes, key: key}
			}
			continue
		}
		seen[key] = len(out)
		out = append(out, Ranked{Reading: q, Score: score, Features: slices.Clone(c.Total), Ignored: r.Ignored, notes: r.Notes, key: key})
	}
	slices.SortStableFunc(out, func(a, b Ranked) int { return cmp.Compare(b.Score, a.Score) })
	for i := range out {
		out[i].lost, out[i].coverage = Cover(out[i], items)
		out[i].length = len(items)
		out[i].attributes = attributes(out[i].Ignored, items)
	}
	return out, items
}

// attributes counts the ignored words right before a name.
func attributes(ignored []int, items []tag.Item) int {
	n := 0
	for _, i := range ignored {
		n += tag.BoolInt(items[i].Plain() && i+1 < len(items) && len(items[i+1].Matches) > 0 && !slices.Contains(ignored, i+1))
	}
	return n
}

// Prepare drops what stands for nothing: marks and articles that no name claims.
func Prepare(items []tag.Item) []tag.Item {
	var out []tag.Item
	for i, it := range items {
		matched := it.Capital && i > 0 && items[i-1].Is(tag.Starts, tag.Ends, tag.Contains)
		if matched || it.Text == "A" && it.Capital {
			it.Cue = tag.Cue{}
			out = append(out, it)
			continue
		}
		if it.Quoted {
			out = append(out, it)
			continue
		}
		if it.Lower == "the" || it.Lower == "a" || it.Lower == "an" || it.Lower == "\"" || it.Lower == "(" || it.Lower == ")" || it.Lower == "'" && it.Cue.Kind != tag.Of {
			continue
		}
		if it.Is(tag.Except) && beforeExtreme(items, i) {
			it.Cue = tag.Cue{Kind: tag.But, Operator: leaving}
		}
		out = append(out, it)
	}
	return out
}

// factsOf gathers what holds for every run.
func (e *Engine) factsOf(items []tag.Item) *reading.Facts {
	f := &reading.Facts{Anchors: make([]*schema.Table, len(items)), Cues: question.CueCounts(items)}
	for i := range items {
		if t, s := items[i].BestTable(); t != nil && s > 0.8 {
			if c, cs := items[i].BestColumn(); (c == nil || cs <= s) && !slices.Contains(f.Tables, t) {
				f.Tables = append(f.Tables, t)
			}
		}
		if items[i].Plain() {
			f.Words++
		}
		see(f, &items[i])
	}
	for i := range items {
		f.Anchors[i] = anchor(items, i)
	}
	return f
}

// see notes what an item says about the shape of the question.
func see(f *reading.Facts, it *tag.Item) {
	f.Each = f.Each || it.Is(tag.Each)
	f.More = f.More || it.Is(tag.Compare, tag.AtLeast) && it.Cue.Operator[0] == '>'
	f.Less = f.Less || it.Is(tag.Compare, tag.AtLeast) && it.Cue.Operator[0] == '<'
	f.Numbers += tag.BoolInt(it.HasNumber && len(it.Matches)+len(it.Values) == 0 && it.Lower != "one")
	f.Quotes += tag.BoolInt(it.Quoted)
	f.Name = f.Name || reading.SaysName(it)
	f.Key = f.Key || it.Mention() && reading.SaysKey(it)
	f.Value = f.Value || len(it.Values) > 0 && len(it.Matches) == 0
}

// anchor is the table that the words tie the column at i to: "names and ages of STUDENTS", "STUDENT's name", "for each
// STUDENT, the name".
func anchor(items []tag.Item, i int) *schema.Table {
	if i >= 2 && items[i-1].Lower == "'s" {
		if t, s := items[i-2].BestTable(); s > 0.6 {
			return t
		}
	}
	if i >= 1 && !items[i-1].Is(tag.Of, tag.In) {
		if t, s := items[i-1].BestTable(); s > 0.9 && items[i-1].To == items[i].From {
			return t
		}
	}
	j := i + 1
	for j < len(items) && (items[j].Is(tag.And, tag.Comma, tag.Their, tag.Different, tag.Average, tag.Maximum, tag.Minimum, tag.Sum, tag.Filler) || len(items[j].Matches) > 0 && items[j].Matches[0].Column != nil && !items[j].Is(tag.Of)) {
		if t := ownedBy(&items[j]); t != nil {
			return t
		}
		j++
	}
	if j < len(items) && items[j].Is(tag.Of, tag.In) {
		j++
		for j < len(items) && (items[j].Is(tag.Filler, tag.All, tag.Each, tag.Different, tag.Superlative, tag.Common, tag.In, tag.Of) && len(items[j].Matches) == 0 || len(items[j].Values) > 0 && len(items[j].Matches) == 0 || items[j].Plain() || items[j].HasNumber) {
			j++
		}
		if j < len(items) {
			if t, s := items[j].BestTable(); s > 0.6 {
				return t
			}
			return keyed(items, j)
		}
	}
	return nil
}

// ownedBy is the table whose own column an item says with the table behind it: the "id of the product" that stands behind "name and".
// Nil for other items.
func ownedBy(it *tag.Item) *schema.Table {
	if !strings.Contains(it.Lower, " of ") {
		return nil
	}
	var of *schema.Table
	for _, m := range it.Matches {
		switch {
		case m.Column == nil || !m.Exact():
		case m.Column == m.Table.PrimaryKey():
			return m.Table
		case of != nil && of != m.Table:
			return nil
		default:
			of = m.Table
		}
	}
	return of
}

// keyed is the table of whose rows a key and a number behind it tell one: "customer id 9". Nil where the item at j is no such key.
func keyed(items []tag.Item, j int) *schema.Table {
	if !reading.SaysKey(&items[j]) || j+1 >= len(items) || !items[j+1].HasNumber {
		return nil
	}
	own := func(m schema.Match) bool {
		return m.Column != nil && m.Column == m.Table.PrimaryKey() && m.Score() >= tag.StrongName
	}
	if at := slices.IndexFunc(items[j].Matches, own); at >= 0 {
		return items[j].Matches[at].Table
	}
	return nil
}

// Builder makes the builder for a question.
func (e *Engine) Builder(items []tag.Item) *build.Builder {
	b := &build.Builder{Index: e.Index, Dialect: e.Dialect, Said: map[string]bool{}}
	for i := range items {
		for _, w := range schema.Words(items[i].Lower) {
			b.Said[schema.Stem(w)] = true
		}
	}
	return b
}
