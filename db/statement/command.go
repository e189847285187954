package statement

import "strings"

// Commands of SQLite and DuckDB that the grammar does not know. They would be a syntax error all the same; but who types
// ATTACH is better told that it is refused, and why. A shape is the first words of a command: ' for a text or quoted name, * for
// one word, ( for one that touches the word before it, $ for the end of the text, ; for one that is marked by it; plain sentences do
// not begin like that.
var commandShapes = strings.Split(`PRAGMA
ATTACH '
ATTACH DATABASE
ATTACH * AS
ATTACH * . * AS
DETACH DATABASE
DETACH * $
VACUUM INTO
VACUUM * INTO
VACUUM FULL
VACUUM ANALYZE
VACUUM FREEZE
VACUUM VERBOSE
VACUUM $
REINDEX $
REINDEX * $
ANALYZE $
CHECKPOINT $
INSTALL * $
INSTALL '
FORCE INSTALL
LOAD '
LOAD HTTPFS
LOAD PARQUET
LOAD SPATIAL
LOAD ICU
LOAD FTS
LOAD JSON
LOAD TPCH
LOAD TPCDS
LOAD INET
LOAD AUTOCOMPLETE
LOAD * ;
USE * .
USE MAIN $
USE MEMORY $
USE TEMP $
USE SYSTEM $
USE * ;
RESET * ;
ATTACH * ;
LOCK TABLE * $
LOCK TABLE * IN
LOCK * IN ACCESS
LOCK * IN ROW
LOCK * IN SHARE
LOCK * IN EXCLUSIVE
PREPARE * (
EXECUTE * (
FETCH NEXT FROM
FETCH NEXT IN
FETCH PRIOR FROM
FETCH PRIOR IN
FETCH FORWARD ALL
FETCH BACKWARD ALL
MOVE NEXT FROM
MOVE NEXT IN
MOVE PRIOR FROM
MOVE PRIOR IN
MOVE FORWARD FROM
MOVE FORWARD IN
MOVE BACKWARD FROM
MOVE BACKWARD IN
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
BEGIN $
BEGIN IMMEDIATE
BEGIN EXCLUSIVE
BEGIN DEFERRED
BEGIN TRANSACTION
BEGIN WORK
START TRANSACTION
COMMIT $
COMMIT TRANSACTION
COMMIT WORK
COMMIT PREPARED
END TRANSACTION
ROLLBACK $
ROLLBACK TRANSACTION
ROLLBACK TO
ROLLBACK WORK
ROLLBACK PREPARED
SET GLOBAL
SET SESSION
SET VARIABLE
SET LOCAL * TO
SET LOCAL * =
SET ROLE
SET SEARCH_PATH
SET TIME ZONE
SET TIMEZONE
SET TRANSACTION READ
SET TRANSACTION ISOLATION
RESET ROLE
RESET SESSION AUTHORIZATION
RESET SEARCH_PATH
SHOW SEARCH_PATH
SHOW SERVER_VERSION
SHOW TRANSACTION ISOLATION
SET * =
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

// Command says that a text is laid out as a command of some engine, one that no sentence begins with.
func Command(text string, d Dialect) bool {
	_, ok := commandOf(significant(lex(text, d)))
	return ok
}

// commandOf is the command that the tokens begin with: its first word or two, and its shape.
func commandOf(toks []lexeme) (name string, ok bool) {
	for _, shape := range commandShapes {
		if words := strings.Fields(shape); beginsWith(toks, words) {
			return strings.TrimSuffix(nameOf(words), " OR"), true
		}
	}
	return "", false
}

// nameOf is a shape's words alone.
func nameOf(shape []string) string {
	for i, w := range shape {
		if strings.Contains("'*$;=.(", w) {
			return strings.Join(shape[:i], " ")
		}
	}
	return strings.Join(shape, " ")
}

func beginsWith(toks []lexeme, words []string) bool {
	for i, w := range words {
		switch {
		case w == "$":
			return i == len(toks) || i == len(toks)-1 && toks[i].raw == ";"
		case w == ";":
			return i == len(toks)-1 && toks[i].raw == ";"
		case i >= len(toks):
			return false
		case (w == "=" || w == ".") && toks[i].raw == w, w == "(" && toks[i].raw == w && touches(toks[i-1], toks[i]), w == "*" && toks[i].word() != "":
		case w == "'" && (toks[i].kind == lexString || toks[i].kind == lexQuoted):
		case w != toks[i].word():
			return false
		}
	}
	return true
}

// refused is a statement that is known by its words alone, and never runs.
func refused(text string, d Dialect, part string, at int) *Statement {
	return &Statement{dialect: d, text: text, refusal: &Refusal{Part: part, Reason: notQuery, Allowed: allowedShape, Position: at}}
}
