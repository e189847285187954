package schema

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"parley/db"
	"parley/workflow/schema/wordnet"
)

// This file finds the keys that nobody declared. Names and types say what may refer to what; the rows decide: the values of
// a key's copy are among those of the key, and the key's own do not repeat. What the rows bear out is an edge like a
// declared one, marked as inferred; nothing is joined because two columns share a name alone.

// reference is a column that may hold the key of a table, with how much the names say so.
type reference struct {
	from, to *Column
	score    float64
	// part are the words before the key's own: billing of billing_address_id.
	part []string
}

// The weights of what names say. A reference needs at least leastReference.
const (
	inComment      = 3.2 // the column's comment names the table
	sameName       = 3.0
	sameKeyWords   = 2.8
	tableAndKey    = 2.8
	suffixName     = 2.4
	chiefOfTable   = 2.0
	aroundName     = 2.3 // member_in_charge_id of member
	roleOfStaff    = 2.1 // handler of who is employed
	roleOfPerson   = 2.0
	valuesAlone    = 2.0 // no name, but values that are not there by chance
	leastReference = 2.0
	otherPart      = 0.2 // a reference that says a part is a little less likely than the plain one
)

// keyWords end the names of keys.
var keyWords = []string{"identifier", "code", "number", "key", "sk", "fk"}

// referenceTables and referenceTests bound what is compared and what is tested on rows.
const (
	referenceTables = 1500
	referenceTests  = 600
)

// inferKeys adds the references that the rows bear out, and takes away the guesses that they refute. It says whether it looked.
func (x *Index) inferKeys(ctx context.Context, r reader) bool {
	if len(x.Tables) > referenceTables {
		return false
	}
	candidates := x.references()
	if len(candidates) > referenceTests {
		slices.SortStableFunc(candidates, func(a, b reference) int { return cmp.Compare(b.score, a.score) })
		candidates = candidates[:referenceTests]
	}
	refs := make([]db.Reference, len(candidates))
	for i, r := range candidates {
		refs[i] = db.Reference{From: r.from.Table.TableName, Column: r.from.Column.Name, To: r.to.Table.TableName, Key: r.to.Column.Name}
	}
	found := r.inclusions(ctx, refs)
	if found == nil {
		return false
	}
	x.Graph.settle(x.Tables, proven(candidates, found), refuted(candidates, found))
	return true
}

const (
	// leastIncluded is the part of a column's values that the key must have, wellNamedIncluded the same where the names leave
	// little doubt: one value for "none", or rows that were forgotten.
	leastIncluded     = 0.97
	wellNamedIncluded = 0.85
	// wellNamed is the score of names from which on they are believed where the rows say nothing, or nearly all of them the same.
	wellNamed = 2.2
)

// borneOut says that the rows say of a reference what a key would; without rows on one side its name speaks alone.
func (r reference) borneOut(in db.Inclusion) bool {
	if r.score >= wellNamed && !in.Repeated && (r.to.Table.Empty || in.Known && in.Looked == 0) {
		return true
	}
	least := leastIncluded
	if r.score >= wellNamed {
		least = wellNamedIncluded
	}
	return in.Known && in.Looked > 0 && !in.Repeated && float64(in.Looked-in.Missing) >= least*float64(in.Looked) && (in.Looked > 1 || r.score >= tableAndKey)
}

// proven keeps for each column the reference that the rows bear out and the names say best; a column of one value needs its
// name to be the key's.
func proven(candidates []reference, found []db.Inclusion) []reference {
	best := map[*Column]reference{}
	for i, r := range candidates {
		if !r.borneOut(found[i]) {
			continue
		}
		if b, ok := best[r.from]; !ok || r.score > b.score {
			best[r.from] = r
		}
	}
	out := make([]reference, 0, len(best))
	for _, r := range best {
		if back, ok := best[r.to]; ok && back.to == r.from && !r.leads(back) {
			continue // two keys that are each other's: one row to one row
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b reference) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.from.ID, b.from.ID))
	})
	return out
}

