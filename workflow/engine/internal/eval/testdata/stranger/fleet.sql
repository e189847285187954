-- Roadlark: car and van rental, operational database. Grown over the years: the booking part is from the web team,
-- the depot part ("quoted" names) from the yard app, svc_ and lkp_ tables from the old garage system.
-- Deterministic (md5 based); every date is relative to the day of loading.
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;

CREATE FUNCTION pg_temp.h(k text) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k), 3, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE lkp_class (cls char(1) PRIMARY KEY, label text NOT NULL, seats smallint, day_rate numeric(6,2) NOT NULL, is_van boolean NOT NULL);
COMMENT ON TABLE lkp_class IS 'Vehicle classes; day_rate = list price in euro a day';
INSERT INTO lkp_class VALUES ('M','Mini',4,29.00,false),('C','Compact',5,39.00,false),('S','Saloon',5,54.00,false),('W','Estate',5,59.00,false),('P','Premium',5,112.00,false),('B','Minibus',9,98.00,true),('V','Cargo van',3,72.00,true),('E','Electric compact',5,45.00,false);
CREATE TABLE lkp_jobtype (jt char(2) PRIMARY KEY, descr text NOT NULL, planned boolean NOT NULL);
COMMENT ON TABLE lkp_jobtype IS 'Kinds of garage jobs';
INSERT INTO lkp_jobtype VALUES ('SV','Regular service',true),('TY','Tyres',true),('BR','Brakes',false),('BW','Bodywork',false),('EL','Electrics',false),('RC','Manufacturer recall',true),('IN','Roadworthiness inspection',true),('GL','Glass',false);
CREATE TABLE lkp_booking_status (status_id smallint PRIMARY KEY, status_name text NOT NULL, is_final boolean NOT NULL);
INSERT INTO lkp_booking_status VALUES (10,'confirmed',false),(20,'picked up',false),(30,'completed',true),(40,'cancelled by customer',true),(41,'cancelled by us',true),(50,'no-show',true),(5,'quote only',false);

CREATE TABLE branches (
  branch_id integer PRIMARY KEY, code char(3) NOT NULL UNIQUE, name text NOT NULL, city text NOT NULL, country char(2) NOT NULL, kind text NOT NULL, parking_spaces integer, opened_on date NOT NULL, closed_on date);
COMMENT ON COLUMN branches.kind IS 'airport, station, town';
INSERT INTO branches VALUES
(1,'LYS','Lyon Saint-Exupéry','Lyon','FR','airport',140,DATE '2009-03-02',NULL),(2,'LYP','Lyon Part-Dieu','Lyon','FR','station',45,DATE '2011-06-01',NULL),(3,'GVA','Geneva Airport','Geneva','CH','airport',160,DATE '2008-05-19',NULL),
(4,'GVC','Geneva Cornavin','Geneva','CH','station',30,DATE '2013-09-09',NULL),(5,'MIL','Milano Malpensa','Milan','IT','airport',180,DATE '2010-01-11',NULL),(6,'MIC','Milano Centrale','Milan','IT','station',50,DATE '2012-04-16',NULL),
(7,'TRN','Torino Lingotto','Turin','IT','town',38,DATE '2015-02-02',NULL),(8,'NCE','Nice Côte d''Azur','Nice','FR','airport',150,DATE '2010-07-01',NULL),(9,'GRE','Grenoble Gare','Grenoble','FR','station',28,DATE '2016-10-03',current_date - 330),
(10,'LAU','Lausanne Flon','Lausanne','CH','town',25,DATE '2018-03-12',NULL),(11,'MRS','Marseille Provence','Marseille','FR','airport',120,DATE '2014-05-05',NULL),(12,'GOA','Genova Principe','Genoa','IT','station',NULL,current_date - 45,NULL);

CREATE TABLE staff (
  staff_id integer PRIMARY KEY, full_name text NOT NULL, branch_id integer, job text NOT NULL, started_on date NOT NULL, left_on date);
