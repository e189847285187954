package workflow

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/db/statement"
	"parley/dialog"
)

// Input that is SQL runs as it stands or fails as it stands (requirements §3). People also write "select the users from
// Kenya", "with which customers …" and "drop the email", and every one of these begins as a statement does. So three things
// are looked at, in this order: what only SQL has (a sign), what only prose has (words like "the" and "who"), and whether
// it parses, or names tables where a statement names them.

// typing is what an input is taken for.
type typing uint8

const (
	prose   typing = iota // a question, or words about the query in force
	likely                // begins or parses as SQL: it runs or fails as such, and on a yes it is read as words
	certain               // has what prose lacks
)

var (
	sqlStart = regexp.MustCompile(`(?is)^\s*(?:(?:--[^\n]*\n|/\*.*?\*/)\s*)*\(*\s*([a-z]+)\b(.*)$`)

	// sqlSigns are the signs by first word, looked for in what follows it.
	sqlSigns = map[string]*regexp.Regexp{
		"select": punctuation, "from": punctuation, "pragma": punctuation,
		"with":    regexp.MustCompile(`(?i)^\s+(recursive\s+)?["\w]+\s*(\([^)]*\)\s*)?as\s*(not\s+)?(materialized\s*)?\(`),
		"values":  regexp.MustCompile(`^\s*\(`),
		"table":   nil,
		"insert":  regexp.MustCompile(`(?i)^\s+into\b`),
		"replace": regexp.MustCompile(`(?i)^\s+into\b`),
		"merge":   regexp.MustCompile(`(?i)^\s+into\b.*\busing\b`),
		"update":  regexp.MustCompile(`(?is)\bset\b.*=`),
		"delete":  regexp.MustCompile(`(?i)^\s+from\b`),
		"create":  object, "alter": object, "drop": object, "truncate": object, "reindex": object,
		"grant": regexp.MustCompile(`(?i)\bto\b`), "revoke": regexp.MustCompile(`(?i)\bfrom\b`),
		"copy": regexp.MustCompile(`(?i)\b(to|from)\s+('|stdin|stdout|program)`), "do": regexp.MustCompile(`^\s*(\$|')`),
		"call": regexp.MustCompile(`^\s+[\w.]+\(`), "explain": regexp.MustCompile(`(?i)^\s+(analyze|verbose|query|select|with|insert|update|delete|\()`),
		"attach": regexp.MustCompile(`'`), "vacuum": regexp.MustCompile(`(?i)^\s*(;|$|into\b)`),
		"pivot": reshaping, "unpivot": reshaping, "summarize": subquery, "describe": subquery,
	}
	// An apostrophe inside a word is English, and so is a comparison where nothing is read from anywhere, and a remark in
	// parentheses.
	punctuation = regexp.MustCompile("(?is)[*\"`]|\\w\\(|^\\s*\\(|\\b(in|as|over|from|join|exists|any|all|and|or|not|where|filter|on|using)\\s*\\(|::|;\\s*($|--|select\\b|with\\b)|(^|[\\s,(=<>])'|\\bfrom\\b.*[=<>]")
	object      = regexp.MustCompile(`(?i)^\s+(or\s+replace\s+|temp\s+|temporary\s+|unique\s+|materialized\s+)*(table|view|index|schema|database|function|trigger|role|user|extension|sequence)\s+["\w.]+\s*($|;|\(|as\b|on\b|if\b|,|cascade|add\b|drop\b|rename\b|set\b)`)
	reshaping   = regexp.MustCompile(`(?is)\bon\b.*(\busing\b|\w\()`)
	subquery    = regexp.MustCompile(`(?i)^\s+\(?(select|from|with)\b`)

	// commands are first words of statements that people do not begin a sentence with in the form that parses.
	commands = wordsOf(`truncate reindex create alter drop insert update delete merge grant revoke copy refresh comment import savepoint release
		prepare deallocate discard pragma install attach detach reassign listen notify unlisten declare security`)
	// chatty are those that they do ("show all", "set the limit", "analyze orders"): in capitals, or closed with a
	// semicolon, they are statements.
	chatty = wordsOf(`show set reset analyze fetch move close execute load lock cluster begin start commit end abort rollback
		checkpoint vacuum call do explain describe summarize use`)
	// wary are those of them that are said of columns, whose names have underscores, and slips.
	wary = wordsOf(`show set fetch analyze explain describe summarize`)
	// tending are those that nobody does to a table in words.
	tending = wordsOf(`vacuum lock cluster`)

	// proseWords are words that a sentence needs and SQL has no place for; behind AS, or as a name of the schema, they are
	// names all the same.
	proseWords = wordsOf(`the an my our me us your their his her its who whom whose which what that those these this how why please only of per than
		since during about to at made did do does have has are were was be more most least last next today yesterday every each also
		just without if so should can could would please many much there here whether we you they i it them per via around under above below`)
	// clauses are words that go on with a statement behind the table it reads.
	clauses = wordsOf(`where group order limit offset fetch union except intersect join left right inner outer full cross natural on having window
		select as using tablesample qualify asof`)
	word = regexp.MustCompile(`"[^"]*"|'[^']*'|[\p{L}_][\p{L}\p{N}_]*`)
)

func wordsOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// typist tells SQL from words, as a database has them. Names and vocabulary may be nil.
type typist struct {
	dialect    statement.Dialect
	names      statement.Names
	vocabulary dialog.Vocabulary
}

// typedSQL is the SQL in an input: the input itself when a person typed SQL, or the statement that it smuggles in; empty for
// a question.
func (t typist) typedSQL(input string) (sql string, as typing) {
	if as := t.judge(input); as != prose {
		return input, as
	}
	return smuggled(input), certain
}

// judge says what an input is taken for.
func (t typist) judge(input string) typing {
	start := sqlStart.FindStringSubmatch(input)
	if start == nil {
		return prose
	}
	first, rest := strings.ToLower(start[1]), start[2]
	sign, starts := sqlSigns[first]
	parsed, deep := t.parse(input)
	switch {
	case statement.Command(input, t.dialect) && !t.means(first, rest):
		return certain
	case deep && (starts || commands[first] || chatty[first]):
		return certain
	case parsed != nil && chatty[first] && !(starts && sign.MatchString(rest)) && t.coded(first, rest):
		return likely
	case parsed != nil && (commands[first] || chatty[first] && t.commanded(start[1], input)):
		return certain
	case !starts:
		return t.slipped(first, rest)
	case first == "select" || first == "from" || first == "table":
		return t.judgeQuery(first, rest, input, parsed)
	case sign.MatchString(rest):
		return certain
	case t.ownForm(first, parsed) && !t.sounds(rest):
		return likely
	}
	return prose
}

// parse is the input as a statement of the database, or of PostgreSQL, whose commands are known everywhere; nil when it is
// none, or one that is deeper or longer than is read.
func (t typist) parse(input string) (s *statement.Statement, deep bool) {
	s, err := statement.Parse(input, t.dialect, t.names)
	if err == nil {
		return s, false
	}
	if s, other := statement.Parse(input, statement.PostgreSQL, nil); other == nil && s.Guard() != nil {
		return s, false
	}
	var large *statement.TooLarge
	return nil, errors.As(err, &large)
}

// coded says of what parses as a command that a word behind it is no word: a letter ("fetch c"), a name that nothing here has
// ("reset work_mem"), or a table that is to be kept in order ("vacuum users").
func (t typist) coded(first, rest string) bool {
	if t.sounds(rest) {
		return false
	}
	return slices.ContainsFunc(word.FindAllString(rest, -1), func(w string) bool {
		letter := utf8.RuneCountInString(w) == 1 && first != "show"
		named := strings.Contains(w, "_") && !wary[first]
		table := tending[first] && t.names != nil && t.names.HasTable(w)
		return table || (letter || named) && !t.known(w)
	})
}

// known says whether the database has something of a name.
func (t typist) known(name string) bool {
	return t.vocabulary != nil && len(t.vocabulary.Find(dialog.Normalize(name))) > 0
}

