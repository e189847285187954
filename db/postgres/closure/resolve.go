package closure

import (
	"maps"
	"slices"
	"strings"

	"parley/db/statement"
)

// resolver finds what the names of a text may stand for.
type resolver struct {
	c     *Catalogue
	path  []string
	uses  statement.Uses
	found []node
	types map[uint32]bool // of values that the text may handle
	// anything says that the text is handed values of types that only its callers know.
	anything bool
	taken    map[node]bool // functions and operators that may be called; true where rows may become what they take
	arrays   bool          // functions of the database's own give arrays of any type
	// handed are the columns whose values are handed to a body that may make others of their types, "" for all; given are the types of what
	// functions of the database's own give, arguments those of what the text itself is handed.
	handed           []string
	given, arguments []uint32
}

func (r *resolver) resolve() {
	for _, t := range r.uses.Tables {
		r.table(t)
	}
	for _, t := range r.uses.Types {
		r.typ(t)
	}
	for _, name := range r.uses.Fields {
		r.field(name)
	}
	if r.uses.Loose {
		for _, o := range r.uses.Operators {
			for _, oid := range r.under(operatorNode, o) {
				r.add(node{operatorNode, oid})
			}
		}
	}
	for more := true; more; { // what a function or an operator gives, another may take
		more = false
		for _, f := range r.uses.Functions {
			more = r.function(f) || more
		}
		for _, o := range r.uses.Operators {
			more = r.operator(o) || more
		}
	}
	r.meet()
	if len(r.handed) > 0 {
		r.hand()
	}
}

// under are the objects of a kind that a name may stand for.
func (r *resolver) under(k kind, n statement.Named) []uint32 {
	var visible []uint32
	for _, oid := range r.c.byName[k][key(n.Name)] {
		schema := r.c.schemaOf(node{k, oid})
		if n.Schema != "" && key(schema) == key(n.Schema) || n.Schema == "" && has(r.path, schema) || temporary(schema) && (n.Schema == "" || n.Schema == "pg_temp") {
			visible = append(visible, oid)
		}
	}
	return visible
}

// temporary says that a schema is some session's own. Which session a statement gets, a pooler decides.
func temporary(schema string) bool { return strings.HasPrefix(schema, "pg_temp_") }

func (c *Catalogue) schemaOf(n node) string {
	switch n.kind {
	case functionNode:
		return c.functions[n.oid].schema
	case operatorNode:
		return c.operators[n.oid].schema
	case typeNode:
		return c.types[n.oid].schema
	case relationNode:
		return c.relations[n.oid].schema
	}
	return ""
}

func (r *resolver) add(n node) { r.found = append(r.found, n) }

func (r *resolver) table(n statement.Named) {
	if oid, bad := r.c.secret[n.Name]; bad && system(n.Schema) {
		r.add(node{relationNode, oid})
	}
	for _, oid := range r.under(relationNode, n) {
		r.add(node{relationNode, oid})
		r.handles(r.c.relations[oid].row)
	}
}

// system says that a name is PostgreSQL's own unless something else is found first.
func system(schema string) bool {
	return schema == "" || schema == "pg_catalog" || schema == "information_schema"
}

// typ takes a type that values become: its checks run, and those of its fields.
func (r *resolver) typ(n statement.Named) {
	for _, name := range []string{n.Name, strings.TrimPrefix(n.Name, "_")} {
		for _, oid := range r.under(typeNode, statement.Named{Schema: n.Schema, Name: name}) {
			r.becomes(oid)
		}
		for _, oid := range r.under(relationNode, statement.Named{Schema: n.Schema, Name: name}) {
			r.becomes(r.c.relations[oid].row)
		}
	}
}

func (r *resolver) becomes(oid uint32) {
	r.add(node{typeNode, oid})
	r.handles(oid)
}

func (r *resolver) handles(oid uint32) { r.c.handles(r.types, oid) }

// handles notes the type of a value, and those that it is made of.
func (c *Catalogue) handles(types map[uint32]bool, oid uint32) {
	if oid < firstNormal || types[oid] {
		return
	}
	types[oid] = true
	table := c.rows[oid]
	if t := c.types[oid]; t != nil {
		c.handles(types, t.base)
		c.handles(types, t.element)
		table = max(table, t.relation)
	}
	if rel := c.relations[table]; rel != nil {
		for _, col := range rel.columns {
			c.handles(types, col.typ)
		}
		for _, row := range rel.standsFor {
			c.handles(types, row)
		}
	}
}