COMMENT ON COLUMN staff.job IS 'agent, manager, yard, sales';
COMMENT ON COLUMN staff.branch_id IS 'NULL for head office';
INSERT INTO staff
SELECT i, (ARRAY['Chiara','Mathieu','Noémie','Luca','Sabine','Paolo','Yasmine','Florian','Elisa','Hervé','Giorgia','Dylan','Marion','Nico'])[1 + (i * 5) % 14] || ' ' || (ARRAY['Ferrero','Blanc','Perrin','Rochat','Colombo','Girard','Favre','Moretti','Bonnet','Zanetti','Dupuis'])[1 + (i * 3) % 11],
 CASE WHEN i <= 12 THEN i WHEN i > 46 THEN NULL ELSE 1 + (i * 7) % 11 END, CASE WHEN i <= 12 THEN 'manager' WHEN i > 46 THEN 'sales' WHEN i % 3 = 0 THEN 'yard' ELSE 'agent' END,
 current_date - (60 + floor(3200 * pg_temp.h('st' || i))::int), CASE WHEN i IN (9, 17, 30, 41) THEN current_date - (20 + i * 3) END
FROM generate_series(1, 50) AS i;

CREATE TABLE corp_account (
  corp_id integer PRIMARY KEY, company text NOT NULL, rebate_pct numeric(4,1) NOT NULL, acct_mgr integer, pay_term_days smallint NOT NULL, blocked boolean NOT NULL DEFAULT false, since date NOT NULL);
COMMENT ON TABLE corp_account IS 'Companies with a frame contract';
COMMENT ON COLUMN corp_account.acct_mgr IS 'staff_id of the account manager (sales)';
INSERT INTO corp_account
SELECT i, (ARRAY['Alpina','Rhodania','Lemanix','Brennero','Valserine','Padana','Mistral','Cervin','Isara','Ligura','Salève'])[1 + (i * 4) % 11] || ' ' || (ARRAY['Engineering','Pharma','Consulting','Events','Telecom','Food','Insurance','Logistics'])[1 + (i * 3) % 8],
 (ARRAY[5,7.5,10,10,12.5,15,20])[1 + i % 7], CASE WHEN i % 9 <> 0 THEN 47 + i % 4 END, (ARRAY[14,30,30,60])[1 + i % 4], i IN (6, 19), current_date - (40 + floor(2600 * pg_temp.h('co' || i))::int)
FROM generate_series(1, 34) AS i;

CREATE TABLE customers (
  id integer PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, birth_date date, licence_since date, country char(2) NOT NULL, tier text, email text, newsletter boolean, do_not_rent boolean NOT NULL DEFAULT false, created_at timestamp NOT NULL);
COMMENT ON COLUMN customers.tier IS 'loyalty programme: blue, silver, gold; NULL = not a member';
COMMENT ON COLUMN customers.do_not_rent IS 'banned after damage or unpaid bills';
INSERT INTO customers
SELECT i, (ARRAY['Anouk','Marco','Sylvie','Thomas','Giulia','Julien','Petra','Karim','Laure','Stefano','Emily','Jorge','Nathalie','Beat','Silvia','Adrien','Hanna','Davide','Oumar','Claire'])[1 + (i * 7) % 20],
 (ARRAY['Martin','Rossi','Müller','Bernard','Bianchi','Favre','Schmid','Petit','Ricci','Keller','Durand','Smith','Garcia','Conti','Rey','Lambert','Weber','Greco','Diallo','Fontana','Roche','Brunner','Jones'])[1 + (i * 11) % 23],
 CASE WHEN i % 47 <> 0 THEN current_date - (7000 + floor(18000 * pg_temp.h('bd' || i))::int) END, current_date - (200 + floor(6500 * pg_temp.h('li' || i))::int),
 (ARRAY['FR','FR','FR','CH','CH','IT','IT','IT','DE','GB','US','ES'])[1 + floor(12 * pg_temp.h('cc' || i))::int], (ARRAY['blue','blue','blue','silver','silver','gold',NULL,NULL,NULL,NULL])[1 + floor(10 * pg_temp.h('ti' || i))::int],
 CASE WHEN i % 11 <> 4 THEN 'k' || i || '@post.example' END, CASE WHEN i % 6 <> 0 THEN pg_temp.h('nl' || i) < 0.5 END, pg_temp.h('dnr' || i) < 0.02, now()::timestamp - make_interval(days => floor(1500 * power(pg_temp.h('cr' || i), 1.2))::int, hours => i % 20)
