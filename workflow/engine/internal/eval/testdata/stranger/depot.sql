-- Brannock Fluid Systems: stores and purchasing, copy of the ERP tables (short mixed-case names as the ERP has them).
-- Plain SQL; loads into an empty database: psql -q -v ON_ERROR_STOP=1 -f depot.sql
-- Deterministic; all dates move with the day of loading.
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;

CREATE FUNCTION pg_temp.u(s text, i bigint) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(i || '~' || s), 3, 7))::bit(28)::int) / 268435456.0::float8 $$;
CREATE FUNCTION pg_temp.n(s text, i bigint, m int) RETURNS int LANGUAGE sql IMMUTABLE AS
$$ SELECT floor(m * pg_temp.u(s, i))::int $$;

CREATE TABLE "EmpMst" (
  "empNo" integer PRIMARY KEY, "fstNm" varchar(20) NOT NULL, "lstNm" varchar(30) NOT NULL, "jobCd" varchar(3) NOT NULL, "whsCd" varchar(3), "hirDt" date NOT NULL, "lvDt" date);
COMMENT ON TABLE "EmpMst" IS 'Employees of stores and purchasing';
COMMENT ON COLUMN "EmpMst"."jobCd" IS 'BUY buyer, PLN planner, WHM warehouse manager, PCK picker, GIC goods-in clerk';
COMMENT ON COLUMN "EmpMst"."whsCd" IS 'home warehouse; empty for office staff';
COMMENT ON COLUMN "EmpMst"."lvDt" IS 'last working day, null while employed';
INSERT INTO "EmpMst"
SELECT 300 + i,
 (ARRAY['Maureen','Colin','Anjali','Derek','Siobhan','Rhys','Tanya','Gareth','Yusuf','Pauline','Ivor','Beth','Kwame','Lorna','Stuart','Magda','Neil'])[1 + (i * 6) % 17],
 (ARRAY['Hargreaves','Pell','Achebe','Thwaite','Mulligan','Bowen','Sykes','Rashid','Ogden','Lister','Crane','Patel','Dunmore'])[1 + (i * 4) % 13],
 CASE WHEN i <= 6 THEN 'BUY' WHEN i <= 11 THEN 'PLN' WHEN i <= 17 THEN 'WHM' WHEN i % 3 = 0 THEN 'GIC' ELSE 'PCK' END,
 CASE WHEN i > 11 THEN (ARRAY['LDS','LDR','BRI','GLA','ROT','QUA'])[1 + i % 6] END,
 current_date - (250 + pg_temp.n('hir', i, 4800)),
 CASE WHEN i IN (4, 10, 21, 29, 36) THEN current_date - (20 + i * 7) END
FROM generate_series(1, 40) AS i;

CREATE TABLE "WhsMst" (
  "whsCd" varchar(3) PRIMARY KEY, "whsNm" varchar(40) NOT NULL, "whsTyp" char(1) NOT NULL, "ctyNm" varchar(30), "cntCd" char(2) NOT NULL, "mgrEmp" integer, "opnDt" date NOT NULL, "clsDt" date);
COMMENT ON TABLE "WhsMst" IS 'Warehouses';
COMMENT ON COLUMN "WhsMst"."whsTyp" IS 'R raw material and components, F finished goods, Q quarantine, V van stock of the service team';
COMMENT ON COLUMN "WhsMst"."clsDt" IS 'null while in use';
INSERT INTO "WhsMst" VALUES
('LDS','Leeds Finished Goods','F','Leeds','GB',312,DATE '1998-05-04',NULL),
('LDR','Leeds Components','R','Leeds','GB',313,DATE '1998-05-04',NULL),
('BRI','Bristol Depot','F','Bristol','GB',314,DATE '2007-09-17',NULL),
('GLA','Glasgow Depot','F','Glasgow','GB',315,DATE '2011-02-07',current_date - 260),
('ROT','Rotterdam Hub','F','Rotterdam','NL',316,DATE '2016-11-21',NULL),
('QUA','Leeds Quarantine','Q','Leeds','GB',312,DATE '2003-01-13',NULL),
('VAN','Service Vans','V',NULL,'GB',NULL,DATE '2013-06-03',NULL),
('GDN','Gdansk Hub','F','Gdansk','PL',NULL,current_date - 12,NULL);

CREATE TABLE "ItmGrp" ("grpCd" varchar(3) PRIMARY KEY, "grpDs" varchar(40) NOT NULL, "parGrp" varchar(3));
COMMENT ON TABLE "ItmGrp" IS 'Item groups, two levels: parGrp is the group above, null at the top';
INSERT INTO "ItmGrp" VALUES ('PMP','Pumps',NULL),('CMP','Components',NULL),('CNS','Consumables',NULL),
('PGR','Gear pumps','PMP'),('PCF','Centrifugal pumps','PMP'),('IMP','Impellers','CMP'),('SEL','Seals','CMP'),('SHF','Shafts','CMP'),('BRG','Bearings','CMP'),('FST','Fasteners','CMP'),('MTR','Motors','CMP'),('CST','Castings','CMP'),('PKG','Packaging','CNS'),('LUB','Lubricants','CNS'),('TLG','Tooling','CNS');

