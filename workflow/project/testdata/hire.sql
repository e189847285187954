CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, status TEXT NOT NULL, joined_on DATE NOT NULL);
CREATE TABLE machines (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, day_rate REAL NOT NULL, cost REAL NOT NULL, retired_on DATE);
CREATE TABLE rentals (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), machine_id INTEGER NOT NULL REFERENCES machines(id), depot TEXT NOT NULL,
  out_at DATE NOT NULL, due_at DATE NOT NULL, back_at DATE, days INTEGER NOT NULL, rate REAL NOT NULL, discount REAL NOT NULL, status TEXT NOT NULL);
CREATE TABLE payments (id INTEGER PRIMARY KEY, rental_id INTEGER NOT NULL REFERENCES rentals(id), paid_on DATE NOT NULL, amount REAL NOT NULL, fee REAL NOT NULL, method TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 60)
INSERT INTO customers SELECT i, 'Customer ' || i, CASE i % 9 WHEN 0 THEN 'Germany' WHEN 1 THEN 'France' WHEN 2 THEN 'Spain' WHEN 3 THEN 'Sweden' WHEN 4 THEN 'Norway' WHEN 5 THEN 'Denmark' WHEN 6 THEN 'Austria' WHEN 7 THEN 'Switzerland' ELSE 'Italy' END,
  CASE WHEN i % 5 = 0 THEN 'C' WHEN i % 7 = 0 THEN 'P' ELSE 'A' END, date('2024-01-10', '+' || (i * 11) || ' days') FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 24)
INSERT INTO machines SELECT i, 'M-' || (100 + i), CASE i % 4 WHEN 0 THEN 'excavator' WHEN 1 THEN 'crane' WHEN 2 THEN 'drill' ELSE 'mixer' END, 20 + i * 7, 8 + i * 3, CASE WHEN i % 6 = 0 THEN date('2025-02-01', '+' || i || ' days') END FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 400)
INSERT INTO rentals SELECT i, 1 + (i * i + i * 7) % 57, 1 + (i * 13) % 24, CASE i % 3 WHEN 0 THEN 'Harbour' WHEN 1 THEN 'Airport' ELSE 'City' END,
  date('2024-06-01', '+' || i || ' days'), date('2024-06-01', '+' || (i + 1 + i % 15) || ' days'), CASE WHEN i % 11 = 0 THEN NULL ELSE date('2024-06-01', '+' || (i + 1 + i % 15 + i % 5 - 2) || ' days') END,
  1 + i % 15, 20 + (i * 13 % 24) * 7, (i % 4) * 0.05, CASE WHEN i % 11 = 0 THEN 'open' WHEN i % 8 = 0 THEN 'cancelled' ELSE 'returned' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 350)
INSERT INTO payments SELECT i, 1 + (i * 3) % 380, date('2024-06-05', '+' || i || ' days'), 40 + (i * 37) % 900, 1 + i % 7, CASE i % 3 WHEN 0 THEN 'card' WHEN 1 THEN 'cash' ELSE 'transfer' END FROM n;
