package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/refine"
	"parley/workflow/engine/tag"
	"parley/workflow/project"
	"parley/workflow/schema"
	"parley/workflow/verified"
)

// Names of several words that a project defines are read as one word each, which means nothing else; what is said about the
// question has them as they were.

// taughtGenerator reads questions in the words of a project.
type taughtGenerator struct {
	wordReader
	shelf   *verified.Shelf
	refiner taughtRefiner
}

// wordReader is taughtGenerator without what was verified.
type wordReader struct {
	generator workflow.Generator
	project   *project.Project
	// bare reads without the words that were taught; nil where nobody taught any.
	bare func() bareReader
}

// bareReader reads without the words that were taught, by an index that knows none of them.
type bareReader struct {
	wordReader
	index *schema.Index
}

// Generate implements workflow.Generator.
func (g wordReader) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	draft, err := g.generator.Generate(ctx, inWords(r, g.project))
	if d := g.barely(ctx, r, draft); d != nil {
		draft, err = d, nil
	}
	if g.project.NamesFigure(r.Question) {
		draft = counting(draft, nil)
	}
	return asSaid(draft, err, g.project)
}

// What is less likely than unsureOfWords may be read without the words of the project; it is, where that is likelier than surelyBare, and by
// barelyBetter likelier than with them. It may be less likely by farWorse where the words lead through farther tables. Who names a figure that was
// defined, or rows with their noun, means it.
const (
	unsureOfWords = 0.7
	barelyBetter  = 0.12
	surelyBare    = 0.5
	farWorse      = 0.06
	farther       = 2
)

// barely is a question read without the words of the project, where with them it is unsure, and a word of theirs stands there for something
// else, as far as can be told: without them it is likelier, or takes a shorter way. It is nil for all others.
func (g wordReader) barely(ctx context.Context, r workflow.Request, draft *workflow.Draft) *workflow.Draft {
	chance, tables := 0.0, 0
	if draft != nil {
		chance, tables = draft.Chance, len(draft.Statement.References().Tables)
	}
	if g.bare == nil || chance >= unsureOfWords || g.project.NamesFigure(r.Question) || draft != nil && g.project.NamesRows(r.Question) {
		return nil
	}
	reader := g.bare()
	bare, err := reader.Generate(ctx, r)
	if err != nil || len(bare.Ignored) > 0 {
		return nil
	}
	if read := bare.Statement.References().Columns; slices.ContainsFunc(g.project.ColumnsCalled(r.Question, reader.index), func(c *schema.Column) bool {
		return !slices.ContainsFunc(read, func(o statement.ColumnReference) bool { return strings.EqualFold(o.Name, c.Name) })
	}) {
		return nil // it has no part for a word that says nothing but what was taught
	}
	if slices.ContainsFunc(g.project.MomentsTold(r.Question), func(c *schema.Column) bool { return reads(draft, c) && !reads(bare, c) }) {
		return nil // somebody told when what the words say came to be so
	}
	if p := bare.Statement.References().Tables; slices.ContainsFunc(g.project.TablesCalled(r.Question), func(t *schema.Table) bool {
		return !slices.ContainsFunc(p, func(o statement.TableReference) bool { return strings.EqualFold(o.Name, t.Name) })
	}) {
		return nil
	}
	better := barelyBetter
	if tables-len(bare.Statement.References().Tables) >= farther {
		better = -farWorse
	}
	if bare.Chance < max(chance+better, surelyBare) {
		return nil
	}
	bare.Notes = append(slices.Clip(bare.Notes), g.project.Aside(r.Question)...)
	if draft != nil {
		bare.Rival = draft.Explanation
	}
	return bare
}

// reads says that a draft asks for a column.
func reads(draft *workflow.Draft, c *schema.Column) bool {
	return draft != nil && slices.ContainsFunc(draft.Statement.References().Columns, func(o statement.ColumnReference) bool { return strings.EqualFold(o.Name, c.Name) })
}

