-- Catalogues whose values are nouns for what refers to them, groups of which one is named, people by their trade, rows that take place.
CREATE TABLE sites (site_id INTEGER PRIMARY KEY, name TEXT NOT NULL, lifts INTEGER NOT NULL, opened_on DATE NOT NULL, head_id INTEGER);
INSERT INTO sites VALUES (1,'Quay',4,'2015-01-01',1),(2,'Mill',2,'2018-01-01',4);
CREATE TABLE mechanics (mechanic_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, trade TEXT NOT NULL, site_id INTEGER NOT NULL REFERENCES sites, hired_on DATE NOT NULL);
INSERT INTO mechanics VALUES (1,'Ingrid','Dahl','fitter',1,'2019-01-01'),(2,'Omar','Said','welder',1,'2021-06-01'),(3,'Pia','Lund','welder',2,'2017-03-01'),(4,'Rolf','Berg','painter',2,'2020-02-01');
CREATE TABLE client_groups (group_id INTEGER PRIMARY KEY, name TEXT NOT NULL, payment_days INTEGER NOT NULL);
INSERT INTO client_groups VALUES (1,'Private owners',14),(2,'Fleets',30),(3,'Insurers',45);
CREATE TABLE clients (client_id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL, group_id INTEGER NOT NULL REFERENCES client_groups, phone TEXT, client_since DATE NOT NULL, credit_limit NUMERIC);
INSERT INTO clients VALUES (1,'Ada Holm','Oxby',1,'11','2020-01-01',100),(2,'Ruiz Cabs','Oxby',2,'12','2021-01-01',900),(3,'Vik Post','Hamm',2,'13','2022-01-01',800),(4,'Nordic Cover','Hamm',3,'14','2023-01-01',NULL),(5,'Bo Ek','Hamm',1,NULL,'2024-01-01',100);
CREATE TABLE rates (rate_code TEXT PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL, price NUMERIC NOT NULL, valid_until DATE);
INSERT INTO rates VALUES ('G1','Gearbox, manual','gearbox',400,NULL),('G2','Gearbox, automatic','gearbox',700,NULL),('B1','Brakes, front','brake',120,'2025-12-31'),('B2','Brakes, rear','brake',110,NULL),('S1','Gasket, head','engine',90,NULL),('S2','Gasket, sump','engine',150,NULL),('P1','Respray','paint',900,NULL);
CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients, site_id INTEGER NOT NULL REFERENCES sites, booked_at TIMESTAMP NOT NULL, starts_at TIMESTAMP NOT NULL);
INSERT INTO bookings VALUES (1,1,1,'2026-09-01 09:00:00','2026-10-05 08:00:00'),(2,2,1,'2026-10-01 09:00:00','2026-10-06 08:00:00'),(3,3,2,'2026-10-10 09:00:00','2026-12-01 08:00:00');
CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients, site_id INTEGER NOT NULL REFERENCES sites, billed_on DATE NOT NULL, total_amount NUMERIC NOT NULL);
INSERT INTO bills VALUES (1,1,1,'2026-10-06',520),(2,2,1,'2026-10-07',700),(3,3,2,'2026-11-02',900);
CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients, rate_code TEXT NOT NULL REFERENCES rates, mechanic_id INTEGER NOT NULL REFERENCES mechanics, finished_on DATE NOT NULL, charge NUMERIC NOT NULL);
INSERT INTO jobs VALUES (1,1,'G1',1,'2026-10-05',400),(2,2,'G2',1,'2026-10-06',700),(3,3,'P1',4,'2026-11-01',900),(4,1,'B2',2,'2026-10-05',110),(5,2,'G1',1,'2026-03-05',400),(6,2,'G1',1,'2026-04-05',400);
INSERT INTO jobs WITH RECURSIVE n(i) AS (SELECT 7 UNION ALL SELECT i+1 FROM n WHERE i<40) SELECT i, 1+i%5, CASE i%3 WHEN 0 THEN 'S1' WHEN 1 THEN 'S2' ELSE 'P1' END, 2+i%3, date('2026-01-01', '+'||(i*7)||' days'), 90+i FROM n;
