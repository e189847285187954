-- A nursery that grows plants to order, made for these questions: staff of several parts in what happens, people to leave out, a yes or no that is called nothing of the kind.
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, post TEXT NOT NULL, wage REAL NOT NULL, hired_on DATE NOT NULL);
INSERT INTO staff VALUES (1,'Ada Holm','account manager',31,'2019-02-01'),(2,'Bo Lind','account manager',28.5,'2021-05-01'),(3,'Cy Falk','packer',16,'2022-03-01'),(4,'Dee Moss','packer',14.5,'2024-06-01');
CREATE TABLE growers (grower_id INTEGER PRIMARY KEY, grower_name TEXT NOT NULL, region TEXT NOT NULL, account_manager_id INTEGER NOT NULL REFERENCES staff, newsletter TEXT, is_trial BOOLEAN NOT NULL, archived_on DATE, born_on DATE);
INSERT INTO growers VALUES (1,'Oak End','North',1,'Y',0,NULL,'1999-01-01'),(2,'Fern Row','North',2,'N',0,NULL,'1970-01-01'),(3,'Mossbank','South',1,NULL,1,NULL,'1980-01-01'),(4,'Low Field','South',2,'Y',0,'2026-02-01','2001-01-01'),(5,'Reed Side','West',2,'N',0,NULL,'1965-01-01');
CREATE TABLE cancel_reasons (reason_id INTEGER PRIMARY KEY, reason TEXT NOT NULL);
INSERT INTO cancel_reasons VALUES (1,'Non-payment'),(2,'Frost damage');
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers, packer_id INTEGER NOT NULL REFERENCES staff, cancel_reason_id INTEGER REFERENCES cancel_reasons, frequency TEXT NOT NULL, ordered_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO orders SELECT i, 1 + i * 3 % 5, 3 + i % 2, CASE i % 9 WHEN 0 THEN 1 WHEN 4 THEN 2 END, CASE i % 3 WHEN 0 THEN 'once' WHEN 1 THEN 'monthly' ELSE 'weekly' END, date('2026-01-05', (i * 5) || ' days') FROM n;
CREATE TABLE commissions (commission_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, booked_on DATE NOT NULL, amount REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
INSERT INTO commissions SELECT i, 1 + i * 7 % 60, date('2026-01-09', (i * 4) || ' days'), 10 + i * 13 % 90 FROM n;
