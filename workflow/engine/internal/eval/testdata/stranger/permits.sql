-- permits: permit and inspection office of the city of Marlow Bay (schema as the ORM writes it)
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE "Department" ("Id" integer PRIMARY KEY, "Name" varchar(60) NOT NULL, "ShortCode" varchar(6) NOT NULL UNIQUE, "Phone" varchar(20));
CREATE TABLE "Inspector" (
  "Id" integer PRIMARY KEY, "FirstName" varchar(40) NOT NULL, "LastName" varchar(40) NOT NULL, "BadgeNo" varchar(10) NOT NULL UNIQUE,
  "DepartmentId" integer NOT NULL REFERENCES "Department" ("Id"), "SupervisorId" integer REFERENCES "Inspector" ("Id"),
  "Email" varchar(80), "HiredOn" date NOT NULL, "IsActive" boolean NOT NULL DEFAULT true);
CREATE TABLE "ApplicantType" ("Id" integer PRIMARY KEY, "Name" varchar(30) NOT NULL);
CREATE TABLE "Applicant" (
  "Id" integer PRIMARY KEY, "ApplicantTypeId" integer NOT NULL REFERENCES "ApplicantType" ("Id"), "Name" varchar(80) NOT NULL,
  "Email" varchar(80), "Phone" varchar(20), "City" varchar(40) NOT NULL, "LicenseNo" varchar(12), "CreatedAt" timestamp NOT NULL);
CREATE TABLE "Parcel" (
  "Id" integer PRIMARY KEY, "ParcelNo" varchar(14) NOT NULL UNIQUE, "StreetAddress" varchar(80) NOT NULL, "Neighborhood" varchar(40) NOT NULL,
  "ZipCode" char(5) NOT NULL, "Zone" varchar(4) NOT NULL, "LotSqFt" integer NOT NULL, "YearBuilt" smallint, "AssessedValue" numeric(12,2) NOT NULL);
CREATE TABLE "PermitType" (
  "Id" integer PRIMARY KEY, "Name" varchar(50) NOT NULL, "Category" varchar(20) NOT NULL,
  "DepartmentId" integer NOT NULL REFERENCES "Department" ("Id"), "BaseFee" numeric(8,2) NOT NULL);
CREATE TABLE "PermitStatus" ("Id" integer PRIMARY KEY, "Name" varchar(30) NOT NULL);
CREATE TABLE "Permit" (
  "Id" integer PRIMARY KEY, "PermitNo" varchar(16) NOT NULL UNIQUE,
  "PermitTypeId" integer NOT NULL REFERENCES "PermitType" ("Id"), "StatusId" integer NOT NULL REFERENCES "PermitStatus" ("Id"),
  "ApplicantId" integer NOT NULL REFERENCES "Applicant" ("Id"), "ContractorId" integer REFERENCES "Applicant" ("Id"),
  "ParcelId" integer NOT NULL REFERENCES "Parcel" ("Id"), "Valuation" numeric(12,2) NOT NULL,
  "SubmittedAt" timestamp NOT NULL, "IssuedAt" timestamp, "ExpiresOn" date, "FinaledAt" timestamp);
CREATE TABLE "InspectionType" ("Id" integer PRIMARY KEY, "Name" varchar(40) NOT NULL);
CREATE TABLE "InspectionResult" ("Id" integer PRIMARY KEY, "Name" varchar(30) NOT NULL);
CREATE TABLE "Inspection" (
  "Id" integer PRIMARY KEY, "PermitId" integer NOT NULL REFERENCES "Permit" ("Id"),
  "InspectionTypeId" integer NOT NULL REFERENCES "InspectionType" ("Id"), "InspectorId" integer REFERENCES "Inspector" ("Id"),
  "ScheduledFor" timestamp NOT NULL, "CompletedAt" timestamp, "ResultId" integer REFERENCES "InspectionResult" ("Id"), "Notes" text);
CREATE TABLE "ViolationStatus" ("Id" integer PRIMARY KEY, "Name" varchar(30) NOT NULL);
CREATE TABLE "Violation" (
  "Id" integer PRIMARY KEY, "CaseNo" varchar(14) NOT NULL UNIQUE, "ParcelId" integer NOT NULL REFERENCES "Parcel" ("Id"),
  "InspectorId" integer NOT NULL REFERENCES "Inspector" ("Id"), "InspectionId" integer REFERENCES "Inspection" ("Id"),
  "Description" varchar(80) NOT NULL, "Severity" smallint NOT NULL, "StatusId" integer NOT NULL REFERENCES "ViolationStatus" ("Id"),
  "ReportedAt" timestamp NOT NULL, "DueOn" date NOT NULL, "ResolvedAt" timestamp, "FineAmount" numeric(10,2));
