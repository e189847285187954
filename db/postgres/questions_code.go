package postgres

// What the closure of a statement is made of: the objects of this database that can run code. The answers go to
// closure.Load, in this order. Numbers from 16384 on are those of objects that were made after initdb (PostgreSQL manual,
// "pg_proc"; access/transam.h, FirstNormalObjectId).

// references are the functions, operators, relations and types in the parsed expressions that stand in front of it: as the
// server resolved them (nodes/primnodes.h, nodes/parsenodes.h).
const references = `::pg_catalog.text, ':(funcid|opfuncid|aggfnoid|winfnoid|startInRangeFunc|endInRangeFunc|opno|opnos|relid|resulttype|sortop|eqop|tsmhandler|funccoltypes|coltypes|colTypes|' ||
	'vartype|consttype|funcresulttype|opresulttype|aggtype|wintype|row_typeid|array_typeid|minmaxtype|paramtype|typeId) [(]?o? ?([0-9][0-9 ]*)', 'g') AS m`

// ofAnyType are the types of arguments that take values of any type and may give them back (anyarray, anyelement, anynonarray, anyenum,
// anyrange, anymultirange, the anycompatible ones, record), ofMany those that are made of others.
const (
	ofAnyType = `'{2277,2283,2776,3500,3831,4537,5077,5078,5079,5080,4538,2249}'::pg_catalog.oid[]`
	ofMany    = `'{2277,5078,3831,4537,5080,4538}'::pg_catalog.oid[]`
)

