package schema_test

import (
	"slices"
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// cooper is a schema of names of three letters, all of whose columns are explained: barrels bought from growers by contract, sold by
// orders, counted in cellars.
func cooper() *db.Schema {
	column := func(name string, t db.Type, comment string) db.Column {
		return db.Column{Name: name, Type: t, Comment: comment}
	}
	table := func(name, comment string, key string, columns ...db.Column) db.Table {
		t := db.Table{TableName: db.TableName{Name: name}, Kind: "table", Comment: comment, Columns: columns}
		if key != "" {
			t.Primary = []string{key}
		}
		return t
	}
	lines := table("oln", "Order lines", "", column("kor", db.Integer, "Order no."), column("qty", db.Integer, ""), column("upr", db.Decimal, "Unit price, net"), column("net", db.Decimal, "Net value"))
	lines.Foreign = []db.ForeignKey{{Columns: []string{"kor"}, Target: db.TableName{Name: "ord"}, TargetColumns: []string{"kor"}}}
	contracts := table("ctr", "Contracts with growers", "kct", column("kct", db.Integer, "Contract no."), column("qty", db.Integer, ""), column("prc", db.Decimal, "Price per unit"), column("kgr", db.Integer, "Grower"))
	contracts.Foreign = []db.ForeignKey{{Columns: []string{"kgr"}, Target: db.TableName{Name: "gro"}, TargetColumns: []string{"kgr"}}}
	return &db.Schema{Tables: []db.Table{
		contracts,
		table("gro", "Growers", "kgr", column("kgr", db.Integer, "Grower no."), column("nam", db.Text, "Name")),
		table("lvl", "Barrels in a cellar, snapshot of each Friday", "", column("dat", db.Date, "Day of the count"), column("qty", db.Integer, "")),
		table("ord", "Orders", "kor", column("kor", db.Integer, "Order no."), column("customer_name", db.Text, ""), column("dat", db.Date, "Ordered on")),
		lines,
	}}
}

func TestTerseNamesAreReadByTheirComments(t *testing.T) {
	t.Parallel()
	x := schema.New(cooper())
	price := x.Table("oln").Column("upr")
	if got, want := price.Words, []string{"unit", "price"}; !slices.Equal(got, want) {
		t.Errorf("upr: %q, want %q", got, want)
	}
	if price.Aggregate != schema.Average {
		t.Errorf("a unit price is put together by %v", price.Aggregate)
	}
	if got, want := x.Table("oln").Column("qty").Words, []string{"quantity"}; !slices.Equal(got, want) {
		t.Errorf("qty is short for something wherever it stands: %q, want %q", got, want)
	}
}

func TestLevelsDoNotAddUpOverTime(t *testing.T) {
	t.Parallel()
	x := schema.New(cooper())
	if got := x.Table("lvl").Column("qty").Aggregate; got != schema.Latest {
		t.Errorf("what a snapshot counts: %v", got)
	}
	if got := x.Table("oln").Column("qty").Aggregate; got != schema.Sum {
		t.Errorf("what was ordered: %v", got)
	}
}

func TestRowsAreNotCalledByThoseWithWhomTheyDeal(t *testing.T) {
	t.Parallel()
	if label := schema.New(cooper()).Table("ord").Label; len(label) > 0 {
		t.Errorf("an order goes by %v", label[0])
	}
}

func TestRevenueIsWhatWasSoldBeforeWhatIsToBeBought(t *testing.T) {
	t.Parallel()
	x := schema.New(cooper())
	for _, c := range x.Metrics() {
		if c.Name == "revenue" {
			if got, want := c.Expression().SQL(), "oln.net"; got != want {
				t.Errorf("revenue is %s, want %s", got, want)
			}
			return
		}
	}
	t.Error("no revenue")
}

// What is bought at a cost, with a discount that is a number like others, has no price.
func TestWhatCostsHasAWorthWithoutAPrice(t *testing.T) {
	t.Parallel()
	x := built(t, `CREATE TABLE vendor (vendor_id INTEGER PRIMARY KEY, name TEXT);
		INSERT INTO vendor VALUES (1, 'Ada'), (2, 'Bo');
		CREATE TABLE purchase_line (line_id INTEGER PRIMARY KEY, vendor_id INTEGER REFERENCES vendor, quantity INTEGER NOT NULL, cost INTEGER NOT NULL, discount INTEGER NOT NULL);
		INSERT INTO purchase_line VALUES (1, 1, 3, 20, 5), (2, 2, 4, 30, 0), (3, 2, 1, 10, 2);`)
	worth := x.Table("purchase_line").Worth
	if worth == nil {
		t.Fatal("no worth")
	}
	if got, want := worth.Expression().SQL(), "purchase_line.quantity * purchase_line.cost - purchase_line.discount"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What is left of a name behind its short form, and the name before a list of codes, are told by the comment too.
func TestNamesAreToldByTheirCommentsWhole(t *testing.T) {
	t.Parallel()
	x := schema.New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "k10"}, Comment: "Hirings of boats", Columns: []db.Column{
		{Name: "netb", Type: db.Decimal, Comment: "Net charge"}, {Name: "oist", Type: db.Text, Comment: "State: O open, R returned, X cancelled"}, {Name: "mkdt", Type: db.Date, Comment: "Made on: never the day of the hiring"},
	}}}})
	for name, want := range map[string][]string{"netb": {"net", "charge"}, "oist": {"state"}} {
		if got := x.Table("k10").Column(name).Words; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// What was done with the rows of a table is no part of what they are called.
func TestRowsAreNotCalledByWhatWasDoneWithThem(t *testing.T) {
	t.Parallel()
	x := schema.New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "insp"}, Comment: "Inspections planned or carried out", Columns: []db.Column{{Name: "k", Type: db.Integer}}}}})
	if got := x.Table("insp").Spoken(); got != "inspection" {
		t.Errorf("%q", got)
	}
	x = schema.New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "custdecl"}, Comment: "Customs declarations"}}})
	if got := x.Table("custdecl").Spoken(); got == "customer" {
		t.Errorf("a declaration is called a %s", got)
	}
}

