-- A boarding kennel: what runs out, what was never done, who recommended whom, what costs nothing.
CREATE TABLE owners (owner_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, town TEXT NOT NULL, referred_by_id INTEGER REFERENCES owners, joined_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO owners SELECT i, 'Owner ' || i, CASE i % 3 WHEN 0 THEN 'Alnwick' WHEN 1 THEN 'Berwick' ELSE 'Craster' END,
  CASE WHEN i > 9 AND i % 3 > 0 THEN 1 + i * i % 7 END, date('2023-01-10', (i * 17) || ' days') FROM n;

CREATE TABLE carers (carer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, licence_expires_on DATE, hired_on DATE NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
INSERT INTO carers SELECT i, 'Carer ' || i, CASE WHEN i % 6 > 0 THEN date('2026-09-20', (i * 11) || ' days') END, date('2019-05-01', (i * 120) || ' days') FROM n;

CREATE TABLE dogs (dog_id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners, dog_name TEXT NOT NULL, breed TEXT NOT NULL, last_weighed_on DATE);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO dogs SELECT i, 1 + i * 7 % 53, 'Dog ' || i, CASE i % 4 WHEN 0 THEN 'collie' WHEN 1 THEN 'terrier' WHEN 2 THEN 'spaniel' ELSE 'hound' END,
  CASE WHEN i % 5 > 0 THEN date('2026-11-10', (-i * 13) || ' days') END FROM n;

CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES owners, issued_on DATE NOT NULL, due_on DATE NOT NULL, amount REAL NOT NULL, paid_amount REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO invoices SELECT i, 1 + i * 11 % 47, date('2025-09-01', (i * 4) || ' days'), date('2025-09-15', (i * 4) || ' days'), 40 + i * 13 % 200, CASE WHEN i % 4 = 0 THEN 0 WHEN i % 9 = 0 THEN 20 ELSE 40 + i * 13 % 200 END FROM n;

CREATE TABLE stays (stay_id INTEGER PRIMARY KEY, dog_id INTEGER NOT NULL REFERENCES dogs, carer_id INTEGER REFERENCES carers, invoice_id INTEGER REFERENCES invoices, booked_on DATE NOT NULL, begins_on DATE NOT NULL,
  ends_on DATE NOT NULL, status TEXT NOT NULL, collected_on DATE, price REAL NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
INSERT INTO stays SELECT i, 1 + i * 7 % 83, CASE WHEN i % 10 > 0 THEN 1 + i % 19 END, CASE WHEN i % 3 > 0 THEN 1 + i % 120 END, date('2026-02-01', i || ' days'), date('2026-02-06', i || ' days'),
  date('2026-02-08', (i + i * 5 % 8) || ' days'), CASE i % 5 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'enquired' ELSE 'confirmed' END, CASE WHEN i % 5 > 1 AND i % 7 > 0 AND i < 260 THEN date('2026-02-09', (i + i * 5 % 8) || ' days') END, 30 + i * 17 % 90 FROM n;

CREATE TABLE walks (walk_id INTEGER PRIMARY KEY, walk_name TEXT NOT NULL, walked_on DATE NOT NULL, fee REAL NOT NULL, places INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO walks SELECT i, 'Walk ' || i, date('2025-12-01', (i * 9) || ' days'), CASE WHEN i % 4 = 0 THEN 0 ELSE 3 + i % 5 END, 4 + i % 9 FROM n;

CREATE TABLE leases (lease_id INTEGER PRIMARY KEY, field TEXT NOT NULL, signed_on DATE NOT NULL, rent REAL NOT NULL);
INSERT INTO leases VALUES (1, 'Long meadow', '2024-03-01', 1200), (2, 'Mill field', '2025-01-15', 900), (3, 'Far bank', '2026-06-01', 1500);
