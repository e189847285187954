package refine

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/rule"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Refiner turns feedback on a query into the next query. Two roads lead there, and compete:
//
//   - rules edit the tree (rules in rule/rule.go): a rule is a way of saying a refinement and what it does; targets
//     and conditions read what fills its slots, an editor changes the tree;
//   - a follow-up that is rather a question is read afresh, and mixed with the present query (clause/mix.go): its
//     columns of the present rows, the present columns of its rows, and so on.
//
// A log-linear ranker with readable weights chooses (follow.go, weights.txt). It is safe for concurrent
// use.
type Refiner struct {
	engine *reader.Engine
	Index  *schema.Index
	tagger *tag.Tagger
	model  *model
	nulls  *reader.Nulls
}

var _ workflow.Refiner = (*Refiner)(nil)

//go:embed weights.txt
var refineWeights string

// NewRefiner makes a refiner beside an engine.
func NewRefiner(e *reader.Engine) *Refiner {
	weights, err := parseTraits(refineWeights)
	if err != nil {
		panic("engine: " + err.Error()) // the embedded file is part of the program
	}
	return &Refiner{engine: e, Index: e.Index, tagger: e.Tagger, model: newModel(weights, e.Weights()), nulls: &reader.Nulls{Engine: e, Known: map[*schema.Column]bool{}}}
}

// tryFollowUps is how many candidates may be tried on the database.
const tryFollowUps = 5

// Refine reads the feedback. *workflow.NotUnderstood is returned when it means nothing here.
func (e *Refiner) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	e.engine.Seek(ctx, r.Question, r.Now)
	if draft, told, err := e.asNew(ctx, r); told {
		return draft, err
	}
	if draft := e.inPeriodShown(ctx, r); draft != nil {
		return draft, nil
	}
	for _, asked := range []func(context.Context, workflow.Refine) *workflow.Draft{e.ofMost, e.ofTheirs, e.ofValues, e.ofCounted, e.ofTheirNames, e.ofThemBest} {
		if draft := asked(ctx, r); draft != nil {
			return draft, nil
		}
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
	if those := e.ofImplied(ctx, r, draft); those != nil {
		return those, nil
	}
	return draft, nil
}

func (e *Refiner) read(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	var slips []string
	r.Question, slips = e.engine.Mended(grammar.Request(r.Question))
	r.Question = clause.OfStates(e.engine.InKnownWords(r.Question, true))
	ed, err := e.Editor(r)
	if err != nil {
		return nil, err
	}
	if clause.Writes(ed, tag.Utter(r.Question)) {
		return nil, e.engine.OnlyReads(tag.Utter(r.Question))
	}
	if draft := e.besides(ctx, r, ed); draft != nil {
		return draft, nil
	}
	r.Question = pointer.NamedOnes(ed, pointer.Unnumbered(ed, pointer.Untallied(ed, rule.ColumnsNamed(ed, inWords(ed, dayInForce(ed, r.Question))))))
	ed.Said = tag.Utter(r.Question)
	moment := dated(ed, r.Question)
	r.Question = moment.input
	list := e.followUps(ctx, ed, r.Question)
	list = slices.DeleteFunc(list, func(c pointer.Rival) bool { return amiss(ed, ed.Said, &c) })
	u, edited := tag.Utter(r.Question), len(list) > 0 && list[0].Mix == clause.Edited
	if pointer.AsksBetter(u) && !(edited && slices.Contains(operationsOf(&list[0]), "contrast")) {
		return nil, &workflow.NotUnderstood{Refusal: "Better than what? Nothing stands beside it yet: name the other, as in \"compare it with last month\"."}
	}
	if words := clause.Unplaced(ed, u); len(words) > 0 && !edited {
		return nil, &workflow.NotUnderstood{Words: words, Absent: clause.Absent(ed, words)}
	}
	list = figuresOfThese(ed, u, built(ed, e.ranked(ed, u, list), tryFollowUps))
	if len(list) == 0 {
		return nil, e.notUnderstood(r, nil)
	}
	e.giveWay(ctx, ed, &list[0])
	best, taken := e.pick(ctx, list)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("try a refinement: %w", ctx.Err())
	}
	if !taken {
		return nil, &workflow.NotUnderstood{Refusal: "What was said does not go together with the query in force, as far as I understand it; the query stays as it is."}
	}
	best = ofThoseInForce(ed, u, list, otherView(ed, u, list, best))
	if doubted(ed, u, &list[best]) {
		best = keeping(ed, u, list, best)
	}
	draft := e.draft(list[best])
	draft.Understood = append(moment.spoken(draft.Understood), slips...)
	if senseless(ed, u, list[best], draft) || undated(ed, moment, list[best]) {
		return nil, e.notUnderstood(r, draft)
	}
	if doubted(ed, u, &list[best]) && !onlyChoice(ed, u, list, best) {
		return nil, e.ask(ed, u, list, best)
	}
	e.offer(draft, list, best)
	return draft, nil
}

