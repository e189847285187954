package transcript

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// Comparison is two statements to be written beside each other.
type Comparison struct {
	// Left and Right say what they are: "turn 1", the name of a saved question.
	Left, Right   string
	Before, After *statement.Statement
}

// ComparisonForms are the endings of files that a comparison can be written to.
var ComparisonForms = []string{".html", ".md", ".patch", ".diff"}

// Write writes a comparison in the form that a file's ending says: a page, a note with the changes, or a patch of the SQL as it is laid out.
func (c Comparison) Write(w io.Writer, path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".html":
		return page.ExecuteTemplate(w, "comparison", c)
	case ".md":
		_, err := io.WriteString(w, c.markdown())
		return err
	case ".patch", ".diff":
		_, err := io.WriteString(w, c.patch())
		return err
	}
	return fmt.Errorf("the file's ending says how to write it: %s", strings.Join(ComparisonForms, ", "))
}

// Title is what is compared.
func (c Comparison) Title() string {
	return "SQL: " + db.Visible(c.Left) + " → " + db.Visible(c.Right)
}

// Changes are what the right one does otherwise, in words.
func (c Comparison) Changes() []string {
	var out []string
	for _, d := range statement.Differences(c.Before, c.After) {
		out = append(out, db.Visible(d.String()))
	}
	return out
}

// Pair is the two for the page.
func (c Comparison) Pair() pair {
	return pair{db.Visible(c.Left), db.Visible(c.Right), diff(c.Before, c.After, "")}
}

func (c Comparison) markdown() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", escape(c.Title()))
	for _, change := range c.Changes() {
		fmt.Fprintf(&b, "- %s\n", escape(change))
	}
	fenced(&b, "diff", unified(diff(c.Before, c.After, ""), " "))
	return b.String()
}

// patch is one hunk with all lines, since the statement before lies in no file whose other lines would be left out.
func (c Comparison) patch() string {
	rows := diff(c.Before, c.After, "")
	for i := range rows { // lines that differ in a comma alone are the same to a reader, not to patch
		if rows[i].Kind == "same" && text(rows[i].Left) != text(rows[i].Right) {
			rows[i].Kind = "changed"
		}
	}
	body := unified(rows, "")
	gone, came := 0, 0
	for l := range strings.Lines(body) {
		if l[0] != '+' {
			gone++
		}
		if l[0] != '-' {
			came++
		}
	}
	return fmt.Sprintf("--- %s\n+++ %s\n@@ -1,%d +1,%d @@\n%s", oneLine(c.Left), oneLine(c.Right), gone, came, body)
}

func oneLine(s string) string { return strings.ReplaceAll(db.Visible(s), "\n", " ") }