// leads says that of two references that go both ways, this one goes to the table whose name the key has, or that comes first.
func (r reference) leads(back reference) bool {
	own, other := r.to.Has(r.to.Table.Words...), back.to.Has(back.to.Table.Words...)
	if own != other {
		return own
	}
	return r.to.Table.ID < back.to.Table.ID
}

// references are the columns that may refer to a table by what they are called.
func (x *Index) references() []reference {
	keys := x.keysByEnd()
	var out []reference
	for _, c := range x.Columns {
		if c.isReference() || c.Type.Temporal() || c.Type == db.Boolean || c.Type == db.JSON || !base(c.Table) || c.measured() && !keys.end(c) {
			continue
		}
		seen := map[*Column]bool{}
		var named, held []reference
		for _, key := range keys.saidOf(c) {
			if key != c && !seen[key] && sameKind(c, key) {
				seen[key], named = true, append(named, reference{c, key, inComment, without(c.Words, append(key.Words, keyWords...))})
			}
		}
		for _, key := range keys.of(c) {
			if seen[key] || key == c || !sameKind(c, key) {
				continue
			}
			seen[key] = true
			if score, part := refersBy(c, key); score >= leastReference {
				named = append(named, reference{c, key, score, part})
			} else if score, part := playsRole(c, key); score >= leastReference {
				named = append(named, reference{c, key, score, part})
			} else if x.holdsNoOther(c, key) {
				held = append(held, reference{c, key, valuesAlone, nil})
			}
		}
		if key := keys.toldOf(c); key != nil && len(named) == 0 {
			named = append(named, reference{c, key, valuesAlone, without(c.Words, append(key.Words, keyWords...))})
		}
		out = append(out, named...)
		if len(named) == 0 && len(held) == 1 {
			out = append(out, held...)
		}
	}
	return out
}

// measured says that the name of a column is that of an amount and no key's, whatever table it names beside: lead_time_days.
func (c *Column) measured() bool { return c.Type.Numeric() && unitOf(c) != "" && !c.Has(keyWords...) }

// leastHeld is how many different values must all be those of a key for that to be no chance, sparse the part of the numbers in
// its range that a key of numbers may have, spread the part of that range over which those that refer to it must lie.
const (
	leastHeld = 4
	sparse    = 0.2
	spread    = 0.3
)

// holdsNoOther says that the values of a column are such that they would hardly be among those of a key by chance, as far as
// they are known: texts, or numbers of which the key has few.
func (x *Index) holdsNoOther(c, key *Column) bool {
	if c.Table == key.Table || c.isPrimary() && len(c.Table.Primary) <= 1 || c.Distinct < leastHeld {
		return false
	}
	if c.texts() && !c.Numeric {
		held := x.values.held[key]
		if !c.Complete || !key.Complete || len(held) < c.Distinct {
			return false
		}
		has := make(map[string]bool, len(held))
		for _, text := range held {
			has[text] = true
		}
		return !slices.ContainsFunc(x.values.held[c], func(text string) bool { return !has[text] })
	}
	if c.Type != db.Integer || key.Type != db.Integer || c.Year || c.Low < key.Low || c.High > key.High || key.Table.Rows <= 0 {
		return false
	}
	width := key.High - key.Low + 1
	return float64(key.Table.Rows) < sparse*width && c.High-c.Low >= spread*width
}

// keyIndex finds keys by the last word of what a column that holds them may be called, by the whole name, and by its end.
type keyIndex struct {
	words map[string][]*Column
	// behind are the keys by their names with the prefix of their table, as they stand behind that of another: smid.
	behind map[string][]*Column
	all    []*Column
	own    map[*Table]*Column
	// called are the keys by how comments write their tables, in small letters: hr.employee, employee, employee.id, and by their own
	// names where these are several words run together: empno.
	called map[string][]*Column
	// rows are the keys by the one word that rows of their tables are called by.
	rows map[string][]*Column
	// heads are the keys by what their comments call them: address number.
	heads map[string][]*Column
}

