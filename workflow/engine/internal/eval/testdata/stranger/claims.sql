-- Harrow Mutual: claims ledger of the insurance master system (IMS), loaded nightly.
-- Plain SQL; loads into an empty database: psql -q -v ON_ERROR_STOP=1 -f claims.sql
-- Deterministic apart from the dates, which are relative to the loading day.
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;

CREATE FUNCTION pg_temp.r(s text, i bigint) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(s || ':' || i), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE imofc (ofccd varchar(3) PRIMARY KEY, ofcnm varchar(40) NOT NULL, rgncd varchar(2) NOT NULL, opndte date NOT NULL, clsdte date);
COMMENT ON TABLE imofc IS 'Claims and service offices';
COMMENT ON COLUMN imofc.rgncd IS 'NO = north, MI = midlands, SO = south, WA = Wales';
INSERT INTO imofc VALUES
('LDS','Leeds','NO',DATE '1996-05-01',NULL),('MAN','Manchester','NO',DATE '1999-02-15',NULL),('NCL','Newcastle','NO',DATE '2011-09-05',NULL),
('BHM','Birmingham','MI',DATE '1994-03-01',NULL),('NOT','Nottingham','MI',DATE '2007-10-08',current_date - 410),
('BRS','Bristol','SO',DATE '2001-06-18',NULL),('LON','London Bridge','SO',DATE '1991-01-07',NULL),('CDF','Cardiff','WA',DATE '2005-04-11',NULL),('EXE','Exeter','SO',current_date - 35,NULL);

CREATE TABLE imadj (adjno integer PRIMARY KEY, adjnm varchar(50) NOT NULL, ofccd varchar(3), lvlcd varchar(1) NOT NULL, supvno integer, authlmt integer, hirdte date NOT NULL, enddte date);
COMMENT ON TABLE imadj IS 'Claims adjusters';
COMMENT ON COLUMN imadj.lvlcd IS 'J = junior, S = senior, T = team leader, X = external';
COMMENT ON COLUMN imadj.supvno IS 'adjno of the team leader';
COMMENT ON COLUMN imadj.authlmt IS 'payment authority in whole pounds; null = no limit';
COMMENT ON COLUMN imadj.enddte IS 'last day of work, null while employed';
INSERT INTO imadj
SELECT 700 + i,
  (ARRAY['Gareth','Moira','Colin','Shazia','Dawn','Rhys','Imogen','Terence','Bola','Fiona','Neil','Harpreet','Lorna','Craig','Megan','Alistair','Yvonne'])[1 + (i * 5) % 17] || ' ' ||
  (ARRAY['Prothero','Ashworth','Mistry','Kendrick','Bright','Okonkwo','Fairley','Dunmore','Sandhu','Tranter','Beech','Mulholland','Vickers'])[1 + (i * 4) % 13],
  (ARRAY['LDS','MAN','NCL','BHM','NOT','BRS','LON','CDF'])[1 + (i - 1) % 8],
  CASE WHEN i <= 8 THEN 'T' WHEN i % 9 = 0 THEN 'X' WHEN pg_temp.r('lv', i) < 0.5 THEN 'S' ELSE 'J' END,
  CASE WHEN i > 8 AND i % 9 <> 0 THEN 701 + (i - 1) % 8 END,
  CASE WHEN i > 8 THEN CASE WHEN i % 9 = 0 THEN 2000 WHEN pg_temp.r('lv', i) < 0.5 THEN 10000 ELSE 5000 END END,
  current_date - (200 + floor(5000 * pg_temp.r('hi', i))::int),
  CASE WHEN i IN (5, 13, 21, 27) THEN current_date - (15 + i * 12) END
FROM generate_series(1, 34) AS i;

CREATE TABLE imlob (lobcd varchar(2) PRIMARY KEY, lobnm varchar(40) NOT NULL, lobgrp varchar(1) NOT NULL);
COMMENT ON TABLE imlob IS 'Lines of business';
COMMENT ON COLUMN imlob.lobgrp IS 'P = personal lines, C = commercial lines';
INSERT INTO imlob VALUES ('MO','Private motor','P'),('HH','Household','P'),('TR','Travel','P'),('PE','Pet','P'),('CM','Fleet motor','C'),('CP','Commercial property','C'),('EL','Employers liability','C'),('MA','Marine cargo','C');