CREATE TABLE "ItmMst" (
  "itmNo" varchar(8) PRIMARY KEY, "itmDs" varchar(60) NOT NULL, "grpCd" varchar(3) NOT NULL, "itmTyp" char(1) NOT NULL, "uom" varchar(3) NOT NULL, "abcCls" char(1),
  "stdCst" integer NOT NULL, "cstQty" smallint NOT NULL, "wgtGr" integer, "stsCd" smallint NOT NULL, "plnEmp" integer, "ldTm" smallint, "crtDt" date NOT NULL);
COMMENT ON TABLE "ItmMst" IS 'Items (part master)';
COMMENT ON COLUMN "ItmMst"."itmTyp" IS 'P purchased, M made in house';
COMMENT ON COLUMN "ItmMst"."abcCls" IS 'A fast, B medium, C slow mover; null = not classified yet';
COMMENT ON COLUMN "ItmMst"."stdCst" IS 'standard cost in pence for cstQty units';
COMMENT ON COLUMN "ItmMst"."cstQty" IS 'cost quantity: 1, 50 or 100 units';
COMMENT ON COLUMN "ItmMst"."wgtGr" IS 'weight in grams';
COMMENT ON COLUMN "ItmMst"."stsCd" IS '10 in development, 20 live, 80 phasing out, 90 obsolete';
COMMENT ON COLUMN "ItmMst"."plnEmp" IS 'planner responsible';
COMMENT ON COLUMN "ItmMst"."ldTm" IS 'lead time in days';
INSERT INTO "ItmMst"
SELECT left(g, 1) || lpad((o + k)::text, 3, '0') || '-' || lpad((100 + (o + k) * 37 % 900)::text, 3, '0'),
 CASE g WHEN 'PGR' THEN 'Gear Pump GP' || k * 10 WHEN 'PCF' THEN 'Centrifugal Pump CP' || 80 + k * 20
  WHEN 'IMP' THEN 'Impeller ' || 60 + ((k + 1) / 2) * 20 || ' mm ' || CASE WHEN k % 2 = 0 THEN 'bronze' ELSE 'steel' END
  WHEN 'SEL' THEN CASE WHEN k % 3 = 0 THEN 'Lip Seal ' ELSE 'Shaft Seal ' END || 8 + k * 2 || ' mm'
  WHEN 'SHF' THEN 'Drive Shaft ' || 100 + k * 15 || ' mm' WHEN 'BRG' THEN 'Ball Bearing ' || 6000 + k
  WHEN 'FST' THEN (ARRAY['Hex Bolt M','Lock Nut M','Washer M'])[1 + k % 3] || (ARRAY[5,6,8,10,12,16,20,24])[1 + (k - 1) / 3] || CASE WHEN k % 3 = 0 THEN 'x' || 15 + k * 5 ELSE '' END
  WHEN 'MTR' THEN 'Motor ' || (ARRAY['0.37','0.55','0.75','1.1','1.5','2.2','3.0','4.0','5.5','7.5'])[k] || ' kW'
  WHEN 'CST' THEN 'Pump Housing GP' || k * 10 || ' casting' WHEN 'PKG' THEN 'Carton ' || 200 + k * 100 WHEN 'LUB' THEN 'Grease cartridge EP' || k ELSE 'Drill set T' || k END,
 g, t, um,
 CASE WHEN pg_temp.u('abc', o + k) < 0.17 THEN 'A' WHEN pg_temp.u('abc', o + k) < 0.45 THEN 'B' WHEN pg_temp.u('abc', o + k) < 0.93 THEN 'C' END,
 round(b * (0.6 + 0.13 * k) * (0.8 + 0.4 * pg_temp.u('sc', o + k)))::int, per, CASE WHEN (o + k) % 23 <> 0 THEN round(w * (0.7 + 0.15 * k))::int END,
 CASE WHEN pg_temp.u('is', o + k) < 0.04 THEN 10 WHEN pg_temp.u('is', o + k) < 0.84 THEN 20 WHEN pg_temp.u('is', o + k) < 0.91 THEN 80 ELSE 90 END,
 CASE WHEN (o + k) % 17 <> 3 THEN 307 + pg_temp.n('pl', o + k, 5) END, CASE t WHEN 'P' THEN 7 + pg_temp.n('lt', o + k, 50) END,
 current_date - (30 + pg_temp.n('ic', o + k, 3900))
FROM (VALUES ('PGR',0,8,'M','EA',21000,1,9000),('PCF',8,12,'M','EA',34000,1,14000),('IMP',20,18,'P','EA',1900,1,700),('SEL',38,18,'P','EA',420,1,40),('SHF',56,14,'M','EA',2600,1,1500),('BRG',70,14,'P','EA',610,1,180),
 ('FST',84,24,'P','EA',350,100,12),('MTR',108,10,'P','EA',8800,1,8000),('CST',118,8,'P','EA',5200,1,5200),('PKG',126,10,'P','EA',1600,50,300),('LUB',136,8,'P','CTG',540,1,450)) AS v(g, o, c, t, um, b, per, w)
