-- GRAUWALD BAU, ERP system BAUPLAN 4, tables of mandant 01 (general contractor). Dates move with the day of loading.
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.f(n bigint, k int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k || '/' || n), 5, 6))::bit(24)::int) / 16777216.0::float8 $$;

CREATE TABLE c010 (adnr integer PRIMARY KEY, adnm varchar(40) NOT NULL, adty char(1) NOT NULL, adci varchar(30), adpc integer, adct char(2), paym smallint, adst char(1) NOT NULL, crda date NOT NULL);
COMMENT ON TABLE c010 IS 'Address book: customers, vendors, subcontractors, employees';
COMMENT ON COLUMN c010.adnr IS 'Address number'; COMMENT ON COLUMN c010.adnm IS 'Name'; COMMENT ON COLUMN c010.adty IS 'Address type: C customer, V vendor of material, S subcontractor, E employee';
COMMENT ON COLUMN c010.adci IS 'City'; COMMENT ON COLUMN c010.adpc IS 'Postal code'; COMMENT ON COLUMN c010.adct IS 'Country'; COMMENT ON COLUMN c010.paym IS 'Payment term in days'; COMMENT ON COLUMN c010.adst IS 'Record state: A active, B blocked, D deleted'; COMMENT ON COLUMN c010.crda IS 'Date created';
INSERT INTO c010
SELECT 1000 + i,
 CASE t WHEN 'C' THEN (ARRAY['Stadt Waldheim','Klinikum Ost','Hotel Seeblick','Wohnbau Heimat eG','Autohaus Reber','Gemeinde Talbach','Logistik Nord','Pflegeheim Sonnhof','Schulverband Auental','Familie Brandner','Familie Oswald','Brauerei Hirsch','Molkerei Alpina','Energiewerke Lenz'])[i]
  WHEN 'V' THEN (ARRAY['Betonwerk Kies','Ziegel Huber','Stahl Peters','Holz Lindner','Baustoff Union','Fenster Klar','Farben Roth','Geruest Maier'])[i - 14]
  WHEN 'S' THEN (ARRAY['Elektro Blitz','Sanitaer Quell','Dachdeckerei Firn','Estrich Eben','Fliesen Platt','Malerei Bunt','Aushub Tief','Trockenbau Wand','Aufzug Steig','Garten Gruen'])[i - 22]
  ELSE (ARRAY['Anton','Berta','Christoph','Doris','Egon','Franziska','Gustav','Hilde','Ignaz','Johanna','Konrad','Lena','Manfred','Nina','Otmar','Petra','Rainer','Sabine','Toni','Ulla'])[1 + (i * 7) % 20] || ' ' ||
       (ARRAY['Aigner','Bruckner','Czerny','Dorn','Eibl','Fuchs','Gruber','Haas','Imhof','Jahn','Kern','Leitner','Moser','Novak','Ortner','Pichler','Reiter'])[1 + (i * 5) % 17] END,
 t, CASE WHEN i % 12 <> 0 THEN (ARRAY['Waldheim','Talbach','Auen','Lenz','Graz','Passau'])[1 + (i * 5) % 6] END, 4000 + (i * 173) % 5000, CASE WHEN i % 9 = 0 THEN 'DE' ELSE 'AT' END, CASE t WHEN 'C' THEN 30 WHEN 'E' THEN NULL ELSE 14 + 16 * (i % 2) END,
 CASE WHEN i IN (22, 31) THEN 'B' WHEN i IN (45, 62) THEN 'D' ELSE 'A' END, current_date - (700 + floor(3000 * pg_temp.f(i, 1)))::int
FROM (SELECT i, CASE WHEN i <= 14 THEN 'C' WHEN i <= 22 THEN 'V' WHEN i <= 32 THEN 'S' ELSE 'E' END AS t FROM generate_series(1, 70) i) q;

