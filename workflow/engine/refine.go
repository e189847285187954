package engine

import (
	"cmp"
	"context"
	"parley/db/statement"
	"parley/workflow/engine/english"
	"strings"

	_ "embed"
	"fmt"
	"parley/workflow"
	"parley/workflow/engine/compose"

	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// Refiner turns feedback on a query into the next query. Two roads lead there, and compete:
//
//   - rules edit the tree (rules in refine_rule.go): a rule is a way of saying a refinement and what it does; targets
//     and conditions read what fills its slots, an editor changes the tree;
//   - a follow-up that is rather a question is read afresh, and mixed with the present query (refine_mix.go): its
//     columns of the present rows, the present columns of its rows, and so on.
//
// A log-linear ranker with readable weights chooses (refine_follow.go, refine_weights.txt). It is safe for concurrent
// use.
type Refiner struct {
	engine *Engine
	index  *schema.Index
	tagger *Tagger
	model  *model
	nulls  *nulls
}

var _ workflow.Refiner = (*Refiner)(nil)

//go:embed refine_weights.txt
var refineWeights string

// NewRefiner makes a refiner beside an engine.
func NewRefiner(e *Engine) *Refiner {
	weights, err := ParseTraits(refineWeights)
	if err != nil {
		panic("engine: " + err.Error()) // the embedded file is part of the program
	}
	return &Refiner{engine: e, index: e.index, tagger: e.tagger, model: newModel(weights, e.Weights()), nulls: &nulls{engine: e, known: map[*schema.Column]bool{}}}
}

// tryFollowUps is how many candidates may be tried on the database.
const tryFollowUps = 5

// Refine reads the feedback. *workflow.NotUnderstood is returned when it means nothing here.
func (e *Refiner) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	if draft, told, err := e.asNew(ctx, r); told {
		return draft, err
	}
	if then, another := e.ofAnother(r); another {
		if draft, err := e.read(ctx, then); err == nil && len(draft.Ignored) == 0 {
			draft.Understood = append(draft.Understood, r.Question+" = "+then.Question)
			return draft, nil
		}
	}
	draft, err := e.read(ctx, r)
	if err != nil {
		return nil, e.offers(ctx, r, err)
	}
	return draft, nil
}

func (e *Refiner) read(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	var slips []string
	r.Question, slips = e.engine.mended(grammar.Request(r.Question))
	r.Question = ofStates(e.engine.inKnownWords(r.Question, true))
	ed, err := e.editor(r)
	if err != nil {
		return nil, err
	}
	if ed.writes(utter(r.Question)) {
		return nil, e.engine.onlyReads(utter(r.Question))
	}
	if draft := e.besides(ctx, r, ed); draft != nil {
		return draft, nil
	}
	r.Question = ed.namedOnes(ed.unnumbered(ed.untallied(ed.columnsNamed(ed.inWords(ed.dayInForce(r.Question))))))
	ed.said = utter(r.Question)
	moment := ed.dated(r.Question)
	r.Question = moment.input
	list := e.followUps(ctx, ed, r.Question)
	if words := ed.unplaced(utter(r.Question)); len(words) > 0 && (len(list) == 0 || list[0].mix != edited) {
		return nil, &workflow.NotUnderstood{Words: words, Absent: ed.absent(words)}
	}
	u := utter(r.Question)
	list = ed.built(e.ranked(ed, u, list), tryFollowUps)
	if len(list) == 0 {
		return nil, e.notUnderstood(r, nil)
	}
	e.giveWay(ctx, ed, &list[0])
	best := e.pick(ctx, list)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("try a refinement: %w", ctx.Err())
	}
	best = ed.otherView(u, list, best)
	if ed.doubted(u, &list[best]) {
		best = ed.aboutShown(u, list, best)
	}
	draft := e.draft(list[best])
	draft.Understood = append(moment.spoken(draft.Understood), slips...)
	if ed.senseless(u, list[best], draft) || ed.undated(moment, list[best]) {
		return nil, e.notUnderstood(r, draft)
	}
	if ed.doubted(u, &list[best]) {
		return nil, e.ask(ed, u, list, best)
	}
	e.offer(draft, list, best)
	return draft, nil
}