FROM generate_series(1, 620) AS i;

CREATE TABLE vehicles (
  vehicle_id integer PRIMARY KEY, plate text NOT NULL UNIQUE, make text NOT NULL, model text NOT NULL, cls char(1) NOT NULL, fuel text NOT NULL, home_branch integer NOT NULL, first_reg date NOT NULL, bought_on date NOT NULL, bought_for numeric(9,2), sold_on date, sold_for numeric(9,2), odo_km integer, state char(1) NOT NULL);
COMMENT ON COLUMN vehicles.state IS 'A = available, R = out with a customer, G = in the garage, T = being transferred, X = sold or written off';
COMMENT ON COLUMN vehicles.bought_for IS 'euro, NULL = leased';
COMMENT ON COLUMN vehicles.home_branch IS 'branch the vehicle belongs to';
INSERT INTO vehicles
SELECT i, chr(65 + i % 26) || chr(65 + (i * 7) % 26) || '-' || lpad(((i * 397) % 1000)::text, 3, '0') || '-' || chr(65 + (i * 3) % 26) || chr(65 + (i * 11) % 26), mk, md, cl, CASE WHEN cl = 'E' THEN 'electric' WHEN cl IN ('B','V') THEN 'diesel' WHEN pg_temp.h('fu' || i) < 0.22 THEN 'hybrid' WHEN pg_temp.h('fu' || i) < 0.5 THEN 'diesel' ELSE 'petrol' END,
 (ARRAY[1,1,2,3,3,3,4,5,5,5,6,7,8,8,10,11,11])[1 + floor(17 * pg_temp.h('hb' || i))::int], by - floor(60 * pg_temp.h('fr' || i))::int, by,
 CASE WHEN pg_temp.h('ls' || i) > 0.3 THEN round((dr * 420 * (0.85 + 0.3 * pg_temp.h('pr' || i)))::numeric, -1) END,
 CASE WHEN sold THEN by + 620 + i % 90 END, CASE WHEN sold AND pg_temp.h('ls' || i) > 0.3 AND i % 15 <> 0 THEN round((dr * 420 * (0.4 + 0.2 * pg_temp.h('sp' || i)))::numeric, -1) END,
 CASE WHEN i % 43 <> 0 THEN (current_date - by) * (35 + floor(60 * pg_temp.h('od' || i))::int) + 12 END, CASE WHEN sold THEN 'X' ELSE 'A' END
FROM (SELECT i, t.cl, t.mk, t.md, t.dr, b.by, b.by < current_date - 720 AND pg_temp.h('so' || i) < 0.75 AS sold
 FROM generate_series(1, 240) AS i JOIN (VALUES (0,'M','Fiat','500',29),(1,'M','Renault','Twingo',29),(2,'C','Peugeot','208',39),(3,'C','Renault','Clio',39),(4,'C','Volkswagen','Polo',39),(5,'C','Fiat','Tipo',39),(6,'S','Peugeot','508',54),(7,'S','Skoda','Octavia',54),(8,'W','Volkswagen','Passat Variant',59),(9,'P','BMW','520d',112),(10,'P','Alfa Romeo','Stelvio',112),(11,'B','Ford','Tourneo',98),(12,'V','Fiat','Ducato',72),(13,'V','Renault','Master',72),(14,'E','Renault','Zoe',45),(15,'E','Peugeot','e-208',45)) AS t(n, cl, mk, md, dr) ON t.n = floor(16 * pg_temp.h('ty' || i))::int
 CROSS JOIN LATERAL (SELECT current_date - (25 + floor(1150 * pg_temp.h('by' || i))::int) AS by) b) z;

CREATE TABLE bookings (
  booking_no text PRIMARY KEY, customer_id integer NOT NULL, corp_id integer, cls_booked char(1) NOT NULL, pickup_branch integer NOT NULL, return_branch integer NOT NULL, source text NOT NULL, booked_at timestamp NOT NULL, pickup_due timestamp NOT NULL, return_due timestamp NOT NULL, status_id smallint NOT NULL, quoted_cents integer, cancelled_at timestamp, agent_id integer);
