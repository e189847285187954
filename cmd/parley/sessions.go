package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/uuid"

	"parley/db"
	"parley/dialog"
	"parley/dialog/archive"
)

// sessionsCommand is `parley sessions`: what is kept on disk. A session is named by its name, its id, the start of its id, the
// last eight digits of its id, or "last".
type sessionsCommand struct {
	List   listCommand   `cmd:"" help:"List kept sessions, newest first."`
	Search searchCommand `cmd:"" help:"Find sessions by words of their questions, SQL and answers."`
	Show   showCommand   `cmd:"" help:"Show the turns of a session."`
	Resume resumeCommand `cmd:"" help:"Open the screen where a session stopped."`
	Export exportCommand `cmd:"" help:"Write a session as JSON, Markdown or one HTML page."`
	Rename renameCommand `cmd:"" help:"Give a session another name."`
	Delete deleteCommand `cmd:"" help:"Delete sessions."`
}

// listCommand is `parley sessions list`.
type listCommand struct{}

// Run prints a line a session, or one JSON array.
func (c *listCommand) Run(r *runtime) error {
	store, err := r.store()
	if err != nil {
		return err
	}
	entries, err := store.List()
	if err != nil {
		return err
	}
	if r.Format == "json" {
		return writeJSON(r.stdout, entriesJSON(entries))
	}
	if len(entries) == 0 {
		_, err := fmt.Fprintf(r.stdout, "No session is kept in %s yet: the screen keeps them, parley ask with --keep.\n", db.Visible(store.Folder()))
		return err
	}
	return writeEntries(r.stdout, entries)
}

// writeEntries draws sessions in columns, and below them the files that are none.
func writeEntries(w io.Writer, entries []archive.Entry) error {
	lines := [][]string{{"session", "turns", "last used", "database", "first question"}}
	var broken []string
	for _, e := range entries {
		if e.Err != nil {
			broken = append(broken, e.Err.Error())
			continue
		}
		lines = append(lines, []string{title(e.Name, e.ID), fmt.Sprint(e.Turns), stamp(e.Updated), place(e), cut(e.First, tableWidth)})
	}
	if len(lines) > 1 {
		if err := writeColumns(w, lines); err != nil {
			return err
		}
	}
	for _, b := range broken {
		fmt.Fprintln(w, db.Visible(b))
	}
	return nil
}

// writeColumns draws lines of text under a head.
func writeColumns(w io.Writer, lines [][]string) error {
	for _, line := range lines {
		for i := range line {
			line[i] = db.Visible(line[i])
		}
	}
	widths, columns := columnWidths(lines), make([]db.ResultColumn, len(lines[0]))
	for i, line := range lines {
		if err := writeLine(w, line, widths, columns, i == 0); err != nil {
			return err
		}
	}
	return nil
}

// title is what a session is called in lists: its name, else its id. Both name it on the command line.
func title(name, id string) string {
	if name != "" {
		return cut(name, tableWidth)
	}
	return id
}

func place(e archive.Entry) string {
	if e.Databases > 1 {
		return fmt.Sprintf("%s +%d", e.Place.Name, e.Databases-1)
	}
	return e.Place.Name
}

func cut(s string, width int) string { return ansi.Truncate(db.Visible(s), width, "…") }

