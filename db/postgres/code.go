package postgres

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"parley/db"
	"parley/db/postgres/closure"
	"parley/db/statement"
)

// code is what the catalogue could run, as of a moment.
type code struct {
	catalogue             *closure.Catalogue // nil: the server has no such catalogue, and only names are asked for
	snapshot, fingerprint string
	d                     *Database
}

// errChanged says that the catalogue is not the one that the statement was checked by.
var errChanged = errors.New("the catalogue has changed")

// check refuses a statement that would run something that may do more than read. It gives the catalogue that says so; nil for
// parley's own questions.
func (d *Database) check(ctx context.Context, conn *pgconn.PgConn, q request) (*code, error) {
	if q.uses == nil {
		return nil, nil
	}
	known, err := d.code(ctx, conn)
	if err != nil || known.catalogue == nil {
		return known, err
	}
	if f := known.catalogue.Check(*q.uses); f != nil {
		return nil, &db.Error{Kind: db.ReadOnly, Position: -1, Message: f.String() + ".",
			Hint: "If you know that it only reads, allow it by name: --allow " + f.Name + "."}
	}
	return known, nil
}

// code is the catalogue as it was read last, or read now.
func (d *Database) code(ctx context.Context, conn *pgconn.PgConn) (*code, error) {
	d.mu.Lock()
	known := d.known
	d.mu.Unlock()
	if known != nil {
		return known, nil
	}
	known, err := d.readCode(ctx, conn)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known = known
	return known, nil
}

// onlyReads says whether reading tables runs nothing that may do more: neither policies nor casts or comparisons of their types.
func (d *Database) onlyReads(ctx context.Context, tables ...db.TableName) bool {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return false
	}
	defer conn.Release()
	var uses statement.Uses
	for _, t := range tables {
		uses.Tables = append(uses.Tables, statement.Named{Schema: t.Schema, Name: t.Name})
	}
	_, err = d.check(ctx, conn.Conn().PgConn(), request{uses: &uses})
	return err == nil
}

// forget has the catalogue read anew.
func (d *Database) forget() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known = nil
}

// secrets are relations of PostgreSQL's own that show passwords, or what stands in the server's files.
var secrets = []string{"pg_authid", "pg_shadow", "pg_user_mapping", "pg_user_mappings", "_pg_user_mappings", "user_mapping_options",
	"pg_subscription", "pg_hba_file_rules", "pg_ident_file_mappings", "pg_file_settings"}

// aside begins a transaction of parley's own questions.
func (d *Database) aside(ctx context.Context) []question {
	return []question{{sql: beginReadOnly}, {sql: closePath}, {sql: pin, args: d.pinned(ctx, true)}}
}

// readCode asks for the fingerprint first: what changes while the rest is read shows at the next statement.
func (d *Database) readCode(ctx context.Context, conn *pgconn.PgConn) (*code, error) {
	answers, err := exchange(ctx, conn, append(d.aside(ctx), codeQuestions()...)...)
	switch {
	case lacksCatalogue(err):
		return &code{d: d}, nil
	case err != nil:
		return nil, err
	}
	return d.codeOf(answers[3:], d.searches()), nil
}

func codeQuestions() []question {
	names, patterns := statement.DeniedNames()
	return []question{{askFingerprint, [][]byte{nil}, 2},
		{askBuiltins, [][]byte{[]byte(arrayText(names)), []byte(arrayText(patterns)), []byte(arrayText(secrets))}, 3},
		{sql: askCodeFunctions, cells: 18}, {sql: askCodeOperators, cells: 6}, {sql: askCodeTypes, cells: 9}, {sql: askCodeCasts, cells: 7},
		{sql: askCodeRelations, cells: 8}, {sql: askForeign, cells: 5}, {sql: askCodeParts, cells: 4}}
}

// codeOf reads the answers to codeQuestions.
func (d *Database) codeOf(answers [][][]string, path searchPath) *code {
	a := closure.Answers{Builtins: answers[1], Functions: answers[2], Operators: answers[3], Types: answers[4], Casts: answers[5],
		Relations: answers[6], Foreign: answers[7], Parts: answers[8]}
	k := &code{catalogue: closure.Load(a, path.schemas, d.settings.Allow), d: d}
	if print := firstRow(answers[0]); print != nil {
		k.snapshot, k.fingerprint = print[0], print[1]
	}
	return k
}

// lacksCatalogue says that a server which speaks the protocol does not know a table, column, function or form of the
// questions: undefined_table, undefined_column, undefined_function, undefined_object, syntax_error, feature_not_supported.
func lacksCatalogue(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && slices.Contains([]string{"42P01", "42703", "42883", "42704", "42601", "0A000"}, e.Code)
}

// question asks inside the statement's transaction whether what was checked still holds.
func (k *code) question(u *statement.Uses) question {
	if k.catalogue != nil {
		return question{sql: askFingerprint, args: [][]byte{[]byte(k.snapshot)}}
	}
	var functions, operators []string
	for _, f := range u.Functions {
		functions = append(functions, f.Name)
	}
	functions = append(functions, u.Fields...)
	for _, o := range u.Operators {
		operators = append(operators, o.Name)
	}
	return question{sql: askVolatile, args: [][]byte{[]byte(arrayText(functions)), []byte(arrayText(operators))}}
}

// judge reads the answer.
func (k *code) judge(answer []string) error {
	switch {
	case len(answer) != 2:
		return errChanged
	case k.catalogue == nil:
		return refuseVolatile(answer[0], answer[1])
	case answer[1] == "":
		return nil
	case answer[1] != k.fingerprint:
		return errChanged
	}
	k.d.mu.Lock()
	defer k.d.mu.Unlock()
	if k.d.known == k {
		k.d.known = &code{k.catalogue, answer[0], k.fingerprint, k.d}
	}
	return nil
}
