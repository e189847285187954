// Package transcript writes a kept session for people: Markdown, and one self-contained HTML page with questions, SQL, what
// each refinement changed side by side, and the first rows. (The form for programs is archive.Encode.)
// A comparison of two statements is written likewise, and as a patch (comparison.go).
//
// A document is built once from a record (document.go); markdown.go and html.go write it. All text of databases, files and
// models is escaped. The package imports archive, db and statement; it opens nothing.
package transcript
