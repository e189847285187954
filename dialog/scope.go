package dialog

import "strings"

// scope is what the current query speaks about, read off its SQL and its question: no parse, only names and values, so that
// any dialect will do. It is computed once for each current turn.
type scope struct {
	// known says that the database has a vocabulary.
	known bool
	// tables are the tables named in the SQL, lower case.
	tables []string
	// columns are the names used in the SQL, lower case, without qualifier.
	columns []string
	// values are the strings compared with, normalised.
	values []string
	// question is the current turn's input as words.
	question text
	// said are the content words of the question, in the singular.
	said []string
	// refers says that the question was a follow-up itself.
	refers bool
	// grouped says that the question was one of its own, and its query has groups.
	grouped bool
	// scalar says that the query returns one number over all rows.
	scalar bool
}

func newScope(t *Turn, v Vocabulary) *scope {
	s := &scope{}
	if s.known = v != nil; s.known {
		s.readSQL(t.Result.SQL, v)
		s.grouped = t.Intent == NewQuery && strings.Contains(strings.ToLower(t.Result.SQL), "group by")
	}
	s.question.read(t.Input)
	for i := range s.question.n {
		if w := s.question.stems(i, i+1); content(w) {
			s.said = append(s.said, w)
		}
	}
	var e evidence
	e.form(&s.question)
	s.refers = e.shows(SignFollowUp, SignThose, SignIt, SignTheir, SignPerson, SignSame, SignAnd, SignThanks)
	return s
}

// readSQL finds names and string literals. A quoted name is taken for a name when the vocabulary knows it as one.
func (s *scope) readSQL(sql string, v Vocabulary) {
	for rest := sql; rest != ""; {
		var word string
		var quote byte
		word, quote, rest = sqlWord(rest)
		name := strings.ToLower(word)
		switch {
		case word == "":
		case quote == '\'':
			s.values = appendNew(s.values, Normalize(word))
		case names(v, name, SubjectEntity):
			s.tables = appendNew(s.tables, name)
		case names(v, name, ColumnEntity):
			s.columns = appendNew(s.columns, name)
		case quote == '"':
			s.values = appendNew(s.values, Normalize(word))
		}
	}
	lower := strings.ToLower(sql)
	s.scalar = !strings.Contains(lower, "group by") && !strings.Contains(lower, "limit") && scalarStart(lower)
}

func scalarStart(lower string) bool {
	list, ok := strings.CutPrefix(strings.TrimSpace(lower), "select")
	if !ok {
		return false
	}
	list = strings.TrimSpace(list)
	for _, f := range []string{"count", "avg", "sum", "min", "max"} {
		if rest, ok := strings.CutPrefix(list, f); ok && strings.HasPrefix(strings.TrimSpace(rest), "(") {
			return true
		}
	}
	return false
}

// names says whether a name of the catalogue is a table's or a column's.
func names(v Vocabulary, name string, kind EntityKind) bool {
	for _, e := range v.Find(Normalize(name)) {
		if e.Kind == kind && (kind == SubjectEntity && e.Table == name || kind == ColumnEntity && e.Column == name) {
			return true
		}
	}
	return false
}

// sqlWord cuts the next name or quoted text off; quote is 0 for a bare name.
func sqlWord(s string) (word string, quote byte, rest string) {
	start := strings.IndexFunc(s, func(r rune) bool { return wordRune(r) || r == '_' || r == '\'' || r == '"' || r == '`' })
	if start < 0 {
		return "", 0, ""
	}
	s = s[start:]
	if q := s[0]; q == '\'' || q == '"' || q == '`' {
		end := strings.IndexByte(s[1:], q)
		if end < 0 {
			return s[1:], q, ""
		}
		return s[1 : 1+end], q, s[end+2:]
	}
	end := strings.IndexFunc(s, func(r rune) bool { return !wordRune(r) && r != '_' && r != '$' })
	if end < 0 {
		return s, 0, ""
	}
	return s[:end], 0, s[end:]
}

func appendNew(list []string, item string) []string {
	for _, known := range list {
		if known == item {
			return list
		}
	}
	if item == "" {
		return list
	}
	return append(list, item)
}