// stamp is a moment on the user's clock.
func stamp(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// entryJSON is a session in --format json.
type entryJSON struct {
	ID        string    `json:"session_id"`
	Name      string    `json:"name,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	Turns     int       `json:"turns"`
	First     string    `json:"first,omitempty"`
	Database  string    `json:"database,omitempty"`
	Targets   []string  `json:"targets,omitempty"`
	Found     []int     `json:"found,omitempty"`
	Error     string    `json:"error,omitempty"`
}

func entriesJSON(entries []archive.Entry) []entryJSON {
	out := make([]entryJSON, 0, len(entries))
	for _, e := range entries {
		j := entryJSON{
			ID: e.ID, Name: e.Name, CreatedAt: e.Created, UpdatedAt: e.Updated, Turns: e.Turns, First: e.First,
			Database: e.Place.Name, Targets: e.Place.Targets,
		}
		if e.Err != nil {
			j.Error = e.Err.Error()
		}
		out = append(out, j)
	}
	return out
}

func writeJSON(w io.Writer, value any) error {
	encode := json.NewEncoder(w)
	encode.SetEscapeHTML(false)
	encode.SetIndent("", "  ")
	return encode.Encode(value)
}

// searchCommand is `parley sessions search`.
type searchCommand struct {
	Words []string `arg:"" name:"word" help:"Words that must all be in one turn, or in the session's name."`
}

// Run prints the sessions found and the turns that hold the words. Finding nothing is exit code 1, as grep has it.
func (c *searchCommand) Run(r *runtime) error {
	store, err := r.store()
	if err != nil {
		return err
	}
	hits, err := store.Search(strings.Join(c.Words, " "))
	if err != nil {
		return err
	}
	if r.Format == "json" {
		return writeJSON(r.stdout, hitsJSON(hits))
	}
	for _, hit := range hits {
		fmt.Fprintf(r.stdout, "%s  %s  %s\n", db.Visible(title(hit.Name, hit.ID)), stamp(hit.Updated), db.Visible(hit.Place.Name))
		for _, t := range hit.Found {
			fmt.Fprintf(r.stdout, "%5d  %s\n", t.Number, cut(t.Input, 2*tableWidth))
		}
	}
	if len(hits) == 0 {
		return failed(fmt.Sprintf("No kept session holds %q.", strings.Join(c.Words, " ")), "Fewer words find more; parley sessions list shows all.")
	}
	return nil
}

func hitsJSON(hits []archive.Hit) []entryJSON {
	entries := make([]archive.Entry, len(hits))
	for i, h := range hits {
		entries[i] = h.Entry
	}
	out := entriesJSON(entries)
	for i, h := range hits {
		for _, t := range h.Found {
			out[i].Found = append(out[i].Found, t.Number)
		}
	}
	return out
}

// showCommand is `parley sessions show`.
type showCommand struct {
	Session string `arg:"" help:"Name, id or last."`
}

// Run prints the turns of a session, or its file as JSON.
func (c *showCommand) Run(r *runtime) error {
	record, err := r.record(c.Session)
	if err != nil {
		return err
	}
	if r.Format == "json" {
		text, err := archive.Encode(record)
		if err != nil {
			return err
		}
		_, err = r.stdout.Write(text)
		return err
	}
	fmt.Fprintf(r.stdout, "%s\n", db.Visible(title(record.Name, record.ID)))
	if record.Name != "" {
		fmt.Fprintln(r.stdout, record.ID)
	}
	fmt.Fprintf(r.stdout, "%s – %s\n", stamp(record.Created), stamp(record.Updated))
	for i, d := range record.Databases {
		fmt.Fprintf(r.stdout, "\n%s\n", db.Visible(d.Name))
		showTurns(r.stdout, record, i)
	}
	return nil
}

// record reads a session.
func (r *runtime) record(ref string) (*archive.Record, error) {
	store, err := r.store()
	if err != nil {
		return nil, err
	}
	return store.Read(ref)
}

// showTurns prints the turns about one database; those of other branches are marked.
func showTurns(w io.Writer, record *archive.Record, database int) {
	path := map[uuid.UUID]bool{}
	for _, t := range record.Path(database) {
		path[t.ID] = true
	}
	for _, t := range record.Turns {
		if t.Database == database {
			showTurn(w, t.Turn, path[t.ID] || t.Cleared)
		}
	}
}

func showTurn(w io.Writer, t *dialog.Turn, inForce bool) {
	branch := ""
	if !inForce {
		branch = "  (another branch)"
	}
	fmt.Fprintf(w, "%4d  %s%s\n", t.Number, db.Visible(t.Input), branch)
	switch {
	case t.Failure != nil:
		fmt.Fprintf(w, "      %s\n", db.Visible(t.Failure.Message))
	case t.Result != nil:
		for _, change := range t.Result.Changes {
			fmt.Fprintf(w, "      %s\n", db.Visible(change))
		}
		fmt.Fprintf(w, "      %s\n      %s\n", db.Visible(t.Result.SQL), resultCount(t.Result))
	case t.Reply != "":
		fmt.Fprintf(w, "      %s\n", strings.ReplaceAll(visibleLines(t.Reply), "\n", "\n      "))
	}
}

func resultCount(r *dialog.Result) string {
	if r.More {
		return fmt.Sprintf("%d+ rows", r.Rows)
	}
	if r.Rows == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", r.Rows)
}

// resumeCommand is `parley sessions resume`.
type resumeCommand struct {
	Session   string   `arg:"" help:"Name, id or last."`
	Databases []string `arg:"" optional:"" name:"database" help:"Another database for it; by default the one it used last."`
}

// Run opens the screen on a kept session, and goes on keeping it.
func (c *resumeCommand) Run(r *runtime) error {
	store, err := r.store()
	if err != nil {
		return err
	}
	if r.Session, err = store.Find(c.Session); err != nil {
		return err
	}
	r.Keep, r.Private = new(true), false
	return (&screenCommand{Databases: c.Databases}).Run(r)
}

// renameCommand is `parley sessions rename`.
type renameCommand struct {
	Session string `arg:"" help:"Name, id or last."`
	Name    string `arg:"" help:"The new name; an empty one takes it away."`
}

// Run renames a session that nobody has open.
func (c *renameCommand) Run(r *runtime) error {
	store, err := r.store()
	if err != nil {
		return err
	}
	return store.Rename(c.Session, c.Name)
}

// deleteCommand is `parley sessions delete`.
type deleteCommand struct {
	Sessions []string `arg:"" name:"session" help:"Names, ids or last."`
}

// Run deletes sessions that nobody has open, and says which.
func (c *deleteCommand) Run(r *runtime) error {
	store, err := r.store()
	if err != nil {
		return err
	}
	for _, ref := range c.Sessions {
		id, err := store.Find(ref)
		if err != nil {
			return err
		}
		if err := store.Delete(id); err != nil {
			return err
		}
		fmt.Fprintf(r.stdout, "Deleted %s.\n", id)
	}
	return nil
}
