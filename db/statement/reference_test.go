package statement_test

import (
	"reflect"
	"testing"

	"parley/db/statement"
)

func TestReferencesAreWhatAStatementReads(t *testing.T) {
	t.Parallel()
	s, err := statement.Parse(`WITH recent AS (SELECT o.user_id AS buyer FROM shop.orders AS o WHERE o.state = 'paid')
		SELECT u.*, count(*) AS n FROM users u JOIN recent r ON r.buyer = u.id NATURAL JOIN extra
		WHERE u.name IN (SELECT name FROM vip) GROUP BY id ORDER BY n`, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := s.References()
	wantTables := []statement.TableReference{{Schema: "shop", Name: "orders", Alias: "o"}, {Name: "users", Alias: "u"}, {Name: "extra"}, {Name: "vip"}}
	for _, want := range wantTables {
		found := false
		for _, table := range got.Tables {
			found = found || table == want
		}
		if !found {
			t.Errorf("%+v is missing in %+v", want, got.Tables)
		}
	}
	if len(got.Tables) != len(wantTables) {
		t.Errorf("tables %+v: names of WITH queries are not tables", got.Tables)
	}
	if !reflect.DeepEqual(got.Texts, []string{"paid"}) || !got.Natural {
		t.Errorf("texts %q, natural %v", got.Texts, got.Natural)
	}
	for name, want := range map[string]bool{"u": false, "r": false, "o": false, "extra": false, "nobody": true} {
		if got.Ambiguous(name) != want {
			t.Errorf("Ambiguous(%q) is %v", name, !want)
		}
	}
	stars := 0
	for _, c := range got.Columns {
		if c.Star && c.Qualifier == "u" {
			stars++
		}
	}
	if stars != 1 {
		t.Errorf("columns %+v", got.Columns)
	}
}

func TestQualifierUsedTwiceIsAmbiguous(t *testing.T) {
	t.Parallel()
	s, err := statement.Parse(`SELECT x.a FROM one x WHERE x.a IN (SELECT x.b FROM two x)`, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !s.References().Ambiguous("x") {
		t.Error("x stands for two tables")
	}
}