// keyByValues says that a column of a table without a declared key is called as keys are, and that no value of it was seen twice.
func (c *Column) keyByValues() bool {
	if len(c.Table.Primary) > 0 || !c.Complete || c.Looked < 2 || int64(c.Distinct) < c.Looked-c.Nulls {
		return false
	}
	return c.Has(standardNumbers...) || slices.Contains(keyWords, c.Words[len(c.Words)-1])
}

// leastNamed is how many rows a table must have for names that differ in each of them to be no chance.
const leastNamed = 4

// namesRow says that the texts of a column are what the rows of its table are called, by its name, and that each row has its own: the
// grape of grapes. Other tables may tell by it which row they mean, whatever key it has.
func (c *Column) namesRow() bool {
	return slices.Equal(c.Words, c.Table.Words) && c.OnceEach() && !c.Numeric && c.Looked >= leastNamed && c.Nulls == 0
}

// tellsRows says that a column of a table without any declared key tells its rows apart, and that other tables have a column of the
// same words, which may say of which row they are: the category of category_targets, beside that of articles.
func (x *Index) tellsRows(c *Column) bool {
	if len(c.Table.Primary) > 0 || !c.OnceEach() || c.Looked < leastNamed || c.Nulls > 0 || plainKey(c) {
		return false
	}
	return slices.ContainsFunc(x.Columns, func(o *Column) bool { return o.Table != c.Table && base(o.Table) && slices.Equal(o.Words, c.Words) })
}

func (x *Index) keysByEnd() keyIndex {
	k := keyIndex{words: map[string][]*Column{}, behind: map[string][]*Column{}, own: map[*Table]*Column{}, called: map[string][]*Column{}, rows: map[string][]*Column{}, heads: map[string][]*Column{}}
	for _, t := range x.Tables {
		if _, codes := codeTableOf(t); codes || !base(t) {
			continue // a code is none without its type, though no two types may have it
		}
		for _, c := range t.Columns {
			key := t.key()
			if c == key || c.Unique && (c.Key() && len(t.Primary) != 1 || c.texts()) || c.keyByValues() && (key == nil || c.Has(standardNumbers...)) || c.namesRow() || key == nil && x.tellsRows(c) {
				k.all = append(k.all, c)
				if c == key || key == nil && !c.namesRow() {
					k.own[t] = c
				}
				for _, w := range append(slices.Clone(c.Words), t.Words...) {
					k.words[w] = append(k.words[w], c)
				}
				if end := c.unprefixed(); t.prefix != "" && end != "" {
					k.behind[t.prefix+end] = append(k.behind[t.prefix+end], c)
				}
			}
		}
		if key := k.own[t]; key != nil {
			if head := strings.ToLower(commentHead(key.Comment)); strings.Contains(head, " ") {
				k.heads[head] = append(k.heads[head], key)
			}
			for _, n := range t.Names {
				if len(n.Words) == 1 {
					k.rows[n.Words[0]] = append(k.rows[n.Words[0]], key)
				}
			}
			table := strings.ToLower(t.Name)
			called := []string{table, strings.ToLower(t.Schema) + "." + table, table + "." + strings.ToLower(key.Column.Name)}
			if own := strings.ToLower(key.Column.Name); len(key.Words) > 1 && !strings.ContainsAny(own, "_") {
				called = append(called, own)
			}
			for _, name := range called {
				k.called[name] = append(k.called[name], key)
			}
		}
	}
	return k
}

// end says that a column's name ends in a key's, whatever is read in it.
func (k keyIndex) end(c *Column) bool {
	name := strings.ToLower(c.Column.Name)
	return len(k.all) <= 60 && slices.ContainsFunc(k.all, func(key *Column) bool {
		return key != c && !plainKey(key) && endsInKey(name, strings.ToLower(key.Column.Name))
	})
}

func (k keyIndex) of(c *Column) []*Column {
	var out []*Column
	if len(k.all) <= 60 {
		return k.all
	}
	for _, w := range c.Words {
		if list := k.words[w]; len(list) <= 200 {
			out = append(out, list...)
		}
	}
	if c.Table.prefix != "" {
		out = append(out, k.behind[c.unprefixed()]...)
	}
	if own := k.own[c.Table]; own != nil {
		out = append(out, own)
	}
	return out
}