CREATE TABLE imprl (prlcd varchar(3) PRIMARY KEY, prlnm varchar(40) NOT NULL, natind varchar(1) NOT NULL);
COMMENT ON TABLE imprl IS 'Perils (causes of loss)';
COMMENT ON COLUMN imprl.natind IS 'Y = natural peril';
INSERT INTO imprl VALUES ('COL','Collision','N'),('THF','Theft','N'),('FIR','Fire','N'),('STM','Storm','Y'),('FLD','Flood','Y'),('EOW','Escape of water','N'),('GLS','Glass breakage','N'),
('INJ','Injury','N'),('CXL','Trip cancellation','N'),('MED','Medical or vet costs','N'),('VAN','Vandalism','N'),('SUB','Subsidence','Y');

CREATE TABLE imcat (catcd varchar(6) PRIMARY KEY, catnm varchar(40) NOT NULL, begdte date NOT NULL, enddte date NOT NULL);
COMMENT ON TABLE imcat IS 'Catastrophe events';
INSERT INTO imcat VALUES ('CAT01','Storm Agnes',current_date - 640,current_date - 637),('CAT02','Severn floods',current_date - 402,current_date - 391),('CAT03','Storm Boris',current_date - 176,current_date - 173),('CAT04','Pennine hail',current_date - 61,current_date - 60),('CAT05','Easter freeze',current_date - 900,current_date - 893);

CREATE TABLE imbrk (brkno integer PRIMARY KEY, brknm varchar(50) NOT NULL, cmspct numeric(4,2) NOT NULL, agrdte date NOT NULL, trmdte date);
COMMENT ON TABLE imbrk IS 'Brokers';
COMMENT ON COLUMN imbrk.cmspct IS 'commission, per cent of premium';
COMMENT ON COLUMN imbrk.trmdte IS 'end of the agreement';
INSERT INTO imbrk VALUES (41,'Aldgate Risk Partners',12.50,current_date - 3900,NULL),(42,'Pickering & Howe',15.00,current_date - 3100,NULL),(43,'Coverwise Direct',9.00,current_date - 2200,NULL),(44,'Mersey Broking',14.00,current_date - 2900,NULL),
(45,'Tamar Insurance Brokers',13.50,current_date - 1800,NULL),(46,'Blackfriars Marine',17.50,current_date - 2600,NULL),(47,'Hallam Green',11.00,current_date - 1500,current_date - 260),(48,'Quoteline',8.00,current_date - 700,NULL),(49,'Ridgeway Farm Cover',12.00,current_date - 120,NULL),(50,'Sentinel Brokers',14.50,current_date - 90,NULL);

CREATE TABLE impty (ptyno integer PRIMARY KEY, ptynm varchar(60) NOT NULL, ptytyp varchar(1) NOT NULL, brtdte date, twnnm varchar(40), pstcd varchar(8), eml varchar(80), vipind varchar(1));
COMMENT ON TABLE impty IS 'Parties: anybody who holds a policy, claims or is paid';
COMMENT ON COLUMN impty.ptytyp IS 'P = person, O = organisation';
COMMENT ON COLUMN impty.vipind IS 'Y = key client, otherwise null';
INSERT INTO impty
SELECT 20000 + i,
  CASE WHEN i % 7 = 0 THEN
   (ARRAY['Calder','Harbottle','Thornbury','Westgate','Kingfisher','Ironbridge','Loxley','Marlow','Penrose','Stannard','Tyne'])[1 + (i/7) % 11] || ' ' || (ARRAY['Haulage','Bakeries','Fabrication','Couriers','Estates','Wholesale','Catering','Timber','Dairy'])[1 + (i/7) % 9] || ' ' || (ARRAY['Ltd','plc','LLP','& Sons'])[1 + (i/7) % 4]
  ELSE (ARRAY['Oliver','Jean','Mohammed','Susan','Peter','Aisha','Keith','Linda','Owen','Zara','Patrick','Eileen','Rajesh','Wendy','Stuart','Bethan','Derek','Nadine','Angus','Chloe','Winston','Hazel','Ivan'])[1 + (i * 7) % 23] || ' ' ||
   (ARRAY['Barker','Cole','Davies','Eastwood','Flynn','Gill','Hargreaves','Ingham','Jarvis','Khan','Lomax','Morgan','Naylor','Osborne','Pugh','Quigley','Rowe','Shaw','Tandy','Unwin','Vaughan','Whittle','Yardley','Abbott','Bell','Chadwick','Drake','Ellwood','Firth'])[1 + (i * 11) % 29] END,
  CASE WHEN i % 7 = 0 THEN 'O' ELSE 'P' END,
  CASE WHEN i % 7 <> 0 AND i % 53 <> 0 THEN current_date - (6800 + floor(23000 * pg_temp.r('b', i))::int) END,
  (ARRAY['Leeds','Leeds','York','Manchester','Manchester','Stockport','Newcastle','Birmingham','Birmingham','Coventry','Derby','Bristol','Bath','London','London','London','Reading','Cardiff','Swansea',NULL])[1 + floor(20 * pg_temp.r('tw', i))::int],
  (ARRAY['LS','YO','M','SK','NE','B','CV','DE','BS','BA','SE','RG','CF','SA'])[1 + i % 14] || (1 + i % 19) || ' ' || (1 + i % 9) || 'AB',
  CASE WHEN i % 8 <> 3 THEN 'p' || (20000 + i) || '@mail.example' END,
  CASE WHEN pg_temp.r('vip', i) < 0.05 THEN 'Y' END
