package transcript

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"parley/dialog/archive"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

// page is the template; html/template escapes every value for where it stands.
var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style": func() template.CSS { return template.CSS(styleText) },
	"sign":  func(kind string) string { return signs[kind] },
}).Parse(pageText))

// signs say what happened to a row without colour.
var signs = map[string]string{"added": "+", "removed": "−", "changed": "~"}

// HTML writes the session as one page that needs nothing else: no script, no font, no picture, nothing is fetched. It
// reads on a phone, in the dark, and on paper.
func HTML(w io.Writer, r *archive.Record, o Options) error {
	if err := page.Execute(w, build(r, o)); err != nil {
		return fmt.Errorf("write session %s as HTML: %w", r.ID, err)
	}
	return nil
}