// means says that what is laid out as a command is words: it begins with the name of a table, or gives a column a value ("set
// status = active", "set role to admin").
func (t typist) means(first, rest string) bool {
	if t.names != nil && t.isTable(first) {
		return true
	}
	name, _, gives := strings.Cut(rest, "=")
	if !gives {
		name = word.FindString(rest)
	}
	return first == "set" && (gives && dialog.Normalize(name) == "limit" || t.known(name))
}

// commanded says that a word which also begins sentences is meant as a command.
func (t typist) commanded(first, input string) bool {
	return first == strings.ToUpper(first) || strings.HasSuffix(strings.TrimSpace(input), ";")
}

// ownForm says that a statement is one of the engine's own, which PostgreSQL's grammar does not have.
func (t typist) ownForm(first string, parsed *statement.Statement) bool {
	return parsed != nil && parsed.Opaque() && !chatty[first] || parsed != nil && parsed.Opaque() && (first == "summarize" || first == "describe")
}

// judgeQuery judges what begins with SELECT, FROM or TABLE.
func (t typist) judgeQuery(first, rest, input string, parsed *statement.Statement) typing {
	sounds := t.sounds(rest)
	switch {
	case first != "table" && punctuation.MatchString(rest) && (!sounds || parsed != nil || hard.MatchString(rest)):
		return certain
	case parsed != nil && parsed.Opaque():
		if sounds {
			return prose
		}
		return likely
	case parsed != nil:
		return t.judgeTree(parsed, input, sounds)
	case !sounds && t.clausal(first, rest):
		return likely
	}
	return prose
}

// hard are signs that no sentence has, whatever its words.
var hard = regexp.MustCompile("(?is)^\\s*(distinct\\s+)?\\*|\\w\\([^)]*\\)|::|`|;\\s*($|--|select\\b|with\\b)|[<>!]=|\\bfrom\\s+\\w+(\\s+\\w+)?\\s+where\\b.*[=<>]")

// judgeTree judges what parses without a sign: the plainest statements, and the sentences that happen to parse.
func (t typist) judgeTree(parsed *statement.Statement, input string, sounds bool) typing {
	query, err := parsed.Query()
	if err != nil {
		return likely
	}
	if query.Set != nil {
		return certain
	}
	if len(query.From) == 0 {
		if computes(query, input) {
			return certain
		}
		return prose
	}
	if sounds || t.speaksOfTables(query) {
		return prose
	}
	for _, source := range query.From {
		if source.Query == nil && t.names != nil && !t.names.HasTable(source.Table) {
			return t.unknownTable(source)
		}
	}
	return certain
}

// unknownTable judges a statement that reads a table which the schema does not have: it may be the server's own, or
// mistyped, or a value ("select names from Kenya").
func (t typist) unknownTable(source statement.Source) typing {
	if source.Schema == "" && t.vocabulary != nil {
		for _, e := range t.vocabulary.Find(dialog.Normalize(source.Table)) {
			if e.Kind == dialog.ValueEntity {
				return prose
			}
		}
	}
	return likely
}

// speaksOfTables says whether what is selected is a thing rather than a column: "select users from Kenya".
func (t typist) speaksOfTables(query *statement.Query) bool {
	return t.names != nil && slices.ContainsFunc(query.Items, func(i statement.Item) bool {
		_, name, ok := i.Expr.AsColumn()
		row := slices.ContainsFunc(query.From, func(s statement.Source) bool { return strings.EqualFold(s.Name(), name) })
		return ok && !row && t.isTable(name) && !t.names.HasColumn("", name)
	})
}

// isTable says whether a word is a table of the schema, or names one in the singular or by another word.
func (t typist) isTable(name string) bool {
	if t.names.HasTable(name) {
		return true
	}
	return t.vocabulary != nil && slices.ContainsFunc(t.vocabulary.Find(dialog.Normalize(name)), func(e dialog.Entity) bool {
		return e.Kind == dialog.SubjectEntity
	})
}

// sounds says whether the text has words of a sentence, outside quotes and where SQL would not have them as names.
func (t typist) sounds(text string) bool {
	before := ""
	for _, w := range word.FindAllString(text, -1) {
		lower := strings.ToLower(w)
		fetches := lower == "only" && strings.HasPrefix(before, "row") // FETCH FIRST 3 ROWS ONLY
		if proseWords[lower] && before != "as" && !fetches && (t.names == nil || !t.names.HasColumn("", lower)) {
			return true
		}
		before = lower
	}
	return strings.HasSuffix(strings.TrimSpace(text), "?")
}

