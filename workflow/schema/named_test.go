package schema_test

import (
	"strings"
	"testing"

	"parley/workflow/schema"
)

// outfitter sells thirty laptops, two bags and one lamp to people, and has a shop in some cities.
const outfitter = `
CREATE TABLE product (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
INSERT INTO product WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30) SELECT i, 'Model ' || char(64 + i) || ' Laptop', 100 + i FROM n;
INSERT INTO product VALUES (31, 'Field Bag - blue', 20), (32, 'Trail Bag', 25), (33, 'Desk Lamp', 30);
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, address_id INTEGER REFERENCES address);
INSERT INTO customer VALUES (1, 'Ada Porter', 'a@example.com', 1), (2, 'Bo Porter', 'b@example.com', 2);
CREATE TABLE address (id INTEGER PRIMARY KEY, street TEXT, city TEXT, country TEXT);
INSERT INTO address VALUES (1, 'Quay 1', 'Oslo', 'Norway'), (2, 'Quay 2', 'Lima', 'Peru');
CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer, product_id INTEGER REFERENCES product);
INSERT INTO purchase VALUES (1, 1, 1), (2, 2, 2);`

func TestHeadsOfNamesSayWhatThingsAre(t *testing.T) {
	t.Parallel()
	x := built(t, outfitter)
	for word, want := range map[string]string{"laptop": "product.name", "bag": "product.name", "lamp": "", "porter": "", "model": ""} {
		var got []string
		for _, c := range x.HeadOfNames(word) {
			got = append(got, c.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s heads the names of %v, want %q", word, got, want)
		}
	}
}

func TestPlacesAreOfTheRowOrOfItsAddress(t *testing.T) {
	t.Parallel()
	x := built(t, outfitter)
	for table, want := range map[string]string{"customer": "address.country address.city", "address": "address.country address.city", "product": ""} {
		var got []string
		for _, c := range x.Places(x.Table(table)) {
			got = append(got, c.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s are at home where %v say, want %q", table, got, want)
		}
	}
	if c := x.Table("address").Columns[2]; !c.Place() || schema.IsHead("Field Bag - blue", "field") || !schema.IsHead("Field Bag - blue", "bag") {
		t.Errorf("%s tells no place, or what a text is about is missed", c)
	}
}

// counter sells to clients what it orders from vendors.
const counter = `
CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE vendor (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE client_order (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client, ordered_on DATE);
CREATE TABLE vendor_order (id INTEGER PRIMARY KEY, vendor_id INTEGER REFERENCES vendor, ordered_on DATE);
CREATE TABLE vendor_quote (id INTEGER PRIMARY KEY, vendor_id INTEGER REFERENCES vendor);`

func TestWhatGoesToCustomersIsCalledByItsNounAlone(t *testing.T) {
	t.Parallel()
	x := built(t, counter)
	best := func(said string) string {
		var found schema.Match
		for _, m := range x.Phrases(strings.Fields(said)) {
			if m.Column == nil && m.Score() > found.Score() {
				found = m
			}
		}
		return found.Table.Name
	}
	for said, want := range map[string]string{"orders": "client_order", "vendor orders": "vendor_order", "quotes": "vendor_quote"} {
		if got := best(said); got != want {
			t.Errorf("%s are rows of %s, want %s", said, got, want)
		}
	}
}