// What is billed is revenue before what was ordered from others, by what a comment calls the bills; what was sold cost its quantity at what
// one cost.
func TestRevenueAndCostByComments(t *testing.T) {
	t.Parallel()
	s := cooper()
	table := func(name, comment string, to string, columns ...db.Column) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Kind: "table", Comment: comment, Columns: columns,
			Foreign: []db.ForeignKey{{Columns: []string{columns[0].Name}, Target: db.TableName{Name: to}, TargetColumns: []string{columns[0].Name}}}}
	}
	s.Tables = slices.DeleteFunc(s.Tables, func(t db.Table) bool { return t.Name == "oln" || t.Name == "ctr" })
	s.Tables = append(s.Tables,
		table("p11", "Purchase order lines", "gro", db.Column{Name: "kgr", Type: db.Integer}, db.Column{Name: "qty", Type: db.Integer}, db.Column{Name: "upr", Type: db.Decimal, Comment: "Unit price"}, db.Column{Name: "amt", Type: db.Decimal, Comment: "Line amount"}),
		table("b20", "Billing: invoices to customers", "ord", db.Column{Name: "kor", Type: db.Integer}, db.Column{Name: "net", Type: db.Decimal, Comment: "Net amount"}, db.Column{Name: "tax", Type: db.Decimal, Comment: "Tax amount"}))
	if got, want := metric(schema.New(s), "revenue"), "b20.net"; got != want {
		t.Errorf("revenue is %s, want %s", got, want)
	}
	s.Tables = append(s.Tables, table("sale_line", "", "ord", db.Column{Name: "kor", Type: db.Integer}, db.Column{Name: "quantity", Type: db.Integer}, db.Column{Name: "unit_price", Type: db.Decimal}, db.Column{Name: "unit_cost", Type: db.Decimal}))
	if got, want := metric(schema.New(s), "cost"), "sale_line.quantity * sale_line.unit_cost"; got != want {
		t.Errorf("cost is %s, want %s", got, want)
	}
}

// metric is the expression of what is computed by a name; empty where nothing is.
func metric(x *schema.Index, name string) string {
	for _, c := range x.Metrics() {
		if c.Name == name {
			return c.Expression().SQL()
		}
	}
	return ""
}
