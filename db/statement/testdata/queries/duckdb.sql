-- aggregates of its own
SELECT country, median(id), quantile_cont(id, 0.9), arg_max(name, id), approx_count_distinct(id), list(name ORDER BY name) FROM users GROUP BY country;
-- grouping by everything
SELECT country, count(*) FROM users GROUP BY ALL ORDER BY ALL;
-- dates
SELECT date_trunc('month', created_at) AS month, date_diff('day', created_at, current_date), created_at + INTERVAL 1 DAY, strftime(created_at, '%Y-%m') FROM users;
-- a star without columns
SELECT * EXCLUDE (name) FROM users;
-- a star with replaced columns
SELECT * REPLACE (upper(name) AS name) FROM users WHERE id > 3;
-- FROM first
FROM users SELECT name WHERE id > 3;
-- lists and structs
SELECT [1, 2, 3], {'a': 1}, name[1:2] FROM users;
-- lambda
SELECT list_transform([1, 2], x -> x + 1) FROM users;
-- qualify
SELECT name, row_number() OVER (PARTITION BY country ORDER BY id) AS n FROM users QUALIFY n = 1;
-- pivot
PIVOT users ON country USING count(*);
-- joins of its own
SELECT * FROM users ASOF JOIN u ON users.id >= u.id;
-- plain analytics
SELECT u.name, sum(t.amount) AS total FROM users u JOIN t ON t.user_id = u.id WHERE u.name ILIKE 'a%' AND t.amount BETWEEN 1 AND 9 GROUP BY u.name HAVING sum(t.amount) > 3 ORDER BY total DESC LIMIT 5;
-- mixed case
SELECT U.Name, Count(*) AS Total FROM Users AS U GROUP BY U.Name ORDER BY Total;
-- casts
SELECT id::VARCHAR, CAST(id AS DOUBLE), '2026-01-01'::DATE, id::DECIMAL(10, 2), try_cast(name AS INTEGER) FROM users;
-- union by name
SELECT id FROM users UNION BY NAME SELECT id FROM u;
-- integer division and the rest
SELECT id // 2, id % 2, 5 / 2, 2 ** 3, id == 3 FROM users;
