// The allocator inside DuckDB, jemalloc, reads its options from this variable last (jemalloc(3), "TUNING"). Memory that
// DuckDB frees goes back to the system at once: when blocks move to disk, the bound of sandbox.go is one on the process, not
// on DuckDB's own count alone, which was exceeded by half. Nor is it retained as addresses that are not used, which the system
// counts as asked for (RLIMIT_DATA, worker/process_linux.go). Where DuckDB has another allocator nobody reads it.
const char *duckdb_je_malloc_conf_2_conf_harder = "dirty_decay_ms:0,muzzy_decay_ms:0,retain:false";
