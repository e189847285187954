-- A riding school, made for these questions: lists of codes, riders of two names, rows that come to money without saying so, lessons
-- from a beginning to an end.
CREATE TABLE lookup_breed (breed_id INTEGER PRIMARY KEY, breed TEXT NOT NULL);
INSERT INTO lookup_breed VALUES (1,'Haflinger'),(2,'Hanoverian'),(3,'Shetland');
CREATE TABLE horses (horse_id INTEGER PRIMARY KEY, name TEXT NOT NULL, breed INTEGER, left_on DATE);
INSERT INTO horses VALUES (1,'Bella',1,NULL),(2,'Max',2,NULL),(3,'Luna',3,'2026-03-01'),(4,'Storm',1,NULL);
CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT, joined_on DATE NOT NULL);
INSERT INTO riders VALUES (1,'Ada','Moss','ada@x.example','2024-01-05'),(2,'Bo','Lind','bo@x.example','2025-04-11'),(3,'Cy','Falk',NULL,'2026-02-20');
CREATE TABLE feed (feed_id INTEGER PRIMARY KEY, horse_id INTEGER NOT NULL REFERENCES horses, bought_on DATE NOT NULL, kilos NUMERIC NOT NULL, amount NUMERIC NOT NULL);
INSERT INTO feed VALUES (1,1,'2026-01-10',200,80.5),(2,2,'2026-03-02',150,61),(3,1,'2026-10-01',180,75.25),(4,4,'2026-11-02',90,40);
CREATE TABLE pass_kinds (kind_id INTEGER PRIMARY KEY, title TEXT NOT NULL);
INSERT INTO pass_kinds VALUES (1,'Ten rides'),(2,'Season'),(3,'Trial');
CREATE TABLE passes (pass_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders, kind_id INTEGER NOT NULL REFERENCES pass_kinds, status TEXT NOT NULL, sold_on DATE NOT NULL, reason TEXT);
INSERT INTO passes VALUES (1,1,1,'running','2026-02-01',NULL),(2,2,2,'cancelled','2026-03-01','moved'),(3,3,3,'running','2026-11-01',NULL);
CREATE TABLE lessons (lesson_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders, horse_id INTEGER NOT NULL REFERENCES horses, booked_at TIMESTAMP NOT NULL, lesson_day DATE NOT NULL, status TEXT NOT NULL);
INSERT INTO lessons VALUES (1,1,1,'2026-10-01 10:30:00','2026-10-05','held'),(2,2,2,'2026-10-02 18:00:00','2026-10-09','held'),(3,1,4,'2026-11-10 09:00:00','2026-11-12','cancelled'),(4,3,2,'2026-11-20 07:45:00','2026-11-29','booked');
CREATE TABLE charges (charge_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders, kind TEXT NOT NULL, posted_on DATE NOT NULL, amount NUMERIC NOT NULL);
INSERT INTO charges VALUES (1,1,'ride','2026-10-05',45),(2,2,'ride','2026-10-09',45),(3,1,'late fee','2026-11-02',10);
CREATE TABLE donations (donation_id INTEGER PRIMARY KEY, rider_id INTEGER NOT NULL REFERENCES riders, promised_on DATE NOT NULL, received_on DATE, amount NUMERIC NOT NULL);
INSERT INTO donations VALUES (1,1,'2026-01-05','2026-01-25',50),(2,2,'2026-02-09',NULL,100),(3,3,'2026-03-02','2026-03-12',20);
