-- Moorings, made for these questions: what is called like a table is how many of them, what is charged has a name of its own beside the net.
CREATE TABLE harbours (harbour_id INTEGER PRIMARY KEY, harbour_name TEXT NOT NULL, town TEXT NOT NULL);
INSERT INTO harbours VALUES (1, 'North Quay', 'Vik'), (2, 'Old Basin', 'Vik'), (3, 'Long Pier', 'Sund');

CREATE TABLE berths (berth_id INTEGER PRIMARY KEY, harbour_id INTEGER NOT NULL REFERENCES harbours, berth_state TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO berths SELECT i, 1 + i % 3, CASE i % 5 WHEN 0 THEN 'under_repair' WHEN 1 THEN 'vacant' ELSE 'taken' END FROM n;

CREATE TABLE yards (yard_id INTEGER PRIMARY KEY, yard_name TEXT NOT NULL, trade TEXT NOT NULL, crew INTEGER NOT NULL, town_area_acres REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO yards SELECT i, 'Yard ' || char(65 + i % 26) || i, CASE i % 3 WHEN 0 THEN 'ropes' WHEN 1 THEN 'sails' ELSE 'paint' END, 2 + i * 7 % 19, 3 + i * 11 % 40 FROM n;

CREATE TABLE lets (let_id INTEGER PRIMARY KEY, yard_id INTEGER NOT NULL REFERENCES yards, harbour_id INTEGER NOT NULL REFERENCES harbours, berths INTEGER NOT NULL, end_reason TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO lets SELECT i, 1 + i * 7 % 30, 1 + i % 3, 1 + i % 6, CASE WHEN i % 4 = 0 THEN 'repair' END FROM n;

CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, let_id INTEGER NOT NULL REFERENCES lets, raised_on DATE NOT NULL, due_on DATE NOT NULL, net_amount REAL NOT NULL, tax_amount REAL NOT NULL, total_amount REAL NOT NULL, bill_state TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO bills SELECT i, 1 + i * 3 % 50, date('2026-05-01', i || ' days'), date('2026-05-31', i || ' days'), 100 + i * 37 % 900, (100 + i * 37 % 900) * 0.2, (100 + i * 37 % 900) * 1.2, CASE i % 4 WHEN 0 THEN 'sent' ELSE 'paid' END FROM n;
