-- water: a municipal water utility (supply, metering, billing, complaints, leak repair).
-- All dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE zone (
  id           integer PRIMARY KEY,
  name         varchar(40) NOT NULL UNIQUE,
  network_km   numeric(6,1) NOT NULL,
  district_manager varchar(60)
);
COMMENT ON TABLE zone IS 'Supply zones of the town';
COMMENT ON COLUMN zone.network_km IS 'Length of the mains in kilometres';

CREATE TABLE property (
  id            integer PRIMARY KEY,
  street        varchar(60) NOT NULL,
  house_number  varchar(8) NOT NULL,
  zone_id       integer NOT NULL REFERENCES zone(id),
  use           varchar(12) NOT NULL,
  built_year    smallint,
  residents     smallint,
  lead_pipe     boolean
);
COMMENT ON TABLE property IS 'Buildings connected to the network';
COMMENT ON COLUMN property.use IS 'home, flats, shop, office, industry, public';
COMMENT ON COLUMN property.residents IS 'Registered residents; NULL where nobody lives';
COMMENT ON COLUMN property.lead_pipe IS 'true = the service pipe is still lead, NULL = not inspected yet';

CREATE TABLE customer (
  id            integer PRIMARY KEY,
  customer_number varchar(10) NOT NULL UNIQUE,
  name          varchar(80) NOT NULL,
  kind          varchar(10) NOT NULL,
  email         varchar(80),
  phone         varchar(20),
  joined_on     date NOT NULL,
  left_on       date,
  direct_debit  boolean NOT NULL,
  hardship      boolean NOT NULL
);
COMMENT ON COLUMN customer.kind IS 'household, business or public';
COMMENT ON COLUMN customer.left_on IS 'Day on which the last agreement ended; NULL for current customers';
COMMENT ON COLUMN customer.hardship IS 'On the hardship scheme (reduced standing charge)';

CREATE TABLE tariff (
  id      integer PRIMARY KEY,
  name    varchar(40) NOT NULL,
  closed_to_new boolean NOT NULL DEFAULT false
);
COMMENT ON COLUMN tariff.closed_to_new IS 'No new agreements on this tariff';

CREATE TABLE tariff_price (
  tariff_id        integer NOT NULL REFERENCES tariff(id),
  valid_from       date NOT NULL,
  valid_until      date,
  price_per_m3     numeric(6,3) NOT NULL,
  sewer_per_m3     numeric(6,3) NOT NULL,
  standing_charge  numeric(8,2) NOT NULL,
  PRIMARY KEY (tariff_id, valid_from)
);
COMMENT ON TABLE tariff_price IS 'Price history of the tariffs; valid_until NULL = the price in force';
COMMENT ON COLUMN tariff_price.standing_charge IS 'Fixed charge per quarter';

CREATE TABLE agreement (
  id           integer PRIMARY KEY,
  customer_id  integer NOT NULL REFERENCES customer(id),
  property_id  integer NOT NULL REFERENCES property(id),
  tariff_id    integer NOT NULL REFERENCES tariff(id),
  signed_on    date,
  started_on   date NOT NULL,
  ended_on     date,
  end_reason   varchar(12)
);
COMMENT ON TABLE agreement IS 'Supply agreements: who is supplied where and at which tariff; in force while ended_on is NULL';
COMMENT ON COLUMN agreement.end_reason IS 'moved, died, cut_off, sold; NULL while in force';

CREATE TABLE meter (
  id             integer PRIMARY KEY,
  serial_number  varchar(14) NOT NULL,
  property_id    integer NOT NULL REFERENCES property(id),
  model          varchar(30),
  size_mm        smallint NOT NULL,
  smart          boolean NOT NULL,
  installed_on   date NOT NULL,
  calibrated_on  date,
  removed_on     date
);
COMMENT ON COLUMN meter.smart IS 'Read over radio';
COMMENT ON COLUMN meter.calibrated_on IS 'Last calibration; must be repeated after six years';
COMMENT ON COLUMN meter.removed_on IS 'NULL while the meter is in place';