CREATE TABLE "FeeType" ("Id" integer PRIMARY KEY, "Name" varchar(30) NOT NULL);
CREATE TABLE "Fee" (
  "Id" integer PRIMARY KEY, "PermitId" integer NOT NULL REFERENCES "Permit" ("Id"), "FeeTypeId" integer NOT NULL REFERENCES "FeeType" ("Id"),
  "Amount" numeric(10,2) NOT NULL, "AssessedAt" timestamp NOT NULL, "DueOn" date NOT NULL, "IsWaived" boolean NOT NULL DEFAULT false);
CREATE TABLE "Payment" (
  "Id" integer PRIMARY KEY, "FeeId" integer NOT NULL REFERENCES "Fee" ("Id"), "Amount" numeric(10,2) NOT NULL,
  "PaidAt" timestamp NOT NULL, "Method" smallint NOT NULL, "ReceiptNo" varchar(12) NOT NULL UNIQUE);
COMMENT ON COLUMN "Violation"."Severity" IS '1 = minor, 2 = major, 3 = critical';
COMMENT ON COLUMN "Violation"."InspectionId" IS 'Inspection at which it was found; NULL when it came from a complaint';
COMMENT ON COLUMN "Payment"."Method" IS '1 = card at the counter, 2 = check, 3 = cash, 4 = online';
COMMENT ON COLUMN "Fee"."IsWaived" IS 'Waived fees need not be paid';
COMMENT ON COLUMN "Permit"."ContractorId" IS 'Contractor who does the work, when it is not the applicant';
COMMENT ON COLUMN "Permit"."FinaledAt" IS 'Final sign-off after the last inspection';