CROSS JOIN LATERAL generate_series(1, c) AS k;

CREATE TABLE "SupMst" (
  "supNo" integer PRIMARY KEY, "supNm" varchar(50) NOT NULL, "cntCd" char(2) NOT NULL, "ccyCd" char(3) NOT NULL, "payTrm" smallint, "ratCd" smallint NOT NULL, "actFl" char(1) NOT NULL, "frsDt" date NOT NULL);
COMMENT ON TABLE "SupMst" IS 'Suppliers';
COMMENT ON COLUMN "SupMst"."payTrm" IS 'payment term in days, null = in advance';
COMMENT ON COLUMN "SupMst"."ratCd" IS '1 preferred, 2 approved, 3 on watch, 9 barred';
COMMENT ON COLUMN "SupMst"."actFl" IS 'Y active, N blocked for new orders';
COMMENT ON COLUMN "SupMst"."frsDt" IS 'supplier since';
INSERT INTO "SupMst"
SELECT 7000 + n * 3, nm, c, y, CASE WHEN n % 11 = 0 THEN NULL ELSE (ARRAY[30,30,45,60,14])[1 + n % 5] END, r, a, current_date - (120 + pg_temp.n('fs', n, 5000))
FROM (VALUES (1,'Holbeck Castings','GB','GBP',1,'Y'),(2,'Rhein Lager GmbH','DE','EUR',1,'Y'),(3,'Dvorak Precision','CZ','EUR',2,'Y'),(4,'Severn Fasteners','GB','GBP',1,'Y'),(5,'Nordmotor AB','SE','EUR',2,'Y'),(6,'Kaveri Alloys','IN','USD',3,'Y'),
 (7,'Bergamo Tenute SpA','IT','EUR',1,'Y'),(8,'Calder Packaging','GB','GBP',2,'Y'),(9,'Ostermann Dichtungen','DE','EUR',2,'Y'),(10,'Tees Engineering','GB','GBP',3,'Y'),(11,'Shenlong Motors','CN','USD',2,'Y'),(12,'Lubrik SA','FR','EUR',2,'Y'),
 (13,'Avon Bearings','GB','GBP',1,'Y'),(14,'Gliwice Odlewy','PL','EUR',2,'Y'),(15,'Pennine Steel','GB','GBP',9,'N'),(16,'Kessler Wellen','DE','EUR',2,'N'),(17,'Mersey Seals','GB','GBP',2,'Y'),(18,'Iberfix SL','ES','EUR',2,'Y'),
 (19,'Fenland Board','GB','GBP',3,'N'),(20,'Ohio Drive Corp','US','USD',2,'Y'),(21,'Lomax Tooling','GB','GBP',2,'Y'),(22,'Aarhus Smering','DK','EUR',2,'Y')) AS v(n, nm, c, y, r, a);

CREATE TABLE "ItmSup" (
  "itmNo" varchar(8) NOT NULL, "supNo" integer NOT NULL, "mainFl" smallint NOT NULL, "prc" numeric(12,4) NOT NULL, "prcQty" smallint NOT NULL, "vldFr" date NOT NULL, "vldTo" date, "supItm" varchar(20),
  PRIMARY KEY ("itmNo","supNo","vldFr"));
COMMENT ON TABLE "ItmSup" IS 'Supplier price list with its history: one row a period, the current price has no vldTo';
COMMENT ON COLUMN "ItmSup"."mainFl" IS '1 = main source of the item, 0 = second source';
COMMENT ON COLUMN "ItmSup"."prc" IS 'price in the currency of the supplier for prcQty units';
INSERT INTO "ItmSup"
SELECT "itmNo", s, CASE r WHEN 1 THEN 1 ELSE 0 END,
 round(("stdCst" / 100.0 * (0.85 + 0.25 * pg_temp.u('ip' || r, i)) * (1 + 0.06 * (p - 1) * (pg_temp.u('pp' || r, i) * 2 - 0.6)) / CASE "SupMst"."ccyCd" WHEN 'EUR' THEN 0.86 WHEN 'USD' THEN 0.79 ELSE 1 END)::numeric, 4),
 "cstQty", current_date - CASE p WHEN 1 THEN 900 ELSE 60 + 9 * (i % 30) END::int, CASE WHEN p = 1 AND two THEN current_date - (61 + 9 * (i % 30))::int END, CASE WHEN i % 4 <> 0 THEN 'X' || 10000 + i * 13 + r END