CREATE TABLE reading (
  id            integer PRIMARY KEY,
  meter_id      integer NOT NULL REFERENCES meter(id),
  read_on       date NOT NULL,
  counter_m3    numeric(12,1) NOT NULL,
  used_m3       numeric(10,1),
  source        varchar(10) NOT NULL
);
COMMENT ON COLUMN reading.counter_m3 IS 'What the meter showed';
COMMENT ON COLUMN reading.used_m3 IS 'Consumption since the reading before; NULL for the first one';
COMMENT ON COLUMN reading.source IS 'radio, reader (our staff), customer (sent in), estimate (nobody could read it)';

CREATE TABLE bill (
  id            integer PRIMARY KEY,
  bill_number   varchar(12) NOT NULL UNIQUE,
  agreement_id  integer NOT NULL REFERENCES agreement(id),
  period_from   date NOT NULL,
  period_to     date NOT NULL,
  issued_on     date,
  due_on        date,
  volume_m3     numeric(10,1) NOT NULL,
  water_amount  numeric(10,2) NOT NULL,
  sewer_amount  numeric(10,2) NOT NULL,
  standing_amount numeric(10,2) NOT NULL,
  total         numeric(10,2) NOT NULL,
  status        varchar(10) NOT NULL
);
COMMENT ON TABLE bill IS 'Quarterly bills in EUR';
COMMENT ON COLUMN bill.status IS 'draft (not issued yet), open, part_paid, paid, disputed, cancelled. Drafts and cancelled bills are not revenue';
COMMENT ON COLUMN bill.due_on IS 'A bill is overdue when it is open or part_paid and this day has passed';
COMMENT ON COLUMN bill.total IS 'Amount billed: water_amount + sewer_amount + standing_amount';

CREATE TABLE payment (
  id           integer PRIMARY KEY,
  bill_id      integer NOT NULL REFERENCES bill(id),
  received_on  date NOT NULL,
  amount       numeric(10,2) NOT NULL,
  method       varchar(12) NOT NULL,
  returned_on  date
);
COMMENT ON COLUMN payment.method IS 'direct_debit, transfer, card, cash';
COMMENT ON COLUMN payment.returned_on IS 'The bank took the money back (bounced); such a payment does not count';

CREATE TABLE reminder (
  id        integer PRIMARY KEY,
  bill_id   integer NOT NULL REFERENCES bill(id),
  level     smallint NOT NULL,
  sent_on   date NOT NULL,
  fee       numeric(6,2) NOT NULL
);
COMMENT ON COLUMN reminder.level IS '1 = friendly reminder, 2 = demand, 3 = threat to cut off';

CREATE TABLE complaint (
  id           integer PRIMARY KEY,
  customer_id  integer REFERENCES customer(id),
  property_id  integer NOT NULL REFERENCES property(id),
  received_at  timestamp NOT NULL,
  channel      varchar(8) NOT NULL,
  topic        varchar(10) NOT NULL,
  status       varchar(12) NOT NULL,
  answered_at  timestamp,
  closed_at    timestamp,
  score        smallint
);
COMMENT ON COLUMN complaint.customer_id IS 'NULL when the caller is not a customer of ours';
COMMENT ON COLUMN complaint.topic IS 'quality (colour, taste, smell), pressure, billing, leak, outage, roadworks';
COMMENT ON COLUMN complaint.status IS 'new, in_work, closed, rejected';
COMMENT ON COLUMN complaint.answered_at IS 'First answer to the caller';
COMMENT ON COLUMN complaint.score IS 'Satisfaction, 1 (bad) to 5 (good), asked after closing; often NULL';

CREATE TABLE crew (
  id       integer PRIMARY KEY,
  name     varchar(30) NOT NULL,
  depot    varchar(30) NOT NULL,
  foreman  varchar(60),
  contractor boolean NOT NULL
);
COMMENT ON COLUMN crew.contractor IS 'true = outside firm, false = our own people';

