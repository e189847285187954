-- ranking inside groups
SELECT country, name, rank() OVER (PARTITION BY country ORDER BY revenue DESC) AS place, revenue - lag(revenue, 1, 0) OVER (PARTITION BY country ORDER BY day) AS step FROM daily_revenue WHERE day >= DATE '2026-01-01';
-- named windows and frames
SELECT day, avg(amount) OVER w AS smooth, sum(amount) OVER (ORDER BY day ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS week, count(*) OVER (ORDER BY day RANGE BETWEEN INTERVAL '1 month' PRECEDING AND CURRENT ROW EXCLUDE TIES) FROM sales WINDOW w AS (ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING), v AS (w);
-- groups frame
SELECT first_value(x) OVER (ORDER BY y GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) FROM t;
-- ordered-set aggregates
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount) AS median, percentile_disc(ARRAY[0.25, 0.75]) WITHIN GROUP (ORDER BY amount), mode() WITHIN GROUP (ORDER BY status DESC) FROM orders;
-- filtered and ordered aggregates
SELECT count(*) FILTER (WHERE status = 'paid') AS paid, string_agg(DISTINCT name, ', ' ORDER BY name), array_agg(id ORDER BY created_at DESC NULLS LAST), sum(amount) FILTER (WHERE amount > 0 AND NOT refunded) FROM orders;
-- lateral joins
SELECT u.name, o.* FROM users AS u CROSS JOIN LATERAL (SELECT id, amount FROM orders WHERE orders.user_id = u.id ORDER BY amount DESC LIMIT 3) AS o;
-- lateral left join on true
SELECT u.id, x.n FROM users u LEFT JOIN LATERAL (SELECT count(*) AS n FROM orders o WHERE o.user_id = u.id) x ON true;
-- a recursive tree
WITH RECURSIVE tree(id, parent, path, depth) AS (SELECT id, parent_id, ARRAY[id], 1 FROM category WHERE parent_id IS NULL UNION ALL SELECT c.id, c.parent_id, t.path || c.id, t.depth + 1 FROM category c JOIN tree t ON c.parent_id = t.id WHERE t.depth < 10) SELECT * FROM tree ORDER BY path;
-- search and cycle
WITH RECURSIVE g AS (SELECT 1 AS a, 2 AS b UNION ALL SELECT e.a, e.b FROM edge e, g WHERE e.a = g.b) SEARCH DEPTH FIRST BY a, b SET ord CYCLE a, b SET looped USING path SELECT * FROM g ORDER BY ord;
-- cycle with its own marks
WITH RECURSIVE g(a) AS (SELECT 1 UNION SELECT a + 1 FROM g) CYCLE a SET looped TO 'Y' DEFAULT 'N' USING path TABLE g;
-- materialised and plain WITH
WITH a AS MATERIALIZED (SELECT * FROM t), b AS NOT MATERIALIZED (SELECT * FROM a), c(x, y) AS (VALUES (1, 'a'), (2, 'b')) SELECT * FROM a JOIN b USING (id) NATURAL JOIN c;
-- grouping sets
SELECT country, status, sum(amount), GROUPING(country, status) FROM orders GROUP BY GROUPING SETS ((country, status), (country), ()) HAVING sum(amount) > 0;
-- rollup and cube
SELECT a, b, c, count(*) FROM t GROUP BY DISTINCT a, ROLLUP (a, (b, c)), CUBE (b, c);
-- distinct on
SELECT DISTINCT ON (user_id, status) user_id, status, created_at FROM orders ORDER BY user_id, status, created_at DESC;
-- JSON operators
SELECT doc -> 'a' ->> 'b' AS b, doc #>> '{a,b}', doc @> '{"x": 1}'::jsonb, doc ? 'key', doc ?| ARRAY['a', 'b'], (doc ->> 'n')::int + 1, doc @? '$.a[*] ? (@ > 2)' FROM events WHERE doc ->> 'kind' = 'click';
-- JSON constructors and tables
SELECT JSON_OBJECT('a': 1, 'b': name), JSON_ARRAYAGG(name ORDER BY name), doc IS JSON OBJECT FROM users;
-- jsonb functions in FROM
SELECT e.key, e.value FROM events, jsonb_each_text(doc) AS e(key, value), jsonb_array_elements(doc -> 'items') WITH ORDINALITY AS i(item, n);
-- full text
SELECT title, ts_rank_cd(to_tsvector('english', body), q) AS score FROM docs, websearch_to_tsquery('english', 'cats -dogs') AS q WHERE to_tsvector('english', body) @@ q ORDER BY score DESC LIMIT 10;
-- arrays
SELECT tags[1], tags[2:3], tags[:2], array_length(tags, 1), ARRAY[[1, 2], [3, 4]], ARRAY(SELECT id FROM t ORDER BY id), 'x' = ANY (tags), 3 <> ALL (ARRAY[1, 2]), tags && ARRAY['a'] FROM t;
-- sets and series
SELECT d::date, count(o.id) FROM generate_series('2026-01-01'::timestamp, '2026-12-31', INTERVAL '1 day') AS d LEFT JOIN orders o ON o.created_at::date = d::date GROUP BY 1 ORDER BY 1;
-- unnest of several
SELECT * FROM unnest(ARRAY[1, 2], ARRAY['a', 'b']) WITH ORDINALITY AS x(n, s, i);
-- rows from and column definitions
SELECT * FROM ROWS FROM (generate_series(1, 3), generate_series(1, 5)) AS r(a, b), json_to_recordset('[{"a":1}]') AS j(a int, b text);
-- values as a query
VALUES (1, 'one'), (2, 'two'), (3, NULL) ORDER BY 1 DESC LIMIT 2;
-- the table command
TABLE users;
-- set operations and their parentheses
(SELECT id FROM a ORDER BY id LIMIT 3) UNION ALL (SELECT id FROM b EXCEPT SELECT id FROM c) INTERSECT SELECT id FROM d ORDER BY 1;
-- left-deep and right-deep set operations
SELECT 1 EXCEPT ALL (SELECT 2 EXCEPT SELECT 3) UNION (SELECT 4 INTERSECT ALL SELECT 5);
-- every kind of join
SELECT * FROM a JOIN b ON a.x = b.x LEFT JOIN c USING (x, y) RIGHT OUTER JOIN d ON d.x = a.x AND d.y > 3 FULL JOIN e ON true CROSS JOIN f NATURAL LEFT JOIN g;
-- nested joins
SELECT * FROM a LEFT JOIN (b JOIN c ON b.x = c.x) ON a.x = b.x, (d CROSS JOIN e) AS de(p, q) WHERE a.y = de.p;
-- join using with an alias
SELECT j.id, a.n FROM a JOIN b USING (id) AS j;
-- columns renamed by an alias
SELECT t.one, s.two FROM (SELECT 1, 2) AS t(one, two) JOIN LATERAL (VALUES (3, 4)) AS s(two, three) ON true;
-- case of both kinds
SELECT CASE WHEN a > 10 THEN 'big' WHEN a > 5 THEN 'middle' ELSE 'small' END, CASE status WHEN 'a' THEN 1 WHEN 'b' THEN 2 END FROM t;
-- subqueries everywhere
SELECT (SELECT max(x) FROM u WHERE u.id = t.id), EXISTS (SELECT 1 FROM u), ROW(1, 2) = (SELECT 1, 2), (a, b) IN (SELECT c, d FROM u), a NOT IN (SELECT c FROM u), a > ANY (SELECT c FROM u), a <= ALL (SELECT c FROM u) FROM t;
-- predicates of all kinds
SELECT * FROM t WHERE a BETWEEN 1 AND 10 AND b NOT BETWEEN SYMMETRIC 5 AND 2 AND c LIKE '50!%%' ESCAPE '!' AND d NOT ILIKE 'x_' AND e SIMILAR TO '(a|b)%' AND f IS DISTINCT FROM g AND h IS NOT DISTINCT FROM NULL AND i IS NOT TRUE AND j IS UNKNOWN AND k ISNULL AND l NOTNULL AND m ~* '^a' AND n !~ 'b';
-- precedence
SELECT a OR b AND NOT c = d, NOT (a AND b), (a OR b) AND c, -x ^ 2, (-x) ^ 2, 2 - (3 - 4), 2 - 3 - 4, a || b || c, (a || b) LIKE c, a + b * c / d % e, (a + b) * c, (a < b) = (c < d), NOT a IS NULL, (NOT a) IS NULL, - (-1), -(-x), +x, ~5 & 3 | 2 # 1 << 2, @ -5, |/ 25 FROM t;
-- casts
SELECT '2026-01-01'::date, CAST(a AS numeric(10, 2)), a::varchar(20)[], (a + b)::double precision, -1::int, (-1)::int, 'x'::char(3), '1 day'::interval, INTERVAL '2' DAY, INTERVAL '3 hours 5 minutes', TIMESTAMP WITH TIME ZONE '2026-01-01 00:00+00', '{1,2}'::int[], a::text::int, float8 '1.5', B'101'::bit(3), X'1F', bool 't', a::my_schema."My Type" FROM t;
-- dates
SELECT date_trunc('month', created_at) AS month, EXTRACT(epoch FROM b - a), EXTRACT(dow FROM a), now() - INTERVAL '7 days', CURRENT_DATE - 1, CURRENT_TIMESTAMP(3), LOCALTIME, a AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Riga', age(a, b), (a, b) OVERLAPS (c, d), to_char(a, 'YYYY-MM') FROM t;
-- string syntax
SELECT SUBSTRING(name FROM 2 FOR 3), SUBSTRING(name FROM 2), substring(name, 1, 2), POSITION('a' IN name), TRIM(BOTH 'x' FROM name), TRIM(LEADING FROM name), trim(name), ltrim(name), OVERLAY(name PLACING 'xx' FROM 2 FOR 1), upper(left(name, 1)), name COLLATE "C", normalize(name, NFC), U&'\00e4', E'tab\tquote\'' , 'it''s', $$dollar$$ FROM users;
-- functions with special calls
SELECT COALESCE(a, b, 0), NULLIF(a, ''), GREATEST(a, b), LEAST(a, b, c), format('%s-%s', VARIADIC ARRAY['a', 'b']), make_interval(days => 10), concat_ws(', ', a, b), CURRENT_USER, SESSION_USER, xmlelement(name foo, xmlattributes(a AS b), 'c'), (composite).field, (f(x)).y, (arr)[1].z, row_to_json(t.*), ROW(), ROW(1), t FROM t;
-- quoting
SELECT "Order", "a""b", "select", "user", "weiß", "1st", Ünïcode AS "Mixed Case", x AS "from", time, "table"."end" FROM "Weird Table" AS "table", public."Users" AS "T1";
-- limits
SELECT * FROM t ORDER BY a USING >, b ASC NULLS FIRST, c DESC NULLS LAST OFFSET 5 ROWS FETCH FIRST 10 ROWS WITH TIES;
-- limit all and expressions
SELECT * FROM t LIMIT 10 * 2 OFFSET (SELECT 3);
-- offset alone
SELECT * FROM t OFFSET 3;
-- sampling
SELECT * FROM t AS s TABLESAMPLE bernoulli (10) REPEATABLE (42) WHERE s.a > 1;
-- an empty select list
SELECT FROM t WHERE EXISTS (SELECT FROM u);
-- only and catalog names
SELECT * FROM ONLY parent AS p JOIN shop.public.orders o ON o.id = p.id;
-- statistics
SELECT corr(a, b), regr_slope(a, b), stddev_samp(a), width_bucket(a, 0, 100, 10), ntile(4) OVER (ORDER BY a), cume_dist() OVER (PARTITION BY b ORDER BY a) FROM t GROUP BY a, b;
-- a cohort
WITH first_order AS (SELECT user_id, min(date_trunc('month', created_at)) AS cohort FROM orders GROUP BY user_id), activity AS (SELECT f.cohort, date_trunc('month', o.created_at) AS month, count(DISTINCT o.user_id) AS users FROM orders o JOIN first_order f USING (user_id) GROUP BY 1, 2) SELECT cohort, month, users, round(100.0 * users / first_value(users) OVER (PARTITION BY cohort ORDER BY month), 1) AS percent FROM activity ORDER BY cohort, month;
-- a funnel
SELECT count(DISTINCT user_id) FILTER (WHERE step >= 1) AS seen, count(DISTINCT user_id) FILTER (WHERE step >= 2) AS tried, (count(DISTINCT user_id) FILTER (WHERE step >= 2))::numeric / NULLIF(count(DISTINCT user_id) FILTER (WHERE step >= 1), 0) AS rate FROM (SELECT user_id, max(CASE event WHEN 'view' THEN 1 WHEN 'try' THEN 2 WHEN 'buy' THEN 3 ELSE 0 END) AS step FROM events WHERE at >= now() - INTERVAL '30 days' GROUP BY user_id) AS s;
-- gaps and islands
SELECT user_id, min(day) AS from_day, max(day) AS to_day, count(*) AS days FROM (SELECT user_id, day, day - (row_number() OVER (PARTITION BY user_id ORDER BY day))::int AS island FROM logins) AS x GROUP BY user_id, island HAVING count(*) >= 3 ORDER BY days DESC, user_id;
