-- Studios that are let by the hour: bookings made before they begin, inspections that are planned and done, offers that are won or lost.
CREATE TABLE studios (studio_id INTEGER PRIMARY KEY, studio_name TEXT NOT NULL, city TEXT NOT NULL);
INSERT INTO studios VALUES (1, 'Amber', 'Ghent'), (2, 'Birch', 'Ghent'), (3, 'Cobalt', 'Liege'), (4, 'Dune', 'Namur');

CREATE TABLE agents (agent_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, hired_on DATE NOT NULL);
INSERT INTO agents VALUES (1, 'Ines Roy', '2020-02-01'), (2, 'Jan Smet', '2021-05-01'), (3, 'Kim Dewit', '2019-09-01'), (4, 'Lars Bonte', '2026-11-03');

CREATE TABLE artists (artist_id INTEGER PRIMARY KEY, artist_name TEXT NOT NULL, joined_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO artists SELECT i, 'Artist ' || char(65 + i % 26) || i, date('2025-01-10', (i * 17) || ' days') FROM n;

CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, studio_id INTEGER NOT NULL REFERENCES studios, artist_id INTEGER NOT NULL REFERENCES artists,
  created_at DATETIME NOT NULL, arrival_date DATE NOT NULL, departure_date DATE NOT NULL, price REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 240)
INSERT INTO bookings SELECT i, 1 + i * 7 % 4, 1 + i * 11 % 40, datetime('2026-01-02 09:00', (i * 31) || ' hours'), date('2026-02-10', (i * 31 / 24 + i % 20) || ' days'),
  date('2026-02-10', (i * 31 / 24 + i % 20 + 1 + i % 9) || ' days'), 80 + i * 13 % 300 FROM n;

CREATE TABLE sessions (session_id INTEGER PRIMARY KEY, studio_id INTEGER NOT NULL REFERENCES studios, booked_at DATETIME NOT NULL, starts_at DATETIME NOT NULL, ends_at DATETIME NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO sessions SELECT i, 1 + i * 5 % 4, datetime('2026-01-02 09:00', (i * 37) || ' hours'), datetime('2026-01-20 10:00', (i * 37) || ' hours'), datetime('2026-01-20 10:00', (i * 37 + 1 + i % 4) || ' hours') FROM n;

CREATE TABLE inspections (inspection_id INTEGER PRIMARY KEY, studio_id INTEGER NOT NULL REFERENCES studios, planned_for DATE NOT NULL, completed_on DATE, score INTEGER);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
INSERT INTO inspections SELECT i, 1 + i * 3 % 4, date('2026-01-15', (i * 5 / 2) || ' days'), CASE WHEN i % 6 > 0 AND i < 120 THEN date('2026-01-15', (i * 5 / 2 + i % 13) || ' days') END, CASE WHEN i % 6 > 0 AND i < 120 THEN 1 + i % 5 END FROM n;

CREATE TABLE offers (offer_id INTEGER PRIMARY KEY, agent_id INTEGER NOT NULL REFERENCES agents, created_on DATE NOT NULL, sent_on DATE, closed_on DATE, is_won BOOLEAN NOT NULL, amount REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 180)
INSERT INTO offers SELECT i, 1 + i % 3, date('2026-01-03', (i * 9 / 5) || ' days'), CASE WHEN i % 7 > 0 THEN date('2026-01-03', (i * 9 / 5 + 2 + i % 20) || ' days') END,
  CASE WHEN i % 4 > 0 AND i < 165 THEN date('2026-01-03', (i * 9 / 5 + 25 + i % 30) || ' days') END, i % 4 > 0 AND i < 165 AND i % 3 = 1, 300 + i * 41 % 900 FROM n;
