package closure

import (
	"maps"
	"slices"
	"strings"

	"parley/db/statement"
)

// visit is a node as it is reached: policies hold by who reads a table.
type visit struct {
	node
	direct bool
}

// follow is the first finding at a node or behind it. A node on the way to itself finds nothing new, which says nothing yet
// about the nodes between: they are safe only when nothing at all was found from where the search began.
func (c *Catalogue) follow(n node, direct bool) *Finding {
	v := visit{n, direct}
	if f, found := c.known[v]; found || c.safe[v] || c.open[v] {
		return f
	}
	root := len(c.open) == 0
	c.open[v] = true
	f := c.look(n, direct)
	if f != nil {
		c.known[v] = f
	}
	if root {
		if f == nil {
			maps.Copy(c.safe, c.open)
		}
		clear(c.open)
	}
	return f
}

func (c *Catalogue) look(n node, direct bool) *Finding {
	switch n.kind {
	case functionNode:
		return c.lookFunction(n.oid)
	case operatorNode:
		return c.lookOperator(n.oid)
	case typeNode:
		return c.lookType(n.oid)
	case relationNode:
		return c.lookRelation(n.oid, direct)
	case valueNode:
		return c.lookValue(n.oid)
	case mergedNode:
		if n.oid >= firstNormal && c.container(n.oid) {
			return c.lookType(n.oid)
		}
	}
	return nil
}

// harmless are volatile functions that give another answer every time and change nothing.
var harmless = wordSet(`random random_normal clock_timestamp timeofday gen_random_uuid uuid_generate_v1 uuid_generate_v1mc
	uuid_generate_v4 uuidv4 uuidv7 gen_random_bytes pg_relation_size pg_table_size pg_total_relation_size pg_indexes_size
	pg_database_size pg_tablespace_size currval lastval pg_stat_get_snapshot_timestamp pg_blocking_pids
	pg_safe_snapshot_blocking_pids pg_stat_statements pg_stat_statements_info pg_buffercache_pages setseed pg_lock_status
	pg_show_replication_origin_status pg_get_shmem_allocations pg_get_backend_memory_contexts
	pg_available_extensions system_rows system_time
	pgis_geometry_accum_transfn pgis_geometry_collect_finalfn pgis_geometry_makeline_finalfn pgis_geometry_polygonize_finalfn
	pgis_geometry_clusterintersecting_finalfn pgis_geometry_clusterwithin_finalfn st_clusterkmeans st_generatepoints
	_postgis_stats _postgis_selectivity _postgis_join_selectivity normal_rand gen_salt pg_is_in_recovery pg_is_wal_replay_paused
	pg_get_wal_replay_pause_state pg_last_wal_receive_lsn pg_last_wal_replay_lsn pg_last_xact_replay_timestamp pg_current_wal_lsn
	pg_current_wal_insert_lsn pg_current_wal_flush_lsn pg_partition_tree pg_partition_ancestors pg_sequence_last_value pg_xact_status txid_status
	pg_xact_commit_timestamp pg_last_committed_xact pg_notification_queue_usage current_query pg_collation_actual_version`)

// samplers are PostgreSQL's own methods of TABLESAMPLE: of another's functions such a name says nothing.
var samplers = wordSet("bernoulli system")

// Harmless says that a function of PostgreSQL, or of an extension, changes nothing although it is volatile.
func Harmless(name string) bool { return harmless[name] }

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

const (
	volatileReason = "is volatile: the server cannot say that it changes nothing"
	definerReason  = "runs with the rights of its owner (SECURITY DEFINER)"
	roleReason     = "runs as another role (SET role)"
	codeReason     = "is code of its own, which parley cannot read"
	ownReason      = "is the database's own, and may read anything"
	dynamicReason  = "puts SQL together and runs it"
)

func (c *Catalogue) lookFunction(oid uint32) *Finding {
	if name, bad := c.builtins[oid]; bad {
		return &Finding{Path: []string{"function " + name + "()"}, Reason: builtinReason(name), Name: "pg_catalog." + name}
	}
	f := c.functions[oid]
	if f == nil || c.allow[f.schema+"."+f.name] {
		return nil
	}
	if c.everyOwn && !f.library() {
		return &Finding{Path: []string{"function " + c.qualified(f.schema, f.name) + "()"}, Reason: ownReason, Name: f.schema + "." + f.name}
	}
	what := "function " + c.qualified(f.schema, f.name) + "()"
	reason := f.reason()
	if reason != "" {
		return &Finding{Path: []string{what}, Reason: reason, Name: f.schema + "." + f.name}
	}
	if found := c.through(slices.Concat(f.refs, c.parts[oid])); found != nil {
		return found.behind(what)
	}
	if found := c.domains(f.results()); found != nil {
		return found.behind(what)
	}
	if !f.readable() {
		return nil
	}
	uses, reason := f.body()
	if reason != "" {
		return &Finding{Path: []string{what}, Reason: reason, Name: f.schema + "." + f.name}
	}
	if found := c.domains(c.made(f, uses)); found != nil {
		return found.behind(what)
	}
	if found := c.names(uses, c.pathOf(f), true, slices.Concat(f.argTypes, f.results())); found != nil {
		return found.behind(what)
	}
	return nil
}

