// Package build completes a reading after the last word, sees to it that nothing that was asked for vanishes (account.go), and makes
// it a statement tree: joins over the keys, then clause by clause. Nothing is built as text.
package build
