-- A ferry line: kinds of tickets whose codes are short forms, a table of what was charged, days behind keys, people of two names.
CREATE TABLE dim_day (day_key INTEGER PRIMARY KEY, cal_date DATE NOT NULL, cal_month INTEGER NOT NULL, cal_year INTEGER NOT NULL);
CREATE TABLE service (service_id INTEGER PRIMARY KEY, service_code TEXT NOT NULL, name TEXT NOT NULL);
CREATE TABLE crew (crew_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL);
CREATE TABLE supplement (supplement_id INTEGER PRIMARY KEY, name TEXT NOT NULL, list_price NUMERIC NOT NULL);
CREATE TABLE crossing (crossing_id INTEGER PRIMARY KEY, service_id INTEGER NOT NULL REFERENCES service, captain_id INTEGER REFERENCES crew, deptyp TEXT NOT NULL, booked_at TIMESTAMP NOT NULL, landed_at TIMESTAMP);
CREATE TABLE crossing_supplement (crossing_id INTEGER NOT NULL REFERENCES crossing, supplement_id INTEGER NOT NULL REFERENCES supplement, amount NUMERIC NOT NULL, PRIMARY KEY (crossing_id, supplement_id));
CREATE TABLE bill (bill_no TEXT PRIMARY KEY, crossing_id INTEGER NOT NULL REFERENCES crossing, billed_key INTEGER NOT NULL REFERENCES dim_day, due_key INTEGER NOT NULL REFERENCES dim_day, netamt NUMERIC NOT NULL, status TEXT NOT NULL);
CREATE TABLE porting (porting_id INTEGER PRIMARY KEY, crossing_id INTEGER NOT NULL REFERENCES crossing, portno INTEGER NOT NULL, result TEXT NOT NULL);
INSERT INTO dim_day VALUES (20260901,'2026-09-01',9,2026),(20261001,'2026-10-01',10,2026),(20261101,'2026-11-01',11,2026);
INSERT INTO service VALUES (1,'NX','Night express'),(2,'DY','Day boat');
INSERT INTO crew VALUES (1,'Ada','Holm'),(2,'Bo','Lind Maro');
INSERT INTO supplement VALUES (1,'Cabin',30),(2,'Breakfast',9);
INSERT INTO crossing VALUES (1,1,1,'expr','2026-09-02 10:00','2026-09-04 10:00'),(2,2,2,'lcal','2026-10-02 10:00',NULL),(3,1,2,'expr','2026-10-05 10:00','2026-10-08 10:00');
INSERT INTO crossing_supplement VALUES (1,1,28),(1,2,9),(2,2,8),(3,1,30);
INSERT INTO bill VALUES ('B1',1,20260901,20261001,100,'paid'),('B2',2,20261001,20261101,80,'open'),('B3',3,20261001,20261101,90,'open');
INSERT INTO porting VALUES (1,1,7,'DON'),(2,2,8,'REJ'),(3,3,9,'DON');