CREATE TABLE c020 (jbnr integer PRIMARY KEY, jbnm varchar(50) NOT NULL, cuad integer NOT NULL, pmad integer, siad integer, jbty char(1) NOT NULL, jbst char(2) NOT NULL, tdda date, stda date, enda date, acen date, cval numeric(13,2), rtpc numeric(4,1) NOT NULL, sqmt numeric(9,1));
COMMENT ON TABLE c020 IS 'Jobs (construction projects)';
COMMENT ON COLUMN c020.jbnr IS 'Job number'; COMMENT ON COLUMN c020.jbnm IS 'Job name'; COMMENT ON COLUMN c020.cuad IS 'Customer (address number)'; COMMENT ON COLUMN c020.pmad IS 'Project manager (address number)'; COMMENT ON COLUMN c020.siad IS 'Site foreman (address number)';
COMMENT ON COLUMN c020.jbty IS 'Job type: R residential, C commercial, P public, M maintenance'; COMMENT ON COLUMN c020.jbst IS 'Job status: 10 tender, 20 awarded, 30 under construction, 40 completed, 90 lost'; COMMENT ON COLUMN c020.tdda IS 'Tender date'; COMMENT ON COLUMN c020.stda IS 'Start date'; COMMENT ON COLUMN c020.enda IS 'Planned end date'; COMMENT ON COLUMN c020.acen IS 'Actual end date';
COMMENT ON COLUMN c020.cval IS 'Contract value, net'; COMMENT ON COLUMN c020.rtpc IS 'Retention percent'; COMMENT ON COLUMN c020.sqmt IS 'Floor area in square metres';
INSERT INTO c020
SELECT 7000 + i, (ARRAY['Town hall annex','Ward C refurbishment','Hotel spa wing','Flats Gartenweg','Showroom Reber','Fire station Talbach','Warehouse Nord II','Care home Sonnhof','Primary school Auental','House Brandner','House Oswald','Brewery cold store','Dairy loading bay','Substation Lenz','Flats Mühlgasse','Library roof','Hotel kitchen','Bridge Talbach','Warehouse Nord III','Ward D refurbishment','Flats Sonnleite','Gymnasium Auental','Tap room Hirsch','Road depot','Town square','Care home laundry','House Oswald garage','Dairy office'])[i],
 1000 + (ARRAY[1,2,3,4,5,6,7,8,9,10,11,12,13,14,4,1,3,6,7,2,4,9,12,6,1,8,11,13])[i], CASE WHEN i <> 24 THEN 1033 + (i * 3) % 5 END, CASE WHEN st IN ('30','40') THEN 1038 + (i * 5) % 7 END,
 (ARRAY['P','P','C','R','C','P','C','C','P','R','R','C','C','C','R','M','C','P','C','P','R','P','M','P','P','M','M','C'])[i], st, s - 80, CASE WHEN st IN ('20','30','40') THEN s END, CASE WHEN st <> '90' THEN s + du END, CASE WHEN st = '40' THEN s + du + (i * 7) % 40 - 8 END,
 CASE WHEN st <> '10' OR i % 2 = 0 THEN round((120000 + 1900000 * power(pg_temp.f(i, 2), 2.2))::numeric, -3) END, CASE WHEN i % 3 = 0 THEN 10 ELSE 5 END, CASE WHEN i NOT IN (14, 16, 18, 25) THEN round((90 + 2400 * pg_temp.f(i, 3))::numeric, 0) END
FROM (SELECT i, CASE WHEN i <= 11 THEN '40' WHEN i IN (13, 20, 26) THEN '90' WHEN i <= 22 THEN '30' WHEN i <= 24 THEN '20' ELSE '10' END AS st, 160 + (i * 37) % 150 AS du, current_date - CASE WHEN i <= 11 THEN 620 - i * 17 WHEN i <= 22 THEN 330 - (i - 11) * 24 ELSE 40 - i * 4 END AS s FROM generate_series(1, 28) i) q;

