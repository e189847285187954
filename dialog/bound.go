package dialog

import (
	"strings"
	"unicode/utf8"
)

// Fixed costs in bytes on a 64-bit machine, for the estimate of a session's size.
const (
	stringHeader = 16
	sliceHeader  = 24
	turnFixed    = 320
	resultFixed  = 320
	redoFixed    = 64
)

// bound cuts a turn down to what the state keeps: a preview of the result and lists of a sane length. SQL and input are
// kept whole.
func (t *Turn) bound() {
	if t.Failure != nil {
		f := *t.Failure
		f.Message, f.Suggestions = clip(f.Message, maxListBytes), boundList(f.Suggestions)
		t.Failure = &f
	}
	if t.Result == nil {
		return
	}
	r := *t.Result
	r.Understood, r.Ignored, r.Doubts, r.Notes = boundList(r.Understood), boundList(r.Ignored), boundList(r.Doubts), boundList(r.Notes)
	r.Changes, r.Columns, r.Suggestions = boundList(r.Changes), boundList(r.Columns), boundList(r.Suggestions)
	r.Explanation = clip(r.Explanation, maxListBytes)
	r.Preview = boundRows(r.Preview)
	t.Result = &r
}

func boundList(list []string) []string {
	var kept []string
	for size := 0; len(kept) < len(list); {
		text := clip(list[len(kept)], maxListBytes)
		if size += len(text) + stringHeader; size > 2*maxListBytes {
			break
		}
		kept = append(kept, text)
	}
	return kept
}

func boundRows(rows [][]string) [][]string {
	var kept [][]string
	size := 0
	for _, row := range rows[:min(len(rows), maxPreviewRows)] {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = clip(cell, maxCellBytes)
		}
		if size += rowSize(cells); size > maxPreviewBytes {
			break
		}
		kept = append(kept, cells)
	}
	return kept
}

// clip is a copy of a text, so that whatever larger buffer it came from is let go; cut at a rune's border and marked when it
// is too long.
func clip(text string, size int) string {
	if len(text) <= size {
		return strings.Clone(text)
	}
	cut := size
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// size is what a state holds in memory, in bytes: the strings and the headers that point at them.
func (s *state) size() int {
	size := len(s.redo) * redoFixed
	for i, t := range s.turns {
		size += t.size()
		if shared := t.Original == t.Input || i > 0 && t.Original == s.turns[i-1].Original; !shared {
			size += len(t.Original)
		}
	}
	return size
}

func (t *Turn) size() int {
	size := turnFixed + len(t.Input) + len(t.Question) + len(t.Reply)
	if f := t.Failure; f != nil {
		size += len(f.Kind) + len(f.Message) + rowSize(f.Suggestions)
	}
	if r := t.Result; r != nil {
		size += r.size()
	}
	return size
}

func (r *Result) size() int {
	size := resultFixed + len(r.SQL) + len(r.Explanation) + len(r.Source)
	for _, list := range [][]string{r.Understood, r.Ignored, r.Doubts, r.Suggestions, r.Notes, r.Changes, r.Columns} {
		size += rowSize(list)
	}
	for _, row := range r.Preview {
		size += rowSize(row)
	}
	return size
}

func rowSize(cells []string) int {
	size := sliceHeader
	for _, cell := range cells {
		size += stringHeader + len(cell)
	}
	return size
}

// Size is what the session holds in memory, in bytes.
func (s *Session) Size() int { return s.state.size() }
