CREATE TABLE place (place_id INTEGER PRIMARY KEY, name TEXT NOT NULL, coast TEXT NOT NULL);
CREATE TABLE haul (haul_id INTEGER PRIMARY KEY, origin_id INTEGER NOT NULL REFERENCES place(place_id), destination_id INTEGER NOT NULL REFERENCES place(place_id), hauled_on DATE NOT NULL, tons REAL NOT NULL);
INSERT INTO place VALUES (1, 'Ardmore', 'west'), (2, 'Belgrave', 'west'), (3, 'Corvale', 'east'), (4, 'Dunmere', 'east');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 60)
INSERT INTO haul SELECT i, 1 + i % 4, 1 + (i * 3 + 1) % 4, date('2026-08-01', '+' || i || ' days'), 4 + i % 9 FROM n;
