package postgres

// Everything that parley itself asks a server stands here, and nothing but constants: questions_test.go reads them all.
// A schema of the search path may hold an operator or a function that fits better than PostgreSQL's own and runs anything
// at all with the user's rights (CVE-2018-1058). So each question runs in a READ ONLY transaction that searches pg_catalog
// alone (see transaction.go), and all the same names tables, types and functions with their schema. Questions about the
// person's tables, which need the person's search path, name their operators with the schema, too.

// The frame of a transaction. Commands resolve no name through the search path, so what comes before closePath calls
// nothing foreign.
const (
	beginReadOnly = `BEGIN READ ONLY`
	showPath      = `SHOW search_path`
	closePath     = `SET LOCAL search_path = pg_catalog, pg_temp`
	rollBack      = `ROLLBACK`
	// reopenPath gives the person's statement the path that it expects. It runs while the path is closed.
	reopenPath = `SELECT pg_catalog.set_config('search_path', $1, true)`
	// unlockAll lets go of what a view may have locked beyond the transaction.
	unlockAll = `SELECT pg_catalog.pg_advisory_unlock_all()`
	// askVisible is the person's search path as the server resolves it: what it lacks, or the role may not use, is left out.
	askVisible = `SELECT pg_catalog.current_schemas(true)`
	// keepVisible is askVisible, and keeps it for the questions of the same transaction that are asked with it.
	keepVisible = `SELECT pg_catalog.set_config('parley.path', pg_catalog.current_schemas(true)::pg_catalog.text, true)`
)

// pin bounds the statement on the server, and asks whether the transaction only reads. It takes the settings as arrays of
// names and values; it gives, after the settings, whether the transaction only reads, and under which path.
const pin = `SELECT (SELECT pg_catalog.count(pg_catalog.set_config(s.name, s.value, true))
		FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.text[]), pg_catalog.unnest($2::pg_catalog.text[])) AS s(name, value)),
	pg_catalog.current_setting('transaction_read_only'), pg_catalog.current_setting('search_path')`

// pinOrFail is the pin of a statement that is sent with it: an error stands in its place where the transaction does not only read,
// or the path is not closed.
const pinOrFail = `SELECT p.*, 1 / CASE WHEN p.reads = 'on' AND (p.path = 'pg_catalog, pg_temp' OR p.path = '"pg_catalog", "pg_temp"') THEN 1 ELSE 0 END
	FROM (` + pin + ` OFFSET 0) AS p(settings, reads, path)`

// pinFirst is the pin of a server of which nothing is known yet: it sets those settings that there are.
const pinFirst = `SELECT (SELECT pg_catalog.count(pg_catalog.set_config(s.name, s.value, true))
		FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.text[]), pg_catalog.unnest($2::pg_catalog.text[])) AS s(name, value)
		JOIN pg_catalog.pg_settings k ON pg_catalog.lower(k.name) = pg_catalog.lower(s.name)),
	pg_catalog.current_setting('transaction_read_only'), pg_catalog.current_setting('search_path')`

const (
	// reach are the roles as which the session may act: whoever began it, whoever it runs as, and all that those may become.
	reach = `SELECT r.oid FROM pg_catalog.pg_roles r WHERE pg_catalog.pg_has_role(session_user, r.oid, 'member')
		OR pg_catalog.pg_has_role(current_user, r.oid, 'member')
		OR pg_catalog.pg_has_role((SELECT b.usesysid FROM pg_catalog.pg_stat_activity b WHERE b.pid = pg_catalog.pg_backend_pid()), r.oid, 'member')`

	// reachOnce stands before questions that are asked together, which then say reached where they say reach alone: who they are is
	// planned and found once for all of them.
	reachOnce = `WITH reach AS (` + reach + `) `
	reached   = `SELECT r.oid FROM reach r`

	// granted says of a grant a that it is for one of them, or for everybody.
	granted = `(a.grantee = 0 OR a.grantee IN (` + reach + `))`
)

