-- A canteen that buys from suppliers and sells dishes, each with what one of it costs.
CREATE TABLE supplier (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
INSERT INTO supplier VALUES (1,'Grove','Moss'),(2,'Ice & Co','Ski');
CREATE TABLE purchase (id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES supplier, purchased_on DATE NOT NULL, total_cost NUMERIC NOT NULL, is_paid BOOLEAN NOT NULL);
INSERT INTO purchase VALUES (1,1,'2026-10-01',120,1),(2,1,'2026-11-02',80,0),(3,2,'2026-11-10',300,0);
CREATE TABLE dish (id INTEGER PRIMARY KEY, name TEXT NOT NULL, course TEXT NOT NULL, price NUMERIC NOT NULL, cost NUMERIC NOT NULL);
INSERT INTO dish VALUES (1,'Soup','starter',9,2),(2,'Stew','main',18,7),(3,'Pie','dessert',8,3);
CREATE TABLE meal (id INTEGER PRIMARY KEY, served_at TIMESTAMP NOT NULL, hall TEXT NOT NULL, discount_amount NUMERIC NOT NULL);
INSERT INTO meal VALUES (1,'2026-10-03 12:00:00','north',0),(2,'2026-11-04 12:30:00','south',2),(3,'2026-11-21 13:00:00','north',0);
CREATE TABLE meal_line (id INTEGER PRIMARY KEY, meal_id INTEGER NOT NULL REFERENCES meal, dish_id INTEGER NOT NULL REFERENCES dish, quantity INTEGER NOT NULL, unit_price NUMERIC NOT NULL);
INSERT INTO meal_line VALUES (1,1,1,2,9),(2,2,2,3,18),(3,3,3,1,8);
