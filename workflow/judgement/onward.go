package judgement

import (
	_ "embed"
	"fmt"
	"slices"

	"parley/workflow/schema"
)

//go:embed onward.txt
var onwardText string

// onward are the words with which people go on from what was said before, by class.
var onward = readClasses(onwardText)

// weighOnward looks at how an input goes with those before it: whether that was a close call, and, of a question of its own, whether it may have been
// meant to go on from them.
func (b *bench) weighOnward() {
	words := schema.Words(b.claim.Input)
	at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(onward[w], "refers") })
	b.noteIf("intent: a close call", b.claim.Torn && (b.claim.Before == nil || at < 0)) // "which of them" goes on, whatever it sounds like
	if len(words) > 0 && slices.Contains(onward[words[0]], "opens") {
		at = 0
	}
	if b.claim.Before != nil || !b.claim.Follows {
		return
	}
	if at < 0 {
		at = slices.IndexFunc(words, func(w string) bool { return slices.Contains(onward[w], "one") })
	}
	b.note("question: of its own after others", 1)
	b.noteIf("question: of its own after one without an answer", b.claim.Unanswered)
	if at < 0 {
		return
	}
	b.note("words: goes on from nothing", 1)
	text := fmt.Sprintf("%q sounds as if it went on from what was asked before, and this is a question of its own", words[at])
	if b.claim.Unanswered {
		text = "it sounds as if it went on from what was asked before, and that had no answer"
	}
	b.doubt(true, Loose, "", text)
}