// What a server is asked once, when parley connects: each gives one text.
const (
	askVersion = `SELECT pg_catalog.version()`
	// askRole names, too, who began the session, where a setting or another client of a pooler made it another's.
	askRole = `SELECT pg_catalog.concat(pg_catalog.quote_ident(current_user::pg_catalog.text), CASE WHEN session_user <> current_user
		THEN ' (of a session of ' || pg_catalog.quote_ident(session_user::pg_catalog.text) || ')' END)`
	// askSettings fails on no server: one that does not know a setting leaves it out.
	askSettings = `SELECT pg_catalog.string_agg(s.name, ',') FROM pg_catalog.pg_settings s WHERE pg_catalog.lower(s.name) IN (
		'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'datestyle', 'intervalstyle', 'bytea_output', 'extra_float_digits',
		'standard_conforming_strings', 'client_encoding', 'jit', 'array_nulls', 'transform_null_equals', 'gin_fuzzy_search_limit')`
	// askCompiling says from which costs on the server compiles statements for this role.
	askCompiling = `SELECT pg_catalog.string_agg(pg_catalog.concat(s.name, '=', s.setting), ',') FROM pg_catalog.pg_settings s
		WHERE s.name IN ('jit_above_cost', 'jit_inline_above_cost', 'jit_optimize_above_cost')`
	askSuperuser = `SELECT (EXISTS (SELECT 1 FROM pg_catalog.pg_roles s WHERE s.rolsuper AND s.oid IN (` + reach + `)))::pg_catalog.text`
	askPowers    = `SELECT pg_catalog.string_agg(p.power, ',' ORDER BY p.power) FROM (
		SELECT s.rolname::pg_catalog.text FROM pg_catalog.pg_roles s WHERE s.rolname IN ('pg_read_server_files', 'pg_write_server_files',
			'pg_execute_server_program', 'pg_signal_backend', 'pg_write_all_data', 'pg_checkpoint', 'pg_create_subscription', 'pg_maintain',
			'pg_signal_autovacuum_worker') AND s.oid IN (` + reach + `)
		UNION SELECT u.power FROM pg_catalog.pg_roles s, LATERAL (VALUES (s.rolcreaterole, 'make roles'), (s.rolcreatedb, 'make databases'),
			(s.rolreplication, 'replicate')) AS u(has, power) WHERE u.has AND s.oid IN (` + reach + `)) AS p(power)`
	// askWrites goes by what was granted, on tables, columns, sequences and large objects; what owners may do beyond that is askOwns's.
	// Of PostgreSQL's own relations everybody may update the view of the settings: that is SET.
	askWrites = `SELECT pg_catalog.concat_ws(',', CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) AS a
			WHERE a.privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE') AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND (c.oid >= 16384 OR c.relkind <> 'v')
			AND ` + granted + `)
		OR EXISTS (SELECT 1 FROM pg_catalog.pg_attribute t, pg_catalog.aclexplode(t.attacl) AS a WHERE a.privilege_type IN ('INSERT', 'UPDATE') AND ` + granted + `)
		THEN 'write to tables' END,
		CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) AS a
			WHERE a.privilege_type IN ('UPDATE', 'USAGE') AND c.relkind = 'S' AND ` + granted + `) THEN 'move sequences on' END,
		CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_largeobject_metadata l, pg_catalog.aclexplode(l.lomacl) AS a
			WHERE a.privilege_type = 'UPDATE' AND ` + granted + `) THEN 'write to large objects' END,
		CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_namespace n, pg_catalog.aclexplode(n.nspacl) AS a
			WHERE a.privilege_type = 'CREATE' AND ` + granted + `)
		OR EXISTS (SELECT 1 FROM pg_catalog.pg_database d, pg_catalog.aclexplode(d.datacl) AS a
			WHERE a.privilege_type = 'CREATE' AND d.datallowconn AND ` + granted + `) THEN 'make objects' END)`
	// askCalls says whether it may call what superusers alone may, unless they say otherwise, and dblink, which goes anywhere with a password
	// or without one.
	askCalls = `SELECT pg_catalog.concat_ws(',', CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_proc p, pg_catalog.aclexplode(p.proacl) AS a
			WHERE p.oid < 16384 AND a.privilege_type = 'EXECUTE' AND p.proname IN ('pg_read_file', 'pg_read_binary_file', 'pg_stat_file', 'pg_ls_dir', 'lo_import', 'lo_export',
				'pg_reload_conf', 'pg_rotate_logfile', 'pg_rotate_logfile_old', 'pg_promote', 'pg_switch_wal', 'pg_create_restore_point', 'pg_backup_start', 'pg_start_backup',
				'pg_stat_reset', 'pg_stat_reset_shared', 'pg_wal_replay_pause', 'pg_wal_replay_resume', 'pg_replication_origin_create', 'pg_replication_origin_drop',
				'pg_log_backend_memory_contexts', 'pg_import_system_collations')
			AND ` + granted + `) THEN 'call functions of superusers' END,
		CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_proc p WHERE p.probin LIKE '%dblink%'
				AND p.prosrc IN ('dblink_connect', 'dblink_exec', 'dblink_record', 'dblink_open', 'dblink_send_query')
			AND (p.proacl IS NULL OR EXISTS (SELECT 1 FROM pg_catalog.aclexplode(p.proacl) AS a WHERE a.privilege_type = 'EXECUTE' AND ` + granted + `)))
		THEN 'reach other servers by dblink' END)`
	// askParameters is asked of servers from version 15 on, whose superusers may let others set what they alone may.
	askParameters = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_parameter_acl p, pg_catalog.aclexplode(p.paracl) AS a
			WHERE ` + granted + `) THEN 'change settings of superusers' END`
	// askDefiners says whether it may call what runs with the rights of another.
	askDefiners = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_proc p WHERE p.prosecdef
		AND p.prorettype NOT IN ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
		AND (p.proacl IS NULL OR EXISTS (SELECT 1 FROM pg_catalog.aclexplode(p.proacl) AS a WHERE a.privilege_type = 'EXECUTE' AND ` + granted + `)))
		THEN 'call functions that run with the rights of their owners' END`
	// askOwns leaves out what goes with a session. Of other databases it sees what is owned there, and not what is granted.
	askOwns = `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
			WHERE c.relowner IN (` + reach + `) AND n.nspname NOT LIKE 'pg\_temp%' AND n.nspname NOT LIKE 'pg\_toast%')
		OR EXISTS (SELECT 1 FROM pg_catalog.pg_shdepend d WHERE d.refclassid = 'pg_catalog.pg_authid'::pg_catalog.regclass AND d.deptype = 'o'
			AND d.refobjid IN (` + reach + `) AND (d.classid NOT IN ('pg_catalog.pg_class'::pg_catalog.regclass, 'pg_catalog.pg_type'::pg_catalog.regclass)
				OR d.dbid NOT IN (0, (SELECT o.oid FROM pg_catalog.pg_database o WHERE o.datname = pg_catalog.current_database()))))
		THEN 'change what it owns' END`
	askAdvisory = `SELECT (pg_catalog.to_regproc('pg_catalog.pg_advisory_unlock_all') IS NOT NULL)::pg_catalog.text`
	// askDatabases are the other databases of the server that the role may open; so many are a list that somebody may look through.
	askDatabases = `SELECT d.datname::pg_catalog.text FROM pg_catalog.pg_database d WHERE d.datallowconn AND NOT d.datistemplate
		AND d.datname <> pg_catalog.current_database() AND pg_catalog.has_database_privilege(d.oid, 'CONNECT') ORDER BY d.datname LIMIT 200`
	askStats = `SELECT (pg_catalog.to_regclass('pg_catalog.pg_stats') IS NOT NULL)::pg_catalog.text`
	// askSession says whether transactions only read that are begun without a word about it.
	askSession = `SELECT pg_catalog.current_setting('default_transaction_read_only')`
	// askLimits are how long statements and idle sessions may take where nobody says otherwise, in milliseconds.
	askLimits = `SELECT pg_catalog.string_agg(pg_catalog.concat(s.name, '=', s.reset_val), ',') FROM pg_catalog.pg_settings s
		WHERE s.name IN ('statement_timeout', 'idle_session_timeout')`
	askReadOnly = `SELECT pg_catalog.current_setting('transaction_read_only')`
)