// offer adds the next best candidates, for the person to choose from.
func (e *Refiner) offer(draft *workflow.Draft, list []pointer.Rival, best int) {
	for i, c := range list {
		if i != best && len(draft.Others) < reader.Shown && list[0].Score-c.Score < reader.ShownScore {
			draft.Others = append(draft.Others, e.draft(c))
		}
	}
}

// notUnderstood names the words without a place.
func (e *Refiner) notUnderstood(r workflow.Refine, partial *workflow.Draft) error {
	out := e.engine.Lost(reader.Prepare(e.tagger.Tag(r.Question, r.Now)), partial)
	if ed, err := e.Editor(r); err == nil {
		if unknown := pointer.Unknown(ed, tag.Utter(r.Question)); len(unknown) > 0 {
			out.Words = unknown
		}
	}
	return out
}

// suggest makes feedback that the rules can do with the present query: a filter by a value it could have, an order.
func suggest(ed *edit.Editor) []string {
	var out []string
	if i, ok := ed.Measure(); ok && edit.ItemName(ed.Block().Items[i]) != "" {
		out = append(out, "sort by "+reader.Spoken(edit.ItemName(ed.Block().Items[i]))+" descending")
	}
	const few = 10
	if ed.Query.Limit.IsZero() && (ed.Rows < 0 || ed.Rows > few) {
		out = append(out, "limit 10")
	}
	if ed.Rows == 1 {
		return out
	}
	return append(out, "how many are there?")
}

// pick is the best rival that brings rows; one that fails gives way, one of the rules stays even when it is empty: an edit is what was
// said. taken is false where the database refuses them all.
func (e *Refiner) pick(ctx context.Context, list []pointer.Rival) (best int, taken bool) {
	if e.engine.Database == nil {
		return 0, true
	}
	if len(list) == 1 {
		return 0, !refused(e.engine.Takes(ctx, list[0].Statement))
	}
	sound, all := -1, true
	for i := range list {
		some, err := e.holds(ctx, &list[i])
		all = all && refused(err)
		switch {
		case ctx.Err() != nil:
			return 0, true
		case err != nil:
			continue
		case some:
			return i, true
		case sound < 0:
			sound = i
		}
	}
	return max(sound, 0), !all
}

// refused says that a database finds no sense in a statement: nothing else than its words is at fault. What names a table or a column that is
// gone is not refused here: whoever runs it reads the tables again.
func refused(err error) bool {
	var told *db.Error
	return errors.As(err, &told) && slices.Contains([]db.Kind{db.Failed, db.NoFunction, db.Syntax}, told.Kind)
}

// holds says that a candidate may be shown before those after it.
func (e *Refiner) holds(ctx context.Context, f *pointer.Rival) (bool, error) {
	if f.Mix == clause.Edited {
		err := e.engine.Takes(ctx, f.Statement)
		return err == nil, err
	}
	return e.engine.Brings(ctx, f.Statement, f.Query)
}