FROM (SELECT *, row_number() OVER (ORDER BY "itmNo") AS i FROM "ItmMst" WHERE "itmTyp" = 'P') AS m
CROSS JOIN generate_series(1, 2) AS r CROSS JOIN generate_series(1, 2) AS p
CROSS JOIN LATERAL (SELECT 7000 + 3 * CASE "grpCd" WHEN 'IMP' THEN (ARRAY[7,3,6])[1 + (i + r) % 3] WHEN 'SEL' THEN (ARRAY[9,17,9])[1 + (i + r) % 3] WHEN 'BRG' THEN (ARRAY[13,2])[1 + (i + r) % 2] WHEN 'FST' THEN (ARRAY[4,18])[1 + CASE WHEN i % 3 = 0 THEN r % 2 ELSE (r + 1) % 2 END]
   WHEN 'MTR' THEN (ARRAY[5,11,10])[1 + (i + r) % 3] WHEN 'CST' THEN (ARRAY[1,14])[1 + (i + r) % 2] WHEN 'PKG' THEN (ARRAY[8,19])[r] ELSE 12 END AS s, pg_temp.u('two' || r, i) < 0.6 AS two) AS x
JOIN "SupMst" ON "supNo" = s
WHERE (r = 1 OR pg_temp.u('r2', i) < 0.35) AND (p = 1 OR two)
ON CONFLICT DO NOTHING;

CREATE TABLE "PurHdr" (
  "poNo" integer PRIMARY KEY, "supNo" integer NOT NULL, "whsCd" varchar(3) NOT NULL, "buyEmp" integer NOT NULL, "aprEmp" integer, "ordDt" date NOT NULL, "cnfDt" date, "dueDt" date NOT NULL, "stsCd" smallint NOT NULL, "ccyCd" char(3) NOT NULL, "fxRt" numeric(9,5) NOT NULL);
COMMENT ON TABLE "PurHdr" IS 'Purchase orders, header';
COMMENT ON COLUMN "PurHdr"."whsCd" IS 'deliver to';
COMMENT ON COLUMN "PurHdr"."buyEmp" IS 'buyer who placed the order';
COMMENT ON COLUMN "PurHdr"."aprEmp" IS 'who approved it; null when below the approval limit';
COMMENT ON COLUMN "PurHdr"."cnfDt" IS 'day the supplier confirmed';
COMMENT ON COLUMN "PurHdr"."dueDt" IS 'delivery date agreed for the order';
COMMENT ON COLUMN "PurHdr"."stsCd" IS '10 entered, 20 sent, 30 confirmed, 40 partly received, 50 received in full, 90 cancelled';
COMMENT ON COLUMN "PurHdr"."fxRt" IS 'GBP for 1 unit of ccyCd on the order day';
CREATE TABLE "PurLin" (
  "poNo" integer NOT NULL, "linNo" smallint NOT NULL, "itmNo" varchar(8) NOT NULL, "ordQty" integer NOT NULL, "rcvQty" integer NOT NULL DEFAULT 0, "netPrc" numeric(12,4) NOT NULL, "prcQty" smallint NOT NULL, "reqDt" date NOT NULL, "prmDt" date, "stsCd" char(1) NOT NULL, PRIMARY KEY ("poNo","linNo"));
COMMENT ON TABLE "PurLin" IS 'Purchase orders, lines';
COMMENT ON COLUMN "PurLin"."rcvQty" IS 'received so far';
COMMENT ON COLUMN "PurLin"."netPrc" IS 'price in the currency of the order for prcQty units';
COMMENT ON COLUMN "PurLin"."reqDt" IS 'day we asked for';
COMMENT ON COLUMN "PurLin"."prmDt" IS 'day the supplier promised; null = no promise yet';
COMMENT ON COLUMN "PurLin"."stsCd" IS 'O open, C complete, X cancelled';
INSERT INTO "PurHdr"
SELECT 45000 + i, s."supNo", CASE WHEN pg_temp.u('pw', i) < 0.72 THEN 'LDR' WHEN pg_temp.u('pw', i) < 0.84 THEN 'BRI' WHEN pg_temp.u('pw', i) < 0.95 THEN 'ROT' ELSE 'LDS' END,
 301 + pg_temp.n('pb', i, 6), CASE WHEN pg_temp.u('pa', i) < 0.3 THEN (ARRAY[312,316,301])[1 + i % 3] END, od,
 CASE WHEN pg_temp.u('cf', i) < 0.9 AND od + 1 + pg_temp.n('cfd', i, 11) <= current_date THEN od + 1 + pg_temp.n('cfd', i, 11) END, od + 12 + pg_temp.n('due', i, 40),
 CASE WHEN pg_temp.u('px', i) < 0.055 THEN 90 ELSE 20 END, s."ccyCd",
 CASE s."ccyCd" WHEN 'GBP' THEN 1 WHEN 'EUR' THEN round((0.86 + 0.02 * sin(i / 60.0))::numeric, 5) ELSE round((0.79 + 0.03 * sin(i / 80.0))::numeric, 5) END