CREATE TABLE c021 (jbnr integer NOT NULL, jbst char(2) NOT NULL, vafr date NOT NULL, vato date, chad integer, PRIMARY KEY (jbnr, vafr));
COMMENT ON TABLE c021 IS 'History of the job status'; COMMENT ON COLUMN c021.jbnr IS 'Job number'; COMMENT ON COLUMN c021.jbst IS 'Job status, as in c020'; COMMENT ON COLUMN c021.vafr IS 'Valid from'; COMMENT ON COLUMN c021.vato IS 'Valid to, empty = now'; COMMENT ON COLUMN c021.chad IS 'Changed by (address number)';
INSERT INTO c021
SELECT jbnr, st, fr, lead(fr) OVER (PARTITION BY jbnr ORDER BY fr) - 1, CASE WHEN jbnr % 9 <> 0 THEN coalesce(pmad, 1033) END
FROM (SELECT j.*, x.st, x.fr FROM c020 j CROSS JOIN LATERAL (VALUES ('10', j.tdda), ('20', j.tdda + 45), ('30', j.stda), ('40', j.acen), ('90', j.tdda + 50)) x(st, fr)
  WHERE fr IS NOT NULL AND fr <= current_date AND ((j.jbst = '90' AND x.st IN ('10','90')) OR (j.jbst <> '90' AND x.st <= j.jbst))) q;

CREATE TABLE c030 (cocd char(4) PRIMARY KEY, cods varchar(40) NOT NULL, coty char(1) NOT NULL);
COMMENT ON TABLE c030 IS 'Cost codes'; COMMENT ON COLUMN c030.cocd IS 'Cost code'; COMMENT ON COLUMN c030.cods IS 'Description'; COMMENT ON COLUMN c030.coty IS 'Cost type: L labour, M material, S subcontract, E equipment';
INSERT INTO c030 VALUES ('1100','Site labour','L'),('1200','Supervision','L'),('2100','Concrete','M'),('2200','Brick and block','M'),('2300','Steel','M'),('2400','Timber','M'),('2500','Windows and doors','M'),('2600','Paint and finish','M'),('3100','Electrical works','S'),('3200','Plumbing works','S'),('3300','Roofing works','S'),('3400','Floors and tiling','S'),('3500','Earthworks','S'),('4100','Cranes and scaffolding','E');

CREATE TABLE c040 (bunr integer PRIMARY KEY, jbnr integer NOT NULL, cocd char(4) NOT NULL, buve smallint NOT NULL, bust char(1) NOT NULL, buqt numeric(10,1), buun varchar(3), bupr numeric(10,2), buam numeric(13,2) NOT NULL);
COMMENT ON TABLE c040 IS 'Budget lines by job and cost code'; COMMENT ON COLUMN c040.bunr IS 'Budget line number'; COMMENT ON COLUMN c040.jbnr IS 'Job number'; COMMENT ON COLUMN c040.cocd IS 'Cost code'; COMMENT ON COLUMN c040.buve IS 'Version'; COMMENT ON COLUMN c040.bust IS 'State: D draft, A approved, S superseded by a later version';
COMMENT ON COLUMN c040.buqt IS 'Planned quantity'; COMMENT ON COLUMN c040.buun IS 'Unit of measure'; COMMENT ON COLUMN c040.bupr IS 'Planned price per unit'; COMMENT ON COLUMN c040.buam IS 'Planned amount, net';
INSERT INTO c040
SELECT row_number() OVER (ORDER BY jbnr, ve, cocd), jbnr, cocd, ve, CASE WHEN ve = 1 AND jbnr % 4 = 0 THEN 'S' WHEN jbst = '10' OR (ve = 1 AND jbnr % 13 = 3) THEN 'D' ELSE 'A' END, q, un, p, round(q * p, 2)
FROM (SELECT j.jbnr, j.jbst, c.cocd, ve, un, p, round((j.cval * 0.8 * sh * (0.8 + 0.4 * pg_temp.f(j.jbnr * 20 + ascii(substr(c.cocd, 2)) + ascii(c.cocd) * 3, 4)) * CASE ve WHEN 2 THEN 1.06 ELSE 1 END / p)::numeric, 1) AS q
  FROM c020 j CROSS JOIN (SELECT cocd, CASE coty WHEN 'L' THEN 'h' WHEN 'E' THEN 'day' WHEN 'S' THEN 'ls' ELSE 'm3' END AS un, CASE coty WHEN 'L' THEN 42 WHEN 'E' THEN 380 WHEN 'S' THEN 1000 ELSE 145 END::numeric AS p, (ARRAY[0.22,0.06,0.1,0.08,0.07,0.05,0.07,0.03,0.09,0.08,0.06,0.05,0.05,0.04])[row_number() OVER (ORDER BY cocd)] AS sh FROM c030) c
  CROSS JOIN generate_series(1, 2) ve WHERE j.cval IS NOT NULL AND j.jbst <> '90' AND (ve = 1 OR j.jbnr % 4 = 0) AND (j.jbnr + ascii(substr(c.cocd, 2, 1)) * 3 + ascii(substr(c.cocd, 1, 1))) % 5 <> 0) q;