const (
	// askBuiltins are the functions of PostgreSQL that do more than read; those that take values of any type, with how many arguments, whether
	// they fit values to each other, give some of the type, give many, and make some out of others; and relations that show secrets.
	askBuiltins = `SELECT p.oid, p.proname, 'f' FROM pg_catalog.pg_proc p
	WHERE p.oid < 16384 AND (p.provolatile = 'v' OR p.proname::pg_catalog.text = ANY ($1::pg_catalog.text[]) OR p.proname::pg_catalog.text LIKE ANY ($2::pg_catalog.text[]))
UNION ALL SELECT p.oid, p.proname, pg_catalog.concat(p.pronargs - p.pronargdefaults, ' ', CASE WHEN p.provariadic <> 0 THEN 100 ELSE p.pronargs END, ' -',
		CASE WHEN a.fitted > 1 OR a.one AND p.pronargs > 1 AND p.prokind = 'f' THEN 'f' END, CASE WHEN p.prorettype = ANY (` + ofAnyType + `) THEN 'g' END,
		CASE WHEN p.prorettype = ANY (` + ofMany + `) THEN 'm' END, CASE WHEN a.one AND p.pronargs > 1 AND p.prokind = 'f' THEN 'x' END)
	FROM pg_catalog.pg_proc p, LATERAL (SELECT pg_catalog.count(*) FILTER (WHERE t <> 2249) AS fitted, pg_catalog.bool_or(t IN (2283, 2776, 5077, 5079)) AS one
		FROM pg_catalog.unnest(p.proargtypes::pg_catalog.oid[]) AS t WHERE t = ANY (` + ofAnyType + `)) AS a
	WHERE p.oid < 16384 AND a.one IS NOT NULL
UNION ALL SELECT c.oid, c.relname, 'r' FROM pg_catalog.pg_class c WHERE c.oid < 16384 AND c.relname::pg_catalog.text = ANY ($3::pg_catalog.text[])`

	// askCodeFunctions calls the language another where the body reads strings in another way than parley does.
	askCodeFunctions = `SELECT p.oid, n.nspname, p.proname, p.prokind,
	CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.unnest(p.proconfig) AS s WHERE s LIKE 'standard_conforming_strings=%') THEN 'escapes' ELSE l.lanname::pg_catalog.text END, p.provolatile,
	CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.unnest(p.proconfig) AS s WHERE pg_catalog.lower(s) LIKE 'role=%' OR pg_catalog.lower(s) LIKE 'row\_security=%'
		OR pg_catalog.lower(s) LIKE 'session\_authorization=%') THEN 'role' ELSE p.prosecdef::pg_catalog.text END,
	p.pronargs, p.pronargdefaults, (p.provariadic <> 0)::pg_catalog.text, p.proargtypes::pg_catalog.text, p.prorettype,
	coalesce(pg_catalog.array_to_string(p.proallargtypes, ' '), ''), coalesce(p.prosrc, ''),
	array(SELECT DISTINCT m[1] || ' ' || m[2] FROM pg_catalog.regexp_matches(
		pg_catalog.concat(pg_catalog.to_jsonb(p) ->> 'prosqlbody', ' ', p.proargdefaults::pg_catalog.text)` + references + `),
	coalesce((SELECT pg_catalog.substr(s, 13) FROM pg_catalog.unnest(p.proconfig) AS s WHERE s LIKE 'search\_path=%'), ''),
	(EXISTS (SELECT 1 FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid
		AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.deptype = 'e'))::pg_catalog.text,
	coalesce(pg_catalog.array_to_string(p.proargnames, pg_catalog.chr(1)), '')
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE p.oid >= 16384`

	askCodeOperators = `SELECT o.oid, n.nspname, o.oprname, o.oprcode::pg_catalog.oid, o.oprcom, o.oprnegate
FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace WHERE o.oid >= 16384`

	// askCodeTypes leaves out the row types of tables, and arrays of them that are called as arrays are: the table says which they are.
	askCodeTypes = `SELECT t.oid, n.nspname, t.typname, t.typtype,
	coalesce((SELECT r.rngsubtype FROM pg_catalog.pg_range r WHERE r.rngtypid = t.oid),
		(SELECT r.rngtypid FROM pg_catalog.pg_range r WHERE pg_catalog.to_jsonb(r) ->> 'rngmultitypid' = t.oid::pg_catalog.text), t.typbasetype), t.typelem, t.typrelid,
	CASE WHEN t.typtype = 'b' AND t.typelem = 0
		THEN pg_catalog.concat_ws(' ', t.typinput::pg_catalog.oid, t.typoutput::pg_catalog.oid, t.typmodin::pg_catalog.oid) ELSE '' END,
	array(SELECT DISTINCT m[1] || ' ' || m[2] FROM pg_catalog.pg_constraint k, pg_catalog.regexp_matches(k.conbin` + references + ` WHERE k.contypid = t.oid)
FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace LEFT JOIN pg_catalog.pg_type e ON e.oid = t.typelem
WHERE t.oid >= 16384 AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_class c WHERE c.relkind <> 'c'
	AND (c.oid = t.typrelid OR t.typrelid = 0 AND c.oid = e.typrelid AND t.typname::pg_catalog.text = '_' || e.typname::pg_catalog.text))`

	askCodeCasts = `SELECT c.castsource, c.casttarget, c.castfunc, pg_catalog.format_type(c.castsource, NULL), pg_catalog.format_type(c.casttarget, NULL),
	c.castmethod, c.castcontext
FROM pg_catalog.pg_cast c WHERE c.oid >= 16384`

	// askCodeRelations: rules count for views, policies for tables; "active" says whether the policies hold for the role itself.
	askCodeRelations = `SELECT c.oid, n.nspname, c.relname, c.relkind,
	CASE WHEN c.relrowsecurity THEN pg_catalog.row_security_active(c.oid) ELSE false END::pg_catalog.text,
	CASE WHEN c.relkind = 'v' THEN array(SELECT DISTINCT m[1] || ' ' || m[2] FROM pg_catalog.pg_rewrite r, pg_catalog.regexp_matches(r.ev_action` + references + ` WHERE r.ev_class = c.oid)
		WHEN c.relrowsecurity THEN array(SELECT DISTINCT m[1] || ' ' || m[2] FROM pg_catalog.pg_policy y, pg_catalog.regexp_matches(y.polqual` + references + ` WHERE y.polrelid = c.oid AND y.polcmd IN ('r', '*')) END,
	c.reltype, t.typarray
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_catalog.pg_type t ON t.oid = c.reltype
WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'c')`

	askForeign = `SELECT t.ftrelid, w.fdwname, s.srvname, coalesce(p.prosrc, ''), (pg_catalog.array_to_string(t.ftoptions, ' ') ~ '(^| )program=')::pg_catalog.text
FROM pg_catalog.pg_foreign_table t JOIN pg_catalog.pg_foreign_server s ON s.oid = t.ftserver
JOIN pg_catalog.pg_foreign_data_wrapper w ON w.oid = s.srvfdw LEFT JOIN pg_catalog.pg_proc p ON p.oid = w.fdwhandler`

	// askCodeParts gives pairs: of an aggregate and its functions, an aggregate and the types of the values that its functions hand on, and as which the first are read, a table and its children, a table and the type that it is made of, a table and the types of its columns,
	// a type and the functions by which it is compared, and by which the planner measures a range, a table and what planning a query of it computes in advance,
	// a table and the types of the constants that it computes with.
	askCodeParts = `SELECT 'part', a.aggfnoid::pg_catalog.oid, f, '' FROM pg_catalog.pg_aggregate a, pg_catalog.unnest(ARRAY[a.aggtransfn::pg_catalog.oid,
	a.aggfinalfn::pg_catalog.oid, a.aggcombinefn::pg_catalog.oid, a.aggserialfn::pg_catalog.oid, a.aggdeserialfn::pg_catalog.oid,
	a.aggmtransfn::pg_catalog.oid, a.aggminvtransfn::pg_catalog.oid, a.aggmfinalfn::pg_catalog.oid]) AS f
	WHERE a.aggfnoid::pg_catalog.oid >= 16384 AND f <> 0
UNION ALL SELECT 'state', a.aggfnoid::pg_catalog.oid, a.aggtranstype, '' FROM pg_catalog.pg_aggregate a WHERE a.aggtranstype >= 16384 AND a.agginitval IS NOT NULL
UNION ALL SELECT 'state', a.aggfnoid::pg_catalog.oid, a.aggmtranstype, '' FROM pg_catalog.pg_aggregate a WHERE a.aggmtranstype >= 16384 AND a.aggminitval IS NOT NULL
UNION ALL SELECT 'hand', a.aggfnoid::pg_catalog.oid, t, '' FROM pg_catalog.pg_aggregate a, pg_catalog.unnest(ARRAY[a.aggtranstype, a.aggmtranstype]) AS t WHERE t >= 16384
UNION ALL SELECT 'sort', a.aggfnoid::pg_catalog.oid, a.aggsortop, '' FROM pg_catalog.pg_aggregate a WHERE a.aggfnoid::pg_catalog.oid >= 16384 AND a.aggsortop <> 0
UNION ALL SELECT 'child', i.inhparent, i.inhrelid, '' FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid WHERE c.relkind IN ('r', 'p', 'f')
UNION ALL SELECT 'of', c.oid, c.reloftype, '' FROM pg_catalog.pg_class c WHERE c.reloftype <> 0
UNION ALL SELECT 'column', a.attrelid, a.atttypid, a.attname::pg_catalog.text FROM pg_catalog.pg_attribute a
	WHERE a.atttypid >= 16384 AND a.attrelid >= 16384 AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL SELECT 'compare', greatest(p.amproclefttype, p.amprocrighttype), p.amproc::pg_catalog.oid, '' FROM pg_catalog.pg_amproc p WHERE p.amproc::pg_catalog.oid >= 16384
UNION ALL SELECT 'compare', greatest(m.amoplefttype, m.amoprighttype), o.oprcode::pg_catalog.oid, ''
	FROM pg_catalog.pg_amop m JOIN pg_catalog.pg_operator o ON o.oid = m.amopopr WHERE o.oprcode::pg_catalog.oid >= 16384
UNION ALL SELECT 'compare', r.rngtypid, f, '' FROM pg_catalog.pg_range r, pg_catalog.unnest(ARRAY[r.rngsubdiff::pg_catalog.oid, r.rngcanonical::pg_catalog.oid]) AS f
	WHERE f >= 16384
UNION ALL SELECT 'plan', coalesce(k.conrelid, i.indrelid, s.stxrelid, d.objid), coalesce(o.oprcode::pg_catalog.oid, d.refobjid), ''
	FROM pg_catalog.pg_depend d
	LEFT JOIN pg_catalog.pg_constraint k ON d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass AND k.oid = d.objid
	LEFT JOIN pg_catalog.pg_index i ON d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND i.indexrelid = d.objid
	LEFT JOIN pg_catalog.pg_statistic_ext s ON d.classid = 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass AND s.oid = d.objid
	LEFT JOIN pg_catalog.pg_operator o ON d.refclassid = 'pg_catalog.pg_operator'::pg_catalog.regclass AND o.oid = d.refobjid
	JOIN pg_catalog.pg_proc p ON p.oid = coalesce(o.oprcode::pg_catalog.oid, d.refobjid) AND p.provolatile = 'i'
	WHERE d.refobjid >= 16384 AND d.refclassid IN ('pg_catalog.pg_proc'::pg_catalog.regclass, 'pg_catalog.pg_operator'::pg_catalog.regclass)
	AND d.classid IN ('pg_catalog.pg_constraint'::pg_catalog.regclass, 'pg_catalog.pg_class'::pg_catalog.regclass, 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass)
UNION ALL SELECT 'plan of', coalesce(k.conrelid, i.indrelid, s.stxrelid, d.objid), d.refobjid, ''
	FROM pg_catalog.pg_depend d
	LEFT JOIN pg_catalog.pg_constraint k ON d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass AND k.oid = d.objid
	LEFT JOIN pg_catalog.pg_index i ON d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND i.indexrelid = d.objid
	LEFT JOIN pg_catalog.pg_statistic_ext s ON d.classid = 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass AND s.oid = d.objid
	WHERE d.refobjid >= 16384 AND d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.objsubid = 0
	AND d.classid IN ('pg_catalog.pg_constraint'::pg_catalog.regclass, 'pg_catalog.pg_class'::pg_catalog.regclass, 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass)`
)

