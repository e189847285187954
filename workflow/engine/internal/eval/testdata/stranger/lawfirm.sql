-- lawfirm: practice management of a commercial law firm. Dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE offices (office_id int PRIMARY KEY, name varchar(40) NOT NULL, city varchar(40) NOT NULL, country char(2) NOT NULL, opened_on date);
CREATE TABLE practice_groups (practice_group_id int PRIMARY KEY, name varchar(40) NOT NULL, head_id int);
COMMENT ON COLUMN practice_groups.head_id IS 'Timekeeper who leads the group';
CREATE TABLE timekeepers (
  timekeeper_id int PRIMARY KEY, initials varchar(4) NOT NULL, full_name varchar(60) NOT NULL, grade char(1) NOT NULL,
  office_id int NOT NULL REFERENCES offices, practice_group_id int REFERENCES practice_groups, supervisor_id int REFERENCES timekeepers,
  hired_on date NOT NULL, left_on date, target_hours int, cost_per_hour numeric(8,2));
COMMENT ON TABLE timekeepers IS 'Everybody who records time';
COMMENT ON COLUMN timekeepers.grade IS 'P = partner, C = counsel, A = associate, L = paralegal, T = trainee. "Lawyers" or "fee earners" are grades P, C and A';
COMMENT ON COLUMN timekeepers.left_on IS 'Last day at the firm; NULL = still here';
COMMENT ON COLUMN timekeepers.target_hours IS 'Billable hours expected per calendar year; NULL for trainees';
COMMENT ON COLUMN timekeepers.cost_per_hour IS 'Internal cost in USD';
ALTER TABLE practice_groups ADD FOREIGN KEY (head_id) REFERENCES timekeepers;
CREATE TABLE clients (
  client_id int PRIMARY KEY, client_number varchar(8) NOT NULL UNIQUE, name varchar(60) NOT NULL, industry varchar(30), city varchar(40),
  client_since date NOT NULL, ended_on date, payment_terms_days int NOT NULL, risk_rating smallint, originating_partner_id int REFERENCES timekeepers, key_client boolean NOT NULL);
COMMENT ON COLUMN clients.ended_on IS 'Day the relationship ended; NULL while active';
COMMENT ON COLUMN clients.risk_rating IS 'Anti-money-laundering risk: 1 low, 2 medium, 3 high; NULL = not yet assessed';
COMMENT ON COLUMN clients.originating_partner_id IS 'Partner who brought the client in';
CREATE TABLE matters (
  matter_id int PRIMARY KEY, matter_number varchar(12) NOT NULL UNIQUE, client_id int NOT NULL REFERENCES clients, title varchar(80) NOT NULL,
  practice_group_id int NOT NULL REFERENCES practice_groups, responsible_partner_id int NOT NULL REFERENCES timekeepers,
  opened_on date NOT NULL, closed_on date, status char(1) NOT NULL, fee_arrangement varchar(12) NOT NULL, fee_cap numeric(12,2), estimated_fees numeric(12,2), conflict_checked_on date);
COMMENT ON TABLE matters IS 'Cases and deals we work on; a client has many';
COMMENT ON COLUMN matters.status IS 'O = open, H = on hold, C = closed';
COMMENT ON COLUMN matters.fee_arrangement IS 'hourly, capped (hourly up to fee_cap), fixed, contingent or pro bono';
COMMENT ON COLUMN matters.estimated_fees IS 'Fee estimate given to the client at opening, USD (the budget)';
COMMENT ON COLUMN matters.conflict_checked_on IS 'Day of the conflict check; NULL = check missing';
CREATE TABLE billing_rates (timekeeper_id int NOT NULL REFERENCES timekeepers, valid_from date NOT NULL, valid_to date, hourly_rate numeric(8,2) NOT NULL, PRIMARY KEY (timekeeper_id, valid_from));
COMMENT ON TABLE billing_rates IS 'Standard hourly rates in USD over time; valid_to NULL = the rate in force';
CREATE TABLE activity_codes (activity_code varchar(4) PRIMARY KEY, description varchar(40) NOT NULL);
CREATE TABLE invoices (
  invoice_id int PRIMARY KEY, invoice_number varchar(12) NOT NULL UNIQUE, matter_id int NOT NULL REFERENCES matters, period_from date NOT NULL, period_to date NOT NULL,
  issued_on date NOT NULL, due_on date NOT NULL, fees numeric(12,2) NOT NULL, discount numeric(12,2) NOT NULL, disbursements numeric(12,2) NOT NULL, tax numeric(12,2) NOT NULL, total numeric(12,2) NOT NULL, status varchar(10) NOT NULL);