// body are the names in the body of a function, or the reason why they cannot be known. Queries are read as the server reads them,
// all else by its tokens.
func (f *function) body() (uses statement.Uses, reason string) {
	if f.language == "sql" { // without a body it is BEGIN ATOMIC, which the server has resolved
		if uses, ok := statement.UsesOfQueries(f.symbol, f.argNames); ok {
			return uses, ""
		}
	}
	uses, dynamic, err := statement.UsesOfBody(f.symbol)
	switch {
	case err != nil:
		return uses, codeReason
	case dynamic && f.language != "sql":
		return uses, dynamicReason
	}
	return uses, ""
}

// made are the arguments' types of which a function's body may make values: PL/pgSQL can give an argument another value, and SQL
// beside an argument reads a text as an array, a range or a row of its type.
func (c *Catalogue) made(f *function, uses statement.Uses) []uint32 {
	if f.language == "plpgsql" {
		if slices.ContainsFunc(uses.Assigned, func(name string) bool {
			return name == "" || strings.HasPrefix(name, "$") || has(f.argNames, name)
		}) {
			return f.argTypes
		}
		return nil
	}
	whole := slices.ContainsFunc(append(uses.Wholes, uses.Fields...), func(name string) bool { return name == "$" || has(f.argNames, name) })
	var types []uint32
	for _, t := range f.argTypes {
		if t >= firstNormal && f.symbol != "" && c.container(t) && (c.rows[t] == 0 || uses.Rows || uses.Texts && whole) {
			types = append(types, t)
		}
	}
	return types
}

func builtinReason(name string) string {
	if reason, denied := statement.DeniedFunction(name); denied {
		return "is refused: " + reason
	}
	return volatileReason
}

// library says that a function is an extension's own in C: only superusers make these.
func (f *function) library() bool {
	return f.extension && (f.language == "c" || f.language == "internal")
}

// constructors are what the server makes with each type of ranges, for anybody: they put given values together.
var constructors = wordSet("range_constructor2 range_constructor3 multirange_constructor0 multirange_constructor1 multirange_constructor2")

// reason is why a function does not run, whatever stands in its body; empty when there is none.
func (f *function) reason() string {
	library := f.library()
	_, denied := statement.DeniedFunction(f.name)
	if symbol, deniedSymbol := statement.DeniedFunction(f.symbol); library && deniedSymbol {
		return "is refused: " + symbol
	}
	switch {
	case denied && library:
		return builtinReason(f.name)
	case f.otherRole:
		return roleReason
	case f.definer:
		return definerReason
	case f.kind == "a":
		return ""
	case f.volatility == "v" && !(library && harmless[f.name]) && !(f.extension && f.selects()):
		return volatileReason
	case library, f.readable(), f.language == "internal" && constructors[f.symbol]:
		return ""
	}
	return codeReason
}

// selects says that the body is nothing but queries: what they call says whether the function changes anything. Extensions leave some
// of their functions volatile that are none.
func (f *function) selects() bool {
	if f.language != "sql" || f.symbol == "" {
		return false
	}
	_, ok := statement.UsesOfQueries(f.symbol, nil)
	return ok
}

// results are the types that the body's values become.
func (f *function) results() []uint32 {
	types := []uint32{f.gives}
	for _, t := range f.allTypes {
		if !slices.Contains(f.argTypes, t) {
			types = append(types, t)
		}
	}
	return types
}

// readable says that the body is SQL, or close to it.
func (f *function) readable() bool { return f.language == "sql" || f.language == "plpgsql" }

// pathOf is where the body of a function looks for names: who calls it may search where functions say that they do.
func (c *Catalogue) pathOf(f *function) []string {
	if f.path == "" {
		return c.paths
	}
	return append([]string{"pg_catalog"}, c.own(f.path)...)
}

// own reads the path of a function.
func (c *Catalogue) own(path string) []string {
	var schemas []string
	for path != "" {
		var name string
		if name, path = firstName(path); name == "$user" {
			schemas = append(schemas, c.path...)
		} else if name != "" {
			schemas = append(schemas, name)
		}
	}
	return schemas
}

// firstName takes the first name off a list of names, as the server does (SplitIdentifierString in utils/adt/varlena.c): in double
// quotes it may hold anything, a quote too where it is written twice; without them its letters are small.
func firstName(list string) (name, rest string) {
	list = strings.TrimLeft(list, " \t\n\r\f\v")
	if !strings.HasPrefix(list, `"`) {
		name, rest, _ = strings.Cut(list, ",")
		return strings.ToLower(strings.TrimSpace(name)), rest
	}
	for list = list[1:]; ; {
		part, after, closed := strings.Cut(list, `"`)
		name += part
		if !closed || !strings.HasPrefix(after, `"`) {
			_, rest, _ = strings.Cut(after, ",")
			return name, rest
		}
		name, list = name+`"`, after[1:]
	}
}

// lookValue looks at what a value runs where it is handled: the server looks for casts of it, and for ways to compare it.
func (c *Catalogue) lookValue(oid uint32) *Finding {
	types := map[uint32]bool{}
	c.handles(types, oid)
	return c.handling(types)
}

