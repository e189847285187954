-- A dance school: halls that are booked by the hour, socials that dancers go to, guests who come in and go out, and dancers who join and leave.
CREATE TABLE halls (hall_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, kind TEXT NOT NULL);
INSERT INTO halls VALUES (1, 'Mirror Hall', 'Askov', 'large'), (2, 'Oak Room', 'Askov', 'small'), (3, 'Quay Floor', 'Birke', 'large');

CREATE TABLE dancers (dancer_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, joined_on DATE NOT NULL, left_on DATE);
INSERT INTO dancers VALUES (1, 'Ada', 'Lund', '2025-01-10', NULL), (2, 'Bo', 'Falk', '2025-02-01', '2026-03-01'), (3, 'Cia', 'Berg', '2025-06-15', NULL), (4, 'Dag', 'Holt', '2026-01-05', '2026-09-05'), (5, 'Eva', 'Skog', '2026-04-20', NULL);

CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls, dancer_id INTEGER NOT NULL REFERENCES dancers, booked_at TIMESTAMP NOT NULL, starts_at TIMESTAMP NOT NULL, ends_at TIMESTAMP NOT NULL, amount NUMERIC NOT NULL);
INSERT INTO bookings VALUES (1, 1, 1, '2025-03-01 09:00:00', '2025-03-05 18:00:00', '2025-03-05 20:00:00', 40), (2, 1, 2, '2025-05-02 09:00:00', '2025-05-06 18:00:00', '2025-05-06 19:00:00', 20), (3, 2, 1, '2025-09-03 09:00:00', '2025-09-04 10:00:00', '2025-09-04 14:00:00', 50),
  (4, 3, 3, '2026-02-01 09:00:00', '2026-02-02 18:00:00', '2026-02-02 21:00:00', 75), (5, 3, 3, '2026-10-11 09:00:00', '2026-10-12 08:00:00', '2026-10-12 09:30:00', 30), (6, 2, 4, '2026-05-20 09:00:00', '2026-05-21 17:00:00', '2026-05-21 18:00:00', 15),
  (7, 1, 1, '2026-10-29 09:00:00', '2026-10-30 18:00:00', '2026-10-30 19:00:00', 20), (8, 1, 5, '2026-10-20 09:00:00', '2026-10-22 18:00:00', '2026-10-22 20:00:00', 40);

CREATE TABLE socials (social_id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls, title TEXT NOT NULL, held_at TIMESTAMP NOT NULL, places INTEGER NOT NULL);
INSERT INTO socials VALUES (1, 1, 'Winter Waltz', '2026-01-30 20:00:00', 4), (2, 3, 'Spring Swing', '2026-04-24 20:00:00', 3), (3, 3, 'Harvest Hop', '2026-10-16 20:00:00', 8);

CREATE TABLE signups (social_id INTEGER REFERENCES socials, dancer_id INTEGER REFERENCES dancers, signed_up_at TIMESTAMP NOT NULL, attended BOOLEAN, PRIMARY KEY (social_id, dancer_id));
INSERT INTO signups VALUES (1, 1, '2026-01-12 10:00:00', TRUE), (1, 2, '2026-01-14 10:00:00', FALSE), (1, 3, '2026-01-15 10:00:00', TRUE), (2, 1, '2026-04-01 10:00:00', TRUE), (2, 3, '2026-04-02 10:00:00', FALSE), (2, 4, '2026-04-05 10:00:00', FALSE), (3, 1, '2026-10-01 10:00:00', TRUE), (3, 5, '2026-10-05 10:00:00', FALSE);

CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, hall_id INTEGER NOT NULL REFERENCES halls, full_name TEXT NOT NULL, checked_in_at TIMESTAMP NOT NULL, checked_out_at TIMESTAMP);
INSERT INTO guests VALUES (1, 1, 'Finn Aas', '2026-11-28 18:00:00', '2026-11-28 20:00:00'), (2, 1, 'Gro Lie', '2026-11-29 18:00:00', '2026-11-29 19:00:00'), (3, 2, 'Hal Moe', '2026-11-30 08:30:00', NULL), (4, 3, 'Ina Dal', '2026-11-30 09:10:00', NULL);
