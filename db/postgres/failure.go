package postgres

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"parley/db"
)

// queryCanceled is the code for a cancel, by the user or by a timeout of the server.
const queryCanceled = "57014"

func isCancel(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == queryCanceled
}

// isAborted says of a question that it fell into a transaction which a failure ended and no rollback did: the server stopped that, too.
func isAborted(err error) bool {
	var e *pgconn.PgError
	return errors.As(err, &e) && e.Code == "25P02"
}

// idleSession is the code for the end of a session that nobody used.
const idleSession = "57P05"

// endedEarly is err, or, where the server stopped a statement long before parley's own limit, whose limit that was.
func endedEarly(ctx context.Context, err error) error {
	deadline, bounded := ctx.Deadline()
	if !isCancel(err) || ctx.Err() != nil || bounded && time.Until(deadline) < time.Second {
		return err
	}
	return &db.Error{Kind: db.Timeout, Position: -1, Cause: err, Message: "The server stopped the statement before parley's own limit.",
		Hint: "Somebody cancelled it, or a shorter statement_timeout is set for the database or the role: ask the database's owner, or narrow it down with a filter."}
}

// states are codes with a kind of their own; a code of two characters stands for its class. Empty messages leave the
// server's own (PostgreSQL manual, appendix A).
var states = map[string]db.Error{
	"42P01":       {Kind: db.NoTable},
	"42703":       {Kind: db.NoColumn},
	"42702":       {Kind: db.NoColumn},
	"42883":       {Kind: db.NoFunction},
	"42601":       {Kind: db.Syntax},
	"42501":       {Kind: db.Permission, Hint: "Ask the owner of the database for the right to read it."},
	"25006":       {Kind: db.ReadOnly, Hint: db.WriteHint},
	"25001":       {Kind: db.ReadOnly, Hint: db.WriteHint},
	queryCanceled: {Kind: db.Timeout, Message: "The server stopped the statement because it took too long.", Hint: db.TimeoutHint},
	"55P03":       {Kind: db.Busy, Message: "A table is locked by another session.", Hint: "Try again when it has finished."},
	"40P01":       {Kind: db.Busy, Hint: "Run it again."},
	"40001":       {Kind: db.Busy, Hint: "Run it again."},
	"53300":       {Kind: db.Busy, Message: "The server takes no more connections.", Hint: "Try again later, or ask for a higher connection limit."},
	"53200":       {Kind: db.Resources, Message: "The server ran out of memory for this statement.", Hint: "Narrow it down with a filter or a limit."},
	"53100":       {Kind: db.Resources, Message: "The server's disk is full.", Hint: "Tell the owner of the server; a narrower query may need less room."},
	"54":          {Kind: db.Resources, Hint: "Ask for less at once: fewer columns, or a simpler expression."},
	"57P01":       {Kind: db.Lost, Message: "The server ended the connection.", Hint: reconnectHint},
	"57P02":       {Kind: db.Lost, Message: "The server crashed and is restarting.", Hint: reconnectHint},
	"57P03":       {Kind: db.Unreachable, Message: "The server is starting up or shutting down.", Hint: "Try again in a moment."},
	idleSession:   {Kind: db.Lost, Message: "The server ended the idle connection.", Hint: reconnectHint},
	"25P03":       {Kind: db.Lost, Message: "The server ended the transaction because it waited too long.", Hint: reconnectHint},
	"08":          {Kind: db.Lost, Hint: reconnectHint},
}

const reconnectHint = "Run it again: parley connects anew."

// failure is what went wrong with a statement as a db.Error; sql is the statement, which positions count in.
func failure(err error, sql string) error {
	var known *db.Error
	var server *pgconn.PgError
	var tooLong *pgproto3.ExceededMaxBodyLenErr
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &db.Error{Kind: db.Cancelled, Message: "The statement was stopped.", Position: -1, Cause: err}
	case errors.As(err, &server):
		return serverFailure(server, sql)
	case errors.As(err, &tooLong):
		return &db.Error{Kind: db.TooLarge, Position: -1, Cause: err,
			Message: fmt.Sprintf("A row is larger than the %d MB that parley reads.", maxRow>>20),
			Hint:    "Select a part of its large column, with left(…, 1000)."}
	case lost(err):
		return &db.Error{Kind: db.Lost, Message: "The connection to the server was lost.", Hint: reconnectHint, Position: -1, Cause: err}
	}
	return &db.Error{Kind: db.Failed, Message: "The server's answer could not be read: " + err.Error() + ".", Position: -1, Cause: err}
}

func serverFailure(e *pgconn.PgError, sql string) error {
	found, ok := states[e.Code]
	if !ok && len(e.Code) == 5 {
		found = states[e.Code[:2]]
	}
	found.Cause, found.Position = e, byteOffset(sql, int(e.Position))
	if found.Message == "" {
		found.Message = "PostgreSQL says: " + strings.TrimSuffix(e.Message, ".") + "."
	}
	if found.Hint == "" {
		found.Hint = e.Hint
	}
	return &found
}

// byteOffset turns the server's position, which counts characters from 1, into bytes; -1 when there is none.
func byteOffset(sql string, position int) int {
	if position <= 0 {
		return -1
	}
	offset := 0
	for range position - 1 {
		_, n := utf8.DecodeRuneInString(sql[offset:])
		offset += n
	}
	return offset
}

