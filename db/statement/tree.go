package statement

import (
	"encoding/binary"
	"maps"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// The parser's nodes are some 270 message types. Walking, copying and comparing them goes through one plan a type, made
// once by reflection: which fields hold messages, lists, a choice of message, or plain values. A node is never changed
// once it is part of a Statement, Query or Expr; every edit copies the path from the root to the change.

type fieldKind uint8

const (
	plainField   fieldKind = iota // number, flag or text
	messageField                  // *Message
	listField                     // []*Message
	choiceField                   // interface that holds *Wrapper{Message or plain}
)

type fieldPlan struct {
	index    int
	kind     fieldKind
	position bool      // a place in the text: no part of the meaning
	name     bool      // an identifier: case does not matter where the dialect folds it
	below    *typePlan // what a message or a list of messages points to; nil for a list of plain values
}

type typePlan struct {
	id     uint32
	fields []fieldPlan
	// level says that a message of the type is a level of the tree: a node, or a SELECT that the parser nests without one.
	level    bool
	constant bool // a constant: its text keeps its case
	column   bool // a reference to a column
	query    bool // a SELECT
}

// plans are read without a lock, and copied to add one; there are at most some 500.
var plans struct {
	known  atomic.Pointer[map[reflect.Type]*typePlan]
	adding sync.Mutex
}

func planOf(t reflect.Type) *typePlan {
	if known := plans.known.Load(); known != nil {
		if p, ok := (*known)[t]; ok {
			return p
		}
	}
	plans.adding.Lock()
	defer plans.adding.Unlock()
	known := map[reflect.Type]*typePlan{}
	if now := plans.known.Load(); now != nil {
		known = maps.Clone(*now)
	}
	p := addPlan(t, known)
	plans.known.Store(&known)
	return p
}

// addPlan makes the plan of a type and of all that its fields lead to, up to the next choice.
func addPlan(t reflect.Type, known map[reflect.Type]*typePlan) *typePlan {
	if p, ok := known[t]; ok {
		return p
	}
	p := &typePlan{
		id:       uint32(len(known)) + 1,
		level:    t == reflect.TypeFor[pg.Node]() || t == reflect.TypeFor[pg.SelectStmt](),
		constant: t == reflect.TypeFor[pg.A_Const](),
		column:   t == reflect.TypeFor[pg.ColumnRef](),
		query:    t == reflect.TypeFor[pg.SelectStmt](),
	}
	known[t] = p
	p.fields = planFields(t)
	for i := range p.fields {
		if to := pointedTo(t.Field(p.fields[i].index).Type); to != nil {
			p.fields[i].below = addPlan(to, known)
		}
	}
	return p
}

// pointedTo is the message type that a field of pointers, or of a list of them, leads to; nil for all others.
func pointedTo(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct {
		return nil
	}
	return t.Elem()
}

func planFields(t reflect.Type) []fieldPlan {
	var fields []fieldPlan
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		fields = append(fields, fieldPlan{index: i, kind: kindOfField(f.Type), position: isPosition(f.Name), name: isName(t, f)})
	}
	return fields
}

func kindOfField(t reflect.Type) fieldKind {
	switch t.Kind() {
	case reflect.Pointer:
		return messageField
	case reflect.Slice:
		return listField
	case reflect.Interface:
		return choiceField
	default:
		return plainField
	}
}

func isPosition(field string) bool {
	return strings.HasSuffix(field, "Location") || field == "StmtLen"
}

func isName(t reflect.Type, f reflect.StructField) bool {
	if f.Type.Kind() != reflect.String {
		return false
	}
	switch t {
	case reflect.TypeFor[pg.String]():
		return true
	case reflect.TypeFor[pg.ResTarget](), reflect.TypeFor[pg.RangeVar](), reflect.TypeFor[pg.Alias](),
		reflect.TypeFor[pg.CommonTableExpr](), reflect.TypeFor[pg.WindowDef](), reflect.TypeFor[pg.NamedArgExpr](),
		reflect.TypeFor[pg.ColumnDef](), reflect.TypeFor[pg.RangeTableFuncCol](), reflect.TypeFor[pg.CTESearchClause](),
		reflect.TypeFor[pg.CTECycleClause]():
		return true
	}
	return false
}

// visit calls f on every message below (and including) v, parents first; f returning false skips what is below.
func visit(v any, f func(m any) bool) {
	if m := reflect.ValueOf(v); m.Kind() == reflect.Pointer && !m.IsNil() {
		visitor{f: f}.message(m, planOf(m.Type().Elem()), 0)
	}
}

