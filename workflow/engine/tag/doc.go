// Package tag reads words: which tables, columns, values, numbers, dates and cue words a span of an input may be. It makes no
// choice between them; whoever reads on does.
//
//	tagger := tag.NewTagger(index)
//	items := tagger.Tag("only electronics from last month", now)
//
// Items come in reading order, do not overlap and cover every token. An item is a cue (Item.Cue: what sort of word), a mention
// (Item.Matches: tables and columns, Item.Values: columns that hold the words, both best first), a number, a date span or a plain
// word; a mention may be several at once. Patterns match ways of saying things to what fills their slots (pattern.go), and an
// utterance is an input with its words in hand (utterance.go).
package tag
