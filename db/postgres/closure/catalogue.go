package closure

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// firstNormal is the first number of an object made after initdb.
const firstNormal = 16384

type kind uint8

const (
	functionNode kind = iota
	operatorNode
	typeNode
	relationNode
	valueNode  // a value of the type, which may be written, compared and cast, but is already one
	mergedNode // values of several types that become the type where it is one of arrays
)

// node is one object of the catalogue.
type node struct {
	kind kind
	oid  uint32
}

type function struct {
	schema, name, kind, language, symbol string // symbol: the body in SQL and PL/pgSQL, else what it is called in C
	volatility                           string
	definer, otherRole                   bool
	variadic, extension                  bool
	args, defaults                       int
	argTypes, allTypes                   []uint32
	argNames                             []string
	gives                                uint32
	refs                                 []node
	path                                 string // of its own
}

type operator struct {
	schema, name           string
	code, commute, negated uint32
}

type typ struct {
	schema, name, kind      string
	base, element, relation uint32
	functions               []uint32 // input, output, modifiers
	refs                    []node
	tangled                 bool // what it is made of is not followed
}

type cast struct {
	source, target, function uint32
	from, to                 string
	method                   string // "f" by the function, "i" by writing and reading the value, "b" by doing nothing
	implicit                 bool
}

type relation struct {
	schema, name, kind string
	active             bool // the policies hold for the session's role
	refs               []node
	foreign            *foreign
	children           []uint32
	plans              []node   // what planning a query of it computes in advance
	standsFor          []uint32 // types of rows that a row of it becomes unasked: of what it inherits from, of what it is made of
	columns            []column // those of types of the database's own
	row                uint32   // its rows' type
}

type column struct {
	typ  uint32
	name string
}

type foreign struct {
	wrapper, server, handler string
	program                  bool
}

// generic is how a function of PostgreSQL treats values of any type.
type generic struct {
	least, most int  // arguments
	fits        bool // it fits one argument to another's type, or makes values of it
	gives, many bool // what it gives is of a type that it took, or of arrays or ranges of it
}

// Catalogue is what a database could run.
type Catalogue struct {
	path  []string
	allow map[string]bool

	builtins map[uint32]string // functions of PostgreSQL that do more than read
	views    map[uint32]string // … and relations
	denied   map[string]uint32 // … by name
	secret   map[string]uint32
	generic  map[string][]generic // functions of PostgreSQL that take values of any type
	makers   map[uint32]bool      // those that make values of a type out of others

	functions map[uint32]*function
	operators map[uint32]*operator
	types     map[uint32]*typ
	relations map[uint32]*relation
	casts     []cast
	parts     map[uint32][]node // of aggregates
	compare   map[uint32][]node // of types

	paths []string // that functions search, and those that they call with them

	byName [4]map[string][]uint32 // by kind

	rows map[uint32]uint32 // row types of tables → their tables

	// everyOwn says that everything of the database's own is a finding, whatever it does; strict is this catalogue so, once it was asked for.
	everyOwn bool
	strict   *Catalogue

	mu    sync.Mutex
	known map[visit]*Finding // what leads to a finding
	safe  map[visit]bool     // what leads to none
	open  map[visit]bool     // looked at on the way to the answer under way
}

// Answers are what the server said to the questions about code.
type Answers struct {
	Builtins, Functions, Operators, Types, Casts, Relations, Foreign, Parts [][]string
}

// Load makes a catalogue. path is the search path as the server resolves it; allow are the names, with schema, of objects
// that may run all the same.
func Load(a Answers, path, allow []string) *Catalogue {
	c := &Catalogue{path: path, paths: slices.Clone(path), allow: map[string]bool{}, builtins: map[uint32]string{}, views: map[uint32]string{},
		denied: map[string]uint32{}, secret: map[string]uint32{}, functions: map[uint32]*function{}, operators: map[uint32]*operator{},
		types: map[uint32]*typ{}, relations: map[uint32]*relation{}, parts: map[uint32][]node{}, compare: map[uint32][]node{},
		rows: map[uint32]uint32{}, generic: map[string][]generic{}, makers: map[uint32]bool{}, known: map[visit]*Finding{}, safe: map[visit]bool{}, open: map[visit]bool{}}
	for i := range c.byName {
		c.byName[i] = map[string][]uint32{}
	}
	for _, name := range allow {
		c.allow[name] = true
	}
	for _, step := range []struct {
		rows [][]string
		take func(row []string)
	}{{a.Builtins, c.builtin}, {a.Functions, c.function}, {a.Operators, c.operator}, {a.Types, c.typ}, {a.Casts, c.cast},
		{a.Relations, c.relation}, {a.Foreign, c.foreign}, {a.Parts, c.part}} {
		for _, row := range step.rows {
			step.take(row)
		}
	}
	c.untangle()
	return c
}