// visitLevels is visit that also counts levels: nodes on a path down, so that operator chains, joins and set operations
// count. It says whether there are at most the given number; what is deeper is not visited.
func visitLevels(v any, limit int, f func(m any) bool) bool {
	m := reflect.ValueOf(v)
	if m.Kind() != reflect.Pointer || m.IsNil() {
		return true
	}
	return visitor{f: f, limit: limit}.message(m, planOf(m.Type().Elem()), 0)
}

type visitor struct {
	f     func(m any) bool
	limit int // 0: none
}

// message visits one message, which is not nil; false when the limit is passed.
func (w visitor) message(v reflect.Value, plan *typePlan, level int) bool {
	if plan.level {
		if level++; w.limit > 0 && level > w.limit {
			return false
		}
	}
	if !w.f(v.Interface()) {
		return true
	}
	e := v.Elem()
	for i := range plan.fields {
		if fp := &plan.fields[i]; fp.kind != plainField && !w.field(fp, e.Field(fp.index), level) {
			return false
		}
	}
	return true
}

func (w visitor) field(fp *fieldPlan, field reflect.Value, level int) bool {
	switch fp.kind {
	case messageField:
		return field.IsNil() || w.message(field, fp.below, level)
	case choiceField:
		return field.IsNil() || w.choice(field.Elem().Elem(), level)
	}
	if fp.below == nil {
		return true
	}
	for i := range field.Len() {
		if item := field.Index(i); !item.IsNil() && !w.message(item, fp.below, level) {
			return false
		}
	}
	return true
}

// choice visits what the wrapper of a choice holds; the wrapper itself is no message.
func (w visitor) choice(wrapper reflect.Value, level int) bool {
	held := &planOf(wrapper.Type()).fields[0]
	return held.kind == plainField || w.field(held, wrapper.Field(held.index), level)
}

// tooDeepToWrite says that a tree has more levels than MaxDepth.
func tooDeepToWrite(v any) bool {
	return !visitLevels(v, MaxDepth, func(any) bool { return true })
}

// rewriter copies a tree with changes; subtrees without a change are shared.
type rewriter struct {
	// before may take a node over: with done, its result is final and nothing below it is visited. May be nil.
	before func(*pg.Node) (to *pg.Node, done bool)
	// after is given each node once everything below it is rewritten. May be nil.
	after func(*pg.Node) *pg.Node
	// afterSelect is given each SELECT likewise. May be nil.
	afterSelect func(*pg.SelectStmt) *pg.SelectStmt
}

// rewrite copies the tree below n with f applied to each node, children first.
func rewrite(n *pg.Node, f func(*pg.Node) *pg.Node) *pg.Node { return rewriter{after: f}.node(n) }

// rewriteSelect is rewrite for a SELECT, which the parser nests without a node around it.
func rewriteSelect(s *pg.SelectStmt, f func(*pg.Node) *pg.Node) *pg.SelectStmt {
	return rewriter{after: f}.selectStmt(s)
}

func (r rewriter) node(n *pg.Node) *pg.Node {
	if n == nil {
		return nil
	}
	return r.message(reflect.ValueOf(n), planOf(reflect.TypeFor[pg.Node]())).Interface().(*pg.Node)
}

func (r rewriter) selectStmt(s *pg.SelectStmt) *pg.SelectStmt {
	if s == nil {
		return nil
	}
	return r.message(reflect.ValueOf(s), planOf(reflect.TypeFor[pg.SelectStmt]())).Interface().(*pg.SelectStmt)
}

// message rewrites one message; v is a pointer to it.
func (r rewriter) message(v reflect.Value, plan *typePlan) reflect.Value {
	if v.IsNil() {
		return v
	}
	if !plan.level {
		return r.children(v, plan)
	}
	n, isNode := v.Interface().(*pg.Node)
	if isNode && r.before != nil {
		if to, done := r.before(n); done {
			return reflect.ValueOf(to)
		}
	}
	v = r.children(v, plan)
	switch {
	case isNode && r.after != nil:
		return reflect.ValueOf(r.after(v.Interface().(*pg.Node)))
	case !isNode && r.afterSelect != nil:
		return reflect.ValueOf(r.afterSelect(v.Interface().(*pg.SelectStmt)))
	}
	return v
}

func (r rewriter) children(v reflect.Value, plan *typePlan) reflect.Value {
	e := v.Elem()
	out := v
	for i := range plan.fields {
		fp := &plan.fields[i]
		if fp.kind == plainField {
			continue
		}
		to, changed := r.child(fp, e.Field(fp.index))
		if !changed {
			continue
		}
		if out == v {
			out = copyMessage(v, plan)
		}
		out.Elem().Field(fp.index).Set(to)
	}
	return out
}

