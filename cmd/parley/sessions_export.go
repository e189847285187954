package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/db"
	"parley/db/export"
	"parley/db/scratch"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/archive"
	"parley/workflow/transcript"
)

// exportCommand is `parley sessions export`.
type exportCommand struct {
	Session string `arg:"" help:"Name, id or last."`
	File    string `arg:"" optional:"" help:"File to write: .json, .md or .html; standard output by default."`
	As      string `enum:",json,markdown,html" default:"" help:"json, markdown or html (default: what the file's name says, else markdown)."`
	Rows    bool   `help:"Show the first rows of each result; those that were not kept are read again."`
}

// Run writes the session; JSON is the form of the session's own file, which can be put back into the folder.
func (c *exportCommand) Run(r *runtime) error {
	form, err := c.form(r.Format)
	if err != nil {
		return err
	}
	record, err := r.record(c.Session)
	if err != nil {
		return err
	}
	if c.Rows {
		r.readAgain(record)
	}
	var out bytes.Buffer
	if err := writeRecord(&out, record, form, c.Rows); err != nil {
		return err
	}
	if c.File == "" || c.File == "-" {
		_, err := r.stdout.Write(out.Bytes())
		return err
	}
	if err := writeWhole(c.File, out.Bytes()); err != nil {
		return failed(fmt.Sprintf("%s cannot be written: %v.", c.File, err), "Choose another name or folder, or make room on the disk.")
	}
	_, err = fmt.Fprintf(r.stdout, "Wrote %s to %s.\n", title(record.Name, record.ID), c.File)
	return err
}

// form is json, markdown or html: as said, as the file is called, or as --format says.
func (c *exportCommand) form(format string) (string, error) {
	named := map[string]string{".json": "json", ".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}
	switch ending := strings.ToLower(filepath.Ext(c.File)); {
	case c.As != "":
		return c.As, nil
	case named[ending] != "":
		return named[ending], nil
	case c.File != "" && c.File != "-":
		return "", usage(fmt.Sprintf("%s does not say what to write.", c.File), "End the name in .json, .md or .html, or say --as html.")
	case format == "json":
		return "json", nil
	}
	return "markdown", nil
}

func writeRecord(out *bytes.Buffer, record *archive.Record, form string, rows bool) error {
	switch form {
	case "json":
		if !rows {
			record = withoutRows(record)
		}
		text, err := archive.Encode(record)
		out.Write(text)
		return err
	case "html":
		return transcript.HTML(out, record, transcript.Options{Rows: rows})
	}
	return transcript.Markdown(out, record, transcript.Options{Rows: rows})
}

// withoutRows is a record whose kept rows are left out: sharing them has to be asked for.
func withoutRows(record *archive.Record) *archive.Record {
	bare := *record
	bare.Turns = nil
	for _, t := range record.Turns {
		if t.Result != nil && len(t.Result.Preview) > 0 {
			turn, result := *t.Turn, *t.Result
			result.Preview = nil
			turn.Result = &result
			t.Turn = &turn
		}
		bare.Turns = append(bare.Turns, t)
	}
	return &bare
}

// writeWhole puts a file in place when it is complete. What people asked is private until they share it: mode 0600.
// A file that is there is left alone.
func writeWhole(path string, text []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return errors.New("it is there already, and is left as it is")
	}
	return replaceWhole(path, text)
}

// replaceWhole puts text in the place of a file, or leaves it as it was.
func replaceWhole(path string, text []byte) error {
	temporary, err := scratch.NewFile(filepath.Dir(path), export.Temporary)
	if err != nil {
		return cause(err)
	}
	defer os.Remove(temporary.Name()) // it is gone if all went well
	_, err = temporary.Write(text)
	err = errors.Join(err, temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	return cause(err)
}

// cause is a file system's reason without the path of a file that only parley knows.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// exportRows is how many rows of a result an export shows.
const exportRows = 10

// readAgain fills in the first rows of results that were not kept. What cannot be read is told and left out.
func (r *runtime) readAgain(record *archive.Record) {
	for i, d := range record.Databases {
		if err := r.readDatabase(record, i); err != nil {
			r.tell(fmt.Sprintf("The rows of %s are left out: %v", cmp.Or(d.Name, "this database"), err))
		}
	}
}

func (r *runtime) readDatabase(record *archive.Record, index int) error {
	var missing []*dialog.Turn
	for _, t := range record.Turns {
		if t.Database == index && t.Result != nil && len(t.Result.Preview) == 0 && t.Result.Rows > 0 {
			missing = append(missing, t.Turn)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	database, err := r.opened(r.ctx, record.Databases[index].Targets...)
	if err != nil {
		return err
	}
	defer database.Close()
	schema, err := database.Schema(r.ctx)
	if err != nil {
		return err
	}
	names := schema.Names()
	for _, t := range missing {
		if err := readTurn(r.ctx, database, names, t, r.clock()); err != nil {
			r.tell(fmt.Sprintf("The rows of turn %d are left out: %v", t.Number, err))
		}
	}
	return nil
}

// readTurn runs a turn's statement once more and keeps its first rows.
func readTurn(ctx context.Context, database db.Database, names statement.Names, t *dialog.Turn, now time.Time) error {
	parsed, err := statement.Parse(t.Result.SQL, database.Dialect(), names)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	rows, err := database.Query(ctx, parsed)
	if err != nil {
		return err
	}
	defer rows.Close()
	t.Result.Columns, t.Result.AsOf = nil, now
	for _, c := range rows.Columns() {
		t.Result.Columns = append(t.Result.Columns, c.Name)
	}
	for len(t.Result.Preview) < exportRows && rows.Next(ctx) {
		var line []string
		for _, v := range rows.Row() {
			line = append(line, db.Format(v))
		}
		t.Result.Preview = append(t.Result.Preview, line)
	}
	return rows.Err()
}
