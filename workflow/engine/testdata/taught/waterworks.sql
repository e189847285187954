-- Waterworks, made for periods, states and rows that do not count in the words of a project: homes that come and go, contracts, complaints that
-- are decided some day, samples of water, visits, charges, campaigns.
CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO countries VALUES ('AT', 'Austria'), ('IT', 'Italy'), ('SI', 'Slovenia'), ('HR', 'Croatia');

CREATE TABLE homes (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, tariff TEXT NOT NULL, begun_in TEXT NOT NULL REFERENCES countries, lies_in TEXT NOT NULL REFERENCES countries,
  registered_on DATE NOT NULL, disconnected_on DATE, meter_sealed_on DATE);
INSERT INTO homes VALUES (0, 'Street hydrants', 'flat', 'SI', 'SI', '2020-01-01', NULL, NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO homes SELECT i, 'Owner ' || i, CASE i % 3 WHEN 0 THEN 'basic' WHEN 1 THEN 'family' ELSE 'farm' END,
  CASE i % 4 WHEN 0 THEN 'HR' WHEN 1 THEN 'IT' ELSE 'SI' END, CASE i % 5 WHEN 0 THEN 'AT' WHEN 1 THEN 'IT' ELSE 'SI' END,
  date('2024-01-07', (i * 11) || ' days'), CASE WHEN i % 5 = 2 THEN date('2026-01-05', (i * 3) || ' days') END,
  CASE WHEN i % 7 = 3 THEN date('2026-02-01', (i * 2) || ' days') END FROM n;

CREATE TABLE contracts (id INTEGER PRIMARY KEY, home_id INTEGER NOT NULL REFERENCES homes, begun_on DATE NOT NULL, cancelled_on DATE, status TEXT NOT NULL, fee REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140)
INSERT INTO contracts SELECT i, 1 + i * 7 % 90, date('2024-03-01', (i * 5) || ' days'), CASE WHEN i % 4 = 1 THEN date('2025-06-01', (i * 37 / 10) || ' days') END,
  CASE WHEN i % 4 = 1 THEN 'cancelled' ELSE 'running' END, 20 + i * 13 % 70 FROM n;

CREATE TABLE complaints (id INTEGER PRIMARY KEY, home_id INTEGER NOT NULL REFERENCES homes, incident_date DATE NOT NULL, created_at TIMESTAMP NOT NULL, decided_on DATE, status TEXT NOT NULL, claimed REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 260)
INSERT INTO complaints SELECT i, 1 + i * 11 % 90, date('2025-01-02', (i * 26 / 10) || ' days'), datetime('2025-01-02 09:30:00', (i * 26 / 10 + 4 + i % 17) || ' days'),
  CASE WHEN i % 4 > 0 THEN date('2025-01-30', (i * 26 / 10 + i % 25) || ' days') END, CASE i % 4 WHEN 0 THEN 'open' WHEN 1 THEN 'refused' ELSE 'upheld' END, 30 + i * 41 % 500 FROM n;

CREATE TABLE sample_results (id INTEGER PRIMARY KEY, home_id INTEGER NOT NULL REFERENCES homes, substance TEXT NOT NULL, level REAL NOT NULL, sampled_at TIMESTAMP NOT NULL, resulted_at TIMESTAMP);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
INSERT INTO sample_results SELECT i, 1 + i * 13 % 90, CASE i % 4 WHEN 0 THEN 'nitrate' WHEN 1 THEN 'lead' WHEN 2 THEN 'chlorine' ELSE 'iron' END, i % 60 / 3.0,
  datetime('2025-01-03 08:00:00', (i * 23 / 10) || ' days'), CASE WHEN i % 8 > 0 THEN datetime('2025-01-03 16:00:00', (i * 23 / 10 + 2 + i % 9) || ' days') END FROM n;

CREATE TABLE visits (id INTEGER PRIMARY KEY, home_id INTEGER NOT NULL REFERENCES homes, visited_on DATE NOT NULL, minutes INTEGER NOT NULL, billing_date INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO visits SELECT i, 1 + i * 17 % 61, date('2025-02-01', (i * 55 / 10) || ' days'), 15 + i % 50, CAST(strftime('%Y%m%d', date('2025-02-11', (i * 55 / 10) || ' days')) AS INTEGER) FROM n;

CREATE TABLE charges (id INTEGER PRIMARY KEY, home_id INTEGER NOT NULL REFERENCES homes, charged_on DATE NOT NULL, kind TEXT NOT NULL, status TEXT NOT NULL, amount REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
INSERT INTO charges SELECT i, CASE WHEN i % 3 = 0 THEN 0 ELSE 1 + i * 7 % 89 END, date('2025-01-03', (i * 14 / 10) || ' days'), CASE i % 5 WHEN 0 THEN 'fee' ELSE 'water' END,
  CASE i % 11 WHEN 0 THEN 'voided' ELSE 'posted' END, 10 + i * 31 % 200 FROM n;

CREATE TABLE campaigns (id INTEGER PRIMARY KEY, name TEXT NOT NULL, starts_on DATE NOT NULL, ends_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO campaigns SELECT i, 'Save water ' || i, date('2025-02-03', (i * 23) || ' days'), date('2025-02-20', (i * 23) || ' days') FROM n;
