package schema

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// This file reads what comments call a table or a column: the head of the comment, before it goes on to explain.

// commentNameWords is how many words the head of a comment may have to be a name.
const commentNameWords = 5

// openings are how comments begin before they name what a row or a value is.
var openings = []string{
	"one row per", "one row for each", "one row for every", "one row a", "one row is a", "one record per", "one record for each", "each row is a",
	"each row is one", "a row per", "a row for each", "list of", "table of", "number of the", "the",
	"a", "an", "all", "our", "raw", "every", "each", "one", "single", "individual", "contains", "stores", "holds", "records", "master data of", "master list of",
}

// ends are the words at which the name in a comment ends and its explanation begins.
var ends = wordsOf("ends")

// askers begin comments that are clauses, and name nothing.
var askers = wordsOf("askers")

// tellers are verbs of sentences that tell something of a thing, which they do not name: "a bill is overdue when …".
var tellers = wordsOf("tellers")

// sentence says that a comment begins with a sentence about something else than what is named.
func sentence(comment string) bool {
	head := commentHead(cutTo(comment, commentLetters))
	for i, w := range Words(head) {
		if tellers[w] {
			return i > 0
		}
		if ends[w] {
			return false
		}
	}
	return false
}

// bracketed is what stands in brackets.
var bracketed = regexp.MustCompile(`\s*\([^()]*\)`)

// leastListed is how many values a comment lists that lists values.
const leastListed = 3

// listsValues says that a comment begins with a list of what a column holds: "draft (not sent yet), sent, paid or void".
func listsValues(comment string) bool {
	return len(listedValues(comment)) >= leastListed
}

// Listed are the values that the column's comment begins by listing: "draft (not sent yet), sent, paid or void"; none where it does not.
func (c *Column) Listed() []string {
	list := listedValues(c.Comment)
	if len(list) < leastListed {
		return nil
	}
	for i, part := range list {
		list[i] = strings.TrimSpace(bracketed.ReplaceAllString(part, ""))
	}
	return list
}

// listedValues are the values that a comment begins by listing, each with what stands in brackets behind it.
func listedValues(comment string) []string {
	comment = cutTo(comment, commentLetters)
	if strings.ContainsFunc(comment, unicode.IsControl) {
		return nil
	}
	depth, end := 0, len(comment)
scan:
	for i, r := range comment {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ';', '.', ':', '=', '\n':
			if depth <= 0 {
				end = i
				break scan
			}
		}
	}
	plain := comment[:end]
	if r := []rune(plain); len(r) == 0 || unicode.IsUpper(r[0]) {
		return nil
	}
	var out []string
	depth, from := 0, 0
	add := func(part string) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	plain = strings.ReplaceAll(plain, " or ", ", ")
	for i, r := range plain {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth <= 0 {
				add(plain[from:i])
				from = i + 1
			}
		}
	}
	add(plain[from:])
	for _, part := range out {
		if value := bracketed.ReplaceAllString(part, ""); len(strings.Fields(value)) > 2 || strings.ContainsAny(value, "()*+") {
			return nil
		}
	}
	return out
}

// commentNames are the names that a comment begins with, as lemmas: "Loyalty club members; …" names a loyalty club member,
// "Doctors, nurses and therapists who …" names three. None for a comment that only explains, or lists codes.
func commentNames(comment string) [][]string {
	head := commentHead(comment)
	if head == "" {
		return nil
	}
	var out [][]string
	for i, part := range listed(head) {
		if first := Words(part); i > 0 && len(first) > 0 && (first[0] == "one" || first[0] == "each" || first[0] == "per") {
			break // "Bookings, one room each"
		}
		words := nounPhrase(part)
		if saysMore(words) && len(words) <= commentNameWords && !slices.ContainsFunc(out, func(w []string) bool { return slices.Equal(w, words) }) {
			out = append(out, words)
		}
		if slices.ContainsFunc(Words(part), func(w string) bool { return ends[w] }) {
			break // "Units sold per shop and day" are not called a day
		}
	}
	return out
}

