package statement

import (
	"slices"
	"strings"
)

// denial is a rule of the deny-list: a name, or a prefix of one with * at its end.
type denial struct {
	names  string
	reason string
}

const (
	reasonFiles    = "it reads or writes files of the server"
	reasonWrites   = "it changes data or settings"
	reasonLeaves   = "it leaves the database"
	reasonSignals  = "it acts on other sessions or on the server"
	reasonLocks    = "it takes locks that outlive the query"
	reasonRunsSQL  = "it runs SQL given as text"
	reasonWaits    = "it only waits"
	reasonMemory   = "it can take memory without bound"
	reasonInternal = "it changes the server's internals"
)

// everywhere denies in all dialects: no honest query calls another engine's dangerous functions either.
var everywhere = []denial{
	{`pg_read_file pg_read_binary_file pg_ls_* pg_stat_file pg_file_* pg_hba_file_rules pg_ident_file_mappings
		pg_show_all_file_settings pg_current_logfile lo_* loread lowrite st_fromgdalraster st_addband`, reasonFiles},
	{`dblink dblink_* pg_notify`, reasonLeaves},
	{`pg_terminate_backend pg_cancel_backend pg_reload_conf pg_rotate_logfile pg_rotate_logfile_* pg_switch_wal pg_promote
		pg_log_backend_memory_contexts pg_signal_*`, reasonSignals},
	{`pg_stat_reset* pg_stat_statements_reset pg_create_* pg_logical_* pg_wal_replay_* pg_replication_* pg_backup_*
		pg_start_backup pg_stop_backup pg_export_snapshot pg_import_system_collations pg_drop_* pg_copy_* pg_extension_config_dump
		pg_nextoid pg_stop_making_pinned_objects pg_sync_replication_slots pg_replication_slot_advance pg_prewarm autoprewarm*
		pg_truncate_visibility_map pg_surgery_* heap_force_* brin_* gin_clean_pending_list binary_upgrade_*
		txid_current pg_current_xact_id pg_stat_force_next_flush pg_restore_* pg_clear_* pg_set_*`, reasonInternal},
	{`pg_advisory_* pg_try_advisory_*`, reasonLocks},
	{`set_config nextval setval currval_and_set`, reasonWrites},
	{`domain_in domain_recv array_in array_recv record_in record_recv range_in range_recv multirange_in multirange_recv
		pg_input_is_valid pg_input_error_info`, "it reads a value of a type that is not named but computed"},
	{`to_reg*`, "it looks up objects of the server by name"},
	{`pg_sleep*`, reasonWaits},
	{`query_to_xml* table_to_xml* schema_to_xml* database_to_xml* cursor_to_xml* ts_stat ts_rewrite xpath_table crosstab*
		connectby* json_execute_serialized_sql plpgsql_* fmgr_* pgr_* _pgr_* standardize_address`, reasonRunsSQL},
}

var sqliteOnly = []denial{
	{`load_extension fts3_tokenizer`, "it loads code"},
	{`readfile writefile edit fsdir lsmode`, "it reads or writes files"},
	{`zeroblob randomblob`, reasonMemory},
	{`sqlite_dbpage sqlite_dbdata sqlite_stmt`, "it looks into the engine"},
}

var duckDBOnly = []denial{
	{`query query_table from_substrait from_substrait_json get_substrait`, reasonRunsSQL},
	{`read_* sniff_csv glob parquet_* *_scan_pushdown arrow_scan* pandas_scan python_* st_read* st_drivers shapefile_meta
		iceberg_* delta_scan lance_scan sqlite_* postgres_* mysql_* scan_* csv_scan json_scan excel_* open_prompt
		load_aws_credentials which_secret duckdb_secrets duckdb_logs* parse_duckdb_log_message`, "it reads files or leaves the database"},
	{`getenv`, "it reads the environment"},
	{`sleep_ms`, reasonWaits},
	{`checkpoint force_checkpoint truncate_* pragma_* write_log enable_logging disable_logging set_* enable_* disable_* add_parquet_key
		storage_info import_database http_*`, reasonWrites},
}

// deniedFunction says whether a function is on the deny-list of the dialect, and why.
func deniedFunction(name string, d Dialect) (reason string, denied bool) {
	if d == SQLite && strings.HasPrefix(name, "pragma_") {
		return "only pragmas that describe tables are allowed", !readingPragmas[name]
	}
	if reason, denied = denials[d].of(name); denied {
		return reason, true
	}
	return slotFunction(name)
}

// slotFunction covers pg_*_slot*, which no prefix does.
func slotFunction(name string) (string, bool) {
	return reasonInternal, strings.HasPrefix(name, "pg_") && strings.Contains(name, "_slot")
}

// denyList is what one dialect denies: whole names, and prefixes.
type denyList struct {
	names    map[string]string // → reason
	prefixes []denial
}

var denials = [...]denyList{denyListOf(everywhere), denyListOf(everywhere, sqliteOnly), denyListOf(everywhere, duckDBOnly)}

func denyListOf(lists ...[]denial) denyList {
	l := denyList{names: map[string]string{}}
	for _, rule := range slices.Concat(lists...) {
		for _, pattern := range strings.Fields(rule.names) {
			if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
				l.prefixes = append(l.prefixes, denial{prefix, rule.reason})
			} else {
				l.names[pattern] = rule.reason
			}
		}
	}
	return l
}

func (l denyList) of(name string) (reason string, denied bool) {
	if reason, denied = l.names[name]; denied {
		return reason, true
	}
	for _, p := range l.prefixes {
		if strings.HasPrefix(name, p.names) {
			return p.reason, true
		}
	}
	return "", false
}

var readingPragmas = wordSet(`pragma_table_info pragma_table_xinfo pragma_table_list pragma_foreign_key_list
	pragma_index_list pragma_index_info`)
