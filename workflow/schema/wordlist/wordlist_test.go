package wordlist_test

import (
	"slices"
	"testing"

	"parley/workflow/schema/wordlist"
)

func TestListsAreReadInOrder(t *testing.T) {
	t.Parallel()
	lists := wordlist.Read("words.txt", "# of marks\nmarks\t., ,, ;\nways\tas soon as, at once\n")
	if got := lists.List("marks"); !slices.Equal(got, []string{".", ",", ";"}) {
		t.Errorf("marks are %q", got)
	}
	if got := lists.Set("ways"); !got["as soon as"] || !got["at once"] || len(got) != 2 {
		t.Errorf("ways are %v", got)
	}
}

func TestAListThatIsMissingOrThereTwiceIsAMistakeOfTheProgram(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func(){
		"missing": func() { wordlist.Read("words.txt", "a\tb\n").List("c") },
		"twice":   func() { wordlist.Read("words.txt", "a\tb\na\tc\n") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			read()
		}()
	}
}