// saysMore says that words name something: not a number or a currency alone.
func saysMore(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return strings.ContainsFunc(w, unicode.IsLetter) && (len(words) > 1 || !currencies[w])
	})
}

// currencies are what amounts are in by the comments on them.
var currencies = wordsOf("currencies")

// otherWords is how many words a further name in a comment may have.
const otherWords = 3

// commentOthers are the names that a comment gives beside its head: in brackets right behind the first words, or behind a
// semicolon with an article: "A company (workspace) that uses the app; the paying customer".
func commentOthers(comment string) [][]string {
	comment = cutTo(comment, commentLetters)
	var out [][]string
	add := func(text string) {
		if words := nounPhrase(text); len(words) > 0 && len(words) <= otherWords && !strings.ContainsAny(text, "0123456789=,:_") {
			out = append(out, words)
		}
	}
	if open := strings.IndexByte(comment, '('); open > 0 && !strings.ContainsAny(comment[:open], ";.:=,\n") {
		if inside, _, ok := strings.Cut(comment[open+1:], ")"); ok && len(strings.Fields(inside)) == 1 {
			add(inside)
		}
	}
	for _, part := range strings.Split(comment, ";")[1:] {
		part = strings.ToLower(strings.TrimSpace(part))
		if first, _, _ := strings.Cut(part, " "); (first == "the" || first == "a" || first == "an") && !sentence(part) {
			add(strings.TrimSuffix(part, "."))
		}
	}
	return out
}

// asWhat finds what things are said to be there as: "People registered with us as applicants".
var asWhat = regexp.MustCompile(`(?i)\b(?:as|called|aka|i\.e\.) ((?:an? |the )?[\pL -]+?)\s*(?:[;,.(]|$)`)

// eachRow finds what a row is said to be: "one row per consignment"; not "one row per shop and day".
var eachRow = regexp.MustCompile(`(?i)\bone (?:row|line|record|entry) (?:per|for each|for every|each|an?) ([\pL -]+?)\s*(?:[;,.(]|$)`)

// tableOthers are further names that the comment of a table gives its rows: behind a colon ("Works orders: repairs and maintenance
// jobs"), behind "as", as what each row is, in brackets ("Member master (farmers who own the coop)"), and what was done with them left
// out ("Money received from tenants" is money).
func tableOthers(comment string) [][]string {
	comment = cutTo(comment, commentLetters)
	var out [][]string
	add := func(text string) {
		if words := nounPhrase(text); len(words) > 0 && len(words) <= otherWords && !strings.ContainsAny(text, "0123456789=_") {
			out = append(out, words)
		}
	}
	if _, behind, ok := strings.Cut(comment, ":"); ok && !strings.ContainsAny(behind, "=0123456789") && !strings.Contains(behind, " - ") {
		for _, part := range listed(behind[:firstOf(behind, ";.:(\n")]) {
			add(part)
		}
	}
	for _, m := range asWhat.FindAllStringSubmatch(comment, 3) {
		for _, part := range listed(m[1]) {
			add(part)
		}
	}
	if m := eachRow.FindStringSubmatch(comment); m != nil && len(listed(m[1])) == 1 {
		add(m[1])
	}
	for _, part := range severalInBrackets(comment) {
		if words := nounPhrase(part); len(withoutDeed(words)) < len(words) {
			part = strings.Join(withoutDeed(words), " ")
		}
		add(part)
	}
	if words := Words(commentHead(comment)); len(withoutDeed(words)) < len(words) {
		add(strings.Join(withoutDeed(words), " "))
	}
	return out
}

