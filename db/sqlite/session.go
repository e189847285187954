package sqlite

import (
	"context"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"parley/db"
)

// session is a connection borrowed for parley's own questions to the catalogue.
type session struct {
	d    *Database
	c    *conn
	stop func()
}

// connection borrows one; ctx interrupts what it runs.
func (d *Database) connection(ctx context.Context) (*session, error) {
	c, err := d.acquire(ctx)
	if err != nil {
		return nil, err
	}
	return &session{d: d, c: c, stop: c.interrupter.On(ctx)}, nil
}

func (s *session) release() {
	s.stop()
	s.d.release(s.c)
}

// readOnly asks SQLite about the file itself.
func (s *session) readOnly() bool {
	main, err := libc.CString("main")
	if err != nil {
		return false
	}
	defer libc.Xfree(s.c.tls, main)
	return lib.Xsqlite3_db_readonly(s.c.tls, s.c.db, main) == 1
}

// each runs one of parley's own statements, and gives every row to f.
func (s *session) each(sql string, f func(row *stmt)) error {
	st, err := s.c.prepare(sql)
	if err != nil {
		return err
	}
	defer st.finalize()
	for {
		more, err := st.step()
		if err != nil || !more {
			return err
		}
		f(st)
	}
}

// text is a cell as text, "" for NULL.
func (s *stmt) text(i int) string {
	if v := s.value(i); v != nil {
		return db.Format(v)
	}
	return ""
}

func (s *stmt) integer(i int) int64 {
	n, _ := s.value(i).(int64)
	return n
}