CREATE TABLE leak (
  id            integer PRIMARY KEY,
  zone_id       integer NOT NULL REFERENCES zone(id),
  property_id   integer REFERENCES property(id),
  complaint_id  integer REFERENCES complaint(id),
  reported_at   timestamp NOT NULL,
  severity      smallint NOT NULL,
  pipe_material varchar(10),
  crew_id       integer REFERENCES crew(id),
  started_at    timestamp,
  repaired_at   timestamp,
  repair_cost   numeric(10,2),
  lost_m3       numeric(10,1)
);
COMMENT ON TABLE leak IS 'Leaks on mains and service pipes and their repair';
COMMENT ON COLUMN leak.property_id IS 'NULL for leaks on a main';
COMMENT ON COLUMN leak.complaint_id IS 'The complaint that told us; NULL when found by our own survey';
COMMENT ON COLUMN leak.severity IS '1 = drip, 2 = minor, 3 = major, 4 = burst';
COMMENT ON COLUMN leak.pipe_material IS 'PE, PVC, cast iron, steel, lead; NULL when not dug up yet';
COMMENT ON COLUMN leak.started_at IS 'Crew began to dig';
COMMENT ON COLUMN leak.repaired_at IS 'Repair time runs from reported_at to repaired_at; NULL while the leak is open';
COMMENT ON COLUMN leak.lost_m3 IS 'Estimated water lost';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;

INSERT INTO zone VALUES
 (1,'Old Town',41.2,'Helga Brandt'),(2,'Harbour',28.7,'Tomas Reyl'),(3,'Northfield',66.4,'Priya Nair'),(4,'Mill Hill',52.9,'Helga Brandt'),
 (5,'Riverside',37.5,'Omar Haddad'),(6,'Eastgate',48.8,NULL),(7,'Upper Valley',93.6,'Priya Nair'),(8,'Quarry Park',6.3,NULL);

INSERT INTO property
SELECT i,
  (ARRAY['Station Road','Church Lane','Market Street','Quay Street','Meadow Way','Mill Lane','Castle Street','Bridge Road','Orchard Close','High Street','Forge Lane','Lime Avenue','Canal Walk','Chapel Street','Elm Grove'])[1 + pg_temp.h('st'||i,15)],
  (1 + i/4)::text || CASE WHEN i % 17 = 3 THEN 'a' ELSE '' END,
  CASE WHEN pg_temp.h('z'||i,100) < 24 THEN 3 WHEN pg_temp.h('z'||i,100) < 43 THEN 4 WHEN pg_temp.h('z'||i,100) < 60 THEN 1 WHEN pg_temp.h('z'||i,100) < 73 THEN 6 WHEN pg_temp.h('z'||i,100) < 84 THEN 5 WHEN pg_temp.h('z'||i,100) < 93 THEN 7 ELSE 2 END,
  u,
  CASE WHEN i % 13 = 5 THEN NULL ELSE 1890 + pg_temp.h('by'||i,130) END,
  CASE WHEN u = 'home' THEN 1 + pg_temp.h('rs'||i,5) WHEN u = 'flats' THEN 8 + pg_temp.h('rs'||i,30) END,
  CASE WHEN i % 6 = 1 THEN NULL ELSE pg_temp.h('lp'||i,100) < 9 END
FROM (SELECT i, CASE WHEN r < 68 THEN 'home' WHEN r < 82 THEN 'flats' WHEN r < 89 THEN 'shop' WHEN r < 94 THEN 'office' WHEN r < 97 THEN 'industry' ELSE 'public' END u
      FROM (SELECT i, pg_temp.h('use'||i,100) r FROM generate_series(1,600) i) q) q2;

-- first tenants / owners: customer i for property i (1..600); later ones 601..690
INSERT INTO customer
SELECT i, 'C' || (40000 + i*7),
  CASE WHEN k = 'household' THEN f || ' ' || l
       WHEN k = 'business' THEN l || ' ' || (ARRAY['Bakery','Garage','Hotel','Foods Ltd','Laundry','Textiles','Brewery','Dental','Car Wash','Interiors'])[1 + pg_temp.h('bz'||i,10)] || CASE WHEN i % 5 = 0 THEN ' ' || i ELSE '' END
       ELSE (ARRAY['Primary School','Town Library','Fire Station','Sports Hall','Health Centre','Town Hall Annexe','Public Baths'])[1 + i % 7] || ' ' || i END,
  k,
  CASE WHEN i % 5 = 2 THEN NULL ELSE lower(l) || i || '@' || (ARRAY['mail.com','post.net','inbox.org'])[1 + i % 3] END,
  CASE WHEN i % 8 = 3 THEN NULL ELSE '0555-' || (100000 + i * 731) END,
  d, NULL, pg_temp.h('dd'||i,100) < 57, k = 'household' AND pg_temp.h('hs'||i,100) < 6
