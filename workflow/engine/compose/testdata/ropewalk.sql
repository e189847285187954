-- A ropewalk: kinds two at a time, what was done to neither, so much for one of others, who is slow, amounts that came about on a day of their own.
CREATE TABLE branches (branch_id INTEGER PRIMARY KEY, branch_name TEXT NOT NULL, town TEXT NOT NULL);
INSERT INTO branches VALUES (1,'Quay','Moss'),(2,'Mill','Ski');
CREATE TABLE clerks (clerk_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, branch_id INTEGER NOT NULL REFERENCES branches, left_on DATE);
INSERT INTO clerks VALUES (1,'Ida','Berg',1,NULL),(2,'Jon','Vik',2,NULL),(3,'Kim','Aas',2,'2026-02-01');
CREATE TABLE clients (client_id INTEGER PRIMARY KEY, client_name TEXT NOT NULL, sector TEXT NOT NULL, town TEXT NOT NULL);
INSERT INTO clients VALUES (1,'Ek Lofts','theatre','Moss'),(2,'Lie Yachts','marina','Ski'),(3,'Dahl Arena','theatre','Ski'),(4,'Aas Docks','marina','Moss');
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL REFERENCES clients, clerk_id INTEGER NOT NULL REFERENCES clerks, fibre TEXT NOT NULL, ordered_on DATE NOT NULL, promised_on DATE NOT NULL, delivered_on DATE, status TEXT NOT NULL, payment_method TEXT NOT NULL, total_amount NUMERIC NOT NULL);
INSERT INTO orders VALUES (1,1,1,'hemp','2026-08-03','2026-08-20','2026-08-19','delivered','card',310),(2,1,2,'nylon','2026-09-04','2026-09-20','2026-09-28','delivered','cash',120),(3,2,2,'hemp','2026-10-05','2026-10-20','2026-10-15','delivered','card',480),
 (4,3,1,'jute','2026-10-15','2026-11-01',NULL,'cancelled','cash',75),(5,2,1,'nylon','2026-11-10','2026-12-01',NULL,'open','card',260),(6,3,3,'hemp','2025-12-10','2026-01-10','2026-01-12','delivered','cash',95);
CREATE TABLE batches (batch_id INTEGER PRIMARY KEY, fibre TEXT NOT NULL, clerk_id INTEGER NOT NULL REFERENCES clerks, spun_on DATE NOT NULL, coiled_on DATE, spun_metres INTEGER NOT NULL, coiled_metres INTEGER, wasted_metres INTEGER NOT NULL);
INSERT INTO batches VALUES (1,'hemp',1,'2026-09-28','2026-10-02',900,860,40),(2,'nylon',2,'2026-10-30','2026-11-03',700,690,10),(3,'jute',2,'2026-11-12',NULL,500,NULL,25);
CREATE TABLE fairs (fair_id INTEGER PRIMARY KEY, fair_name TEXT NOT NULL, theme TEXT NOT NULL);
INSERT INTO fairs VALUES (1,'Spring fair','sailing'),(2,'Autumn fair','climbing'),(3,'Winter fair','rescue');
CREATE TABLE fair_visits (fair_id INTEGER NOT NULL REFERENCES fairs, client_id INTEGER NOT NULL REFERENCES clients, visited_on DATE NOT NULL, PRIMARY KEY (fair_id, client_id));
INSERT INTO fair_visits VALUES (1,1,'2026-04-11'),(2,1,'2026-10-03'),(2,2,'2026-10-03'),(3,3,'2026-01-15');