COMMENT ON COLUMN bookings.corp_id IS 'set when booked on a frame contract';
COMMENT ON COLUMN bookings.source IS 'web, app, desk, phone, ota (travel portals)';
COMMENT ON COLUMN bookings.return_branch IS 'other than pickup_branch = one-way';
COMMENT ON COLUMN bookings.quoted_cents IS 'price quoted when booking, euro cents';
COMMENT ON COLUMN bookings.agent_id IS 'staff_id; NULL for web, app and ota';
INSERT INTO bookings
SELECT 'RL' || (700000 + i * 3), cust, corp, cl, pb, CASE WHEN pg_temp.h('ow' || i) < 0.13 THEN 1 + (pb + 1 + i % 7) % 11 ELSE pb END, src, pu - make_interval(days => lead, hours => 1 + i % 13), pu, pu + make_interval(days => len),
 CASE WHEN st < 0.03 THEN 5 WHEN st < 0.12 THEN 40 WHEN st < 0.135 THEN 41 WHEN pu > now()::timestamp THEN 10 WHEN st < 0.18 THEN 50 WHEN pu + make_interval(days => len) < now()::timestamp - interval '8 hours' AND NOT (i % 7 = 5 AND pu + make_interval(days => len) > now()::timestamp - interval '9 days') THEN 30 ELSE 20 END,
 CASE WHEN i % 67 <> 0 THEN floor(100 * len * (SELECT day_rate FROM lkp_class k WHERE k.cls = cl) * (0.8 + 0.35 * pg_temp.h('qu' || i)))::int END,
 CASE WHEN st >= 0.03 AND st < 0.135 THEN least(pu - make_interval(hours => floor(24 * lead * pg_temp.h('ca' || i))::int), now()::timestamp) END,
 CASE WHEN src IN ('desk','phone') THEN 13 + floor(33 * pg_temp.h('ag' || i))::int END
FROM (SELECT i, 1 + floor(570 * power(pg_temp.h('cu' || i), 1.3))::int AS cust, CASE WHEN pg_temp.h('cp' || i) < 0.24 THEN 1 + floor(30 * power(pg_temp.h('cp2' || i), 1.3))::int END AS corp,
  (ARRAY['M','M','C','C','C','C','S','W','P','B','V','V','E'])[1 + floor(13 * pg_temp.h('cl' || i))::int] AS cl, (ARRAY[1,1,1,2,3,3,3,4,5,5,5,6,6,7,8,8,10,11])[1 + floor(18 * pg_temp.h('pb' || i))::int] AS pb,
  (ARRAY['web','web','web','app','app','desk','desk','phone','ota','ota'])[1 + floor(10 * pg_temp.h('sr' || i))::int] AS src, pg_temp.h('bs' || i) AS st, floor(45 * power(pg_temp.h('le' || i), 1.8))::int AS lead, 1 + floor(13 * power(pg_temp.h('ln' || i), 2.2))::int AS len,
  date_trunc('day', now()::timestamp) + make_interval(days => 30 - floor(720 * power(pg_temp.h('pu' || i), 1.05))::int, hours => 7 + i % 13) AS pu FROM generate_series(1, 3100) AS i) z;
UPDATE bookings SET booked_at = now()::timestamp - make_interval(hours => 1 + (quoted_cents % 400)) WHERE booked_at > now()::timestamp AND quoted_cents IS NOT NULL;
DELETE FROM bookings WHERE booked_at > now()::timestamp;

CREATE TABLE "Rental" (
  "rentalId" integer PRIMARY KEY, "bookingNo" text, "vehicleId" integer NOT NULL, "outAt" timestamp NOT NULL, "inAt" timestamp, "outBranch" integer NOT NULL, "inBranch" integer, "kmOut" integer NOT NULL, "kmIn" integer, "fuelOut" smallint, "fuelIn" smallint);
