-- A bakery that counts its stores every Sunday and delivers to firms.
CREATE TABLE ingredient (id INTEGER PRIMARY KEY, name TEXT NOT NULL, supplier TEXT NOT NULL, minimum_level INTEGER, purchase_price NUMERIC NOT NULL);
INSERT INTO ingredient VALUES (1,'Rye flour','Mill A',40,0.9),(2,'Butter','Dairy B',25,6.5),(3,'Yeast','Mill A',5,3.2),(4,'Salt','Dairy B',NULL,0.4);
CREATE TABLE stocktake (ingredient_id INTEGER NOT NULL REFERENCES ingredient, taken_on DATE NOT NULL, quantity_in_store INTEGER, PRIMARY KEY (ingredient_id, taken_on));
INSERT INTO stocktake VALUES (1,'2026-11-08',60),(2,'2026-11-08',20),(3,'2026-11-08',9),(4,'2026-11-08',30),(1,'2026-11-15',35),(2,'2026-11-15',30),(3,'2026-11-15',4),(4,'2026-11-15',28);
CREATE TABLE baker (id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, hired_on DATE NOT NULL, left_on DATE);
INSERT INTO baker VALUES (1,'Ida','Holm','2011-02-01',NULL),(2,'Per','Lind','2019-05-01',NULL),(3,'Ola','Berg','2015-08-15','2024-01-31');
CREATE TABLE catering_order (id INTEGER PRIMARY KEY, client TEXT NOT NULL, channel TEXT NOT NULL, ordered_at TIMESTAMP NOT NULL, delivery_date DATE NOT NULL, total_amount NUMERIC NOT NULL);
INSERT INTO catering_order VALUES (1,'Town hall','web','2026-10-02 09:00:00','2026-10-09',310),(2,'School','phone','2026-10-20 10:00:00','2026-10-22',95),(3,'Town hall','web','2026-11-05 08:30:00','2026-11-20',420),(4,'Clinic','web','2026-11-16 11:00:00','2026-11-18',150);
CREATE TABLE catering_order_line (id INTEGER PRIMARY KEY, catering_order_id INTEGER NOT NULL REFERENCES catering_order, item TEXT NOT NULL, quantity INTEGER NOT NULL, line_total NUMERIC NOT NULL);
INSERT INTO catering_order_line VALUES (1,1,'Rolls',200,310),(2,2,'Buns',50,95),(3,3,'Rolls',200,300),(4,3,'Cake',4,120),(5,4,'Buns',80,150);
CREATE TABLE invoice (id INTEGER PRIMARY KEY, client TEXT NOT NULL, status TEXT NOT NULL, invoiced_on DATE NOT NULL, due_on DATE NOT NULL, amount NUMERIC NOT NULL, paid_so_far NUMERIC NOT NULL);
INSERT INTO invoice VALUES (1,'Town hall','paid','2026-10-10','2026-10-31',310,310),(2,'School','sent','2026-10-23','2026-11-12',95,0),(3,'Clinic','part paid','2026-09-20','2026-10-20',250,100),(4,'Clinic','draft','2026-11-19','2026-12-10',150,0),(5,'School','void','2026-08-02','2026-08-30',70,0);