CREATE TABLE c050 (tsnr integer PRIMARY KEY, emad integer NOT NULL, jbnr integer NOT NULL, cocd char(4) NOT NULL, tsda date NOT NULL, hour numeric(5,2) NOT NULL, ovhr numeric(5,2), rate numeric(7,2) NOT NULL, tsam numeric(10,2) NOT NULL, tsst char(1) NOT NULL, apad integer);
COMMENT ON TABLE c050 IS 'Time sheets'; COMMENT ON COLUMN c050.tsnr IS 'Time sheet number'; COMMENT ON COLUMN c050.emad IS 'Employee (address number)'; COMMENT ON COLUMN c050.jbnr IS 'Job number'; COMMENT ON COLUMN c050.cocd IS 'Cost code'; COMMENT ON COLUMN c050.tsda IS 'Day worked';
COMMENT ON COLUMN c050.hour IS 'Hours, overtime included'; COMMENT ON COLUMN c050.ovhr IS 'of these overtime hours'; COMMENT ON COLUMN c050.rate IS 'Cost rate per hour'; COMMENT ON COLUMN c050.tsam IS 'Labour cost = hours x rate'; COMMENT ON COLUMN c050.tsst IS 'State: E entered, A approved, R rejected'; COMMENT ON COLUMN c050.apad IS 'Approved by (address number)';
INSERT INTO c050
SELECT 500000 + i, 1038 + (i * 13) % 33, jbnr, CASE WHEN i % 7 = 0 THEN '1200' ELSE '1100' END, d, h, CASE WHEN h > 8 THEN h - 8 END, r, h * r, st, CASE WHEN st <> 'E' THEN coalesce(pmad, 1033) END
FROM (SELECT i, j.*, current_date - 1 - (600 - i) * 380 / 600 AS d, 4 + floor(14 * sqrt(pg_temp.f(i, 5))) / 2.0::numeric AS h, 34 + (((i * 13) % 33) * 7) % 15 AS r, CASE WHEN i > 570 AND i % 3 > 0 THEN 'E' WHEN pg_temp.f(i, 6) < 0.03 THEN 'R' ELSE 'A' END AS st
  FROM generate_series(1, 600) i JOIN LATERAL (SELECT jbnr, pmad FROM c020 WHERE stda <= current_date - 1 - (600 - i) * 380 / 600 AND coalesce(acen, current_date) >= current_date - 1 - (600 - i) * 380 / 600 ORDER BY pg_temp.f(i * 40 + jbnr, 7) LIMIT 1) j ON true) q;

CREATE TABLE c060 (arnr integer PRIMARY KEY, ards varchar(40) NOT NULL, arun varchar(4) NOT NULL, cocd char(4), stpr numeric(9,2) NOT NULL, mist numeric(9,1), actv smallint NOT NULL);
COMMENT ON TABLE c060 IS 'Articles (building materials)'; COMMENT ON COLUMN c060.arnr IS 'Article number'; COMMENT ON COLUMN c060.ards IS 'Article description'; COMMENT ON COLUMN c060.arun IS 'Unit of measure'; COMMENT ON COLUMN c060.cocd IS 'Cost code the article is booked to'; COMMENT ON COLUMN c060.stpr IS 'Standard price per unit, net'; COMMENT ON COLUMN c060.mist IS 'Minimum stock'; COMMENT ON COLUMN c060.actv IS '1 = in use, 0 = no longer ordered';
INSERT INTO c060 VALUES (301,'Concrete C25/30','m3','2100',112,NULL,1),(302,'Concrete C30/37','m3','2100',124,NULL,1),(303,'Hollow brick 25','pal','2200',186,10,1),(304,'Clinker brick','pal','2200',410,4,1),(305,'Rebar 12 mm','t','2300',890,3,1),(306,'Steel beam HEA 200','pc','2300',318,6,1),(307,'Roof batten','m','2400',1.4,800,1),(308,'Glulam beam','m','2400',38,60,1),(309,'Window 120x140','pc','2500',430,NULL,1),(310,'Front door oak','pc','2500',1650,NULL,1),(311,'Facade paint','l','2600',6.8,200,1),(312,'Gypsum board','m2','2600',4.2,400,1),(313,'Mineral wool','m2',NULL,7.9,250,1),(314,'Asbestos-free slate','m2','2400',29,NULL,0);

