package llm

import (
	"strings"
	"testing"
)

func TestAnAnswerWithoutEndIsNone(t *testing.T) {
	t.Parallel()
	if _, ok := readAnswer(strings.Repeat("so ", longestAnswer) + `{"sql": "SELECT 1"}`); ok {
		t.Error("a megabyte of words is read for a statement")
	}
}
