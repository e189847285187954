package semantic

import (
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"parley/workflow/project"
)

// place is where something stands in a file; lines count from 1.
type place struct {
	file string
	line int
}

// of is the place as a project knows it.
func (p place) of() project.Place { return project.Place{File: p.file, Line: p.line} }

// node is a value of a YAML file; the zero node is one that is not there. JSON is YAML too.
type node struct {
	yaml *yaml.Node
	file string
	// left is how many elements of lists may still be read of the file: aliases make much of little.
	left *int
}

const mostElements = 200_000

// parse gives the documents of a file: most have one.
func parse(file, text string) ([]node, error) {
	var out []node
	left := mostElements
	for from := yaml.NewDecoder(strings.NewReader(text)); len(out) < mostDocuments; {
		doc := new(yaml.Node)
		if err := from.Decode(doc); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		n := node{doc, file, &left}
		if doc.Kind == yaml.DocumentNode && len(doc.Content) > 0 {
			n.yaml = doc.Content[0]
		}
		out = append(out, n)
	}
	return out, nil
}

// mostDocuments bounds the documents of a file.
const mostDocuments = 1000

func (n node) with(y *yaml.Node) node {
	for y != nil && y.Kind == yaml.AliasNode {
		y = y.Alias
	}
	return node{y, n.file, n.left}
}

func (n node) there() bool { return n.yaml != nil && n.yaml.Tag != "!!null" }

func (n node) place() place {
	if n.yaml == nil {
		return place{n.file, 0}
	}
	return place{n.file, n.yaml.Line}
}

// get follows keys downwards.
func (n node) get(keys ...string) node {
	for _, key := range keys {
		var found *yaml.Node
		if n.yaml != nil && n.yaml.Kind == yaml.MappingNode {
			for i := 0; i+1 < len(n.yaml.Content); i += 2 {
				if n.yaml.Content[i].Value == key {
					found = n.yaml.Content[i+1]
				}
			}
		}
		n = n.with(found)
	}
	return n
}

// text is a scalar; empty for anything else.
func (n node) text() string {
	if !n.there() || n.yaml.Kind != yaml.ScalarNode {
		return ""
	}
	return strings.TrimSpace(n.yaml.Value)
}

// yes says that the value is true; that of a key that is not there is the one given.
func (n node) yes(missing bool) bool {
	if !n.there() {
		return missing
	}
	return n.text() == "true"
}

// list are the elements of a list; a single value is a list of one.
func (n node) list() []node {
	switch {
	case !n.there() || *n.left <= 0:
		return nil
	case n.yaml.Kind != yaml.SequenceNode:
		return []node{n}
	}
	var out []node
	for _, y := range n.yaml.Content {
		if *n.left--; *n.left <= 0 {
			break
		}
		out = append(out, n.with(y))
	}
	return out
}

func (n node) texts() []string {
	var out []string
	for _, e := range n.list() {
		if s := e.text(); s != "" {
			out = append(out, s)
		}
	}
	return out
}
