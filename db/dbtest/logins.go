package dbtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// WithPasswords is a server of the test's own on which everybody but its superuser needs a password, and "guarded" has
// "sesame". url is the superuser's, as that of guarded, without the password.
func WithPasswords(t testing.TB) (url, as string) {
	t.Helper()
	url, _ = Cluster(t, "-c", "hba_file="+hba(t))
	Exec(t, url, "CREATE ROLE guarded LOGIN PASSWORD 'sesame'")
	return url, strings.Replace(url, "postgres@", "guarded@", 1)
}

// hba is a configuration of logins.
func hba(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "parley-hba-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "pg_hba.conf")
	text := strings.Join([]string{"host all postgres 127.0.0.1/32 trust", "host all all 127.0.0.1/32 scram-sha-256"}, "\n") + "\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// ClusterWithTLS is a server of the test's own that speaks TLS when it is asked to, with a certificate and its key in PEM.
func ClusterWithTLS(t testing.TB, cert, key []byte) (url string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "parley-tls-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	certPath, keyPath := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	for path, text := range map[string][]byte{certPath: cert, keyPath: key} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := handOver(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := handOver(folder); err != nil {
		t.Fatal(err)
	}
	url, _ = Cluster(t, "-c", "ssl=on", "-c", "ssl_cert_file="+certPath, "-c", "ssl_key_file="+keyPath)
	return url
}
