package schema_test

import (
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// TestWays: the cheapest way from many to one, none against the keys, and none that is kept when a key is told.
func TestWays(t *testing.T) {
	t.Parallel()
	table := func(name string, keys ...string) db.Table {
		out := db.Table{TableName: db.TableName{Name: name}, Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}}}
		for _, to := range keys {
			out.Columns = append(out.Columns, db.Column{Name: to + "_id", Type: db.Integer})
			out.Foreign = append(out.Foreign, db.ForeignKey{Columns: []string{to + "_id"}, Target: db.TableName{Name: to}, TargetColumns: []string{"id"}})
		}
		return out
	}
	region, city, shop, sale, visit := table("region"), table("city", "region"), table("shop", "city"), table("sale", "shop", "region"), table("visit")
	visit.Columns = append(visit.Columns, db.Column{Name: "place", Type: db.Integer})
	x := schema.New(&db.Schema{Tables: []db.Table{region, city, shop, sale, visit}})
	at := func(name string) *schema.Table { return x.Table(name) }
	for _, c := range []struct {
		from, to string
		keys     int // -1 for no way
	}{{"sale", "region", 1}, {"sale", "city", 2}, {"shop", "region", 2}, {"region", "sale", -1}, {"city", "city", 0}, {"visit", "shop", -1}} {
		way, ok := x.Graph.Way(at(c.from), at(c.to))
		if ok != (c.keys >= 0) || ok && len(way) != c.keys {
			t.Errorf("from %s to %s: %d keys, %v; want %d", c.from, c.to, len(way), ok, c.keys)
		}
	}
	if referring := x.Graph.Referring(at("city")); len(referring) != 2 || referring[0] != at("shop") || referring[1] != at("sale") {
		t.Errorf("%d tables refer to a city", len(referring))
	}
	x.Teach(func(teach schema.Teacher) {
		teach.Key([]*schema.Column{at("visit").Column("place")}, []*schema.Column{at("shop").Column("id")}, "")
	})
	if way, ok := x.Graph.Way(at("visit"), at("city")); !ok || len(way) != 2 {
		t.Errorf("a key that was told gives no way: %d keys, %v", len(way), ok)
	}
}

// TestWaysLeadThroughThingsBeforeStaff: where a sale was is where its shop is, not where its clerk lives, whichever key comes first.
func TestWaysLeadThroughThingsBeforeStaff(t *testing.T) {
	t.Parallel()
	table := func(name string, keys ...string) db.Table {
		out := db.Table{TableName: db.TableName{Name: name}, Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}}}
		for _, to := range keys {
			out.Columns = append(out.Columns, db.Column{Name: to + "_id", Type: db.Integer})
			out.Foreign = append(out.Foreign, db.ForeignKey{Columns: []string{to + "_id"}, Target: db.TableName{Name: to}, TargetColumns: []string{"id"}})
		}
		return out
	}
	employee := table("employee", "city")
	employee.Columns = append(employee.Columns, db.Column{Name: "first_name", Type: db.Text}, db.Column{Name: "last_name", Type: db.Text})
	x := schema.New(&db.Schema{Tables: []db.Table{table("city"), employee, table("shop", "city"), table("sale", "employee", "shop")}})
	way, ok := x.Graph.Way(x.Table("sale"), x.Table("city"))
	if !ok || len(way) != 2 || way[0].To != x.Table("shop") {
		t.Errorf("a sale's city is found over %v, %v", way, ok)
	}
	x = schema.New(&db.Schema{Tables: []db.Table{table("city"), employee, table("shop", "city"), table("till", "shop"), table("fault", "employee", "till")}})
	if way, ok = x.Graph.Way(x.Table("fault"), x.Table("city")); !ok || len(way) != 3 || way[0].To != x.Table("till") {
		t.Errorf("a fault's city, one key further than its employee's, is found over %v, %v", way, ok)
	}
	if path := x.Graph.Path([]*schema.Table{x.Table("fault")}, x.Table("city")); len(path) != 3 || path[0].To != x.Table("till") {
		t.Errorf("a fault and its city are joined over %v", path)
	}
}