COMMENT ON TABLE "Rental" IS 'A vehicle handed out; without bookingNo = walk-in';
COMMENT ON COLUMN "Rental"."inAt" IS 'NULL while the vehicle is out';
COMMENT ON COLUMN "Rental"."fuelOut" IS 'eighths of a tank';
INSERT INTO "Rental"
SELECT row_number() OVER (ORDER BY o, bn), bn, vehicle_id, o, i, ob, CASE WHEN i IS NOT NULL THEN ib END, ko, CASE WHEN i IS NOT NULL THEN ko + km END, 8, CASE WHEN i IS NOT NULL THEN CASE WHEN pg_temp.h('fi' || bn) < 0.8 THEN 8 ELSE 2 + floor(6 * pg_temp.h('fj' || bn))::int END END
FROM (SELECT b.booking_no AS bn, v.vehicle_id, b.pickup_due + make_interval(mins => floor(90 * pg_temp.h('o' || b.booking_no))::int - 10) AS o,
   CASE WHEN b.status_id = 30 THEN least(b.return_due + make_interval(mins => floor(30 * 60 * power(pg_temp.h('i' || b.booking_no), 14))::int - 60), now()::timestamp) END AS i,
   b.pickup_branch AS ob, b.return_branch AS ib, 500 + floor(60000 * pg_temp.h('ko' || b.booking_no))::int AS ko, 20 + floor(extract(day FROM b.return_due - b.pickup_due) * 260 * pg_temp.h('km' || b.booking_no))::int AS km
 FROM bookings b JOIN LATERAL (SELECT vehicle_id FROM vehicles v WHERE v.bought_on <= b.pickup_due::date AND (v.sold_on IS NULL OR v.sold_on > b.return_due::date) AND (v.cls = b.cls_booked OR (v.cls IN ('S','W') AND b.cls_booked IN ('M','C') AND pg_temp.h('up' || b.booking_no) < 0.1)) AND v.vehicle_id % 37 <> 5 ORDER BY pg_temp.h(b.booking_no || 'v' || v.vehicle_id) + CASE WHEN v.home_branch = b.pickup_branch THEN 0 ELSE 0.4 END LIMIT 1) v ON true
 WHERE b.status_id IN (20, 30)) z;
-- some walk-ins: the booking was never keyed in
UPDATE "Rental" SET "bookingNo" = NULL WHERE "rentalId" % 31 = 7 AND "inAt" IS NOT NULL;
DELETE FROM bookings b WHERE b.status_id = 30 AND NOT EXISTS (SELECT 1 FROM "Rental" r WHERE r."bookingNo" = b.booking_no);
UPDATE vehicles v SET state = CASE WHEN v.vehicle_id IN (SELECT "vehicleId" FROM "Rental" WHERE "inAt" IS NULL) THEN 'R' WHEN v.vehicle_id % 29 = 3 THEN 'T' ELSE 'A' END WHERE state <> 'X';

CREATE TABLE "ChargeLine" (
  "lineId" integer PRIMARY KEY, "rentalId" integer NOT NULL, "kind" text NOT NULL, "netCents" integer NOT NULL, "vatPct" numeric(4,1) NOT NULL, "bookedAt" timestamp NOT NULL);
