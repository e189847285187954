package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// DuckDB finds out how a CSV file is written by trying, which takes milliseconds a file, each time that a statement names its table. A
// table of hundreds of files would take seconds at every statement. So each of its files is looked into once, and the table says of them
// how they are written.

// mostShapes is into how many kinds of files a table is parted; one with more is left to DuckDB.
const mostShapes = 100

const (
	// askShape gives how a file is written: options, the statement that says all of it, and the names of its columns.
	askShape = `SELECT concat_ws(chr(29), Delimiter, Quote, Escape, Comment, SkipRows, HasHeader, coalesce(DateFormat, ''), coalesce(TimestampFormat, ''), Prompt,
	array_to_string([x.name for x in Columns], chr(30))) FROM sniff_csv(%s)`

	// askKinds gives the names and types of the columns of a view.
	askKinds = `SELECT string_agg(lower(column_name) || chr(29) || data_type, chr(30)) FROM duckdb_columns() WHERE NOT internal AND table_name = %s`
)

// The separators of an answer, and of the columns in it.
const (
	fieldEnd  = "\x1d"
	columnEnd = "\x1e"
)

// shape is how a CSV file is written. The zero shape is not known.
type shape struct {
	dialect string // what parts its values, as arguments of read_csv
	options string // its other options
	names   string // of its columns
}

// shapeOptions are those that a shape says; one with others is not known.
var shapeOptions = []string{"auto_detect", "delim", "quote", "escape", "new_line", "skip", "comment", "header", "columns", "dateformat", "timestampformat"}

var optionOf = regexp.MustCompile(`, (\w+)=`)

// shapeOf reads an answer to askShape.
func shapeOf(answer string) shape {
	f := strings.Split(answer, fieldEnd)
	if len(f) != 10 {
		return shape{}
	}
	for _, option := range optionOf.FindAllStringSubmatch(f[8], -1) {
		if !slices.Contains(shapeOptions, option[1]) {
			return shape{}
		}
	}
	said := func(name, value string) string {
		return ", " + name + " = " + literal(strings.TrimPrefix(value, "(empty)"))
	}
	options := ", auto_detect = false, skip = " + f[4] + ", header = " + f[5] + said("comment", f[3])
	for i, name := range []string{"dateformat", "timestampformat"} {
		if f[6+i] != "" {
			options += said(name, f[6+i])
		}
	}
	return shape{said("delim", f[0]) + said("quote", f[1]) + said("escape", f[2]), options, f[9]}
}

// quoted is the dialect of CSV files in which only quotation marks quote, also where the file by which it is known has none.
func (s shape) quoted() string {
	delim, _, _ := strings.Cut(s.dialect, ", quote = ")
	return delim + `, quote = '"', escape = '"'`
}

// look looks into a file. Like is a file looked into before: one that is written like it takes a tenth of the time.
func (c *conn) look(file string, like shape) shape {
	if strings.Contains(like.names, columnEnd) {
		if answer, err := c.text(fmt.Sprintf(askShape, literal(file)+like.quoted())); err == nil {
			if s := shapeOf(answer); s.names == like.names {
				return s
			}
		}
	}
	answer, err := c.text(fmt.Sprintf(askShape, literal(file)))
	if err != nil {
		return shape{}
	}
	return shapeOf(answer)
}

// shapes looks into files, with several connections; nil where it is not known of all how they are written.
func (e *engine) shapes(c *conn, files []string, connections int) []shape {
	first := c.look(files[0], shape{})
	found := make([]shape, len(files))
	next := make(chan int)
	var looking sync.WaitGroup
	for range connections {
		c, err := e.connect()
		if err != nil {
			return nil
		}
		looking.Go(func() {
			defer c.close()
			for i := range next {
				found[i] = c.look(files[i], first)
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	looking.Wait()
	if slices.Contains(found, shape{}) {
		return nil
	}
	return found
}

// dialectOf is the one dialect of all shapes; empty where they have several.
func dialectOf(shapes []shape) string {
	if len(shapes) == 0 || slices.ContainsFunc(shapes, func(s shape) bool { return s.dialect != shapes[0].dialect }) {
		return ""
	}
	return shapes[0].dialect
}

// shape says of the files of a table of several, whose view there is, how they are written, the files of one shape together. The columns
// stay those of the view. Where it cannot be said, the view stays.
func (c *conn) shape(t table, shapes []shape) {
	files := map[shape][]string{}
	var order []shape
	for i, s := range shapes {
		if files[s] == nil {
			order = append(order, s)
		}
		files[s] = append(files[s], t.files[i])
	}
	kinds, err := c.kinds(t.name)
	if err != nil || len(order) == 0 || len(order) > mostShapes {
		return
	}
	parts := make([]string, len(order))
	for i, s := range order {
		var columns []string
		for _, name := range strings.Split(s.names, columnEnd) {
			columns = append(columns, literal(name)+": "+literal(kinds[strings.ToLower(name)]))
		}
		parts[i] = fmt.Sprintf("SELECT * FROM read_csv(%s%s%s, columns = {%s})", list(files[s]), s.dialect, s.options, strings.Join(columns, ", "))
	}
	_ = c.exec("CREATE OR REPLACE VIEW " + Quote(t.name) + " AS " + strings.Join(parts, " UNION ALL BY NAME "))
}

// kinds are the types of the columns of a view, by their names in small letters.
func (c *conn) kinds(view string) (map[string]string, error) {
	answer, err := c.text(fmt.Sprintf(askKinds, literal(view)))
	kinds := map[string]string{}
	for _, column := range strings.Split(answer, columnEnd) {
		name, kind, _ := strings.Cut(column, fieldEnd)
		kinds[name] = kind
	}
	return kinds, err
}
