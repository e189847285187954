-- "PawsWell" veterinary group, five practices; export of the practice app
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.h(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(i || k), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE "practice" ("practiceId" int PRIMARY KEY, "practiceName" text NOT NULL, "town" text NOT NULL, "isHospital" boolean NOT NULL, "openedOn" date NOT NULL);
INSERT INTO "practice" VALUES (1,'PawsWell Bath','Bath',true,'2009-05-01'),(2,'PawsWell Frome','Frome',false,'2013-02-11'),(3,'PawsWell Wells','Wells',false,'2014-08-04'),(4,'PawsWell Bristol South','Bristol',true,'2017-01-16'),(5,'PawsWell Taunton','Taunton',false,current_date - 400);

CREATE TABLE "vet" ("vetId" int PRIMARY KEY, "fullName" text NOT NULL, "role" text NOT NULL, "homePracticeId" int NOT NULL REFERENCES "practice", "startedOn" date NOT NULL, "endedOn" date, "dayRate" numeric(8,2));
COMMENT ON TABLE "vet" IS 'Clinical staff, vets and nurses';
COMMENT ON COLUMN "vet"."dayRate" IS 'locums only, per day';
INSERT INTO "vet" VALUES (1,'Dr Harriet Lowe','vet',1,'2009-05-01',NULL,NULL),(2,'Dr Simon Achebe','vet',1,'2012-03-12',NULL,NULL),(3,'Dr Paula Jenks','vet',2,'2013-02-11',NULL,NULL),(4,'Dr Owain Rhys','vet',3,'2015-07-01',NULL,NULL),(5,'Dr Marta Kosik','vet',4,'2017-01-16',NULL,NULL),(6,'Dr Ben Tolley','vet',4,'2018-10-01',current_date - 150,NULL),(7,'Dr Yasmin Farr','locum',5,current_date - 390,NULL,420.00),(8,'Dr Greg Stannard','locum',2,current_date - 200,NULL,395.00),(9,'Nurse Kelly Briggs','nurse',1,'2016-04-04',NULL,NULL),(10,'Nurse Tom Vickery','nurse',4,'2019-09-09',NULL,NULL),(11,'Nurse Ada Pym','nurse',3,'2021-01-11',NULL,NULL),(12,'Dr Leonie Marsh','vet',5,current_date - 60,NULL,NULL);

CREATE TABLE "client" ("clientId" int PRIMARY KEY, "firstName" text, "lastName" text NOT NULL, "phone" text, "email" text, "postTown" text, "registeredAtPracticeId" int NOT NULL REFERENCES "practice", "registeredOn" date NOT NULL, "accountBalance" numeric(9,2) NOT NULL, "archivedAt" timestamptz);
COMMENT ON COLUMN "client"."accountBalance" IS 'what the client owes today; negative = in credit';
INSERT INTO "client"
SELECT i, CASE WHEN i%31<>0 THEN (ARRAY['Alice','George','Nina','Hugh','Rebecca','Stuart','Polly','Imran','Celia','Frank','Gemma','Rory','Tess','Wendy','Vikram'])[1+(i*4)%15] END,
 (ARRAY['Adlam','Bryant','Coles','Dyer','Edwards','Fry','Gane','Hobbs','Ingram','Jefferies','Keevil','Loxton','Moody','Nott','Parfitt','Salter','Tucker','Vowles'])[1+(i*7)%18],
 '01225 '||(400000+i*311), CASE WHEN i%8<>0 THEN 'client'||i||'@post.example' END, (ARRAY['Bath','Frome','Wells','Bristol','Taunton','Keynsham','Radstock'])[CASE WHEN pg_temp.h('pt',i)<.8 THEN p ELSE 6+i%2 END], p,
 current_date - (CASE WHEN p=5 THEN 390 ELSE 2600 END * pg_temp.h('reg',i))::int, CASE WHEN pg_temp.h('bal',i)<.15 THEN round((240*pg_temp.h('bl2',i))::numeric,2) WHEN pg_temp.h('bal',i)<.19 THEN -round((40*pg_temp.h('bl2',i))::numeric,2) ELSE 0 END,
 CASE WHEN i%43=0 THEN now() - make_interval(days=>i%300) END
FROM (SELECT i, 1+floor(5*power(pg_temp.h('pr',i),1.3))::int p FROM generate_series(1,340) i) a;

CREATE TABLE "species" ("speciesCode" char(2) PRIMARY KEY, "speciesName" text NOT NULL);
INSERT INTO "species" VALUES ('CA','Dog'),('FE','Cat'),('LA','Rabbit'),('AV','Bird'),('RE','Reptile'),('EQ','Horse');

CREATE TABLE "pet" ("petId" int PRIMARY KEY, "ownerId" int NOT NULL REFERENCES "client", "petName" text NOT NULL, "speciesCode" char(2) NOT NULL REFERENCES "species", "breed" text, "sex" char(2), "bornOn" date, "diedOn" date, "preferredVetId" int REFERENCES "vet", "insurerName" text, "microchipNo" bigint);
COMMENT ON COLUMN "pet"."sex" IS 'M male, F female, MN male neutered, FN female neutered';
INSERT INTO "pet"
SELECT i, 1+(i*17)%340, (ARRAY['Bella','Monty','Luna','Alfie','Poppy','Teddy','Milo','Daisy','Charlie','Ruby','Oscar','Willow','Barney','Tilly','Smudge','Rolo','Pickle','Biscuit','Ziggy'])[1+(i*5)%19], sp,
 CASE WHEN i%11<>0 THEN CASE sp WHEN 'CA' THEN (ARRAY['Labrador','Cocker Spaniel','Border Collie','French Bulldog','Crossbreed','Whippet'])[1+i%6] WHEN 'FE' THEN (ARRAY['Domestic Shorthair','Domestic Shorthair','Maine Coon','British Shorthair'])[1+i%4] END END,
 (ARRAY['MN','FN','M','F','FN','MN',NULL])[1+i%7], b, CASE WHEN pg_temp.h('die',i)<.08 THEN b+((current_date-b)*(.7+.3*pg_temp.h('dd',i)))::int END, CASE WHEN pg_temp.h('pv',i)<.35 THEN 1+i%5 END, CASE WHEN pg_temp.h('ins',i)<.38 THEN (ARRAY['Petcover','Agria','Many Tails','ManyPaws'])[1+i%4] END, CASE WHEN sp IN ('CA','FE') AND i%6<>0 THEN 977200000000000+i*7919 END
FROM (SELECT i, CASE WHEN x<.54 THEN 'CA' WHEN x<.86 THEN 'FE' WHEN x<.93 THEN 'LA' WHEN x<.96 THEN 'AV' WHEN x<.98 THEN 'RE' ELSE 'EQ' END sp, current_date-60-(4800*pg_temp.h('bn',i))::int b FROM (SELECT i, pg_temp.h('sp',i) x FROM generate_series(1,430) i) y) z;

CREATE TABLE "petWeight" ("petId" int NOT NULL REFERENCES "pet", "weighedOn" date NOT NULL, "weightKg" numeric(6,2) NOT NULL, "bodyScore" smallint, PRIMARY KEY ("petId","weighedOn"));
COMMENT ON COLUMN "petWeight"."bodyScore" IS '1 thin to 9 obese';
INSERT INTO "petWeight" SELECT "petId", current_date - k*70 - ("petId"%50)::int, round((CASE "speciesCode" WHEN 'CA' THEN 6+28*pg_temp.h('w',"petId") WHEN 'FE' THEN 3+3*pg_temp.h('w',"petId") WHEN 'EQ' THEN 480 WHEN 'LA' THEN 2 ELSE .3 END*(1-.02*k))::numeric,2), CASE WHEN "petId"%3=0 THEN 3+"petId"%5 END
FROM "pet" CROSS JOIN generate_series(0,2) k WHERE pg_temp.h('hw',"petId"*4+k)<.45;

CREATE TABLE "appointment" ("appointmentId" int PRIMARY KEY, "petId" int NOT NULL REFERENCES "pet", "practiceId" int NOT NULL REFERENCES "practice", "bookedVetId" int REFERENCES "vet", "seenByVetId" int REFERENCES "vet", "reasonCode" text NOT NULL, "state" text NOT NULL, "bookedAt" timestamptz NOT NULL, "startsAt" timestamptz NOT NULL, "minutesPlanned" int NOT NULL, "minutesLate" int);
COMMENT ON COLUMN "appointment"."state" IS 'BKD booked, ARR arrived, DON done, DNA did not attend, CAN cancelled';
COMMENT ON COLUMN "appointment"."reasonCode" IS 'VAC vaccination, CON consultation, FUP follow-up, SUR surgery, DEN dental, EMG emergency';
INSERT INTO "appointment"
SELECT i, 1+floor(430*power(pg_temp.h('ap',i),1.2))::int, 1+floor(5*power(pg_temp.h('app',i),1.3))::int, v, CASE WHEN st='DON' THEN CASE WHEN pg_temp.h('sw',i)<.85 THEN v ELSE 1+(v+2)%5 END END, r, st, s - make_interval(hours=>CASE WHEN r='EMG' THEN 1 ELSE 5+(500*pg_temp.h('lead',i))::int END), s, CASE r WHEN 'SUR' THEN 90 WHEN 'DEN' THEN 60 WHEN 'CON' THEN 20 ELSE 15 END, CASE WHEN st='DON' AND i%6<>0 THEN (25*power(pg_temp.h('late',i),2))::int END
FROM (SELECT i, s, r, 1+floor(8*power(pg_temp.h('v',i),1.2))::int v, CASE WHEN s>now() THEN CASE WHEN pg_temp.h('st',i)<.92 THEN 'BKD' ELSE 'CAN' END WHEN pg_temp.h('st',i)<.84 THEN 'DON' WHEN pg_temp.h('st',i)<.91 THEN 'DNA' WHEN pg_temp.h('st',i)<.995 THEN 'CAN' ELSE 'ARR' END st
 FROM (SELECT i, current_date+20-(520*pg_temp.h('d',i))::int+make_interval(hours=>8+floor(10*pg_temp.h('hr',i))::int,mins=>15*(i%4)) s, (ARRAY['VAC','VAC','VAC','CON','CON','CON','CON','FUP','FUP','SUR','DEN','EMG'])[1+floor(12*pg_temp.h('r',i))::int] r FROM generate_series(1,640) i) a) b;

CREATE TABLE "product" ("productId" int PRIMARY KEY, "productName" text NOT NULL, "kind" text NOT NULL, "listPrice" numeric(8,2) NOT NULL, "purchasePrice" numeric(8,2), "vatPercent" numeric(4,1) NOT NULL, "discontinued" boolean NOT NULL DEFAULT false);
COMMENT ON COLUMN "product"."kind" IS 'service, drug, food or accessory';
INSERT INTO "product" VALUES (1,'Consultation','service',46,NULL,20,false),(2,'Booster vaccination dog','service',58,11.2,20,false),(3,'Booster vaccination cat','service',54,10.6,20,false),(4,'Neutering','service',210,32,20,false),(5,'Dental scale and polish','service',295,28,20,false),(6,'Blood panel','service',118,41,20,false),(7,'X-ray two views','service',185,22,20,false),(8,'Meloxicam 100 ml','drug',28.5,12.9,20,false),(9,'Amoxicillin 14 tablets','drug',17.2,5.1,20,false),(10,'Flea & tick spot-on','drug',32,15.8,20,false),(11,'Worming tablet','drug',9.5,3.2,20,false),(12,'Renal diet 3 kg','food',31,21.4,20,false),(13,'Puppy food 10 kg','food',48,33,20,false),(14,'Cone collar','accessory',8.9,2.9,20,false),(15,'Cat carrier','accessory',29.9,16,20,true);

CREATE TABLE "invoice" ("invoiceId" int PRIMARY KEY, "invoiceNo" text NOT NULL, "clientId" int NOT NULL REFERENCES "client", "practiceId" int NOT NULL REFERENCES "practice", "appointmentId" int REFERENCES "appointment", "createdByVetId" int REFERENCES "vet", "invoiceState" text NOT NULL, "issuedAt" timestamptz NOT NULL, "isCreditNote" boolean NOT NULL);
COMMENT ON COLUMN "invoice"."invoiceState" IS 'D draft, I issued, P paid, W written off, V voided';
COMMENT ON COLUMN "invoice"."isCreditNote" IS 'credit notes carry negative quantities';
CREATE TABLE "invoiceItem" ("invoiceItemId" int PRIMARY KEY, "invoiceId" int NOT NULL REFERENCES "invoice", "productId" int NOT NULL REFERENCES "product", "petId" int REFERENCES "pet", "quantity" numeric(8,2) NOT NULL, "unitPrice" numeric(8,2) NOT NULL, "discountAmount" numeric(8,2) NOT NULL, "netAmount" numeric(10,2) NOT NULL, "vatAmount" numeric(10,2) NOT NULL, "unitCost" numeric(8,2));
COMMENT ON COLUMN "invoiceItem"."netAmount" IS 'quantity * unitPrice - discountAmount, without VAT';
INSERT INTO "invoice"
SELECT row_number() OVER (ORDER BY t, a), CASE WHEN cn THEN 'CN' ELSE 'PW' END||(60000+a), o, pr, a, v, CASE WHEN t>now()-interval '3 days' THEN 'D' WHEN cn THEN 'I' WHEN u<.03 THEN 'V' WHEN u<.05 THEN 'W' WHEN u<.14 THEN 'I' ELSE 'P' END, t, cn
FROM (SELECT "appointmentId" a, p."ownerId" o, "practiceId" pr, "seenByVetId" v, "startsAt"+interval '40 min' t, pg_temp.h('inv',"appointmentId") u, false cn FROM "appointment" JOIN "pet" p USING ("petId") WHERE state='DON' AND "appointmentId"%29<>0
 UNION ALL SELECT "appointmentId", p."ownerId", "practiceId", "seenByVetId", "startsAt"+interval '9 days', .5, true FROM "appointment" JOIN "pet" p USING ("petId") WHERE state='DON' AND "appointmentId"%47=1 AND "startsAt"<now()-interval '14 days') q;
INSERT INTO "invoiceItem"
SELECT row_number() OVER (ORDER BY i,k), i, pid, CASE WHEN (i+k)%23<>0 THEN pet END, q, up, d, round(q*up-d,2), round((q*up-d)*.2,2), "purchasePrice"
FROM (SELECT i."invoiceId" i, k, p."productId" pid, a."petId" pet, p."purchasePrice", p."listPrice" up, CASE WHEN i."isCreditNote" THEN -1 ELSE 1 END * CASE WHEN p.kind IN ('drug','food') THEN 1+floor(3*pg_temp.h('q',i."invoiceId"*5+k))::int ELSE 1 END q,
  CASE WHEN NOT i."isCreditNote" AND pg_temp.h('dc',i."invoiceId"*5+k)<.13 THEN round(p."listPrice"*.1,2) ELSE 0 END d
 FROM "invoice" i JOIN "appointment" a USING ("appointmentId") CROSS JOIN generate_series(1,3) k
 JOIN "product" p ON p."productId" = CASE WHEN k=1 THEN CASE a."reasonCode" WHEN 'VAC' THEN 2+a."petId"%2 WHEN 'SUR' THEN 4 WHEN 'DEN' THEN 5 ELSE 1 END ELSE 6+floor(10*power(pg_temp.h('pp',i."invoiceId"*5+k),.8))::int END
 WHERE k=1 OR (NOT i."isCreditNote" AND pg_temp.h('more',i."invoiceId"*5+k)<.42)) z;

CREATE TABLE "payment" ("paymentId" int PRIMARY KEY, "invoiceId" int REFERENCES "invoice", "clientId" int NOT NULL REFERENCES "client", "payMethod" text NOT NULL, "amount" numeric(9,2) NOT NULL, "receivedAt" timestamptz NOT NULL, "reversed" boolean NOT NULL);
COMMENT ON COLUMN "payment"."payMethod" IS 'CC card, CA cash, BT bank transfer, IN paid by insurer';
COMMENT ON COLUMN "payment"."invoiceId" IS 'null for payments on account';
INSERT INTO "payment" SELECT row_number() OVER (ORDER BY i."issuedAt", i."invoiceId"), CASE WHEN i."invoiceId"%33<>0 THEN i."invoiceId" END, i."clientId", (ARRAY['CC','CC','CC','CC','CA','BT','IN','IN'])[1+floor(8*pg_temp.h('pm',i."invoiceId"))::int], sum(t."netAmount"+t."vatAmount"), least(i."issuedAt"+make_interval(days=>(20*power(pg_temp.h('pd',i."invoiceId"),3))::int),now()), pg_temp.h('rv',i."invoiceId")<.02
FROM "invoice" i JOIN "invoiceItem" t USING ("invoiceId") WHERE "invoiceState"='P' GROUP BY i."invoiceId";

CREATE TABLE "stockCount" ("practiceId" int NOT NULL REFERENCES "practice", "productId" int NOT NULL REFERENCES "product", "countedOn" date NOT NULL, "unitsOnShelf" int, "reorderLevel" int NOT NULL, PRIMARY KEY ("practiceId","productId","countedOn"));
COMMENT ON TABLE "stockCount" IS 'Monthly count; do not add up over days';
INSERT INTO "stockCount" SELECT pr, p."productId", (date_trunc('month',current_date)-make_interval(months=>m))::date, CASE WHEN pg_temp.h('sn',pr*1000+p."productId"*20+m)>.03 THEN floor(60*power(pg_temp.h('sc',pr*1000+p."productId"*20+m),1.5))::int END, 5+p."productId"%3*5
FROM generate_series(1,5) pr CROSS JOIN "product" p CROSS JOIN generate_series(0,11) m WHERE p.kind<>'service';
ANALYZE;
