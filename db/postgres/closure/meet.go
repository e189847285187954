package closure

import (
	"regexp"

	"parley/db/statement"
)

// Where values meet, the server looks for one type for all, and makes values of it: those of a domain run its checks, and so do those
// of arrays, rows and ranges over one, which no text needs to name. What may happen there is not told apart case by case. The other way
// round, a value that meets others counts as the type that is made of them, unless the server is known to make none:
//
//   - of a domain itself it makes none, but takes the type that the domain is over (select_common_type in parser/parse_coerce.c), unless
//     all values are of it already; only functions that take values of any type fit others to a domain;
//   - of a type that a call does not give back it makes none behind the call.
//
// Which functions take values of any type, and give them back, the catalogue says.

// meet takes the types of which values may be made where values of a text meet.
func (r *resolver) meet() {
	if r.uses.Loose {
		r.meetAnyhow()
		return
	}
	if len(r.types) == 0 || len(r.uses.Meetings) == 0 {
		return
	}
	named := r.columns()
	type seen struct {
		name string
		all  bool
	}
	done := map[seen]bool{}
	for _, m := range r.uses.Meetings {
		all, meets := r.meets(m)
		if m.Part && (has(r.uses.Sources, m.Column) || !has(r.uses.Renamed, m.Column)) {
			continue // the part goes by its own name
		}
		if !meets || done[seen{m.Column, all}] {
			continue
		}
		done[seen{m.Column, all}] = true
		for _, oid := range r.candidates(m.Column, named) {
			if all || r.c.container(oid) {
				r.add(node{typeNode, oid})
			}
		}
	}
}

// meets says whether a value meets others, and whether so that even a domain's checks may run.
func (r *resolver) meets(m statement.Meeting) (all, meets bool) {
	all = m.Wrapped
	for _, f := range m.Through {
		gives, many := r.gives(f)
		if !gives {
			return false, false
		}
		all = all || many
	}
	if m.At != nil {
		return true, r.fits(*m.At)
	}
	for _, oid := range r.under(operatorNode, m.Operator) {
		code := r.c.functions[r.c.operators[oid].code]
		all = all || code == nil || code.polymorphic()
	}
	return all, true
}

// gives says whether a call may give values of the type that it takes, and whether many in one.
func (r *resolver) gives(f statement.Called) (gives, many bool) {
	for _, oid := range r.under(functionNode, f.Named) {
		if fn := r.c.functions[oid]; fn.takes(f.Args) {
			for _, t := range fn.results() {
				gives, many = gives || polymorphicTypes[t] || rowTypes[t], many || arrayTypes[t]
			}
		}
	}
	for _, g := range r.generic(f) {
		gives, many = gives || g.gives, many || g.many
	}
	return gives || f.Projects() && r.projects(f.Name), many
}

// unnamedField is what the server calls a field of a row that the text makes.
var unnamedField = regexp.MustCompile(`^f[0-9]+$`)

// projects says that rows of the text may have a column of the name.
func (r *resolver) projects(name string) bool {
	return has(r.uses.Renamed, name) || unnamedField.MatchString(name) || len(r.columns()[key(name)]) > 0
}

// fits says whether a call may fit one value to the type of another.
func (r *resolver) fits(f statement.Called) bool {
	if f.Name == "" {
		return true
	}
	for _, oid := range r.under(functionNode, f.Named) {
		if fn := r.c.functions[oid]; fn.takes(f.Args) && fn.polymorphic() {
			return true
		}
	}
	for _, g := range r.generic(f) {
		if g.fits {
			return true
		}
	}
	return false
}

// generic are PostgreSQL's own functions of a call that take values of any type.
func (r *resolver) generic(f statement.Called) (all []generic) {
	if !system(f.Schema) {
		return nil
	}
	for _, g := range r.c.generic[f.Name] {
		if f.Args < 0 || g.least <= f.Args && f.Args <= g.most {
			all = append(all, g)
		}
	}
	return all
}

// columns are the types of the columns at hand, by their names; under "" all, under "*" those of whole rows.
func (r *resolver) columns() map[string][]uint32 {
	named := map[string][]uint32{}
	for oid := range r.types {
		rel := r.c.relations[r.c.rows[oid]]
		if rel == nil && r.c.types[oid] != nil {
			rel = r.c.relations[r.c.types[oid].relation]
		}
		if rel == nil {
			continue
		}
		named["*"] = append(named["*"], oid)
		for _, col := range rel.columns {
			named[key(col.name)] = append(named[key(col.name)], col.typ)
			named[""] = append(named[""], col.typ)
		}
	}
	return named
}

// candidates are the types of what may stand under a name.
func (r *resolver) candidates(name string, named map[string][]uint32) (types []uint32) {
	source := has(r.uses.Sources, name)
	if name == statement.Handed || has(r.uses.Arguments, name) {
		types = append(types, r.arguments...)
	}
	switch {
	case name == "":
		return append(types, named[""]...)
	case source || has(r.uses.Renamed, name):
		for _, mentioned := range r.uses.Mentioned {
			types = append(types, named[key(mentioned)]...)
		}
		if source || r.wholes() {
			types = append(types, named["*"]...)
		}
		return append(types, r.given...)
	}
	return append(types, named[key(name)]...)
}

// wholes says that rows of tables may stand in the text as values.
func (r *resolver) wholes() bool {
	for _, name := range r.uses.Wholes {
		if has(r.uses.Sources, name) {
			return true
		}
	}
	return false
}

// meetAnyhow is meet for a text of which only the words are known.
func (r *resolver) meetAnyhow() {
	fitting := false
	for _, f := range r.uses.Functions {
		fitting = fitting || r.fits(f)
	}
	for _, o := range r.uses.Operators {
		fitting = fitting || o.Name == "||"
		for _, oid := range r.under(operatorNode, o) {
			code := r.c.functions[r.c.operators[oid].code]
			fitting = fitting || code == nil || code.polymorphic()
		}
	}
	arrays := r.arrays || r.uses.Arrays
	named := r.columns()
	if fitting || arrays {
		for oid := range r.types {
			r.add(node{typeNode, oid})
		}
	}
	for _, oid := range named[""] {
		if fitting || arrays || r.c.container(oid) {
			r.add(node{typeNode, oid})
		}
	}
}