// The catalogue in four questions, however many tables there are. $1 is the person's search path as an array of schemas, or NULL
// where keepVisible kept it; what it finds comes without schema.
const (
	// own leaves out what belongs to the system.
	own = `n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp%'`

	// searched is the person's search path.
	searched = `coalesce($1::pg_catalog.name[], pg_catalog.current_setting('parley.path', true)::pg_catalog.name[])`

	// found is the relation that the path finds under the name of the relation c.
	found = `(SELECT v.oid FROM pg_catalog.pg_class v JOIN pg_catalog.pg_namespace vn ON vn.oid = v.relnamespace
		WHERE v.relname = c.relname AND vn.nspname = ANY (` + searched + `)
		ORDER BY pg_catalog.array_position(` + searched + `, vn.nspname) LIMIT 1)`

	// askTables: partitions are left out, and counted with their parent, which never has an estimate before version 14. Zero rows
	// mean that there are none. What a materialised view holds was computed before: its rows may be looked at as a table's.
	askTables = `
WITH RECURSIVE parts AS (
	SELECT i.inhparent AS root, i.inhrelid AS part FROM pg_catalog.pg_inherits i
	UNION SELECT p.root, i.inhrelid FROM parts p JOIN pg_catalog.pg_inherits i ON i.inhparent = p.part)
SELECT c.oid, CASE WHEN c.oid = ` + found + ` THEN '' ELSE n.nspname END, c.relname, c.relkind,
	coalesce(pg_catalog."left"(d.description, 4000), ''),
	CASE WHEN c.relkind = 'v' THEN -1
		WHEN c.relkind = 'p' THEN coalesce((SELECT CASE WHEN pg_catalog.sum(greatest(l.reltuples, 0)) > 0 THEN pg_catalog.sum(greatest(l.reltuples, 0))
				WHEN pg_catalog.bool_or(l.relkind <> 'r' OR pg_catalog.pg_relation_size(l.oid) > 0) THEN -1 ELSE 0 END
			FROM parts p JOIN pg_catalog.pg_class l ON l.oid = p.part WHERE p.root = c.oid AND l.relkind <> 'p'), -1)
		WHEN c.reltuples <= 0 AND c.relkind IN ('r', 'm') AND pg_catalog.pg_relation_size(c.oid) = 0
			AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid) THEN 0
		WHEN c.reltuples <= 0 THEN -1
		ELSE c.reltuples END::bigint, n.nspname,
	(c.relkind IN ('r', 'p', 'm') AND NOT c.relrowsecurity AND NOT EXISTS (SELECT 1 FROM parts p JOIN pg_catalog.pg_class l ON l.oid = p.part
		WHERE p.root = c.oid AND (l.relrowsecurity OR l.relkind NOT IN ('r', 'p'))))::pg_catalog.text
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = 0 AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ` + own + `
	AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
	AND (pg_catalog.has_table_privilege(c.oid, 'SELECT') OR pg_catalog.has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY n.nspname <> 'public', n.nspname, c.relname`

	// askDefinitions: of each view its query, in which names of other schemas than pg_catalog are written whole; and the columns
	// that are generated, which servers before version 12 do not have, nor the column that says so.
	askDefinitions = `
SELECT n.nspname, c.relname, '', pg_catalog.pg_get_viewdef(c.oid)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('v', 'm') AND ` + own + `
UNION ALL
SELECT n.nspname, c.relname, a.attname, ''
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE a.attnum > 0 AND NOT a.attisdropped AND pg_catalog.to_jsonb(a) OPERATOR(pg_catalog.->>) 'attgenerated' <> '' AND ` + own + `
`

	// askParents: tables with the tables from which they inherit.
	askParents = `
SELECT n.nspname, c.relname, m.nspname, p.relname
FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_class p ON p.oid = i.inhparent JOIN pg_catalog.pg_namespace m ON m.oid = p.relnamespace
WHERE c.relkind IN ('r', 'p', 'f') AND NOT c.relispartition AND ` + own + `
`

	// askColumns asks for the right to a table first: that of each of its columns takes the server twice as long as all the rest.
	askColumns = `
SELECT a.attrelid, a.attnum, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
	CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, (NOT a.attnotnull)::pg_catalog.text, coalesce(pg_catalog."left"(d.description, 4000), ''),
	(pg_catalog.has_table_privilege(c.oid, 'SELECT') OR pg_catalog.has_column_privilege(c.oid, a.attnum, 'SELECT'))::pg_catalog.text
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.objsubid = a.attnum AND d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ` + own + `
ORDER BY a.attrelid, a.attnum`

	// askKeys gives primary keys, foreign keys, and unique indexes over one whole column.
	askKeys = `
SELECT k.conrelid, k.contype::pg_catalog.text, k.conkey::pg_catalog.text, k.confrelid, coalesce(k.confkey::pg_catalog.text, '{}')
FROM pg_catalog.pg_constraint k WHERE k.contype IN ('p', 'f') AND k.conrelid <> 0
UNION ALL
SELECT i.indrelid, 'u', '{' || i.indkey::pg_catalog.text || '}', 0, '{}'
FROM pg_catalog.pg_index i WHERE i.indisunique AND i.indisvalid AND i.indnatts = 1 AND i.indpred IS NULL AND i.indexprs IS NULL`

	// askTypes gives the names and the coarse kinds of types that only this database has.
	askTypes = `
SELECT t.oid, pg_catalog.format_type(t.oid, NULL), CASE WHEN t.typtype = 'd' THEN b.typcategory ELSE t.typcategory END::pg_catalog.text, t.typtype::pg_catalog.text
FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_type b ON b.oid = t.typbasetype
WHERE t.oid >= 16384 AND t.typtype IN ('b', 'd', 'e', 'r', 'm') AND NOT (t.typcategory = 'A' AND EXISTS
	(SELECT 1 FROM pg_catalog.pg_type e WHERE e.oid = t.typelem AND e.typtype = 'c'))`
)

