package postgres

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
)

// liar stands before a server, and once it is told to, says one of its messages without end, or in another form.
type liar struct {
	kind atomic.Uint32 // of the message that it lies about; 0: it does not lie
	lie  func(message []byte) (instead []byte, forever bool)
	said atomic.Int64 // bytes of the lie
}

// lying is a liar before the server of a URL, and the URL that leads to it.
func lying(t *testing.T, to string, lie func(message []byte) ([]byte, bool)) (*liar, string) {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	l, target := &liar{lie: lie}, u.Host
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", target)
			if err != nil {
				client.Close()
				continue
			}
			go func() {
				defer server.Close()
				_, _ = io.Copy(server, client)
			}()
			go l.speak(client, server)
		}
	}()
	u.Host = listener.Addr().String()
	query := u.Query()
	query.Set("sslmode", "disable")
	u.RawQuery = query.Encode()
	return l, u.String()
}

// speak passes the server's messages on.
func (l *liar) speak(client, server net.Conn) {
	defer client.Close()
	defer server.Close()
	for {
		head := make([]byte, 5)
		if _, err := io.ReadFull(server, head); err != nil {
			return
		}
		m := make([]byte, 1+binary.BigEndian.Uint32(head[1:]))
		copy(m, head)
		if _, err := io.ReadFull(server, m[5:]); err != nil {
			return
		}
		if uint32(m[0]) == l.kind.Load() {
			instead, forever := l.lie(m)
			for m = instead; forever; {
				n, err := client.Write(m)
				l.said.Add(int64(n))
				if err != nil {
					return
				}
			}
		}
		if _, err := client.Write(m); err != nil {
			return
		}
	}
}

// row is a row of so many cells, as it goes over the wire.
func row(cells int, text string) []byte {
	body := binary.BigEndian.AppendUint16(nil, uint16(cells))
	for range cells {
		body = append(binary.BigEndian.AppendUint32(body, uint32(len(text))), text...)
	}
	return message('D', string(body))
}

// lies are what a server may do with a message.
var lies = map[string]struct {
	kind byte
	lie  func(m []byte) ([]byte, bool)
}{
	"rows without end":       {'D', func(m []byte) ([]byte, bool) { return []byte(strings.Repeat(string(m), 1+(32<<10)/len(m))), true }},
	"empty rows without end": {'D', func([]byte) ([]byte, bool) { return []byte(strings.Repeat(string(row(0, "")), 4096)), true }},
	"no row":                 {'D', func([]byte) ([]byte, bool) { return nil, false }},
	"a row of no cells":      {'D', func([]byte) ([]byte, bool) { return row(0, ""), false }},
	"a row of one cell":      {'D', func([]byte) ([]byte, bool) { return row(1, "1"), false }},
	"a row of many cells":    {'D', func([]byte) ([]byte, bool) { return row(60, "1"), false }},
	"no columns":             {'T', func([]byte) ([]byte, bool) { return message('T', "\x00\x00"), false }},
	"no description":         {'T', func([]byte) ([]byte, bool) { return message('n', ""), false }},
	"an end without end":     {'C', func(m []byte) ([]byte, bool) { return []byte(strings.Repeat(string(m), 2048)), true }},
	"notices without end": {'D', func([]byte) ([]byte, bool) {
		return []byte(strings.Repeat(string(message('N', "SNOTICE\x00M"+strings.Repeat("n", 1000)+"\x00\x00")), 32)), true
	}},
	"ready without end": {'Z', func(m []byte) ([]byte, bool) { return []byte(strings.Repeat(string(m), 4096)), true }},
	"a huge row":        {'D', func([]byte) ([]byte, bool) { return []byte("D\x7f\xff\xff\xff" + strings.Repeat("x", 1000)), false }},
	"a broken row":      {'D', func([]byte) ([]byte, bool) { return message('D', "\x00\x05\x00\x00\x00\x40x"), false }},
}