CREATE TABLE c070 (ponr integer PRIMARY KEY, vead integer NOT NULL, shad integer, buad integer, jbnr integer, poda date NOT NULL, reda date, post char(1) NOT NULL);
COMMENT ON TABLE c070 IS 'Purchase orders'; COMMENT ON COLUMN c070.ponr IS 'Order number'; COMMENT ON COLUMN c070.vead IS 'Vendor or subcontractor (address number)'; COMMENT ON COLUMN c070.shad IS 'Ship-to, if not the site (address number)'; COMMENT ON COLUMN c070.buad IS 'Buyer (address number)'; COMMENT ON COLUMN c070.jbnr IS 'Job number, empty = for the yard'; COMMENT ON COLUMN c070.poda IS 'Order date'; COMMENT ON COLUMN c070.reda IS 'Requested delivery date'; COMMENT ON COLUMN c070.post IS 'Status: D draft, O ordered, R received, C closed, X cancelled';
CREATE TABLE c071 (ponr integer NOT NULL, poln smallint NOT NULL, arnr integer, cocd char(4) NOT NULL, lntx varchar(40), orqt numeric(10,1) NOT NULL, reqt numeric(10,1) NOT NULL, unpr numeric(10,2) NOT NULL, dspc numeric(4,1) NOT NULL, lnam numeric(12,2) NOT NULL, PRIMARY KEY (ponr, poln));
COMMENT ON TABLE c071 IS 'Purchase order lines'; COMMENT ON COLUMN c071.ponr IS 'Order number'; COMMENT ON COLUMN c071.poln IS 'Line number'; COMMENT ON COLUMN c071.arnr IS 'Article number, empty for works'; COMMENT ON COLUMN c071.cocd IS 'Cost code'; COMMENT ON COLUMN c071.lntx IS 'Text'; COMMENT ON COLUMN c071.orqt IS 'Quantity ordered'; COMMENT ON COLUMN c071.reqt IS 'Quantity received'; COMMENT ON COLUMN c071.unpr IS 'Price per unit, net'; COMMENT ON COLUMN c071.dspc IS 'Discount percent'; COMMENT ON COLUMN c071.lnam IS 'Line amount, net of discount';
INSERT INTO c070
SELECT 30000 + i, CASE WHEN i % 3 = 0 THEN 1023 + (i / 3) % 10 ELSE 1015 + (i * 5) % 8 END, CASE WHEN i % 17 = 0 THEN 1014 + i % 8 + 1 END, CASE WHEN i % 14 <> 0 THEN 1045 + i % 3 END, j.jbnr, d, d + 6 + i % 18,
 CASE WHEN pg_temp.f(i, 11) < 0.05 THEN 'X' WHEN d > current_date - 12 THEN CASE WHEN i % 2 = 0 THEN 'D' ELSE 'O' END WHEN d > current_date - 50 THEN CASE WHEN i % 2 = 0 THEN 'O' ELSE 'R' END WHEN i % 6 = 0 THEN 'R' ELSE 'C' END