FROM (SELECT i, current_date - (820 - floor(820 * power(i / 640.0, 0.9))::int) AS od FROM generate_series(1, 640) AS i) AS g
JOIN (SELECT *, row_number() OVER (ORDER BY pg_temp.u('so', "supNo")) AS k FROM "SupMst" WHERE "supNo" IN (SELECT "supNo" FROM "ItmSup")) AS s
 ON k = 1 + floor(17 * power(pg_temp.u('ps', i), 1.4))::int AND k <= (SELECT count(DISTINCT "supNo") FROM "ItmSup");
INSERT INTO "PurLin" ("poNo","linNo","itmNo","ordQty","netPrc","prcQty","reqDt","prmDt","stsCd")
SELECT "poNo", 10 * row_number() OVER (PARTITION BY "poNo" ORDER BY pg_temp.u('lo' || "itmNo", "poNo")), "itmNo",
 CASE "prcQty" WHEN 1 THEN 5 * (1 + pg_temp.n('lq' || "itmNo", "poNo", 20)) ELSE 100 * (1 + pg_temp.n('lq' || "itmNo", "poNo", 25)) END, prc, "prcQty",
 "dueDt" - pg_temp.n('rq', "poNo", 7), CASE WHEN "cnfDt" IS NOT NULL THEN "dueDt" + pg_temp.n('pm' || "itmNo", "poNo", 9) - 3 END, CASE WHEN "stsCd" = 90 OR pg_temp.u('lx' || "itmNo", "poNo") < 0.02 THEN 'X' ELSE 'O' END
FROM (SELECT h.*, s."itmNo", s."prcQty", s."prc" AS prc, row_number() OVER (PARTITION BY h."poNo" ORDER BY pg_temp.u('li' || s."itmNo", h."poNo")) AS r
      FROM "PurHdr" h JOIN "ItmSup" s ON s."supNo" = h."supNo" AND s."vldFr" <= h."ordDt" AND (s."vldTo" IS NULL OR s."vldTo" >= h."ordDt")) AS z
WHERE r <= 1 + pg_temp.n('nl', "poNo", 5);

CREATE TABLE "RsnCod" ("rsnTyp" varchar(3) NOT NULL, "rsnCd" varchar(2) NOT NULL, "rsnDs" varchar(40) NOT NULL, PRIMARY KEY ("rsnTyp","rsnCd"));
COMMENT ON TABLE "RsnCod" IS 'Reason codes; rsnTyp REJ rejection at goods-in, SCR scrap, ADJ stock adjustment';
INSERT INTO "RsnCod" VALUES ('REJ','01','Damaged in transit'),('REJ','02','Out of tolerance'),('REJ','03','Wrong item'),('REJ','04','Missing certificate'),('REJ','05','Corrosion'),
('SCR','01','Handling damage'),('SCR','02','Expired'),('SCR','03','Machining error'),('SCR','04','Customer return beyond repair'),('ADJ','01','Count difference'),('ADJ','02','Booking error'),('ADJ','03','Found stock');

CREATE TABLE "RcvTxn" (
  "rcvNo" integer PRIMARY KEY, "poNo" integer NOT NULL, "linNo" smallint NOT NULL, "rcvDt" date NOT NULL, "rcvQty" integer NOT NULL, "rejQty" integer NOT NULL, "rejRsn" varchar(2), "rcvEmp" integer, "dlvNote" varchar(12));
COMMENT ON TABLE "RcvTxn" IS 'Goods receipts';
COMMENT ON COLUMN "RcvTxn"."rcvQty" IS 'delivered quantity, the rejected part included';
COMMENT ON COLUMN "RcvTxn"."rejRsn" IS 'RsnCod of type REJ; null when nothing was rejected or the reason was not given';
INSERT INTO "RcvTxn"
SELECT row_number() OVER (ORDER BY d, "poNo", "linNo", k) + 81000, "poNo", "linNo", d, q, rj, CASE WHEN rj > 0 AND h % 13 <> 0 THEN '0' || 1 + floor(5 * power(pg_temp.u('rr', h), 1.5))::int END,
 (ARRAY[318,321,324,327,330,333,339])[1 + h % 7], CASE WHEN h % 9 <> 0 THEN 'DN' || 200000 + h % 90000 END
