package main

import (
	"fmt"
	"regexp"
	"strings"
)

// namer gives tables and columns their new names.
type namer struct {
	style   string
	taken   map[string]bool
	tables  map[string]string // by the old name, in lower case
	columns map[string]string // by "table.column"
}

// prefixes go before tables in turn.
var prefixes = []string{"tb", "t_", "dim_", "tb", "fct_", "stg_"}

// abbreviations are what people write for words that stand in many names; other words lose their vowels.
var abbreviations = map[string]string{
	"name": "nm", "number": "no", "code": "cd", "date": "dt", "identifier": "id", "id": "id", "amount": "amt", "customer": "cust", "account": "acct", "address": "addr",
	"description": "desc", "type": "typ", "status": "sts", "quantity": "qty", "price": "prc", "department": "dept", "employee": "emp", "manager": "mgr", "product": "prod",
	"order": "ord", "transaction": "txn", "balance": "bal", "category": "cat", "country": "ctry", "city": "city", "year": "yr", "month": "mth", "phone": "tel", "first": "frst",
	"last": "lst", "total": "tot", "average": "avg", "percent": "pct", "percentage": "pct", "time": "tm", "student": "stud", "age": "age", "title": "ttl", "organization": "org",
	"reference": "ref", "document": "doc", "information": "info", "maximum": "max", "minimum": "min", "level": "lvl", "group": "grp", "location": "loc", "building": "bldg",
}

// shortest is up to how many letters a word stays as it is, longest how many letters a cut one keeps.
const (
	shortest = 4
	longest  = 5
)

// short is a word as people write it in names of few letters.
func short(word string) string {
	if a := abbreviations[word]; a != "" {
		return a
	}
	if len(word) <= shortest {
		return word
	}
	var out strings.Builder
	for i, r := range word {
		if i == 0 || !strings.ContainsRune("aeiou", r) {
			out.WriteRune(r)
		}
	}
	cut := out.String()
	return cut[:min(len(cut), longest)]
}

// parts are the words of a name: runs of small letters, of digits, of capitals, a capital with what follows it.
var parts = regexp.MustCompile(`\p{Lu}?[\p{Ll}]+|\p{Lu}+|\p{Nd}+|[^\W_]+`)

func split(name string) []string { return parts.FindAllString(name, -1) }

func (n *namer) joined(name string) string {
	var out strings.Builder
	for _, w := range split(name) {
		w = strings.ToLower(w)
		if n.style == "short" {
			w = short(w)
		}
		out.WriteString(w)
	}
	return out.String()
}

// table names a table and its columns; every second one has a prefix before its columns, as many old systems do.
func (n *namer) table(t *table, place int) {
	if n.style == "keyless" || n.style == "bare" {
		n.tables[strings.ToLower(t.name)] = t.name
		for _, c := range t.columns {
			n.columns[strings.ToLower(t.name+"."+c.name)] = c.name
		}
		return
	}
	n.tables[strings.ToLower(t.name)] = n.free(prefixes[place%len(prefixes)] + n.joined(t.name))
	prefix := ""
	if whole := n.joined(t.name); place%2 == 1 && len(whole) > 2 {
		prefix = whole[:3] + "_"
	}
	own := namer{style: n.style, taken: map[string]bool{}}
	for _, c := range t.columns {
		n.columns[strings.ToLower(t.name+"."+c.name)] = own.free(prefix + own.joined(c.name))
	}
}

// free is the name, with a number where it is taken.
func (n *namer) free(name string) string {
	out := name
	for i := 2; n.taken[out] || out == ""; i++ {
		out = fmt.Sprint(name, i)
	}
	n.taken[out] = true
	return out
}

func (n *namer) column(table, name string) string {
	return n.columns[strings.ToLower(table+"."+name)]
}

func (n *namer) list(table string, names []string) string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = quote(n.column(table, name))
	}
	return strings.Join(out, ", ")
}