// function takes a call; true when it finds a function that it had not found yet.
func (r *resolver) function(f statement.Called) (more bool) {
	if oid, bad := r.c.denied[f.Name]; bad && system(f.Schema) {
		r.add(node{functionNode, oid})
	}
	open := f.Open || f.Args < 0
	for _, oid := range r.under(functionNode, f.Named) {
		n, fn := node{functionNode, oid}, r.c.functions[oid]
		rows := r.uses.Rows || open
		if with, taken := r.taken[n]; taken && (with || !rows) || !fn.takes(f.Args) || !open && !r.suits(fn, f.Args) {
			continue
		}
		r.taken[n], more = rows, true
		r.add(n)
		if r.c.hands(oid) {
			r.hands(f)
		}
		r.call(fn, rows)
		r.arrays = r.arrays || slices.ContainsFunc(fn.results(), func(t uint32) bool { return arrayTypes[t] })
	}
	return more
}

// suits says that the text may have values for the arguments that a call of a function gives.
func (r *resolver) suits(f *function, args int) bool {
	for i, t := range f.argTypes {
		if i < args && !r.attainable(t) {
			return false
		}
	}
	return true
}

// call takes the values that a function gets and gives. rows says that some may become a table's row: of themselves they do only
// where the text makes rows.
func (r *resolver) call(f *function, rows bool) {
	for _, t := range f.argTypes {
		if r.c.rows[t] == 0 || rows || r.uses.Loose {
			r.becomes(t)
		}
		r.handles(t)
	}
	for _, t := range f.results() {
		r.handles(t)
		r.given = append(r.given, t)
	}
}

// hands takes the columns that a call hands to a body.
func (r *resolver) hands(f statement.Called) {
	if f.Args < 0 && len(f.Takes) == 0 {
		r.handed = append(r.handed, "")
	}
	r.handed = append(append(r.handed, f.Takes...), noColumn)
}

// noColumn is the name of no column: a call hands what another gives, if no column.
const noColumn = "\x00"

// hand takes the types of what is handed to a body.
func (r *resolver) hand() {
	isHanded := r.among(r.handed)
	for _, t := range r.given {
		r.add(node{typeNode, t})
	}
	for oid := range maps.Clone(r.types) {
		if isHanded("") {
			r.add(node{typeNode, oid})
		}
		if rel := r.c.relations[r.c.rows[oid]]; rel != nil {
			for _, col := range rel.columns {
				if isHanded(col.name) {
					r.add(node{typeNode, col.typ})
				}
			}
		}
	}
}

// among says whether a column may be one of those that are named, under whatever name the text gives it; "" is any at all.
func (r *resolver) among(names []string) func(name string) bool {
	all := r.uses.Loose || slices.ContainsFunc(names, func(name string) bool { return name == "" || has(r.uses.Given, name) || has(r.uses.Renamed, name) })
	return func(name string) bool { return all || name != "" && has(names, name) }
}

// takes says whether a function can be called with so many arguments.
func (f *function) takes(args int) bool {
	return args < 0 || f.variadic || args <= f.args && args >= f.args-f.defaults
}

// rowTypes are the pseudo types that a whole row fits (catalog/pg_type.dat): any, record, anyelement, anynonarray,
// anycompatible, anycompatiblenonarray.
var rowTypes = map[uint32]bool{2276: true, 2249: true, 2283: true, 2776: true, 5077: true, 5079: true}

// polymorphicTypes fit the values of one argument to another's type: the "any…" types but any itself.
var polymorphicTypes = map[uint32]bool{2277: true, 2283: true, 2776: true, 3500: true, 3831: true, 4537: true,
	5077: true, 5078: true, 5079: true, 5080: true, 4538: true}

// arrayTypes are those of them that are made of others: arrays, ranges, multiranges.
var arrayTypes = map[uint32]bool{2277: true, 5078: true, 3831: true, 4537: true, 5080: true, 4538: true}

func (f *function) polymorphic() bool {
	return slices.ContainsFunc(f.argTypes, func(t uint32) bool { return polymorphicTypes[t] })
}