COMMENT ON COLUMN invoices.fees IS 'Fees after discount, before tax';
COMMENT ON COLUMN invoices.total IS 'fees + disbursements + tax';
COMMENT ON COLUMN invoices.status IS 'draft (not sent yet), sent, part paid, paid, void (cancelled). Drafts and void invoices do not count as billed';
CREATE TABLE time_entries (
  entry_id int PRIMARY KEY, matter_id int NOT NULL REFERENCES matters, timekeeper_id int NOT NULL REFERENCES timekeepers, work_date date NOT NULL, entered_on date NOT NULL,
  activity_code varchar(4) REFERENCES activity_codes, hours numeric(5,2) NOT NULL, billable boolean NOT NULL, hourly_rate numeric(8,2) NOT NULL, amount numeric(10,2) NOT NULL, status char(1) NOT NULL, invoice_id int REFERENCES invoices);
COMMENT ON COLUMN time_entries.entered_on IS 'Day the time was recorded, often later than work_date';
COMMENT ON COLUMN time_entries.amount IS 'hours * hourly_rate, 0 if not billable';
COMMENT ON COLUMN time_entries.status IS 'W = work in progress (unbilled, WIP), B = billed, X = written off, N = not billable';
CREATE TABLE disbursements (disbursement_id int PRIMARY KEY, matter_id int NOT NULL REFERENCES matters, incurred_on date NOT NULL, kind varchar(20) NOT NULL, amount numeric(10,2) NOT NULL, recoverable boolean NOT NULL, invoice_id int REFERENCES invoices);
COMMENT ON TABLE disbursements IS 'Costs paid for a matter (court fees, experts, travel ...)';
COMMENT ON COLUMN disbursements.recoverable IS 'true = may be charged on to the client';
CREATE TABLE payments (payment_id int PRIMARY KEY, invoice_id int NOT NULL REFERENCES invoices, received_on date NOT NULL, amount numeric(12,2) NOT NULL, method varchar(10) NOT NULL);
COMMENT ON COLUMN payments.method IS 'wire, check, card or trust (taken from the client''s trust account)';
CREATE TABLE write_off_reasons (reason_code varchar(3) PRIMARY KEY, description varchar(50) NOT NULL);
CREATE TABLE write_offs (write_off_id int PRIMARY KEY, matter_id int NOT NULL REFERENCES matters, invoice_id int REFERENCES invoices, written_off_on date NOT NULL, amount numeric(12,2) NOT NULL, reason_code varchar(3) REFERENCES write_off_reasons, approved_by int REFERENCES timekeepers);
COMMENT ON COLUMN write_offs.invoice_id IS 'The invoice given up (bad debt); NULL = unbilled time written off';
CREATE TABLE trust_transactions (transaction_id int PRIMARY KEY, client_id int NOT NULL REFERENCES clients, matter_id int REFERENCES matters, posted_on date NOT NULL, kind char(1) NOT NULL, amount numeric(12,2) NOT NULL, reconciled boolean NOT NULL);
COMMENT ON TABLE trust_transactions IS 'Client money held in trust; the balance of a client is the sum of its amounts';
COMMENT ON COLUMN trust_transactions.kind IS 'D = deposit (retainer), F = transfer to pay our fees, R = refund to the client, T = paid to a third party; all but D are negative';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;

