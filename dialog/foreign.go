package dialog

import "unicode"

// foreignWords are common words of other languages that are no English word, name or abbreviation.
var foreignWords = wordSet(`zeige zeig zeigen mir alle und oder nicht für wie viele welche sortiere nur bitte
	muestra muéstrame muestrame todos todas cuántos cuantos cuáles cuales quiénes quienes
	montre montrez affiche tous toutes combien quels quelles avec
	mostre quantos quais mostra mostrami tutti tutte gli quanti quali
	toon laat zien hoeveel welke onyesha wote zote ngapi parādi visus visas`)

// foreign says that an input is in another language than English: most of its letters are of another script, or its common
// words are another language's.
func (t *text) foreign() bool {
	letters, latin := 0, 0
	for _, r := range t.plain {
		if unicode.IsLetter(r) {
			letters++
			if unicode.Is(unicode.Latin, r) {
				latin++
			}
		}
	}
	if 2*latin < letters {
		return true
	}
	balance := 0
	for i := range t.n {
		switch w := t.word(i); {
		case foreignWords[w]:
			balance++
		case functionWords[w]:
			balance--
		}
	}
	return balance > 0
}