FROM generate_series(1, 680) AS i;

CREATE TABLE impol (
  polno varchar(10) PRIMARY KEY, hldpty integer NOT NULL, lobcd varchar(2) NOT NULL, incdte date NOT NULL, expdte date NOT NULL, candte date, canrsn varchar(2),
  anprem integer NOT NULL, sumins integer, xsamt integer, brkno integer, svcofc varchar(3));
COMMENT ON TABLE impol IS 'Policies, in force from incdte until expdte unless cancelled before';
COMMENT ON COLUMN impol.hldpty IS 'policyholder';
COMMENT ON COLUMN impol.canrsn IS 'NP = non-payment, RQ = client request, UW = underwriting, DC = duplicate cover';
COMMENT ON COLUMN impol.anprem IS 'annual premium in whole pounds';
COMMENT ON COLUMN impol.sumins IS 'sum insured in thousands of pounds';
COMMENT ON COLUMN impol.xsamt IS 'excess (borne by the client) in whole pounds';
COMMENT ON COLUMN impol.brkno IS 'null = sold direct';
COMMENT ON COLUMN impol.svcofc IS 'servicing office';
INSERT INTO impol
SELECT 'P' || (310000 + i * 3), 20000 + pt, lob, inc, inc + 364 + CASE WHEN pg_temp.r('lng', i) < 0.45 THEN 365 ELSE 0 END,
  CASE WHEN can THEN inc + 20 + floor(300 * pg_temp.r('cd', i))::int END, CASE WHEN can AND i % 13 <> 0 THEN (ARRAY['NP','RQ','RQ','RQ','UW','DC'])[1 + floor(6 * pg_temp.r('cr', i))::int] END,
  round((CASE lob WHEN 'MO' THEN 420 WHEN 'HH' THEN 210 WHEN 'TR' THEN 75 WHEN 'PE' THEN 180 WHEN 'CM' THEN 5200 WHEN 'CP' THEN 3800 WHEN 'EL' THEN 2600 ELSE 4400 END * (0.6 + 1.3 * power(pg_temp.r('pr', i), 2)))::numeric)::int,
  CASE WHEN lob IN ('HH','CP','MA') THEN (CASE lob WHEN 'HH' THEN 60 WHEN 'CP' THEN 900 ELSE 300 END * (0.5 + 4 * pg_temp.r('si', i)))::int END,
  CASE WHEN lob <> 'EL' THEN (ARRAY[50,100,100,250,250,500])[1 + floor(6 * pg_temp.r('xs', i))::int] * CASE WHEN lob IN ('CM','CP','MA') THEN 4 ELSE 1 END END,
  CASE WHEN lob = 'MA' THEN 46 WHEN pg_temp.r('bk', i) < 0.58 THEN (ARRAY[41,41,42,42,42,43,43,44,45,47,48])[1 + floor(11 * pg_temp.r('bk2', i))::int] END,
  (ARRAY['LDS','LDS','MAN','MAN','NCL','BHM','BHM','NOT','BRS','LON','LON','CDF'])[1 + floor(12 * pg_temp.r('so', pt))::int]
