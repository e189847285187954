package statement

import (
	"encoding/binary"
	"reflect"
	"strings"
	"sync"

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
	position bool // a place in the text: no part of the meaning
	name     bool // an identifier: case does not matter where the dialect folds it
}

type typePlan struct {
	id     uint32
	fields []fieldPlan
}

var plans sync.Map // reflect.Type → *typePlan

var planCount struct {
	sync.Mutex
	n uint32
}

func planOf(t reflect.Type) *typePlan {
	if p, ok := plans.Load(t); ok {
		return p.(*typePlan)
	}
	p := &typePlan{fields: planFields(t)}
	planCount.Lock()
	planCount.n++
	p.id = planCount.n
	planCount.Unlock()
	actual, _ := plans.LoadOrStore(t, p)
	return actual.(*typePlan)
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
		reflect.TypeFor[pg.CommonTableExpr](), reflect.TypeFor[pg.WindowDef]():
		return true
	}
	return false
}

// visit calls f on every message below (and including) v, parents first; f returning false skips what is below.
func visit(v any, f func(m any) bool) { visitValue(reflect.ValueOf(v), f) }

func visitValue(v reflect.Value, f func(m any) bool) {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return
	}
	if !f(v.Interface()) {
		return
	}
	eachChild(v, func(child reflect.Value) { visitValue(child, f) })
}

// eachChild calls f on each message pointer directly below the message that v points to.
func eachChild(v reflect.Value, f func(reflect.Value)) {
	e := v.Elem()
	if e.Kind() != reflect.Struct {
		return
	}
	for _, fp := range planOf(e.Type()).fields {
		field := e.Field(fp.index)
		switch fp.kind {
		case messageField:
			if !field.IsNil() {
				f(field)
			}
		case listField:
			for i := range field.Len() {
				if item := field.Index(i); item.Kind() == reflect.Pointer {
					f(item)
				}
			}
		case choiceField:
			if !field.IsNil() {
				f(field.Elem())
			}
		}
	}
}

// depth is the greatest number of nodes on a path from v down, counting operator chains, joins and set operations. It
// stops counting at limit+1.
func depth(v any, limit int) int { return depthValue(reflect.ValueOf(v), limit) }

func depthValue(v reflect.Value, limit int) int {
	if v.Kind() != reflect.Pointer || v.IsNil() || limit < 0 {
		return 0
	}
	own := 0
	switch v.Interface().(type) {
	case *pg.Node, *pg.SelectStmt:
		own = 1
	}
	below := 0
	eachChild(v, func(child reflect.Value) { below = max(below, depthValue(child, limit-own)) })
	return own + below
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
	return r.value(reflect.ValueOf(n)).Interface().(*pg.Node)
}

func (r rewriter) selectStmt(s *pg.SelectStmt) *pg.SelectStmt {
	if s == nil {
		return nil
	}
	return r.value(reflect.ValueOf(s)).Interface().(*pg.SelectStmt)
}

func (r rewriter) value(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return v
	}
	n, isNode := v.Interface().(*pg.Node)
	if isNode && r.before != nil {
		if to, done := r.before(n); done {
			return reflect.ValueOf(to)
		}
	}
	v = r.children(v)
	if s, ok := v.Interface().(*pg.SelectStmt); ok && r.afterSelect != nil {
		return reflect.ValueOf(r.afterSelect(s))
	}
	if isNode && r.after != nil {
		return reflect.ValueOf(r.after(v.Interface().(*pg.Node)))
	}
	return v
}

func (r rewriter) children(v reflect.Value) reflect.Value {
	e := v.Elem()
	if e.Kind() != reflect.Struct {
		return v
	}
	plan := planOf(e.Type())
	out := v
	for _, fp := range plan.fields {
		to, changed := r.child(fp.kind, e.Field(fp.index))
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

func (r rewriter) child(kind fieldKind, field reflect.Value) (reflect.Value, bool) {
	switch kind {
	case messageField:
		to := r.value(field)
		return to, to.Pointer() != field.Pointer()
	case choiceField:
		if field.IsNil() {
			return field, false
		}
		to := r.value(field.Elem())
		return to, to.Pointer() != field.Elem().Pointer()
	case listField:
		return r.list(field)
	default:
		return field, false
	}
}

func (r rewriter) list(list reflect.Value) (reflect.Value, bool) {
	var out reflect.Value
	for i := range list.Len() {
		item := list.Index(i)
		if item.Kind() != reflect.Pointer {
			return list, false
		}
		to := r.value(item)
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
func key(v any, fold bool) string {
	k := keyWriter{fold: fold}
	k.message(reflect.ValueOf(v))
	return string(k.buf)
}

type keyWriter struct {
	buf  []byte
	fold bool
}

func (k *keyWriter) message(v reflect.Value) {
	if v.Kind() != reflect.Pointer || v.IsNil() {
		k.buf = append(k.buf, 0)
		return
	}
	e := v.Elem()
	plan := planOf(e.Type())
	k.buf = binary.AppendUvarint(append(k.buf, 1), uint64(plan.id))
	fold := k.fold
	if _, ok := v.Interface().(*pg.A_Const); ok {
		k.fold = false
	}
	for _, fp := range plan.fields {
		if !fp.position {
			k.field(fp, e.Field(fp.index))
		}
	}
	k.fold = fold
}

func (k *keyWriter) field(fp fieldPlan, field reflect.Value) {
	switch fp.kind {
	case plainField:
		k.plain(fp, field)
	case messageField:
		k.message(field)
	case choiceField:
		k.message(field.Elem())
	case listField:
		k.buf = binary.AppendUvarint(k.buf, uint64(field.Len()))
		for i := range field.Len() {
			k.message(field.Index(i))
		}
	}
}

func (k *keyWriter) plain(fp fieldPlan, field reflect.Value) {
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
