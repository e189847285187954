-- A rowing club: who turned up, tests that are passed or not, squads that run, and money that is billed and paid.
CREATE TABLE houses (house_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, closed_on DATE);
INSERT INTO houses VALUES (1, 'Weir House', 'Aldby', NULL), (2, 'Lock House', 'Brendal', NULL), (3, 'Old Slip', 'Corse', '2026-04-30');

CREATE TABLE coaches (coach_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, house_id INTEGER REFERENCES houses, engagement TEXT NOT NULL, left_on DATE);
INSERT INTO coaches VALUES (1, 'Ada', 'Holm', 1, 'employed', NULL), (2, 'Ben', 'Ruud', 2, 'freelance', NULL), (3, 'Cleo', 'Vang', 1, 'employed', '2026-05-31');

CREATE TABLE rowers (rower_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, phone TEXT, birth_date DATE, gender TEXT NOT NULL, home_house_id INTEGER REFERENCES houses);
INSERT INTO rowers VALUES (1, 'Eli', 'Moe', '+471', '1990-02-01', 'male', 1), (2, 'Fay', 'Dahl', '+472', '1984-07-11', 'female', 2), (3, 'Gus', 'Berg', NULL, '2001-10-30', 'male', 3),
  (4, 'Hope', 'Strand', '+474', '1979-01-15', 'female', 1), (5, 'Ivy', 'Nes', '+475', '1996-12-24', 'female', 2), (6, 'Jon', 'Lie', NULL, NULL, 'male', 1);

CREATE TABLE squads (squad_id INTEGER PRIMARY KEY, squad_code TEXT UNIQUE NOT NULL, house_id INTEGER NOT NULL REFERENCES houses, coach_id INTEGER REFERENCES coaches, start_date DATE NOT NULL, end_date DATE NOT NULL, max_rowers INTEGER NOT NULL, status TEXT NOT NULL);
INSERT INTO squads VALUES (1, 'S26-01', 1, 1, '2026-01-10', '2026-06-30', 4, 'finished'), (2, 'S26-02', 2, 2, '2026-08-15', '2026-12-20', 6, 'running'), (3, 'S26-03', 1, 2, '2026-09-01', '2027-01-31', 8, 'running'),
  (4, 'S26-04', 2, 1, '2027-01-15', '2027-05-30', 4, 'planned'), (5, 'S26-05', 3, 3, '2026-03-01', '2026-05-20', 4, 'cancelled');

CREATE TABLE places (place_id INTEGER PRIMARY KEY, rower_id INTEGER NOT NULL REFERENCES rowers, squad_id INTEGER NOT NULL REFERENCES squads, taken_on DATE NOT NULL, status TEXT NOT NULL);
INSERT INTO places VALUES (1, 1, 1, '2026-01-02', 'completed'), (2, 2, 1, '2026-01-03', 'dropped out'), (3, 3, 2, '2026-08-01', 'active'), (4, 4, 2, '2026-08-03', 'active'), (5, 5, 2, '2026-08-09', 'active'),
  (6, 1, 3, '2026-08-20', 'active'), (7, 6, 3, '2026-10-21', 'active'), (8, 2, 4, '2026-11-02', 'waiting list');

CREATE TABLE outings (outing_id INTEGER PRIMARY KEY, squad_id INTEGER NOT NULL REFERENCES squads, coach_id INTEGER REFERENCES coaches, starts_at TIMESTAMP NOT NULL);
INSERT INTO outings VALUES (1, 2, 1, '2026-10-03 09:00:00'), (2, 2, 1, '2026-10-10 09:00:00'), (3, 3, 2, '2026-10-11 10:00:00'), (4, 3, 2, '2026-11-07 10:00:00'), (5, 2, 2, '2026-11-14 09:00:00');

CREATE TABLE attendance (outing_id INTEGER REFERENCES outings, rower_id INTEGER REFERENCES rowers, mark TEXT NOT NULL, noted_at TIMESTAMP, PRIMARY KEY (outing_id, rower_id));
INSERT INTO attendance VALUES (1, 3, 'present', '2026-10-03 09:10:00'), (1, 4, 'absent', '2026-10-03 09:10:00'), (1, 5, 'present', '2026-10-03 09:10:00'), (2, 3, 'present', '2026-10-10 09:10:00'), (2, 4, 'absent', '2026-10-10 09:10:00'),
  (2, 5, 'excused', '2026-10-10 09:10:00'), (3, 1, 'present', '2026-10-11 10:10:00'), (3, 6, 'present', '2026-10-11 10:10:00'), (4, 1, 'absent', '2026-11-07 10:10:00'), (4, 6, 'present', '2026-11-07 10:10:00'), (5, 3, 'present', '2026-11-14 09:10:00');

CREATE TABLE tests (test_id INTEGER PRIMARY KEY, rower_id INTEGER NOT NULL REFERENCES rowers, test_date DATE NOT NULL, badge TEXT NOT NULL, passed BOOLEAN, fee NUMERIC NOT NULL);
INSERT INTO tests VALUES (1, 1, '2026-02-02', 'bronze', TRUE, 20), (2, 2, '2026-02-02', 'bronze', FALSE, 20), (3, 3, '2026-10-05', 'silver', TRUE, 30), (4, 4, '2026-10-05', 'silver', FALSE, 30), (5, 5, '2026-10-19', 'bronze', TRUE, 20),
  (6, 1, '2026-10-20', 'silver', FALSE, 30), (7, 6, '2026-12-01', 'gold', NULL, 45);

CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, rower_id INTEGER NOT NULL REFERENCES rowers, place_id INTEGER REFERENCES places, issued_on DATE NOT NULL, amount NUMERIC NOT NULL, status TEXT NOT NULL);
INSERT INTO bills VALUES (1, 1, 1, '2026-01-03', 300, 'paid'), (2, 2, 2, '2026-01-04', 300, 'partly paid'), (3, 3, 3, '2026-08-02', 280, 'paid'), (4, 4, 4, '2026-08-04', 280, 'open'), (5, 5, 5, '2026-08-10', 280, 'paid'), (6, 1, 6, '2026-08-21', 340, 'void');

CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, bill_id INTEGER NOT NULL REFERENCES bills, paid_on DATE NOT NULL, amount NUMERIC NOT NULL);
INSERT INTO payments VALUES (1, 1, '2026-01-20', 300), (2, 2, '2026-01-29', 150), (3, 3, '2026-08-19', 280), (4, 5, '2026-08-30', 200), (5, 5, '2026-09-30', 80);

CREATE TABLE enquiries (enquiry_id INTEGER PRIMARY KEY, received_at TIMESTAMP NOT NULL, house_id INTEGER REFERENCES houses, channel TEXT NOT NULL, status TEXT NOT NULL);
INSERT INTO enquiries VALUES (1, '2026-09-01 08:00:00', 1, 'WEB', 'WON'), (2, '2026-09-04 08:00:00', 1, 'TEL', 'LST'), (3, '2026-09-09 08:00:00', 2, 'WEB', 'CON'), (4, '2026-10-02 08:00:00', 2, 'WEB', 'WON'), (5, '2026-10-12 08:00:00', 1, 'TEL', 'NEW');
