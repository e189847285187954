-- Pools with staff, courses and entries: two sides beside each other, channels and opposites by other words, why something was called off.
CREATE TABLE pools (pool_id INTEGER PRIMARY KEY, pool_name TEXT NOT NULL, is_outdoor BOOLEAN NOT NULL);
INSERT INTO pools VALUES (1,'Eastbank',1),(2,'Northside',0),(3,'Willow',0);
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, pool_id INTEGER NOT NULL REFERENCES pools, is_full_time BOOLEAN NOT NULL);
INSERT INTO staff VALUES (1,'Ines','Roth',1,1),(2,'Joe','Park',1,0),(3,'Kim','Sand',2,0),(4,'Lou','Tern',3,1);
CREATE TABLE entry_types (entry_type_id INTEGER PRIMARY KEY, type_name TEXT NOT NULL);
INSERT INTO entry_types VALUES (1,'Day entry'),(2,'Evening entry'),(3,'Season pass');
CREATE TABLE entries (entry_id INTEGER PRIMARY KEY, pool_id INTEGER NOT NULL REFERENCES pools, entry_type_id INTEGER NOT NULL REFERENCES entry_types, channel TEXT NOT NULL, sold_at TIMESTAMP NOT NULL, price REAL NOT NULL);
INSERT INTO entries VALUES (1,1,1,'web','2026-07-02 09:00',6),(2,1,1,'desk','2026-07-02 10:00',7),(3,2,2,'web','2026-10-11 18:00',4),(4,3,3,'desk','2026-11-03 12:00',60),(5,2,1,'phone','2026-11-09 08:30',6);
CREATE TABLE bids (bid_id INTEGER PRIMARY KEY, school TEXT NOT NULL, is_closed BOOLEAN NOT NULL, is_won BOOLEAN NOT NULL, offered_on DATE NOT NULL, closed_on DATE, loss_reason TEXT, staff_id INTEGER NOT NULL REFERENCES staff);
INSERT INTO bids VALUES (1,'Hill School',1,1,'2026-08-20','2026-09-10',NULL,1),(2,'Brook School',1,0,'2026-08-25','2026-10-02','price',1),(3,'Dale School',1,0,'2026-09-01','2026-10-20','too far',4),(4,'Glen School',0,0,'2026-11-02',NULL,NULL,4);
