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
}

func (r *resolver) resolve() {
	for _, t := range r.uses.Tables {
		r.table(t)
	}
	for _, t := range r.uses.Types {
		r.typ(t)
	}
	fitting := false
	for _, f := range r.uses.Functions {
		fitting = r.function(f) || fitting
	}
	for _, name := range r.uses.Fields {
		r.field(name)
	}
	for _, o := range r.uses.Operators {
		fitting = r.operator(o) || o.Name == "||" || fitting
	}
	r.operands()
	if fitting {
		r.fit()
	}
	if r.uses.Texts {
		r.read()
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
	}
}

// function takes a call; true when it may give values another type than they came with, unnamed.
func (r *resolver) function(f statement.Called) (fitting bool) {
	if oid, bad := r.c.denied[f.Name]; bad && system(f.Schema) {
		r.add(node{functionNode, oid})
	}
	for _, oid := range r.under(functionNode, f.Named) {
		if fn := r.c.functions[oid]; fn.takes(f.Args) {
			r.add(node{functionNode, oid})
			r.call(fn, r.uses.Rows)
			fitting = fitting || fn.polymorphic()
		}
	}
	return fitting || fits[f.Name] || strings.Contains(f.Name, "populate_record")
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
	}
}

// takes says whether a function can be called with so many arguments.
func (f *function) takes(args int) bool {
	return args < 0 || f.variadic || args <= f.args && args >= f.args-f.defaults
}

// fits are functions of PostgreSQL that take values of any type and fit the others to it.
var fits = wordSet(`array_append array_prepend array_cat array_fill array_position array_positions array_remove array_replace
	lag lead width_bucket array_to_string`)

// rowTypes are the pseudo types that a whole row fits (catalog/pg_type.dat): any, record, anyelement, anynonarray,
// anycompatible, anycompatiblenonarray.
var rowTypes = map[uint32]bool{2276: true, 2249: true, 2283: true, 2776: true, 5077: true, 5079: true}

// polymorphicTypes fit the values of one argument to another's type: the "any…" types but any itself.
var polymorphicTypes = map[uint32]bool{2277: true, 2283: true, 2776: true, 3500: true, 3831: true, 4537: true,
	5077: true, 5078: true, 5079: true, 5080: true, 4538: true}

func (f *function) polymorphic() bool {
	return slices.ContainsFunc(f.argTypes, func(t uint32) bool { return polymorphicTypes[t] })
}

// field takes x.name, which calls a function of one argument on a whole row, if there is one.
func (r *resolver) field(name string) {
	for _, oid := range r.under(functionNode, statement.Named{Name: name}) {
		f := r.c.functions[oid]
		if f.takes(1) && len(f.argTypes) > 0 && (f.variadic || rowTypes[f.argTypes[0]] || r.c.row(f.argTypes[0])) {
			r.add(node{functionNode, oid})
			r.call(f, r.uses.Rows || has(r.uses.RowFields, name))
		}
	}
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

// operator takes an operator; true when it may give values another type than they came with.
func (r *resolver) operator(n statement.Named) (fitting bool) {
	for _, oid := range r.under(operatorNode, n) {
		r.add(node{operatorNode, oid})
		code := r.c.functions[r.c.operators[oid].code]
		fitting = fitting || code != nil && code.polymorphic()
	}
	return fitting
}

// operands takes the values that operators get and give, as long as one of them gives a value that another may get.
func (r *resolver) operands() {
	taken := map[uint32]bool{}
	for more := true; more; {
		more = false
		for _, n := range r.uses.Operators {
			for _, oid := range r.under(operatorNode, n) {
				code := r.c.functions[r.c.operators[oid].code]
				if code != nil && !taken[oid] && r.applies(n.Name, code.argTypes) {
					taken[oid], more = true, true
					r.call(code, r.uses.Rows || r.uses.Texts)
				}
			}
		}
	}
}

// manyOperators are those of PostgreSQL that, between texts without a type, never stand for one of the database's own.
var manyOperators = wordSet("= <> != < > <= >= + - * / % ^ ~~ !~~ ~~* !~~* ~ !~ ~* !~* || << >> && @> <@ | &")

// applies says whether the text may have values for what an operator of such a name takes: values of the types or that are cast to
// them unasked, texts that are read as one beside another value, and rows.
func (r *resolver) applies(name string, types []uint32) bool {
	there, readable := true, true
	anyThere := len(types) < 2
	for _, t := range types {
		has := r.attainable(t, nil)
		there, anyThere = there && has, anyThere || has
		readable = readable && (has || r.uses.Texts || r.uses.Rows && r.c.rows[t] != 0)
	}
	return there || readable && (anyThere || !manyOperators[name])
}

// attainable says that the text may have values of the type without writing any.
func (r *resolver) attainable(oid uint32, seen []uint32) bool {
	if oid < firstNormal || r.types[oid] {
		return true
	}
	if slices.Contains(seen, oid) {
		return false
	}
	seen = append(seen, oid)
	if t := r.c.types[oid]; t != nil && (t.kind == "d" && r.attainable(t.base, seen) || t.element != 0 && r.attainable(t.element, seen)) {
		return true
	}
	return slices.ContainsFunc(r.c.casts, func(k cast) bool {
		return k.target == oid && k.implicit && r.attainable(k.source, seen)
	})
}

// fit takes the types of the columns that are fitted as types that other values may become: those of all columns at hand
// where the text gives a name of its own to what is fitted.
func (r *resolver) fit() {
	all := r.uses.Loose || slices.ContainsFunc(r.uses.Fitted, func(name string) bool {
		return name == "" || has(r.uses.Given, name)
	})
	for oid := range maps.Clone(r.types) {
		if all {
			r.add(node{typeNode, oid})
		}
		rel := r.c.relations[r.c.rows[oid]]
		if rel == nil {
			continue
		}
		for _, col := range rel.columns {
			if has(r.uses.Fitted, col.name) {
				r.add(node{typeNode, col.typ})
			}
		}
	}
}

// read takes the types of columns that a text beside them may be read as, where the server looks for one type of both: arrays,
// rows and ranges, whose parts may have checks. (Of a domain it takes the type that it is over.)
func (r *resolver) read() {
	whole := slices.ContainsFunc(r.uses.Wholes, func(name string) bool { return has(r.uses.Sources, name) })
	for oid := range maps.Clone(r.types) {
		rel := r.c.relations[r.c.rows[oid]]
		if rel == nil {
			continue
		}
		if whole {
			r.add(node{typeNode, oid})
		}
		for _, col := range rel.columns {
			if r.c.container(col.typ) && (has(r.uses.Columns, col.name) || has(r.uses.Columns, "")) {
				r.add(node{typeNode, col.typ})
			}
		}
	}
}

// container says that values of the type are made of others.
func (c *Catalogue) container(oid uint32) bool {
	t := c.types[oid]
	return t == nil || t.kind != "d" || c.container(t.base) && t.base >= firstNormal
}
