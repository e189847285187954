-- Growers who bring fruit to depots: a name and a size of the same thing, growers who brought growers, lines of deliveries, what is owed.
CREATE TABLE advisers (adviser_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
INSERT INTO advisers VALUES (1, 'Ida Moen'), (2, 'Per Sand');

CREATE TABLE growers (grower_id INTEGER PRIMARY KEY, grower_name TEXT NOT NULL, farm TEXT NOT NULL, farmed_acres REAL NOT NULL, region TEXT NOT NULL, kind TEXT NOT NULL, account_limit REAL NOT NULL,
  adviser_id INTEGER REFERENCES advisers, recruited_by_id INTEGER REFERENCES growers, joined_on DATE NOT NULL, lead_inspector_id INTEGER REFERENCES advisers);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 48)
INSERT INTO growers SELECT i, 'Grower ' || char(65 + i % 26) || i, 'Farm ' || char(90 - i % 26) || i, 4 + i * 37 % 90, CASE i % 3 WHEN 0 THEN 'North' WHEN 1 THEN 'South' ELSE 'West' END,
  CASE i % 4 WHEN 0 THEN 'organic' WHEN 1 THEN 'mixed' ELSE 'conventional' END, 500 + i * 130 % 2100, CASE WHEN i % 5 > 0 THEN 1 + i % 2 END, CASE WHEN i % 3 = 0 THEN 1 + i % 7 END, date('2019-01-15', (i * 43) || ' days'), CASE WHEN i % 7 > 0 THEN 2 - i % 2 END FROM n;

CREATE TABLE depots (depot_id INTEGER PRIMARY KEY, depot_name TEXT NOT NULL UNIQUE, capacity_kilos REAL NOT NULL);
INSERT INTO depots VALUES (1, 'Elm Yard', 9000), (2, 'Quay Store', 4000), (3, 'Top Barn', 15000);

CREATE TABLE deliveries (delivery_id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers, depot_id INTEGER NOT NULL REFERENCES depots, status TEXT NOT NULL,
  announced_on DATE NOT NULL, settled_on DATE, invoiced REAL NOT NULL, paid REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 260)
INSERT INTO deliveries SELECT i, 1 + i * 11 % 48, 1 + i * 5 % 3, CASE i % 7 WHEN 0 THEN 'refused' WHEN 1 THEN 'attended' ELSE 'accepted' END, date('2025-11-01', (i * 3 / 2) || ' days'),
  CASE WHEN i % 4 > 0 THEN date('2025-11-20', (i * 3 / 2) || ' days') END, 100 + i * 71 % 1900, (i % 4) * (100 + i * 71 % 1900) / 4 FROM n;

CREATE TABLE delivery_lines (delivery_id INTEGER NOT NULL REFERENCES deliveries, line_no INTEGER NOT NULL, fruit TEXT NOT NULL, kilos REAL NOT NULL, discount REAL NOT NULL, line_value REAL NOT NULL,
  PRIMARY KEY (delivery_id, line_no));
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 620)
INSERT INTO delivery_lines SELECT 1 + i % 260, 1 + i / 260, CASE i % 4 WHEN 0 THEN 'pears' WHEN 1 THEN 'plums' WHEN 2 THEN 'apples' ELSE 'cherries' END, 10 + i * 13 % 140, i % 9, 20 + i * 29 % 410 FROM n;

CREATE TABLE gifts (gift_id INTEGER PRIMARY KEY, depot_id INTEGER NOT NULL REFERENCES depots, given_on DATE NOT NULL, amount REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO gifts SELECT i, 1 + i % 3, date('2026-01-02', (i * 3) || ' days'), 5 + i * 17 % 160 FROM n;

-- Haulage between two depots, driven by somebody of the staff.
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL);
INSERT INTO staff VALUES (1, 'Ole Dahl'), (2, 'Siv Lund'), (3, 'Tor Vik');
CREATE TABLE hauls (haul_id INTEGER PRIMARY KEY, origin_depot_id INTEGER NOT NULL REFERENCES depots, destination_depot_id INTEGER NOT NULL REFERENCES depots, staff_id INTEGER NOT NULL REFERENCES staff,
  work_date DATE NOT NULL, hours REAL NOT NULL, rating REAL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
INSERT INTO hauls SELECT i, 1 + i % 3, 1 + i * 7 / 5 % 3, 1 + i * 5 % 3, date('2026-01-05', (i * 2) || ' days'), 1 + i * 3 % 9, CASE WHEN i % 4 > 0 THEN 1 + i % 5 END FROM n;

-- Land that is let, with codes cut short; pickers who work under another of them.
CREATE TABLE leases (lease_id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers, signed_on DATE NOT NULL, lease_state TEXT NOT NULL, payment_frequency TEXT NOT NULL, yearly_rent REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO leases SELECT i, 1 + i * 7 % 48, date('2024-02-01', (i * 5) || ' days'), CASE i % 5 WHEN 0 THEN 'CANC' WHEN 1 THEN 'LAPS' ELSE 'ACTV' END, CASE i % 3 WHEN 0 THEN 'M' WHEN 1 THEN 'Q' ELSE 'A' END, 200 + i * 37 % 800 FROM n;

CREATE TABLE pickers (picker_id INTEGER PRIMARY KEY, picker_name TEXT NOT NULL, boss_id INTEGER REFERENCES pickers);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
INSERT INTO pickers SELECT i, 'Picker ' || char(64 + i), CASE WHEN i > 2 THEN 1 + i % 2 END FROM n;
CREATE TABLE picks (pick_id INTEGER PRIMARY KEY, picker_id INTEGER NOT NULL REFERENCES pickers, picked_on DATE NOT NULL, baskets INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140)
INSERT INTO picks SELECT i, 1 + i * 5 % 12, date('2026-06-01', (i % 90) || ' days'), 3 + i * 11 % 30 FROM n;