INSERT INTO offices VALUES (1,'Head Office','Boston','US','1988-05-01'),(2,'Midtown','New York','US','2003-09-15'),(3,'Lakeside','Chicago','US','2014-02-01'),(4,'City of London','London','GB','2019-10-01');
INSERT INTO practice_groups VALUES (1,'Corporate and M&A',NULL),(2,'Litigation',NULL),(3,'Employment',NULL),(4,'Real Estate',NULL),(5,'Intellectual Property',NULL),(6,'Tax',NULL);
INSERT INTO timekeepers
SELECT i, upper(substr(f,1,1)||substr(l,1,2)), f||' '||l, g, CASE WHEN i % 9 = 4 THEN 4 ELSE 1 + (i*5) % 3 END, 1 + (i*7) % 6, NULL,
  (current_date - (160 + i * 37 % 900 + CASE g WHEN 'P' THEN 3600 WHEN 'C' THEN 2500 WHEN 'A' THEN 700 ELSE 60 END))::date,
  CASE WHEN i IN (9,17,26) THEN (current_date - i * 11)::date END,
  CASE g WHEN 'P' THEN 1300 WHEN 'C' THEN 1450 WHEN 'A' THEN 1700 WHEN 'L' THEN 1250 END / 3,
  CASE g WHEN 'P' THEN 190 WHEN 'C' THEN 140 WHEN 'A' THEN 95 WHEN 'L' THEN 55 ELSE 40 END + i % 7 * 2.5
FROM (SELECT i, (ARRAY['Helen','Robert','Priya','Daniel','Marta','George','Lucy','Omar','Chloe','Peter','Amara','Victor','Nadia','Simon','Grace','Tom','Elena','Hugo','Ruth','Kevin','Joan','Felix','Diane','Samuel','Irene','Colin','Wendy','Arjun','Beth','Louis'])[i] f,
 (ARRAY['Ashworth','Calder','Raman','Okafor','Silva','Whitlock','Chen','Haddad','Brandt','Novak','Obi','Lindgren','Petrov','Garner','Mbeki','Farrell','Costa','Renard','Abrams','Doyle','Kessler','Moran','Whitaker','Adeyemi','Stone','Pratt','Yardley','Mehta','Crowe','Vance'])[i] l,
 CASE WHEN i <= 8 THEN 'P' WHEN i <= 12 THEN 'C' WHEN i <= 22 THEN 'A' WHEN i <= 27 THEN 'L' ELSE 'T' END g FROM generate_series(1,30) i) x;
UPDATE timekeepers SET supervisor_id = 1 + (timekeeper_id * 3) % 8 WHERE grade NOT IN ('P');
UPDATE practice_groups p SET head_id = (SELECT min(timekeeper_id) FROM timekeepers t WHERE t.practice_group_id = p.practice_group_id AND grade IN ('P','C'));
INSERT INTO clients
SELECT i, 'C' || (1000 + i*7), n, CASE WHEN i % 17 = 5 THEN NULL ELSE (ARRAY['Technology','Healthcare','Manufacturing','Banking','Retail','Energy','Real Estate','Media'])[1 + pg_temp.h('in'||i,8)] END,
 (ARRAY['Boston','New York','Chicago','London','Cambridge','Hartford','Newark'])[1 + pg_temp.h('ci'||i,7)],
 (current_date - (40 + pg_temp.h('cs'||i,2200) + CASE WHEN i < 30 THEN 1300 ELSE 0 END))::date, NULL,
 (ARRAY[14,30,30,30,45,60])[1 + pg_temp.h('pt'||i,6)], CASE WHEN i % 13 = 6 THEN NULL ELSE (ARRAY[1,1,1,2,2,3])[1+pg_temp.h('rk'||i,6)] END, 1 + pg_temp.h('op'||i,8), i % 6 = 1
