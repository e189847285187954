-- A workshop, made for these questions: work that is promised and done, people who come and go.
CREATE TABLE branches (branch_id INTEGER PRIMARY KEY, branch_name TEXT NOT NULL, city TEXT NOT NULL);
INSERT INTO branches VALUES (1, 'Harbour', 'Aarhus'), (2, 'Old Town', 'Aarhus'), (3, 'Station', 'Odense');

CREATE TABLE mechanics (mechanic_id INTEGER PRIMARY KEY, branch_id INTEGER NOT NULL REFERENCES branches, full_name TEXT NOT NULL, email TEXT NOT NULL,
  hired_on DATE NOT NULL, left_on DATE);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO mechanics SELECT i, 1 + i % 3, 'Mechanic ' || i, 'm' || i || '@example.org', date('2016-02-01', (i * 97) || ' days'),
  CASE WHEN i % 5 = 0 THEN date('2025-01-10', (i * 20) || ' days') END FROM n;

CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, mechanic_id INTEGER NOT NULL REFERENCES mechanics, kind TEXT NOT NULL, opened_at DATETIME NOT NULL,
  promised_on DATE NOT NULL, finished_on DATE, price REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
INSERT INTO repairs SELECT i, 1 + i * 7 % 23, CASE i % 4 WHEN 0 THEN 'brakes' WHEN 1 THEN 'tyres' WHEN 2 THEN 'engine' ELSE 'paint' END,
  datetime('2025-01-03 08:00', (i * 41) || ' hours'), date('2025-01-03', (i * 41 / 24 + 5) || ' days'),
  CASE WHEN i % 6 <> 0 THEN date('2025-01-03', (i * 41 / 24 + 1 + i * 13 % 9) || ' days') END, 50 + i * 31 % 700 FROM n;

CREATE TABLE complaints (complaint_id INTEGER PRIMARY KEY, repair_id INTEGER NOT NULL REFERENCES repairs, made_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO complaints SELECT i, 1 + i * 17 % 390, date('2025-02-01', (i * 15) || ' days') FROM n;
