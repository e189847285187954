package transcript

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/archive"
)

// Options say what goes into the document.
type Options struct {
	// Rows shows the first rows of results, where the record has them.
	Rows bool
	// Zone is the reader's time zone; nil means the machine's.
	Zone *time.Location
}

// document is a session as both forms show it. Its strings are safe to show but not escaped for either.
type document struct {
	Title, ID    string
	Begun, Ended string
	Databases    []database
	Turns        int
}

// database is the part of a session about one database.
type database struct {
	Name  string
	Turns []turn
}

type turn struct {
	Number int
	Time   string
	// Asked is what was said; Question what it was taken for where it was reformulated.
	Asked, Question string
	// Kind is "new", "refined", "answer" or "failed"; Label says it in words.
	Kind, Label string
	// Aside says that the turn lies on a branch that was left.
	Aside bool

	Changes, Understood, Notes []string
	Ignored                    string
	// Before is the number of the turn whose SQL stands at the left of Diff; 0 for a statement of its own.
	Before int
	Diff   []row
	// Count is "2,000 → 87 rows", Took how long it was.
	Count, Took string
	Sent        string
	Columns     []string
	Rows        [][]string
	// Shown says which rows are there: "First 5 rows, as of …"; empty without rows.
	Shown   string
	Reply   string
	Failure string
}

// pair is two statements beside each other, with what each is.
type pair struct {
	Left, Right string
	Rows        []row
}

// Pair is the turn's statement beside the one it was made from.
func (t *turn) Pair() pair {
	return pair{fmt.Sprintf("Turn %d", t.Before), fmt.Sprintf("Turn %d", t.Number), t.Diff}
}

// row is one line of the side-by-side view.
type row struct {
	// Kind is "same", "added", "removed" or "changed"; Left and Right are the signs of the two sides.
	Kind        string
	Left, Right []span
}

// span is a piece of a line: its token's kind as a class, and whether it differs from the other side.
type span struct {
	Class, Text string
	Mark        bool
}

// builder lays a record out.
type builder struct {
	*archive.Record
	Options
	origins map[*dialog.Turn]*dialog.Turn
}

func build(r *archive.Record, o Options) document {
	o.Zone = cmp.Or(o.Zone, time.Local)
	b := builder{r, o, r.Origins()}
	d := document{
		Title: db.Visible(cmp.Or(r.Name, "Session of "+r.Created.In(o.Zone).Format(time.DateOnly))), ID: r.ID,
		Begun: b.moment(r.Created), Ended: b.moment(r.Updated), Turns: len(r.Turns),
	}
	for i := range r.Databases {
		part := database{Name: db.Visible(r.Databases[i].Name)}
		inForce := onPath(r, i)
		for _, t := range r.Turns {
			if t.Database == i {
				part.Turns = append(part.Turns, b.turn(t, !inForce[t.Turn]))
			}
		}
		if len(part.Turns) > 0 {
			d.Databases = append(d.Databases, part)
		}
	}
	return d
}

func onPath(r *archive.Record, database int) map[*dialog.Turn]bool {
	path := map[*dialog.Turn]bool{}
	for _, t := range r.Path(database) {
		path[t] = true
	}
	return path
}

// turn lays one turn out.
func (b builder) turn(t archive.Turn, aside bool) turn {
	out := turn{
		Number: t.Number, Time: b.moment(t.Time), Asked: lines(t.Input), Aside: aside, Reply: lines(t.Reply), Sent: db.Visible(t.Sent),
	}
	if t.Question != t.Input {
		out.Question = lines(t.Question)
	}
	out.Kind, out.Label = label(t.Turn)
	if f := t.Failure; f != nil {
		out.Failure = lines(f.Message)
	}
	if t.Result != nil {
		b.result(&out, t)
	}
	return out
}

// label is what the turn was taken for.
func label(t *dialog.Turn) (kind, text string) {
	switch {
	case t.Failure != nil:
		return "failed", "Failed: " + db.Visible(t.Failure.Kind)
	case t.Result == nil:
		return "answer", "Answer"
	case t.Intent == dialog.Refinement:
		return "refined", "Refined query" + assurance(t)
	}
	return "new", "New query" + assurance(t)
}

// assurance is how far the result is to be believed; nothing where nobody judged it.
func assurance(t *dialog.Turn) string {
	if a := t.Assurance(); a != "" {
		return ", " + db.Visible(a)
	}
	return ""
}

