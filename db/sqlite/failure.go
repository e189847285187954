package sqlite

import (
	"errors"
	"fmt"
	"strings"

	"modernc.org/libc"
	modernc "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"parley/db"
)

// failure is SQLite's last error on the connection as a db.Error. sql is the statement it was compiling, if it was.
func (c *conn) failure(rc int32, sql string) error {
	position := -1
	if sql != "" && rc&0xff == lib.SQLITE_TOOBIG {
		return &db.Error{Kind: db.TooLarge, Position: -1, Message: "The statement is longer than SQLite reads.", Hint: "Shorten it: long lists of values belong in a table."}
	}
	if sql != "" {
		position = int(lib.Xsqlite3_error_offset(c.tls, c.db))
	}
	return describe(rc, libc.GoString(lib.Xsqlite3_errmsg(c.tls, c.db)), position)
}

// prefixes of SQLite's messages for its general error code, which has no number of its own for them.
var prefixes = []struct {
	prefix string
	kind   db.Kind
	say    string
}{
	{"no such table: ", db.NoTable, "There is no table %s."},
	{"no such column: ", db.NoColumn, "There is no column %s."},
	{"no such function: ", db.NoFunction, "There is no function %s."},
	{"ambiguous column name: ", db.NoColumn, "The column name %s fits more than one table."},
}

// codes are the results with a sentence of their own, by primary code.
var codes = map[int32]db.Error{
	lib.SQLITE_AUTH:      {Kind: db.ReadOnly, Message: "The statement does more than read, or calls a function that is not allowed.", Hint: db.WriteHint},
	lib.SQLITE_READONLY:  {Kind: db.ReadOnly, Message: "The database is open for reading only.", Hint: db.WriteHint},
	lib.SQLITE_NOTADB:    {Kind: db.NotDatabase, Message: "The file is not a SQLite database.", Hint: "Name a .sqlite or .db file; an encrypted one cannot be read."},
	lib.SQLITE_CORRUPT:   {Kind: db.NotDatabase, Message: "The database file is damaged.", Hint: "Make a copy and try sqlite3 .recover on it."},
	lib.SQLITE_BUSY:      {Kind: db.Busy, Message: "Another program has locked the database.", Hint: "Try again when it has finished writing."},
	lib.SQLITE_LOCKED:    {Kind: db.Busy, Message: "A table is locked.", Hint: "Try again in a moment."},
	lib.SQLITE_CANTOPEN:  {Kind: db.NoDatabase, Message: "The database file cannot be opened.", Hint: "Check that it is there and that you may read it."},
	lib.SQLITE_PERM:      {Kind: db.Permission, Message: "The operating system does not allow reading the database file.", Hint: "Check its permissions."},
	lib.SQLITE_TOOBIG:    {Kind: db.TooLarge, Message: fmt.Sprintf("A cell or the statement is larger than %d MB.", maxCell>>20), Hint: "Select a part of the column, with substr(…, 1, 1000)."},
	lib.SQLITE_NOMEM:     {Kind: db.Resources, Message: "There is not enough memory for this statement.", Hint: "Narrow it down with a filter or a limit."},
	lib.SQLITE_FULL:      {Kind: db.Resources, Message: "The disk for temporary files is full.", Hint: "Make room, or narrow the query down."},
	lib.SQLITE_INTERRUPT: {Kind: db.Cancelled, Message: "The statement was stopped."},
}

func describe(rc int32, message string, position int) error {
	cause := errors.New(message)
	if found, ok := codes[rc&0xff]; ok {
		found.Position, found.Cause = position, cause
		return &found
	}
	for _, p := range prefixes {
		if name, ok := strings.CutPrefix(message, p.prefix); ok {
			return &db.Error{Kind: p.kind, Message: fmt.Sprintf(p.say, name), Position: position, Cause: cause}
		}
	}
	kind := db.Failed
	if strings.Contains(message, "syntax error") || strings.Contains(message, "incomplete input") {
		kind = db.Syntax
	}
	return &db.Error{Kind: kind, Message: "SQLite says: " + message + ".", Position: position, Cause: cause}
}

// openFailure is the driver's error at opening as a db.Error.
func openFailure(err error) error {
	var e *modernc.Error
	if errors.As(err, &e) {
		return describe(int32(e.Code()), e.Error(), -1)
	}
	return err
}