// offer adds the next best candidates, for the person to choose from.
func (e *Refiner) offer(draft *workflow.Draft, list []rival, best int) {
	for i, c := range list {
		if i != best && len(draft.Others) < shown && list[0].score-c.score < shownScore {
			draft.Others = append(draft.Others, e.draft(c))
		}
	}
}

// notUnderstood names the words without a place.
func (e *Refiner) notUnderstood(r workflow.Refine, partial *workflow.Draft) error {
	out := e.engine.lost(prepare(e.tagger.Tag(r.Question, r.Now)), partial)
	if ed, err := e.editor(r); err == nil {
		if unknown := ed.unknown(utter(r.Question)); len(unknown) > 0 {
			out.Words = unknown
		}
	}
	return out
}

// suggest makes feedback that the rules can do with the present query: a filter by a value it could have, an order.
func (ed *editor) suggest() []string {
	var out []string
	if i, ok := ed.measure(); ok && itemName(ed.block().Items[i]) != "" {
		out = append(out, "sort by "+spoken(itemName(ed.block().Items[i]))+" descending")
	}
	const few = 10
	if ed.query.Limit.IsZero() && (ed.rows < 0 || ed.rows > few) {
		out = append(out, "limit 10")
	}
	if ed.rows == 1 {
		return out
	}
	return append(out, "how many are there?")
}

// pick is the best rival that brings rows; one that fails gives way, one of the rules stays even when it is empty:
// an edit is what was said.
func (e *Refiner) pick(ctx context.Context, list []rival) int {
	if e.engine.database == nil || len(list) == 1 {
		return 0
	}
	sound := -1
	for i := range list {
		some, err := e.holds(ctx, &list[i])
		switch {
		case ctx.Err() != nil:
			return 0
		case err != nil:
			continue
		case some:
			return i
		case sound < 0:
			sound = i
		}
	}
	return max(sound, 0)
}

// holds says that a candidate may be shown before those after it.
func (e *Refiner) holds(ctx context.Context, f *rival) (bool, error) {
	if f.mix == edited {
		err := e.engine.takes(ctx, f.statement)
		return err == nil, err
	}
	return e.engine.brings(ctx, f.statement, f.query)
}

// editor opens the current query for edits.
func (e *Refiner) editor(r workflow.Refine) (*editor, error) {
	q, err := r.Current.Query()
	if err != nil {
		return nil, fmt.Errorf("refine the current query: %w", err)
	}
	ed := &editor{engine: e.engine, nulls: e.nulls, index: e.index, tagger: e.tagger.forTurn(inFull(r.Question)), dialect: r.Current.Dialect(), now: r.Now, said: utter(r.Question), query: q, rows: -1, tags: map[string][]Item{}, composed: map[string][]compose.Condition{}}
	if r.Before != nil {
		if before, err := r.Before.Query(); err == nil {
			ed.last = before
		}
	}
	if n := len(r.Earlier); n > 0 {
		ed.earlier, ed.talk = r.Earlier[n-1], r.Earlier
	}
	for _, s := range r.Steps {
		ed.steps = append(ed.steps, s.SQL)
	}
	if r.Result != nil && !r.Result.More && (r.Result.Rows > 0 || len(r.Result.Columns) > 0) { // else it was not run
		ed.rows = r.Result.Rows
	}
	return ed, nil
}

// draft is the rival with what there is to say about it.
func (e *Refiner) draft(c rival) *workflow.Draft {
	d := &workflow.Draft{Statement: c.statement, Coverage: 1, Score: c.score, Source: "engine"}
	if c.editor != nil {
		d.Understood, d.Notes, d.Edit = c.editor.understood, c.editor.notes, true
		d.Ignored = c.editor.unused(c.words, c.statement.SQL())
		return d
	}
	d.Ignored, d.Coverage = cover(*c.fresh, c.items)
	d.Explanation, d.Understood = explain(c.fresh.reading), c.fresh.understood(c.items)
	return d
}