FROM (SELECT row_number() OVER ()::int i, n FROM unnest(ARRAY['Halden Biotech','Northgate Bank','Meridian Foods','Orchid Health','Castle Rock Energy','Bluefin Software','Pelham Properties','Stonebridge Capital','Vertex Robotics','Larkspur Media','Union Steelworks','Greenfield Solar','Atlas Freight','Quill Publishing','Redwood Hotels','Summit Insurance','Harbor Pharma','Crane Aerospace','Ivory Cosmetics','Kestrel Airlines','Maple Grocers','Oakline Furniture','Pinnacle Telecom','Riverton Schools','Sable Motors','Tidewater Shipping','Umber Ceramics','Vista Diagnostics','Westlake Brewing','Xenia Labs','Yarrow Textiles','Zephyr Wind','Argent Mining','Beacon Charities','Corvid Security','Dunmore Estates','Ember Games','Falcon Logistics','Garnet Jewelers','Hollis Family Office','Inlet Fisheries','Juniper Clinics','Kingsley Trust','Lomond Whisky','Marlow Construction','Nimbus Cloud','Opal Fintech','Prairie Rail','Quarry Cement','Rosewood Senior Living','Saffron Restaurants','Thistle Wool','Underhill Farms','Vermilion Arts','Willow Creek Vineyards'])  n) x;
INSERT INTO matters
SELECT i, 'M-' || to_char(op,'YY') || '-' || lpad((i*3)::text,4,'0'), cl, t, pg, rp, op, CASE WHEN op + dur < current_date THEN op + dur END,
 CASE WHEN op + dur < current_date THEN 'C' WHEN pg_temp.h('hd'||i,12) = 0 THEN 'H' ELSE 'O' END, fa, CASE WHEN fa = 'capped' THEN 20000 + 5000 * pg_temp.h('cap'||i,9) END,
 CASE WHEN fa = 'pro bono' OR pg_temp.h('es'||i,9) = 0 THEN NULL ELSE 6000 + 1500 * pg_temp.h('est'||i,40) END, CASE WHEN pg_temp.h('cc'||i,23) = 0 THEN NULL ELSE op - pg_temp.h('cd'||i,9) END
FROM (SELECT i, c.client_id cl, 1 + pg_temp.h('pg'||i,6) pg, 1 + pg_temp.h('rp'||i,8) rp,
   greatest(c.client_since, (current_date - pg_temp.h('op'||i,1250)))::date op, 90 + pg_temp.h('du'||i,700) dur,
   (ARRAY['hourly','hourly','hourly','hourly','hourly','capped','capped','fixed','contingent','pro bono'])[1 + pg_temp.h('fa'||i,10)] fa,
   (ARRAY[ARRAY['Acquisition of ','Series B financing ','Shareholder agreement ','Joint venture '],ARRAY['Dispute with ','Class action ','Arbitration against ','Contract claim '],ARRAY['Dismissal case ','Staff handbook ','Works council ','Discrimination claim '],ARRAY['Lease of ','Sale of ','Zoning of ','Construction of '],ARRAY['Patent filing ','Trademark watch ','License agreement ','Infringement by '],ARRAY['Audit ','Transfer pricing ','Restructuring ','VAT appeal ']])[1 + pg_temp.h('pg'||i,6)][1 + pg_temp.h('ti'||i,4)]
   || (ARRAY['Alder','Bishop','Cobalt','Delta','Everest','Fulton','Gamma','Hudson','Iris','Jasper','Kepler','Lotus','Mistral','Neptune','Onyx','Phoenix','Quartz','Raven','Sequoia','Titan'])[1 + pg_temp.h('tj'||i,20)] || ' ' || (1 + i % 9) t
  FROM generate_series(1,230) i JOIN clients c ON c.client_id = 1 + (pg_temp.h('cl'||i,52) * pg_temp.h('cm'||i,52) / 52)) x;