// askStatistics gives the planner's common values of a column, and whether they are all there are: as many as it counts
// distinct values. n_distinct is negative where it grows with the table; the values are then not complete. $1 is the search
// path, $2 the schema or nothing, $3 the table, $4 the column, $5 how large a table must be.
const askStatistics = `
SELECT u.v, s.n_distinct::pg_catalog.text, pg_catalog.array_length(s.most_common_vals::pg_catalog.text::pg_catalog.text[], 1)::pg_catalog.text, a.atttypid
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attname = $4
JOIN pg_catalog.pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = a.attname AND s.inherited = (c.relkind = 'p'),
	pg_catalog.unnest(s.most_common_vals::pg_catalog.text::pg_catalog.text[]) WITH ORDINALITY AS u(v, place)
WHERE c.relname = $3 AND (n.nspname = $2 OR $2 = '' AND c.oid = ` + found + `) AND c.reltuples > $5::bigint
ORDER BY u.place`

// askSample is a template: table twice, column and limits fill it in. It runs under the person's path.
const askSample = `SELECT s.v, (SELECT pg_catalog.count(*) FROM (SELECT 1 FROM %[1]s LIMIT %[3]d) AS c) FROM (SELECT %[2]s AS v FROM %[1]s LIMIT %[3]d) AS s
	WHERE pg_catalog.length(s.v::pg_catalog.text) OPERATOR(pg_catalog.<=) %[4]d GROUP BY s.v ORDER BY pg_catalog.count(*) DESC, s.v LIMIT %[5]d`

