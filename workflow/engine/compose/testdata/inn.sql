-- What a status leaves open, what happened at which time, stays from an arrival to a departure, and words that only comments tell.
CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, client_since DATE NOT NULL);
INSERT INTO guests VALUES (1,'Ana Dias','2020-01-05'),(2,'Leo Maas','2022-06-01'),(3,'Kim Ott','2024-03-09');
CREATE TABLE repair_statuses (code TEXT PRIMARY KEY, description TEXT NOT NULL);
INSERT INTO repair_statuses VALUES ('R','Reported'),('W','In work'),('D','Done');
CREATE TABLE rooms (room_id INTEGER PRIMARY KEY, room_number TEXT NOT NULL, smoking_flag INTEGER NOT NULL CHECK (smoking_flag IN (0,1)));
INSERT INTO rooms VALUES (1,'101',0),(2,'102',1),(3,'201',0);
CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests, room_id INTEGER NOT NULL REFERENCES rooms, arrival_date DATE NOT NULL, departure_date DATE NOT NULL);
INSERT INTO stays VALUES (1,1,1,'2026-10-01','2026-10-04'),(2,1,2,'2026-11-02','2026-11-05'),(3,2,2,'2026-11-10','2026-11-12'),(4,3,3,'2026-11-15','2026-11-20');
CREATE TABLE complaints (complaint_id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests, status TEXT NOT NULL, received_on DATE NOT NULL);
INSERT INTO complaints VALUES (1,1,'new','2026-08-01'),(2,2,'in progress','2026-11-10'),(3,1,'closed','2026-07-01'),(4,3,'new','2026-11-20');
CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, room_id INTEGER NOT NULL REFERENCES rooms, status_code TEXT NOT NULL REFERENCES repair_statuses, planned_for DATE NOT NULL, reported_at TIMESTAMP NOT NULL);
INSERT INTO repairs VALUES (1,1,'D','2026-10-20','2026-10-10 10:00:00'),(2,2,'R','2026-12-01','2026-11-11 09:00:00'),(3,3,'W','2026-11-25','2026-11-12 12:00:00');
CREATE TABLE charges (charge_id INTEGER PRIMARY KEY, stay_id INTEGER NOT NULL REFERENCES stays, kind TEXT NOT NULL, amount NUMERIC NOT NULL, posted_on DATE NOT NULL);
INSERT INTO charges VALUES (1,1,'room',300,'2026-10-04'),(2,1,'spa',40,'2026-10-03'),(3,2,'room',280,'2026-11-05'),(4,3,'spa',60,'2026-11-11');
CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, stay_id INTEGER NOT NULL REFERENCES stays, kind TEXT NOT NULL, amount NUMERIC NOT NULL, paid_on DATE NOT NULL);
INSERT INTO payments VALUES (1,1,'card',340,'2026-10-05'),(2,2,'card',280,'2026-11-06'),(3,3,'refund',-10,'2026-11-13');