// moment is what was written to the cluster, and as whom the session runs: another client of a pooler may have set its role.
const moment = `pg_catalog.concat_ws(' ', pg_catalog.txid_current_snapshot(), current_user, pg_catalog.current_setting('row_security'))`

// askFingerprint says whether the catalogue may have changed since an answer before: nobody has written to the cluster since
// the same moment, and the rows of the same hash are the same versions. $1 is the moment of that answer.
const askFingerprint = `SELECT ` + moment + `, CASE WHEN ` + moment + ` = $1 THEN '' ELSE
	pg_catalog.concat_ws(' ', current_user, pg_catalog.current_setting('row_security'),
	(SELECT pg_catalog.concat_ws(' ', r.rolsuper, r.rolbypassrls) FROM pg_catalog.pg_roles r WHERE r.rolname = current_user),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.roleid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_auth_members x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.attrelid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_attribute x
		WHERE x.atttypid >= 16384),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_amproc x WHERE x.oid >= 16384),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_amop x WHERE x.oid >= 16384),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_proc x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_operator x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_cast x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_type x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_rewrite x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_policy x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_class x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_namespace x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_constraint x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_statistic_ext x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.ftrelid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_foreign_table x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.oid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_foreign_server x),
	(SELECT pg_catalog.sum(pg_catalog.hashint8(x.inhrelid::bigint << 32 | x.xmin::pg_catalog.text::bigint)) FROM pg_catalog.pg_inherits x)) END`

// fingerprintOrFail is askFingerprint for a statement that is sent with it: an error stands in its place where the catalogue is
// another one. $2 is the hash of the answer before.
const fingerprintOrFail = `SELECT f.*, 1 / CASE WHEN f.print = '' OR f.print = $2::pg_catalog.text THEN 1 ELSE 0 END
	FROM (` + askFingerprint + ` OFFSET 0) AS f(snapshot, print)`

// askVolatile is what a server without such a catalogue is asked instead: which of the functions and operators called are
// volatile, in whatever schema.
const askVolatile = `SELECT array(SELECT DISTINCT p.proname::pg_catalog.text FROM pg_catalog.pg_proc p
		WHERE p.provolatile = 'v' AND p.proname::pg_catalog.text = ANY ($1::pg_catalog.text[])),
	array(SELECT DISTINCT o.oprname::pg_catalog.text FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_proc p ON p.oid = o.oprcode
		WHERE p.provolatile = 'v' AND o.oprname::pg_catalog.text = ANY ($2::pg_catalog.text[]))`
