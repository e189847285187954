-- Choirs, made for these questions: few rows, names that are words of English, numbers that are years, times and codes.
CREATE TABLE towns (town_id INTEGER PRIMARY KEY, town TEXT NOT NULL);
INSERT INTO towns VALUES (1, 'Varby'), (2, 'Holm'), (3, 'Eke'), (4, 'Lunden');

CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, town_id INTEGER NOT NULL REFERENCES towns, hall_name TEXT NOT NULL, seats INTEGER NOT NULL);
INSERT INTO halls VALUES (1, 1, 'Glass Hall', 220), (2, 1, 'Old Mill', 80), (3, 1, 'Salt Barn', 150), (4, 2, 'Quay Room', 60), (5, 3, 'Tower', 400), (6, 3, 'Cellar', 45);

CREATE TABLE choirs (choir_id INTEGER PRIMARY KEY, choir_name TEXT NOT NULL, founded INTEGER NOT NULL);
INSERT INTO choirs VALUES (1, '44', 1988), (2, '61', 2004), (3, 'Larks', 2016), (4, 'Rooks', 1999);

CREATE TABLE voices (voice_id INTEGER PRIMARY KEY, voice TEXT NOT NULL);
INSERT INTO voices VALUES (1, 'Tenor'), (2, 'Alto'), (3, 'Bass');

CREATE TABLE singers (singer_id INTEGER PRIMARY KEY, choir_id INTEGER NOT NULL REFERENCES choirs, voice_id INTEGER NOT NULL REFERENCES voices, singer_name TEXT NOT NULL, email TEXT NOT NULL, singer_gpa REAL NOT NULL);
INSERT INTO singers VALUES (1, 1, 1, 'Joanna Berg', 'jb@northpost.example', 3.1), (2, 1, 2, 'Ole Hanson', 'ole@uni.edu.example', 3.6), (3, 2, 1, 'Mia Lund', 'mia@west.example', 2.4),
  (4, 3, 3, 'Hanna Dahl', 'hd@northpost.example', 3.9), (5, 3, 1, 'Per Ek', 'per@south.example', 2.9);

CREATE TABLE dues (due_id INTEGER PRIMARY KEY, choir_id INTEGER NOT NULL REFERENCES choirs, due_date DATE NOT NULL, due_amount REAL NOT NULL);
INSERT INTO dues VALUES (1, 1, '2025-02-01', 300), (2, 1, '2025-08-01', 310), (3, 2, '2025-02-01', 150), (4, 3, '2025-02-01', 90);

CREATE TABLE concerts (concert_id INTEGER PRIMARY KEY, choir_id INTEGER NOT NULL REFERENCES choirs, title TEXT NOT NULL, concert_year INTEGER NOT NULL, start_time TEXT NOT NULL,
  concert_status_code TEXT NOT NULL, concert_type_code TEXT NOT NULL);
INSERT INTO concerts VALUES (1, 1, 'Frost', 1996, '19:30:00', 'done', 'open'), (2, 1, 'Thaw', 2003, '14:00:00', 'done', 'closed'), (3, 2, 'Sowing', 2012, '20:30:00', 'planned', 'open'),
  (4, 3, 'Harvest', 2018, '18:00:00', 'done', 'open'), (5, 4, 'Embers', 2007, '21:15:00', 'planned', 'closed'), (6, 2, 'Rain', 1999, '12:30:00', 'done', 'closed');