func (r rewriter) child(fp *fieldPlan, field reflect.Value) (to reflect.Value, changed bool) {
	switch fp.kind {
	case messageField:
		to = r.message(field, fp.below)
		return to, to.Pointer() != field.Pointer()
	case choiceField:
		if field.IsNil() {
			return field, false
		}
		wrapper := field.Elem()
		to = r.children(wrapper, planOf(wrapper.Type().Elem()))
		return to, to.Pointer() != wrapper.Pointer()
	default:
		if fp.below == nil {
			return field, false
		}
		return r.list(fp.below, field)
	}
}

func (r rewriter) list(below *typePlan, list reflect.Value) (reflect.Value, bool) {
	var out reflect.Value
	for i := range list.Len() {
		item := list.Index(i)
		to := r.message(item, below)
		if to.Pointer() == item.Pointer() {
			continue
		}
		if !out.IsValid() {
			out = reflect.MakeSlice(list.Type(), list.Len(), list.Len())
			reflect.Copy(out, list)
		}
		out.Index(i).Set(to)
	}
	return out, out.IsValid()
}

// copyMessage is a shallow copy of the message's own fields, without the protobuf runtime's state.
func copyMessage(v reflect.Value, plan *typePlan) reflect.Value {
	out := reflect.New(v.Elem().Type())
	for _, fp := range plan.fields {
		out.Elem().Field(fp.index).Set(v.Elem().Field(fp.index))
	}
	return out
}

// shallow copies one message, so that its fields can be set.
func shallow[T any](m *T) *T {
	v := reflect.ValueOf(m)
	return copyMessage(v, planOf(v.Elem().Type())).Interface().(*T)
}

// key is a byte string that is equal for two trees exactly when they are the same apart from positions; with fold,
// identifiers that differ only in case are the same too.
func key(v any, fold bool) string { return (&keyWriter{fold: fold}).of(v) }

// bareKey is a folded key for which columns outside subqueries have no tables.
func bareKey(v any) string { return (&keyWriter{fold: true, bare: true}).of(v) }

func (k *keyWriter) of(v any) string {
	if m := reflect.ValueOf(v); m.Kind() == reflect.Pointer {
		k.message(m, planOf(m.Type().Elem()))
	}
	return string(k.buf)
}

type keyWriter struct {
	buf        []byte
	fold, bare bool
}

func (k *keyWriter) message(v reflect.Value, plan *typePlan) {
	if v.IsNil() {
		k.buf = append(k.buf, 0)
		return
	}
	e := v.Elem()
	k.buf = binary.AppendUvarint(append(k.buf, 1), uint64(plan.id))
	fold, bare := k.fold, k.bare
	if bare && plan.column && k.columnName(v.Interface().(*pg.ColumnRef)) {
		return
	}
	k.fold, k.bare = fold && !plan.constant, bare && !plan.query
	for i := range plan.fields {
		if fp := &plan.fields[i]; !fp.position {
			k.field(fp, e.Field(fp.index))
		}
	}
	k.fold, k.bare = fold, bare
}

// columnName writes a column by its name alone; false when it is a star.
func (k *keyWriter) columnName(c *pg.ColumnRef) bool {
	_, name, ok := Expr{&pg.Node{Node: &pg.Node_ColumnRef{ColumnRef: c}}}.AsColumn()
	if ok {
		k.buf = append(binary.AppendUvarint(k.buf, uint64(len(name))), strings.ToLower(name)...)
	}
	return ok
}

func (k *keyWriter) field(fp *fieldPlan, field reflect.Value) {
	switch fp.kind {
	case plainField:
		k.plain(fp, field)
	case messageField:
		k.message(field, fp.below)
	case choiceField:
		if field.IsNil() {
			k.buf = append(k.buf, 0)
			return
		}
		wrapper := field.Elem()
		k.message(wrapper, planOf(wrapper.Type().Elem()))
	case listField:
		k.buf = binary.AppendUvarint(k.buf, uint64(field.Len()))
		for i := range field.Len() {
			if fp.below == nil {
				k.plain(fp, field.Index(i))
			} else {
				k.message(field.Index(i), fp.below)
			}
		}
	}
}

func (k *keyWriter) plain(fp *fieldPlan, field reflect.Value) {
	switch {
	case field.Kind() == reflect.String:
		s := field.String()
		if fp.name && k.fold {
			s = strings.ToLower(s)
		}
		k.buf = append(binary.AppendUvarint(k.buf, uint64(len(s))), s...)
	case field.Kind() == reflect.Bool:
		b := byte(0)
		if field.Bool() {
			b = 1
		}
		k.buf = append(k.buf, b)
	case field.CanInt():
		k.buf = binary.AppendVarint(k.buf, field.Int())
	case field.CanUint():
		k.buf = binary.AppendUvarint(k.buf, field.Uint())
	}
}