// saidOf are the keys of the tables that a column's comment names as only names are written: dim_employee, hr.employee, or by the
// name of the key: empno.
func (k keyIndex) saidOf(c *Column) []*Column {
	var out []*Column
	for _, name := range strings.FieldsFunc(strings.ToLower(c.Column.Comment), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' }) {
		name = strings.Trim(name, ".")
		if keys := k.called[name]; strings.ContainsAny(name, "_.") || len(keys) == 1 && strings.EqualFold(keys[0].Column.Name, name) && keys[0].Table != c.Table {
			out = append(out, keys...)
		}
	}
	for _, m := range inBrackets.FindAllStringSubmatch(strings.ToLower(c.Column.Comment), -1) {
		out = append(out, k.called[m[1]]...) // "Approved by (emp)"
		if keys := k.heads[m[1]]; len(keys) == 1 {
			out = append(out, keys...) // "Approved by (address number)"
		}
	}
	return out
}

// inBrackets is what stands in brackets in a comment.
var inBrackets = regexp.MustCompile(`\(([^()]+)\)`)

// toldOf is the key of the table that a column's comment names in plain words: the customer of "Ship-to customer"; nil where it names none.
func (k keyIndex) toldOf(c *Column) *Column {
	if keys := k.rows[thingIn(c.Column.Comment)]; len(keys) == 1 && keys[0] != c && sameKind(c, keys[0]) {
		return keys[0]
	}
	return nil
}

// thingIn is the last word of what a comment calls a column, in the singular: the customer of "Ship-to customer"; empty where it tells of
// a number of them.
func thingIn(comment string) string {
	words := Words(strings.ToLower(commentHead(comment)))
	if len(words) < 2 || Lemma(words[len(words)-1]) != words[len(words)-1] || slices.ContainsFunc(words, func(w string) bool { return ofMany[w] }) {
		return ""
	}
	return words[len(words)-1]
}

// ofMany are words of comments on how much or how many of something there is.
var ofMany = wordsOf("ofMany")

// sameKind says that values of the two columns can be equal: a text whose values are all numbers can equal a number, where the
// database compares them, which its rows tell.
func sameKind(a, b *Column) bool {
	if a.Type == db.Decimal && b.Type == db.Integer {
		return false // base_fee is no row of fee, though its amounts may be among whole numbers
	}
	if a.Type.Numeric() || b.Type.Numeric() {
		return (a.Type.Numeric() || a.Type == db.Text && a.Numeric) && (b.Type.Numeric() || b.Type == db.Text && b.Numeric)
	}
	return a.Type == b.Type
}

// refersBy says how much the names say that a column holds a key, and which words come before the key's own.
func refersBy(c, key *Column) (score float64, part []string) {
	if words := unnumbered(c.Words); len(words) < len(c.Words) {
		plain := *c
		plain.Words, plain.Column = words, &db.Column{Name: strings.TrimRight(c.Column.Name, "_0123456789"), Type: c.Column.Type}
		score, part := refersBy(&plain, key)
		return max(0, score-otherPart), append(part, c.Words[len(words):]...)
	}
	t := key.Table
	if c.Table == t {
		return refersToSelf(c, key)
	}
	if c.isPrimary() && len(c.Table.Primary) <= 1 && plainKey(c) {
		return 0, nil
	}
	name, keyName := strings.ToLower(c.Column.Name), strings.ToLower(key.Column.Name)
	plain := plainKey(key)
	if c.counts(t) && name != keyName {
		return 0, nil
	}
	if c.Table.key() == c && name != keyName && c.Has(c.Table.Words...) {
		return 0, nil // the key of its own table, and called so
	}
	switch {
	case name == keyName && !plain:
		return sameName, nil
	case !plain && slices.Equal(c.Words, key.Words):
		return sameKeyWords, nil
	}
	if rest, ok := cutEnd(c.Words, key.Words); ok && !plain {
		return suffixName + 0.2 - otherPart, rest
	}
	for _, thing := range [][]string{t.Words, lastOf(t.Words)} {
		for _, end := range keyWords {
			if rest, ok := cutEnd(c.Words, append(slices.Clone(thing), end)); ok && (plain || key.Has(end)) {
				return tableAndKey - otherPart*float64(boolToInt(len(rest) > 0)) - 0.3*float64(len(t.Words)-len(thing)), rest
			}
		}
		if rest, ok := cutEnd(c.Words, thing); ok && (plain || key.Has(keyWords...) || len(rest) == 0) {
			return tableAndKey - 0.3 - otherPart*float64(boolToInt(len(rest) > 0)) - 0.3*float64(len(t.Words)-len(thing)), rest
		}
	}
	if n := len(t.Words); len(c.Words) > n+1 && slices.Equal(c.Words[:n], t.Words) && slices.Contains(keyWords, c.Words[len(c.Words)-1]) {
		return aroundName, c.Words[n : len(c.Words)-1]
	}
	if rest, ok := behindPrefix(c, key); ok {
		if rest == "" {
			return sameKeyWords, nil
		}
		return suffixName - otherPart, []string{rest}
	}
	if !plain && endsInKey(name, keyName) {
		return suffixName - otherPart, without(c.Words, key.Words)
	}
	return 0, nil
}