// result lays out SQL, changes, counts and rows.
func (b builder) result(out *turn, t archive.Turn) {
	res, before := t.Result, b.origins[t.Turn]
	out.Changes, out.Understood, out.Notes = visible(res.Changes), visible(res.Understood), visible(res.Notes)
	out.Ignored = db.Visible(strings.Join(res.Ignored, ", "))
	out.Count = count(res, before)
	out.Took = took(res.Elapsed)
	dialect := dialectOf(b.Databases[t.Database].Dialect)
	after := parse(res.SQL, dialect)
	var from *statement.Statement
	if before != nil {
		out.Before, from = before.Number, parse(before.Result.SQL, dialect)
	}
	out.Diff = diff(from, after, res.SQL)
	if b.Rows && len(res.Preview) > 0 {
		out.Columns, out.Shown = visible(res.Columns), shown(res)+", as of "+b.moment(res.AsOf)
		for _, cells := range res.Preview {
			out.Rows = append(out.Rows, visible(cells))
		}
	}
}

// count is "2,000 → 87 rows".
func count(r *dialog.Result, before *dialog.Turn) string {
	text := amount(r) + " rows"
	if r.Rows == 1 && !r.More {
		text = "1 row"
	}
	if before != nil {
		text = amount(before.Result) + " → " + text
	}
	return text
}

func amount(r *dialog.Result) string {
	text := db.Thousands(r.Rows)
	if r.More {
		text += "+"
	}
	return text
}

// shown says which rows there are. The count is the turn's; rows that were read again later may be others.
func shown(r *dialog.Result) string {
	switch n := len(r.Preview); {
	case n == 1:
		return "First row"
	case n == r.Rows && !r.More:
		return fmt.Sprintf("All %d rows", n)
	default:
		return fmt.Sprintf("First %d rows", n)
	}
}

// took is a duration as people write it.
func took(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// dialectOf is the dialect that a record names; PostgreSQL's grammar reads what is not known.
func dialectOf(name string) statement.Dialect {
	for _, d := range []statement.Dialect{statement.PostgreSQL, statement.SQLite, statement.DuckDB} {
		if d.String() == name {
			return d
		}
	}
	return statement.PostgreSQL
}

// parse is the statement, or nil where its text is not read any more.
func parse(sql string, d statement.Dialect) *statement.Statement {
	s, err := statement.Parse(sql, d, nil)
	if err != nil {
		return nil
	}
	return s
}

// diff is the side-by-side view; SQL that is not read any more is shown as it stands.
func diff(before, after *statement.Statement, sql string) []row {
	if after == nil {
		var rows []row
		for _, l := range strings.Split(lines(sql), "\n") {
			rows = append(rows, row{Kind: "same", Left: []span{{Text: l}}, Right: []span{{Text: l}}})
		}
		return rows
	}
	var rows []row
	for _, r := range statement.Rows(before, after, columnWidth) {
		partly := r.Kind == statement.Changed
		rows = append(rows, row{Kind: rowKinds[r.Kind], Left: spans(r.Left, partly), Right: spans(r.Right, partly)})
	}
	return rows
}

// columnWidth is how wide a side of the diff is laid out; two sides fit a page.
const columnWidth = 52

var (
	rowKinds = map[statement.RowKind]string{statement.Same: "same", statement.Added: "added", statement.Removed: "removed", statement.Changed: "changed"}
	classes  = map[statement.TokenKind]string{statement.Keyword: "k", statement.String: "s", statement.Number: "n", statement.Comment: "c"}
)

// spans are a side's pieces; marked where the row differs only partly.
func spans(in []statement.Span, partly bool) []span {
	out := make([]span, len(in))
	for i, s := range in {
		out[i] = span{Class: classes[s.Token], Text: lines(s.Text), Mark: s.Mark && partly}
	}
	return out
}

// text is a side of a row without its marks.
func text(side []span) string {
	var b strings.Builder
	for _, s := range side {
		b.WriteString(s.Text)
	}
	return b.String()
}

func visible(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, db.Visible(s))
	}
	return out
}

// lines makes text visible line by line: its own line breaks stay.
func lines(s string) string {
	parts := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	return strings.Join(visible(parts), "\n")
}

func (b builder) moment(t time.Time) string { return t.In(b.Zone).Format("2006-01-02 15:04") }
