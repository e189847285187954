-- Westmark Blood Service, database "Haemo" (moved from SQL Server 2012)
-- psql -q -v ON_ERROR_STOP=1 -f bloodbank.sql  into an empty database; dates relative to the day of loading
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.rnd(key text) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || right(md5('wb' || key), 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE "BloodGroup" (
  "BloodGroupId" smallint PRIMARY KEY,
  "GroupName" varchar(4) NOT NULL UNIQUE,
  "Abo" varchar(2) NOT NULL,
  "RhPositive" boolean NOT NULL
);
INSERT INTO "BloodGroup" VALUES (1,'O+','O',true),(2,'A+','A',true),(3,'B+','B',true),(4,'AB+','AB',true),(5,'O-','O',false),(6,'A-','A',false),(7,'B-','B',false),(8,'AB-','AB',false);

CREATE TABLE "Site" (
  "SiteId" integer PRIMARY KEY,
  "SiteName" varchar(50) NOT NULL,
  "SiteType" char(1) NOT NULL,
  "City" varchar(40) NOT NULL,
  "BedCount" smallint,
  "OpenedOn" date NOT NULL,
  "ClosedOn" date
);
COMMENT ON COLUMN "Site"."SiteType" IS 'F = fixed centre, M = mobile unit, L = laboratory and store';
INSERT INTO "Site" VALUES (1,'Westmark Centre','F','Westmark',14,DATE '1998-05-04',NULL),(2,'Harbour Donor Centre','F','Port Elsa',8,DATE '2006-09-11',NULL),(3,'Northfield Donor Centre','F','Northfield',6,DATE '2013-03-18',NULL),(4,'Mobile Unit Red','M','Westmark',5,DATE '2009-01-12',NULL),(5,'Mobile Unit Blue','M','Westmark',5,DATE '2017-06-06',NULL),(6,'Central Laboratory','L','Westmark',NULL,DATE '1998-05-04',NULL),(7,'Quarry Lane Centre','F','Dunmore',4,DATE '2002-02-02',current_date - 210);

CREATE TABLE "Employee" (
  "EmployeeId" integer PRIMARY KEY,
  "FirstName" varchar(30) NOT NULL,
  "LastName" varchar(30) NOT NULL,
  "RoleCode" char(2) NOT NULL,
  "SiteId" integer NOT NULL REFERENCES "Site",
  "ReportsTo" integer REFERENCES "Employee",
  "HireDate" date NOT NULL,
  "IsDeleted" boolean NOT NULL DEFAULT false
);
COMMENT ON COLUMN "Employee"."RoleCode" IS 'PH phlebotomist, NU nurse, DR doctor, LT laboratory technician, DI distribution, AD administration';
INSERT INTO "Employee"
SELECT i, (ARRAY['Abigail','Bernard','Colette','Dominic','Eleanor','Fergus','Greta','Howard','Imogen','Jerome','Katya','Lionel','Miriam','Neil'])[1 + (i * 5) % 14], (ARRAY['Archer','Blythe','Cromwell','Dempsey','Elwood','Fane','Garrick','Haddon','Ives','Jarvis','Kirby'])[1 + (i * 3) % 11],
  CASE WHEN i <= 16 THEN 'PH' WHEN i <= 22 THEN 'NU' WHEN i <= 25 THEN 'DR' WHEN i <= 31 THEN 'LT' WHEN i <= 36 THEN 'DI' ELSE 'AD' END,
  CASE WHEN i BETWEEN 26 AND 36 THEN 6 ELSE 1 + (i * 2) % 5 END, CASE WHEN i <= 22 THEN 23 + i % 3 WHEN i BETWEEN 27 AND 31 THEN 26 WHEN i BETWEEN 33 AND 36 THEN 32 END, current_date - (200 + floor(4300 * pg_temp.rnd('hire' || i)))::int, i IN (11, 29)
FROM (SELECT i FROM generate_series(1, 40) i ORDER BY CASE WHEN i BETWEEN 23 AND 26 OR i = 32 OR i > 36 THEN 0 ELSE 1 END, i) q;

CREATE TABLE "Donor" (
  "DonorId" integer PRIMARY KEY,
  "DonorNumber" integer NOT NULL UNIQUE,
  "FirstName" varchar(30) NOT NULL,
  "LastName" varchar(30) NOT NULL,
  "Gender" char(1),
  "BirthDate" date NOT NULL,
  "BloodGroupId" smallint REFERENCES "BloodGroup",
  "HomeSiteId" integer REFERENCES "Site",
  "ReferredByDonorId" integer REFERENCES "Donor",
  "PostalCode" integer,
  "WeightKg" numeric(5,1),
  "RegisteredOn" date NOT NULL,
  "MailOptIn" boolean,
  "IsDeleted" boolean NOT NULL DEFAULT false
);
INSERT INTO "Donor"
SELECT i, 700000 + i * 11, (ARRAY['Adam','Bridget','Cyril','Dana','Edmund','Flora','Gilbert','Harriet','Ian','Judith','Kurt','Leonora','Miles','Nadine','Owen','Pippa','Rufus','Selma','Theo','Ursula','Victor','Wanda'])[1 + (i * 9) % 22],
  (ARRAY['Alden','Birch','Coburn','Drake','Emmet','Finch','Garland','Hale','Ingles','Jessop','Keats','Lindley','Mercer','North','Orwell','Pym','Rowan','Sayer','Thorne'])[1 + (i * 7 + i / 19) % 19],
  CASE WHEN i % 37 = 0 THEN NULL WHEN ((i * 9) % 22) % 2 = 0 THEN 'M' ELSE 'F' END, current_date - (6900 + floor(16500 * pg_temp.rnd('age' || i)))::int,
  CASE WHEN i % 23 = 0 THEN NULL WHEN g < 0.38 THEN 1 WHEN g < 0.70 THEN 2 WHEN g < 0.79 THEN 3 WHEN g < 0.82 THEN 4 WHEN g < 0.89 THEN 5 WHEN g < 0.96 THEN 6 WHEN g < 0.985 THEN 7 ELSE 8 END,
  CASE WHEN i % 10 <> 0 THEN (ARRAY[1,1,1,2,2,3,7])[1 + floor(7 * pg_temp.rnd('hs' || i))::int] END, CASE WHEN i > 40 AND i % 8 = 0 THEN i / 4 END, 3000 + (i * 17) % 120, CASE WHEN i % 6 <> 0 THEN round((52 + 50 * pg_temp.rnd('kg' || i))::numeric, 1) END,
  current_date - 60 - floor(2300 * power(pg_temp.rnd('reg' || i), 1.4))::int, CASE WHEN i % 9 <> 0 THEN i % 3 > 0 END, i % 47 = 0
FROM (SELECT i, pg_temp.rnd('bg' || i) AS g FROM generate_series(1, 310) i) q;

CREATE TABLE "DonorDeferral" (
  "DeferralId" integer PRIMARY KEY,
  "DonorId" integer NOT NULL REFERENCES "Donor",
  "ReasonCode" varchar(3) NOT NULL,
  "ValidFrom" date NOT NULL,
  "ValidTo" date,
  "EnteredBy" integer REFERENCES "Employee"
);
COMMENT ON TABLE "DonorDeferral" IS 'Periods in which a donor must not give blood; without ValidTo = for good';
COMMENT ON COLUMN "DonorDeferral"."ReasonCode" IS 'TRV travel, LHB low haemoglobin, TAT tattoo, MED medication, INF infection';
INSERT INTO "DonorDeferral"
SELECT i, "DonorId", r, f, CASE r WHEN 'INF' THEN CASE WHEN i % 2 = 0 THEN f + 90 END ELSE f + CASE r WHEN 'TRV' THEN 120 WHEN 'LHB' THEN 60 WHEN 'TAT' THEN 120 ELSE 45 END END, CASE WHEN i % 15 <> 0 THEN 17 + i % 6 END
FROM (SELECT i, 1 + (i * 29) % 310 AS "DonorId", (ARRAY['TRV','TRV','LHB','LHB','LHB','TAT','MED','MED','INF'])[1 + floor(9 * pg_temp.rnd('df' || i))::int] AS r, current_date - floor(600 * pg_temp.rnd('dd' || i))::int AS f FROM generate_series(1, 75) i) q;

CREATE TABLE "Donation" (
  "DonationId" integer PRIMARY KEY,
  "DonationNumber" varchar(14) NOT NULL,
  "DonorId" integer NOT NULL REFERENCES "Donor",
  "SiteId" integer NOT NULL REFERENCES "Site",
  "ScreenedBy" integer REFERENCES "Employee",
  "CollectedBy" integer REFERENCES "Employee",
  "DonationType" char(1) NOT NULL,
  "Status" char(1) NOT NULL,
  "RegisteredAt" timestamp NOT NULL,
  "CollectedAt" timestamp,
  "VolumeMl" smallint,
  "HaemoglobinGdl" numeric(4,1),
  "PulseBpm" smallint,
  "AdverseReaction" boolean NOT NULL
);
COMMENT ON COLUMN "Donation"."DonationType" IS 'W = whole blood, P = plasma, T = platelets';
COMMENT ON COLUMN "Donation"."Status" IS 'B = booked, C = collected, D = deferred at screening, I = incomplete (stopped early), N = did not come';
INSERT INTO "Donation"
SELECT i, 'W' || to_char(r, 'YY') || lpad((i * 7 + 1000)::text, 7, '0'), d, s, CASE WHEN st IN ('C','I','D') THEN 17 + (i * 5) % 6 END, CASE WHEN st IN ('C','I') THEN 1 + floor(16 * power(pg_temp.rnd('cb' || i), 1.3))::int END, ty, st, r, CASE WHEN st IN ('C','I') THEN r + (18 + i % 25) * interval '1 minute' END,
  CASE st WHEN 'C' THEN CASE ty WHEN 'W' THEN 450 + 5 * (i % 7) WHEN 'P' THEN 600 + 10 * (i % 12) ELSE 260 + 5 * (i % 9) END WHEN 'I' THEN 90 + (i * 13) % 200 END, CASE WHEN st IN ('C','I') THEN round((12.5 + 4 * pg_temp.rnd('hb' || i))::numeric, 1) WHEN st = 'D' THEN round((10.6 + 3 * pg_temp.rnd('hb' || i))::numeric, 1) END, CASE WHEN st IN ('C','I','D') AND i % 21 <> 0 THEN 56 + (i * 11) % 40 END, st IN ('C','I') AND pg_temp.rnd('ar' || i) < 0.035
FROM (SELECT i, 1 + floor(300 * power(pg_temp.rnd('dn' || i), 1.2))::int AS d, CASE WHEN x < 0.36 THEN 1 WHEN x < 0.55 THEN 2 WHEN x < 0.68 THEN 3 WHEN x < 0.84 THEN 4 WHEN x < 0.95 OR r > current_date - 210 THEN 5 ELSE 7 END AS s, CASE WHEN pg_temp.rnd('ty' || i) < 0.74 THEN 'W' WHEN pg_temp.rnd('ty' || i) < 0.92 THEN 'P' ELSE 'T' END AS ty, r,
   CASE WHEN r > current_date THEN 'B' WHEN y < 0.06 THEN 'D' WHEN y < 0.085 THEN 'I' WHEN y < 0.13 THEN 'N' ELSE 'C' END AS st
  FROM (SELECT i, pg_temp.rnd('si' || i) AS x, pg_temp.rnd('st' || i) AS y, current_date + 9 - (560 - i) * 500 / 560 + interval '8 hours' + floor(36 * pg_temp.rnd('hr' || i)) * interval '15 minutes' AS r FROM generate_series(1, 560) i) a) q;

UPDATE "Donor" d SET "RegisteredOn" = s.f FROM (SELECT "DonorId", min("RegisteredAt")::date f FROM "Donation" GROUP BY 1) s WHERE s."DonorId" = d."DonorId" AND s.f < d."RegisteredOn";

CREATE TABLE "LabTest" (
  "LabTestId" integer PRIMARY KEY,
  "DonationId" integer NOT NULL REFERENCES "Donation",
  "TestCode" varchar(4) NOT NULL,
  "Result" char(1),
  "TestedAt" timestamp,
  "TechnicianId" integer REFERENCES "Employee",
  "IsRepeat" boolean NOT NULL,
  "CostAmount" numeric(7,2) NOT NULL
);
COMMENT ON COLUMN "LabTest"."TestCode" IS 'HIV, HBV, HCV, SYPH = infection markers';
COMMENT ON COLUMN "LabTest"."Result" IS 'N = negative, P = positive, I = inconclusive, null = pending';
INSERT INTO "LabTest"
SELECT row_number() OVER (ORDER BY "CollectedAt", "DonationId", t, rp), "DonationId", t, CASE WHEN "CollectedAt" < current_date - 2 THEN CASE WHEN rp = 0 AND x < 0.02 AND x > 0.003 THEN 'I' WHEN x < 0.005 OR (rp = 0 AND x < 0.026) THEN 'P' ELSE 'N' END END, CASE WHEN "CollectedAt" < current_date - 2 THEN "CollectedAt" + (20 + 20 * rp + floor(24 * x)) * interval '1 hour' END, CASE WHEN "CollectedAt" < current_date - 2 THEN 26 + ("DonationId" * 5) % 6 END, rp = 1, c
FROM (SELECT *, pg_temp.rnd('lt' || "DonationId" || t) AS x FROM "Donation", (VALUES ('HIV', 4.80), ('HCV', 5.20), ('HBV', 4.40), ('SYPH', 2.10)) v(t, c), generate_series(0, 1) rp WHERE "Status" = 'C' AND "RegisteredAt" > current_date - 150) q WHERE rp = 0 OR x < 0.02;

CREATE TABLE "ComponentType" (
  "ComponentTypeId" smallint PRIMARY KEY,
  "ComponentCode" varchar(4) NOT NULL,
  "ComponentName" varchar(40) NOT NULL,
  "ShelfLifeDays" smallint NOT NULL,
  "ListPrice" numeric(8,2) NOT NULL
);
INSERT INTO "ComponentType" VALUES (1,'RBC','Red cells',42,168),(2,'FFP','Fresh frozen plasma',365,64),(3,'PLT','Platelets',5,412),(4,'CRY','Cryoprecipitate',365,98);

CREATE TABLE "ComponentPrice" (
  "ComponentTypeId" smallint NOT NULL REFERENCES "ComponentType",
  "UnitPrice" numeric(8,2) NOT NULL,
  "ValidFrom" date NOT NULL,
  "ValidTo" date,
  PRIMARY KEY ("ComponentTypeId", "ValidFrom")
);
INSERT INTO "ComponentPrice" SELECT "ComponentTypeId", round("ListPrice" * (ARRAY[0.92, 0.96, 1.0])[k]::numeric, 0), current_date - (ARRAY[1150, 700, 260])[k], CASE WHEN k < 3 THEN current_date - (ARRAY[701, 261])[k] END FROM "ComponentType", generate_series(1, 3) k;

CREATE TABLE "Hospital" (
  "HospitalId" integer PRIMARY KEY,
  "HospitalName" varchar(60) NOT NULL,
  "City" varchar(40),
  "HospitalType" char(1) NOT NULL,
  "DistanceKm" smallint,
  "DiscountPct" numeric(4,1) NOT NULL,
  "IsActive" boolean NOT NULL
);
COMMENT ON COLUMN "Hospital"."HospitalType" IS 'U = university, G = general, C = private clinic, V = veterinary (research only)';
INSERT INTO "Hospital" VALUES (1,'Westmark University Hospital','Westmark','U',4,6,true),(2,'St Brendan''s Hospital','Port Elsa','G',38,4,true),(3,'Northfield General','Northfield','G',52,4,true),(4,'Dunmore District Hospital','Dunmore','G',71,0,true),(5,'Clinic Bellevue','Westmark','C',7,0,true),(6,'Oak Lodge Clinic',NULL,'C',15,0,false),(7,'Children''s Hospital Westmark','Westmark','U',5,6,true),(8,'Harbour Surgical Centre','Port Elsa','C',40,2,true),(9,'Vet School Westmark','Westmark','V',9,0,true);

CREATE TABLE "HospitalOrder" (
  "OrderId" integer PRIMARY KEY,
  "OrderNumber" integer NOT NULL,
  "HospitalId" integer NOT NULL REFERENCES "Hospital",
  "TakenBy" integer REFERENCES "Employee",
  "DispatchedBy" integer REFERENCES "Employee",
  "Urgency" smallint NOT NULL,
  "Status" smallint NOT NULL,
  "OrderedAt" timestamp NOT NULL,
  "DispatchedAt" timestamp,
  "DeliveryFee" numeric(7,2) NOT NULL
);
COMMENT ON COLUMN "HospitalOrder"."Urgency" IS '1 = emergency, 2 = same day, 3 = routine';
COMMENT ON COLUMN "HospitalOrder"."Status" IS '0 = draft, 1 = open, 2 = dispatched, 3 = invoiced, 9 = cancelled';
INSERT INTO "HospitalOrder"
SELECT i, 40000 + i * 2, h, CASE WHEN i % 18 <> 0 THEN 32 + (i * 7) % 5 END, CASE WHEN st IN (2, 3) THEN 33 + (i * 3) % 4 END, u, st, o, CASE WHEN st IN (2, 3) THEN o + CASE u WHEN 1 THEN 25 + i % 30 WHEN 2 THEN 120 + (i * 13) % 240 ELSE 600 + (i * 37) % 1500 END * interval '1 minute' END, CASE u WHEN 1 THEN 45 WHEN 2 THEN 20 ELSE 0 END
FROM (SELECT i, (ARRAY[1,1,1,1,2,2,2,3,3,4,5,7,7,8,9])[1 + floor(15 * pg_temp.rnd('oh' || i))::int] AS h, CASE WHEN pg_temp.rnd('ou' || i) < 0.15 THEN 1 WHEN pg_temp.rnd('ou' || i) < 0.45 THEN 2 ELSE 3 END AS u, o, CASE WHEN pg_temp.rnd('os' || i) < 0.05 THEN 9 WHEN o > current_date - 14 THEN CASE WHEN i % 4 = 0 THEN 0 WHEN i % 4 = 1 THEN 1 ELSE 2 END WHEN o > current_date - 35 THEN 2 ELSE 3 END AS st
  FROM (SELECT i, current_date - 1 - (300 - i) * 480 / 300 + interval '6 hours' + floor(900 * pg_temp.rnd('ot' || i)) * interval '1 minute' AS o FROM generate_series(1, 300) i) a) q;

CREATE TABLE "OrderLine" (
  "OrderLineId" integer PRIMARY KEY,
  "OrderId" integer NOT NULL REFERENCES "HospitalOrder",
  "ComponentTypeId" smallint NOT NULL REFERENCES "ComponentType",
  "BloodGroupId" smallint NOT NULL REFERENCES "BloodGroup",
  "QtyOrdered" integer NOT NULL,
  "QtyIssued" integer NOT NULL,
  "UnitPrice" numeric(8,2) NOT NULL,
  "DiscountAmount" numeric(9,2) NOT NULL,
  "NetAmount" numeric(10,2) NOT NULL,
  "TaxAmount" numeric(10,2) NOT NULL
);
COMMENT ON COLUMN "OrderLine"."NetAmount" IS 'QtyIssued x UnitPrice less discount; TaxAmount comes on top';
INSERT INTO "OrderLine"
SELECT row_number() OVER (ORDER BY oid, k), oid, ct, bg, q, iss, p, d, iss * p - d, round((iss * p - d) * 0.05, 2)
FROM (SELECT *, round(iss * p * "DiscountPct" / 100, 2) AS d FROM (
  SELECT o."OrderId" AS oid, k, h."DiscountPct", c."ComponentTypeId" AS ct, (ARRAY[1,1,1,1,2,2,2,5,5,3,6,4,7])[1 + floor(13 * pg_temp.rnd('lb' || o."OrderId" || k))::int] AS bg, n AS q, CASE WHEN o."Status" IN (2, 3) THEN n - CASE WHEN n > 2 AND pg_temp.rnd('sh' || o."OrderId" || k) < 0.14 THEN 1 ELSE 0 END ELSE 0 END AS iss, (SELECT pr."UnitPrice" FROM "ComponentPrice" pr WHERE pr."ComponentTypeId" = c."ComponentTypeId" AND pr."ValidFrom" <= o."OrderedAt"::date ORDER BY pr."ValidFrom" DESC LIMIT 1) AS p
  FROM "HospitalOrder" o JOIN "Hospital" h USING ("HospitalId") CROSS JOIN generate_series(1, 3) k JOIN "ComponentType" c ON c."ComponentTypeId" = (ARRAY[1,1,1,1,1,2,2,3,3,4])[1 + floor(10 * pg_temp.rnd('lc' || o."OrderId" || k))::int]
  CROSS JOIN LATERAL (SELECT 1 + floor(9 * power(pg_temp.rnd('lq' || o."OrderId" || k), 2))::int AS n) z
  WHERE k = 1 OR (k = 2 AND pg_temp.rnd('l2' || o."OrderId") < 0.45) OR (k = 3 AND pg_temp.rnd('l2' || o."OrderId") < 0.16)) a) b;

CREATE TABLE "BloodUnit" (
  "UnitId" integer PRIMARY KEY,
  "UnitNumber" varchar(16) NOT NULL,
  "DonationId" integer NOT NULL REFERENCES "Donation",
  "ComponentTypeId" smallint NOT NULL REFERENCES "ComponentType",
  "BloodGroupId" smallint REFERENCES "BloodGroup",
  "StoredAtSiteId" integer REFERENCES "Site",
  "OrderId" integer REFERENCES "HospitalOrder",
  "UnitStatus" smallint NOT NULL,
  "ProducedOn" date NOT NULL,
  "ExpiresOn" date NOT NULL,
  "DiscardedOn" date,
  "DiscardReason" varchar(20),
  "VolumeMl" smallint
);
COMMENT ON COLUMN "BloodUnit"."UnitStatus" IS '1 = quarantine, 2 = available, 3 = reserved, 4 = issued, 5 = discarded, 6 = expired';
INSERT INTO "BloodUnit"
SELECT row_number() OVER (ORDER BY pd, "DonationId", ct), "DonationNumber" || '-' || ct, "DonationId", ct, bg, CASE WHEN "DonationId" % 5 = 0 THEN 2 ELSE 6 END, CASE WHEN st = 4 THEN (SELECT "OrderId" FROM "HospitalOrder" o WHERE o."Status" IN (2, 3) AND o."DispatchedAt" > pd + 1 ORDER BY o."OrderId" OFFSET "DonationId" % 3 LIMIT 1) END, st, pd, pd + sl, CASE WHEN st IN (5, 6) THEN least(CASE st WHEN 6 THEN pd + sl + 1 ELSE pd + 1 + "DonationId" % 5 END, current_date) END,
  CASE st WHEN 6 THEN 'out of date' WHEN 5 THEN (ARRAY['bag leaking','test positive','haemolysis','wrong storage',NULL])[1 + "DonationId" % 5] END, CASE ct WHEN 1 THEN 270 + "DonationId" % 30 WHEN 2 THEN 210 + "DonationId" % 40 WHEN 3 THEN 250 + "DonationId" % 25 ELSE 30 END
FROM (SELECT n.*, c."ComponentTypeId" AS ct, c."ShelfLifeDays" AS sl, d."BloodGroupId" AS bg, n."CollectedAt"::date + 1 AS pd,
   CASE WHEN n."CollectedAt"::date > current_date - 4 THEN 1 WHEN x < 0.04 THEN 5 WHEN n."CollectedAt"::date + 1 + c."ShelfLifeDays" < current_date THEN CASE WHEN x < 0.13 THEN 6 ELSE 4 END WHEN x < 0.45 THEN 4 WHEN x < 0.52 THEN 3 ELSE 2 END AS st
  FROM (SELECT *, pg_temp.rnd('un' || "DonationId") AS x FROM "Donation" WHERE "Status" = 'C') n JOIN "Donor" d USING ("DonorId") JOIN "ComponentType" c ON (n."DonationType" = 'W' AND (c."ComponentTypeId" = 1 OR (c."ComponentTypeId" = 2 AND n."DonationId" % 3 = 0))) OR (n."DonationType" = 'P' AND c."ComponentTypeId" = CASE WHEN n."DonationId" % 4 = 0 THEN 4 ELSE 2 END) OR (n."DonationType" = 'T' AND c."ComponentTypeId" = 3)) q;

CREATE TABLE "StockSnapshot" (
  "SnapshotDate" date NOT NULL,
  "ComponentTypeId" smallint NOT NULL REFERENCES "ComponentType",
  "BloodGroupId" smallint NOT NULL REFERENCES "BloodGroup",
  "UnitsOnHand" integer,
  "UnitsReserved" integer NOT NULL,
  "MinimumUnits" integer NOT NULL,
  PRIMARY KEY ("SnapshotDate", "ComponentTypeId", "BloodGroupId")
);
COMMENT ON TABLE "StockSnapshot" IS 'Stock every Monday morning; UnitsOnHand null = not counted';
INSERT INTO "StockSnapshot"
SELECT date_trunc('week', current_date)::date - 7 * w, c, b, CASE WHEN (w * 11 + b * 3 + c) % 61 <> 0 THEN floor(m * (0.5 + 1.6 * pg_temp.rnd('sn' || w || c || b)))::int END, floor(m * 0.3 * pg_temp.rnd('sv' || w || c || b))::int, m
FROM generate_series(0, 17) w, generate_series(1, 4) c, generate_series(1, 8) b, LATERAL (SELECT greatest(1, (ARRAY[40, 34, 10, 4, 9, 8, 3, 1])[b] / (ARRAY[1, 2, 4, 5])[c]) AS m) z;
ANALYZE;