FROM (SELECT i, pt, CASE WHEN pt % 7 = 0 THEN (ARRAY['CM','CM','CP','CP','EL','MA'])[1 + floor(6 * pg_temp.r('lb', i))::int] ELSE (ARRAY['MO','MO','MO','HH','HH','HH','TR','PE'])[1 + floor(8 * pg_temp.r('lb', i))::int] END AS lob,
        current_date - floor(1080 * pg_temp.r('inc', i))::int + 20 AS inc, pg_temp.r('can', i) < 0.11 AS can
      FROM (SELECT i, 1 + floor(610 * pg_temp.r('pt', i))::int AS pt FROM generate_series(1, 980) AS i) a) b;
UPDATE impol SET candte = NULL, canrsn = NULL WHERE candte >= least(expdte, current_date);

CREATE TABLE imvnd (vndno integer PRIMARY KEY, vndnm varchar(50) NOT NULL, vndtyp varchar(1) NOT NULL, twnnm varchar(40), prfind varchar(1) NOT NULL);
COMMENT ON TABLE imvnd IS 'Suppliers paid on claims';
COMMENT ON COLUMN imvnd.vndtyp IS 'G = garage, S = loss surveyor, L = law firm, B = builder, V = vet';
COMMENT ON COLUMN imvnd.prfind IS 'Y = on the preferred panel';
INSERT INTO imvnd
SELECT 900 + i, (ARRAY['Apex','Brunel','Cathedral','Dalehead','Everard','Foundry','Gladstone','Hillcrest','Irwell','Jubilee','Kelham'])[1 + (i * 3) % 11] || ' ' ||
  CASE t WHEN 'G' THEN (ARRAY['Motors','Bodyshop','Accident Repair'])[1 + i % 3] WHEN 'S' THEN (ARRAY['Loss Adjusting','Surveys'])[1 + i % 2] WHEN 'L' THEN (ARRAY['Solicitors','Law'])[1 + i % 2] WHEN 'B' THEN (ARRAY['Restoration','Builders'])[1 + i % 2] ELSE 'Veterinary' END,
  t, (ARRAY['Leeds','Manchester','Newcastle','Birmingham','Bristol','London','Cardiff'])[1 + i % 7], CASE WHEN pg_temp.r('pf', i) < 0.55 THEN 'Y' ELSE 'N' END
FROM (SELECT i, (ARRAY['G','G','G','S','S','L','B','B','V'])[1 + (i - 1) % 9] AS t FROM generate_series(1, 36) AS i) a;

CREATE TABLE imclm (
  clmno varchar(10) PRIMARY KEY, polno varchar(10) NOT NULL, prlcd varchar(3), catcd varchar(6), lossdte date NOT NULL, rptdte date NOT NULL, regtms timestamp NOT NULL, clsdte date,
  clmsts varchar(1) NOT NULL, hdlofc varchar(3), adjno integer, regby integer, clmtpty integer, litind varchar(1) NOT NULL, frdscr smallint, srccd varchar(2));
COMMENT ON TABLE imclm IS 'Claims';
COMMENT ON COLUMN imclm.clmsts IS 'N = new, A = in assessment, W = waiting for documents, X = reopened; finished: S = settled, R = rejected, D = withdrawn';
COMMENT ON COLUMN imclm.lossdte IS 'date of the loss';
COMMENT ON COLUMN imclm.rptdte IS 'date the client reported it';
COMMENT ON COLUMN imclm.regtms IS 'when it was keyed in';
COMMENT ON COLUMN imclm.clsdte IS 'date of closing, null while open';
COMMENT ON COLUMN imclm.hdlofc IS 'handling office';
COMMENT ON COLUMN imclm.adjno IS 'handler; null = not assigned yet';
COMMENT ON COLUMN imclm.regby IS 'adjuster who keyed it in';
COMMENT ON COLUMN imclm.clmtpty IS 'third party who claims; null when the policyholder claims';
COMMENT ON COLUMN imclm.litind IS 'Y = in court';
COMMENT ON COLUMN imclm.frdscr IS 'fraud score 0-100, null = not scored; 80 and more is referred';
COMMENT ON COLUMN imclm.srccd IS 'PH = phone, WB = web form, BR = broker, AP = mobile app';