// endsInKey says that a column is called by the name of a key behind letters of its own: vsku of sku, bpid of pid.
func endsInKey(name, keyName string) bool {
	lead := len(name) - len(keyName)
	return lead > 0 && strings.HasSuffix(name, keyName) && (len(keyName) >= 4 || len(keyName) == 3 && lead <= 3 && !wordnet.Known(name))
}

// behindPrefix says that a column is called by the key's name behind the prefix of its own table: us_smid holds sm_id where all
// columns of the one begin with us_, and of the other with sm_. Rest is what stands between.
func behindPrefix(c, key *Column) (rest string, ok bool) {
	end := key.unprefixed()
	if key.Table.prefix == "" || c.Table.prefix == "" || key.Table.prefix == c.Table.prefix || end == "" {
		return "", false
	}
	return strings.CutSuffix(c.unprefixed(), key.Table.prefix+end)
}

// unprefixed are the letters of a column's name behind the prefix that the columns of its table have; empty for a name without it.
func (c *Column) unprefixed() string {
	rest, ok := strings.CutPrefix(strings.ToLower(c.Column.Name), c.Table.prefix+"_")
	if !ok {
		return ""
	}
	return strings.ReplaceAll(rest, "_", "")
}

// partPlayed are parts that people play for a thing, as the last word of a column that says who.
var partPlayed = wordsOf("partPlayed")

// playsRole says how much the name of a column says that it holds the key of a person, by the part that the person plays: handler,
// salesrep, signed_off_by.
func playsRole(c, key *Column) (score float64, part []string) {
	words := without(c.Words, keyWords)
	if len(words) == 0 || key != key.Table.key() || !key.Table.Personal() || c.Table == key.Table || c.isPrimary() || c.Type == db.Decimal {
		return 0, nil
	}
	last := words[len(words)-1]
	if by := last == "by" && len(words) > 1; !by && !partPlayed[last] && !key.Table.tellsPart(c) {
		return 0, nil
	}
	if slices.Equal(words, c.Table.Words) || slices.Equal(words, lastOf(c.Table.Words)) {
		return 0, nil // the key of its own table, and called so: engineer_id of maintenance_engineers
	}
	if key.Table.Employed() {
		return roleOfStaff, words
	}
	return roleOfPerson, words
}

// tellsPart says that a comment on a table of people tells by which code of a column they are what a column of numbers is called: the
// specialist of a job, where a role is "SP specialist".
func (t *Table) tellsPart(c *Column) bool {
	if c.Type != db.Integer {
		return false
	}
	return slices.ContainsFunc(t.Columns, func(role *Column) bool {
		return slices.ContainsFunc(role.Codes, func(code Code) bool {
			return code.Source == CodeComment && code.Presence == AnyValue && slices.ContainsFunc(c.Names, func(n Name) bool { return n.String() == code.Phrase })
		})
	})
}

