-- A furniture trade that nobody taught anything yet: names that leave open what late, an area or revenue is.
CREATE TABLE customers (id int PRIMARY KEY, company text NOT NULL, city text NOT NULL, country text NOT NULL, tier text NOT NULL, created_on date NOT NULL);
CREATE TABLE staff (id int PRIMARY KEY, full_name text NOT NULL, office text NOT NULL);
CREATE TABLE products (id int PRIMARY KEY, title text NOT NULL, line text NOT NULL, list_price numeric(8,2) NOT NULL);
CREATE TABLE orders (id int PRIMARY KEY, cust_id int NOT NULL REFERENCES customers, staff_id int NOT NULL REFERENCES staff, placed_on date NOT NULL, posted_at timestamp NOT NULL, required_on date NOT NULL, shipped_on date, status text NOT NULL);
CREATE TABLE items (order_id int NOT NULL REFERENCES orders, product_id int NOT NULL REFERENCES products, quantity int NOT NULL, unit_price numeric(8,2) NOT NULL, rebate numeric(4,2) NOT NULL, PRIMARY KEY (order_id, product_id));
CREATE TABLE returns (id int PRIMARY KEY, order_id int NOT NULL REFERENCES orders, returned_on date NOT NULL, reason text NOT NULL);
INSERT INTO customers SELECT i, (ARRAY['Oak','Elm','Ash','Fir','Yew'])[1+i%5]||' '||(ARRAY['Traders','House','Living','Rooms'])[1+i%4]||' '||i, (ARRAY['Berlin','Lyon','Madrid','Oslo','Leeds','Graz'])[1+i%6], (ARRAY['Germany','France','Spain','Norway','United Kingdom','Austria'])[1+i%6], (ARRAY['gold','silver','basic'])[1+i%3], DATE '2026-11-21'-900+i*9 FROM generate_series(1,80) i;
INSERT INTO staff SELECT i, (ARRAY['Ada Brandt','Ben Moor','Cleo Ruiz','Dan Falk','Eli Storm'])[i], (ARRAY['North','South'])[1+i%2] FROM generate_series(1,5) i;
INSERT INTO products SELECT i, (ARRAY['Chair','Table','Shelf','Lamp','Bed','Desk'])[1+i%6]||' '||i, (ARRAY['indoor','outdoor','office'])[1+i%3], 40+i*13%400 FROM generate_series(1,24) i;
INSERT INTO orders SELECT i, 1+i*7%79, 1+i%5, d, d+interval '9 hours', d+10, CASE WHEN i%9<>0 AND i%11<>0 AND d < DATE '2026-11-21'-6 THEN d+3+i*7%12 END, CASE WHEN i%11=0 THEN 'cancelled' WHEN d >= DATE '2026-11-21'-6 OR i%9=0 THEN 'open' ELSE 'shipped' END FROM (SELECT i, DATE '2026-11-21'-700+i FROM generate_series(1,699) i) x(i,d);
INSERT INTO items SELECT DISTINCT ON (o,p) o,p,1+i%6,40+p*13%400,(i%4)*0.05 FROM (SELECT i, 1+i*7%699 o, 1+i*5%24 p FROM generate_series(1,1900) i) x;
INSERT INTO returns SELECT i, 1+i*13%600, DATE '2026-11-21'-600+i*7, (ARRAY['damaged','wrong item','late'])[1+i%3] FROM generate_series(1,80) i;