FROM (SELECT i, current_date - 2 - (190 - i) * 450 / 190 AS d FROM generate_series(1, 190) i) q
LEFT JOIN LATERAL (SELECT jbnr FROM c020 WHERE i % 11 <> 0 AND stda <= d AND coalesce(acen, current_date) >= d ORDER BY pg_temp.f(i * 40 + jbnr, 12) LIMIT 1) j ON true;
INSERT INTO c071
SELECT ponr, ln, arnr, cocd, tx, q, CASE WHEN post IN ('R','C') THEN q WHEN post = 'O' AND ponr % 5 = 0 THEN round(q / 2, 0) ELSE 0 END, p, ds, round(q * p * (1 - ds / 100), 2)
FROM (SELECT o.ponr, o.post, ln, a.arnr, coalesce(a.cocd, CASE WHEN o.vead >= 1023 THEN (ARRAY['3100','3200','3300','3400','3400','3400','3500','3400','4100','3500'])[o.vead - 1022] ELSE '2600' END) AS cocd,
   CASE WHEN o.vead >= 1023 THEN 'Works as per offer, part ' || ln END AS tx, CASE WHEN o.vead >= 1023 THEN 1 ELSE round((55 * (1 + 8 * power(pg_temp.f(o.ponr * 4 + ln, 13), 2)) * CASE WHEN a.stpr > 300 THEN 0.15 WHEN a.stpr < 10 THEN 12 ELSE 1 END)::numeric, 0) END AS q,
   CASE WHEN o.vead >= 1023 THEN round((6000 + 80000 * power(pg_temp.f(o.ponr * 4 + ln, 14), 2.5))::numeric, -1) ELSE round(a.stpr * (0.94 + 0.14 * pg_temp.f(o.ponr * 4 + ln, 15))::numeric, 2) END AS p, CASE WHEN pg_temp.f(o.ponr, 16) < 0.3 THEN 3 WHEN pg_temp.f(o.ponr, 16) < 0.36 THEN 8 ELSE 0 END AS ds
  FROM c070 o CROSS JOIN generate_series(1, 3) ln LEFT JOIN c060 a ON o.vead < 1023 AND a.arnr = 301 + floor(13 * pg_temp.f(o.ponr * 4 + ln, 17))::int
  WHERE (ln = 1 OR (ln = 2 AND pg_temp.f(o.ponr, 18) < 0.6) OR (ln = 3 AND pg_temp.f(o.ponr, 18) < 0.25)) AND o.ponr <> 30101) q;

CREATE TABLE c080 (sinr integer PRIMARY KEY, vead integer NOT NULL, ponr integer, jbnr integer, vinv varchar(14), sida date NOT NULL, duda date, pada date, neta numeric(12,2) NOT NULL, taxa numeric(12,2) NOT NULL, grsa numeric(12,2) NOT NULL, sist char(1) NOT NULL);
COMMENT ON TABLE c080 IS 'Supplier invoices received'; COMMENT ON COLUMN c080.sinr IS 'Our document number'; COMMENT ON COLUMN c080.vead IS 'Vendor or subcontractor (address number)'; COMMENT ON COLUMN c080.ponr IS 'Purchase order'; COMMENT ON COLUMN c080.jbnr IS 'Job number'; COMMENT ON COLUMN c080.vinv IS 'Number given by the vendor'; COMMENT ON COLUMN c080.sida IS 'Invoice date'; COMMENT ON COLUMN c080.duda IS 'Due date'; COMMENT ON COLUMN c080.pada IS 'Date paid'; COMMENT ON COLUMN c080.neta IS 'Net amount'; COMMENT ON COLUMN c080.taxa IS 'Tax amount'; COMMENT ON COLUMN c080.grsa IS 'Gross amount'; COMMENT ON COLUMN c080.sist IS 'State: R registered (not checked yet), A approved, P paid, X rejected';
INSERT INTO c080
SELECT 81000 + row_number() OVER (ORDER BY d, ponr), vead, CASE WHEN ponr % 29 <> 0 THEN ponr END, jbnr, CASE WHEN ponr % 13 <> 0 THEN 'R-' || (ponr * 37) % 99991 END, d, d + 30, CASE WHEN st = 'P' THEN least(d + 12 + floor(35 * pg_temp.f(ponr, 21))::int, current_date - 1) END, n, round(n * 0.2, 2), n + round(n * 0.2, 2), st
FROM (SELECT o.ponr, o.vead, o.jbnr, o.reda + 4 AS d, n, CASE WHEN pg_temp.f(o.ponr, 22) < 0.04 THEN 'X' WHEN o.reda > current_date - 20 THEN 'R' WHEN o.reda > current_date - 60 OR pg_temp.f(o.ponr, 22) < 0.08 THEN 'A' ELSE 'P' END AS st
  FROM c070 o JOIN (SELECT ponr, sum(lnam) n FROM c071 GROUP BY 1) l USING (ponr) WHERE post IN ('R','C') AND o.reda + 4 < current_date) q;

