package reader

import (
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// trade is a schema of who is served, who serves, what is sold and what it costs to have it.
func trade() *schema.Index {
	column := func(name string, kind db.Type) db.Column { return db.Column{Name: name, Type: kind} }
	key := func(name, table string) db.ForeignKey {
		return db.ForeignKey{Columns: []string{name}, Target: db.TableName{Name: table}, TargetColumns: []string{"id"}}
	}
	table := func(name string, columns []db.Column, keys ...db.ForeignKey) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Primary: []string{"id"}, Foreign: keys, Columns: append([]db.Column{column("id", db.Integer)}, columns...)}
	}
	return schema.New(&db.Schema{Tables: []db.Table{
		table("customers", []db.Column{column("name", db.Text), column("city", db.Text), column("created_at", db.Timestamp)}),
		table("employees", []db.Column{column("name", db.Text), column("title", db.Text)}),
		table("suppliers", []db.Column{column("name", db.Text), column("country", db.Text)}),
		table("boats", []db.Column{column("name", db.Text), column("supplier_id", db.Integer), column("rental_fee", db.Decimal)}, key("supplier_id", "suppliers")),
	}})
}

// TestInputsAreSaidInKnownWords says inputs in the words that the readers know: what a wording leaves to the schema stands as its tables
// and columns are called, and an input of which the schema does not know it stays as it was.
func TestInputsAreSaidInKnownWords(t *testing.T) {
	t.Parallel()
	e := New(trade(), statement.SQLite)
	for _, c := range []struct {
		said, is string
		refining bool
	}{
		{"w/o rain", "without rain", false},
		{"boats that are part of the fleet", "boats that are in the fleet", false},
		{"customers with ann in part of their names", "customers with ann in their names", false},
		{"suppliers that contain 3 or more boats", "suppliers that have 3 or more boats", false},
		{"suppliers and the number of boats to each one", "suppliers and the number of boats to each", false},
		{"payments on 20/02", "payments on 20 february", false},
		{"payments on 2/20", "payments on 20 february", false},
		{"boats sailed in half an hour", "boats sailed in 30 minutes", false},
		{"trips under an hour and a half", "trips under 90 minutes", false},
		{"within a quarter of an hour", "within 15 minutes", false},
		{"boats of the last half a year", "boats of the last 6 months", false},
		{"break down the boats by supplier", "boats by supplier", false},
		{"please break boats down by supplier", "boats by supplier", false},
		{"how much money did each boat make", "how much did each boat make", false},
		{"how long does it usually take to rent out a boat?", "how long does it take to rent out a boat?", false},
		{"how many boats do we really have", "how many boats do we have", false},
		{"how old are the employees", "how old are the employees", false},
		{"show the customers with a city", "customers with a city", false},
		{"show the customers with a boat", "show the customers with a boat", false},
		{"drop the smallest two", "drop the two smallest", true},
		{"and leave out the cheapest 3", "and leave out the 3 cheapest", true},
		{"compare the two", "compare them", true},
		{"what's the difference between the two?", "compare them", true},
		{"is it better in Kenya or in Latvia?", "compare Kenya and Latvia", true},
		{"was it higher for Toys or Books", "compare Toys and Books", true},
		{"boats over 3k", "boats over 3000", false},
		{"boats over three thousand", "boats over 3000", false},
		{"who works for us?", "show all employee", false},
		{"how many people report to Ada?", "how many employee report to Ada?", false},
		{"who did we hire last?", "the newest employee", false},
		{"who signed up last?", "the newest customer", false},
		{"customers by when they joined", "customers by created at", false},
		{"sign-ups per month", "number of customers per month", false},
		{"how many new signups this year", "number of customers this year", false},
		{"employees who left the firm", "employees who left", false},
		{"boats that left the harbour", "boats that left the harbour", false},
		{"people who have been customers for over 3 years", "customers for over 3 years", false},
		{"what do the suppliers sell?", "show the boats of the suppliers", false},
		{"what do the boats sell?", "what do the boats sell?", false},
		{"how much does the Swan cost to rent", "what is the rental fee of the Swan", false},
		{"how much does the Swan cost to paint", "how much does the Swan cost to paint", false},
		{"where do the suppliers live?", "what is the country of the suppliers", false},
		{"where do the employees live?", "where do the employees live?", false},
		{"name of customer id 4", "name of customer where customer id is 4", false},
		{"supplier id of boat id 4", "supplier id of boat id 4", false},
		{"how many boats does supplier id 4 have", "how many boats does the supplier with id 4 have", false},
		{"boats by supplier id 4", "boats where supplier id is 4", false},
		{"boats offered by supplier id 4", "boats offered by supplier id 4", false},
		{"let's see the boats", "show the boats", false},
		{"boats worth more than 3000", "boats above 3000", false},
		{"boats that are worth at least 20", "boats of at least 20", false},
		{"which boat is worth the most?", "the highest value boat", false},
		{"boats of more than 3000 euro", "boats above 3000 euro", false},
		{"only worth more than 3000", "only those above 3000", true},
		{"customers who have never had a boat", "customers without a boat", false},
		{"suppliers that never had any boat in 2025", "suppliers without a boat in 2025", false},
		{"list the boats by fee", "boats sorted by fee", false},
		{"suppliers by fee", "suppliers by fee", false},
		{"let's see the boats", "only the boats", true},
	} {
		if got := e.InKnownWords(c.said, c.refining); got != c.is {
			t.Errorf("%q (refining: %v)\n got %q\nwant %q", c.said, c.refining, got, c.is)
		}
	}
}
