package workflow

import (
	"regexp"
	"strings"

	"parley/db/statement"
)

// Input that is SQL runs as it stands (requirements §3). People also write "select the users from Kenya", "do you have
// any users?" and "drop the email"; so an input is SQL when it begins as a statement does and either carries a sign
// that prose lacks or parses and reads a known table.
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
		"create":  object, "alter": object, "drop": object, "truncate": object,
		"grant": regexp.MustCompile(`(?i)\bto\b`), "revoke": regexp.MustCompile(`(?i)\bfrom\b`),
		"copy": regexp.MustCompile(`(?i)\b(to|from)\s+('|stdin|stdout|program)`), "do": regexp.MustCompile(`^\s*(\$|')`),
		"call": regexp.MustCompile(`^\s+[\w.]+\s*\(`), "explain": regexp.MustCompile(`(?i)^\s+(analyze|verbose|query|select|with|insert|update|delete|\()`),
		"attach": regexp.MustCompile(`'`), "vacuum": regexp.MustCompile(`(?i)^\s*(;|$|into\b)`),
	}
	// An apostrophe inside a word is English, and so is a comparison where nothing is read from anywhere.
	punctuation = regexp.MustCompile(`(?is)[*()"]|;\s*($|--|select\b|with\b)|(^|[\s,(=<>])'|\bfrom\b.*[=<>]`)
	object      = regexp.MustCompile(`(?i)^\s+(or\s+replace\s+|temp\s+|temporary\s+|unique\s+|materialized\s+)*(table|view|index|schema|database|function|trigger|role|user|extension|sequence)\s+["\w.]+\s*($|;|\(|as\b|on\b|if\b|,|cascade|add\b|drop\b|rename\b|set\b)`)
)

// typedSQL is the SQL in an input: the input itself when a person typed SQL, or the statement that it smuggles in; empty for
// a question.
func typedSQL(input string, names statement.Names) string {
	if looksTyped(input, names) {
		return input
	}
	return smuggled(input)
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
		if s, err := statement.Parse(text, d, nil); err == nil && s.Guard() != nil {
			return text
		}
		cut := len(text) - 1
		if cut < 0 || !strings.Contains(closers, text[cut:]) {
			return ""
		}
		text = strings.TrimSpace(text[:cut])
	}
}

// looksTyped says whether a person typed SQL rather than a question. The names, when known, settle the short forms:
// "select users from Kenya" reads no table.
func looksTyped(input string, names statement.Names) bool {
	start := sqlStart.FindStringSubmatch(input)
	if start == nil {
		return false
	}
	sign, starts := sqlSigns[strings.ToLower(start[1])]
	if !starts {
		return false
	}
	if sign != nil && sign.MatchString(start[2]) {
		return true
	}
	parsed, err := statement.Parse(input, statement.PostgreSQL, nil)
	if err != nil || parsed.Opaque() {
		return false
	}
	return readsKnown(parsed, names) || computes(parsed, input)
}

// aliasWord is the word that a person who writes SQL puts before the name of a value. Prose goes without: "select 10 users".
var aliasWord = regexp.MustCompile(`(?i)\bas\b`)

// computes says whether a statement reads nothing and names no column, as in "select 1 as one".
func computes(s *statement.Statement, input string) bool {
	query, err := s.Query()
	if err != nil || len(query.From) > 0 || len(query.Items) == 0 {
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

// readsKnown says whether a statement reads at least one table of the catalogue.
func readsKnown(s *statement.Statement, names statement.Names) bool {
	query, err := s.Query()
	if err != nil {
		return names == nil
	}
	for _, source := range query.From {
		if names == nil || source.Query != nil || names.HasTable(source.Table) {
			return true
		}
	}
	return false
}