UPDATE clients c SET ended_on = x.d + 20 FROM (SELECT client_id, max(closed_on) d FROM matters GROUP BY 1 HAVING bool_and(closed_on IS NOT NULL)) x WHERE x.client_id = c.client_id AND c.client_id % 3 > 0 AND x.d + 20 <= current_date;
INSERT INTO billing_rates
SELECT timekeeper_id, greatest(hired_on, (date_trunc('year',current_date) - k * interval '1 year')::date), CASE WHEN k > 0 THEN (date_trunc('year',current_date) - (k-1) * interval '1 year' - interval '1 day')::date END,
 CASE grade WHEN 'P' THEN 780 WHEN 'C' THEN 610 WHEN 'A' THEN 390 WHEN 'L' THEN 185 ELSE 120 END + timekeeper_id % 6 * 15 - k * 20 - CASE WHEN timekeeper_id % 4 = 0 THEN k * 15 ELSE 0 END
FROM timekeepers, generate_series(0,3) k WHERE hired_on < (date_trunc('year',current_date) - (k-1) * interval '1 year')::date AND (k > 0 OR left_on IS NULL OR left_on >= date_trunc('year',current_date));
INSERT INTO activity_codes VALUES ('A101','Drafting and revising'),('A102','Research'),('A103','Client communication'),('A104','Court appearance'),('A105','Negotiation'),('A106','Due diligence'),('A107','Travel'),('A108','Internal meeting');
INSERT INTO write_off_reasons VALUES ('DIS','Client disputes the work'),('INS','Client insolvent'),('EST','Over the estimate'),('QUA','Quality of the work'),('REL','Goodwill'),('TIM','Recorded too late');

CREATE TEMP TABLE te AS
WITH mg AS (SELECT practice_group_id, array_agg(matter_id ORDER BY matter_id) a FROM matters GROUP BY 1),
c AS (SELECT t.timekeeper_id tk, t.grade g, d::date d, j, t.timekeeper_id||'-'||(current_date - d::date)||'-'||j k, CASE WHEN pg_temp.h('og'||t.timekeeper_id||'-'||(current_date - d::date)||'-'||j,5) = 0 THEN 1 + pg_temp.h('oh'||t.timekeeper_id||'-'||(current_date - d::date)||'-'||j,6) ELSE t.practice_group_id END pg
 FROM timekeepers t, generate_series(date_trunc('year',current_date) - interval '2 years', current_date, interval '1 day') d, generate_series(1,4) j
 WHERE extract(isodow from d) <= 5 AND d >= t.hired_on AND (t.left_on IS NULL OR d <= t.left_on) AND pg_temp.h('va'||t.timekeeper_id||'-'||(current_date - d::date)/9,11) > 0)
SELECT row_number() OVER (ORDER BY d, tk, j)::int id, m.matter_id mid, c.tk, d, least(current_date, d + CASE WHEN pg_temp.h('en'||k,5) < 3 THEN 0 ELSE pg_temp.h('eo'||k,13) END)::date ent,
 CASE WHEN pg_temp.h('ac'||k,40) = 0 THEN NULL ELSE (ARRAY['A101','A101','A101','A102','A102','A103','A103','A104','A105','A106','A107','A108'])[1+pg_temp.h('ab'||k,12)] END ac,
 (1 + pg_temp.h('hr'||k,14)) * 0.25 hrs, (m.fee_arrangement <> 'pro bono' AND pg_temp.h('bi'||k,9) > 0) bi, r.hourly_rate rt, m.fee_arrangement fa, k
FROM c JOIN mg ON mg.practice_group_id = c.pg JOIN matters m ON m.matter_id = mg.a[1 + pg_temp.h('ma'||k, array_length(mg.a,1))]
JOIN billing_rates r ON r.timekeeper_id = c.tk AND c.d >= r.valid_from AND (r.valid_to IS NULL OR c.d <= r.valid_to)
WHERE c.d >= m.opened_on AND (m.closed_on IS NULL OR c.d <= m.closed_on);
CREATE TEMP TABLE inv AS
SELECT row_number() OVER (ORDER BY iss, mid)::int id, q.* FROM (
 SELECT mid, mo, (mo + interval '1 month')::date + 3 + pg_temp.h('is'||mid||'-'||extract(year from age(date_trunc('month',current_date),mo))*12+extract(month from age(date_trunc('month',current_date),mo)),16) iss, sum(hrs*rt) v, mid||'-'||(extract(year from age(date_trunc('month',current_date),mo))*12+extract(month from age(date_trunc('month',current_date),mo))) k
 FROM (SELECT mid, hrs, rt, date_trunc('month',d)::date mo FROM te WHERE bi AND fa IN ('hourly','capped','fixed')) z GROUP BY mid, mo HAVING sum(hrs*rt) > 1500) q