CREATE TEMP TABLE b AS
SELECT i, polno, lobcd, prl, cat, loss, rpt, rpt + life AS cls, life, current_date - rpt AS age,
  CASE WHEN pg_temp.r('out', i) < 0.77 THEN 'S' WHEN pg_temp.r('out', i) < 0.92 THEN 'R' ELSE 'D' END AS outc, pg_temp.r('ro', i) < 0.06 AS reop,
  (CASE lobcd WHEN 'MO' THEN 2100 WHEN 'HH' THEN 1700 WHEN 'TR' THEN 620 WHEN 'PE' THEN 480 WHEN 'CM' THEN 5200 WHEN 'CP' THEN 14000 WHEN 'EL' THEN 19000 ELSE 9000 END * (0.15 + 2.6 * power(pg_temp.r('amt', i), 3)))::int * 100 + (i * 37) % 100 AS ini
FROM (
  SELECT i, polno, lobcd, cat, loss, CASE WHEN loss + floor(70 * power(pg_temp.r('lag', i), 4))::int > current_date THEN least(loss + i % 2, current_date) ELSE loss + floor(70 * power(pg_temp.r('lag', i), 4))::int END AS rpt,
    8 + floor((CASE WHEN lobcd IN ('EL','CP') THEN 420 ELSE 210 END) * power(pg_temp.r('life', i), 1.7))::int AS life,
    CASE WHEN cat IN ('CAT02') THEN 'FLD' WHEN cat IN ('CAT01','CAT03','CAT04') THEN 'STM' WHEN i % 71 = 0 THEN NULL
     WHEN lobcd IN ('MO','CM') THEN (ARRAY['COL','COL','COL','COL','THF','GLS','GLS','VAN','INJ'])[1 + floor(9 * pg_temp.r('pl', i))::int]
     WHEN lobcd = 'HH' THEN (ARRAY['EOW','EOW','THF','FIR','STM','FLD','SUB','GLS'])[1 + floor(8 * pg_temp.r('pl', i))::int]
     WHEN lobcd = 'TR' THEN (ARRAY['CXL','CXL','MED','THF'])[1 + floor(4 * pg_temp.r('pl', i))::int] WHEN lobcd = 'PE' THEN 'MED' WHEN lobcd = 'EL' THEN 'INJ'
     WHEN lobcd = 'CP' THEN (ARRAY['FIR','EOW','STM','FLD','THF','VAN'])[1 + floor(6 * pg_temp.r('pl', i))::int] ELSE (ARRAY['THF','EOW','COL'])[1 + floor(3 * pg_temp.r('pl', i))::int] END AS prl
  FROM (
    SELECT i, polno, lobcd, cat, CASE cat WHEN 'CAT01' THEN current_date - 640 + i % 4 WHEN 'CAT02' THEN current_date - 402 + i % 11 WHEN 'CAT03' THEN current_date - 176 + i % 4 WHEN 'CAT04' THEN current_date - 61 + i % 2 ELSE current_date - floor(820 * power(pg_temp.r('ls', i), 1.15))::int END AS loss
    FROM (SELECT i, p.polno, p.lobcd, CASE WHEN p.lobcd IN ('HH','CP') AND pg_temp.r('cat', i) < 0.22 THEN (ARRAY['CAT01','CAT02','CAT02','CAT03','CAT03','CAT04'])[1 + floor(6 * pg_temp.r('cat2', i))::int] WHEN p.lobcd = 'MO' AND pg_temp.r('cat', i) < 0.03 THEN 'CAT04' END AS cat
      FROM generate_series(1, 1480) AS i JOIN (SELECT polno, lobcd, row_number() OVER (ORDER BY polno) AS n FROM impol) p ON p.n = 1 + floor(880 * power(pg_temp.r('po', i), 1.25))::int) z
  ) y
) x;
INSERT INTO imclm
SELECT 'K' || (400000 + i), CASE WHEN i % 240 = 11 THEN 'M' || (8000 + i) ELSE polno END, prl, cat, loss, rpt,
  least(rpt + make_interval(days => i % 4, hours => 8 + i % 10, mins => i % 60), date_trunc('minute', now()::timestamp)),
  CASE WHEN age > life AND NOT (outc = 'S' AND reop AND age > life + 45) THEN cls END,
  CASE WHEN age > life THEN CASE WHEN outc = 'S' AND reop AND age > life + 45 THEN 'X' ELSE outc END WHEN age < 6 THEN 'N' WHEN pg_temp.r('w', i) < 0.35 THEN 'W' ELSE 'A' END,
  o.ofc,
  CASE WHEN age < 6 AND i % 2 = 0 THEN NULL ELSE (SELECT adjno FROM imadj a WHERE a.ofccd = o.ofc ORDER BY pg_temp.r('ad' || a.adjno, i) LIMIT 1) END,
  701 + floor(32 * power(pg_temp.r('rg', i), 1.3))::int,
  CASE WHEN lobcd = 'EL' OR (prl IN ('COL','INJ') AND pg_temp.r('tp', i) < 0.4) THEN 20001 + floor(670 * pg_temp.r('tp2', i))::int END,
  CASE WHEN pg_temp.r('lit', i) < CASE WHEN prl = 'INJ' THEN 0.22 ELSE 0.025 END THEN 'Y' ELSE 'N' END,
  CASE WHEN pg_temp.r('fs', i) < 0.8 THEN floor(100 * power(pg_temp.r('fr', i), 2.2))::int END,
  (ARRAY['PH','PH','PH','WB','WB','BR','AP'])[1 + floor(7 * pg_temp.r('src', i))::int]