COMMENT ON TABLE "ChargeLine" IS 'What a rental was billed; rebates are negative';
COMMENT ON COLUMN "ChargeLine"."kind" IS 'TIME rent, KM excess kilometres, FUEL refuelling, INS insurance, DMG damage excess, OWF one-way fee, LATE late return, REB rebate';
COMMENT ON COLUMN "ChargeLine"."netCents" IS 'euro cents without VAT';
INSERT INTO "ChargeLine"
SELECT row_number() OVER (ORDER BY r."rentalId", k.n), r."rentalId", k.kind, k.c, CASE WHEN b.country = 'CH' THEN 8.1 WHEN b.country = 'IT' THEN 22.0 ELSE 20.0 END, r."inAt" + interval '20 minutes'
FROM "Rental" r JOIN vehicles v ON v.vehicle_id = r."vehicleId" JOIN lkp_class c ON c.cls = v.cls JOIN branches b ON b.branch_id = r."outBranch" LEFT JOIN bookings g ON g.booking_no = r."bookingNo" LEFT JOIN corp_account a ON a.corp_id = g.corp_id
CROSS JOIN LATERAL (SELECT greatest(1, ceil(extract(epoch FROM r."inAt" - r."outAt") / 86400.0))::int AS d, r."kmIn" - r."kmOut" AS km) x
CROSS JOIN LATERAL (VALUES (1,'TIME',floor(x.d * c.day_rate * 100 * (0.8 + 0.3 * pg_temp.h('t' || r."rentalId")))::int), (2,'KM',CASE WHEN x.km > x.d * 200 THEN (x.km - x.d * 200) * 25 END), (3,'FUEL',CASE WHEN r."fuelIn" < 7 THEN (8 - r."fuelIn") * 1350 END), (4,'INS',CASE WHEN pg_temp.h('in' || r."rentalId") < 0.45 THEN x.d * 1190 END),
 (5,'DMG',CASE WHEN pg_temp.h('dm' || r."rentalId") < 0.045 THEN 15000 + floor(75000 * pg_temp.h('dn' || r."rentalId"))::int END), (6,'OWF',CASE WHEN r."inBranch" <> r."outBranch" THEN 6000 + 1500 * (r."inBranch" % 5) END), (7,'LATE',CASE WHEN r."inAt" > g.return_due + interval '2 hours' THEN 2500 END), (8,'REB',CASE WHEN a.corp_id IS NOT NULL THEN -floor(x.d * c.day_rate * a.rebate_pct * 0.9)::int END)) AS k(n, kind, c)
WHERE r."inAt" IS NOT NULL AND k.c IS NOT NULL AND r."rentalId" % 113 <> 50;

CREATE TABLE garage (garage_id integer PRIMARY KEY, garage_name text NOT NULL, in_house boolean NOT NULL, city text);
INSERT INTO garage VALUES (1,'Roadlark Werkstatt Geneva',true,'Geneva'),(2,'Roadlark Atelier Lyon',true,'Lyon'),(3,'Carrozzeria Brambilla',false,'Milan'),(4,'Garage du Rhône',false,'Lyon'),(5,'Officina Valli',false,'Turin'),(6,'Azur Auto Service',false,'Nice'),(7,'Pneus Express',false,NULL),(8,'Elektro Bobby',false,'Lausanne');
CREATE TABLE svc_job (
  jobno integer PRIMARY KEY, veh integer NOT NULL, jt char(2) NOT NULL, garage_id integer, dt_in date NOT NULL, dt_out date, km integer, cost_parts numeric(9,2), cost_labour numeric(9,2), warr char(1) NOT NULL);
COMMENT ON TABLE svc_job IS 'Garage jobs; open while dt_out is null';
COMMENT ON COLUMN svc_job.veh IS 'vehicle_id'; COMMENT ON COLUMN svc_job.warr IS 'Y = covered by warranty, costs us nothing'; COMMENT ON COLUMN svc_job.cost_parts IS 'euro; null until invoiced';
INSERT INTO svc_job
SELECT row_number() OVER (ORDER BY di, vehicle_id), vehicle_id, jt, CASE WHEN jt = 'TY' THEN 7 WHEN jt = 'EL' AND pg_temp.h('g' || k) < 0.5 THEN 8 WHEN k % 57 = 0 THEN NULL ELSE 1 + floor(6 * power(pg_temp.h('g' || k), 1.3))::int END, di, CASE WHEN dq <= current_date THEN dq END, CASE WHEN k % 12 <> 0 THEN 900 + (di - bought_on) * 55 END,
 CASE WHEN dq <= current_date AND NOT (dq > current_date - 20 AND k % 3 = 0) THEN CASE WHEN wr THEN 0 ELSE round((CASE jt WHEN 'BW' THEN 620 WHEN 'TY' THEN 340 WHEN 'BR' THEN 210 WHEN 'IN' THEN 20 WHEN 'RC' THEN 0 ELSE 130 END * (0.5 + 1.4 * pg_temp.h('cp' || k)))::numeric, 2) END END,
 CASE WHEN dq <= current_date AND NOT (dq > current_date - 20 AND k % 3 = 0) THEN CASE WHEN wr THEN 0 ELSE round((CASE jt WHEN 'BW' THEN 480 WHEN 'TY' THEN 60 ELSE 170 END * (0.5 + 1.2 * pg_temp.h('cl' || k)))::numeric, 2) END END, CASE WHEN wr THEN 'Y' ELSE 'N' END
