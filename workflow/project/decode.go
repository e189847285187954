package project

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"parley/db"
	"parley/dialog/bounded"
)

// Problem is what is wrong in a file, in one sentence; what it is about has no effect.
type Problem struct {
	File string `json:"file"`
	// Line counts from 1; 0 is unknown.
	Line int    `json:"line"`
	Text string `json:"problem"`
}

func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// Parse reads the text of a parley.toml. What is wrong in it is a problem, never an error: the rest counts.
func Parse(name, text string) (*Layer, []Problem) {
	s := &Layer{Name: name, Text: text, lines: linesOf(text)}
	raw := map[string]any{}
	if err := bounded.TOML(text, &raw); err != nil {
		line := 0
		if parse, ok := err.(toml.ParseError); ok { //nolint:errorlint // the decoder returns it as it is
			line, err = parse.Position.Line, fmt.Errorf("%s", parse.Message)
		}
		return s, []Problem{{name, line, "this is no TOML, so nothing in the file counts: " + err.Error()}}
	}
	d := decoder{layer: s}
	d.value(reflect.ValueOf(&s.File).Elem(), raw, "")
	slices.SortStableFunc(d.problems, func(a, b Problem) int { return a.Line - b.Line })
	if more := d.wrongs - len(d.problems); more > 0 {
		d.problems = append(d.problems, moreOf(name, more))
	}
	return s, d.problems
}

// mostProblems is how many problems of a file, or of what files say together, are told; somebody else may have made thousands of them.
const mostProblems = 50

// moreOf stands for the problems that are not told.
func moreOf(file string, more int) Problem {
	return Problem{file, 0, fmt.Sprintf("%d more are not listed", more)}
}

// Layer is a file with where its entries stand. Of several, a later one's entry of the same name is the one that counts.
type Layer struct {
	File
	// Name is how messages call it; Text is its content.
	Name, Text string
	// Scope says whose it is.
	Scope Scope
	// Folder is where the file lies; empty for one that lies nowhere.
	Folder string
	lines  map[string]int
	// files are where entries of a layer of several files stand.
	files map[string]string
}

// Place is where something stands in a file; lines count from 1.
type Place struct {
	File string
	Line int
}

// LinkedLayer is what files of another form say. places says where an entry stands, by its kind ("metrics") and its name.
func LinkedLayer(name string, d Definitions, places map[[2]string]Place) *Layer {
	l := &Layer{File: File{Definitions: d}, Name: name, Scope: Linked, lines: map[string]int{}, files: map[string]string{}}
	for at, p := range places {
		l.lines[join(at[0], at[1])], l.files[join(at[0], at[1])] = p.Line, p.File
	}
	return l
}

// line is where an entry stands; 0 when it stands nowhere.
func (s *Layer) line(path string) int {
	for ; path != ""; path = path[:max(strings.LastIndex(path, pathSeparator), 0)] {
		if n := s.lines[path]; n > 0 {
			return n
		}
	}
	return 0
}

// file is the one in which an entry stands.
func (s *Layer) file(path string) string {
	for ; path != ""; path = path[:max(strings.LastIndex(path, pathSeparator), 0)] {
		if file := s.files[path]; file != "" {
			return file
		}
	}
	return s.Name
}

func (s *Layer) problem(path, format string, values ...any) Problem {
	return Problem{s.file(path), s.line(path), fmt.Sprintf(format, values...)}
}

// decoder fills the types of a file from what TOML holds, key by key.
type decoder struct {
	layer    *Layer
	problems []Problem
	wrongs   int // with those that are not told
}

func (d *decoder) wrong(path, format string, values ...any) {
	if d.wrongs++; d.wrongs > mostProblems {
		return
	}
	d.problems = append(d.problems, d.layer.problem(path, format, values...))
}

func (d *decoder) value(to reflect.Value, from any, path string) {
	switch to.Kind() {
	case reflect.String:
		d.text(to, from, path)
	case reflect.Slice:
		d.list(to, from, path)
	case reflect.Map:
		d.table(to, from, path)
	case reflect.Struct:
		d.fields(to, from, path)
	default:
		panic("project: a field of a kind that a file cannot hold: " + to.Kind().String())
	}
}