// severalInBrackets are the parts of what stands in brackets right behind the first words of a comment, where each speaks of several:
// "Stores (intake points)".
func severalInBrackets(comment string) []string {
	head, behind, ok := strings.Cut(comment, "(")
	inside, _, closed := strings.Cut(behind, ")")
	if !ok || !closed || strings.ContainsAny(head, ";.:=,\n") {
		return nil
	}
	parts := listed(inside)
	single := func(part string) bool {
		words := withoutDeed(nounPhrase(part))
		return len(words) == 0 || !slices.ContainsFunc(strings.Fields(strings.ToLower(part)), func(w string) bool { return !tellers[w] && w != words[len(words)-1] && Lemma(w) == words[len(words)-1] })
	}
	if slices.ContainsFunc(parts, single) {
		return nil
	}
	return parts
}

// firstOf is where the first of some characters stands in a text; its end where none does.
func firstOf(text, chars string) int {
	if i := strings.IndexAny(text, chars); i >= 0 {
		return i
	}
	return len(text)
}

// commentHead is the comment up to where it stops naming. What stands in brackets right after it is left out.
func commentHead(comment string) string {
	if len(comment) > commentLetters {
		comment = comment[:commentLetters]
	}
	if strings.ContainsFunc(comment, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }) {
		return ""
	}
	end := firstOf(comment, ";.:=(\n")
	if first, _, _ := strings.Cut(comment[:end], ","); formulaSign.MatchString(first) {
		return "" // "hours * hourly_rate"
	}
	if end < len(comment) && comment[end] == '=' {
		// "H = hired" lists codes; "Net sales = gross - discount" names what it defines.
		if left := strings.Fields(comment[:end]); len(left) < 2 {
			return ""
		}
	}
	head := strings.TrimSpace(comment[:end])
	if first, _, more := strings.Cut(head, ","); more && len(first) > 1 && first == strings.ToUpper(first) {
		return "" // "CARD, BACS (bank transfer)" lists what is held
	}
	if at := strings.Index(head, " - "); at > 0 {
		head = head[:at]
	}
	return head
}

// formulaSign finds arithmetic in the head of a comment.
var formulaSign = regexp.MustCompile(`\w \s*[*+/] \s*\w`)

// listed cuts "Doctors, nurse practitioners and therapists" into its parts.
func listed(head string) []string {
	head = strings.ReplaceAll(head, " and ", ", ")
	return strings.Split(strings.ReplaceAll(head, " or ", ", "), ",")
}

// nounPhrase is the lemmas of what a part of a comment names; nil when it is no name.
func nounPhrase(part string) []string {
	text := strings.ToLower(strings.TrimSpace(part))
	for changed := true; changed; {
		changed = false
		for _, o := range openings {
			if rest, ok := strings.CutPrefix(text, o+" "); ok {
				text, changed = rest, true
			}
		}
	}
	words := Words(text)
	for i, w := range words {
		if i == 0 && askers[w] {
			return nil
		}
		if ends[w] {
			words = words[:i]
			break
		}
	}
	if n := len(words); n > 1 && (words[n-1] == "no" || words[n-1] == "nr") {
		words[n-1] = "number" // "Order no."
	}
	if n := len(words); n > 0 && words[n-1] == "only" {
		return nil // whom it is for: "motor only: Y our driver at fault"
	}
	return called(words)
}

// holders are last words of comments that say in what a table keeps its things: a course catalogue holds courses.
var holders = wordsOf("holders")

// documents are what has a head and lines: "Sales order heads" are sales orders, "Department heads" people.
var documents = wordsOf("documents")

// called is what words call the rows, as lemmas: "enrolments of students" are student enrolments, a "course catalogue" courses.
func called(words []string) []string {
	if at := slices.Index(words, "of"); at > 0 {
		words = slices.Concat(words[at+1:], words[:at])
	}
	var out []string
	for _, w := range words {
		if w != "of" && w != "the" && w != "a" && w != "an" {
			out = append(out, Lemma(w))
		}
	}
	if n := len(out); n > 1 && (holders[out[n-1]] || headTables[out[n-1]] && documents[out[n-2]]) {
		out = out[:n-1]
	}
	return out
}