// mostMade is of how many types a type is made at most, each counted as often as it is come to.
const mostMade = 256

// untangle lets no type be made of itself, nor of very many others: a server that lies may say so, and whoever makes domains over
// domains may get far. What such a type runs is not followed, so it counts as the worst.
func (c *Catalogue) untangle() {
	made := map[uint32]int{} // of the types that were measured; more than mostMade on the way
	var measure func(oid uint32, left int) int
	measure = func(oid uint32, left int) int {
		t := c.types[oid]
		switch size, seen := made[oid]; {
		case t == nil:
			return 0
		case seen:
			return size
		case left == 0:
			return mostMade
		}
		made[oid] = mostMade
		size := 1 + measure(t.base, left-1) + measure(t.element, left-1)
		if size > mostMade {
			t.tangled, t.base, t.element, size = !c.allow[t.schema+"."+t.name], 0, 0, 1
		}
		made[oid] = size
		return size
	}
	for oid := range c.types {
		measure(oid, mostMade)
	}
}

func (c *Catalogue) builtin(row []string) {
	id := number(row[0])
	switch {
	case row[2] == "r":
		c.views[id], c.secret[row[1]] = row[1], id
	case row[2] != "f":
		c.anyType(id, row[1], strings.Fields(row[2]))
	case !harmless[row[1]] && !samplers[row[1]] && !strings.HasPrefix(row[1], "to_reg"):
		c.builtins[id], c.denied[row[1]] = row[1], id
	}
}

func (c *Catalogue) anyType(id uint32, name string, how []string) {
	if len(how) != 3 {
		return
	}
	g := generic{int(number(how[0])), int(number(how[1])), strings.Contains(how[2], "f"), strings.Contains(how[2], "g"), strings.Contains(how[2], "m")}
	c.generic[name] = append(c.generic[name], g)
	c.makers[id] = strings.Contains(how[2], "x")
}

func (c *Catalogue) function(row []string) {
	f := &function{schema: row[1], name: row[2], kind: row[3], language: row[4], volatility: row[5], definer: row[6] == "true", otherRole: row[6] == "role",
		args: int(number(row[7])), defaults: int(number(row[8])), variadic: row[9] == "true", argTypes: numbers(row[10]),
		gives: number(row[11]), allTypes: numbers(row[12]), symbol: row[13], refs: references(row[14]), path: row[15], extension: row[16] == "true",
		argNames: strings.Split(row[17], "\x01")}
	c.functions[number(row[0])] = f
	for _, schema := range c.own(f.path) {
		if !has(c.paths, schema) {
			c.paths = append(c.paths, schema)
		}
	}
	c.index(functionNode, f.name, number(row[0]))
}

func (c *Catalogue) operator(row []string) {
	c.operators[number(row[0])] = &operator{row[1], row[2], number(row[3]), number(row[4]), number(row[5])}
	c.index(operatorNode, row[2], number(row[0]))
}

func (c *Catalogue) typ(row []string) {
	c.types[number(row[0])] = &typ{schema: row[1], name: row[2], kind: row[3], base: number(row[4]), element: number(row[5]),
		relation: number(row[6]), functions: numbers(row[7]), refs: references(row[8])}
	c.index(typeNode, row[2], number(row[0]))
}

func (c *Catalogue) cast(row []string) {
	c.casts = append(c.casts, cast{number(row[0]), number(row[1]), number(row[2]), row[3], row[4], row[5], row[6] == "i"})
}

func (c *Catalogue) relation(row []string) {
	c.relations[number(row[0])] = &relation{schema: row[1], name: row[2], kind: row[3], active: row[4] == "true", refs: references(row[5]), row: number(row[6])}
	c.rows[number(row[6])] = number(row[0])
	if array := number(row[7]); array != 0 && c.types[array] == nil {
		c.types[array] = &typ{schema: row[1], name: "_" + row[2], kind: "b", element: number(row[6])}
	}
	c.index(relationNode, row[2], number(row[0]))
}

