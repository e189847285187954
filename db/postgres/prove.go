package postgres

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

var _ db.Prover = (*Database)(nil)

// Attempt runs a text with the server's own layers and the catalogue's closure alone, and rolls back.
func (d *Database) Attempt(ctx context.Context, sql string) error {
	q := request{sql: sql}
	if uses, err := statement.UsesOf(sql); err == nil {
		q.uses = &uses
	}
	r, err := d.run(ctx, q)
	if err != nil {
		return err
	}
	defer r.Close()
	for r.Next(ctx) {
	}
	return r.Err()
}

// listed is how many objects a proof names.
const listed = 40

// Inventory tells how the session was begun, which objects run code, what was read unasked, and how to make a safer role.
func (d *Database) Inventory(ctx context.Context) ([]string, error) {
	code, err := d.runsCode(ctx)
	if err != nil {
		return nil, err
	}
	paragraphs := []string{d.session(), code, d.readUnasked()}
	if others, err := d.Neighbours(ctx); err == nil && len(others) > 0 {
		paragraphs = append(paragraphs, fmt.Sprintf("Other databases of this server that the role may open: %d. What was granted to it there was not looked at: prove each.", len(others)))
	}
	if d.facts.badge() != db.ReadingRole {
		database := d.pool.Config().ConnConfig.Database
		paragraphs = append(paragraphs, "A role that may only read "+db.Visible(database)+", and do what everybody may, for its owner to make:\n"+RoleScript(database, database+"_reader"))
	}
	return paragraphs, nil
}

func (d *Database) session() string {
	begun := "begun read-only (default_transaction_read_only in the start-up packet)"
	if !d.facts.session {
		begun = "not begun read-only (a pooler or the target's own settings stand in the way); each transaction is"
	}
	return "The session: " + begun + "; parley's own questions search pg_catalog alone, yours " + db.Visible(d.searches().text) + "."
}

// runsCode lists what is refused when a statement comes to it.
func (d *Database) runsCode(ctx context.Context) (string, error) {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return "", connectFailure(d.pool.Config().ConnConfig.Config, err)
	}
	defer conn.Release()
	known, err := d.code(ctx, conn.Conn().PgConn())
	if err != nil {
		return "", failure(err, "")
	}
	if known.catalogue == nil {
		return "Objects that run code: this server's catalogue does not say; volatile functions are refused by name.", nil
	}
	var dangers []string
	for _, f := range known.catalogue.Dangers() {
		dangers = append(dangers, db.Visible(f.String())) // a name may have several lines
	}
	slices.Sort(dangers)
	dangers = slices.Compact(dangers)
	if len(dangers) == 0 {
		return "Objects that run code: none of this database's own.", nil
	}
	lines := []string{fmt.Sprintf("Objects that may do more than read: %d. A statement that comes to one of them is refused.", len(dangers))}
	for i, f := range dangers {
		if i == listed {
			lines = append(lines, fmt.Sprintf("  and %d more", len(dangers)-listed))
			break
		}
		lines = append(lines, "  "+f)
	}
	if len(d.settings.Allow) > 0 {
		lines = append(lines, "  Allowed by name: "+db.Visible(strings.Join(d.settings.Allow, ", ")))
	}
	return strings.Join(lines, "\n"), nil
}

// readUnasked is what parley read without being asked for it.
func (d *Database) readUnasked() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	text := fmt.Sprintf("Read since opening, unasked: the catalogue and the planner's statistics (%d questions)", d.asked)
	if d.sampled == 0 {
		return text + "; no rows of any table."
	}
	return text + fmt.Sprintf("; the first rows of %d columns of tables.", d.sampled)
}
