-- Stalls whose takings are held in cents.
CREATE TABLE stalls (stall_id INTEGER PRIMARY KEY, stall_name TEXT NOT NULL, shut_on DATE, in_use BOOLEAN NOT NULL);
INSERT INTO stalls VALUES (1, 'North Gate', NULL, TRUE), (2, 'Quay', '2026-03-01', FALSE), (3, 'Market Hall', NULL, TRUE);
CREATE TABLE takings (taking_id INTEGER PRIMARY KEY, stall_id INTEGER NOT NULL REFERENCES stalls, taken_on DATE NOT NULL, amount_cents INTEGER NOT NULL, tip_cents INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO takings SELECT i, 1 + i % 3, date('2026-05-02', (i * 2) || ' days'), 9000 + i * 7919 % 90000, i * 31 % 900 FROM n;
