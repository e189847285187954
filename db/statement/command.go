package statement

import "strings"

// Commands of SQLite and DuckDB that the grammar does not know. They would be a syntax error all the same; but who types
// ATTACH is better told that it is refused, and why. A shape is the first words of a command, ' for a text or quoted
// name; plain sentences do not begin like that.
var commandShapes = strings.Split(`PRAGMA
ATTACH '
ATTACH DATABASE
DETACH DATABASE
VACUUM INTO
EXPORT DATABASE
IMPORT DATABASE
COPY FROM DATABASE
FORCE CHECKPOINT
EXPLAIN QUERY PLAN
INSERT OR
INSERT INTO
REPLACE INTO
UPDATE OR
DELETE FROM
BEGIN IMMEDIATE
BEGIN EXCLUSIVE
BEGIN DEFERRED
SET GLOBAL
SET SESSION
CREATE TABLE
CREATE TEMP
CREATE TEMPORARY
CREATE VIRTUAL TABLE
CREATE TRIGGER
CREATE INDEX
CREATE UNIQUE INDEX
CREATE VIEW
CREATE MACRO
CREATE FUNCTION
CREATE SECRET
CREATE PERSISTENT SECRET
CREATE SCHEMA
CREATE OR REPLACE
ALTER TABLE
DROP TABLE
DROP VIEW
DROP INDEX
DROP TRIGGER
DROP MACRO
DROP SECRET`, "\n")

// commandOf is the command that the tokens begin with: its first word or two, and its shape.
func commandOf(toks []lexeme) (name string, ok bool) {
	for _, shape := range commandShapes {
		words := strings.Fields(shape)
		if beginsWith(toks, words) {
			return strings.TrimSuffix(strings.TrimSuffix(shape, " '"), " OR"), true
		}
	}
	return "", false
}

func beginsWith(toks []lexeme, words []string) bool {
	if len(toks) <= len(words)-1 {
		return false
	}
	for i, w := range words {
		quoted := toks[i].kind == lexString || toks[i].kind == lexQuoted
		if w == "'" && !quoted || w != "'" && toks[i].word() != w {
			return false
		}
	}
	return true
}

// refused is a statement that is known by its words alone, and never runs.
func refused(text string, d Dialect, part string, at int) *Statement {
	return &Statement{dialect: d, text: text, refusal: &Refusal{Part: part, Reason: "it is not a query", Allowed: allowedShape, Position: at}}
}
