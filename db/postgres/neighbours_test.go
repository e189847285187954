package postgres

import (
	"context"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"parley/db"
	"parley/db/dbtest"
)

func TestAnotherDatabaseOfTheServerIsOpenedTheSameWay(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"postgres://ana@db.example:5433/shop?sslmode=disable", "postgres:///shop?host=db.example&port=5433&user=ana&sslmode=disable",
		"host=db.example port=5433 user=ana dbname=shop sslmode=disable", "host=db.example port=5433 user=ana dbname='my shop' sslmode=disable"} {
		for _, name := range []string{"crm", "my crm", "it's", `a\b`, "a/b", "größe", "100%"} {
			c, err := pgconn.ParseConfig(withDatabase(target, name))
			if err != nil || c.Database != name || c.Host != "db.example" || c.Port != 5433 || c.User != "ana" || c.TLSConfig != nil {
				t.Errorf("%q in %s: %v, %+v", name, target, err, c)
			}
		}
	}
}

func TestTheServersOtherDatabasesAreNamed(t *testing.T) {
	t.Parallel()
	one, other, closed := dbtest.Postgres(t), dbtest.Postgres(t), dbtest.Postgres(t)
	name := func(target string) string { return strings.Trim(parsed(t, target).Path, "/") }
	dbtest.Exec(t, dbtest.Server(t), "REVOKE CONNECT ON DATABASE "+name(closed)+" FROM public")
	_, as := dbtest.Role(t, one)
	d := open(t, as, db.Settings{})
	found, err := d.Neighbours(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]string{}
	for _, n := range found {
		targets[n.Name] = n.Target
	}
	if targets[name(one)] != "" || targets[name(closed)] != "" || targets["template1"] != "" || HasPassword(targets[name(other)]) {
		t.Errorf("%v", targets)
	}
	if next := open(t, targets[name(other)], db.Settings{Password: d.settings.Password}); !strings.HasPrefix(next.Name(), name(other)+" on ") {
		t.Errorf("opened %s", next.Name())
	}
}

// What accepts a connection and is no server of ours is told as that, not as one without TLS.
func TestWhatHangsUpOrSaysNothingIsTold(t *testing.T) {
	t.Parallel()
	for want, answers := range map[string]func(net.Conn){
		"hung up":                func(c net.Conn) { _ = c.Close() },
		"did not answer in time": func(c net.Conn) { t.Cleanup(func() { _ = c.Close() }) },
	} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = listener.Close() })
		go func() {
			for {
				c, err := listener.Accept()
				if err != nil {
					return
				}
				answers(c)
			}
		}()
		within := 40 * time.Second
		if want == "did not answer in time" {
			within = time.Second
		}
		ctx, cancel := context.WithTimeout(t.Context(), within)
		_, err = Open(ctx, "postgres://ana@"+listener.Addr().String()+"/shop", db.Settings{})
		cancel()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func parsed(t *testing.T, target string) *url.URL {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