// through follows what the server has resolved.
func (c *Catalogue) through(refs []node) *Finding {
	handing := slices.ContainsFunc(refs, func(ref node) bool { return ref.kind == functionNode && (c.makers[ref.oid] || c.hands(ref.oid)) })
	for _, ref := range refs {
		if f := c.follow(ref, false); f != nil {
			return f
		}
		if handing && ref.kind == valueNode {
			if f := c.follow(node{typeNode, ref.oid}, false); f != nil {
				return f
			}
		}
	}
	return nil
}

// hands says that a function gives values of any type to a body, which may make others of the same type.
func (c *Catalogue) hands(oid uint32) bool {
	f := c.functions[oid]
	if f == nil || !f.polymorphic() && !slices.ContainsFunc(f.argTypes, func(t uint32) bool { return rowTypes[t] }) {
		return false
	}
	return f.readable() || slices.ContainsFunc(c.parts[oid], func(part node) bool {
		return part.kind == functionNode && c.parts[part.oid] == nil && c.hands(part.oid)
	})
}

// domains looks at types for checks that run when a value becomes one.
func (c *Catalogue) domains(types []uint32) *Finding {
	for _, oid := range types {
		if f := c.follow(node{typeNode, oid}, false); f != nil {
			return f
		}
	}
	return nil
}

// columns looks at the types of a row's columns, likewise.
func (c *Catalogue) columns(r *relation) *Finding {
	var types []uint32
	for _, col := range r.columns {
		types = append(types, col.typ)
	}
	return c.domains(types)
}

func (c *Catalogue) lookOperator(oid uint32) *Finding {
	o := c.operators[oid]
	if o == nil {
		return nil
	}
	for _, code := range []node{{functionNode, o.code}, {operatorNode, o.commute}, {operatorNode, o.negated}} {
		if f := c.follow(code, false); f != nil {
			return f.behind("operator " + c.qualified(o.schema, o.name))
		}
	}
	return nil
}

func (c *Catalogue) lookType(oid uint32) *Finding {
	t := c.types[oid]
	if t == nil {
		if r := c.relations[c.rows[oid]]; r != nil {
			return c.columns(r)
		}
		return nil
	}
	if t.tangled {
		return c.tangle(t)
	}
	what := "type " + c.qualified(t.schema, t.name)
	found := c.domains([]uint32{t.base, t.element})
	if r := c.relations[t.relation]; r != nil && found == nil {
		found = c.columns(r)
	}
	if found == nil {
		found = c.through(t.refs)
	}
	for _, oid := range t.functions {
		if found == nil {
			found = c.follow(node{functionNode, oid}, false)
		}
	}
	if found != nil {
		return found.behind(what)
	}
	return nil
}

const tangledReason = "is made of too many others to follow"

func (c *Catalogue) tangle(t *typ) *Finding {
	return &Finding{Path: []string{"type " + c.qualified(t.schema, t.name)}, Reason: tangledReason, Name: t.schema + "." + t.name}
}

// kinds are the letters of pg_class.relkind.
var kinds = map[string]string{"r": "table", "p": "table", "v": "view", "m": "materialized view", "f": "foreign table", "c": "type"}

func (c *Catalogue) lookRelation(oid uint32, direct bool) *Finding {
	if name, bad := c.views[oid]; bad {
		return &Finding{Path: []string{"table " + name}, Reason: secretReason, Name: "pg_catalog." + name}
	}
	r := c.relations[oid]
	if r == nil || c.allow[r.schema+"."+r.name] {
		return nil
	}
	what := kinds[r.kind] + " " + c.qualified(r.schema, r.name)
	if r.foreign != nil {
		if reason := r.foreign.reason(); reason != "" {
			return &Finding{Path: []string{what}, Reason: reason, Name: r.schema + "." + r.name}
		}
	}
	// Who reads a view's tables is the view's owner, for whom policies hold that do not for the session's role.
	var found *Finding
	if r.kind == "v" || !c.everyOwn && (r.active || !direct) {
		found = c.through(slices.DeleteFunc(slices.Clone(r.refs), func(n node) bool { return n == node{relationNode, oid} }))
	}
	if found == nil && !c.everyOwn {
		found = c.through(r.plans)
	}
	for _, child := range r.children {
		if found == nil {
			found = c.follow(node{relationNode, child}, direct)
		}
	}
	if found != nil {
		return found.behind(what)
	}
	return nil
}

const secretReason = "shows passwords or files of the server"

// fileHandler is what file_fdw calls itself in C.
const fileHandler = "file_fdw_handler"

func (f *foreign) reason() string {
	switch {
	case f.handler == fileHandler && f.program:
		return "runs a program on the server (" + f.wrapper + ")"
	case f.handler == fileHandler:
		return ""
	}
	return "leaves the database: it is on the server " + f.server + " (" + f.wrapper + "), which may write"
}

// qualified is a name with its schema, unless that is public.
func (c *Catalogue) qualified(schema, name string) string {
	if schema == "public" {
		return name
	}
	return schema + "." + name
}
