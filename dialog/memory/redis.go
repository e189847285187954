package memory

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
)

// Redis is a store that outlives the program and is shared by programs of one user. It connects when it is first used, and
// again after the server was away.
type Redis struct {
	client *redis.Client
	prefix string
	where  string
}

// Bounds on what one call may take: a slow server must not hold up a turn's end.
const (
	dialTimeout = time.Second
	callTimeout = 2 * time.Second
)

// swap writes when nobody else did: KEYS[1]; ARGV old ("" for none), next, milliseconds.
var swap = redis.NewScript(`
local now = redis.call('GET', KEYS[1])
if (now or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`)

// NewRedis reads a URL: redis://[user:password@]host:port/db, or rediss:// for TLS; ?prefix= goes before every key. It does
// not connect yet.
func NewRedis(address string) (*Redis, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("REDIS_URL is not a URL such as redis://host:6379/0")
	}
	query := u.Query()
	prefix := query.Get("prefix")
	query.Del("prefix")
	u.RawQuery = query.Encode()
	options, err := redis.ParseURL(u.String())
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", withoutPassword(err, u))
	}
	options.DialTimeout, options.ReadTimeout, options.WriteTimeout = dialTimeout, callTimeout, callTimeout
	options.MaxRetries, options.PoolSize, options.ContextTimeoutEnabled = -1, 2, true
	options.DialerRetries = 1
	options.DisableIdentity = true
	options.Dialer = dialBounded(options)
	logging.Disable() // the client's own logger writes to standard error, under the screen
	return &Redis{client: redis.NewClient(options), prefix: prefix, where: u.Host}, nil
}

// withoutPassword keeps a password out of an error that quotes the URL.
func withoutPassword(err error, u *url.URL) error {
	password, _ := u.User.Password()
	if password == "" {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), password, "****"))
}

// Load implements Store.
func (r *Redis) Load(ctx context.Context, key string) ([]byte, error) {
	data, err := r.client.Get(ctx, r.prefix+key).Bytes()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, r.failure(err)
	}
	return data, nil
}

// Swap implements Store.
func (r *Redis) Swap(ctx context.Context, key string, old, next []byte, ttl time.Duration) (bool, error) {
	done, err := swap.Run(ctx, r.client, []string{r.prefix + key}, string(old), string(next), max(ttl.Milliseconds(), 1)).Int()
	if err != nil {
		return false, r.failure(err)
	}
	return done == 1, nil
}

// Name implements Store.
func (r *Redis) Name() string { return "Redis at " + r.where }

// Close implements Store.
func (r *Redis) Close() error { return r.client.Close() }

// failure says in words what is wrong with the server.
func (r *Redis) failure(err error) error {
	text := err.Error()
	var network net.Error
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &certificate):
		return fmt.Errorf("%s has a certificate that nobody vouches for here (SSL_CERT_FILE names the file of an authority): %w", r.Name(), err)
	case strings.HasPrefix(text, "WRONGPASS"), strings.HasPrefix(text, "NOAUTH"), strings.Contains(text, "without any password configured"):
		return fmt.Errorf("%s refuses the password in REDIS_URL: %w", r.Name(), err)
	case strings.HasPrefix(text, "OOM"):
		return fmt.Errorf("%s is full: %w", r.Name(), err)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return fmt.Errorf("%s does not answer in time: %w", r.Name(), err)
	case errors.As(err, &network), errors.Is(err, net.ErrClosed), errors.Is(err, io.EOF):
		return fmt.Errorf("%s cannot be reached: %w", r.Name(), err)
	default:
		return fmt.Errorf("%s: %w", r.Name(), err)
	}
}

var _ Store = (*Redis)(nil)
