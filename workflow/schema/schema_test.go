package schema_test

import (
	"strings"
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// shop is a small schema as catalogues give it.
func shop() *db.Schema {
	key := func(column, target string) db.ForeignKey {
		return db.ForeignKey{Columns: []string{column}, Target: db.TableName{Name: target}, TargetColumns: []string{"id"}}
	}
	table := func(name string, keys []db.ForeignKey, columns ...db.Column) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Kind: "table", Columns: columns, Primary: []string{"id"}, Foreign: keys}
	}
	id := db.Column{Name: "id", Type: db.Integer}
	return &db.Schema{Tables: []db.Table{
		table("users", nil, id, db.Column{Name: "name", Type: db.Text}, db.Column{Name: "birth_date", Type: db.Date}, db.Column{Name: "hometown", Type: db.Text}),
		table("orders", []db.ForeignKey{key("user_id", "users")}, id, db.Column{Name: "user_id", Type: db.Integer}, db.Column{Name: "status", Type: db.Text}, db.Column{Name: "created_at", Type: db.Timestamp}),
		table("order_items", []db.ForeignKey{key("order_id", "orders"), key("product_id", "products")}, id, db.Column{Name: "order_id", Type: db.Integer}, db.Column{Name: "product_id", Type: db.Integer}, db.Column{Name: "qty", Type: db.Integer}),
		table("products", nil, id, db.Column{Name: "product_name", Type: db.Text}, db.Column{Name: "price", Type: db.Decimal}),
	}}
}

func TestSplitCutsNamesIntoWords(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"OrderItems": "order items", "order_items": "order items", "address_line_1": "address line 1", "CSVFile": "csv file", "qty2": "qty 2",
		"__2nd__try_": "2 nd try", "x": "x", "9": "9", "_": "", "": "", "größe_m2": "größe m 2", "T1": "t 1", "a-b c.d": "a b c d",
	} {
		if got := join(schema.Split(name)); got != want {
			t.Errorf("Split(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestPluralIsWhatRowsAreCalled(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"invoice": "invoices", "users": "users", "city": "cities", "key": "keys", "box": "boxes", "class": "classes", "person": "people", "child": "children",
		"data": "data", "series": "series", "status": "statuses", "address": "addresses", "2": "2", "日本": "日本", "": "", "a": "a", "news": "news",
	} {
		if got := schema.Plural(word); got != want {
			t.Errorf("Plural(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestStemMeetsForms(t *testing.T) {
	t.Parallel()
	for _, forms := range [][]string{{"rated", "rates", "rating"}, {"cities", "city"}, {"ordered", "orders", "ordering"}, {"person", "people"}, {"employer", "employers"}} {
		for _, f := range forms {
			if schema.Stem(f) != schema.Stem(forms[0]) {
				t.Errorf("Stem(%q) = %q, Stem(%q) = %q", f, schema.Stem(f), forms[0], schema.Stem(forms[0]))
			}
		}
	}
}

// bestColumn is the column that the whole of a phrase names best, and how well.
func bestColumn(x *schema.Index, said string) (best string, score float64) {
	words := fields(said)
	for _, m := range x.Phrases(words) {
		if m.Column != nil && m.From == 0 && m.To == len(words) && m.Score() > score {
			best, score = m.Column.String(), m.Score()
		}
	}
	return best, score
}

func TestPhrasesNameColumnsInAnyForm(t *testing.T) {
	t.Parallel()
	x := schema.New(shop())
	for said, want := range map[string]string{
		"quantity": "order_items.qty", "date of birth": "users.birth_date", "home town": "users.hometown", "prices": "products.price",
		"product names": "products.product_name", "product 's price": "products.price", "statsu": "orders.status",
		"creation date": "orders.created_at", "date created": "orders.created_at",
	} {
		if best, _ := bestColumn(x, said); best != want {
			t.Errorf("%q names %q, want %q", said, best, want)
		}
	}
}

// library is a small schema whose names people say otherwise.
func library() *db.Schema {
	text := func(name string) db.Column { return db.Column{Name: name, Type: db.Text} }
	id := db.Column{Name: "id", Type: db.Integer}
	return &db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "readers"}, Kind: "table", Primary: []string{"id"}, Columns: []db.Column{
			id, text("last_name"), text("given_name"), text("email"), text("phone"), text("city"), {Name: "birthday", Type: db.Date}, text("reader_type")}},
		{TableName: db.TableName{Name: "fines"}, Kind: "table", Primary: []string{"id"}, Columns: []db.Column{id, {Name: "amount", Type: db.Decimal}, text("payment_method"), {Name: "deadline", Type: db.Date}}},
	}}
}

