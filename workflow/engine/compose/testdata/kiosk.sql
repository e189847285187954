-- A kiosk that holds its money in cents.
CREATE TABLE sellers (seller_id INTEGER PRIMARY KEY, seller_name TEXT NOT NULL, trust_level TEXT NOT NULL);
INSERT INTO sellers VALUES (1,'Ida','high'),(2,'Jon','low');
CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, seller_id INTEGER NOT NULL REFERENCES sellers, method TEXT NOT NULL, amount_cents INTEGER NOT NULL, paid_on DATE NOT NULL);
INSERT INTO payments VALUES (1,1,'card',1250,'2026-11-02'),(2,1,'cash',300,'2026-11-03'),(3,2,'card',80000,'2026-10-07'),(4,2,'card',4999,'2026-11-10'),(5,1,'cash',300,'2026-11-11');
