package postgres

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// parts are constants that only stand inside others.
var parts = map[string]bool{"own": true, "searched": true, "found": true, "references": true, "moment": true, "askSampleFilled": true, "askSampleRange": true,
	"askSampleShort": true, "ofAnyType": true, "ofMany": true, "reach": true, "reachOnce": true, "reached": true, "granted": true}

// TestParleysOwnQuestionsNameTheirSchemas reads every constant of questions.go: what it names is pg_catalog's, and so are
// the operators of those that run under the person's search path.
func TestParleysOwnQuestionsNameTheirSchemas(t *testing.T) {
	t.Parallel()
	found := 0
	for name, sql := range questions(t) {
		if parts[name] {
			continue
		}
		found++
		for _, complaint := range complaints(t, name, sql) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
	if found < 20 {
		t.Errorf("only %d questions were found", found)
	}
}

// TestTheLintFindsUnqualifiedNames keeps the test above honest.
func TestTheLintFindsUnqualifiedNames(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{
		"SELECT version()", "SELECT 1 FROM pg_class", "SELECT 'x'::regclass", "SELECT public.f()", "SELECT 1 FROM public.t",
		"SELECT 1 FROM pg_catalog.unnest('{}'::text[]) u", "SELECT array(SELECT current_schemas(true))",
	} {
		if len(complaints(t, "askProbe", sql)) == 0 {
			t.Errorf("%s passes", sql)
		}
	}
	for _, template := range []string{"SELECT 1 FROM %[1]s WHERE %[3]d <= 1", "SELECT 1 FROM %[1]s WHERE %[2]s IN (1, 2)"} {
		if len(complaints(t, "askProbe", template)) == 0 {
			t.Errorf("%s passes", template)
		}
	}
}

var ownSQL = regexp.MustCompile(`(?i)^\n*\(?(SELECT|WITH|SHOW|SET|BEGIN|ROLLBACK|VALUES|TABLE)\b.*\S`)

// TestParleysOwnQuestionsStandInOnePlace: no other file of the package holds a statement, save what is put around the
// person's, and the joint of the facts.
func TestParleysOwnQuestionsStandInOnePlace(t *testing.T) {
	t.Parallel()
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range files {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "questions") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := pg.Parse(text); err == nil && ownSQL.MatchString(text) {
					t.Errorf("%s holds the statement %q: it belongs to questions.go", name, text)
				}
			}
			return true
		})
	}
}

// questions are the constants of questions.go.
func questions(t *testing.T) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range []string{"questions.go", "questions_code.go"} {
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	checked, err := (&types.Config{}).Check("questions", set, files, nil)
	if err != nil {
		t.Fatalf("questions.go holds more than constants: %v", err)
	}
	found := map[string]string{}
	for _, name := range checked.Scope().Names() {
		c, ok := checked.Scope().Lookup(name).(*types.Const)
		if !ok {
			t.Fatalf("%s is no constant", name)
		}
		found[name] = constant.StringVal(c.Val())
	}
	return found
}

var placeholder = regexp.MustCompile(`%\[\d+\]([sd])`)

// complaints are what a question names without saying whose it is.
func complaints(t *testing.T, name, sql string) []string {
	t.Helper()
	template := placeholder.MatchString(sql)
	sql = placeholder.ReplaceAllStringFunc(sql, func(p string) string {
		return map[string]string{"s": "filled_in", "d": "1"}[p[len(p)-1:]]
	})
	text, err := pg.ParseToJSON(sql)
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, sql)
	}
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		t.Fatal(err)
	}
	l := lint{template: template, with: map[string]bool{}}
	l.walk(tree, l.collect)
	l.walk(tree, l.check)
	return l.found
}

type lint struct {
	template bool
	with     map[string]bool // names of WITH queries
	found    []string
}

func (l *lint) walk(n any, f func(kind string, n map[string]any)) {
	switch n := n.(type) {
	case []any:
		for _, e := range n {
			l.walk(e, f)
		}
	case map[string]any:
		for kind, v := range n {
			if m, ok := v.(map[string]any); ok {
				f(kind, m)
			}
			l.walk(v, f)
		}
	}
}

func (l *lint) collect(kind string, n map[string]any) {
	if kind == "CommonTableExpr" {
		l.with[fmt.Sprint(n["ctename"])] = true
	}
}

func (l *lint) check(kind string, n map[string]any) {
	switch kind {
	case "FuncCall":
		l.qualified("function", n["funcname"])
	case "TypeName", "typeName":
		l.qualified("type", n["names"])
	case "A_Expr", "SubLink":
		operator := n["name"]
		if kind == "SubLink" {
			operator = n["operName"]
		}
		if l.template && operator != nil {
			l.qualified("operator", operator)
		}
	case "RangeVar":
		relation, schema := fmt.Sprint(n["relname"]), fmt.Sprint(n["schemaname"])
		if schema != "pg_catalog" && !l.with[relation] && !(l.template && relation == "filled_in") {
			l.found = append(l.found, "the table "+relation)
		}
	}
}

func (l *lint) qualified(what string, names any) {
	text, _ := json.Marshal(names)
	parts, _ := names.([]any)
	if len(parts) != 2 || !strings.Contains(string(text), `"sval":"pg_catalog"`) {
		l.found = append(l.found, "the "+what+" "+string(text))
	}
}
