package dbtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"go.uber.org/goleak"
)

// server is the PostgreSQL server of this test binary: the one that PARLEY_TEST_POSTGRES names, or a throw-away one.
var server struct {
	sync.Mutex
	managed bool // Main is there to stop it
	url     string
	stop    func(os.Signal)
	err     error
}

// Main is what TestMain of a package of databases calls: it runs the tests, stops the server that they started, and fails
// if they leave goroutines behind.
func Main(m *testing.M) int {
	server.Lock()
	server.managed = true
	server.Unlock()
	code := m.Run()
	server.Lock()
	defer server.Unlock()
	if server.stop != nil {
		server.stop(os.Interrupt)
	}
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// Postgres makes an empty database on a server where the user is a superuser, and returns its URL. The database goes
// with the test.
func Postgres(t testing.TB) string {
	t.Helper()
	admin := Server(t)
	name := "parley_" + strings.ToLower(rand.Text()[:12])
	Exec(t, admin, "CREATE DATABASE "+name)
	t.Cleanup(func() { Exec(t, admin, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return WithDatabase(t, admin, name)
}

// Server is the URL of the server itself, for tests about roles and connections.
func Server(t testing.TB) string {
	t.Helper()
	server.Lock()
	defer server.Unlock()
	if server.url == "" && server.err == nil {
		server.url = os.Getenv("PARLEY_TEST_POSTGRES")
	}
	if server.url == "" && server.err == nil {
		if !server.managed {
			t.Fatal("TestMain must call dbtest.Main, which stops the PostgreSQL server that the tests start")
		}
		server.url, server.stop, server.err = startCluster()
	}
	if server.err != nil {
		Missing(t, "postgres", server.err.Error()+"; install PostgreSQL, or set PARLEY_TEST_POSTGRES to the URL of a server and a superuser")
	}
	return server.url
}

// ownDatabase is what a script made for psql says to have a database of its own.
var ownDatabase = regexp.MustCompile(`(?m)^(?:DROP DATABASE|CREATE DATABASE|\\c)\b.*$`)

// Sample loads samples/NAME_postgresql.sql into an empty database and returns its URL. The database goes with the test.
func Sample(t testing.TB, name string) string {
	t.Helper()
	script, err := os.ReadFile(Data(t, "samples", name+"_postgresql.sql"))
	if err != nil {
		t.Fatal(err)
	}
	to := Postgres(t)
	Exec(t, to, ownDatabase.ReplaceAllString(string(script), ""))
	return to
}

// Exec runs a script of any number of statements.
func Exec(t testing.TB, to, script string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, to)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.PgConn().Exec(ctx, script).ReadAll(); err != nil {
		t.Fatalf("%.100s: %v", script, err)
	}
}

// Role makes a role with a password that may do nothing yet, and returns its name and the URL for it. The role goes with
// the test.
func Role(t testing.TB, to string) (name, as string) {
	t.Helper()
	name = "parley_" + strings.ToLower(rand.Text()[:12])
	Exec(t, to, fmt.Sprintf("CREATE ROLE %s LOGIN PASSWORD 'secret'", name))
	t.Cleanup(func() { Exec(t, to, fmt.Sprintf("DROP OWNED BY %s; DROP ROLE %s", name, name)) })
	u := parse(t, to)
	u.User = url.UserPassword(name, "secret")
	return name, u.String()
}

// WithDatabase is the URL of another database of the same server.
func WithDatabase(t testing.TB, to, name string) string {
	t.Helper()
	u := parse(t, to)
	u.Path = "/" + name
	return u.String()
}

func parse(t testing.TB, to string) *url.URL {
	t.Helper()
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