FROM (SELECT i, CASE WHEN p.use IN ('home','flats') THEN 'household' WHEN p.use = 'public' THEN 'public' ELSE 'business' END k,
   (ARRAY['Anna','Ben','Carla','David','Emma','Felix','Greta','Hugo','Irene','Jonas','Klara','Leo','Marta','Nico','Olga','Paul','Rosa','Simon','Tilda','Victor','Wanda','Yusuf','Zoe'])[1 + (i*5) % 23] f,
   (ARRAY['Abel','Becker','Conti','Dietz','Evers','Farkas','Gold','Hansen','Ibarra','Jung','Kovac','Lang','Moretti','Novak','Ortiz','Petrov','Quast','Richter','Sauer','Thaler','Ulrich','Vogel','Weiss','Yilmaz','Zander','Amsel','Brenner','Cordes','Dorn'])[1 + i % 29] l,
   CASE WHEN i > 600 THEN current_date - (40 + pg_temp.h('jn'||i,690)) ELSE current_date - (900 + pg_temp.h('jn'||i,5200)) END d
   FROM generate_series(1,690) i LEFT JOIN property p ON p.id = CASE WHEN i <= 600 THEN i ELSE (i - 600) * 6 END) q;
-- names that people ask for
UPDATE customer SET name = 'Riverside Laundry' WHERE id = (SELECT min(id) FROM customer WHERE kind = 'business');
UPDATE customer SET name = 'Gold Brewery' WHERE id = (SELECT max(id) FROM customer WHERE kind = 'business' AND id <= 560);

INSERT INTO tariff VALUES (1,'Household Standard',false),(2,'Household Saver',false),(3,'Small Business',false),(4,'Industry',false),(5,'Public Service',false),(6,'Heritage Flat Rate',true),(7,'Garden Plus',false);
INSERT INTO tariff_price
SELECT t, (date_trunc('year',current_date) - make_interval(years => 2 - y))::date, CASE WHEN y < 2 THEN (date_trunc('year',current_date) - make_interval(years => 1 - y))::date - 1 END,
  round((ARRAY[1.84,1.61,1.72,1.29,1.40,2.05,1.95])[t] * (1 + 0.045*y), 3), round((ARRAY[1.40,1.40,1.45,1.10,1.05,1.50,0.70])[t] * (1 + 0.03*y), 3), round((ARRAY[19.5,27.0,38.0,140.0,45.0,12.0,24.0])[t] * (1 + 0.05*y), 2)
FROM generate_series(1,7) t, generate_series(0,2) y WHERE NOT (t = 7 AND y < 1);

INSERT INTO agreement
SELECT i, i, i, CASE WHEN p.use IN ('home','flats') THEN CASE WHEN pg_temp.h('tf'||i,100) < 62 THEN 1 WHEN pg_temp.h('tf'||i,100) < 88 THEN 2 WHEN pg_temp.h('tf'||i,100) < 96 THEN 6 ELSE 7 END WHEN p.use = 'industry' THEN 4 WHEN p.use = 'public' THEN 5 ELSE 3 END,
  CASE WHEN i % 9 = 4 THEN NULL ELSE c.joined_on - pg_temp.h('sg'||i,20) END, c.joined_on, NULL, NULL