FROM b CROSS JOIN LATERAL (SELECT (ARRAY['LDS','LDS','LDS','MAN','MAN','NCL','BHM','BHM','BRS','LON','LON','LON','CDF'])[1 + floor(13 * pg_temp.r('ho', i))::int] AS ofc) o;

CREATE TABLE imclmhst (clmno varchar(10) NOT NULL, seqno smallint NOT NULL, clmsts varchar(1) NOT NULL, chgdte date NOT NULL, chgby integer, PRIMARY KEY (clmno, seqno));
COMMENT ON TABLE imclmhst IS 'Every status a claim has had, codes as in imclm';
INSERT INTO imclmhst
SELECT clmno, row_number() OVER (PARTITION BY clmno ORDER BY d, o), st, d, coalesce(adjno, regby) FROM (
  SELECT c.clmno, c.adjno, c.regby, 1 AS o, 'N' AS st, b.rpt AS d FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i)
  UNION ALL SELECT c.clmno, c.adjno, c.regby, 2, 'A', b.rpt + 3 + b.i % 3 FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE b.age >= 6 OR b.age > b.life
  UNION ALL SELECT c.clmno, c.adjno, c.regby, 3, 'W', b.rpt + 6 + b.i % 2 FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE b.age >= 7 AND (c.clmsts = 'W' OR (b.age > b.life AND b.i % 4 = 0))
  UNION ALL SELECT c.clmno, c.adjno, c.regby, 4, b.outc, b.cls FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE b.age > b.life
  UNION ALL SELECT c.clmno, c.adjno, c.regby, 5, 'X', b.cls + 5 + b.i % 40 FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE c.clmsts = 'X'
  UNION ALL SELECT c.clmno, c.adjno, c.regby, k, CASE k WHEN 5 THEN 'X' ELSE 'S' END, b.cls - CASE k WHEN 5 THEN 4 ELSE 7 END FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) CROSS JOIN (VALUES (3), (5)) v(k) WHERE c.clmsts = 'S' AND b.life > 40 AND b.i % 17 = 0
) h;

CREATE TABLE impay (
  payno integer PRIMARY KEY, clmno varchar(10) NOT NULL, rsvtyp varchar(1) NOT NULL, ptyno integer, vndno integer, payamt bigint NOT NULL, orddte date NOT NULL, paydte date, paysts varchar(1) NOT NULL, aprby integer);
