package transcript

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"parley/dialog/archive"
)

// Markdown writes the session as text for notes and issues. What a refinement changed is a diff of the laid out SQL.
func Markdown(w io.Writer, r *archive.Record, o Options) error {
	d := build(r, o)
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", escape(d.Title))
	fmt.Fprintf(&b, "%d turns, %s to %s. Session `%s`, written by parley.\n", d.Turns, d.Begun, d.Ended, d.ID)
	for _, part := range d.Databases {
		fmt.Fprintf(&b, "\n## %s\n", escape(part.Name))
		for i := range part.Turns {
			part.Turns[i].markdown(&b)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (t *turn) markdown(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### %d. %s\n\n", t.Number, escape(strings.ReplaceAll(t.Asked, "\n", " ")))
	if t.Question != "" {
		fmt.Fprintf(b, "→ %s\n\n", escape(t.Question))
	}
	label := t.Label
	if t.Aside {
		label += ", on a branch that was left"
	}
	fmt.Fprintf(b, "*%s*\n", escape(label))
	for i, s := range slices.Concat(t.Changes, t.Notes) {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "- %s\n", escape(s))
	}
	t.sqlMarkdown(b)
	if t.Count != "" {
		fmt.Fprintf(b, "\n**%s** · %s\n", escape(t.Count), escape(t.Took))
	}
	if len(t.Understood) > 0 {
		fmt.Fprintf(b, "\nUnderstood: %s\n", escape(strings.Join(t.Understood, "; ")))
	}
	if t.Ignored != "" {
		fmt.Fprintf(b, "\nNot used: %s\n", escape(t.Ignored))
	}
	t.rowsMarkdown(b)
	for _, s := range []string{t.Reply, t.Failure} {
		if s != "" {
			fmt.Fprintf(b, "\n%s\n", strings.ReplaceAll(escape(s), "\n", "  \n"))
		}
	}
}

// sqlMarkdown writes the statement, against the one it was made from where there is one.
func (t *turn) sqlMarkdown(b *bytes.Buffer) {
	if len(t.Diff) == 0 {
		return
	}
	if t.Before != 0 {
		fenced(b, "diff", unified(t.Diff, " "))
		return
	}
	body := &bytes.Buffer{}
	for _, r := range t.Diff {
		fmt.Fprintln(body, text(r.Right))
	}
	fenced(b, "sql", body.String())
}

// fenced writes a block of code that its text cannot end.
func fenced(b *bytes.Buffer, language, body string) {
	fence := longestFence(body)
	fmt.Fprintf(b, "\n%s%s\n%s%s\n", fence, language, body, fence)
}

// unified writes rows below each other instead of side by side; apart stands between a sign and its line.
func unified(rows []row, apart string) string {
	var b strings.Builder
	side := func(sign string, spans []span) {
		for l := range strings.SplitSeq(text(spans), "\n") {
			b.WriteString(sign + apart + l + "\n")
		}
	}
	for _, r := range rows {
		switch r.Kind {
		case "same":
			side(" ", r.Right)
			continue
		case "removed", "changed":
			side("-", r.Left)
		}
		if r.Kind != "removed" {
			side("+", r.Right)
		}
	}
	return b.String()
}

// longestFence is a fence that the text does not close.
func longestFence(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

func (t *turn) rowsMarkdown(b *bytes.Buffer) {
	if len(t.Rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s:\n\n| %s |\n|%s\n", t.Shown, strings.Join(cells(t.Columns), " | "), strings.Repeat(" --- |", len(t.Columns)))
	for _, line := range t.Rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells(line), " | "))
	}
}

func cells(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = strings.ReplaceAll(escape(s), "\n", " ")
	}
	return out
}

// escape makes text plain for Markdown and for the HTML that many readers let through it.
func escape(s string) string { return markdownSigns.Replace(s) }

var markdownSigns = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", `\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "#", `\#`, "~", `\~`, "!", `\!`,
)