// Editor opens the current query for edits.
func (e *Refiner) Editor(r workflow.Refine) (*edit.Editor, error) {
	q, err := r.Current.Query()
	if err != nil {
		return nil, fmt.Errorf("refine the current query: %w", err)
	}
	ed := &edit.Editor{Engine: e.engine, Nulls: e.nulls, Index: e.Index, Tagger: e.tagger.ForTurn(tag.InFull(r.Question)), Dialect: r.Current.Dialect(), Now: r.Now, Said: tag.Utter(r.Question), Query: q, Rows: -1, Tags: map[string][]tag.Item{}, Composed: map[string][]compose.Condition{}}
	if r.Before != nil {
		if before, err := r.Before.Query(); err == nil {
			ed.Last = before
		}
	}
	if n := len(r.Earlier); n > 0 {
		ed.Earlier, ed.Talk = r.Earlier[n-1], r.Earlier
	}
	for _, s := range r.Steps {
		ed.Steps = append(ed.Steps, s.SQL)
	}
	if r.Result != nil && !r.Result.More && (r.Result.Rows > 0 || len(r.Result.Columns) > 0) { // else it was not run
		ed.Rows = r.Result.Rows
	}
	return ed, nil
}

// draft is the rival with what there is to say about it.
func (e *Refiner) draft(c pointer.Rival) *workflow.Draft {
	d := &workflow.Draft{Statement: c.Statement, Coverage: 1, Score: c.Score, Source: "engine"}
	if c.Editor != nil {
		d.Understood, d.Notes, d.Edit = c.Editor.Understood, c.Editor.Notes, true
		d.Ignored = unused(c.Editor, c.Words, c.Statement.SQL())
		return d
	}
	d.Ignored, d.Coverage = reader.Cover(*c.Fresh, c.Items)
	d.Explanation, d.Understood = reader.Explain(c.Fresh.Reading), c.Fresh.Understood(c.Items)
	return d
}

// askedAs reads the words beside a reference as a question about what a name stands for.
func (e *Refiner) askedAs(ctx context.Context, ed, row *edit.Editor, u tag.Utterance, r pointer.Reference) *pointer.Rival {
	rows := measure.ShownAsRows(ed)
	if r.Held != nil {
		rows = r.Thing
	}
	if rows.Key == nil || rows.Called == nil || r.Plain && rows.Table == nil {
		return nil
	}
	inner, ok := clause.Cell(row, cmp.Or(r.Held, rows.Key))
	if !ok {
		return nil
	}
	over := pointer.Standing(e.engine, rows, inner)
	if r.Part {
		over = pointer.AmongRows(e.engine, rows, inner)
	}
	var made *pointer.Rival // by its key alone, where nothing says more
	texts := pointer.WithStandIn(ed, u, r, rows)
	if each := pointer.ForEachOf(ed, u, r, rows, texts); each != "" {
		texts = append([]string{each}, texts...)
	}
	for _, text := range texts {
		p, err := over.Options(ctx, workflow.Request{Question: over.InKnownWords(text, false), Now: ed.Now})
		if err != nil {
			return nil
		}
		taken := pointer.FirstOf(p)
		if taken == nil && !r.Plain {
			taken = pointer.WholeOf(p)
		}
		if taken == nil || len(taken.Draft.Ignored) > 0 {
			continue
		}
		q, err := taken.Draft.Statement.Query()
		if err != nil || pointer.OnlyItself(ed, u, q, rows) {
			continue
		}
		if rows.Table == nil {
			pointer.KeepConditions(ed, q)
		}
		pointer.TellApart(ed, q, r, u, rows)
		work := *row
		work.Query = q
		work.Understand(fmt.Sprintf("%s = that of the rows in force", u.Text(r.At)))
		work.Operations = []string{"pointed"}
		out := &pointer.Rival{Query: q, Mix: clause.Edited, Reading: -1, Editor: &work, Present: ed.Query, Sure: true, Part: r.Part, Firm: r.Held != nil || rows.Table == nil && !r.Plain}
		if !pointer.KeysAlone(ed, q) {
			return out
		}
		if made == nil {
			made = out
		}
	}
	return made
}