// askedAs reads the words beside a reference as a question about what a name stands for.
func (e *Refiner) askedAs(ctx context.Context, ed, row *editor, u utterance, r reference) *rival {
	rows := ed.shownAsRows()
	if r.held != nil {
		rows = r.thing
	}
	if rows.key == nil || rows.called == nil || r.plain && rows.table == nil {
		return nil
	}
	inner, ok := row.cell(cmp.Or(r.held, rows.key))
	if !ok {
		return nil
	}
	if inner.Limit.IsZero() {
		inner.ClearOrder()
	}
	over := e.engine.standing(rows, inner)
	if r.part {
		over = e.engine.amongRows(rows, inner)
	}
	var made *rival // by its key alone, where nothing says more
	texts := ed.withStandIn(u, r, rows)
	if each := ed.forEachOf(u, r, rows, texts); each != "" {
		texts = append([]string{each}, texts...)
	}
	for _, text := range texts {
		p, err := over.options(ctx, workflow.Request{Question: text, Now: ed.now})
		if err != nil {
			return nil
		}
		taken := firstOf(p)
		if taken == nil && !r.plain {
			taken = wholeOf(p)
		}
		if taken == nil || len(taken.draft.Ignored) > 0 {
			continue
		}
		q, err := taken.draft.Statement.Query()
		if err != nil || ed.onlyItself(u, q, rows) {
			continue
		}
		work := *row
		work.query = q
		work.understand(fmt.Sprintf("%s = that of the rows in force", u.text(r.at)))
		work.operations = []string{"pointed"}
		out := &rival{query: q, mix: edited, reading: -1, editor: &work, present: ed.query, sure: true, part: r.part, firm: r.held != nil || rows.table == nil && !r.plain}
		if !ed.keysAlone(q) {
			return out
		}
		if made == nil {
			made = out
		}
	}
	return made
}

// askedOf is what the words beside a reference ask of the rows that it points at.
func (e *Refiner) askedOf(ctx context.Context, ed, row *editor, u utterance, r reference, settled bool) *rival {
	head := min(u.trim(stretch{0, len(u.tokens)}).from, r.at.from)
	if r.both && !asksMore(u.text(stretch{head, r.at.from})) && !asksMore(u.text(stretch{r.at.to, len(u.tokens)})) {
		return ed.bothOf(row, u, r)
	}
	if (r.placed || r.counted) && !asksMore(u.text(stretch{head, r.at.from})) && !asksMore(u.text(stretch{r.at.to, len(u.tokens)})) {
		return ed.onlyThese(row, u, r)
	}
	if _, cut := ed.cutAt(); r.extreme && (cut || !settled || r.several) && !u.has("about") && !asksMore(u.text(stretch{head, r.at.from})) && !asksMore(u.text(stretch{r.at.to, len(u.tokens)})) {
		return ed.onlyThese(row, u, r)
	}
	if r.named && u.any(english.ApartWords) && !english.WhWords[u.words[0]] {
		return nil
	}
	if (r.valued || r.named && !settled) && !asksMore(u.text(stretch{head, r.at.from})) && !asksMore(u.text(stretch{r.at.to, len(u.tokens)})) {
		return ed.onlyThese(row, u, r)
	}
	var said *rival
	if r.thingSaid || !r.plain && r.held == nil {
		said = ed.asPronoun(row, u, r)
	}
	if said != nil && (r.thingSaid || english.OfPeople[said.editor.operations[0]]) {
		return said
	}
	if made := ed.thingsDone(row, u, r); made != nil {
		return made
	}
	if made := e.askedAs(ctx, ed, row, u, r); made != nil {
		return made
	}
	return said
}

