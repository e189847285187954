-- Brookline Property Management: rental ledger and maintenance
-- load: psql -q -v ON_ERROR_STOP=1 -f property.sql    (dates are relative to the day of loading)
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;
-- n-th value in [0,1) of series k, arithmetic only
CREATE FUNCTION pg_temp.v(n bigint, k int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT ((a * a + a * 7 + 13) % 999983) / 999983.0::float8 FROM (SELECT (n * 48271 + k * 69621 + (n % 97) * (k + 11) * 3571) % 999979 AS a) q $$;

CREATE TABLE lk_unit_type    (code smallint PRIMARY KEY, descr varchar(30) NOT NULL, is_residential smallint NOT NULL);
CREATE TABLE lk_lease_status (code smallint PRIMARY KEY, descr varchar(30) NOT NULL);
CREATE TABLE lk_charge_type  (code varchar(4) PRIMARY KEY, descr varchar(40) NOT NULL, is_income smallint NOT NULL, vat_pct numeric(4,1) NOT NULL);
CREATE TABLE lk_wo_status    (code smallint PRIMARY KEY, descr varchar(30) NOT NULL, is_closed smallint NOT NULL);
CREATE TABLE lk_pay_method   (code char(2) PRIMARY KEY, descr varchar(30) NOT NULL);
COMMENT ON COLUMN lk_charge_type.is_income IS '0 = not ours: deposits and amounts passed on';
INSERT INTO lk_unit_type VALUES (10,'Studio',1),(11,'One-bedroom flat',1),(12,'Two-bedroom flat',1),(13,'Three-bedroom flat',1),(20,'Shop',0),(21,'Office',0),(30,'Parking space',0);
INSERT INTO lk_lease_status VALUES (0,'Draft'),(1,'Active'),(2,'Notice given'),(3,'Ended'),(9,'Cancelled');
INSERT INTO lk_charge_type VALUES ('RENT','Rent',1,0),('SERV','Service charge',1,20),('PARK','Parking',1,20),('LATE','Late fee',1,0),('UTIL','Utilities passed on',0,5),('DEPO','Deposit',0,0);
INSERT INTO lk_wo_status VALUES (1,'Reported',0),(2,'Assigned',0),(3,'In progress',0),(4,'Completed',1),(5,'Cancelled',1);
INSERT INTO lk_pay_method VALUES ('BT','Bank transfer'),('DD','Direct debit'),('CA','Card'),('CQ','Cheque');

CREATE TABLE party (
  party_id integer PRIMARY KEY, display_name varchar(60) NOT NULL, is_company smallint NOT NULL DEFAULT 0,
  is_tenant smallint NOT NULL DEFAULT 0, is_owner smallint NOT NULL DEFAULT 0, is_contractor smallint NOT NULL DEFAULT 0, is_employee smallint NOT NULL DEFAULT 0,
  phone varchar(20), email varchar(60), city varchar(30), zip integer, birth_year smallint, created_on date NOT NULL, deleted smallint NOT NULL DEFAULT 0);
COMMENT ON TABLE party IS 'Everybody we deal with: tenants, owners, contractors, our own people (1/0 flags, one party may be several)';
INSERT INTO party
SELECT i, CASE WHEN i BETWEEN 31 AND 42 THEN (ARRAY['Harris Plumbing','Bright Spark Electric','Topline Roofing','CleanSweep Ltd','Lock & Key Co','Evergreen Gardens','Lifts & More','PaintPro','WarmHome Heating','Glass Doctor','Pest Off','Allround Handyman'])[i - 30]
   WHEN i BETWEEN 15 AND 20 THEN (ARRAY['Oakfield Estates Ltd','Marlow Trust','Sterling Homes LLP','Quayside Investments','Birch & Sons','City Pension Fund'])[i - 14]
   WHEN i > 42 AND i % 14 = 0 THEN (ARRAY['Corner Bakery Ltd','Nimbus Software','Petal Florist','Dental Practice Rowe','Kite Travel','Tandem Cycles','Law Office Brandt','Blue Door Cafe','Studio Marl'])[1 + (i / 14) % 9]
   ELSE (ARRAY['Aaron','Beth','Callum','Daisy','Elliot','Freya','Gavin','Holly','Isaac','Jodie','Kevin','Lily','Marcus','Naomi','Oliver','Penny','Ravi','Sophie','Tariq','Uma','Vera','Will'])[1 + (i * 5) % 22] || ' ' ||
        (ARRAY['Abbott','Barker','Chapman','Doyle','Everett','Fletcher','Gill','Hobbs','Ingram','Joshi','Khan','Lowe','Mistry','Norris','Okafor','Pearce','Rahman','Stone','Tucker','Underwood','Voss','Wyatt','Young'])[1 + (i * 9) % 23] END,
  CASE WHEN i BETWEEN 15 AND 20 OR i BETWEEN 31 AND 42 OR (i > 42 AND i % 14 = 0) THEN 1 ELSE 0 END,
  CASE WHEN i > 42 OR i IN (3, 24) THEN 1 ELSE 0 END, CASE WHEN i BETWEEN 11 AND 30 THEN 1 ELSE 0 END, CASE WHEN i BETWEEN 31 AND 42 THEN 1 ELSE 0 END, CASE WHEN i <= 10 THEN 1 ELSE 0 END,
  CASE WHEN i % 11 <> 0 THEN '07700 9' || lpad(((i * 7127) % 100000)::text, 5, '0') END, CASE WHEN i % 8 <> 0 THEN 'p' || i || '@mail.example' END,
  CASE WHEN i % 17 <> 0 THEN (ARRAY['Brookline','Brookline','Easton','Weir','Northgate'])[1 + (i * 3) % 5] END, 10400 + (i * 31) % 90, CASE WHEN i > 42 AND i % 14 <> 0 AND i % 9 <> 0 THEN 1945 + (i * 13) % 60 END,
  current_date - (20 + floor(2400 * pg_temp.v(i, 1)))::int, CASE WHEN i > 42 AND i % 41 = 0 THEN 1 ELSE 0 END
FROM generate_series(1, 190) i;

CREATE TABLE building (
  building_id integer PRIMARY KEY, name varchar(40) NOT NULL, street varchar(40) NOT NULL, city varchar(30) NOT NULL, owner_id integer NOT NULL REFERENCES party, manager_id integer REFERENCES party, caretaker_id integer REFERENCES party,
  year_built smallint, floors smallint, mgmt_fee_pct numeric(4,2) NOT NULL, managed_from date NOT NULL, managed_to date);
COMMENT ON COLUMN building.mgmt_fee_pct IS 'our fee in percent of rent billed';
INSERT INTO building
SELECT i, (ARRAY['Albion House','Beech Court','Canal Wharf','Dove Row','Elm Terrace','Foundry Lofts','Granary Place','Hillview','Ivy Mews','Jubilee Tower','Kings Arcade','Lime Gardens'])[i],
  (ARRAY['1 Mill St','24 Park Rd','7 Quay Lane','12 Dove Row','3 Elm St','88 Foundry Rd','5 Granary Sq','40 Hill Rd','2 Ivy Lane','100 High St','9 Kings Rd','16 Lime Ave'])[i], (ARRAY['Brookline','Brookline','Easton','Brookline','Weir','Northgate'])[1 + i % 6],
  11 + (i * 7) % 20, 1 + i % 4, CASE WHEN i % 5 <> 0 THEN 7 + i % 3 END, CASE WHEN i <> 4 THEN 1890 + (i * 37) % 130 END, 2 + (i * 5) % 11, (ARRAY[6, 7.5, 8, 10])[1 + i % 4], current_date - (500 + i * 140), CASE WHEN i = 9 THEN current_date - 95 END
FROM generate_series(1, 12) i;

CREATE TABLE unit (
  unit_id integer PRIMARY KEY, building_id integer NOT NULL REFERENCES building, unit_no varchar(8) NOT NULL, unit_type smallint NOT NULL REFERENCES lk_unit_type, floor_no smallint, area_m2 numeric(7,1), market_rent numeric(9,2) NOT NULL, is_furnished smallint NOT NULL, is_lettable smallint NOT NULL);
COMMENT ON COLUMN unit.is_lettable IS '0 = being refurbished or out of use';
INSERT INTO unit
SELECT i, b, CASE t WHEN 30 THEN 'P' ELSE '' END || (i % 12 + 1) || CASE WHEN t < 20 THEN (ARRAY['A','B','C'])[1 + i % 3] ELSE '' END, t, CASE WHEN t NOT IN (20, 30) THEN i % 6 END,
  a, round((CASE t WHEN 30 THEN 90 ELSE 260 + a * CASE WHEN t >= 20 THEN 21 ELSE 15.5 END END)::numeric, -1), CASE WHEN t < 20 AND pg_temp.v(i, 3) < 0.3 THEN 1 ELSE 0 END, CASE WHEN i % 29 = 0 THEN 0 ELSE 1 END
FROM (SELECT i, 1 + (i * 5) % 12 AS b, t, CASE t WHEN 30 THEN 12.5 WHEN 10 THEN 26 + i % 9 WHEN 11 THEN 41 + i % 14 WHEN 12 THEN 60 + i % 20 WHEN 13 THEN 84 + i % 25 ELSE 55 + i % 70 END::numeric AS a
  FROM (SELECT i, (ARRAY[10, 11, 11, 12, 12, 12, 13, 20, 21, 30])[1 + floor(10 * pg_temp.v(i, 2))::int] AS t FROM generate_series(1, 96) i) x) y;

CREATE TABLE lease (
  lease_id integer PRIMARY KEY, lease_no varchar(10) NOT NULL, unit_id integer NOT NULL REFERENCES unit, tenant_id integer NOT NULL REFERENCES party, guarantor_id integer REFERENCES party, agent_id integer REFERENCES party, status smallint NOT NULL REFERENCES lk_lease_status,
  signed_on date, start_on date NOT NULL, end_on date, moved_out_on date, monthly_rent numeric(9,2) NOT NULL, deposit_amt numeric(9,2) NOT NULL, auto_renew smallint NOT NULL);
COMMENT ON COLUMN lease.agent_id IS 'our letting agent (employee)';
COMMENT ON COLUMN lease.end_on IS 'agreed end, null = open ended';
INSERT INTO lease
SELECT i, 'L' || 4000 + i, u.unit_id, 43 + (i * 7) % 148, CASE WHEN pg_temp.v(i, 11) < 0.2 THEN 43 + (i * 7 + 60) % 148 END, CASE WHEN i % 13 <> 0 THEN 4 + i % 5 END, st,
  CASE WHEN st > 0 THEN s - 12 - i % 9 END, s, CASE WHEN st = 3 THEN e WHEN pg_temp.v(i, 12) < 0.6 THEN s + 365 * (1 + (current_date - s) / 365) - 1 END, CASE WHEN st = 3 THEN e - CASE WHEN i % 6 = 0 THEN 14 ELSE 0 END END,
  round(u.market_rent * (0.88 + 0.17 * pg_temp.v(i, 13))::numeric, -1), round(u.market_rent * 1.5, -1), CASE WHEN st = 1 AND i % 3 = 0 THEN 1 ELSE 0 END
FROM (
  SELECT row_number() OVER (ORDER BY s, unit_id, k)::int AS i, * FROM (
    SELECT unit_id, 1 AS k, current_date - 520 - floor(300 * pg_temp.v(unit_id, 14))::int AS s, current_date - 200 - floor(200 * pg_temp.v(unit_id, 15))::int AS e, CASE WHEN pg_temp.v(unit_id, 16) < 0.45 THEN 3 WHEN unit_id % 12 = 5 THEN 2 ELSE 1 END AS st FROM unit WHERE pg_temp.v(unit_id, 17) < 0.85
    UNION ALL
    SELECT unit_id, 2, current_date - 180 + floor(150 * pg_temp.v(unit_id, 18))::int, NULL, CASE WHEN pg_temp.v(unit_id, 19) < 0.1 THEN 9 ELSE 1 END FROM unit WHERE pg_temp.v(unit_id, 17) < 0.85 AND pg_temp.v(unit_id, 16) < 0.45 AND pg_temp.v(unit_id, 20) < 0.8
    UNION ALL
    SELECT unit_id, 3, current_date + 10 + unit_id % 30, NULL, 0 FROM unit WHERE unit_id % 16 = 3) q) l JOIN unit u USING (unit_id);

CREATE TABLE lease_rent_hist (
  lease_id integer NOT NULL REFERENCES lease, monthly_rent numeric(9,2) NOT NULL, valid_from date NOT NULL, valid_to date, reason varchar(30), PRIMARY KEY (lease_id, valid_from));
INSERT INTO lease_rent_hist SELECT lease_id, round(monthly_rent * 0.96, -1), start_on, start_on + 364, 'initial' FROM lease WHERE start_on < current_date - 400 AND status IN (1, 2) AND lease_id % 3 <> 0;
INSERT INTO lease_rent_hist SELECT lease_id, monthly_rent, CASE WHEN h.lease_id IS NULL THEN start_on ELSE start_on + 365 END, CASE WHEN status = 3 THEN moved_out_on END, CASE WHEN h.lease_id IS NULL THEN 'initial' ELSE (ARRAY['indexation','renewal',NULL])[1 + (l.lease_id / 3) % 3] END
FROM lease l LEFT JOIN (SELECT lease_id FROM lease_rent_hist) h USING (lease_id) WHERE status NOT IN (0, 9);

CREATE TABLE charge (
  charge_id integer PRIMARY KEY, lease_id integer NOT NULL, charge_type varchar(4) NOT NULL REFERENCES lk_charge_type, billed_on date NOT NULL, due_on date NOT NULL, period date, net_amt numeric(10,2) NOT NULL, vat_amt numeric(10,2) NOT NULL, gross_amt numeric(10,2) NOT NULL,
  is_posted smallint NOT NULL, is_void smallint NOT NULL, void_by integer);
COMMENT ON TABLE charge IS 'What tenants owe, one row a charge';
COMMENT ON COLUMN charge.period IS 'first day of the month charged for';
COMMENT ON COLUMN charge.is_posted IS '0 = proposal of the billing run, not yet posted';
COMMENT ON COLUMN charge.void_by IS 'employee who voided it';
INSERT INTO charge
SELECT row_number() OVER (ORDER BY d, lease_id, t), lease_id, t, d, d + 7, CASE WHEN t NOT IN ('DEPO','LATE') THEN date_trunc('month', d + 3)::date END, n, round(n * vat_pct / 100, 2), n + round(n * vat_pct / 100, 2), CASE WHEN d >= date_trunc('month', current_date)::date - 5 AND lease_id % 4 = 0 THEN 0 ELSE 1 END, v, CASE WHEN v = 1 THEN 6 + lease_id % 3 END
FROM (
  SELECT l.lease_id, c.code AS t, c.vat_pct, CASE WHEN c.code = 'DEPO' THEN l.start_on ELSE m.d - 3 END AS d,
    CASE c.code WHEN 'RENT' THEN l.monthly_rent WHEN 'SERV' THEN round(l.monthly_rent * 0.09, 0) WHEN 'PARK' THEN 75 WHEN 'LATE' THEN 25 WHEN 'DEPO' THEN l.deposit_amt ELSE round((38 + 70 * pg_temp.v(l.lease_id * 40 + m.n, 21))::numeric, 2) END AS n,
    CASE WHEN pg_temp.v(l.lease_id * 40 + m.n, 22 + length(c.descr)) < 0.03 THEN 1 ELSE 0 END AS v
  FROM lease l CROSS JOIN lk_charge_type c CROSS JOIN LATERAL (SELECT n, (date_trunc('month', current_date) - n * interval '1 month')::date AS d FROM generate_series(0, 5) n) m
  WHERE l.status NOT IN (0, 9) AND l.start_on <= m.d AND (l.moved_out_on IS NULL OR l.moved_out_on > m.d) AND (m.d - l.lease_id % 2 * 31) < current_date AND l.lease_id % 5 <> 4
    AND (c.code = 'RENT' OR (c.code = 'SERV' AND l.lease_id % 4 = 1) OR (c.code = 'PARK' AND l.lease_id % 9 = 2) OR (c.code = 'UTIL' AND l.lease_id % 6 = 3) OR (c.code = 'LATE' AND pg_temp.v(l.lease_id * 40 + m.n, 23) < 0.05) OR (c.code = 'DEPO' AND l.start_on > current_date - 200 AND m.n = 0))) q;

CREATE TABLE receipt (
  receipt_id integer PRIMARY KEY, charge_id integer, payer_id integer, method char(2), received_on date NOT NULL, amount numeric(10,2) NOT NULL, is_bounced smallint NOT NULL);
COMMENT ON TABLE receipt IS 'Money in. charge_id is null while the money is not allocated';
INSERT INTO receipt
SELECT row_number() OVER (ORDER BY d, charge_id), CASE WHEN charge_id % 43 <> 0 THEN charge_id END, payer, CASE WHEN pg_temp.v(lease_id, 31) < 0.5 THEN 'DD' WHEN pg_temp.v(lease_id, 31) < 0.88 THEN 'BT' WHEN pg_temp.v(lease_id, 31) < 0.91 THEN 'CA' ELSE 'CQ' END, d, a, b
FROM (SELECT c.charge_id, c.lease_id, CASE WHEN l.guarantor_id IS NOT NULL AND c.charge_id % 4 = 0 THEN l.guarantor_id ELSE l.tenant_id END AS payer, c.due_on + floor(26 * power(pg_temp.v(c.charge_id, 32), 2))::int - 6 AS d, CASE WHEN c.charge_id % 19 = 0 THEN round(c.gross_amt / 2, 2) ELSE c.gross_amt END AS a, CASE WHEN pg_temp.v(c.charge_id, 33) < 0.025 THEN 1 ELSE 0 END AS b
  FROM charge c JOIN lease l USING (lease_id) WHERE c.is_posted = 1 AND c.is_void = 0 AND pg_temp.v(c.charge_id, 34) < 0.92) q WHERE d < current_date;

CREATE TABLE work_order (
  wo_id integer PRIMARY KEY, unit_id integer, building_id integer NOT NULL, reported_by integer, contractor_id integer, approved_by integer, status smallint NOT NULL REFERENCES lk_wo_status, trade varchar(20) NOT NULL, priority smallint NOT NULL, subject varchar(60) NOT NULL,
  reported_at timestamp NOT NULL, due_on date, completed_on date, estimate_amt numeric(9,2), cost_net numeric(9,2), cost_vat numeric(9,2), is_recharged smallint NOT NULL);
COMMENT ON COLUMN work_order.priority IS '1 emergency, 2 urgent, 3 routine';
COMMENT ON COLUMN work_order.unit_id IS 'null = common parts of the building';
COMMENT ON COLUMN work_order.is_recharged IS '1 = the tenant pays for it';
INSERT INTO work_order
SELECT i, CASE WHEN i % 5 <> 0 THEN u.unit_id END, u.building_id, CASE WHEN i % 7 <> 0 THEN 43 + (i * 7) % 148 END, CASE WHEN st IN (2, 3, 4) THEN 30 + tr END, CASE WHEN st IN (3, 4) THEN 1 + i % 4 END, st,
  (ARRAY['plumbing','electrical','roofing','cleaning','locks','garden','lift','painting','heating','glazing','pests','general'])[tr], pr, (ARRAY['Leaking tap','No power in kitchen','Tiles missing','Stairwell dirty','Front door lock stuck','Hedge overgrown','Lift stops between floors','Damp patch on wall','Radiators cold','Cracked window','Mice in cellar','Door does not close'])[tr],
  r, r::date + CASE pr WHEN 1 THEN 1 WHEN 2 THEN 5 ELSE 28 END, CASE WHEN st = 4 THEN least(r::date + floor((CASE pr WHEN 1 THEN 3 WHEN 2 THEN 10 ELSE 40 END) * pg_temp.v(i, 44))::int, current_date - 1) END,
  CASE WHEN pr > 1 THEN round(c * 0.9, -1) END, CASE WHEN st = 4 AND i % 31 <> 0 THEN c END, CASE WHEN st = 4 AND i % 31 <> 0 THEN round(c * 0.2, 2) END, CASE WHEN i % 12 = 0 THEN 1 ELSE 0 END
FROM (SELECT i, r, CASE WHEN pg_temp.v(i, 41) < 0.06 THEN 5 WHEN r > current_date - 25 THEN 1 + i % 4 WHEN pg_temp.v(i, 42) < 0.05 THEN 3 ELSE 4 END AS st, 1 + floor(12 * power(pg_temp.v(i, 43), 1.2))::int AS tr, CASE WHEN i % 11 = 0 THEN 1 WHEN i % 3 = 0 THEN 2 ELSE 3 END AS pr, round((60 + 900 * power(pg_temp.v(i, 45), 3))::numeric, 2) AS c
  FROM (SELECT i, current_date - 1 - (260 - i) * 420 / 260 + interval '8 hours' + floor(600 * pg_temp.v(i, 46)) * interval '1 minute' AS r FROM generate_series(1, 260) i) a) b JOIN unit u ON u.unit_id = 1 + (i * 37) % 96;

CREATE TABLE lease_balance (
  lease_id integer NOT NULL, month_end date NOT NULL, balance numeric(10,2) NOT NULL, deposit_held numeric(9,2) NOT NULL, days_overdue smallint, PRIMARY KEY (lease_id, month_end));
COMMENT ON TABLE lease_balance IS 'Picture at month end; balance above 0 = the tenant owes us';
INSERT INTO lease_balance
SELECT lease_id, (date_trunc('month', current_date) - m * interval '1 month')::date - 1, CASE WHEN x < 0.72 THEN 0 WHEN x < 0.77 THEN -round((monthly_rent * 0.1)::numeric, 2) ELSE round((monthly_rent * (0.1 + 1.6 * pg_temp.v(lease_id * 30 + m, 52)))::numeric, 2) END, deposit_amt, CASE WHEN x >= 0.77 THEN floor(70 * pg_temp.v(lease_id * 30 + m, 52))::int END
FROM (SELECT l.*, m, pg_temp.v(l.lease_id * 30 + m, 51) AS x FROM lease l, generate_series(0, 5) m WHERE status IN (1, 2, 3) AND start_on < date_trunc('month', current_date) - m * interval '1 month' AND coalesce(moved_out_on, current_date) >= date_trunc('month', current_date) - m * interval '1 month') q;
ANALYZE;