COMMENT ON TABLE impay IS 'Payments on claims';
COMMENT ON COLUMN impay.rsvtyp IS 'I = indemnity, E = expense';
COMMENT ON COLUMN impay.ptyno IS 'payee when it is a party'; COMMENT ON COLUMN impay.vndno IS 'payee when it is a supplier';
COMMENT ON COLUMN impay.payamt IS 'in pence';
COMMENT ON COLUMN impay.orddte IS 'ordered by the handler'; COMMENT ON COLUMN impay.paydte IS 'left the bank, null until then';
COMMENT ON COLUMN impay.paysts IS 'P = paid, Q = waiting for approval, S = stopped, V = returned by the bank (void)';
COMMENT ON COLUMN impay.aprby IS 'adjuster who approved it';
INSERT INTO impay
SELECT 60000 + row_number() OVER (ORDER BY od, clmno, k), clmno, CASE WHEN k <= 3 THEN 'I' ELSE 'E' END,
  CASE WHEN vnd IS NULL THEN coalesce(clmtpty, hldpty, 20001) END, vnd, amt, od, CASE WHEN st IN ('P','V') THEN least(od + 1 + floor(12 * power(pg_temp.r('pdl', i * 10 + k), 2))::int, current_date) END, st,
  CASE WHEN st IN ('P','V') THEN 701 + (i * 7 + k) % 8 END
FROM (
 SELECT *, CASE WHEN u < 0.03 THEN 'S' WHEN u < 0.05 THEN 'V' WHEN od > current_date - 12 AND u < 0.75 THEN 'Q' WHEN u > 0.992 THEN 'Q' ELSE 'P' END AS st FROM (
  SELECT c.*, b.i, b.lobcd, p.hldpty, k, pg_temp.r('ps', b.i * 10 + k) AS u,
    b.rpt + CASE WHEN k <= 3 THEN floor(least(b.life, b.age) * (0.35 + 0.2 * k) * (0.8 + 0.2 * pg_temp.r('od', b.i * 10 + k)))::int ELSE floor(least(b.life, b.age) * 0.5 * pg_temp.r('od', b.i * 10 + k))::int END AS od,
    CASE WHEN k <= 3 THEN floor(b.ini * (0.2 + 0.3 * pg_temp.r('pa', b.i * 10 + k)))::bigint ELSE 9000 + floor(60000 * power(pg_temp.r('pe', b.i * 10 + k), 2))::bigint END AS amt,
    CASE WHEN k = 5 THEN 906 + 9 * floor(4 * pg_temp.r('vl', b.i))::int WHEN k = 4 THEN 904 + (b.i % 2) + 9 * floor(4 * pg_temp.r('vs', b.i))::int
      WHEN b.lobcd IN ('MO','CM') AND pg_temp.r('vg', b.i * 10 + k) < 0.6 THEN 901 + (b.i % 3) + 9 * floor(4 * power(pg_temp.r('vg2', b.i), 1.5))::int
      WHEN b.lobcd IN ('HH','CP') AND pg_temp.r('vg', b.i * 10 + k) < 0.4 THEN 907 + (b.i % 2) + 9 * floor(3 * pg_temp.r('vg2', b.i))::int
      WHEN b.lobcd = 'PE' AND pg_temp.r('vg', b.i * 10 + k) < 0.5 THEN 909 + 9 * floor(3 * pg_temp.r('vg2', b.i))::int END AS vnd
  FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) LEFT JOIN impol p ON p.polno = c.polno CROSS JOIN generate_series(1, 5) AS k
  WHERE ((k <= 3 AND c.clmsts IN ('S','X') AND b.i % 29 <> 0 AND (k = 1 OR pg_temp.r('np', b.i) < 0.55 - 0.2 * k)) OR (k = 1 AND c.clmsts IN ('A','W') AND pg_temp.r('np', b.i) < 0.3 AND b.age > 20)
    OR (k = 4 AND pg_temp.r('ne', b.i) < 0.35 AND b.age > 8) OR (k = 5 AND c.litind = 'Y' AND b.age > 15))
 ) a
) a2;

