-- A dairy, made for these questions: what is billed is paid by receipts, which have rows of their own.
CREATE TABLE households (household_id INTEGER PRIMARY KEY, family_name TEXT NOT NULL, village TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO households SELECT i, 'Family ' || char(65 + i % 26) || i, CASE i % 3 WHEN 0 THEN 'Brook' WHEN 1 THEN 'Dale' ELSE 'Hill' END FROM n;

CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, household_id INTEGER NOT NULL REFERENCES households, issued_on DATE NOT NULL, due_on DATE NOT NULL, amount REAL NOT NULL, status TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 240)
INSERT INTO bills SELECT i, 1 + i * 7 % 40, date('2026-01-05', i || ' days'), date('2026-01-19', i || ' days'), 20 + i * 13 % 90, CASE WHEN i % 8 = 0 THEN 'open' ELSE 'paid' END FROM n;

CREATE TABLE receipts (receipt_id INTEGER PRIMARY KEY, bill_id INTEGER NOT NULL REFERENCES bills, paid_on DATE NOT NULL, amount REAL NOT NULL, method TEXT NOT NULL);
INSERT INTO receipts SELECT bill_id, bill_id, date(due_on, (bill_id * 5 % 23 - 14) || ' days'), amount, CASE bill_id % 2 WHEN 0 THEN 'cash' ELSE 'card' END FROM bills WHERE status = 'paid';