CREATE FUNCTION pg_temp.u(k text) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT ('x' || substr(md5(k),1,8))::bit(32)::bigint / 4294967296.0::float8 $$;
CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT floor(pg_temp.u(k) * n)::int $$;
CREATE FUNCTION pg_temp.pick(k text, a text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT a[1 + pg_temp.h(k, array_length(a,1))] $$;
-- back to Friday on weekends, office hours
CREATE FUNCTION pg_temp.wd(d date, k text) RETURNS timestamp LANGUAGE sql IMMUTABLE AS
 $$ SELECT (d - greatest(extract(isodow FROM d)::int - 5, 0))::timestamp + interval '8 hours' + make_interval(mins => pg_temp.h(k || 't', 540)) $$;

INSERT INTO "Department" VALUES (1,'Building Safety','BLD','555-0110'),(2,'Planning & Zoning','PLN','555-0120'),(3,'Public Works','PWK','555-0130'),
 (4,'Fire Prevention','FIR','555-0140'),(5,'Environmental Health','ENV',NULL);
INSERT INTO "ApplicantType" VALUES (1,'Homeowner'),(2,'Contractor'),(3,'Developer'),(4,'Business'),(5,'Non-profit');
INSERT INTO "PermitStatus" VALUES (1,'Submitted'),(2,'In Review'),(3,'Approved'),(4,'Issued'),(5,'Finaled'),(6,'Rejected'),(7,'Withdrawn'),(8,'Expired');
INSERT INTO "PermitType" VALUES (1,'New Single-Family Home','Residential',1,850),(2,'Home Addition','Residential',1,420),(3,'Kitchen & Bath Remodel','Residential',1,260),
 (4,'Commercial New Build','Commercial',1,2400),(5,'Tenant Improvement','Commercial',1,980),(6,'Electrical','Trade',1,140),(7,'Plumbing','Trade',1,130),
 (8,'Mechanical / HVAC','Trade',1,150),(9,'Demolition','Site',1,380),(10,'Grading','Site',3,540),(11,'Curb Cut','Site',3,310),
 (12,'Sign','Commercial',2,190),(13,'Change of Use','Commercial',2,620),(14,'Fire Alarm','Trade',4,240),(15,'Septic System','Site',5,460),(16,'Pool & Spa','Residential',5,350);
INSERT INTO "InspectionType" VALUES (1,'Foundation'),(2,'Framing'),(3,'Rough Electrical'),(4,'Rough Plumbing'),(5,'Insulation'),(6,'Fire Safety'),(7,'Final');
INSERT INTO "InspectionResult" VALUES (1,'Passed'),(2,'Partial'),(3,'Failed'),(4,'No Access'),(5,'Cancelled');
INSERT INTO "ViolationStatus" VALUES (1,'Open'),(2,'Notice Sent'),(3,'In Appeal'),(4,'Resolved'),(5,'Dismissed');
INSERT INTO "FeeType" VALUES (1,'Application'),(2,'Plan Review'),(3,'Inspection'),(4,'Penalty'),(5,'Impact');

INSERT INTO "Inspector"
SELECT k, f[k], l[k], 'B-' || (1000 + k * 17), CASE WHEN k <= 5 THEN k WHEN k <= 15 THEN 1 ELSE 2 + k % 4 END,
  NULL, lower(f[k] || '.' || l[k]) || '@marlowbay.gov', current_date - (300 + pg_temp.h('hire' || k, 5200)), k NOT IN (9, 17, 22)
FROM (SELECT ARRAY['Dolores','Warren','Yusuf','Patrice','Helen','Marcus','Ivy','Rajesh','Tom','Bianca','Oscar','Leah','Nathan','Gloria','Pete','Sanjay','Kim','Andre','Fiona','Luis','Joanne','Craig','Mei','Tanya'] f,
 ARRAY['Vance','Pruitt','Hassan','Okoro','Lindgren','Bell','Castellano','Iyer','Brewer','Moretti','Delgado','Stein','Foss','Ramirez','Kowalski','Mehta','Tran','Dupree','Gallagher','Ortega','Whitlock','Nash','Zhou','Rhodes'] l) n, generate_series(1,24) k;
UPDATE "Inspector" SET "SupervisorId" = CASE WHEN "Id" = 1 THEN NULL WHEN "Id" <= 5 THEN 1 ELSE "DepartmentId" END;
UPDATE "Inspector" SET "SupervisorId" = 6 WHERE "Id" BETWEEN 11 AND 15;

INSERT INTO "Applicant"
SELECT k, t, nm, CASE WHEN pg_temp.u('em' || k) < 0.12 THEN NULL ELSE lower(regexp_replace(nm, '[^A-Za-z]+', '.', 'g')) || '@' || pg_temp.pick('dom' || k, ARRAY['gmail.com','outlook.com','mbaymail.net','yahoo.com']) END,
  '555-' || lpad((2000 + k * 7)::text, 4, '0'), pg_temp.pick('ci' || k, ARRAY['Marlow Bay','Marlow Bay','Marlow Bay','Marlow Bay','Easton','Fairhaven','Port Lyle','Crestview']),
  CASE WHEN t = 2 THEN 'CL' || (40000 + k * 13) END, pg_temp.wd(current_date - 1160 - pg_temp.h('ac' || k, 900), 'ac' || k)
FROM (SELECT k, t, CASE t WHEN 1 THEN f[1 + k % 31] || ' ' || l[1 + (k / 31 + k) % 37]
   WHEN 2 THEN l[1 + k % 37] || ' ' || (ARRAY['Construction','Electric','Plumbing','Roofing','Builders','Mechanical','& Sons Contracting'])[1 + k / 37 % 7]
   WHEN 3 THEN l[1 + k % 37] || ' ' || (ARRAY['Development','Homes','Properties','Land Group','Urban Partners','Estates','Realty'])[1 + k / 37 % 7]
   WHEN 4 THEN l[1 + k % 37] || ' ' || (ARRAY['Bakery','Auto Repair','Dental','Coffee','Hardware','Storage','Fitness','Market'])[1 + k / 37 % 8]
   ELSE l[1 + k % 37] || ' ' || (ARRAY['Community Trust','Housing Alliance','Church','Youth Center','Foundation'])[1 + k / 37 % 5] END nm
 FROM (SELECT k, CASE WHEN x < 0.45 THEN 1 WHEN x < 0.70 THEN 2 WHEN x < 0.80 THEN 3 WHEN x < 0.95 THEN 4 ELSE 5 END t FROM (SELECT k, pg_temp.u('at' || k) x FROM generate_series(1,520) k) a) b,
 (SELECT ARRAY['Alice','Ben','Carla','Dmitri','Elena','Frank','Grace','Hugo','Irene','Jamal','Karen','Leo','Monica','Nina','Omar','Paula','Quentin','Rosa','Stefan','Tara','Ursula','Victor','Wendy','Xavier','Yolanda','Zach','Abigail','Bruno','Cynthia','Derek','Esther'] f,
  ARRAY['Abbott','Barrera','Choi','Dawson','Engel','Farrow','Greene','Hobbs','Ibarra','Jansen','Keller','Lowry','Mendez','Novak','Oakley','Petrov','Quinn','Reyes','Sutton','Tanaka','Underhill','Vargas','Weller','Xiong','Yates','Zeller','Archer','Boone','Calloway','Drake','Ellison','Fuentes','Gibbs','Hale','Irving','Joyce','Kerr'] l) n) c;

INSERT INTO "Parcel"
SELECT k, lpad((k % 40 + 100)::text, 3, '0') || '-' || lpad((k * 37 % 1000)::text, 3, '0') || '-' || lpad(k::text, 4, '0'), (100 + k * 3) || ' ' || pg_temp.pick('st' || k, ARRAY['Oak St','Harbor Ave','Mill Rd','Cedar Ln','Lakeview Dr','Front St','Chestnut St','Quarry Rd','Sycamore Ct','Dock St','Willow Way','Summit Ave']),
  nb[i], '97' || (201 + i), CASE WHEN i IN (2,3) AND pg_temp.u('z' || k) < 0.7 THEN pg_temp.pick('z2' || k, ARRAY['C-1','C-2','MU']) ELSE pg_temp.pick('z3' || k, ARRAY['R-1','R-1','R-2','R-3','C-1','MU','I-1']) END,
  2200 + 50 * pg_temp.h('lot' || k, 400), CASE WHEN pg_temp.u('yb' || k) < 0.09 THEN NULL ELSE 1898 + pg_temp.h('yy' || k, 124) END, 90000 + 1000 * floor(pow(pg_temp.u('av' || k), 3) * 2400)
FROM (SELECT k, 1 + floor(11 * pow(pg_temp.u('nb' || k), 1.4))::int i FROM generate_series(1,800) k) a,
 (SELECT ARRAY['Riverside','Downtown','Harbor District','Old Town','Maple Heights','Northgate','College Park','Westfield','Quarry Hill','Sunset Beach','Airport South'] nb) n;

INSERT INTO "Permit"
SELECT k, to_char(sub, '"P"YY') || '-' || lpad(k::text, 5, '0'), t, CASE st WHEN 4 THEN CASE WHEN fin THEN 5 WHEN exp < current_date THEN 8 ELSE 4 END ELSE st END,
  app, CASE WHEN pg_temp.u('co' || k) < 0.55 AND con <> app THEN con END, par, val, sub, CASE WHEN st = 4 THEN iss END, CASE WHEN st = 4 THEN exp END, CASE WHEN st = 4 AND fin THEN fat END
FROM (SELECT b.*, CASE WHEN iss >= current_date THEN CASE WHEN current_date - sub::date < 12 THEN 1 ELSE 2 END WHEN r < 0.07 THEN 6 WHEN r < 0.11 THEN 7 WHEN r < 0.17 AND current_date - iss::date < 60 THEN 3 ELSE 4 END st,
   iss::date + CASE WHEN t IN (1,4) THEN 540 ELSE 365 END AS exp, fat < current_date AND fat::date <= iss::date + 365 AND pg_temp.u('fi' || k) < 0.82 AS fin
 FROM (SELECT a.*, pg_temp.wd(sub::date + rev, 'is' || k) iss, pg_temp.wd(sub::date + rev + 25 + pg_temp.h('fa' || k, 260), 'fa' || k) fat, pg_temp.u('r' || k) r
  FROM (SELECT k, t, pg_temp.wd(current_date - 1 - floor(1140 * pow(pg_temp.u('sd' || k), 1.15))::int, 'sd' || k) sub,
    7 + floor((CASE WHEN t IN (1,4,13) THEN 95 WHEN t IN (6,7,8,14) THEN 18 WHEN t IN (10,15) THEN 70 ELSE 45 END) * (0.25 + 0.75 * pg_temp.u('rv' || k)))::int rev,
    1 + floor(470 * pow(pg_temp.u('ap' || k), 2.1))::int app, 1 + floor(800 * pow(pg_temp.u('pa' || k), 1.3))::int par,
    (SELECT round((lo * (1 + 4 * pow(pg_temp.u('va' || k), 2)))::numeric, -2) FROM unnest(ARRAY[210000,60000,18000,650000,85000,3000,2800,4500,9000,26000,5200,2400,15000,7000,11000,32000]) WITH ORDINALITY x(lo, i) WHERE i = t) val,
    con.id con
   FROM (SELECT k, (ARRAY[1,2,2,3,3,3,4,5,5,6,6,6,6,7,7,7,8,8,9,10,11,12,12,13,14,14,15,16])[1 + pg_temp.h('pt' || k, 28)] t FROM generate_series(1,3600) k) z
   CROSS JOIN LATERAL (SELECT ids[1 + floor(array_length(ids,1) * pow(pg_temp.u('cc' || z.k), 1.8))::int] id FROM (SELECT array_agg("Id" ORDER BY "Id") ids FROM "Applicant" WHERE "ApplicantTypeId" = 2) q) con) a) b) c;

INSERT INTO "Inspection"
SELECT row_number() OVER (ORDER BY sch, pid)::int, pid, ty, CASE WHEN past OR pg_temp.u('un' || key) > 0.3 THEN insp END, sch,
  CASE WHEN res BETWEEN 1 AND 4 THEN sch + make_interval(mins => 20 + pg_temp.h('du' || key, 90)) END, res, CASE WHEN res = 3 AND pg_temp.u('no' || key) < 0.6 THEN pg_temp.pick('nt' || key, ARRAY['missing smoke detector','nail spacing not to code','no plans on site','leak at joint','panel not labelled']) END
FROM (SELECT *, CASE WHEN NOT past THEN CASE WHEN pg_temp.u('cx' || key) < 0.05 THEN 5 END
   WHEN x < 0.58 + CASE WHEN insp % 5 = 1 THEN 0.10 ELSE 0 END THEN 1 WHEN x < 0.70 THEN 2 WHEN x < 0.87 THEN 3 WHEN x < 0.92 THEN 4 WHEN x < 0.975 THEN 5 END res
 FROM (SELECT pid, key, sch, ty, sch < current_date past, pg_temp.u('ir' || key) x,
   CASE WHEN d = 1 THEN 6 + floor(10 * pow(pg_temp.u('in' || key), 1.5))::int ELSE 14 + d + CASE WHEN d = 5 THEN 0 ELSE 4 * pg_temp.h('in' || key, 2) END END insp
  FROM (SELECT p."Id" pid, p."Id" || '/' || s AS key, pt."DepartmentId" d, pg_temp.wd(p."IssuedAt"::date + s * 12 + pg_temp.h('sc' || p."Id" || '/' || s, 22), 'sc' || p."Id" || s) sch,
     CASE WHEN s = n THEN 7 ELSE 1 + pg_temp.h('ty' || p."Id" || '/' || s, 6) END ty
    FROM "Permit" p JOIN "PermitType" pt ON pt."Id" = p."PermitTypeId" CROSS JOIN LATERAL (SELECT 1 + pg_temp.h('nn' || p."Id", 5) n) n CROSS JOIN LATERAL generate_series(1, n) s
    WHERE p."IssuedAt" IS NOT NULL) a
  WHERE sch < current_date + 45) b) c;
UPDATE "Inspection" SET "InspectorId" = CASE WHEN "InspectorId" = 9 THEN 8 WHEN "InspectorId" = 17 THEN 16 ELSE 18 END
 WHERE "InspectorId" IN (9,17,22) AND "ScheduledFor" > current_date - 200;

INSERT INTO "Violation"
SELECT k, 'V' || to_char(rep, 'YY') || '-' || lpad(k::text, 5, '0'), par, ins, iid, pg_temp.pick('vd' || k, ARRAY['Work without permit','Unsafe stairs','Illegal dumping','Blocked fire exit','Overgrown lot','Unpermitted sign','Exposed wiring','Fence over height limit','Illegal rental unit','Missing handrail']),
  sev, st, rep, rep::date + CASE sev WHEN 3 THEN 10 WHEN 2 THEN 30 ELSE 45 END, CASE WHEN st IN (4,5) THEN res END, CASE WHEN st <> 5 AND pg_temp.u('fx' || k) < 0.7 THEN sev * sev * 100 + 25 * pg_temp.h('fn' || k, 14 * sev) END
FROM (SELECT *, CASE WHEN res < current_date AND x < 0.86 THEN CASE WHEN x < 0.09 THEN 5 ELSE 4 END WHEN pg_temp.u('vs' || k) < 0.45 THEN 1 WHEN pg_temp.u('vs' || k) < 0.82 THEN 2 ELSE 3 END st
 FROM (SELECT a.*, CASE WHEN y < 0.5 THEN 1 WHEN y < 0.84 THEN 2 ELSE 3 END sev, pg_temp.wd(rep::date + 6 + floor(150 * pow(pg_temp.u('rs' || k), 1.7))::int, 'rs' || k) res, pg_temp.u('vx' || k) x
  FROM (SELECT k, par, NULL::int iid, 6 + pg_temp.h('vi' || k, 19) ins, pg_temp.wd(current_date - 1 - floor(1000 * pow(pg_temp.u('vr' || k), 1.2))::int, 'vr' || k) rep, pg_temp.u('sv' || k) y
    FROM (SELECT k, 1 + floor(800 * pow(pg_temp.u('vp' || k), 2.4))::int par FROM generate_series(1,520) k) z
   UNION ALL
   SELECT 520 + row_number() OVER (ORDER BY i."Id")::int, p."ParcelId", i."Id", i."InspectorId", i."CompletedAt", pg_temp.u('sv2' || i."Id")
    FROM "Inspection" i JOIN "Permit" p ON p."Id" = i."PermitId" WHERE i."ResultId" = 3 AND pg_temp.u('vf' || i."Id") < 0.4) a) b) c;

INSERT INTO "Fee"
SELECT row_number() OVER (ORDER BY d, pid, t)::int, pid, t, amt, d, d::date + 30, pg_temp.u('wv' || pid || '/' || t) < 0.035
FROM (SELECT p."Id" pid, x.t, x.d, round(x.amt::numeric, 2) amt FROM "Permit" p JOIN "PermitType" pt ON pt."Id" = p."PermitTypeId" CROSS JOIN LATERAL (VALUES
  (1, p."SubmittedAt", pt."BaseFee"::float8), (2, CASE WHEN p."Valuation" > 15000 THEN p."SubmittedAt" + interval '3 days' END, 75 + p."Valuation"::float8 * 0.0025),
  (3, p."IssuedAt", pt."BaseFee"::float8 * 0.4 + 60), (4, CASE WHEN pg_temp.u('pe' || p."Id") < 0.06 THEN p."IssuedAt" + interval '40 days' END, 150 + 50 * pg_temp.h('pa' || p."Id", 12)),
  (5, CASE WHEN p."PermitTypeId" IN (1,4,13) THEN p."IssuedAt" END, 1200 + p."Valuation"::float8 * 0.004)) x(t, d, amt) WHERE x.d < current_date) a;

INSERT INTO "Payment"
SELECT row_number() OVER (ORDER BY paid, fid)::int, fid, amt, paid, CASE WHEN m < 0.27 THEN 1 WHEN m < 0.43 THEN 2 WHEN m < 0.5 THEN 3 ELSE 4 END, 'R' || lpad((700000 + row_number() OVER (ORDER BY paid, fid))::text, 8, '0')
FROM (SELECT f."Id" fid, CASE WHEN part AND s = 1 THEN round(f."Amount" * 0.5, 2) WHEN part THEN f."Amount" - round(f."Amount" * 0.5, 2) ELSE f."Amount" END amt,
   pg_temp.wd(f."AssessedAt"::date + 2 + (s - 1) * 25 + floor(50 * pow(pg_temp.u('pd' || f."Id" || '/' || s), 2))::int, 'pd' || f."Id" || s) paid, pg_temp.u('pm' || f."Id" || '/' || s) m
  FROM (SELECT *, pg_temp.u('pp' || "Id") < 0.1 part, pg_temp.u('np' || "Id") x FROM "Fee") f CROSS JOIN generate_series(1,2) s
  WHERE NOT f."IsWaived" AND (s = 1 OR f.part) AND x > CASE WHEN s = 2 THEN 0.25 ELSE 0.07 END AND (f."FeeTypeId" <> 4 OR x > 0.4)) a WHERE paid < current_date;

CREATE INDEX ON "Permit" ("ParcelId"); CREATE INDEX ON "Permit" ("ApplicantId"); CREATE INDEX ON "Inspection" ("PermitId"); CREATE INDEX ON "Fee" ("PermitId"); CREATE INDEX ON "Payment" ("FeeId");
ANALYZE;