WHERE iss <= current_date AND pg_temp.h('nb'||k,20) > 1;
INSERT INTO invoices
SELECT i.id, 'INV-' || (40000 + i.id), mid, mo, (mo + interval '1 month' - interval '1 day')::date, iss, iss + c.payment_terms_days, v - di, di, 0, 0, 0,
 CASE WHEN pg_temp.h('vo'||k,45) = 0 THEN 'void' WHEN iss > current_date - 12 AND pg_temp.h('dr'||k,2) = 0 THEN 'draft' ELSE 'sent' END
FROM (SELECT inv.*, CASE WHEN pg_temp.h('di'||k,6) = 0 THEN round(v * (5 + pg_temp.h('dp'||k,3)*5) / 100, 2) ELSE 0 END di FROM inv) i JOIN matters m ON m.matter_id = i.mid JOIN clients c USING (client_id);
INSERT INTO time_entries
SELECT te.id, te.mid, tk, d, ent, ac, hrs, bi, rt, CASE WHEN bi THEN hrs*rt ELSE 0 END, CASE WHEN NOT bi THEN 'N' WHEN i.invoice_id IS NOT NULL THEN 'B' WHEN d < current_date - 120 AND fa <> 'contingent' AND pg_temp.h('wx'||k,3) = 0 THEN 'X' ELSE 'W' END, i.invoice_id
FROM te LEFT JOIN invoices i ON bi AND i.matter_id = te.mid AND te.d BETWEEN i.period_from AND i.period_to AND i.status <> 'void';
INSERT INTO disbursements
SELECT row_number() OVER (ORDER BY d, mid)::int, mid, d, kd, am, rec, inv FROM (
 SELECT m.matter_id mid, (m.opened_on + pg_temp.h('dd'||m.matter_id||'-'||j, least(coalesce(m.closed_on,current_date) - m.opened_on, 1000) + 1))::date d, (ARRAY['court fee','expert','travel','courier','translation','filing fee'])[1+pg_temp.h('dk'||m.matter_id||'-'||j,6)] kd,
  round((35 + pg_temp.h('da'||m.matter_id||'-'||j,900) * (1 + pg_temp.h('db'||m.matter_id||'-'||j,4)) * 0.83)::numeric,2) am, m.fee_arrangement <> 'pro bono' AND pg_temp.h('dr'||m.matter_id||'-'||j,7) > 0 rec, NULL::int inv
 FROM matters m, generate_series(1,6) j WHERE pg_temp.h('dn'||m.matter_id||'-'||j,10) < 6) z;
UPDATE disbursements x SET invoice_id = i.invoice_id FROM invoices i WHERE x.recoverable AND i.matter_id = x.matter_id AND x.incurred_on BETWEEN i.period_from AND i.period_to AND i.status <> 'void';
UPDATE invoices i SET disbursements = coalesce((SELECT sum(amount) FROM disbursements x WHERE x.invoice_id = i.invoice_id),0);
UPDATE invoices SET tax = round((fees + disbursements) * 0.0625, 2);
UPDATE invoices SET total = fees + disbursements + tax;
INSERT INTO payments
SELECT row_number() OVER (ORDER BY rd, invoice_id)::int, invoice_id, rd, am, (ARRAY['wire','wire','wire','wire','check','check','card','trust'])[1+pg_temp.h('pm'||k,8)] FROM (
 SELECT i.invoice_id, k||'a' k, CASE WHEN pg_temp.h('pp'||k,9) = 0 THEN round(i.total * 0.4,2) ELSE i.total END am, (i.due_on - 12 + pg_temp.h('pd'||k,10)*pg_temp.h('pe'||k,8))::date rd FROM invoices i JOIN inv ON inv.id = i.invoice_id WHERE i.status = 'sent' AND pg_temp.h('np'||k,17) > 0
 UNION ALL
 SELECT i.invoice_id, k||'b', i.total - round(i.total * 0.4,2), (i.due_on + 65 + pg_temp.h('pg'||k,40))::date FROM invoices i JOIN inv ON inv.id = i.invoice_id WHERE i.status = 'sent' AND pg_temp.h('np'||k,17) > 0 AND pg_temp.h('pp'||k,9) = 0 AND pg_temp.h('p2'||k,3) > 0) z WHERE rd <= current_date;