FROM property p JOIN customer c ON c.id = p.id CROSS JOIN LATERAL (SELECT p.id i) x;
-- moves: property (k*6) changed hands when customer 600+k came
UPDATE agreement a SET ended_on = c.joined_on - (1 + pg_temp.h('gap'||a.id,12)), end_reason = (ARRAY['moved','moved','sold','died','moved','sold'])[1 + pg_temp.h('er'||a.id,6)]
FROM customer c WHERE c.id > 600 AND a.property_id = (c.id - 600) * 6;
INSERT INTO agreement
SELECT c.id, c.id, (c.id - 600) * 6, CASE WHEN a.tariff_id = 6 THEN 1 WHEN pg_temp.h('nt'||c.id,4) = 0 AND a.tariff_id = 1 THEN 7 ELSE a.tariff_id END, c.joined_on - pg_temp.h('sg'||c.id,25), c.joined_on, NULL, NULL
FROM customer c JOIN agreement a ON a.property_id = (c.id - 600) * 6 WHERE c.id > 600;
-- cut off, and second connections of the same customer
UPDATE agreement SET ended_on = current_date - (20 + pg_temp.h('co'||id,300)), end_reason = 'cut_off' WHERE id <= 600 AND id % 6 <> 0 AND pg_temp.h('cut'||id,100) < 3;
UPDATE agreement SET customer_id = customer_id - 1 WHERE id <= 540 AND id % 23 = 8 AND tariff_id IN (1,2,3);
UPDATE customer c SET left_on = (SELECT max(ended_on) FROM agreement a WHERE a.customer_id = c.id)
WHERE EXISTS (SELECT 1 FROM agreement a WHERE a.customer_id = c.id) AND NOT EXISTS (SELECT 1 FROM agreement a WHERE a.customer_id = c.id AND a.ended_on IS NULL);

INSERT INTO meter
SELECT i, 'W' || (7100000 + i*379), i, (ARRAY['Zenner Minomess','Kamstrup flowIQ','Itron Aquadis','Diehl Hydrus','Sensus 620'])[1 + pg_temp.h('md'||i,5)],
  CASE p.use WHEN 'industry' THEN 50 WHEN 'flats' THEN 32 WHEN 'public' THEN 40 WHEN 'home' THEN 20 ELSE 25 END,
  pg_temp.h('sm'||i,100) < 46, current_date - (850 + pg_temp.h('in'||i,3200)), NULL, NULL
FROM generate_series(1,592) i JOIN property p ON p.id = i;
UPDATE meter SET calibrated_on = CASE WHEN id % 7 = 3 THEN NULL ELSE installed_on + pg_temp.h('cal'||id, 700) END;
-- replaced meters
UPDATE meter SET removed_on = current_date - (30 + pg_temp.h('rm'||id,600)) WHERE pg_temp.h('rp'||id,100) < 11;
INSERT INTO meter
SELECT 600 + row_number() OVER (ORDER BY m.id), 'W' || (9300000 + m.id*411), m.property_id, (ARRAY['Kamstrup flowIQ','Diehl Hydrus'])[1 + m.id % 2], m.size_mm, true, m.removed_on, m.removed_on, NULL
FROM meter m WHERE m.removed_on IS NOT NULL AND m.id % 19 <> 0;

ANALYZE;
INSERT INTO reading
SELECT row_number() OVER (ORDER BY d, meter_id)::int, meter_id, d, start_v + sum(u) OVER (PARTITION BY meter_id ORDER BY d), NULL,
  CASE WHEN smart AND pg_temp.h('s1'||meter_id||d,100) < 94 THEN 'radio' WHEN pg_temp.h('s2'||meter_id||d,100) < 9 THEN 'estimate' WHEN pg_temp.h('s2'||meter_id||d,100) < 40 THEN 'customer' ELSE 'reader' END
FROM (SELECT m.id meter_id, m.smart, (mo + make_interval(days => pg_temp.h('rd'||m.id||mo,5)))::date d,
        CASE WHEN m.id > 600 THEN 0 ELSE 200 + pg_temp.h('sv'||m.id,3000) END start_v,
        round((CASE p.use WHEN 'home' THEN p.residents * 3.4 WHEN 'flats' THEN p.residents * 3.1 WHEN 'shop' THEN 8 + pg_temp.h('u'||p.id,60) WHEN 'office' THEN 10 + pg_temp.h('u'||p.id,40) WHEN 'industry' THEN 250 + pg_temp.h('u'||p.id,700) ELSE 60 + pg_temp.h('u'||p.id,120) END
          * (0.8 + pg_temp.h('v'||m.id||mo,40) / 100.0) * CASE WHEN extract(month FROM mo) IN (6,7,8) THEN 1.22 WHEN extract(month FROM mo) IN (12,1) THEN 0.92 ELSE 1 END)::numeric, 1) u
      FROM meter m JOIN property p ON p.id = m.property_id
      CROSS JOIN generate_series(date_trunc('month',current_date) - interval '26 months', date_trunc('month',current_date), interval '1 month') mo
      WHERE mo >= m.installed_on AND (m.removed_on IS NULL OR mo + interval '5 days' < m.removed_on) AND mo + interval '5 days' <= current_date) q;
