package sqlite

import (
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/sqlite/lib"

	"parley/db"
)

// stmt is a prepared statement on SQLite's own interface.
type stmt struct {
	c   *conn
	ptr uintptr // sqlite3_stmt*
}

// prepare compiles exactly one statement, and only if SQLite calls it read-only.
func (c *conn) prepare(sql string) (*stmt, error) {
	s, end, err := c.compile(sql)
	if err != nil {
		return nil, err
	}
	if err := s.check(sql[end:]); err != nil {
		s.finalize()
		return nil, err
	}
	return s, nil
}

// compile reads the first statement of sql, and says where it ends. The statement is empty where there is only blank
// or comment.
func (c *conn) compile(sql string) (s *stmt, end int, err error) {
	text, err := libc.CString(sql)
	if err != nil {
		return nil, 0, err
	}
	defer libc.Xfree(c.tls, text)
	// Both out-parameters live on the C side: the library writes through their addresses.
	out := libc.Xmalloc(c.tls, 16)
	defer libc.Xfree(c.tls, out)
	tail := out + 8
	if rc := lib.Xsqlite3_prepare_v2(c.tls, c.db, text, int32(len(sql))+1, out, tail); rc != lib.SQLITE_OK {
		return nil, 0, c.failure(rc, sql)
	}
	return &stmt{c: c, ptr: load(out)}, min(int(load(tail)-text), len(sql)), nil
}

// load reads the pointer that the library left at an address of its own heap.
func load(address uintptr) uintptr {
	return **(**uintptr)(unsafe.Pointer(&address))
}

// check refuses an empty statement, one with anything but comments behind it, and one that writes.
func (s *stmt) check(tail string) error {
	if s.ptr == 0 {
		return &db.Error{Kind: db.Syntax, Message: "There is no statement to run.", Position: -1}
	}
	if lib.Xsqlite3_stmt_readonly(s.c.tls, s.ptr) == 0 {
		return &db.Error{Kind: db.ReadOnly, Message: "SQLite says that this statement writes.", Hint: db.WriteHint, Position: -1}
	}
	second, _, err := s.c.compile(tail)
	if err == nil && second.ptr == 0 {
		return nil
	}
	if err == nil {
		second.finalize()
	}
	return &db.Error{Kind: db.ReadOnly, Message: "Only one statement runs at a time.", Hint: "Remove what follows the first one.", Position: -1, Cause: err}
}

// step moves to the next row; false at the end.
func (s *stmt) step() (bool, error) {
	switch rc := lib.Xsqlite3_step(s.c.tls, s.ptr); rc {
	case lib.SQLITE_ROW:
		return true, nil
	case lib.SQLITE_DONE:
		return false, nil
	default:
		return false, s.c.failure(rc, "")
	}
}

func (s *stmt) finalize() {
	if s.ptr != 0 {
		lib.Xsqlite3_finalize(s.c.tls, s.ptr)
		s.ptr = 0
	}
}

func (s *stmt) width() int { return int(lib.Xsqlite3_column_count(s.c.tls, s.ptr)) }

func (s *stmt) name(i int) string {
	return libc.GoString(lib.Xsqlite3_column_name(s.c.tls, s.ptr, int32(i)))
}

// declared is the type that the column's table declares, empty for an expression.
func (s *stmt) declared(i int) string {
	return libc.GoString(lib.Xsqlite3_column_decltype(s.c.tls, s.ptr, int32(i)))
}

// value copies one cell of the current row, as SQLite stores it.
func (s *stmt) value(i int) db.Value {
	tls, at := s.c.tls, int32(i)
	switch lib.Xsqlite3_column_type(tls, s.ptr, at) {
	case lib.SQLITE_INTEGER:
		return lib.Xsqlite3_column_int64(tls, s.ptr, at)
	case lib.SQLITE_FLOAT:
		return lib.Xsqlite3_column_double(tls, s.ptr, at)
	case lib.SQLITE_TEXT:
		return string(s.bytes(lib.Xsqlite3_column_text(tls, s.ptr, at), at))
	case lib.SQLITE_BLOB:
		return append([]byte{}, s.bytes(lib.Xsqlite3_column_blob(tls, s.ptr, at), at)...)
	}
	return nil
}

// bytes is the library's own memory, valid until the next step.
func (s *stmt) bytes(data uintptr, at int32) []byte {
	n := lib.Xsqlite3_column_bytes(s.c.tls, s.ptr, at)
	if data == 0 || n == 0 {
		return nil
	}
	return libc.GoBytes(data, int(n))
}