// askInclusion is a template: table and column, table and key, and limits fill it in. The tables are named with their schema.
const askInclusion = `SELECT pg_catalog.count(*), pg_catalog.count(CASE WHEN NOT EXISTS
		(SELECT 1 FROM %[3]s AS b WHERE b.%[4]s OPERATOR(pg_catalog.=) s.v) THEN 1 END),
		(SELECT pg_catalog.count(*) OPERATOR(pg_catalog.-) pg_catalog.count(DISTINCT u.k) FROM (SELECT b.%[4]s AS k FROM %[3]s AS b
			WHERE b.%[4]s IS NOT NULL LIMIT %[7]d) AS u)
	FROM (SELECT DISTINCT q.v FROM (SELECT a.%[2]s AS v FROM %[1]s AS a WHERE a.%[2]s IS NOT NULL LIMIT %[5]d) AS q LIMIT %[6]d) AS s`

// askFirstRows and askSpreadRows are templates of a look at some rows of a table, askSampleColumn one of the values of a column
// among them. Values are written by the output function of their type, never by a cast.
const (
	askFirstRows  = `SELECT %[1]s FROM %[2]s AS t LIMIT %[3]d`
	askSpreadRows = `SELECT %[1]s FROM %[2]s AS t TABLESAMPLE SYSTEM (%[4]s) REPEATABLE (1) LIMIT %[3]d`

	askSampleColumn = `(SELECT %[1]d, pg_catalog.format('%%s', r.c%[1]d), (SELECT n.looked FROM %[4]s AS n), '', '' FROM %[5]s AS r
		WHERE r.c%[1]d IS NOT NULL GROUP BY r.c%[1]d%[2]s
		ORDER BY pg_catalog.count(*) DESC, r.c%[1]d%[6]s LIMIT %[3]d)`

	// askSampleAny is for texts that are another in each row.
	askSampleAny = `(SELECT %[1]d, pg_catalog.format('%%s', u.v), (SELECT n.looked FROM %[4]s AS n), '', '' FROM (SELECT r.c%[1]d AS v FROM %[5]s AS r
		WHERE pg_catalog.length(r.c%[1]d) OPERATOR(pg_catalog.<=) %[2]d LIMIT %[3]d) AS u GROUP BY u.v ORDER BY u.v%[6]s)`

	// askSampleShort leaves out texts that are too long. What is measured is no kind's whose values are written in a few letters, and of
	// texts proper the text itself.
	askSampleShort = ` HAVING pg_catalog.length(%[1]s) OPERATOR(pg_catalog.<=) %[2]d`

	// askSampleSpreads measures columns in one pass: the rows, and of each column what askSampleFilled or askSampleRange asks.
	// askSampleSpread gives a column's least value, rows, rows without a value and greatest value; the ends of some kinds are none.
	askSampleSpreads = `SELECT pg_catalog.count(*) AS looked, %[2]s FROM %[1]s AS r`
	askSampleFilled  = `pg_catalog.count(r.c%[1]d) AS filled%[1]d`
	askSampleRange   = askSampleFilled + `, pg_catalog.min(r.c%[1]d) AS least%[1]d, pg_catalog.max(r.c%[1]d) AS greatest%[1]d`
	askSampleSpread  = `(SELECT %[1]d, %[2]s, n.looked, pg_catalog.format('%%s', n.looked OPERATOR(pg_catalog.-) n.filled%[1]d), %[3]s FROM %[4]s AS n)`
)

// askTableStatistics gives the planner's common values, share of NULL and spread of all columns of a table: $1 is its name with its schema,
// quoted. Those of a partitioned table are those of its partitions together.
const askTableStatistics = `
SELECT s.attname, s.n_distinct::pg_catalog.text, coalesce(s.most_common_vals::pg_catalog.text, ''), s.null_frac::pg_catalog.text,
	coalesce(s.histogram_bounds::pg_catalog.text, '')
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname
WHERE c.oid = $1::pg_catalog.text::pg_catalog.regclass AND s.inherited = (c.relkind = 'p')`