// counts says that a column's name is the table's in the plural, or ends in it: it is how many of them, not which.
func (c *Column) counts(t *Table) bool {
	written := writtenWords(c.Column.Name)
	last := written[len(written)-1]
	return c.Type.Numeric() && last != Lemma(last) && slices.Equal(lastOf(c.Words), lastOf(t.Words))
}

// unnumbered are the words of a name without the numbers at its end: club_id of club_id_2.
func unnumbered(words []string) []string {
	n := len(words)
	for n > 1 && strings.Trim(words[n-1], "0123456789") == "" {
		n--
	}
	return words[:n]
}

func lastOf(words []string) []string { return words[len(words)-1:] }

// cutEnd gives the words before an ending; false when they do not end so.
func cutEnd(words, end []string) (before []string, ok bool) {
	n := len(words) - len(end)
	if n < 0 || len(end) == 0 || !slices.Equal(words[n:], end) {
		return nil, false
	}
	return words[:n], true
}

// chiefWords name the row of the same table that a row hangs on.
var chiefWords = []string{"manager", "parent", "supervisor", "boss", "lead", "chief", "report", "superior", "head", "refer", "referrer", "predecessor", "previous", "original", "master", "root", "upline"}

// refersToSelf says the same of a column and the key of its own table.
func refersToSelf(c, key *Column) (float64, []string) {
	if c.isPrimary() {
		return 0, nil
	}
	if rest, ok := cutEnd(c.Words, key.Words); ok && len(rest) > 0 && (!plainKey(key) || c.Has(chiefWords...)) {
		return suffixName, rest
	}
	if rest, ok := cutEnd(c.Words, append(slices.Clone(c.Table.Words), "identifier")); ok && len(rest) > 0 {
		return suffixName, rest
	}
	if !plainKey(key) && len(key.Column.Name) < 4 && c.Type == db.Integer && endsInKey(strings.ToLower(c.Column.Name), strings.ToLower(key.Column.Name)) {
		return suffixName - otherPart, without(c.Words, key.Words)
	}
	if c.Has(chiefWords...) && (c.Has(keyWords...) || key.Type.Numeric() && c.Type == db.Integer) {
		return chiefOfTable, without(c.Words, keyWords)
	}
	return 0, nil
}

// refuted are the guesses that the rows speak against.
func refuted(candidates []reference, found []db.Inclusion) []reference {
	var out []reference
	for i, r := range candidates {
		if in := found[i]; in.Known && in.Looked > 0 && in.Missing*2 > in.Looked && !r.to.Table.Empty {
			out = append(out, r)
		}
	}
	return out
}

// settle puts what the rows bear out in the place of guesses by name alone, and takes away those that the rows refute; what no key
// joins then may share a column.
func (g *Graph) settle(tables []*Table, proven, refuted []reference) {
	guessed := func(e *Edge) bool {
		if e.Declared || e.Shared {
			return e.Shared
		}
		return slices.ContainsFunc(proven, func(r reference) bool { return len(e.FromColumns) == 1 && e.FromColumns[0] == r.from }) ||
			slices.ContainsFunc(refuted, func(r reference) bool {
				return len(e.FromColumns) == 1 && (e.FromColumns[0] == r.from && e.ToColumns[0] == r.to || e.FromColumns[0] == r.to && e.ToColumns[0] == r.from)
			})
	}
	edges := slices.DeleteFunc(slices.Clone(g.Edges), guessed)
	g.Edges, g.at = nil, make([][]*Edge, len(g.at))
	for _, e := range edges {
		g.add(e)
	}
	for _, r := range proven {
		r.from.reference = true
		if key := r.to.Table.key(); len(r.to.Table.Primary) == 0 && (r.to == key || key == nil && !r.to.namesRow()) {
			r.to.Table.own = r.to
		}
		g.add(&Edge{From: r.from.Table, To: r.to.Table, FromColumns: []*Column{r.from}, ToColumns: []*Column{r.to}, Inferred: true, Part: r.part})
	}
	g.share(tables)
}