func TestPhrasesStandForEachOther(t *testing.T) {
	t.Parallel()
	x := schema.New(library())
	for said, want := range map[string]string{
		"surname": "readers.last_name", "family name": "readers.last_name", "first name": "readers.given_name",
		"e-mail address": "readers.email", "telephone number": "readers.phone", "town": "readers.city", "date of birth": "readers.birthday",
		"kind of reader": "readers.reader_type", "way of paying": "fines.payment_method", "due date": "fines.deadline", "reader 's surname": "readers.last_name",
		"phone": "readers.phone", "amount": "fines.amount",
	} {
		best, score := bestColumn(x, said)
		if best != want {
			t.Errorf("%q names %q (%.2f), want %q", said, best, score, want)
		}
	}
}

func TestAWordOfManySensesIsOnlyNearItsRareOnes(t *testing.T) {
	t.Parallel()
	quality := func(word, other string) float64 {
		best := 0.0
		for _, s := range (schema.English{}).Synonyms(word) {
			if s.Word == other {
				best = max(best, s.Quality)
			}
		}
		return best
	}
	if usual, rare := quality("tenant", "lessee"), quality("ticket", "fine"); usual <= rare || rare == 0 {
		t.Errorf("tenant as lessee: %.2f, ticket as fine: %.2f", usual, rare)
	}
}

func TestRolesComeFromKeysNamesAndTypes(t *testing.T) {
	t.Parallel()
	x := schema.New(shop())
	for name, want := range map[string]schema.Role{"id": schema.Identifier, "user_id": schema.Reference, "created_at": schema.Moment, "status": schema.Free} {
		if got := x.Table("orders").Column(name).Role; got != want {
			t.Errorf("role of orders.%s = %d, want %d", name, got, want)
		}
	}
	if l := x.Table("products").Label; len(l) != 1 || l[0].Name != "product_name" {
		t.Errorf("label of products = %v", l)
	}
	if m := x.Table("orders").Moment; m == nil || m.Name != "created_at" {
		t.Errorf("moment of orders = %v", m)
	}
}

func TestTreeJoinsOverTheKeysBetween(t *testing.T) {
	t.Parallel()
	x := schema.New(shop())
	edges, ok := x.Graph.Tree([]*schema.Table{x.Table("users"), x.Table("products")}, nil)
	if !ok || len(edges) != 3 {
		t.Fatalf("tree has %d edges, ok %v; want 3", len(edges), ok)
	}
	if edges[0].From.Name != "orders" || edges[2].To.Name != "products" {
		t.Errorf("tree goes %s → … → %s", edges[0].From.Name, edges[2].To.Name)
	}
}

func TestDistance1FindsOneEdit(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]bool{
		{"status", "statsu"}: true, {"price", "pric"}: true, {"price", "prise"}: true, {"price", "price"}: false, {"price", "spices"}: false,
	} {
		if got := schema.Distance1(pair[0], pair[1]); got != want {
			t.Errorf("Distance1(%q, %q) = %v", pair[0], pair[1], got)
		}
	}
}

func join(words []string) string {
	out := ""
	for i, w := range words {
		if i > 0 {
			out += " "
		}
		out += w
	}
	return out
}

func fields(s string) []string {
	var out []string
	word := ""
	for _, r := range s + " " {
		if r == ' ' {
			out = append(out, word)
			word = ""
			continue
		}
		word += string(r)
	}
	return out
}

