-- strings in double quotes
SELECT name FROM users WHERE country = "Kenya" AND name <> "" AND id IN ("a", "b");
-- backquotes and brackets
SELECT `name`, [country], u.[id] FROM [users] AS u WHERE `u`.`id` > 3 ORDER BY [name];
-- limit with a comma
SELECT id FROM users ORDER BY id LIMIT 5, 10;
-- limit with a comma in a subquery
SELECT count(*) FROM (SELECT id FROM users LIMIT 2 * 3, 10 - 1) WHERE id > 0;
-- equality with two signs
SELECT id FROM users WHERE id == 3 AND name != 'x';
-- LIKE with ESCAPE
SELECT name FROM users WHERE name LIKE '50\%%' ESCAPE '\' OR name NOT LIKE '%a!_b%' ESCAPE '!';
-- IS with any operand
SELECT id FROM users WHERE name IS 'x' OR country IS NOT 'y' OR id IS NOT NULL OR name IS country;
-- GLOB and its contrary
SELECT name FROM users WHERE name GLOB 'A*' AND country NOT GLOB '[a-z]*';
-- dates
SELECT strftime('%Y-%m', created_at) AS month, date(created_at, 'start of month', '+1 month'), julianday('now') - julianday(created_at) FROM users WHERE date(created_at) >= date('now', '-7 days');
-- casts
SELECT CAST(id AS TEXT), CAST(name AS INTEGER), CAST(id AS REAL) / 3, CAST(id AS VARCHAR(10)), CAST(id AS NUMERIC), CAST(created_at AS DATE) FROM users;
-- joins without a condition
SELECT count(*) FROM users AS a JOIN users AS b JOIN users AS c ON a.id = b.id AND b.id = c.id;
-- comma joins
SELECT a.name FROM users a, users b LEFT JOIN users c ON c.id = b.id WHERE a.id = b.id;
-- set operations bind alike
SELECT id FROM users WHERE id < 3 UNION SELECT id FROM users WHERE id > 5 INTERSECT SELECT id FROM users EXCEPT SELECT 7 ORDER BY 1 LIMIT 4;
-- scalar max and aggregates
SELECT max(id, 3), min(id, 2), max(id), total(id), group_concat(name, '; '), ifnull(name, 'none'), iif(id > 3, 'big', 'small') FROM users GROUP BY country;
-- windows
SELECT id, row_number() OVER (PARTITION BY country ORDER BY id), sum(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), lag(name) OVER w FROM users WINDOW w AS (ORDER BY id);
-- a recursive series
WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 10) SELECT x, x % 3, x / 2, x || '!', x << 1, x & 3 FROM n;
-- mixed case
SELECT U.Name AS FullName, Count(*) AS Total FROM Users AS U WHERE U.ID > 1 GROUP BY U.Name HAVING Count(*) >= 1 ORDER BY Total DESC, U.Name;
-- a correlated subquery
SELECT name FROM users u WHERE id = (SELECT max(id) FROM users v WHERE v.country = u.country) AND EXISTS (SELECT * FROM users w WHERE w.id > u.id);
-- collation and hexadecimal
SELECT name FROM users WHERE name = 'ana' COLLATE NOCASE OR name = x'616e61' ORDER BY name COLLATE NOCASE DESC;
-- comments
SELECT id, -- the key
  name /* and the /* name */ FROM users;
-- a string as a column's name
SELECT u.'name' AS 'label' FROM users u;
-- NULLS, offset, DISTINCT
SELECT DISTINCT country FROM users ORDER BY country DESC NULLS LAST LIMIT 3 OFFSET 1;
-- JSON
SELECT json_extract(name, '$.a'), name ->> '$.b', j.value FROM users, json_each('[1,2]') AS j;
-- operators of one precedence here and another there
SELECT 'a' || id || 'b', (id + 1) || 'x', id * 2 || '' FROM users;
-- a table-valued function of the schema
SELECT name, type FROM pragma_table_info('users');
-- date arithmetic by parts
SELECT CAST(strftime('%Y', created_at) AS INTEGER) - 2000 AS y, count(*) FROM users GROUP BY y ORDER BY y;
-- a string as an alias without AS
SELECT u.id 'key', count(*) 'how many' FROM users 'u' WHERE u.name > 'a' GROUP BY u.id ORDER BY 'key';