CREATE TABLE c090 (binr integer PRIMARY KEY, jbnr integer NOT NULL, cuad integer NOT NULL, bity char(1) NOT NULL, bist char(1) NOT NULL, bida date NOT NULL, duda date, neta numeric(13,2) NOT NULL, taxa numeric(13,2) NOT NULL, grsa numeric(13,2) NOT NULL, rete numeric(12,2), crad integer);
COMMENT ON TABLE c090 IS 'Billing: invoices to customers'; COMMENT ON COLUMN c090.binr IS 'Invoice number'; COMMENT ON COLUMN c090.jbnr IS 'Job number'; COMMENT ON COLUMN c090.cuad IS 'Bill-to customer (address number)'; COMMENT ON COLUMN c090.bity IS 'Type: P progress, F final, C credit note (amounts negative)'; COMMENT ON COLUMN c090.bist IS 'State: D draft, I issued, P paid, X cancelled'; COMMENT ON COLUMN c090.bida IS 'Invoice date'; COMMENT ON COLUMN c090.duda IS 'Due date';
COMMENT ON COLUMN c090.neta IS 'Net amount'; COMMENT ON COLUMN c090.taxa IS 'Tax amount'; COMMENT ON COLUMN c090.grsa IS 'Gross amount'; COMMENT ON COLUMN c090.rete IS 'Retention held back by the customer'; COMMENT ON COLUMN c090.crad IS 'Written by (address number)';
INSERT INTO c090
SELECT 92000 + row_number() OVER (ORDER BY d, jbnr), jbnr, cuad, ty, st, d, d + 30, n, round(n * 0.2, 2), n + round(n * 0.2, 2), CASE WHEN ty <> 'C' THEN round(n * rtpc / 100, 2) END, 1047 + jbnr % 2
FROM (SELECT j.*, j.stda + k * 28 AS d, CASE WHEN j.acen IS NOT NULL AND j.stda + k * 28 > j.acen - 28 THEN 'F' WHEN pg_temp.f(j.jbnr * 50 + k, 31) < 0.05 THEN 'C' ELSE 'P' END AS ty,
    CASE WHEN pg_temp.f(j.jbnr * 50 + k, 32) < 0.04 THEN 'X' WHEN j.stda + k * 28 > current_date - 9 THEN 'D' WHEN j.stda + k * 28 > current_date - 45 THEN 'I' WHEN pg_temp.f(j.jbnr * 50 + k, 32) < 0.09 THEN 'I' ELSE 'P' END AS st,
    round((CASE WHEN pg_temp.f(j.jbnr * 50 + k, 31) < 0.05 AND NOT (j.acen IS NOT NULL AND j.stda + k * 28 > j.acen - 28) THEN -0.15 ELSE 1 END * j.cval / ((j.enda - j.stda) / 28) * (0.7 + 0.5 * pg_temp.f(j.jbnr * 50 + k, 33)))::numeric, 2) AS n
  FROM c020 j CROSS JOIN generate_series(1, 12) k WHERE j.jbst IN ('30','40') AND j.stda + k * 28 <= least(coalesce(j.acen, current_date), current_date)) q;

CREATE TABLE c095 (rcnr integer PRIMARY KEY, binr integer, cuad integer NOT NULL, rcda date NOT NULL, rcam numeric(13,2) NOT NULL, csdc numeric(10,2), bkcd char(2));
COMMENT ON TABLE c095 IS 'Money received from customers'; COMMENT ON COLUMN c095.rcnr IS 'Receipt number'; COMMENT ON COLUMN c095.binr IS 'Invoice number'; COMMENT ON COLUMN c095.cuad IS 'Payer (address number)'; COMMENT ON COLUMN c095.rcda IS 'Date received'; COMMENT ON COLUMN c095.rcam IS 'Amount received'; COMMENT ON COLUMN c095.csdc IS 'Cash discount taken'; COMMENT ON COLUMN c095.bkcd IS 'Bank: RB Raiffeisen, SP Sparkasse';
INSERT INTO c095 SELECT row_number() OVER (ORDER BY bida, binr) + 400, CASE WHEN binr % 31 <> 0 THEN binr END, cuad, least(duda + floor(22 * pg_temp.f(binr, 41))::int - 12, current_date), grsa - coalesce(rete, 0) - coalesce(c, 0), c, CASE WHEN binr % 4 = 0 THEN 'SP' ELSE 'RB' END
FROM (SELECT *, CASE WHEN binr % 5 = 0 THEN round(grsa * 0.02, 2) END AS c FROM c090 WHERE bist = 'P' AND bity <> 'C') q;