func TestWordsOfOneFamilyMeet(t *testing.T) {
	t.Parallel()
	for _, family := range [][]string{
		{"denial", "denied", "deny"}, {"cancellation", "cancelled", "canceled", "cancel"}, {"failure", "failed", "fail"}, {"admission", "admitted", "admit"},
		{"submission", "submitted", "submit"}, {"decision", "decided", "decide"}, {"activation", "activated", "activate"}, {"approval", "approved", "approve"},
		{"subscription", "subscribed"}, {"prescription", "prescribed"}, {"resolution", "resolved", "resolve"}, {"delivery", "delivered", "deliver"}, {"closure", "closed", "close"},
		{"payment", "paid", "pay"}, {"registration", "registered", "register"}, {"shipment", "shipped", "shipping"}, {"completion", "completed", "complete"}, {"diagnosed", "diagnose"},
		{"termination", "terminated"}, {"application", "applied", "apply"}, {"verification", "verified"}, {"renewal", "renewed"}, {"expiry", "expired"}, {"arrival", "arrived"}, {"referral", "referred"},
		{"collection", "collected"}, {"booking", "booked"}, {"refund", "refunded"}, {"return", "returned"}, {"loss", "lost"}, {"rejection", "rejected"},
	} {
		for _, w := range family[1:] {
			if schema.Kin(w) != schema.Kin(family[0]) {
				t.Errorf("%s is %s, %s is %s", family[0], schema.Kin(family[0]), w, schema.Kin(w))
			}
		}
	}
	for _, apart := range [][2]string{{"order", "ordinal"}, {"city", "cite"}, {"paper", "pay"}, {"number", "numb"}, {"state", "station"}, {"user", "using"}, {"customer", "custom"}, {"holder", "hold"}} {
		if schema.Kin(apart[0]) == schema.Kin(apart[1]) {
			t.Errorf("%v are one family: %s", apart, schema.Kin(apart[0]))
		}
	}
}

func TestLettersOfTheTableBeforeItsColumnsAreNoWord(t *testing.T) {
	t.Parallel()
	columns := func(names ...string) (out []db.Column) {
		for _, n := range names {
			out = append(out, db.Column{Name: n, Type: db.Text})
		}
		return out
	}
	x := schema.New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "t_clinician"}, Columns: columns("cli_clinicianid", "cli_town", "cli_points")},
		{TableName: db.TableName{Name: "customers"}, Columns: columns("cust_id", "cust_town", "cust_name")},
		{TableName: db.TableName{Name: "claims"}, Columns: columns("rev_town", "rev_share", "rev_rank")},
	}})
	for name, want := range map[string]string{"t_clinician.cli_town": "town", "customers.cust_town": "customer town", "claims.rev_share": "revenue share"} {
		table, column, _ := strings.Cut(name, ".")
		if got := strings.Join(x.Table(table).Column(column).Words, " "); got != want {
			t.Errorf("%s is read as %q, want %q", name, got, want)
		}
	}
}

// Revenue that nobody defined is what the plainest table of income comes to, and "per month" is no monthly limit.
func TestRevenueIsOfThePlainestTableOfIncome(t *testing.T) {
	t.Parallel()
	col := func(name string, kind db.Type) db.Column { return db.Column{Name: name, Type: kind} }
	refers := func(column string) []db.ForeignKey {
		return []db.ForeignKey{{Columns: []string{column}, Target: db.TableName{Name: "accounts"}, TargetColumns: []string{"id"}}}
	}
	x := schema.New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "accounts"}, Kind: "table", Primary: []string{"id"}, Columns: []db.Column{col("id", db.Integer), col("monthly_limit", db.Decimal)}},
		{TableName: db.TableName{Name: "card_transactions"}, Kind: "table", Comment: "Card purchases", Primary: []string{"id"}, Foreign: refers("account_id"), Columns: []db.Column{col("id", db.Integer), col("account_id", db.Integer), col("amount", db.Decimal), col("made_at", db.Timestamp)}},
		{TableName: db.TableName{Name: "payments"}, Kind: "table", Primary: []string{"id"}, Foreign: refers("account_id"), Columns: []db.Column{col("id", db.Integer), col("account_id", db.Integer), col("amount", db.Decimal)}},
		{TableName: db.TableName{Name: "invoices"}, Kind: "table", Primary: []string{"id"}, Foreign: refers("account_id"), Columns: []db.Column{col("id", db.Integer), col("account_id", db.Integer), col("net_amount", db.Decimal), col("issued_on", db.Date)}},
	}})
	if metrics := x.Metrics(); len(metrics) == 0 || metrics[0].Metric.Tables[0].Name != "invoices" { // what was asked for, not what was paid
		t.Errorf("revenue is not that of invoices: %v", metrics)
	}
	for _, m := range x.Phrases([]string{"month"}) {
		if m.Column != nil && m.Column.Name == "monthly_limit" {
			t.Error("a month names the monthly limit")
		}
	}
}