// field takes x.name: of a whole row it calls a function of one argument that takes it, or makes a value of a type out of it,
// if there is one (func_get_detail in parser/parse_func.c).
func (r *resolver) field(name string) {
	for _, oid := range r.under(functionNode, statement.Named{Name: name}) {
		f := r.c.functions[oid]
		if f.takes(1) && len(f.argTypes) > 0 && (f.variadic || rowTypes[f.argTypes[0]] || r.c.ofRow(f.argTypes[0])) {
			r.add(node{functionNode, oid})
			if r.c.hands(oid) {
				r.handed = append(r.handed, "")
			}
			r.call(f, r.uses.Rows || has(r.uses.RowFields, name))
		}
	}
	for _, oid := range r.under(typeNode, statement.Named{Name: name}) {
		if r.c.ofRow(oid) {
			r.becomes(oid)
		}
	}
}

// ofRow says that a row may become a value of the type: it is one, or a cast of the database's own makes it.
func (c *Catalogue) ofRow(oid uint32) bool {
	base := oid
	for t := c.types[base]; t != nil && t.kind == "d"; t = c.types[base] {
		base = t.base
	}
	return c.row(base) || slices.ContainsFunc(c.casts, func(k cast) bool { return k.target == base && c.row(k.source) })
}

// row says whether a type is a row's: of a table, or made by CREATE TYPE … AS, or a domain over one. Row types of tables are
// not among the catalogue's types.
func (c *Catalogue) row(oid uint32) bool {
	if oid < firstNormal {
		return false
	}
	t := c.types[oid]
	return t == nil || t.kind == "c" || t.kind == "d" && c.row(t.base)
}

// operator takes an operator; true when it finds one that it had not found yet.
func (r *resolver) operator(o statement.Named) (more bool) {
	for _, oid := range r.under(operatorNode, o) {
		n := node{operatorNode, oid}
		code := r.c.functions[r.c.operators[oid].code]
		if _, taken := r.taken[n]; taken || code != nil && !r.applies(o.Name, code.argTypes) {
			continue
		}
		r.taken[n], more = true, true
		r.add(n)
		if code != nil {
			r.call(code, r.uses.Rows || r.uses.Texts)
			if r.c.hands(r.c.operators[oid].code) {
				r.handed = append(r.handed, "")
			}
		}
	}
	return more
}

// manyOperators are those of PostgreSQL that, between texts without a type, never stand for one of the database's own.
var manyOperators = wordSet("= <> != < > <= >= + - * / % ^ ~~ !~~ ~~* !~~* ~ !~ ~* !~* || << >> && @> <@ | &")

// applies says whether the text may have values for what an operator of such a name takes: values of the types or that are cast to
// them unasked, texts that are read as one beside another value, and rows.
func (r *resolver) applies(name string, types []uint32) bool {
	there, readable := true, true
	anyThere := len(types) < 2
	for _, t := range types {
		has := r.attainable(t)
		there, anyThere = there && has, anyThere || has
		readable = readable && (has || r.uses.Texts || r.uses.Nulls)
	}
	return there || readable && (anyThere || !manyOperators[name])
}

// attainable says that the text may have values of the type without writing any: it handles them, makes them as rows, or casts others.
func (r *resolver) attainable(oid uint32) bool { return r.reaches(oid, map[uint32]bool{}) }

// reaches is the same without the types that were gone through: what did not lead to values of the text once does not again.
func (r *resolver) reaches(oid uint32, through map[uint32]bool) bool {
	if r.anything || r.c.madeOf(oid, r.types) || r.uses.Rows && r.c.row(oid) {
		return true
	}
	if through[oid] {
		return false
	}
	through[oid] = true
	if t := r.c.types[oid]; t != nil && slices.ContainsFunc([]uint32{t.base, t.element}, func(part uint32) bool {
		return (t.kind == "d" && part != 0 || part >= firstNormal) && r.reaches(part, through)
	}) {
		return true
	}
	return slices.ContainsFunc(r.c.casts, func(k cast) bool {
		return k.target == oid && k.implicit && r.reaches(k.source, through)
	})
}

// container says that values of the type are made of others.
func (c *Catalogue) container(oid uint32) bool {
	t := c.types[oid]
	return t == nil || t.kind != "d" || c.container(t.base) && t.base >= firstNormal
}
