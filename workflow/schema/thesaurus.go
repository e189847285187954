package schema

// Thesaurus knows which general words may stand for which.
type Thesaurus interface {
	// Synonyms gives words that may stand for the lemma, with how well, below 1.
	Synonyms(lemma string) []Synonym
	// Known says that the lemma is a word of the language, hence no typing error.
	Known(lemma string) bool
}

// Synonym is a word that may stand for another; Quality is below 1.
type Synonym struct {
	Word    string
	Quality float64
}

type noSynonyms struct{}

func (noSynonyms) Synonyms(string) []Synonym { return nil }
func (noSynonyms) Known(string) bool         { return false }

// unglue cuts a word of a name that is two words written as one.
func unglue(w string) []string { return []string{w} }
