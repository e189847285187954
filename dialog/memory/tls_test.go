package memory

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"parley/dialog/memory/redistest"
)

// trusting names the child process of a test: it trusts the authority of the certificate that SSL_CERT_FILE holds, which is read once
// a process.
const trusting = "PARLEY_TEST_REDISS"

// TestRedisOverTLS keeps a room behind a server of TLS whose certificate is signed by an authority that the system knows, and refuses
// one that it does not know.
func TestRedisOverTLS(t *testing.T) {
	if address := os.Getenv(trusting); address != "" {
		keepsARoom(t, address)
		return
	}
	t.Parallel()
	room := redistest.Open(t)
	file, certificate := authority(t, "127.0.0.1")
	address, greeted := overTLS(t, room.Address, certificate)

	child := exec.Command(os.Args[0], "-test.run=^TestRedisOverTLS$", "-test.v")
	child.Env = append(os.Environ(), trusting+"="+address, "SSL_CERT_FILE="+file, "SSL_CERT_DIR="+t.TempDir())
	if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestRedisOverTLS") {
		t.Fatalf("%v\n%s", err, out)
	}
	if keys, err := room.Client.Keys(context.Background(), room.Prefix+"*").Result(); err != nil || len(keys) != 1 {
		t.Errorf("the server behind TLS holds %q: %v", keys, err)
	}
	if greeted.Load() == 0 {
		t.Error("nothing went over TLS")
	}

	t.Run("an authority that nobody knows", func(t *testing.T) {
		refuses(t, address, "nobody vouches for here")
	})
	t.Run("a server without TLS", func(t *testing.T) {
		refuses(t, strings.Replace(room.Address, "redis://", "rediss://", 1), "does not answer in time")
	})
	t.Run("redis:// at a server with TLS", func(t *testing.T) {
		refuses(t, strings.Replace(address, "rediss://", "redis://", 1), "cannot be reached")
	})
}

// overTLS is a server of TLS in front of a Redis: its address, and how many greetings came to their end.
func overTLS(t *testing.T, behind string, certificate tls.Certificate) (address string, greeted *atomic.Int32) {
	t.Helper()
	options, err := redis.ParseURL(behind[:strings.Index(behind, "?")])
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	greeted = &atomic.Int32{}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				front := tls.Server(c, &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12})
				if front.Handshake() != nil {
					return
				}
				greeted.Add(1)
				back, err := net.Dial("tcp", options.Addr)
				if err != nil {
					return
				}
				defer back.Close()
				go func() { _, _ = io.Copy(back, front) }()
				_, _ = io.Copy(front, back)
			}()
		}
	}()
	u, err := url.Parse(behind)
	if err != nil {
		t.Fatal(err)
	}
	u.Scheme, u.Host = "rediss", listener.Addr().String()
	return u.String(), greeted
}

// keepsARoom teaches, and finds again from another connection what was taught.
func keepsARoom(t *testing.T, address string) {
	t.Helper()
	now := time.Now()
	room := NewRoom("ana", "demo", connect(t, address), Settings{})
	room.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya")}}, now)
	mustSync(t, room, now)
	other := NewRoom("ana", "demo", connect(t, address), Settings{})
	mustSync(t, other, now)
	if live, _ := other.Recall("users", now); len(live) != 1 {
		t.Errorf("another program finds %v", live)
	}
}

// refuses looks a room up that cannot be reached safely: it is said, nothing is lost, and no password is told.
func refuses(t *testing.T, address, want string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword("", "sesame")
	room := NewRoom("ana", "demo", connect(t, u.String()), Settings{})
	room.Learn(Lesson{Subject: "users", Parameters: []Parameter{equal("country", "Kenya")}}, time.Now())
	err = room.Sync(t.Context(), time.Now())
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "sesame") {
		t.Errorf("%v, want %q", err, want)
	}
	if live, _ := room.Recall("users", time.Now()); len(live) != 1 {
		t.Error("the copy lost it")
	}
}

// authority signs a certificate for a host; the file holds the authority's own.
func authority(t *testing.T, host string) (file string, of tls.Certificate) {
	t.Helper()
	made := func(template, parent *x509.Certificate, by *ecdsa.PrivateKey) (der []byte, key *ecdsa.PrivateKey) {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if by == nil {
			by = key
		}
		if der, err = x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, by); err != nil {
			t.Fatal(err)
		}
		return der, key
	}
	from, until := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	root := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "an authority"}, NotBefore: from, NotAfter: until, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	rootDER, rootKey := made(root, root, nil)
	leaf := &x509.Certificate{SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "a server"}, NotBefore: from, NotAfter: until, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.ParseIP(host)}}
	der, key := made(leaf, root, rootKey)
	file = filepath.Join(t.TempDir(), "authority.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: rootDER}), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
