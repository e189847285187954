CREATE TABLE t_state (is_id INTEGER PRIMARY KEY, is_name TEXT NOT NULL);
CREATE TABLE t_use (us_id INTEGER PRIMARY KEY, us_month DATE NOT NULL, us_mb INTEGER NOT NULL);
CREATE TABLE t_bill (bl_id INTEGER PRIMARY KEY, bl_isid INTEGER NOT NULL REFERENCES t_state(is_id), bl_date DATE NOT NULL, bl_total INTEGER NOT NULL);
INSERT INTO t_state VALUES (1, 'Open'), (2, 'Paid');
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 40) INSERT INTO t_use SELECT i, date('2024-01-01', '+' || (i % 30) || ' months'), 10 + i * 7 % 90 FROM n;
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i < 60) INSERT INTO t_bill SELECT i, 1 + i % 2, date('2024-01-03', '+' || (i * 17) || ' days'), 20 + i * 13 % 70 FROM n;
