-- A warehouse as such databases are: no key is declared, a table of codes, names run together.
CREATE TABLE code_list (code_type TEXT, code TEXT, description TEXT, PRIMARY KEY (code_type, code));
INSERT INTO code_list VALUES ('SHIPSTAT', 'D', 'delivered'), ('SHIPSTAT', 'T', 'in transit'), ('SHIPSTAT', 'X', 'cancelled');
CREATE TABLE customer (custno INTEGER PRIMARY KEY, custname TEXT, phone TEXT, city TEXT, segment TEXT);
CREATE TABLE shipment (shipno INTEGER PRIMARY KEY, custno INTEGER, shipstat TEXT, weight_kg REAL, shipped_on DATE, express INTEGER);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO customer SELECT i, 'Customer ' || i, '+44 20 ' || (7000 + i), 'City ' || (i % 20), CASE i % 3 WHEN 0 THEN 'retail' WHEN 1 THEN 'trade' ELSE 'export' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO shipment SELECT i, 1 + i * 7 % 30, CASE i % 5 WHEN 0 THEN 'X' WHEN 1 THEN 'T' ELSE 'D' END, i * 1.5, date('2026-01-01', '+' || (i * 3) || ' days'), i % 2 FROM n;
