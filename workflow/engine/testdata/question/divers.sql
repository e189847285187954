-- Divers of clubs in several countries, by grade.
CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, club_name TEXT NOT NULL, country TEXT NOT NULL);
INSERT INTO clubs VALUES (1, 'Deep Blue', 'AT'), (2, 'Kelp', 'DE'), (3, 'Old Wreck', 'IT'), (4, 'Reef', 'DE');

CREATE TABLE divers (diver_id INTEGER PRIMARY KEY, diver_name TEXT NOT NULL, nationality TEXT NOT NULL, gender TEXT NOT NULL, grade TEXT NOT NULL, club_id INTEGER NOT NULL REFERENCES clubs, phone TEXT,
  joined_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO divers SELECT i, 'Diver ' || char(65 + i % 26) || i, CASE i % 5 WHEN 0 THEN 'Austrian' WHEN 1 THEN 'German' WHEN 2 THEN 'Italian' WHEN 3 THEN 'Polish' ELSE 'Spanish' END,
  CASE i % 3 WHEN 0 THEN 'M' WHEN 1 THEN 'X' ELSE 'F' END, 'P' || (1 + i % 4), 1 + i * 7 / 3 % 4, CASE WHEN i % 4 > 0 THEN '+43' || (7000 + i * 37) END, date('2022-03-01', (i * 19) || ' days') FROM n;

CREATE TABLE trips (trip_id INTEGER PRIMARY KEY, club_id INTEGER NOT NULL REFERENCES clubs, starts_on DATE NOT NULL, ends_on DATE NOT NULL, fee REAL NOT NULL, cancel_reason TEXT);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140)
INSERT INTO trips SELECT i, 1 + i % 4, date('2025-09-01', (i * 4) || ' days'), date('2025-09-05', (i * 4 + i % 9) || ' days'), 40 + i * 37 % 300, CASE WHEN i % 11 = 0 THEN 'storm' WHEN i % 13 = 0 THEN 'ice' END FROM n;
