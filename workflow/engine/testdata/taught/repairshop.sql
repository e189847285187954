-- A repair shop, made for words that name rows of a kind: what belongs to people, and things that a row has several of by rows that only join them.
CREATE TABLE owners (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL, town TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO owners SELECT i, 'First' || i, 'Last' || i, 'o' || i || '@example.com', CASE i % 3 WHEN 0 THEN 'Bruck' WHEN 1 THEN 'Leoben' ELSE 'Graz' END FROM n;

CREATE TABLE repairs (id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners, taken_in DATE NOT NULL, cost REAL NOT NULL, outcome TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 260)
INSERT INTO repairs SELECT i, 1 + i * 7 % 53, date('2025-01-02', (i * 26 / 10) || ' days'), 30 + i * 41 % 500, CASE i % 13 WHEN 5 THEN 'gave up' WHEN 7 THEN 'came back' ELSE 'done' END FROM n;

CREATE TABLE defects (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sphere TEXT NOT NULL);
INSERT INTO defects VALUES (1, 'Burnt coil', 'electric'), (2, 'Worn belt', 'drive'), (3, 'Rust', 'body'), (4, 'Leak', 'body'), (5, 'Loose gear', 'drive');

CREATE TABLE repair_defects (repair_id INTEGER NOT NULL REFERENCES repairs, place INTEGER NOT NULL, defect_id INTEGER NOT NULL REFERENCES defects, PRIMARY KEY (repair_id, place));
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 260)
INSERT INTO repair_defects SELECT i, 1, 1 + (i * i + i / 7) % 5 FROM n UNION ALL SELECT i, 2, 1 + (i * 3 + 1) % 5 FROM n WHERE i % 3 = 0 UNION ALL SELECT i, 3, 1 + i % 4 FROM n WHERE i % 6 = 0;

-- What else the shop keeps, so that it is as wide as a database that people work with.
CREATE TABLE tools (id INTEGER PRIMARY KEY, label TEXT NOT NULL, maker TEXT NOT NULL, bought_on DATE NOT NULL, price REAL NOT NULL, weight_kg REAL NOT NULL, voltage INTEGER, shelf TEXT, colour TEXT);
INSERT INTO tools VALUES (1, 'Iron', 'Ersa', '2025-02-01', 90, 0.4, 230, 'A', 'red'), (2, 'Vice', 'Heuer', '2025-03-01', 140, 9, NULL, 'B', 'blue');
CREATE TABLE adverts (id INTEGER PRIMARY KEY, medium TEXT NOT NULL, published_on DATE NOT NULL, price REAL NOT NULL, reach INTEGER, motif TEXT, printed TEXT, agency TEXT);
INSERT INTO adverts VALUES (1, 'paper', '2026-10-01', 80, 4000, 'kettle', 'yes', 'none'), (2, 'radio', '2026-10-20', 180, 9000, 'toaster', 'no', 'none');
CREATE TABLE rents (id INTEGER PRIMARY KEY, paid_on DATE NOT NULL, amount REAL NOT NULL, landlord TEXT, heating REAL, water REAL, power REAL, waste REAL);
INSERT INTO rents VALUES (1, '2026-10-01', 900, 'Kern', 120, 30, 60, 20), (2, '2026-11-01', 900, 'Kern', 140, 31, 66, 20);
CREATE TABLE openings (id INTEGER PRIMARY KEY, weekday TEXT NOT NULL, opens_at TEXT, closes_at TEXT, staffed INTEGER, lunch TEXT, late TEXT, closed TEXT, season TEXT);
INSERT INTO openings VALUES (1, 'Monday', '09:00', '18:00', 2, 'yes', 'no', 'no', 'all'), (2, 'Friday', '09:00', '20:00', 3, 'no', 'yes', 'no', 'all');