FROM (
  SELECT l.*, k, h, coalesce(l."prmDt", l."reqDt") - 5 + floor(24 * power(pg_temp.u('rd', l."poNo" * 10 + k), CASE WHEN s."ratCd" = 1 THEN 2.4 WHEN s."ratCd" = 3 THEN 0.9 ELSE 1.6 END))::int + (k - 1) * 12 AS d,
    CASE WHEN n = 1 THEN l."ordQty" WHEN k = 1 THEN l."ordQty" * 3 / 5 ELSE l."ordQty" - l."ordQty" * 3 / 5 END AS q,
    CASE WHEN pg_temp.u('rj', h) < 0.09 THEN greatest(1, (l."ordQty" * 0.35 * pg_temp.u('rk', h))::int) ELSE 0 END AS rj
  FROM "PurLin" l JOIN "PurHdr" p USING ("poNo") JOIN "SupMst" s USING ("supNo")
  CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.u('n2' || l."itmNo", l."poNo") < 0.2 THEN 2 ELSE 1 END AS n) AS y
  CROSS JOIN LATERAL generate_series(1, n) AS k
  CROSS JOIN LATERAL (SELECT l."poNo" * 100 + l."linNo" + k AS h) AS w
  WHERE l."stsCd" <> 'X' AND pg_temp.u('stk' || l."itmNo", l."poNo") > 0.03 AND NOT (k = 2 AND pg_temp.u('sk2', h) < 0.12)
) AS r WHERE d <= current_date AND d >= current_date - 790;
UPDATE "PurLin" l SET "rcvQty" = x.q, "stsCd" = CASE WHEN x.q >= l."ordQty" THEN 'C' ELSE l."stsCd" END
FROM (SELECT "poNo", "linNo", sum("rcvQty") AS q FROM "RcvTxn" GROUP BY 1, 2) AS x WHERE x."poNo" = l."poNo" AND x."linNo" = l."linNo";
UPDATE "PurLin" l SET "rcvQty" = "ordQty", "stsCd" = 'C' FROM "PurHdr" h WHERE h."poNo" = l."poNo" AND l."stsCd" = 'O' AND h."dueDt" < current_date - 400;
UPDATE "PurHdr" h SET "stsCd" = CASE WHEN x.o = 0 THEN 50 WHEN x.r > 0 THEN 40 WHEN h."cnfDt" IS NOT NULL THEN 30 WHEN h."ordDt" > current_date - 4 THEN 10 ELSE 20 END
FROM (SELECT "poNo", count(*) FILTER (WHERE "stsCd" = 'O') AS o, sum("rcvQty") AS r FROM "PurLin" GROUP BY 1) AS x WHERE x."poNo" = h."poNo" AND h."stsCd" <> 90;

CREATE TABLE "StkMov" (
  "movNo" integer PRIMARY KEY, "itmNo" varchar(8) NOT NULL, "whsCd" varchar(3) NOT NULL, "movTyp" char(3) NOT NULL, "movQty" integer NOT NULL, "movDt" date NOT NULL, "entTs" timestamp NOT NULL, "empNo" integer, "refNo" varchar(14), "rsnCd" varchar(2), "revFl" char(1));
COMMENT ON TABLE "StkMov" IS 'Stock movements, one row a booking';
COMMENT ON COLUMN "StkMov"."movTyp" IS 'OPN opening balance, GRN goods receipt, ISS issue to production, PRD output of production, SHP shipment to customer, RTN customer return, TRI transfer in, TRO transfer out, SCR scrap, ADJ adjustment';
COMMENT ON COLUMN "StkMov"."movQty" IS 'signed: what leaves the warehouse is negative';
COMMENT ON COLUMN "StkMov"."movDt" IS 'day the goods moved';
COMMENT ON COLUMN "StkMov"."entTs" IS 'when it was keyed in';
COMMENT ON COLUMN "StkMov"."rsnCd" IS 'see RsnCod, for SCR and ADJ only';
COMMENT ON COLUMN "StkMov"."revFl" IS 'X = this booking was reversed later and does not count for usage figures';
CREATE TEMP TABLE mv AS
SELECT l."itmNo" AS it, p."whsCd" AS wh, 'GRN' AS ty, (r."rcvQty" - r."rejQty") AS q, r."rcvDt" AS d, r."rcvEmp" AS e, 'PO' || r."poNo" AS ref, NULL AS rs
FROM "RcvTxn" r JOIN "PurLin" l USING ("poNo","linNo") JOIN "PurHdr" p USING ("poNo");
INSERT INTO mv
SELECT m."itmNo", w, ty, CASE WHEN ty IN ('ISS','SHP','SCR','TRO') THEN -qq WHEN ty = 'ADJ' AND i % 2 = 0 THEN -qq ELSE qq END, d, 318 + i % 22,
 CASE ty WHEN 'ISS' THEN 'WO' || 9000 + i % 700 WHEN 'PRD' THEN 'WO' || 9000 + i % 700 WHEN 'SHP' THEN 'DO' || 60000 + i WHEN 'RTN' THEN 'RM' || 300 + i % 97 END,
 CASE ty WHEN 'SCR' THEN '0' || 1 + floor(4 * power(pg_temp.u('sr', i), 1.3))::int WHEN 'ADJ' THEN '0' || 1 + floor(3 * power(pg_temp.u('sr', i), 1.8))::int END
FROM (
  SELECT i, current_date - floor(790 * power(pg_temp.u('md', i), 1.1))::int AS d, 1 + floor(140 * power(pg_temp.u('mi', i), 1.35))::int AS k, pg_temp.u('mt', i) AS x, pg_temp.u('mq', i) AS y, pg_temp.u('mw', i) AS z FROM generate_series(1, 5200) AS i) AS g
