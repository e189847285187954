package postgres

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
)

// certificate writes a certificate for 127.0.0.1 that signs itself, with its key, and returns both as PEM.
func certificate(t *testing.T) (cert, key []byte) {
	t.Helper()
	return certificateUntil(t, time.Now().Add(time.Hour))
}

func certificateUntil(t *testing.T, end time.Time) (cert, key []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	who := x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "parley's test"}, NotAfter: end,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	der, err := x509.CreateCertificate(rand.Reader, &who, &who, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8})
}

func TestConnectionsAreEncryptedAsTheTargetSays(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t)
	root := filepath.Join(t.TempDir(), "root.pem")
	other, _ := certificate(t)
	stranger := filepath.Join(t.TempDir(), "stranger.pem")
	empty := filepath.Join(t.TempDir(), "empty.pem")
	for path, text := range map[string][]byte{root: cert, stranger: other, empty: nil} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	url := dbtest.ClusterWithTLS(t, cert, key)
	with := func(settings string) string { return strings.Replace(url, "sslmode=disable", settings, 1) }
	const encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
	for settings, want := range map[string]string{
		"sslmode=disable": "false", "sslmode=prefer": "true", "sslmode=require": "true",
		"sslmode=verify-ca&sslrootcert=" + root: "true", "sslmode=verify-full&sslrootcert=" + root: "true",
	} {
		if got := all(t, open(t, with(settings), db.Settings{}), encrypted); got[0] != want {
			t.Errorf("%s: encrypted is %s, want %s", settings, got[0], want)
		}
	}
	for settings, want := range map[string]string{
		"sslmode=verify-full":                               "not trusted",
		"sslmode=verify-ca&sslrootcert=" + stranger:         "not trusted",
		"sslmode=verify-full&sslrootcert=" + root + ".gone": "root.pem.gone cannot be read: no such file",
		"sslmode=verify-full&sslrootcert=" + empty:          "no certificate in the file",
	} {
		_, err := Open(t.Context(), with(settings), db.Settings{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", settings, err)
		}
	}
	elsewhere := strings.Replace(with("sslmode=verify-full&sslrootcert="+root), "127.0.0.1", "localhost", 1)
	_, err := Open(t.Context(), elsewhere, db.Settings{})
	said(t, "a certificate for another name", err, db.Login)
	if err != nil && !strings.Contains(err.Error(), "is not for the name localhost") {
		t.Error(err)
	}
	if through := strings.Replace(elsewhere, "verify-full", "verify-ca", 1); len(all(t, open(t, through, db.Settings{}), encrypted)) != 1 { // as behind a tunnel
		t.Error("verify-ca looks at the name")
	}
}

func TestACertificateThatHasRunOutIsSaid(t *testing.T) {
	t.Parallel()
	cert, key := certificateUntil(t, time.Now().Add(-time.Hour))
	root := filepath.Join(t.TempDir(), "root.pem")
	if err := os.WriteFile(root, cert, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), strings.Replace(dbtest.ClusterWithTLS(t, cert, key), "sslmode=disable", "sslmode=verify-ca&sslrootcert="+root, 1), db.Settings{})
	said(t, "a certificate that has run out", err, db.Login)
	if err != nil && !strings.Contains(err.Error(), "ran out on") {
		t.Error(err)
	}
}

func TestServerWithoutTLSIsSaid(t *testing.T) {
	t.Parallel()
	url, _ := dbtest.Cluster(t)
	_, err := Open(t.Context(), strings.Replace(url, "sslmode=disable", "sslmode=require", 1), db.Settings{})
	said(t, "TLS is required", err, db.Login)
	if err != nil && !strings.Contains(err.Error(), "does not speak TLS") {
		t.Error(err)
	}
}
