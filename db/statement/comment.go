package statement

import (
	"slices"
	"strings"
)

// Comments are the comments in the text as typed. The canonical form has none.
func (s *Statement) Comments() []string {
	if !strings.Contains(s.text, "--") && !strings.Contains(s.text, "/*") {
		return nil
	}
	var out []string
	for _, t := range lex(s.text, s.dialect) {
		if t.kind == lexComment {
			out = append(out, strings.TrimSpace(t.raw))
		}
	}
	return out
}

// droppedComments are the comments of before that after's text does not have any more.
func droppedComments(before, after *Statement) []string {
	kept := after.Comments()
	return slices.DeleteFunc(before.Comments(), func(c string) bool { return slices.Contains(kept, c) })
}
