// Package pointer finds what an input points at: rows on screen by their place, by what is greatest of them, by name or by a pronoun,
// and asks of them what the rest of the input asks.
package pointer