func (d *decoder) text(to reflect.Value, from any, path string) {
	switch v := from.(type) {
	case string:
		to.SetString(v)
	case time.Time:
		to.SetString(v.Format(time.DateOnly))
	case bool:
		if v {
			to.SetString("yes")
		}
	default:
		d.wrong(path, "%s wants a text in quotes", spoken(path))
	}
}

// list takes one value for a list of one.
func (d *decoder) list(to reflect.Value, from any, path string) {
	list, ok := from.([]any)
	if tables, is := from.([]map[string]any); is {
		for _, t := range tables {
			list = append(list, t)
		}
		ok = true
	}
	if !ok {
		list = []any{from}
	}
	out := reflect.MakeSlice(to.Type(), len(list), len(list))
	for i, v := range list {
		d.value(out.Index(i), v, join(path, fmt.Sprint(i)))
	}
	to.Set(out)
}

// mostEntries bounds what one table of a file may hold: definitions are written by people, and opening waits for all of them.
const mostEntries = 20_000

func (d *decoder) table(to reflect.Value, from any, path string) {
	entries, ok := from.(map[string]any)
	if !ok {
		d.wrong(path, "%s is a table: [%s]", spoken(path), spoken(path))
		return
	}
	keys := slices.Sorted(maps.Keys(entries))
	if len(keys) > mostEntries {
		d.wrong(path, "%s has %d entries: the first %d by name count, the others do not", spoken(path), len(keys), mostEntries)
		keys = keys[:mostEntries]
	}
	out := reflect.MakeMap(to.Type())
	for _, key := range keys {
		v := entries[key]
		element, before := reflect.New(to.Type().Elem()).Elem(), d.wrongs
		d.value(element, v, join(path, key))
		if element.Kind() == reflect.String && d.wrongs > before {
			continue
		}
		out.SetMapIndex(reflect.ValueOf(key), element)
	}
	to.Set(out)
}

// fields fills a struct; a text stands for its short field alone.
func (d *decoder) fields(to reflect.Value, from any, path string) {
	known := fieldsOf(to.Type())
	entries, ok := from.(map[string]any)
	if !ok {
		for _, f := range known {
			if f.Tag.Get("short") != "" {
				d.value(to.FieldByIndex(f.Index), from, path)
				return
			}
		}
		d.wrong(path, "%s is a table", spoken(path))
		return
	}
	for key, v := range entries {
		at := slices.IndexFunc(known, func(f reflect.StructField) bool { return f.Tag.Get("json") == key })
		if at < 0 {
			d.unknown(join(path, key), key, known)
			continue
		}
		d.value(to.FieldByIndex(known[at].Index), v, join(path, key))
		d.choice(known[at], to, join(path, key))
	}
}

// unknown is a key that there is not; what is near it is looked for as long as it is told.
func (d *decoder) unknown(path, key string, known []reflect.StructField) {
	hint := ""
	if d.wrongs < mostProblems {
		hint = near(key, known)
	}
	d.wrong(path, "there is no key %q here%s", key, hint)
}

// choice holds a field to the values that it may have.
func (d *decoder) choice(f reflect.StructField, in reflect.Value, path string) {
	choices := f.Tag.Get("enum")
	if choices == "" {
		return
	}
	value := in.FieldByIndex(f.Index)
	if !slices.Contains(strings.Split(choices, ","), value.String()) {
		d.wrong(path, "%s is one of %s", spoken(path), strings.ReplaceAll(choices, ",", ", "))
		value.SetString("")
	}
}

// fieldsOf are the fields of a struct, those of embedded ones among them.
func fieldsOf(t reflect.Type) []reflect.StructField {
	var out []reflect.StructField
	for _, f := range reflect.VisibleFields(t) {
		if !f.Anonymous {
			out = append(out, f)
		}
	}
	return out
}

// near names the key that may have been meant, else those that there are.
func near(key string, known []reflect.StructField) string {
	var names []string
	for _, f := range known {
		names = append(names, f.Tag.Get("json"))
	}
	if meant := db.Nearest(key, names, 1); len(meant) > 0 {
		return "; is it " + meant[0] + "?"
	}
	return "; there are " + strings.Join(names, ", ")
}