FROM (SELECT v.vehicle_id, v.bought_on, v.vehicle_id * 20 + n AS k, s.di, s.di + floor(14 * power(pg_temp.h('du' || (v.vehicle_id * 20 + n)), 2.5))::int AS dq, (ARRAY['SV','SV','SV','TY','TY','BR','BW','BW','EL','RC','IN','GL'])[1 + floor(12 * pg_temp.h('jt' || (v.vehicle_id * 20 + n)))::int] AS jt, pg_temp.h('wr' || (v.vehicle_id * 20 + n)) < 0.1 AS wr
 FROM vehicles v CROSS JOIN generate_series(1, 8) AS n CROSS JOIN LATERAL (SELECT v.bought_on + 20 + floor((least(coalesce(v.sold_on, current_date), current_date) - v.bought_on - 20) * pg_temp.h('di' || (v.vehicle_id * 20 + n)))::int AS di) s
 WHERE pg_temp.h('hj' || (v.vehicle_id * 20 + n)) < 0.5 AND v.vehicle_id % 23 <> 9 AND s.di <= current_date) z;
UPDATE vehicles SET state = 'G' WHERE state = 'A' AND vehicle_id IN (SELECT veh FROM svc_job WHERE dt_out IS NULL);

CREATE TABLE damage (
  damage_id integer PRIMARY KEY, vehicle_id integer NOT NULL, rental_id integer, found_on date NOT NULL, part text NOT NULL, sev smallint NOT NULL, est_eur numeric(8,2), repair_job integer, found_by integer);
COMMENT ON COLUMN damage.rental_id IS 'NULL when found in the yard and nobody can be charged';
COMMENT ON COLUMN damage.sev IS '1 = scratch, 2 = dent, 3 = not roadworthy';
COMMENT ON COLUMN damage.repair_job IS 'svc_job.jobno; NULL = not repaired so far';
INSERT INTO damage
SELECT row_number() OVER (ORDER BY d, v), v, r, d, pt, sv, CASE WHEN v % 13 <> 2 THEN round((CASE sv WHEN 1 THEN 140 WHEN 2 THEN 480 ELSE 1900 END * (0.6 + 0.9 * pg_temp.h('ee' || k)))::numeric, 2) END,
 (SELECT j.jobno FROM svc_job j WHERE j.veh = v AND j.jt IN ('BW','GL') AND j.dt_in >= d ORDER BY j.dt_in LIMIT 1), 1 + floor(46 * pg_temp.h('fb' || k))::int
FROM (SELECT k, v, r, d, (ARRAY['front bumper','rear bumper','door','wing','windscreen','wheel','mirror','interior'])[1 + floor(8 * pg_temp.h('pt' || k))::int] AS pt, CASE WHEN pg_temp.h('sv' || k) < 0.6 THEN 1 WHEN pg_temp.h('sv' || k) < 0.9 THEN 2 ELSE 3 END AS sv
 FROM (SELECT 'r' || "rentalId" AS k, "vehicleId" AS v, "rentalId" AS r, "inAt"::date AS d FROM "Rental" WHERE "inAt" IS NOT NULL AND (pg_temp.h('dm' || "rentalId") < 0.045 OR pg_temp.h('dx' || "rentalId") < 0.05)
  UNION ALL SELECT 'y' || vehicle_id || n, vehicle_id, NULL, bought_on + floor((least(coalesce(sold_on, current_date), current_date) - bought_on) * pg_temp.h('yd' || vehicle_id || n))::int FROM vehicles CROSS JOIN generate_series(1, 2) AS n WHERE pg_temp.h('yy' || vehicle_id || n) < 0.17) u) z;
CREATE INDEX ON "Rental" ("vehicleId"); CREATE INDEX ON "ChargeLine" ("rentalId");
ANALYZE;
