-- A theatre company: people who are above others of their own table, kinds of venues in a list, what was planned beside what it cost.
CREATE TABLE members (member_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, stage_role TEXT NOT NULL, supervisor_id INTEGER REFERENCES members, joined_on DATE NOT NULL, left_on DATE);
INSERT INTO members VALUES (1, 'Ada', 'Bloom', 'director', NULL, '2015-01-10', NULL), (2, 'Cy', 'Dorn', 'singer', 1, '2018-03-01', NULL), (3, 'Eve', 'Falk', 'singer', 1, '2019-05-01', '2025-02-01'), (4, 'Gil', 'Hart', 'stagehand', 2, '2020-09-01', NULL), (5, 'Ida', 'Jung', 'stagehand', 2, '2021-09-01', NULL), (6, 'Kai', 'Lund', 'stagehand', 2, '2022-09-01', NULL);
CREATE TABLE venue_types (venue_type_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
INSERT INTO venue_types VALUES (1, 'Studio'), (2, 'Barn'), (3, 'Marquee');
CREATE TABLE venues (venue_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, venue_type_id INTEGER NOT NULL REFERENCES venue_types, steward_id INTEGER REFERENCES members, credit_limit NUMERIC NOT NULL);
INSERT INTO venues VALUES (1, 'Old Mill', 'Selby', 1, 1, 500), (2, 'Long Acre', 'Ripon', 2, 3, 900), (3, 'The Loft', 'Selby', 1, NULL, 300), (4, 'Green Tent', 'Whitby', 3, 4, 100);
CREATE TABLE plays (play_id INTEGER PRIMARY KEY, title TEXT NOT NULL, budgeted_cost NUMERIC NOT NULL, actual_cost NUMERIC NOT NULL, licence_until DATE);
INSERT INTO plays VALUES (1, 'The Tides', 4000, 4600, '2026-05-01'), (2, 'Night Boat', 2500, 2100, '2027-01-01'), (3, 'Paper Moon', 3000, 2950, NULL);
CREATE TABLE performances (performance_id INTEGER PRIMARY KEY, play_id INTEGER NOT NULL REFERENCES plays, venue_id INTEGER NOT NULL REFERENCES venues, planned_for DATE NOT NULL, held_on DATE);
INSERT INTO performances VALUES (1, 1, 1, '2026-02-03', '2026-02-03'), (2, 1, 2, '2026-03-05', NULL), (3, 2, 1, '2025-06-07', '2025-06-08'), (4, 2, 4, '2026-12-01', NULL), (5, 3, 1, '2026-10-10', '2026-10-10');
CREATE TABLE appearances (appearance_id INTEGER PRIMARY KEY, performance_id INTEGER NOT NULL REFERENCES performances, member_id INTEGER NOT NULL REFERENCES members, status TEXT NOT NULL, entered_on DATE NOT NULL);
INSERT INTO appearances VALUES (1, 1, 2, 'sung', '2026-02-03'), (2, 1, 4, 'ill', '2026-02-03'), (3, 3, 4, 'ill', '2025-06-08'), (4, 5, 4, 'ill', '2026-10-10'), (5, 5, 2, 'sung', '2026-10-10'), (6, 3, 2, 'sung', '2025-06-08'), (7, 1, 5, 'ill', '2026-02-03'), (8, 5, 5, 'sung', '2026-10-10');
CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, venue_id INTEGER NOT NULL REFERENCES venues, amount NUMERIC NOT NULL, billed_on DATE NOT NULL, paid_on DATE);
INSERT INTO bills VALUES (1, 1, 400, '2026-02-10', NULL), (2, 1, 250, '2026-10-12', NULL), (3, 2, 300, '2026-03-09', '2026-04-01'), (4, 4, 80, '2025-06-10', '2025-07-01');