DELETE FROM reading WHERE pg_temp.h('miss'||id,100) < 2;
UPDATE reading r SET used_m3 = q.u FROM (SELECT id, counter_m3 - lag(counter_m3) OVER (PARTITION BY meter_id ORDER BY read_on) u FROM reading) q WHERE q.id = r.id;

ANALYZE;
INSERT INTO bill
SELECT row_number() OVER (ORDER BY q, a.id)::int, 'B' || to_char(q,'YYQ') || '-' || lpad(a.id::text,4,'0'), a.id, q::date, (q + interval '3 months')::date - 1,
  ((q + interval '3 months')::date + 3 + pg_temp.h('is'||a.id||q,8)), NULL, coalesce(v.vol,0),
  round(coalesce(v.vol,0) * tp.price_per_m3, 2), round(coalesce(v.vol,0) * tp.sewer_per_m3, 2), round(tp.standing_charge * CASE WHEN c.hardship THEN 0.5 ELSE 1 END, 2), 0, 'open'
FROM agreement a JOIN customer c ON c.id = a.customer_id
CROSS JOIN generate_series(date_trunc('quarter',current_date) - interval '24 months', date_trunc('quarter',current_date) - interval '3 months', interval '3 months') q
JOIN tariff_price tp ON tp.tariff_id = a.tariff_id AND q >= tp.valid_from AND (tp.valid_until IS NULL OR q <= tp.valid_until)
LEFT JOIN (SELECT m.property_id, date_trunc('quarter', r.read_on) rq, coalesce(sum(r.used_m3), 0) vol FROM meter m JOIN reading r ON r.meter_id = m.id GROUP BY 1, 2) v ON v.property_id = a.property_id AND v.rq = q
WHERE a.started_on < q + interval '20 days' AND (a.ended_on IS NULL OR a.ended_on > q + interval '70 days');
UPDATE bill SET total = water_amount + sewer_amount + standing_amount, due_on = issued_on + 21;
-- the newest quarter: some still drafts
UPDATE bill SET status = 'draft', issued_on = NULL, due_on = NULL WHERE period_from = date_trunc('quarter',current_date) - interval '3 months' AND pg_temp.h('dr'||id,100) < 7;
UPDATE bill SET status = 'draft', issued_on = NULL, due_on = NULL WHERE issued_on > current_date;
UPDATE bill SET status = CASE WHEN h < 15 THEN 'cancelled' WHEN h < 30 THEN 'disputed' WHEN h < 55 THEN 'part_paid' WHEN h < 105 THEN 'open' ELSE 'paid' END
FROM (SELECT id hid, pg_temp.h('bs'||id,1000) h FROM bill) q WHERE hid = id AND status <> 'draft';
UPDATE bill SET status = 'open' WHERE status = 'paid' AND issued_on > current_date - 30 AND pg_temp.h('nw'||id,100) < 45;
UPDATE bill SET status = 'paid' WHERE status IN ('open','part_paid') AND issued_on < current_date - 420 AND pg_temp.h('ol'||id,100) < 85;

