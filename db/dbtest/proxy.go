package dbtest

import (
	"io"
	"net"
	"sync"
	"testing"
)

// Proxy stands between a test and a server: the network that the test can cut.
type Proxy struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	open     []net.Conn
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
		p.mu.Lock()
		p.open = append(p.open, client, server)
		p.mu.Unlock()
		go pipe(client, server)
		go pipe(server, client)
	}
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
