package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"reflect"

	"modernc.org/libc"
	modernc "modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"parley/db"
)

// conn is one SQLite connection, used by one statement at a time. The driver opens and configures it and holds the
// authorizer; statements are stepped here, on SQLite's own interface, because the driver's rows cannot be interrupted
// after the first one, and turn text of columns declared DATE into times.
type conn struct {
	driver driver.Conn
	tls    *libc.TLS
	db     uintptr // sqlite3*

	interrupter db.Interrupter
}

// The bounds that SQLite itself keeps on one statement (https://sqlite.org/c3ref/c_limit_attached.html).
var limits = map[int32]int32{
	lib.SQLITE_LIMIT_LENGTH:         maxCell,
	lib.SQLITE_LIMIT_SQL_LENGTH:     longestDefinition,
	lib.SQLITE_LIMIT_ATTACHED:       0,
	lib.SQLITE_LIMIT_WORKER_THREADS: 0,
}

// maxCell is the largest text or blob that SQLite hands out, in bytes; a larger one is an error that says so.
const maxCell = 64 << 20

// longestDefinition is the longest text of a statement, in bytes: of those that made the tables of a file, which SQLite parses when it
// reads its schema. What people or models write is bounded closer, when parley parses it.
const longestDefinition = 16 << 20

func connect(ctx context.Context, dsn string) (*conn, error) {
	if err := bounded(); err != nil {
		return nil, err
	}
	connector, err := modernc.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	opened, err := connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	c := &conn{driver: opened, tls: libc.NewTLS()}
	c.interrupter.Interrupt = c.interrupt
	if err := c.secure(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// secure finds SQLite's own handle, sets the limits and installs the authorizer. From here on the connection only reads.
func (c *conn) secure() error {
	field := reflect.Indirect(reflect.ValueOf(c.driver)).FieldByName("db")
	registerer, ok := c.driver.(modernc.AuthorizerRegisterer)
	if !ok || field.Kind() != reflect.Uintptr {
		return errors.New("this build of the SQLite driver cannot be made read-only")
	}
	c.db = uintptr(field.Uint())
	for id, limit := range limits {
		lib.Xsqlite3_limit(c.tls, c.db, id, limit)
	}
	return registerer.RegisterAuthorizer(authorize)
}

// interrupt stops what the connection runs, from another goroutine, which needs a thread's state of its own.
func (c *conn) interrupt() {
	tls := libc.NewTLS()
	defer tls.Close()
	lib.Xsqlite3_interrupt(tls, c.db)
}

func (c *conn) close() error {
	err := c.driver.Close()
	c.tls.Close()
	return err
}