// askedOf is what the words beside a reference ask of the rows that it points at.
func (e *Refiner) askedOf(ctx context.Context, ed, row *edit.Editor, u tag.Utterance, r pointer.Reference, settled bool) *pointer.Rival {
	head := min(u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)}).From, r.At.From)
	if (r.Both || r.Placed && r.Several && u.Any(english.ComparingWords)) && !pointer.AsksMore(u.Text(tag.Stretch{From: head, To: r.At.From})) && !pointer.AsksMore(u.Text(tag.Stretch{From: r.At.To, To: len(u.Tokens)})) {
		return pointer.BothOf(ed, row, u, r)
	}
	if (r.Placed || r.Counted) && !pointer.AsksMore(u.Text(tag.Stretch{From: head, To: r.At.From})) && !pointer.AsksMore(u.Text(tag.Stretch{From: r.At.To, To: len(u.Tokens)})) {
		return pointer.OnlyThese(ed, row, u, r)
	}
	if _, cut := clause.CutAt(ed); r.Extreme && (cut || !settled || r.Several) && !u.Has("about") && !pointer.AsksMore(u.Text(tag.Stretch{From: head, To: r.At.From})) && !pointer.AsksMore(u.Text(tag.Stretch{From: r.At.To, To: len(u.Tokens)})) {
		return pointer.OnlyThese(ed, row, u, r)
	}
	if r.Named && u.Any(english.ApartWords) && !english.WhWords[u.Words[0]] {
		return nil
	}
	if (r.Valued || r.Named && !settled) && !pointer.AsksMore(u.Text(tag.Stretch{From: head, To: r.At.From})) && !pointer.AsksMore(u.Text(tag.Stretch{From: r.At.To, To: len(u.Tokens)})) {
		return pointer.OnlyThese(ed, row, u, r)
	}
	var said *pointer.Rival
	if r.ThingSaid || !r.Plain && r.Held == nil {
		said = pointer.AsPronoun(ed, row, u, r)
	}
	if plain := pointer.PlainRows(ed, row); said == nil && plain != nil {
		if one := pointer.AsPronoun(ed, plain, u, r); one != nil && one.Editor.Operations[0] == "superior" {
			return one
		}
	}
	if said != nil && (r.ThingSaid || r.Placed && r.Several || clause.OfPeople[said.Editor.Operations[0]]) {
		return said
	}
	if made := pointer.ThingsDone(ed, row, u, r); made != nil {
		return made
	}
	if made := pointer.LastDone(ed, row, u, r); made != nil {
		return made
	}
	if made := e.askedAs(ctx, ed, row, u, r); made != nil {
		return made
	}
	return said
}