// giveWay drops the condition in whose place a value was put of another column, where no row meets both and rows meet all others: those
// lost, after those won.
func (e *Refiner) giveWay(ctx context.Context, ed *editor, next *rival) {
	if e.engine.database == nil || next.editor == nil || next.query.Set != nil || ed.query.Set != nil || len(next.editor.operations) != 1 || !swappingRules[next.editor.operations[0]] {
		return
	}
	if ed.said.asksWhether() {
		return // that there is none is the answer
	}
	was := ed.block().Where
	if len(without(leftmost(next.query).Where, was)) != 1 || len(without(was, leftmost(next.query).Where)) > 0 {
		return
	}
	if some, err := e.engine.brings(ctx, next.statement, next.query); some || err != nil {
		return
	}
	var found *statement.Query
	var made *statement.Statement
	var gone statement.Expr
	tried := 0
	for _, p := range was {
		now, ok := constraintOf(p)
		if c := ed.scope().subject(p); !ok || now.negated || c == nil || c.Role == schema.Moment || tried == mostGivingWay {
			continue
		}
		tried++
		q := next.query.Clone()
		if leftmost(q).RemovePredicate(p) != nil {
			continue
		}
		s, err := q.Build(ed.dialect)
		if err != nil {
			continue
		}
		if some, err := e.engine.brings(ctx, s, q); !some || err != nil {
			continue
		}
		if found != nil {
			return
		}
		found, made, gone = q, s, p
	}
	if found == nil {
		return
	}
	next.query, next.statement = found, made
	next.editor.query = found
	next.editor.assume(fmt.Sprintf("it is in the place of %s", gone.SQL()))
}

// inWords is the input with the plain words for a row's place instead of others.
func (ed *editor) inWords(input string) string {
	input = ed.inRows(ed.inPair(input))
	for _, way := range inPlace {
		input = way.said.ReplaceAllString(input, way.is)
	}
	if !ed.block().Grouped() {
		input = theOneWithMost.ReplaceAllString(input, "which one has the $1 $2")
	}
	input = graded.ReplaceAllStringFunc(input, func(said string) string {
		m := graded.FindStringSubmatch(said)
		if n, ok := ParseNumber(strings.ToLower(m[2])); !ok || n < 1 {
			return said
		}
		most := map[string]string{"better": "best", "worse": "worst"}[strings.ToLower(m[1])]
		if most == "" {
			most = strings.TrimSuffix(strings.ToLower(m[1]), "r") + "st"
		}
		if len(ed.tag(most)) == 0 || !ed.saysExtreme(most) {
			return said
		}
		return "the " + m[2] + " " + most
	})
	return asksOfAny.ReplaceAllString(input, "which of $2$3 $1 ")
}

// onView says that an input speaks of a figure or a column on screen, whatever else it may sound like.
func (e *Refiner) onView(r workflow.Refine) bool {
	ed, err := e.editor(r)
	if err != nil {
		return false
	}
	list := e.edits(ed, utter(r.Question))
	return len(list) > 0 && ed.seenOnly(list[0].editor.operations)
}

// pointedAt is what the input asks of rows that it points at; nil where it points at none, or nothing is understood. Sure says that
// it points by more than a pronoun, placed that it counts rows. A pronoun is left to the rules where they are settled.
func (e *Refiner) pointedAt(ctx context.Context, ed *editor, u utterance, settled bool) (made *rival, sure, placed bool) {
	if ed.query.Set != nil {
		return nil, false, false
	}
	for _, r := range ed.references(u) {
		if r.plain && settled && !(r.part && u.has("many") && !ed.query.Limit.IsZero()) {
			continue
		}
		placed = placed || r.placed
		row := *ed
		row.query = ed.query.Clone()
		if !row.try(func() bool { return r.cut(&row) }) {
			continue
		}
		sure = sure || !r.plain
		if settled && ed.leftToRules(u, r) {
			return nil, sure, placed
		}
		if made := e.askedOf(ctx, ed, &row, u, r, settled); made != nil {
			return made, sure, placed
		}
	}
	return nil, sure, placed
}
