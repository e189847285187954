CREATE TABLE member_cards (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, issued_on DATE NOT NULL);
CREATE TABLE branches (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, floor_m2 REAL NOT NULL, opened_on DATE NOT NULL, closed_on DATE);
INSERT INTO branches VALUES (1, 'Quay', 'SE', 420, '2001-03-01', NULL), (2, 'Hill', 'SE', 180, '2008-05-01', '2025-04-30'), (3, 'Mill Lane', 'NO', 260, '2010-09-01', NULL), (4, 'Park', 'DK', 310, '2015-01-15', NULL), (5, 'Ring Road', 'NO', 150, '2017-02-01', '2026-02-28');
CREATE TABLE sponsors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT NOT NULL);
INSERT INTO sponsors VALUES (1, 'Alder Fund', 'Oslo'), (2, 'Beacon Trust', 'Lund'), (3, 'Cove Foundation', 'Aarhus');
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, grp TEXT NOT NULL, country TEXT NOT NULL, sponsor_id INTEGER REFERENCES sponsors, branch_id INTEGER NOT NULL REFERENCES branches, joined_on DATE NOT NULL, allergic TEXT NOT NULL, invited_by_member_id INTEGER REFERENCES members);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO members SELECT i, 'Member ' || i, CASE i % 3 WHEN 0 THEN 'junior' WHEN 1 THEN 'adult' ELSE 'senior' END, CASE i % 4 WHEN 0 THEN 'France' WHEN 1 THEN 'Norway' ELSE 'Sweden' END, CASE WHEN i % 5 < 2 THEN 1 + i % 3 END, 1 + i * 7 % 5, date('2023-01-10', (i * 20) || ' days'), CASE WHEN i % 7 = 0 THEN 'Y' ELSE 'N' END, CASE WHEN i > 9 AND i % 3 > 0 THEN 1 + i % 7 * (i % 2) END FROM n;
INSERT INTO member_cards SELECT id, id, date(joined_on, '7 days') FROM members WHERE id % 3 > 0;
CREATE TABLE sponsor_visits (id INTEGER PRIMARY KEY, sponsor_id INTEGER NOT NULL REFERENCES sponsors, branch_id INTEGER NOT NULL REFERENCES branches, held_on DATE NOT NULL);
INSERT INTO sponsor_visits SELECT id, 1 + id % 3, 1 + id % 5, date('2026-01-01', (id * 9) || ' days') FROM members;
CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL, genre TEXT NOT NULL, late_fee REAL NOT NULL, copies INTEGER NOT NULL, awaited INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
INSERT INTO books SELECT i, 'Book ' || i, CASE i % 4 WHEN 0 THEN 'travel' WHEN 1 THEN 'crime' WHEN 2 THEN 'poetry' ELSE 'dust' END, 0.5 + i % 5 * 0.25, 1 + i % 6, i % 4 FROM n;
CREATE TABLE loans (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, book_id INTEGER NOT NULL REFERENCES books, branch_id INTEGER NOT NULL REFERENCES branches, lent_on DATE NOT NULL, hour_no INTEGER NOT NULL, days INTEGER NOT NULL, renewals INTEGER NOT NULL, status TEXT NOT NULL, why TEXT, cancelled_on DATE, kind TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
INSERT INTO loans SELECT i, 1 + i * i % 58, 1 + i * 11 % 30, 1 + i * 3 % 4, date('2025-06-01', (i) || ' days'), 9 + i * 7 % 9, 1 + i * 13 % 40, i % 4, CASE i % 5 WHEN 0 THEN 'cancelled' WHEN 1 THEN 'on hold' ELSE 'lent' END, CASE WHEN i % 10 = 0 THEN 'lost card' END, CASE WHEN i % 5 = 0 THEN date('2025-06-03', (i) || ' days') END, CASE i % 3 WHEN 0 THEN 'desk' ELSE 'web' END FROM n;
CREATE TABLE goals (id INTEGER PRIMARY KEY, branch_id INTEGER NOT NULL REFERENCES branches, month DATE NOT NULL, wanted INTEGER NOT NULL, reached INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
INSERT INTO goals SELECT i, 1 + i % 5, date('2025-04-01', (i / 5) || ' months'), 40 + i % 9, 38 + i * 7 % 11 FROM n;
CREATE TABLE payments (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, paid_on DATE NOT NULL, amount REAL NOT NULL, rate REAL NOT NULL, currency TEXT NOT NULL, direction TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
INSERT INTO payments SELECT i, 1 + i * 17 % 60, date('2026-01-05', (i) || ' days'), 5 + i * 31 % 90, CASE i % 2 WHEN 0 THEN 1 ELSE 0.09 END, CASE i % 2 WHEN 0 THEN 'EUR' ELSE 'SEK' END, CASE i % 3 WHEN 0 THEN 'debit' ELSE 'credit' END FROM n;