CREATE TABLE c100 (conr integer PRIMARY KEY, jbnr integer NOT NULL, rqad integer, coda date NOT NULL, dcda date, cotx varchar(60) NOT NULL, coam numeric(12,2), addy smallint, cost char(1) NOT NULL);
COMMENT ON TABLE c100 IS 'Change orders (extras and reductions)'; COMMENT ON COLUMN c100.conr IS 'Change order number'; COMMENT ON COLUMN c100.jbnr IS 'Job number'; COMMENT ON COLUMN c100.rqad IS 'Requested by (address number)'; COMMENT ON COLUMN c100.coda IS 'Date proposed'; COMMENT ON COLUMN c100.dcda IS 'Date decided'; COMMENT ON COLUMN c100.cotx IS 'Text'; COMMENT ON COLUMN c100.coam IS 'Change of the contract value, net'; COMMENT ON COLUMN c100.addy IS 'Additional days'; COMMENT ON COLUMN c100.cost IS 'State: P proposed, A approved, R rejected';
INSERT INTO c100
SELECT 600 + i, jbnr, CASE WHEN i % 3 = 0 THEN siad WHEN i % 8 <> 0 THEN cuad END, d, CASE WHEN st <> 'P' THEN least(d + 5 + i % 20, current_date) END, (ARRAY['Extra sockets','Better insulation','Rock in foundation pit','Leave out cellar stairs','Larger windows','Change of floor covering','Additional drainage','Colour change facade'])[1 + i % 8], CASE WHEN i % 8 = 3 THEN -1 ELSE 1 END * round((800 + 24000 * power(pg_temp.f(i, 51), 2))::numeric, -1), CASE WHEN i % 4 = 0 THEN NULL ELSE i % 9 END, st
FROM (SELECT i, j.*, stda + floor((least(coalesce(acen, current_date), current_date) - stda) * pg_temp.f(i, 52))::int AS d, CASE WHEN pg_temp.f(i, 53) < 0.62 THEN 'A' WHEN pg_temp.f(i, 53) < 0.82 THEN 'R' ELSE 'P' END AS st FROM generate_series(1, 70) i JOIN c020 j ON j.jbnr = 7001 + (i * 5) % 22 WHERE j.stda IS NOT NULL) q;

CREATE TABLE c110 (snda date NOT NULL, yard char(2) NOT NULL, arnr integer NOT NULL, onqt numeric(10,1), onva numeric(12,2), PRIMARY KEY (snda, yard, arnr));
COMMENT ON TABLE c110 IS 'Yard stock at month end'; COMMENT ON COLUMN c110.snda IS 'Day of the count'; COMMENT ON COLUMN c110.yard IS 'Yard: W1 Waldheim, T1 Talbach'; COMMENT ON COLUMN c110.arnr IS 'Article number'; COMMENT ON COLUMN c110.onqt IS 'Quantity on hand'; COMMENT ON COLUMN c110.onva IS 'Value on hand, at standard price';
INSERT INTO c110 SELECT d, y, arnr, q, round(q * stpr, 2) FROM (SELECT (date_trunc('month', current_date) - m * interval '1 month')::date - 1 AS d, y, a.arnr, a.stpr, CASE WHEN (m * 5 + arnr) % 37 <> 0 THEN round((a.mist * (0.5 + 2 * pg_temp.f(arnr * 100 + m * 2 + ascii(y), 61)))::numeric, 0) END AS q FROM c060 a, generate_series(0, 12) m, unnest(ARRAY['W1','T1']) y WHERE a.mist IS NOT NULL) q;
ANALYZE;