func lost(err error) bool {
	var network net.Error
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) || errors.As(err, &network) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) || pgconn.Timeout(err) || strings.Contains(err.Error(), "conn closed")
}

// broken says that the connection ended, by the server's word or without one.
func broken(err error) bool {
	if err == nil {
		return false
	}
	return db.KindOf(failure(err, "")) == db.Lost
}

// connectFailure is why no connection came about.
func connectFailure(c pgconn.Config, err error) error {
	where := hostName(c)
	var server *pgconn.PgError
	var name *net.DNSError
	refused := &db.Error{Kind: db.Unreachable, Position: -1, Cause: err}
	switch {
	case errors.As(err, &server):
		return loginFailure(c, server)
	case errors.Is(err, context.Canceled):
		return db.Interrupted(&db.Error{Kind: db.Cancelled, Message: "Connecting was stopped.", Position: -1, Cause: err})
	case errors.As(err, &name):
		refused.Message, refused.Hint = "There is no host named "+c.Host+".", "Check the spelling, and that you are on the right network."
	case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ENOENT):
		refused.Message, refused.Hint = "No PostgreSQL server answers on "+where+".", "Check that it runs, and that host and port are right."
	case strings.Contains(err.Error(), "refused TLS") && !takesPlain(c):
		refused.Kind, refused.Message, refused.Hint = db.Login, "The server on "+where+" does not speak TLS.", "Add sslmode=disable if the network is safe."
	case strings.Contains(err.Error(), "tls:"), strings.Contains(err.Error(), "x509:"):
		refused.Kind = db.Login
		refused.Message, refused.Hint = distrust(c, err)
	case pgconn.Timeout(err), errors.Is(err, context.DeadlineExceeded):
		refused.Message, refused.Hint = "The server on "+where+" did not answer in time.", "Check the network, a firewall or connect_timeout."
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), strings.Contains(err.Error(), "refused TLS"):
		refused.Message, refused.Hint = "What answers on "+where+" hung up: it may be no PostgreSQL server.", "Check host and port, and what stands between."
	default:
		refused.Message, refused.Hint = "The server on "+where+" could not be reached: "+lastLine(err)+".", "Check host, port and network."
	}
	return refused
}

// distrust says what is wrong with a server's certificate, and what to do.
func distrust(c pgconn.Config, err error) (message, hint string) {
	subject := "The certificate of the server on " + hostName(c)
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	switch {
	case errors.As(err, &name):
		return subject + " is not for the name " + c.Host + ".", "Connect by the name that it is for, or take sslmode=verify-ca behind a tunnel."
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired && time.Now().After(invalid.Cert.NotAfter):
		return subject + " ran out on " + invalid.Cert.NotAfter.Format(time.DateOnly) + ".", "Tell the owner of the server."
	}
	return subject + " is not trusted.", "Name the file of its authority: sslrootcert in the URL, root cert in the form."
}

// takesPlain says that one of the ways to connect goes without TLS.
func takesPlain(c pgconn.Config) bool {
	return c.TLSConfig == nil || slices.ContainsFunc(c.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.TLSConfig == nil })
}

// lastLine is the innermost part of a connection error, which has one line a host.
func lastLine(err error) string {
	lines := strings.Split(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// invalidPassword is the code for a password that is wrong or missing.
const invalidPassword = "28P01"

// loginFailure is a server that answered and said no.
func loginFailure(c pgconn.Config, e *pgconn.PgError) error {
	said := &db.Error{Kind: db.Login, Position: -1, Cause: e}
	switch {
	case e.Code == invalidPassword:
		said.Cause = fmt.Errorf("%w: %w", db.ErrPassword, e)
		said.Message, said.Hint = "The password for "+c.User+" is wrong or missing.", "Put it in ~/.pgpass, PGPASSWORD or the keyring, or start with --password to be asked."
	case strings.HasPrefix(e.Code, "28"):
		said.Message, said.Hint = "The server does not let "+c.User+" in: "+e.Message+".", "Check the user's name, and pg_hba.conf on the server."
	case e.Code == "3D000":
		said.Kind, said.Message, said.Hint = db.NoDatabase, "There is no database "+c.Database+" on "+hostName(c)+".", "List them with psql -l."
	default:
		return serverFailure(e, "")
	}
	return said
}

func badTarget(err error) error {
	var file *fs.PathError
	switch {
	case errors.As(err, &file):
		return &db.Error{Kind: db.NoDatabase, Position: -1, Cause: err,
			Message: "The connection's file " + file.Path + " cannot be read: " + file.Err.Error() + ".", Hint: "Check where it is, and that you may read it."}
	case strings.Contains(err.Error(), "unable to add CA to cert pool"):
		return &db.Error{Kind: db.NoDatabase, Position: -1, Cause: err,
			Message: "There is no certificate in the file that sslrootcert names.", Hint: "It is a PEM file, as ca.pem or root.crt."}
	}
	return &db.Error{Kind: db.NoDatabase, Position: -1, Cause: err,
		Message: "The connection's URL or settings cannot be read.",
		Hint:    "Write postgres://user@host:5432/database, or service=name."}
}