CREATE TABLE imrsv (rsvno integer PRIMARY KEY, clmno varchar(10) NOT NULL, rsvtyp varchar(1) NOT NULL, movcd varchar(2) NOT NULL, movamt bigint NOT NULL, movdte date NOT NULL);
COMMENT ON TABLE imrsv IS 'Reserve movements; the outstanding reserve of a claim is the sum of its movements';
COMMENT ON COLUMN imrsv.rsvtyp IS 'I = indemnity, E = expense';
COMMENT ON COLUMN imrsv.movcd IS 'OP = first reserve, UP = increase, DN = decrease, PY = used by a payment, CL = release on closing';
COMMENT ON COLUMN imrsv.movamt IS 'signed, in pence';
INSERT INTO imrsv
SELECT row_number() OVER (ORDER BY d, clmno, cd, amt), clmno, ty, cd, amt, d FROM (
  SELECT c.clmno, 'I' AS ty, 'OP' AS cd, b.ini::bigint AS amt, b.rpt + 1 AS d FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE c.clmsts <> 'N'
  UNION ALL SELECT c.clmno, 'E', 'OP', 25000 + 5000 * (b.i % 9), b.rpt + 2 FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE c.clmsts <> 'N' AND b.i % 5 < 2
  UNION ALL SELECT c.clmno, 'I', 'UP', (b.ini * (0.1 + 0.9 * pg_temp.r('up', b.i)))::bigint, b.rpt + least(b.life, b.age) / 2 FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE c.clmsts <> 'N' AND pg_temp.r('u', b.i) < 0.25
  UNION ALL SELECT c.clmno, 'I', 'DN', -(b.ini * (0.05 + 0.3 * pg_temp.r('dn', b.i)))::bigint, b.rpt + least(b.life, b.age) / 2 FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) WHERE c.clmsts <> 'N' AND pg_temp.r('u', b.i) > 0.86
  UNION ALL SELECT clmno, rsvtyp, 'PY', -payamt, paydte FROM impay WHERE paysts = 'P' AND rsvtyp = 'I'
) m;
INSERT INTO imrsv
SELECT 90000 + row_number() OVER (ORDER BY clmno, rsvtyp), clmno, rsvtyp, 'CL', -s, clsdte FROM (SELECT c.clmno, c.clsdte, r.rsvtyp, sum(r.movamt) AS s FROM imclm c JOIN imrsv r USING (clmno) WHERE c.clsdte IS NOT NULL GROUP BY 1, 2, 3) q WHERE s <> 0;

CREATE TABLE imrcv (rcvno integer PRIMARY KEY, clmno varchar(10) NOT NULL, rcvtyp varchar(1) NOT NULL, expamt bigint NOT NULL, rcdamt bigint, reqdte date NOT NULL, rcddte date);
COMMENT ON TABLE imrcv IS 'Recoveries';
COMMENT ON COLUMN imrcv.rcvtyp IS 'S = subrogation (from the party at fault), V = salvage, R = reinsurance';
COMMENT ON COLUMN imrcv.expamt IS 'claimed back, in pence'; COMMENT ON COLUMN imrcv.rcdamt IS 'received, in pence; null while outstanding, 0 = given up';
INSERT INTO imrcv
SELECT row_number() OVER (ORDER BY req, i, ty), clmno, ty, ex, CASE WHEN rd <= current_date THEN CASE WHEN pg_temp.r('gu', i) < 0.12 THEN 0 ELSE floor(ex * (0.45 + 0.55 * pg_temp.r('rc', i)))::bigint END END, req, CASE WHEN rd <= current_date THEN rd END
FROM (
 SELECT c.clmno, b.i, ty, b.rpt + 10 + b.i % 25 AS req, b.rpt + 35 + floor(190 * pg_temp.r('rd' || ty, b.i))::int AS rd, floor(b.ini * CASE ty WHEN 'V' THEN 0.15 WHEN 'S' THEN 0.7 ELSE 0.8 END)::bigint AS ex
 FROM imclm c JOIN b ON c.clmno = 'K' || (400000 + b.i) CROSS JOIN (VALUES ('S'), ('V'), ('R')) v(ty)
 WHERE b.age > 36 AND c.clmsts NOT IN ('R','D') AND ((ty = 'S' AND b.prl IN ('COL','VAN','EOW') AND pg_temp.r('sb', b.i) < 0.32) OR (ty = 'V' AND b.prl IN ('COL','THF','FIR') AND pg_temp.r('sv', b.i) < 0.22) OR (ty = 'R' AND b.ini > 1800000))
) q;
CREATE INDEX ON impay (clmno); CREATE INDEX ON imrsv (clmno); CREATE INDEX ON imclm (polno);
DROP TABLE b;
ANALYZE;