// clausal says whether a text that does not parse is laid out as a query: it reads a table that there is, and goes on as a
// statement does, or selects columns from it.
func (t typist) clausal(first, rest string) bool {
	words := word.FindAllString(rest, -1)
	at := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, "from") || nearKeyword(w) == "from" })
	if first == "from" || first == "table" {
		at = -1
	} else if at < 0 {
		return false
	}
	if at+1 >= len(words) || t.names == nil || !t.names.HasTable(strings.Trim(words[at+1], `"`)) {
		return false
	}
	for _, w := range words[:max(at, 0)] {
		if t.isTable(w) && !t.names.HasColumn("", w) {
			return false
		}
	}
	behind := words[at+2:]
	if first != "select" {
		return len(behind) > 0 && clauses[strings.ToLower(behind[0])]
	}
	return len(behind) == 0 || slices.ContainsFunc(behind, func(w string) bool { return clauses[strings.ToLower(w)] }) || t.mistyped(behind[0])
}

// mistyped says whether a word is a clause's with a letter too few, too many or in the wrong place.
func (t typist) mistyped(w string) bool { return nearKeyword(w) != "" }

// slipped judges an input whose first word is no statement's: "selct * from users" is SQL with a slip.
func (t typist) slipped(first, rest string) typing {
	meant := nearKeyword(first)
	if sqlSigns[meant] == nil || t.sounds(rest) {
		return prose
	}
	if hard.MatchString(rest) && sqlSigns[meant].MatchString(rest) || meant == "select" && t.clausal(meant, rest) {
		return likely
	}
	return prose
}

// smuggled is a statement that does more than read, behind a quote that opens the input or behind a semicolon: "'; DELETE
// FROM users; --". It is taken out to be refused. "Users in Kenya; delete the limit" has none: words that are no statement.
func smuggled(input string) string {
	for part := range strings.SplitSeq(input, ";") {
		part, _, _ = strings.Cut(part, "--")
		part = strings.TrimLeft(part, " \t\r\n"+closers)
		start := sqlStart.FindStringSubmatch(part)
		if start == nil {
			continue
		}
		word := strings.ToLower(start[1])
		if sign := sqlSigns[word]; sign == nil || !sign.MatchString(start[2]) {
			continue
		}
		if sql := refusedStart(strings.TrimSpace(part), grammarOf(word)); sql != "" {
			return sql
		}
	}
	return ""
}

// closers end a text or a parenthesis in a query that the input would be put into.
const closers = "'\"`)]}"

// grammarOf is the dialect that knows a command: PostgreSQL's grammar lacks a few.
func grammarOf(word string) statement.Dialect {
	switch word {
	case "attach", "pragma", "replace", "vacuum":
		return statement.SQLite
	}
	return statement.PostgreSQL
}

// refusedStart is the text, without what may close it, as a statement that the guard refuses; empty when it is none.
func refusedStart(text string, d statement.Dialect) string {
	for {
		s, err := statement.Parse(text, d, nil)
		if err == nil && s.Guard() != nil || errors.As(err, new(*statement.TooLarge)) {
			return text
		}
		cut := len(text) - 1
		if cut < 0 || !strings.Contains(closers, text[cut:]) {
			return ""
		}
		text = strings.TrimSpace(text[:cut])
	}
}

// aliasWord is the word that a person who writes SQL puts before the name of a value. Prose goes without: "select 10 users".
var aliasWord = regexp.MustCompile(`(?i)\bas\b`)

// computes says whether a statement names no column, as in "select 1 as one".
func computes(query *statement.Query, input string) bool {
	if len(query.Items) == 0 {
		return false
	}
	aliases := 0
	for _, item := range query.Items {
		if len(item.Expr.Columns()) > 0 {
			return false
		}
		if item.Alias != "" {
			aliases++
		}
	}
	return len(aliasWord.FindAllString(input, -1)) >= aliases
}