// giveWay drops the condition in whose place a value was put of another column, where no row meets both and rows meet all others: those
// lost, after those won.
func (e *Refiner) giveWay(ctx context.Context, ed *edit.Editor, next *pointer.Rival) {
	if e.engine.Database == nil || next.Editor == nil || next.Query.Set != nil || ed.Query.Set != nil || len(next.Editor.Operations) != 1 || !pointer.SwappingRules[next.Editor.Operations[0]] {
		return
	}
	if pointer.AsksWhether(ed.Said) {
		return // that there is none is the answer
	}
	was := ed.Block().Where
	if len(pointer.Without(edit.Leftmost(next.Query).Where, was)) != 1 || len(pointer.Without(was, edit.Leftmost(next.Query).Where)) > 0 {
		return
	}
	if some, err := e.engine.Brings(ctx, next.Statement, next.Query); some || err != nil {
		return
	}
	var found *statement.Query
	var made *statement.Statement
	var gone statement.Expr
	tried := 0
	for _, p := range was {
		now, ok := edit.ConstraintOf(p)
		if c := ed.Scope().Subject(p); !ok || now.Negated || c == nil || c.Role == schema.Moment || tried == pointer.MostGivingWay {
			continue
		}
		tried++
		q := next.Query.Clone()
		if edit.Leftmost(q).RemovePredicate(p) != nil {
			continue
		}
		s, err := q.Build(ed.Dialect)
		if err != nil {
			continue
		}
		if some, err := e.engine.Brings(ctx, s, q); !some || err != nil {
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
	next.Query, next.Statement = found, made
	next.Editor.Query = found
	next.Editor.Assume(fmt.Sprintf("it is in the place of %s", gone.SQL()))
}

// inWords is the input with the plain words for a row's place instead of others.
func inWords(ed *edit.Editor, input string) string {
	input = pointer.OftenDone(ed, pointer.UngradedOne(ed, pointer.InRows(ed, inPair(ed, input))))
	for _, way := range pointer.InPlace {
		input = way.Said.ReplaceAllString(input, way.Is)
	}
	if !ed.Block().Grouped() {
		input = pointer.TheOneWithMost.ReplaceAllString(input, "which one has the $1 $2")
	}
	input = pointer.Graded.ReplaceAllStringFunc(input, func(said string) string {
		m := pointer.Graded.FindStringSubmatch(said)
		if n, ok := tag.ParseNumber(strings.ToLower(m[2])); !ok || n < 1 {
			return said
		}
		most := map[string]string{"better": "best", "worse": "worst"}[strings.ToLower(m[1])]
		if most == "" {
			most = strings.TrimSuffix(strings.ToLower(m[1]), "r") + "st"
		}
		if len(ed.Tag(most)) == 0 || !pointer.SaysExtreme(ed, most) {
			return said
		}
		return "the " + m[2] + " " + most
	})
	return pointer.AsksOfAny.ReplaceAllString(input, "which of $2$3 $1 ")
}

// OnView says that an input speaks of a figure or a column on screen, whatever else it may sound like.
func (e *Refiner) OnView(r workflow.Refine) bool {
	ed, err := e.Editor(r)
	if err != nil {
		return false
	}
	list := e.edits(ed, tag.Utter(r.Question))
	return len(list) > 0 && clause.SeenOnly(ed, list[0].Editor.Operations)
}

// pointedAt is what the input asks of rows that it points at; nil where it points at none, or nothing is understood. Sure says that
// it points by more than a pronoun, placed that it counts rows. A pronoun is left to the rules where they are settled.
func (e *Refiner) pointedAt(ctx context.Context, ed *edit.Editor, u tag.Utterance, settled bool) (made *pointer.Rival, sure, placed bool) {
	if ed.Query.Set != nil {
		return nil, false, false
	}
	for _, r := range pointer.References(ed, u) {
		if r.Extreme && behindComparison(u, r) {
			continue // "cheaper than the dearest one" asks for the others
		}
		if n, cut := clause.CutAt(ed); cut && n == 1 && r.Plain && asksEnd(ed, u) {
			continue // one row has no end: it is another than the one in force
		}
		if made := pointer.Doers(ed, u, r); made != nil {
			return made, true, placed || r.Placed
		}
		if r.Plain && settled && !(r.Part && u.Has("many") && !ed.Query.Limit.IsZero()) {
			continue
		}
		placed = placed || r.Placed
		row := *ed
		row.Query = ed.Query.Clone()
		if !row.Try(func() bool { return r.Cut(&row) }) {
			continue
		}
		sure = sure || !r.Plain
		if settled && pointer.LeftToRules(ed, u, r) {
			return nil, sure, placed
		}
		if made := e.askedOf(ctx, ed, &row, u, r, settled); made != nil {
			return made, sure, placed
		}
	}
	return nil, sure, placed
}

// asksEnd says that the input ends in a superlative: "which one is the cheapest".
func asksEnd(ed *edit.Editor, u tag.Utterance) bool {
	items := ed.Tag(u.Input)
	return len(items) > 0 && items[len(items)-1].Is(tag.Superlative)
}

// behindComparison says that something is compared with what the reference points at.
func behindComparison(u tag.Utterance, r pointer.Reference) bool {
	if r.At.From == 0 {
		return false
	}
	before := u.Words[r.At.From-1]
	return before == "than" || english.BesideExtreme[before]
}
