package sqlite

import (
	"fmt"
	"sync"
	"unsafe"

	"modernc.org/libc"
	"modernc.org/libc/sys/types"
	lib "modernc.org/sqlite/lib"
)

// heapLimit is what SQLite may take in all, in bytes. A cell's limit does not hold for what an aggregate gathers on the way to it:
// json_group_array() took gigabytes.
const heapLimit = 512 << 20

// counting is whether SQLite counts its memory, which is chosen before anything uses it.
var counting = func() error {
	tls := libc.NewTLS()
	defer tls.Close()
	on := libc.Xmalloc(tls, types.Size_t(unsafe.Sizeof(uintptr(0))))
	if on == 0 {
		return fmt.Errorf("count SQLite's memory: there is none")
	}
	defer libc.Xfree(tls, on)
	if rc := lib.Xsqlite3_config(tls, lib.SQLITE_CONFIG_MEMSTATUS, libc.VaList(on, int32(1))); rc != lib.SQLITE_OK {
		return fmt.Errorf("count SQLite's memory: it answers %d", rc)
	}
	return nil
}()

// bounded sets the limit, once.
var bounded = sync.OnceValue(func() error {
	if counting == nil {
		tls := libc.NewTLS()
		defer tls.Close()
		lib.Xsqlite3_hard_heap_limit64(tls, heapLimit)
	}
	return counting
})