JOIN (SELECT *, row_number() OVER (ORDER BY pg_temp.u('mo' || "itmNo", 5)) AS k FROM "ItmMst" WHERE "stsCd" <> 10) AS m USING (k)
CROSS JOIN LATERAL (SELECT CASE WHEN m."grpCd" IN ('PGR','PCF') THEN CASE WHEN x < 0.55 THEN 'SHP' WHEN x < 0.86 THEN 'PRD' WHEN x < 0.93 THEN 'RTN' WHEN x < 0.97 THEN 'SCR' ELSE 'ADJ' END
   ELSE CASE WHEN x < 0.66 THEN 'ISS' WHEN x < 0.80 THEN 'SHP' WHEN x < 0.83 THEN 'RTN' WHEN x < 0.92 THEN 'SCR' ELSE 'ADJ' END END AS ty) AS t
CROSS JOIN LATERAL (SELECT CASE WHEN ty IN ('ISS') THEN 'LDR' WHEN ty = 'PRD' THEN 'LDS' WHEN m."grpCd" IN ('PGR','PCF') OR ty = 'SHP' THEN CASE WHEN z < 0.5 THEN 'LDS' WHEN z < 0.7 THEN 'BRI' WHEN z < 0.82 AND d < current_date - 270 THEN 'GLA' ELSE 'ROT' END
   ELSE CASE WHEN z < 0.75 THEN 'LDR' WHEN z < 0.85 THEN 'BRI' WHEN z < 0.93 THEN 'VAN' ELSE 'ROT' END END AS w,
   CASE WHEN m."cstQty" > 1 THEN 20 * (1 + floor(20 * y)) + i % 13 WHEN ty IN ('SCR','ADJ','RTN') THEN 1 + floor(5 * y * y) ELSE 1 + floor(24 * power(y, 1.4)) END::int AS qq) AS v;
-- transfers: two bookings each
INSERT INTO mv
SELECT a.it, CASE s WHEN 1 THEN 'LDS' ELSE a.wt END, CASE s WHEN 1 THEN 'TRO' ELSE 'TRI' END, CASE s WHEN 1 THEN -a.q ELSE a.q END, a.d + s - 1, 330 + a.i % 9, 'TF' || 2000 + a.i, NULL
FROM (SELECT i, m."itmNo" AS it, CASE WHEN i % 3 = 0 THEN 'BRI' WHEN i % 7 = 1 THEN 'VAN' ELSE 'ROT' END AS wt, 1 + pg_temp.n('tq', i, 9) AS q, current_date - 3 - pg_temp.n('td', i, 780) AS d
      FROM generate_series(1, 260) AS i JOIN (SELECT "itmNo", row_number() OVER (ORDER BY "itmNo") AS k FROM "ItmMst" WHERE "grpCd" IN ('PGR','PCF','MTR')) AS m ON k = 1 + pg_temp.n('ti', i, 30)) AS a CROSS JOIN generate_series(1, 2) AS s;
INSERT INTO mv
SELECT it, wh, 'OPN', greatest(0, -mn) + o, current_date - 800, NULL, NULL, NULL
FROM (SELECT it, wh, min(c) AS mn, (abs(hashtext(it || wh)) % 23) AS o FROM (SELECT it, wh, sum(q) OVER (PARTITION BY it, wh ORDER BY d, ty DESC, q DESC) AS c FROM mv) AS a GROUP BY 1, 2) AS b;
INSERT INTO "StkMov"
SELECT 1200000 + n, it, wh, ty, q, d, least(d + make_interval(days => CASE WHEN n % 6 = 0 THEN 1 WHEN n % 35 = 0 THEN 4 ELSE 0 END, hours => 6 + n % 12, mins => n % 60), now()::timestamp), CASE WHEN n % 41 <> 0 THEN e END, ref, rs, CASE WHEN ty IN ('ISS','SHP','SCR') AND n % 53 = 0 THEN 'X' END
FROM (SELECT *, (row_number() OVER (ORDER BY d, it, wh, ty, q, ref))::int AS n FROM mv) AS m;

CREATE TABLE "StkBal" (
  "itmNo" varchar(8) NOT NULL, "whsCd" varchar(3) NOT NULL, "onHnd" integer NOT NULL, "alcQty" integer NOT NULL, "rordPt" integer, "binLoc" varchar(8), "lstCnt" date, PRIMARY KEY ("itmNo","whsCd"));
COMMENT ON TABLE "StkBal" IS 'Stock by item and warehouse as of today';
COMMENT ON COLUMN "StkBal"."onHnd" IS 'quantity on hand';
COMMENT ON COLUMN "StkBal"."alcQty" IS 'part of the stock that is allocated to orders; free stock is onHnd - alcQty';
COMMENT ON COLUMN "StkBal"."rordPt" IS 'reorder point; null = not planned by reorder point';
COMMENT ON COLUMN "StkBal"."lstCnt" IS 'last physical count, null = never counted';
INSERT INTO "StkBal"
SELECT "itmNo", "whsCd", b, CASE WHEN h % 3 = 0 THEN (b * 0.4 * pg_temp.u('al', h))::int ELSE 0 END, CASE WHEN h % 4 <> 1 THEN greatest(2, (b * (0.15 + 1.25 * power(pg_temp.u('rp', h), 2)))::int) END,
 CASE WHEN "whsCd" <> 'VAN' THEN chr(65 + h % 8) || '-' || lpad((h % 37)::text, 2, '0') || '-' || 1 + h % 5 END, NULL