// looks are what parley asks of a server by itself, and around a person's statement.
var looks = map[string]func(t *testing.T, d *Database) error{
	"schema": func(t *testing.T, d *Database) error {
		d.early()
		_, err := d.Schema(t.Context())
		return err
	},
	"values": func(t *testing.T, d *Database) error {
		_, _, err := d.Values(t.Context(), db.TableName{Name: "t"}, "w", 10)
		return err
	},
	"samples": func(t *testing.T, d *Database) error {
		d.Sample(t.Context(), []db.SampleOf{{Table: db.TableName{Name: "t"}, Rows: 40, Columns: []db.Column{{Name: "v", Type: db.Integer}, {Name: "w", Type: db.Text}}}}, 10, 10,
			func(int, []db.ColumnSample) {})
		return nil
	},
	"references": func(t *testing.T, d *Database) error {
		d.Inclusions(t.Context(), []db.Reference{{From: db.TableName{Name: "t"}, Column: "v", To: db.TableName{Name: "t"}, Key: "v"}})
		return nil
	},
	"protection": func(t *testing.T, d *Database) error {
		d.met = nil
		_, err := d.Protection(t.Context())
		return err
	},
	"definitions": func(t *testing.T, d *Database) error {
		return d.Define(t.Context(), &db.Schema{Tables: []db.Table{{TableName: db.TableName{Schema: "public", Name: "t"}}}})
	},
	"catalogue": func(t *testing.T, d *Database) error {
		d.forget()
		return runs(t, d, "SELECT v FROM t")
	},
	"a statement": func(t *testing.T, d *Database) error { return runs(t, d, "SELECT v FROM t") },
	"a plan": func(t *testing.T, d *Database) error {
		stmt, err := statement.Parse("SELECT v FROM t", statement.PostgreSQL, nil)
		if err == nil {
			_, err = d.Explain(t.Context(), stmt)
		}
		return err
	},
	"opening": func(t *testing.T, d *Database) error {
		again, err := Open(t.Context(), d.URL(), d.settings)
		if err == nil {
			again.Close()
		}
		return err
	},
}

func runs(t *testing.T, d *Database, sql string) error {
	stmt, err := statement.Parse(sql, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Query(t.Context(), stmt)
	if err != nil {
		return err
	}
	set := db.Collect(t.Context(), r, db.Limits{Rows: 1000})
	defer set.Close()
	return set.Wait(t.Context())
}

// endsBy is far more than a look takes at a server without an end, on a machine that does much else beside it.
const endsBy = time.Minute

// TestAServerThatLiesIsLeft lets a server lie in every way about every answer: parley neither dies nor takes more memory or time
// than it may, and says in one sentence what went wrong, if anything did.
func TestAServerThatLiesIsLeft(t *testing.T) {
	url := dbtest.Postgres(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT i AS v, 'x' || i % 3 AS w FROM generate_series(1, 40) i; ANALYZE t; CREATE VIEW seen AS SELECT * FROM t")
	for name, c := range lies {
		t.Run(name, func(t *testing.T) {
			var greatest int64
			for what, look := range looks {
				l, through := lying(t, url, c.lie)
				d := open(t, through, db.Settings{Timeout: 40 * time.Second})
				if _, err := d.Schema(t.Context()); err != nil {
					t.Fatal(err)
				}
				d.settings.Timeout = 2 * time.Second // what is asked of the liar ends soon, what went before it need not
				l.kind.Store(uint32(c.kind))
				begun := time.Now()
				taken := most(func() { withinReason(t, what, look(t, d)) })
				if took := time.Since(begun); took > endsBy {
					t.Errorf("%s took %v", what, took)
				}
				if taken > 2*mostAnswer+maxRow {
					t.Errorf("%s took %d MB of memory, and was told %d MB", what, taken>>20, l.said.Load()>>20)
				}
				greatest = max(greatest, taken)
				d.Close()
			}
			t.Logf("%d MB of memory at most", greatest>>20)
		})
	}
}

// most is how much more memory was in use while something ran than before it, as seen every few milliseconds.
func most(f func()) (bytes int64) {
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	for {
		select {
		case <-done:
			return bytes
		case <-time.After(20 * time.Millisecond):
			runtime.ReadMemStats(&now)
			bytes = max(bytes, int64(now.HeapAlloc)-int64(before.HeapAlloc))
		}
	}
}

// withinReason fails unless an error is a sentence.
func withinReason(t *testing.T, what string, err error) {
	if err == nil {
		return
	}
	if text := err.Error(); strings.ContainsAny(text, "\n\x1b") || len(text) > 300 || !strings.HasSuffix(text, ".") {
		t.Errorf("%s: says %q", what, text)
	}
}
