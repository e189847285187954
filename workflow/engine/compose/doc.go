// Package compose makes meaning of pieces: a figure, nouns, dimensions, conditions and orders, read by phrase, become a
// meaning.Query about one subject, from whose rows everything else hangs by keys from many to one.
//
//	compose.go    Composer.Read: covers of an input → candidates, best first
//	plan.go       the pieces of a cover by what they are
//	pass.go       the ordered table of passes: each takes a draft and gives the drafts that may follow
//	figure.go     measures: which column, over the rows of which table
//	dimension.go  what figures are taken by
//	cond.go       conditions: on which column a value, number or period bears
//	ask.go        what a question is about: figures, superlatives, or rows of things
//	implied.go    … and rows of things that it does not name
//	kinds.go      how many different things rows of others are of
//	share.go      parts of a whole
//	keep.go       superlatives
//	keep_size.go  … of rows that name no figure: their size, lines, how long they last
//	show.go       labels and evidence
//	order.go      in which order rows come
//
// A candidate is Complete when every content word has a part and every role is decided: only then may it be taken alone.
package compose
