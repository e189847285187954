// Package closure says what a statement would run on a PostgreSQL server: from the names that it uses to relations, the
// rules of views, policies, functions and what stands in their bodies, the parts of aggregates, operators, casts and the
// checks of domains, until something is found that may do more than read.
//
// The server resolves a name by types that only it knows, so a name counts as every object of the search path that it may
// mean; expressions that the server has resolved already (rules, policies, checks, defaults) count exactly.
//
// A statement also runs what its text does not name, by the types of its values: casts that the server puts in, ways to compare, and
// the checks of domains wherever it makes values of arrays, rows and ranges over them. For these a value counts as whatever may come
// of its type: casts and comparisons run wherever values of the types are handled at all (castsOf, comparisonsOf), and checks run
// wherever values meet, but for the few forms in which the server is known to make no others (meet.go; statement.Meeting says which
// those are, and any other form counts as the worst). So a form of SQL, a function or a type that nobody thought of is refused, not run.
//
// Why the server is not asked for its own analysis, which it alone gets right: there is no way to have it. Parse runs code already (a
// text that is read as an array of a domain runs the checks); a view to look into pg_depend for cannot be made in a transaction that
// only reads, nor on a standby; debug_print_parse writes every statement into the server's log; and with the texts as parameters of no
// type Describe tells their types, but none of what is made of columns.
//
// The package does no I/O: a Catalogue is made of what the server answered. It imports statement. Start reading at Catalogue.Check.
package closure

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
)

// Finding is something that may do more than read, and how a statement comes to it.
type Finding struct {
	// Path leads from what the statement names to what runs: "view sales", "function tax(…)".
	Path []string
	// Reason is why it does not run: "is volatile: the server cannot say that it changes nothing".
	Reason string
	// Name is what allows it, as --allow takes it.
	Name string
}

// String is the finding as a sentence without its end.
func (f *Finding) String() string {
	s := "The " + f.Path[len(f.Path)-1] + " " + f.Reason
	if len(f.Path) > 1 {
		s += " (it is run by the " + strings.Join(f.Path[:len(f.Path)-1], ", by the ") + ")"
	}
	return s
}

// Check looks at all that the names of a statement may stand for: nil when everything only reads.
func (c *Catalogue) Check(u statement.Uses) *Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.names(u, c.path, true, nil)
}

// Own is what a statement may run of the functions that are the database's own, by whatever name: what they read is theirs to
// say. Policies and plans are left out, for they give no values away.
func (c *Catalogue) Own(u statement.Uses) *Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.strict == nil {
		c.strict = &Catalogue{path: c.path, builtins: c.builtins, views: c.views, denied: c.denied, secret: c.secret, functions: c.functions,
			operators: c.operators, types: c.types, relations: c.relations, casts: c.casts, parts: c.parts, compare: c.compare, paths: c.paths,
			byName: c.byName, rows: c.rows, generic: c.generic, makers: c.makers, everyOwn: true, known: map[visit]*Finding{}, safe: map[visit]bool{}, open: map[visit]bool{}}
	}
	return c.strict.Check(u)
}

// names is the first finding behind the names of a text. direct says that the session's own role reads the tables; given are the
// types of the values that the text is handed.
func (c *Catalogue) names(u statement.Uses, path []string, direct bool, given []uint32) *Finding {
	r := resolver{c: c, path: path, uses: u, arguments: given, types: map[uint32]bool{}, taken: map[node]bool{}}
	for _, t := range given {
		r.handles(t)
		r.anything = r.anything || polymorphicTypes[t] || rowTypes[t]
	}
	if u.Loose && len(u.Assigned) > 0 && (u.Records || r.anything) {
		r.handed = append(r.handed, "")
	}
	r.resolve()
	for _, id := range r.found {
		if f := c.follow(id, direct); f != nil {
			return f
		}
	}
	return c.handling(r.types)
}

// handling is what a text that handles values of the types runs without naming it.
func (c *Catalogue) handling(types map[uint32]bool) *Finding {
	for oid := range types {
		if t := c.types[oid]; t != nil && t.tangled {
			return c.tangle(t)
		}
	}
	if f := c.castsOf(types); f != nil {
		return f
	}
	return c.comparisonsOf(types)
}

// comparisonsOf are the functions by which values of the types are sorted, grouped and joined.
func (c *Catalogue) comparisonsOf(types map[uint32]bool) *Finding {
	for oid, functions := range c.compare {
		if c.madeOf(oid, types) {
			if f := c.through(slices.DeleteFunc(slices.Clone(functions), c.supports)); f != nil {
				return f
			}
		}
	}
	return nil
}

// supports says that a function by which values are compared is an extension's own in C: these are often left volatile, for only
// indexes call them.
func (c *Catalogue) supports(n node) bool {
	f := c.functions[n.oid]
	return f != nil && f.library()
}

// madeOf says that a text which handles values of the types may handle some of this type: an array or a range of them.
func (c *Catalogue) madeOf(oid uint32, types map[uint32]bool) bool {
	if oid < firstNormal || types[oid] {
		return true
	}
	t := c.types[oid]
	if t == nil {
		return c.rows[oid] == 0
	}
	return slices.ContainsFunc([]uint32{t.base, t.element}, func(part uint32) bool {
		return t.kind != "d" && part >= firstNormal && c.madeOf(part, types)
	})
}

// castsOf are the casts that the server may put between values of the types that a text handles.
func (c *Catalogue) castsOf(types map[uint32]bool) *Finding {
	for i := range c.casts {
		k := &c.casts[i]
		if k.method != "b" && c.madeOf(k.source, types) && c.madeOf(k.target, types) {
			if f := c.follow(k.runs(), false); f != nil {
				return f.behind(fmt.Sprintf("cast from %s to %s", k.from, k.to))
			}
		}
	}
	return nil
}

// runs is what a cast runs: its function, or the checks of the type that it makes.
func (k *cast) runs() node {
	if k.method == "i" {
		return node{typeNode, k.target}
	}
	return node{functionNode, k.function}
}

func (f *Finding) behind(step string) *Finding {
	return &Finding{Path: append([]string{step}, f.Path...), Reason: f.Reason, Name: f.Name}
}

// Dangers are all objects of the database that may do more than read, each with its reason; some may never be reached.
func (c *Catalogue) Dangers() []*Finding {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []*Finding
	for _, id := range c.everything() {
		if f := c.follow(id, true); f != nil {
			all = append(all, f)
		}
	}
	return all
}