CREATE INDEX ON bill (agreement_id);
INSERT INTO payment
SELECT row_number() OVER (ORDER BY d, bid)::int, bid, d, amt, mth, NULL FROM (
  SELECT b.id bid, CASE WHEN c.direct_debit THEN b.due_on ELSE b.issued_on + 4 + pg_temp.h('pd'||b.id,CASE WHEN b.id % 9 = 0 THEN 80 ELSE 24 END) END d, CASE WHEN b.id % 31 = 7 THEN round(b.total / 2, 2) ELSE b.total END amt,
    CASE WHEN c.direct_debit THEN 'direct_debit' ELSE (ARRAY['transfer','transfer','transfer','card','card','cash'])[1 + pg_temp.h('pm'||b.id,6)] END mth
  FROM bill b JOIN agreement a ON a.id = b.agreement_id JOIN customer c ON c.id = a.customer_id WHERE b.status = 'paid'
  UNION ALL
  SELECT b.id, b.issued_on + 45 + pg_temp.h('pd2'||b.id,25), b.total - round(b.total / 2, 2), 'transfer' FROM bill b WHERE b.status = 'paid' AND b.id % 31 = 7
  UNION ALL
  SELECT b.id, b.issued_on + 6 + pg_temp.h('pd3'||b.id,22), round(b.total * (0.2 + pg_temp.h('pp'||b.id,60)/100.0), 2), 'card' FROM bill b WHERE b.status = 'part_paid'
) q WHERE d <= current_date;
CREATE INDEX ON payment (bill_id);
ANALYZE;
-- bounced direct debits (the money was taken back)
INSERT INTO payment SELECT (SELECT max(id) FROM payment) + row_number() OVER (ORDER BY b.id), b.id, b.due_on, b.total, 'direct_debit', b.due_on + 3 + pg_temp.h('rt'||b.id,5)
FROM bill b JOIN agreement a ON a.id = b.agreement_id JOIN customer c ON c.id = a.customer_id WHERE c.direct_debit AND b.status IN ('open','disputed') AND b.due_on < current_date - 10 AND pg_temp.h('bo'||b.id,100) < 60;
-- paid ones without money on the account yet become open
UPDATE bill b SET status = 'open' WHERE status = 'paid' AND NOT EXISTS (SELECT 1 FROM payment p WHERE p.bill_id = b.id);

INSERT INTO reminder
SELECT row_number() OVER (ORDER BY d, bid)::int, bid, lv, d, (ARRAY[0,7.5,15])[lv] FROM (
  SELECT b.id bid, lv, b.due_on + 10 * lv + pg_temp.h('rm'||b.id||lv,6) d,
     coalesce((SELECT max(p.received_on) FROM payment p WHERE p.bill_id = b.id AND p.returned_on IS NULL AND b.status = 'paid'), current_date + 1) paid_on
  FROM bill b CROSS JOIN generate_series(1,3) lv WHERE b.status IN ('open','part_paid','paid')) q WHERE d < paid_on AND d <= current_date;

INSERT INTO complaint
SELECT i, CASE WHEN pg_temp.h('an'||i,100) < 14 THEN NULL ELSE (SELECT a.customer_id FROM agreement a WHERE a.property_id = pid ORDER BY a.started_on DESC LIMIT 1) END, pid, at, 
  (ARRAY['phone','phone','phone','email','email','web','counter'])[1 + pg_temp.h('ch'||i,7)], tp,
  CASE WHEN pg_temp.h('cs'||i,100) < 6 THEN 'rejected' WHEN at > current_date - 25 THEN (ARRAY['new','in_work','closed'])[1 + pg_temp.h('cst'||i,3)] WHEN pg_temp.h('cs'||i,100) < 10 THEN 'in_work' WHEN pg_temp.h('cs'||i,100) < 14 AND at > current_date - 150 THEN 'new' ELSE 'closed' END, NULL, NULL, NULL
FROM (SELECT i, 1 + (pg_temp.h('cp'||i,595) * pg_temp.h('cq'||i,100)) / 100 pid, date_trunc('minute', (current_date - 730 * power(pg_temp.h('ca'||i,10000)/10000.0, 1.25) * interval '1 day') - interval '1 day' + pg_temp.h('cm'||i,1440) * interval '1 minute') at,
   (ARRAY['billing','billing','billing','billing','billing','pressure','pressure','pressure','quality','quality','quality','quality','leak','leak','leak','outage','outage','roadworks'])[1 + pg_temp.h('ct'||i,18)] tp
  FROM generate_series(1,900) i) q;
UPDATE complaint SET answered_at = received_at + (2 + pg_temp.h('aw'||id, 160)) * interval '1 hour' WHERE status <> 'new' AND id % 29 <> 4;
UPDATE complaint SET closed_at = least(coalesce(answered_at, received_at) + (3 + pg_temp.h('cl'||id, 20 + 40 * (id % 8))) * interval '1 hour', localtimestamp) WHERE status IN ('closed','rejected');
UPDATE complaint SET answered_at = least(answered_at, closed_at, localtimestamp) WHERE answered_at IS NOT NULL;
UPDATE complaint SET score = CASE WHEN topic = 'billing' THEN 1 + pg_temp.h('sc'||id,4) WHEN topic = 'leak' THEN 2 + pg_temp.h('sc'||id,4) ELSE 1 + pg_temp.h('sc'||id,5) END WHERE status = 'closed' AND pg_temp.h('sx'||id,100) < 52;

