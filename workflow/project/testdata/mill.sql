CREATE TABLE crew (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE clients (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, keeper_id INTEGER NOT NULL REFERENCES crew(id));
CREATE TABLE saws (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kw INTEGER NOT NULL);
CREATE TABLE jobs (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients(id), lead_id INTEGER NOT NULL REFERENCES crew(id), opened_on DATE NOT NULL, closed_on DATE, cancelled_on DATE, state TEXT NOT NULL, price REAL NOT NULL);
CREATE TABLE cuts (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES jobs(id), saw_id INTEGER NOT NULL REFERENCES saws(id), cut_on DATE NOT NULL, metres REAL NOT NULL, minutes INTEGER NOT NULL);
CREATE TABLE faults (id INTEGER PRIMARY KEY, saw_id INTEGER NOT NULL REFERENCES saws(id), found_on DATE NOT NULL, ended_on DATE);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 6)
INSERT INTO crew SELECT i, 'Hand ' || i FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 30)
INSERT INTO clients SELECT i, 'Joiner ' || i, CASE i % 3 WHEN 0 THEN 'Upton' WHEN 1 THEN 'Norley' ELSE 'Westing' END, 1 + i % 4 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 9)
INSERT INTO saws SELECT i, 'Saw ' || i, 4 + (i * 5) % 9 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 240)
INSERT INTO jobs SELECT i, 1 + (i * i + i * 5) % 29, 1 + (i * 7) % 6, date('2025-01-05', '+' || (i * 3) || ' days'), CASE WHEN i % 6 = 0 OR i > 222 THEN NULL ELSE date('2025-01-05', '+' || (i * 3 + 5 + i % 40) || ' days') END,
  CASE WHEN i % 6 = 0 THEN date('2025-01-05', '+' || (i * 3 + 20 + i % 25) || ' days') END, CASE WHEN i % 6 = 0 THEN 'X' WHEN i > 222 THEN 'O' ELSE 'D' END, 50 + (i * 37) % 400 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 500)
INSERT INTO cuts SELECT i, 1 + (i * 11) % 240, 1 + (i * i) % 9, date('2025-01-10', '+' || i || ' days'), 2 + (i * 13) % 30, 5 + (i * 17) % 90 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 40)
INSERT INTO faults SELECT i, 1 + i % 9, date('2025-02-01', '+' || (i * 14) || ' days'), CASE WHEN i % 5 = 0 THEN NULL ELSE date('2025-02-01', '+' || (i * 14 + i % 9) || ' days') END FROM n;
