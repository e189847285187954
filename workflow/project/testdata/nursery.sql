CREATE TABLE people (pno INTEGER, fname TEXT, lname TEXT, ctry TEXT, kind TEXT, since DATE);
CREATE TABLE crew (cno INTEGER, cname TEXT, yard TEXT, gone DATE);
CREATE TABLE ordr (ono INTEGER, pno INTEGER, sold_by INTEGER, packed_by INTEGER, day DATE, wanted DATE, sent DATE, st TEXT, rebate REAL);
CREATE TABLE line (lno INTEGER, ono INTEGER, sku INTEGER, qty INTEGER, price REAL, grown DATE);
CREATE TABLE item (sku INTEGER, title TEXT, grp TEXT, box TEXT);
CREATE TABLE bill (bno INTEGER, ono INTEGER, made DATE, due DATE, paid DATE, amt REAL);
CREATE TABLE back (rno INTEGER, lno INTEGER, day DATE, why TEXT, settled TEXT);
CREATE TABLE plot (plotno INTEGER, sown DATE, acid INTEGER, lime INTEGER, clay INTEGER, sand INTEGER, peat INTEGER, humus INTEGER, moss INTEGER, chalk INTEGER, gravel INTEGER, stones INTEGER, depth INTEGER, slope INTEGER, shade INTEGER, frost INTEGER, hail INTEGER, hoses INTEGER, drains INTEGER, posts INTEGER, wires INTEGER, nets INTEGER, hedges INTEGER, sheds INTEGER);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 40)
INSERT INTO people SELECT i, CASE i % 4 WHEN 0 THEN 'Ada' WHEN 1 THEN 'Ben' WHEN 2 THEN 'Cleo' ELSE 'Dov' END, CASE i % 3 WHEN 0 THEN 'Ash' WHEN 1 THEN 'Birch' ELSE 'Cedar' END, CASE i % 4 WHEN 0 THEN 'SE' WHEN 1 THEN 'DE' WHEN 2 THEN 'FR' ELSE 'NO' END, CASE i % 3 WHEN 0 THEN 'T' ELSE 'P' END, date('2023-01-10', '+' || (i * 20) || ' days') FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 8)
INSERT INTO crew SELECT i, 'Crew ' || i, CASE i % 2 WHEN 0 THEN 'North' ELSE 'South' END, CASE WHEN i = 3 THEN '2025-01-05' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 24)
INSERT INTO item SELECT i, CASE i % 6 WHEN 0 THEN 'Fern' WHEN 1 THEN 'Fig' WHEN 2 THEN 'Palm' WHEN 3 THEN 'Rose' WHEN 4 THEN 'Sage' ELSE 'Yew' END || ' ' || i, CASE i % 3 WHEN 0 THEN 'house' WHEN 1 THEN 'garden' ELSE 'herb' END, CASE i % 4 WHEN 0 THEN 'C' WHEN 1 THEN 'P' WHEN 2 THEN 'T' ELSE 'B' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 300)
INSERT INTO ordr SELECT i, 1 + (i * i + i * 5) % 38, 1 + (i * 7) % 8, 1 + (i * 3) % 7, date('2024-08-01', '+' || (i * 2) || ' days'), date('2024-08-01', '+' || (i * 2 + 4 + i % 5) || ' days'), CASE WHEN i % 10 = 0 THEN NULL ELSE date('2024-08-01', '+' || (i * 2 + 4 + i % 5 + i % 9 - 3) || ' days') END, CASE WHEN i % 10 = 0 THEN 'O' WHEN i % 13 = 0 THEN 'X' ELSE 'D' END, (i % 3) * 5 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 700)
INSERT INTO line SELECT i, 1 + (i * 11) % 300, 1 + (i * i) % 24, 1 + i % 9, 3 + (i * 17) % 40, date('2024-01-01', '+' || i || ' days') FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 260)
INSERT INTO bill SELECT i, i, date('2024-08-10', '+' || (i * 2) || ' days'), date('2024-09-09', '+' || (i * 2) || ' days'), CASE WHEN i % 6 = 0 OR i > 240 THEN NULL ELSE date('2024-09-01', '+' || (i * 2 + i % 20) || ' days') END, 20 + (i * 29) % 400 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 60)
INSERT INTO back SELECT i, i * 7, date('2024-09-01', '+' || (i * 9) || ' days'), CASE i % 3 WHEN 0 THEN 'broken crate' WHEN 1 THEN 'wilted' ELSE 'wrong plant' END, CASE WHEN i % 4 = 0 THEN 'N' ELSE 'Y' END FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < 30)
INSERT INTO plot SELECT i, date('2026-11-15', '-' || (i * 9) || ' days'), i % 3, i % 4, i % 5, i % 6, i % 7, i % 8, i % 9, i % 10, i % 11, i % 12, i % 13, i % 14, i % 15, i % 16, i % 17, i % 18, i % 19, i % 20, i % 21, i % 22, i % 23, i % 24 FROM n;
