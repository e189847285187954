package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"

	"parley/db"
)

const (
	// connections is how many statements run side by side.
	connections = 4
	// connectTimeout bounds one attempt on one host, unless the URL says otherwise.
	connectTimeout = 10 * time.Second
	// maxRow is the largest row, in bytes, that is taken from the server; a larger one breaks the connection.
	maxRow = 64 << 20
	// cancelTimeout is how long a server may take to answer a cancel before its connection is given up.
	cancelTimeout = 3 * time.Second
)

// Is says whether a target is a PostgreSQL URL or a list of settings ("service=sales", "host=db user=ana").
func Is(target string) bool {
	return strings.HasPrefix(target, "postgres://") || strings.HasPrefix(target, "postgresql://") || settingsList.MatchString(target)
}

var settingsList = regexp.MustCompile(`^\s*(service|host|hostaddr|port|user|password|dbname|passfile|sslmode|target_session_attrs)\s*=`)

// attempts is how many passwords are tried after the one that is configured: one from a keyring and three typed by hand.
const attempts = 4

// Open connects to a server. What the target leaves out comes from the PG* variables, the service file and the password
// file; for a password that is still missing or wrong, the settings are asked.
func Open(ctx context.Context, target string, s db.Settings) (*Database, error) {
	config, err := pgxpool.ParseConfig(target)
	if err != nil {
		return nil, badTarget(err)
	}
	configure(config)
	d, err := connect(ctx, target, config, s)
	if refusesParameter(err) {
		delete(config.ConnConfig.RuntimeParams, readOnlyParameter)
		d, err = connect(ctx, target, config, s)
	}
	for range attempts {
		if !errors.Is(err, db.ErrPassword) || s.Password == nil {
			break
		}
		password, none := s.Password(config.ConnConfig.User + "@" + hostName(config.ConnConfig.Config))
		if none != nil {
			break // what the server said is what the user needs to know
		}
		config.ConnConfig.Password = password
		d, err = connect(ctx, target, config, s)
	}
	d, err = connectForLonger(ctx, target, config, s, d, err)
	if err == nil && clientEncoding(d.facts.encoding) != config.ConnConfig.RuntimeParams[encodingParameter] {
		config.ConnConfig.RuntimeParams[encodingParameter] = clientEncoding(d.facts.encoding)
		_ = d.Close()
		d, err = connect(ctx, target, config, s)
	}
	return d, err
}

func configure(config *pgxpool.Config) {
	config.MaxConns, config.MinConns = connections, 0
	config.MaxConnIdleTime = 5 * time.Minute
	if config.PingTimeout == 0 {
		config.PingTimeout = cancelTimeout // a connection that the network forgot answers never
	}
	config.BeforeClose = func(conn *pgx.Conn) {
		if conn.IsClosed() { // given up: the driver would read on for 15 s, until the server ends it
			_ = conn.PgConn().Conn().Close()
		}
	}
	c := config.ConnConfig
	c.DefaultQueryExecMode = pgx.QueryExecModeExec
	c.StatementCacheCapacity, c.DescriptionCacheCapacity = 0, 0
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = connectTimeout
	}
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "parley"
	}
	// A target that picks its server by whether it only reads (target_session_attrs) must hear the server's word, not ours.
	if c.ValidateConnect == nil {
		c.RuntimeParams[readOnlyParameter] = "on"
	}
	c.RuntimeParams[encodingParameter] = clientEncoding("")
	c.BuildContextWatcherHandler = func(conn *pgconn.PgConn) ctxwatch.Handler {
		return &canceller{conn: conn}
	}
	c.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		frontend := pgproto3.NewFrontend(framed(r, w), w)
		frontend.SetMaxBodyLen(maxRow)
		return frontend
	}
}

// readOnlyParameter makes the session read only from its first byte on: triggers on login and whatever else runs before the
// first transaction cannot write. Each transaction says so again.
const readOnlyParameter = "default_transaction_read_only"

// encodingParameter is how texts go to and from the server, whatever it has been told about sessions like this one.
const encodingParameter = "client_encoding"

// refusesParameter says that a pooler, or a server that is not PostgreSQL's own, does not take the parameter at start-up.
func refusesParameter(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && strings.Contains(e.Message, readOnlyParameter)
}

// shortest is a limit of the server's own under which parley's questions about the catalogue may not be answered.
const shortest = time.Second

// lifting are the parameters that lift the limits which a database or a role sets for its sessions and which end parley's questions, or
// the session before the first of them; none where there are none. The limits of parley's own hold in their place.
func lifting(d *Database, err error) map[string]string {
	longer := map[string]string{}
	var e *pgconn.PgError
	switch {
	case err == nil:
		for name, limit := range d.facts.limits {
			if limit > 0 && limit < shortest {
				longer[name] = "0"
			}
		}
	case isCancel(err), isAborted(err):
		longer["statement_timeout"] = "0"
	case errors.As(err, &e) && e.Code == idleSession:
		longer["idle_session_timeout"] = "0"
	}
	return longer
}

// connectForLonger connects anew where a limit of the server's was in the way; where that is refused, all stays as it was.
func connectForLonger(ctx context.Context, target string, config *pgxpool.Config, s db.Settings, d *Database, err error) (*Database, error) {
	longer := lifting(d, err)
	if len(longer) == 0 {
		return d, err
	}
	patient := config.Copy()
	maps.Copy(patient.ConnConfig.RuntimeParams, longer)
	anew, refused := connect(ctx, target, patient, s)
	if refused != nil {
		return d, err
	}
	if err == nil {
		_ = d.Close()
	}
	maps.Copy(config.ConnConfig.RuntimeParams, longer)
	return anew, nil
}

func connect(ctx context.Context, target string, config *pgxpool.Config, s db.Settings) (*Database, error) {
	pool, err := pgxpool.NewWithConfig(ctx, config.Copy())
	if err != nil {
		return nil, fmt.Errorf("set up the connection: %w", err)
	}
	c := config.ConnConfig.Config
	d := &Database{name: c.Database + " on " + hostName(c), url: WithoutPassword(target), settings: s, pool: pool}
	d.life, d.shut = context.WithCancel(context.Background())
	if d.facts, err = d.ask(ctx); err != nil {
		_ = d.Close()
		return nil, connectFailure(c, err)
	}
	return d, nil
}

// hostName is the host as the user knows it, with the port if it is not the usual one.
func hostName(c pgconn.Config) string {
	if strings.HasPrefix(c.Host, "/") {
		return "this machine"
	}
	if c.Port == 5432 {
		return c.Host
	}
	return net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port)))
}

var passwordSetting = regexp.MustCompile(`(?i)\s*\b(ssl)?password\s*=\s*('(\\.|[^'])*'|\S*)`)

// WithoutPassword is a target as it may be shown and written to a file.
func WithoutPassword(target string) string {
	u, err := url.Parse(target)
	if err != nil || u.Scheme == "" {
		return strings.TrimSpace(passwordSetting.ReplaceAllString(target, ""))
	}
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	query := u.Query()
	query.Del("password")
	query.Del("sslpassword")
	u.RawQuery = query.Encode()
	return u.String()
}

// HasPassword says whether a target holds a password.
func HasPassword(target string) bool {
	u, err := url.Parse(target)
	if err != nil || u.Scheme == "" {
		return passwordSetting.MatchString(target)
	}
	_, has := u.User.Password()
	return has || u.Query().Has("password") || u.Query().Has("sslpassword")
}
