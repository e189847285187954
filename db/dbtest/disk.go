package dbtest

import (
	"os/exec"
	"strings"
	"testing"
)

// TinyDisk is a folder on a disk of its own that holds so much, as mount writes sizes ("64k"), for as long as the test runs.
func TinyDisk(t testing.TB, size string) string {
	t.Helper()
	folder := t.TempDir()
	if said, err := exec.Command("mount", "-t", "tmpfs", "-o", "mode=0700,size="+size, "tmpfs", folder).CombinedOutput(); err != nil {
		Missing(t, "disk", "mounting a small disk needs root on Linux: "+strings.TrimSpace(string(said)))
	}
	t.Cleanup(func() {
		if said, err := exec.Command("umount", "-l", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, said)
		}
	})
	return folder
}
