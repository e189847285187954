-- Ferries, made for these questions: names, years and numbers, and no word about any of them.
CREATE TABLE captains (captain_id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER NOT NULL);
INSERT INTO captains VALUES (1, 'Anders Holm', 51), (2, 'Birgit Lund', 38), (3, 'Carl Juhl', 63), (4, 'Dorte Friis', 45);

CREATE TABLE ferries (ferry_id INTEGER PRIMARY KEY, name TEXT NOT NULL, launch_year INTEGER NOT NULL, captain_id INTEGER NOT NULL REFERENCES captains);
INSERT INTO ferries VALUES (1, 'Skagen', 1998, 1), (2, 'Marie', 2006, 2), (3, 'Tern', 2012, 1), (4, 'Albatros', 2001, 3), (5, 'Gull', 2019, 4);

CREATE TABLE crossings (crossing_id INTEGER PRIMARY KEY, ferry_id INTEGER NOT NULL REFERENCES ferries, route TEXT NOT NULL, minutes INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO crossings SELECT i, 1 + i * 7 % 5, CASE i % 3 WHEN 0 THEN 'north' WHEN 1 THEN 'south' ELSE 'islands' END, 20 + i * 13 % 45 FROM n;
