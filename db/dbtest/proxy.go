package dbtest

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Proxy stands between a test and a server: the network that the test can cut.
type Proxy struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	open     []net.Conn
	// opened is how many connections were made.
	opened atomic.Int64
	// left is how many bytes the server may still send; below 0 there is no limit.
	left atomic.Int64
	// far is how long a byte is on its way, in either direction.
	far atomic.Int64
}

// NewProxy listens for the server of a URL, and returns the URL that goes through it.
func NewProxy(t testing.TB, to string) (*Proxy, string) {
	t.Helper()
	u := parse(t, to)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: listener, target: u.Host}
	p.left.Store(-1)
	go p.serve()
	t.Cleanup(func() {
		listener.Close()
		p.Cut()
	})
	u.Host = listener.Addr().String()
	return p, u.String()
}

func (p *Proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.target)
		if err != nil {
			client.Close()
			continue
		}
		p.opened.Add(1)
		p.mu.Lock()
		p.open = append(p.open, client, server)
		p.mu.Unlock()
		go pipe(p.behind(&stalling{client, p}), server)
		go pipe(p.behind(server), client)
	}
}

// Opened is how many connections were made so far.
func (p *Proxy) Opened() int { return int(p.opened.Load()) }

// StallAfter lets n more bytes of the server's through, and then nothing: the connections stay open.
func (p *Proxy) StallAfter(n int64) { p.left.Store(n) }

// Far makes a round trip take so much longer from the next connection on.
func (p *Proxy) Far(roundTrip time.Duration) { p.far.Store(int64(roundTrip / 2)) }

// behind is a connection to which what is written comes late, in order and however much it is.
func (p *Proxy) behind(c net.Conn) net.Conn {
	far := time.Duration(p.far.Load())
	if far == 0 {
		return c
	}
	l := &late{Conn: c, way: make(chan parcel, 1<<16), by: far}
	go l.deliver()
	return l
}

// late is a connection whose bytes are on their way for a while.
type late struct {
	net.Conn
	way chan parcel
	by  time.Duration
}

type parcel struct {
	due  time.Time
	data []byte
}

func (l *late) Write(b []byte) (int, error) {
	l.way <- parcel{time.Now().Add(l.by), append([]byte(nil), b...)}
	return len(b), nil
}

// Close closes the connection once all has arrived.
func (l *late) Close() error {
	l.way <- parcel{due: time.Now().Add(l.by)}
	return nil
}

func (l *late) deliver() {
	for p := range l.way {
		time.Sleep(time.Until(p.due))
		if p.data == nil {
			l.Conn.Close()
			return
		}
		_, _ = l.Conn.Write(p.data)
	}
}

// stalling is a client's connection that may go silent.
type stalling struct {
	net.Conn
	proxy *Proxy
}

func (s *stalling) Write(b []byte) (int, error) {
	if s.proxy.left.Load() < 0 {
		return s.Conn.Write(b)
	}
	if left := s.proxy.left.Add(-int64(len(b))); left < 0 {
		s.proxy.left.Store(0)
		n := max(int64(len(b))+left, 0)
		_, err := s.Conn.Write(b[:n])
		return len(b), err
	}
	return s.Conn.Write(b)
}

func pipe(to, from net.Conn) {
	_, _ = io.Copy(to, from)
	to.Close()
	from.Close()
}

// Cut breaks all connections; new ones can be made.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.open {
		c.Close()
	}
	p.open = nil
}