func (c *Catalogue) foreign(row []string) {
	if r := c.relations[number(row[0])]; r != nil {
		r.foreign = &foreign{row[1], row[2], row[3], row[4] == "true"}
	}
}

func (c *Catalogue) part(row []string) {
	from, to := number(row[1]), number(row[2])
	r := c.relations[from]
	switch row[0] {
	case "part":
		c.parts[from] = append(c.parts[from], node{functionNode, to})
	case "hand":
		c.parts[from] = append(c.parts[from], node{valueNode, to})
	case "state":
		c.parts[from] = append(c.parts[from], node{typeNode, to})
	case "sort":
		c.parts[from] = append(c.parts[from], node{operatorNode, to})
	case "compare":
		c.compare[from] = append(c.compare[from], node{functionNode, to})
	case "child":
		if r != nil {
			r.children = append(r.children, to)
		}
		if child := c.relations[to]; r != nil && child != nil {
			child.standsFor = append(child.standsFor, r.row)
		}
	case "of":
		if r != nil {
			r.standsFor = append(r.standsFor, to)
		}
	case "column":
		if r != nil {
			r.columns = append(r.columns, column{to, row[3]})
		}
	case "plan":
		if r != nil {
			r.plans = append(r.plans, node{functionNode, to})
		}
	case "plan of":
		if r != nil {
			r.plans = append(r.plans, node{valueNode, to})
		}
	}
}

func (c *Catalogue) index(k kind, name string, oid uint32) {
	name = key(name)
	c.byName[k][name] = append(c.byName[k][name], oid)
}

// everything are the objects that a statement could name, in order.
func (c *Catalogue) everything() []node {
	var all []node
	for oid := range c.functions {
		all = append(all, node{functionNode, oid})
	}
	for oid := range c.operators {
		all = append(all, node{operatorNode, oid})
	}
	for oid := range c.types {
		all = append(all, node{typeNode, oid})
	}
	for oid := range c.relations {
		all = append(all, node{relationNode, oid})
	}
	slices.SortFunc(all, func(a, b node) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.oid, b.oid)) })
	return all
}

// number reads an oid or a small count; what is none is 0, which no object has.
func number(text string) uint32 {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0
	}
	return uint32(n)
}

func numbers(text string) []uint32 {
	var all []uint32
	for _, field := range strings.Fields(text) {
		all = append(all, number(field))
	}
	return all
}

// referenceKinds are the fields of a parsed expression that hold the number of an object. A field that names a function or
// an operator, whichever a node has there, is one of the catalogue of functions unless it says "op".
var referenceKinds = map[string]kind{
	"funcid": functionNode, "opfuncid": functionNode, "aggfnoid": functionNode, "winfnoid": functionNode, "tsmhandler": functionNode,
	"startInRangeFunc": functionNode, "endInRangeFunc": functionNode, "opno": operatorNode, "opnos": operatorNode, "sortop": operatorNode, "eqop": operatorNode,
	"relid": relationNode, "resulttype": typeNode, "funccoltypes": typeNode, "coltypes": typeNode,
	"vartype": valueNode, "consttype": valueNode, "funcresulttype": valueNode, "opresulttype": valueNode, "aggtype": valueNode, "wintype": valueNode,
	"colTypes": mergedNode, "row_typeid": valueNode, "array_typeid": valueNode, "minmaxtype": valueNode, "paramtype": valueNode, "typeId": valueNode,
}

// madeTypes are those of them by which a value becomes another's type: it is one from there on.
var madeTypes = map[string]bool{"resulttype": true, "funccoltypes": true, "coltypes": true}

// references reads an array of "field number number …".
func references(array string) []node {
	var refs []node
	for _, element := range strings.Split(strings.Trim(array, "{}"), ",") {
		fields := strings.Fields(strings.Trim(element, `"`))
		if len(fields) == 0 {
			continue
		}
		for _, oid := range numbers(strings.Join(fields[1:], " ")) {
			refs = append(refs, node{referenceKinds[fields[0]], oid})
			if madeTypes[fields[0]] && oid >= firstNormal {
				refs = append(refs, node{valueNode, oid})
			}
		}
	}
	return refs
}