UPDATE invoices i SET status = CASE WHEN p.s >= i.total THEN 'paid' ELSE 'part paid' END FROM (SELECT invoice_id, sum(amount) s FROM payments GROUP BY 1) p WHERE p.invoice_id = i.invoice_id;
INSERT INTO write_offs
SELECT row_number() OVER (ORDER BY d, mid, am)::int, mid, inv, d, am, CASE WHEN pg_temp.h('wc'||k,14) = 0 THEN NULL ELSE (ARRAY['DIS','DIS','EST','EST','EST','INS','QUA','REL','REL','TIM'])[1+pg_temp.h('wr'||k,10)] END, 1 + pg_temp.h('wa'||k,8) FROM (
 SELECT matter_id mid, NULL::int inv, (max(work_date) + 95 + pg_temp.h('wd'||matter_id,20))::date d, sum(amount) am, matter_id||'t'||(date_trunc('quarter',current_date)::date - date_trunc('quarter',work_date)::date)/80 k FROM time_entries WHERE status = 'X' GROUP BY matter_id, date_trunc('quarter',work_date)
 UNION ALL
 SELECT matter_id, invoice_id, (due_on + 150)::date, total, 'i'||invoice_id FROM invoices WHERE status = 'sent' AND due_on < current_date - 150 AND pg_temp.h('wi'||invoice_id,2) = 0) z WHERE d <= current_date;
INSERT INTO trust_transactions
SELECT row_number() OVER (ORDER BY d, cid, kd)::int, cid, mid, d, kd, am, d < current_date - 40 OR pg_temp.h('rc'||cid||kd,3) > 0 FROM (
 SELECT client_id cid, matter_id mid, opened_on + 5 d, 'D' kd, (5000 + 2500 * pg_temp.h('td'||matter_id,14))::numeric am FROM matters WHERE pg_temp.h('tt'||matter_id,10) < 5 AND opened_on + 5 <= current_date
 UNION ALL SELECT m.client_id, i.matter_id, p.received_on, 'F', -p.amount FROM payments p JOIN invoices i USING (invoice_id) JOIN matters m USING (matter_id) WHERE p.method = 'trust'
 UNION ALL SELECT m.client_id, i.matter_id, p.received_on - 3, 'D', round(p.amount * 1.1, -2) FROM payments p JOIN invoices i USING (invoice_id) JOIN matters m USING (matter_id) WHERE p.method = 'trust' AND p.payment_id % 8 > 0
 UNION ALL SELECT client_id, matter_id, (closed_on + 10)::date, 'R', -(1000 + 250 * pg_temp.h('tr'||matter_id,12))::numeric FROM matters WHERE pg_temp.h('tt'||matter_id,10) < 3 AND closed_on + 10 <= current_date
 UNION ALL SELECT client_id, NULL, (client_since + 200)::date, 'D', (8000 + 400 * (client_id % 9))::numeric FROM clients WHERE client_id % 4 = 2 AND client_since + 200 <= current_date
 UNION ALL SELECT client_id, matter_id, (opened_on + 60)::date, 'T', -(1500 + 125 * pg_temp.h('t3'||matter_id,16))::numeric FROM matters WHERE pg_temp.h('tt'||matter_id,10) < 2 AND practice_group_id IN (1,4) AND opened_on + 60 <= current_date) z;
ANALYZE;