FROM (SELECT "itmNo", "whsCd", CASE WHEN abs(hashtext("itmNo" || "whsCd")) % 29 = 7 OR "whsCd" = 'GLA' AND abs(hashtext("itmNo")) % 5 < 4 THEN 0 ELSE sum("movQty") END AS b, abs(hashtext("whsCd" || "itmNo")) AS h FROM "StkMov" GROUP BY 1, 2) AS x;

CREATE TABLE "CntTsk" (
  "cntNo" integer PRIMARY KEY, "itmNo" varchar(8) NOT NULL, "whsCd" varchar(3) NOT NULL, "plnDt" date NOT NULL, "cntDt" date, "sysQty" integer, "cntQty" integer, "cntEmp" integer, "aprEmp" integer, "aprDt" date);
COMMENT ON TABLE "CntTsk" IS 'Cycle counts (stock taking)';
COMMENT ON COLUMN "CntTsk"."plnDt" IS 'planned for';
COMMENT ON COLUMN "CntTsk"."cntDt" IS 'day it was counted, null = not done yet';
COMMENT ON COLUMN "CntTsk"."sysQty" IS 'quantity in the books at that moment';
COMMENT ON COLUMN "CntTsk"."cntQty" IS 'quantity found';
COMMENT ON COLUMN "CntTsk"."aprDt" IS 'null while the result waits for approval';
INSERT INTO "CntTsk"
SELECT 5000 + i, "itmNo", "whsCd", d, cd, CASE WHEN cd IS NOT NULL THEN sq END,
 CASE WHEN cd IS NOT NULL THEN CASE WHEN pg_temp.u('ca', i) < 0.71 THEN sq ELSE greatest(0, sq + (CASE WHEN i % 5 < 3 THEN -1 ELSE 1 END) * (1 + floor(sq * 0.12 * pg_temp.u('cb', i))::int)) END END,
 CASE WHEN cd IS NOT NULL THEN 318 + i % 22 END, CASE WHEN cd < current_date - 9 AND i % 31 <> 0 THEN 312 + i % 5 END, CASE WHEN cd < current_date - 9 AND i % 31 <> 0 THEN cd + i % 8 END
FROM (SELECT i, b.*, d, CASE WHEN d + i % 6 < current_date AND pg_temp.u('cn', i) < 0.93 THEN d + i % 6 END AS cd, greatest(0, b."onHnd" + 4 - i % 9) AS sq
      FROM (SELECT i, current_date + 25 - floor(580 * pg_temp.u('cp', i))::int AS d FROM generate_series(1, 620) AS i) AS g
      JOIN (SELECT *, row_number() OVER (ORDER BY pg_temp.u("itmNo" || "whsCd", 3)) AS k FROM "StkBal" WHERE "whsCd" <> 'VAN') AS b ON k = 1 + pg_temp.n('ck', i, 260)) AS z;
UPDATE "StkBal" b SET "lstCnt" = x.d FROM (SELECT "itmNo", "whsCd", max("cntDt") AS d FROM "CntTsk" GROUP BY 1, 2) AS x WHERE x."itmNo" = b."itmNo" AND x."whsCd" = b."whsCd";

CREATE TABLE "StkHst" ("perCd" char(6) NOT NULL, "itmNo" varchar(8) NOT NULL, "whsCd" varchar(3) NOT NULL, "clsQty" integer NOT NULL, "clsVal" bigint NOT NULL, PRIMARY KEY ("perCd","itmNo","whsCd"));
COMMENT ON TABLE "StkHst" IS 'Month-end stock, one row an item and warehouse; the running month is not in it';
COMMENT ON COLUMN "StkHst"."perCd" IS 'period yyyymm';
COMMENT ON COLUMN "StkHst"."clsVal" IS 'value at standard cost in pence';
INSERT INTO "StkHst"
SELECT to_char(me, 'YYYYMM'), m."itmNo", m."whsCd", sum(m."movQty"), round(sum(m."movQty") * i."stdCst"::numeric / i."cstQty")
FROM generate_series(date_trunc('month', current_date) - interval '14 months', date_trunc('month', current_date) - interval '1 month', interval '1 month') AS me
JOIN "StkMov" m ON m."movDt" < me + interval '1 month' JOIN "ItmMst" i ON i."itmNo" = m."itmNo"
GROUP BY me, m."itmNo", m."whsCd", i."stdCst", i."cstQty" HAVING sum(m."movQty") > 0;
ANALYZE;
