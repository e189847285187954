-- A car hire, made for these questions: costs in parts, odometers read twice, corporate clients behind a short key, invoices with tax, states that nobody names.
CREATE TABLE offices (office_id INTEGER PRIMARY KEY, office_name TEXT NOT NULL, country TEXT NOT NULL);
INSERT INTO offices VALUES (1, 'Airport', 'Norway'), (2, 'Harbour', 'Norway'), (3, 'Old Town', 'Sweden');

CREATE TABLE corp_client (corp_id INTEGER PRIMARY KEY, company TEXT NOT NULL, discount_pct REAL, manager TEXT);
INSERT INTO corp_client VALUES (1, 'Nordlys', 5, 'Ada'), (2, 'Fjellheim', 10, 'Bo'), (3, 'Kystlinjen', 7.5, 'Ada');

CREATE TABLE cars (car_id INTEGER PRIMARY KEY, plate TEXT NOT NULL, make TEXT NOT NULL, office_id INTEGER NOT NULL REFERENCES offices, bought_for REAL, sold_on DATE);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO cars SELECT i, 'AB ' || (1000 + i * 37), CASE i % 3 WHEN 0 THEN 'Volvo' WHEN 1 THEN 'Toyota' ELSE 'Kia' END, 1 + i % 3, 15000 + i * 321, CASE WHEN i % 6 = 0 THEN date('2026-01-10', (i * 9) || ' days') END FROM n;

CREATE TABLE hires (hire_id INTEGER PRIMARY KEY, car_id INTEGER NOT NULL REFERENCES cars, corp_id INTEGER REFERENCES corp_client, driver TEXT NOT NULL, out_at DATETIME NOT NULL, in_at DATETIME,
  km_out INTEGER NOT NULL, km_in INTEGER, status TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
INSERT INTO hires SELECT i, 1 + (i * 7) % 24, CASE WHEN i % 4 = 0 THEN CASE WHEN i % 12 = 0 THEN 1 WHEN i % 20 = 0 THEN 2 ELSE 3 END END, 'Driver ' || (i * 11 % 60), datetime('2025-09-01 08:00', (i * 67) || ' hours'), CASE WHEN i < 150 THEN datetime('2025-09-01 18:00', (i * 67 + i % 9 * 24) || ' hours') END,
  10000 + i * 300, CASE WHEN i < 150 THEN 10000 + i * 300 + 40 + i % 17 * 13 END, CASE WHEN i >= 150 THEN 'out' WHEN i % 11 = 0 THEN 'cancelled' ELSE 'returned' END FROM n;

CREATE TABLE service_jobs (job_id INTEGER PRIMARY KEY, car_id INTEGER NOT NULL REFERENCES cars, kind TEXT NOT NULL, taken_in DATE NOT NULL, finished_on DATE, cost_parts REAL, cost_labour REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
INSERT INTO service_jobs SELECT i, 1 + (i * 5) % 24, CASE i % 3 WHEN 0 THEN 'tyres' WHEN 1 THEN 'check-up' ELSE 'bodywork' END, date('2025-10-01', (i * 6) || ' days'), CASE WHEN i < 66 THEN date('2025-10-01', (i * 6 + i % 8) || ' days') END,
  CASE WHEN i % 7 <> 0 THEN 30 + i * 3.5 END, 80 + i % 13 * 11 FROM n;

CREATE TABLE invoices (invoice_no INTEGER PRIMARY KEY, hire_id INTEGER NOT NULL REFERENCES hires, issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, net_amount REAL NOT NULL, vat_amount REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140)
INSERT INTO invoices SELECT 5000 + i, i, date('2025-09-03', (i * 3) || ' days'), date('2025-10-03', (i * 3) || ' days'), CASE WHEN i % 5 <> 0 AND i < 130 THEN date('2025-09-20', (i * 3 + i % 7) || ' days') END, 90 + i % 19 * 31, (90 + i % 19 * 31) * 0.25 FROM n;
