-- A paper mill, made for questions in the words of its project: quotes and orders, invoices of which some are disputed, batches and work orders.
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, segment TEXT NOT NULL, signed_up_on DATE NOT NULL, closed_on DATE);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
INSERT INTO customers SELECT i, 'Customer ' || i, CASE i % 5 WHEN 0 THEN 'Porto' WHEN 1 THEN 'Gent' WHEN 2 THEN 'Malmö' WHEN 3 THEN 'Turku' ELSE 'Lyon' END,
  CASE i % 5 WHEN 0 THEN 'Portugal' WHEN 1 THEN 'Belgium' WHEN 2 THEN 'Sweden' WHEN 3 THEN 'Finland' ELSE 'France' END,
  CASE i % 3 WHEN 0 THEN 'printer' WHEN 1 THEN 'publisher' ELSE 'trader' END, date('2024-01-10', (i * 23) || ' days'),
  CASE WHEN i % 9 = 0 THEN date('2026-02-01', (i * 5) || ' days') END FROM n;

CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, grade TEXT NOT NULL);
INSERT INTO products VALUES (1, 'Atlas Offset', 'coated'), (2, 'Birch Kraft', 'kraft'), (3, 'Cloud Laid', 'fine'), (4, 'Delta Board', 'board'), (5, 'Ember Silk', 'coated');

CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, ordered_on DATE NOT NULL, shipped_on DATE, promised_on DATE NOT NULL,
  status TEXT NOT NULL, channel TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 360)
INSERT INTO orders SELECT i, 1 + i * 7 % 39, date('2025-01-04', (i * 19 / 10) || ' days'),
  CASE WHEN i % 7 NOT IN (0, 3, 5) THEN date('2025-01-04', (i * 19 / 10 + 3 + i % 11) || ' days') END, date('2025-01-04', (i * 19 / 10 + 9) || ' days'),
  CASE i % 7 WHEN 0 THEN 'quote' WHEN 3 THEN 'cancelled' WHEN 5 THEN 'open' ELSE 'shipped' END,
  CASE i % 4 WHEN 0 THEN 'web' WHEN 1 THEN 'agent' ELSE 'phone' END FROM n;

CREATE TABLE order_lines (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, product_id INTEGER NOT NULL REFERENCES products, reams INTEGER NOT NULL, unit_price REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
INSERT INTO order_lines SELECT i, 1 + i * 11 % 358, 1 + i * 3 % 5, 5 + i * 13 % 90, 3.5 + i * 7 % 40 / 10.0 FROM n;

CREATE TABLE invoices (id INTEGER PRIMARY KEY, number TEXT NOT NULL, customer_id INTEGER NOT NULL REFERENCES customers, issued_on DATE NOT NULL, due_on DATE NOT NULL,
  amount REAL NOT NULL, paid_amount REAL NOT NULL, settled_on DATE, hold TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 240)
INSERT INTO invoices SELECT i, 'PM-' || (1000 + i), 1 + i * 5 % 38, date('2025-02-01', (i * 27 / 10) || ' days'), date('2025-03-03', (i * 27 / 10) || ' days'),
  80 + i * 37 % 900, CASE WHEN i % 4 = 0 THEN 0 WHEN i % 4 = 1 THEN 40 ELSE 80 + i * 37 % 900 END,
  CASE WHEN i % 4 > 1 THEN date('2025-02-20', (i * 27 / 10) || ' days') END, CASE WHEN i % 6 = 0 THEN 'D' ELSE 'N' END FROM n;

CREATE TABLE machines (id INTEGER PRIMARY KEY, name TEXT NOT NULL, hall TEXT NOT NULL);
INSERT INTO machines VALUES (1, 'PM1', 'North'), (2, 'PM2', 'North'), (3, 'Coater', 'South'), (4, 'Winder', 'South');

CREATE TABLE batches (id INTEGER PRIMARY KEY, machine_id INTEGER NOT NULL REFERENCES machines, product_id INTEGER NOT NULL REFERENCES products, made_on DATE NOT NULL,
  planned_kg REAL NOT NULL, good_kg REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
INSERT INTO batches SELECT i, 1 + i % 4, 1 + i * 2 % 5, date('2025-01-02', (i * 23 / 10) || ' days'), 1000 + i * 10, (1000 + i * 10) * (0.7 + i * 17 % 29 / 100.0) FROM n;

CREATE TABLE work_orders (id INTEGER PRIMARY KEY, machine_id INTEGER NOT NULL REFERENCES machines, kind TEXT NOT NULL, opened_on DATE NOT NULL, done_on DATE, state TEXT NOT NULL, cost REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
INSERT INTO work_orders SELECT i, 1 + i * 3 % 4, CASE i % 3 WHEN 0 THEN 'repair' WHEN 1 THEN 'service' ELSE 'inspection' END, date('2025-01-03', (i * 46 / 10) || ' days'),
  CASE WHEN i % 5 > 1 THEN date('2025-01-05', (i * 46 / 10 + i % 6) || ' days') END, CASE i % 5 WHEN 0 THEN 'X' WHEN 1 THEN 'O' ELSE 'F' END, 40 + i * 29 % 700 FROM n;