INSERT INTO crew VALUES (1,'Crew North','Northfield Depot','Karl Thaler',false),(2,'Crew Centre','Old Town Depot','Mina Sauer',false),(3,'Crew River','Harbour Depot','Sam Ortiz',false),(4,'Night Crew','Old Town Depot',NULL,false),(5,'Dorn Tiefbau','Outside','Udo Dorn',true),(6,'PipeFix Ltd','Outside','Rhys Morgan',true),(7,'Crew East','Northfield Depot','Lena Vogel',false);
INSERT INTO leak
SELECT i, CASE WHEN cid IS NULL THEN (ARRAY[1,1,3,3,4,4,4,7,7,5,6,2,1])[1 + pg_temp.h('lz'||i,13)] ELSE pz END, CASE WHEN i % 5 IN (1,2) THEN NULL ELSE coalesce(pid, 1 + pg_temp.h('lpp'||i,590)) END, cid, at,
  CASE WHEN s < 30 THEN 1 WHEN s < 68 THEN 2 WHEN s < 90 THEN 3 ELSE 4 END,
  (ARRAY['PE','PVC','cast iron','cast iron','cast iron','steel','lead','PE'])[1 + pg_temp.h('mt'||i,8)], 1 + pg_temp.h('cr'||i,6), NULL, NULL, NULL, NULL
FROM (SELECT row_number() OVER (ORDER BY at)::int i, * FROM (
   SELECT c.id cid, c.property_id pid, p.zone_id pz, c.received_at at, pg_temp.h('sv'||c.id,100) s FROM complaint c JOIN property p ON p.id = c.property_id WHERE c.topic = 'leak' AND c.status <> 'rejected' AND c.id % 7 <> 0
   UNION ALL
   SELECT NULL, NULL, NULL, date_trunc('minute', current_date - interval '1 day' - pg_temp.h('la'||k,800) * interval '1 day' + pg_temp.h('lm'||k,1440) * interval '1 minute'), pg_temp.h('sw'||k,100) FROM generate_series(1,290) k) u) q;
-- leaks of a property lie in its zone
UPDATE leak l SET zone_id = p.zone_id FROM property p WHERE p.id = l.property_id;
UPDATE leak SET started_at = reported_at + (CASE severity WHEN 4 THEN 1 + pg_temp.h('x'||id,6) WHEN 3 THEN 4 + pg_temp.h('x'||id,40) WHEN 2 THEN 20 + pg_temp.h('x'||id,200) ELSE 48 + pg_temp.h('x'||id,600) END) * interval '1 hour' + pg_temp.h('xm'||id,60) * interval '1 minute';
UPDATE leak SET repaired_at = started_at + (2 + pg_temp.h('y'||id, 8 + 6 * severity)) * interval '1 hour' + pg_temp.h('ym'||id,60) * interval '1 minute';
UPDATE leak SET started_at = NULL, repaired_at = NULL WHERE started_at > localtimestamp;
UPDATE leak SET repaired_at = NULL WHERE repaired_at > localtimestamp OR (id % 37 = 11 AND severity < 4);
UPDATE leak SET crew_id = NULL, pipe_material = NULL WHERE started_at IS NULL;
UPDATE leak SET repair_cost = round((180 + severity * severity * 240 + pg_temp.h('rc'||id,90000)/100.0 + CASE WHEN crew_id IN (5,6) THEN 420 ELSE 0 END)::numeric, 2) WHERE repaired_at IS NOT NULL AND id % 41 <> 5;
UPDATE leak SET lost_m3 = round((severity * severity * 9 + pg_temp.h('lw'||id,4000)/10.0 * severity / 3)::numeric, 1) WHERE repaired_at IS NOT NULL AND id % 11 <> 4;
ANALYZE;
