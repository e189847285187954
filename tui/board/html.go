package board

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"parley/db"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow/project"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

// mark is in every page, so that a page may take the place of an older one and of nothing else.
const mark = `<meta name="generator" content="parley board">`

// page is the template; html/template escapes every value for where it stands.
var page = template.Must(template.New("board").Funcs(template.FuncMap{
	"style": func() template.CSS { return template.CSS(styleText) },
	"mark":  func() template.HTML { return mark },
}).Parse(pageText))

// Page is a board with what its questions came to.
type Page struct {
	Name, Database string
	Made           time.Time
	Tiles          []Tile
}

// HTML writes the board as one page that needs nothing else: no script, no font, no picture, nothing is fetched.
func (p Page) HTML(w io.Writer) error {
	shown := struct {
		Title, Database, Made string
		Tiles                 []pageTile
	}{"Board " + oneLine(p.Name), oneLine(p.Database), p.Made.Format("2 January 2006, 15:04"), nil}
	for _, t := range p.Tiles {
		shown.Tiles = append(shown.Tiles, t.onPage())
	}
	if err := page.Execute(w, shown); err != nil {
		return fmt.Errorf("write board %s as HTML: %w", p.Name, err)
	}
	return nil
}

// pageTile is a tile as the page shows it.
type pageTile struct {
	Name, Trouble, Figure, Foot string
	Columns                     string
	Bars                        []pageBar
	Head                        []pageCell
	Rows                        [][]pageCell
}

type pageBar struct {
	Label, Value string
	Share        float64 // of the longest, in percent
}

type pageCell struct {
	Text   string
	Number bool
}

func (t Tile) onPage() pageTile {
	out := pageTile{Name: oneLine(t.Name), Trouble: oneLine(t.Trouble)}
	switch {
	case t.Trouble != "":
		return out
	case t.Shown.Figure != "":
		out.Figure, out.Foot = text.Grouped(t.Value()), t.since
		return out
	}
	out.Foot = t.counted()
	if values, ok := t.numbers(); ok {
		out.Columns, out.Bars = oneLine(strings.Join(t.columns, " "+theme.Dot+" ")), t.pageBars(values)
		return out
	}
	numeric := t.numeric()
	for i, c := range t.columns {
		out.Head = append(out.Head, pageCell{oneLine(c), numeric[i]})
	}
	for _, row := range t.rows {
		var cells []pageCell
		for i := range min(len(row), len(numeric)) {
			cells = append(cells, pageCell{db.Visible(row[i]), numeric[i]})
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

func (t Tile) pageBars(values []float64) []pageBar {
	most := 0.0
	for _, v := range values {
		most = max(most, v)
	}
	bars := make([]pageBar, len(values))
	for i, v := range values {
		bars[i] = pageBar{Label: oneLine(t.rows[i][0]), Value: text.Grouped(oneLine(t.rows[i][1]))}
		if most > 0 {
			bars[i].Share = float64(int(v/most*1000)) / 10
		}
	}
	return bars
}

// numeric says which columns hold numbers alone.
func (t Tile) numeric() []bool {
	out := make([]bool, len(t.columns))
	for i := range out {
		out[i] = len(t.rows) > 0
		for _, row := range t.rows {
			if i >= len(row) {
				out[i] = false
			} else if _, err := strconv.ParseFloat(row[i], 64); err != nil {
				out[i] = false
			}
		}
	}
	return out
}

// File writes the page to a file. It takes the place of a page of a board, and of nothing else.
func (p Page) File(path string) error {
	switch old, err := os.Open(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		head := make([]byte, 2000)
		n, _ := io.ReadFull(old, head) // a shorter file is read whole
		_ = old.Close()
		if !bytes.Contains(head[:n], []byte(mark)) {
			return fmt.Errorf("%s is there already and is no page of a board: choose another name", filepath.Base(path))
		}
	}
	var text strings.Builder
	if err := p.HTML(&text); err != nil {
		return err
	}
	return project.WriteFile(path, text.String())
}
