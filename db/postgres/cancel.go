package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
)

// canceller tells the server that nobody waits for a statement any more. Unlike the driver's own, it never breaks off a request
// that is on its way, even if the statement ends first: PgBouncer 1.18 ends, with all its clients, when it is left in the middle of one.
type canceller struct {
	conn *pgconn.PgConn
	told chan struct{} // closed when the request has come to its end
}

var _ ctxwatch.Handler = (*canceller)(nil)

// settled is how long a request that the server has taken may need to reach the session; after it, it hits no other statement.
const settled = 100 * time.Millisecond

// HandleCancel implements ctxwatch.Handler.
func (c *canceller) HandleCancel(context.Context) {
	deadline := time.Now().Add(cancelTimeout)
	_ = c.conn.Conn().SetDeadline(deadline)
	told := make(chan struct{})
	c.told = told
	go func() {
		defer close(told)
		ctx, cancel := context.WithDeadline(context.Background(), deadline)
		defer cancel()
		_ = c.conn.CancelRequest(ctx) // the deadline ends what it did not
		time.Sleep(settled)
	}()
}

// HandleUnwatchAfterCancel implements ctxwatch.Handler.
func (c *canceller) HandleUnwatchAfterCancel() {
	<-c.told
	_ = c.conn.Conn().SetDeadline(time.Time{})
}
