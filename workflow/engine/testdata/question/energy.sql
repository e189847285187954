-- Electricity and gas at some sites: measures a join or two away from what people group them by.
CREATE TABLE sites (site_id INTEGER PRIMARY KEY, site_name TEXT NOT NULL, site_type TEXT NOT NULL, country TEXT NOT NULL, opened_on DATE NOT NULL);
INSERT INTO sites VALUES (1, 'North Quay', 'office', 'Norway', '2009-04-01'), (2, 'Old Mill', 'factory', 'Denmark', '1998-09-12'),
  (3, 'Harbour Hall', 'warehouse', 'Denmark', '2014-02-20'), (4, 'Pine Court', 'office', 'Sweden', '2016-07-07'), (5, 'Fjord House', 'office', 'Norway', '2020-10-30');

CREATE TABLE meters (meter_id INTEGER PRIMARY KEY, site_id INTEGER NOT NULL REFERENCES sites, serial_no TEXT NOT NULL, energy_kind TEXT NOT NULL, installed_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 14)
INSERT INTO meters SELECT i, 1 + i % 5, 'SN-' || (1000 + i * 17), CASE WHEN i % 3 = 0 THEN 'gas' ELSE 'electricity' END, date('2012-01-01', (i * 200) || ' days') FROM n;

CREATE TABLE readings (reading_id INTEGER PRIMARY KEY, meter_id INTEGER NOT NULL REFERENCES meters, read_at DATETIME NOT NULL,
  consumption_kwh REAL NOT NULL, cost_eur REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
INSERT INTO readings SELECT i, 1 + i % 14, datetime('2026-01-01 06:00', (i * 11) || ' hours'), 20 + i * 53 % 170 + 40 * (i % 14 % 5), round(3 + i * 31 % 47 + 5 * (i % 14 % 5), 2) FROM n;
