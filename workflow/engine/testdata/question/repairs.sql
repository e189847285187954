-- A workshop: jobs that may have no technician yet, parts of jobs, shifts of technicians, and what was quoted beside what it cost.
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, customer_name TEXT NOT NULL, city TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)
INSERT INTO customers SELECT i, 'Customer ' || char(64 + i), CASE i % 3 WHEN 0 THEN 'Bergen' WHEN 1 THEN 'Aarhus' ELSE 'Malmo' END FROM n;

CREATE TABLE technicians (technician_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT NOT NULL, hired_on DATE NOT NULL);
INSERT INTO technicians VALUES (1, 'Zoe Lind', 'zoe@shop.example', '2019-03-01'), (2, 'Adam Berg', 'adam@shop.example', '2021-06-15'), (3, 'Mia Krogh', 'mia@shop.example', '2017-10-20');

CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, technician_id INTEGER REFERENCES technicians, job_kind TEXT NOT NULL, status TEXT NOT NULL,
  is_warranty BOOLEAN NOT NULL, opened_on DATE NOT NULL, closed_on DATE, quoted_cost REAL NOT NULL, actual_cost REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO jobs SELECT i, 1 + i * 7 % 9, CASE WHEN i % 8 = 0 THEN NULL ELSE 1 + i % 3 END, CASE i % 3 WHEN 0 THEN 'engine' WHEN 1 THEN 'brakes' ELSE 'paint' END,
  CASE WHEN i % 5 = 0 THEN 'open' WHEN i % 11 = 0 THEN 'cancelled' ELSE 'done' END, i % 4 = 0, date('2025-12-01', (i * 3) || ' days'), CASE WHEN i % 5 = 0 THEN NULL ELSE date('2025-12-09', (i * 3) || ' days') END, 80 + i * 37 % 400, 90 + i * 41 % 450 FROM n;

CREATE TABLE job_parts (job_id INTEGER NOT NULL REFERENCES jobs, part_no TEXT NOT NULL, quantity INTEGER NOT NULL, line_total REAL NOT NULL, PRIMARY KEY (job_id, part_no));
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 240)
INSERT INTO job_parts SELECT 1 + i % 120, CASE WHEN i > 120 THEN 'P-' || (i % 7) ELSE 'Q-' || (i % 5) END, 1 + i % 4, 12 + i * 13 % 90 FROM n;

CREATE TABLE shifts (shift_id INTEGER PRIMARY KEY, technician_id INTEGER NOT NULL REFERENCES technicians, starts_at DATETIME NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO shifts SELECT i, 1 + i % 3, datetime('2026-02-01 07:00', i || ' days') FROM n;
