package attack

import (
	"fmt"
	"strings"
)

// Sprung is the error that a trap raises in a database of its own.
const Sprung = "the trap is sprung"

// IsolatedBase and IsolatedGrants make what every database of Isolated begins and ends with.
const (
	IsolatedBase = `CREATE SCHEMA trap; GRANT USAGE ON SCHEMA trap TO PUBLIC;
CREATE FUNCTION trap.spy() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE '` + Sprung + `'; END $$;
CREATE FUNCTION trap.spy(anyelement) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RAISE '` + Sprung + `'; END $$;
CREATE TABLE users (id int PRIMARY KEY, name text); INSERT INTO users VALUES (1, 'Ana'), (2, 'Ben'); ANALYZE users;
CREATE TABLE notes (t text); INSERT INTO notes VALUES ('(5)'), ('(6)'); ANALYZE notes;
CREATE FUNCTION valid(int) RETURNS bool LANGUAGE plpgsql AS $$ BEGIN RETURN trap.spy() > 0; END $$; CREATE DOMAIN posint AS int CHECK (valid(VALUE));
CREATE TYPE wrap AS (v posint); CREATE FUNCTION takes(w wrap) RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN 1; END';
`
	IsolatedGrants = `; GRANT SELECT ON ALL TABLES IN SCHEMA public TO PUBLIC`
)

// Database is one that traps stand in.
type Database struct {
	Name, Setup string
	Statements  []string
}

// Isolated are databases with few traps each, that no other stands before.
func Isolated() ([]Database, error) {
	text, err := files.ReadFile("isolated.txt")
	if err != nil {
		return nil, fmt.Errorf("read traps: %w", err)
	}
	var all []Database
	for _, block := range strings.Split(string(text), "\n== ")[1:] {
		name, rest, _ := strings.Cut(block, "\n")
		d := Database{Name: name}
		for _, line := range strings.Split(rest, "\n") {
			if sql, ok := strings.CutPrefix(line, "> "); ok {
				d.Statements = append(d.Statements, sql)
			} else {
				d.Setup += line + "\n"
			}
		}
		all = append(all, d)
	}
	return all, nil
}
