-- Allotment gardens, as a textbook has them: singular tables, short names, keys to nearly everything.
CREATE TABLE keeper (keeper_id INTEGER PRIMARY KEY, fname VARCHAR(20), lname VARCHAR(20), age INTEGER, sex VARCHAR(1), town VARCHAR(20));
INSERT INTO keeper VALUES (1, 'Orla', 'Finch', 31, 'F', 'Aldby'), (2, 'Piet', 'Grey', 44, 'M', 'Brendal'), (3, 'Quin', 'Hale', 28, 'F', 'Aldby'), (4, 'Rosa', 'Iqbal', 57, 'F', 'Corse'), (5, 'Sven', 'Jarl', 28, 'M', 'Aldby'), (6, 'Tove', 'Kerr', 39, 'F', 'Brendal');

CREATE TABLE plot (plot_id INTEGER PRIMARY KEY, plot_title VARCHAR(20), keeper_id INTEGER REFERENCES keeper (keeper_id), soil VARCHAR(10), size_sqm INTEGER, fenced VARCHAR(3));
INSERT INTO plot VALUES (1, 'North Bed', 1, 'clay', 120, 'Yes'), (2, 'Pond Side', 1, 'loam', 80, 'No'), (3, 'Old Wall', 2, 'loam', 200, 'Yes'), (4, 'The Nook', 3, 'sand', 60, 'No'), (5, 'Bee Corner', 5, 'loam', 90, 'Yes'), (6, 'Far End', 6, 'clay', 150, 'No');

CREATE TABLE keeper_keys (key_id INTEGER PRIMARY KEY, keeper_id INTEGER NOT NULL REFERENCES keeper (keeper_id), key_number VARCHAR(12), issued DATE);
INSERT INTO keeper_keys VALUES (1, 1, '9007', '2025-01-05'), (2, 2, '1203', '2025-02-11'), (3, 2, '1204', '2025-02-11'), (4, 2, '1208', '2025-09-02'), (5, 4, '8800', '2025-03-19'), (6, 4, '7713', '2026-01-30');

CREATE TABLE crop (crop_id INTEGER PRIMARY KEY, crop_name VARCHAR(20), plot_id INTEGER REFERENCES plot (plot_id), sown DATE, kilos INTEGER);
INSERT INTO crop VALUES (1, 'Leek', 1, '2026-03-02', 14), (2, 'Bean', 1, '2026-05-01', 9), (3, 'Leek', 3, '2026-03-09', 22), (4, 'Squash', 4, '2026-05-20', 31), (5, 'Bean', 5, '2026-05-11', 7), (6, 'Chard', 3, '2026-04-17', 12), (7, 'Leek', 6, '2026-03-15', 18);

CREATE TABLE shed (shed_id INTEGER PRIMARY KEY, shed_name VARCHAR(20), plot_id INTEGER REFERENCES plot (plot_id), built_year INTEGER, price INTEGER);
INSERT INTO shed VALUES (1, 'Tin', 1, 2009, 400), (2, 'Plank', 2, 2011, 650), (3, 'Brick', 3, 2011, 900), (4, 'Crate', 5, 2014, 300), (5, 'Lean-to', 6, 2016, 500);
