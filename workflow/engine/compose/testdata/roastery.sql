-- A coffee roastery: pitches to cafés that are won or lost, with lines; sacks that are bought from growers, with lines.
CREATE TABLE cafes (cafe_id INTEGER PRIMARY KEY, cafe_name TEXT NOT NULL, city TEXT NOT NULL, annual_revenue REAL);
INSERT INTO cafes VALUES (1,'Bluebird','Porto',250000),(2,'Corner Cup','Braga',90000),(3,'Dawn','Porto',NULL);
CREATE TABLE blends (blend_id INTEGER PRIMARY KEY, blend_name TEXT NOT NULL, roast TEXT NOT NULL, list_price REAL NOT NULL);
INSERT INTO blends VALUES (1,'Harbour','dark',14),(2,'Meadow','light',16),(3,'Nightcap','decaf',12);
CREATE TABLE pitches (pitch_id INTEGER PRIMARY KEY, cafe_id INTEGER NOT NULL REFERENCES cafes, title TEXT NOT NULL, amount REAL NOT NULL, opened_on DATE NOT NULL, closing_date DATE NOT NULL, is_closed BOOLEAN NOT NULL, is_won BOOLEAN NOT NULL);
INSERT INTO pitches VALUES (1,1,'Bluebird spring',560,'2026-01-10','2026-02-03',1,1),(2,2,'Corner trial',180,'2026-09-02','2026-10-20',1,1),(3,3,'Dawn opening',300,'2026-09-11','2026-10-28',1,0),(4,1,'Bluebird winter',420,'2026-11-02','2026-12-10',0,0);
CREATE TABLE pitch_lines (pitch_line_id INTEGER PRIMARY KEY, pitch_id INTEGER NOT NULL REFERENCES pitches, blend_id INTEGER NOT NULL REFERENCES blends, quantity INTEGER NOT NULL, unit_price REAL NOT NULL, total_price REAL NOT NULL);
INSERT INTO pitch_lines VALUES (1,1,1,20,13,260),(2,1,2,20,15,300),(3,2,3,15,12,180),(4,3,2,20,15,300),(5,4,1,30,14,420);
CREATE TABLE growers (grower_id INTEGER PRIMARY KEY, grower_name TEXT NOT NULL, country TEXT NOT NULL);
INSERT INTO growers VALUES (1,'Finca Alta','Peru'),(2,'Gera','Ethiopia');
CREATE TABLE sack_purchases (purchase_id INTEGER PRIMARY KEY, grower_id INTEGER NOT NULL REFERENCES growers, ordered_on DATE NOT NULL, promised_on DATE NOT NULL, delivered_on DATE);
INSERT INTO sack_purchases VALUES (1,1,'2026-08-01','2026-09-01','2026-09-09'),(2,2,'2026-09-15','2026-10-20','2026-10-18'),(3,1,'2026-11-05','2026-12-01',NULL);
CREATE TABLE sack_purchase_lines (purchase_id INTEGER NOT NULL REFERENCES sack_purchases, line_no INTEGER NOT NULL, variety TEXT NOT NULL, quantity INTEGER NOT NULL, unit_cost REAL NOT NULL, PRIMARY KEY (purchase_id, line_no));
INSERT INTO sack_purchase_lines VALUES (1,1,'Bourbon',12,190),(1,2,'Typica',4,210),(2,1,'Heirloom',10,240),(3,1,'Bourbon',6,200);