// taught are the two makers over an engine that reads in the words of a project.
func taught(e *reader.Engine, p *project.Project, names statement.Names) (taughtGenerator, taughtRefiner) {
	words, refiner := wordReader{generator: e, project: p}, taughtRefiner{refine.NewRefiner(e), p, e.Tagger}
	if p.Worded() {
		words.bare = sync.OnceValue(func() bareReader {
			x := e.Index.Untaught()
			known := p.Bare(x)
			return bareReader{wordReader{generator: e.Over(x), project: known}, x}
		})
	}
	return taughtGenerator{words, &verified.Shelf{
		Pairs: func() []verified.Pair { return verified.OfProject(p) }, Generator: words, Refiner: refiner,
		Parse: func(_ context.Context, sql string) (*statement.Statement, error) {
			return statement.Parse(sql, e.Dialect, names)
		},
	}, refiner}, refiner
}

// Generate implements workflow.Generator.
func (g taughtGenerator) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	if d := g.inView(ctx, r); d != nil {
		return d, nil
	}
	if d := g.shelf.Answer(ctx, r); d != nil {
		return asSaid(d, nil, g.project)
	}
	return g.wordReader.Generate(ctx, r)
}

// inView is what an input does to the query in force that was taken for a question of its own, and speaks without a doubt of what is on
// screen; nil for all others.
func (g taughtGenerator) inView(ctx context.Context, r workflow.Request) *workflow.Draft {
	if r.Standing == nil || r.Standing.Current == nil || !g.refiner.OnView(*r.Standing) {
		return nil
	}
	d, err := g.refiner.Refine(ctx, *r.Standing)
	if err != nil {
		return nil
	}
	refines := *d
	intent := dialog.Refinement
	refines.Intent = &intent
	return &refines
}

// taughtRefiner reads feedback likewise.
type taughtRefiner struct {
	*refine.Refiner
	project *project.Project
	tagger  *tag.Tagger
}

// Refine implements workflow.Refiner.
func (f taughtRefiner) Refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	draft, err := f.refine(ctx, r)
	if slices.ContainsFunc(append([]string{r.Question, r.Original, r.Standalone}, r.Earlier...), f.project.NamesFigure) {
		draft = counting(draft, r.Current)
	}
	return draft, err
}

// refine reads feedback in the words of the project.
func (f taughtRefiner) refine(ctx context.Context, r workflow.Refine) (*workflow.Draft, error) {
	said := f.project.InFull(r.Question, f.inForce(r))
	r.Request = inWords(r.Request, f.project)
	r.Question = f.project.Read(said, f.plain(columnsOf(r.Current))...)
	r.Original, r.Standalone = f.project.Read(r.Original), f.project.Read(r.Standalone)
	r.Earlier = slices.Clone(r.Earlier)
	for i := range r.Earlier {
		r.Earlier[i] = f.project.Read(r.Earlier[i])
	}
	if d := f.byKind(ctx, r); d != nil {
		return asSaid(d, nil, f.project)
	}
	if d := f.byOther(ctx, r); d != nil {
		return asSaid(d, nil, f.project)
	}
	if d := f.byFigure(ctx, r, said); d != nil {
		return asSaid(d, nil, f.project)
	}
	draft, err := f.Refiner.Refine(ctx, r)
	draft, err = asSaid(draft, err, f.project)
	var unknown *workflow.NotUnderstood
	if !errors.As(err, &unknown) {
		return draft, err
	}
	values, held := f.project.ReadValues(said, f.plain(columnsOf(r.Current))...)
	if !held {
		return draft, err
	}
	r.Question = values
	if other, failed := f.Refiner.Refine(ctx, r); failed == nil && len(other.Ignored) == 0 {
		return asSaid(other, nil, f.project)
	}
	return draft, err
}

// plain are the names of columns that hold no word for how things are: "heavy load" would be read as loads that are heavy.
func (f taughtRefiner) plain(columns []string) []string {
	return slices.DeleteFunc(columns, func(name string) bool {
		items := f.tagger.Tag(strings.ReplaceAll(name, "_", " "), time.Time{})
		return slices.ContainsFunc(items, func(it tag.Item) bool { return it.Is(tag.Quality) })
	})
}

// columnsOf are the names that a statement gives the columns of its result.
func columnsOf(s *statement.Statement) []string {
	q, err := s.Query()
	if err != nil {
		return nil
	}
	var out []string
	for _, it := range q.Items {
		if it.Alias != "" {
			out = append(out, it.Alias)
		}
	}
	return out
}

func inWords(r workflow.Request, p *project.Project) workflow.Request {
	r.Question = p.Read(r.Question)
	if p.Zone != nil {
		r.Now = r.Now.In(p.Zone)
	}
	return r
}
