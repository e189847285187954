-- rental: property management back office. Dates move with the day of loading. Only part of the keys is declared.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE ownr (own_id int PRIMARY KEY, own_nm varchar(60) NOT NULL, own_typ char(1) NOT NULL, mgmt_fee_pct numeric(5,2) NOT NULL, rsv_amt numeric(12,2));
COMMENT ON TABLE ownr IS 'Owners of the properties we manage (landlords)';
COMMENT ON COLUMN ownr.own_typ IS 'I = individual, C = company, F = fund';
COMMENT ON COLUMN ownr.mgmt_fee_pct IS 'Management fee, percent of rent collected';
COMMENT ON COLUMN ownr.rsv_amt IS 'Reserve held for repairs, USD; NULL = none agreed';
CREATE TABLE emp (emp_id int PRIMARY KEY, emp_nm varchar(60) NOT NULL, role_cd char(2) NOT NULL, hire_dt date NOT NULL, term_dt date);
COMMENT ON TABLE emp IS 'Our staff';
COMMENT ON COLUMN emp.role_cd IS 'PM = property manager, LA = leasing agent, MT = maintenance technician, IN = inspector';
CREATE TABLE prop (prop_id int PRIMARY KEY, prop_cd char(4) NOT NULL, prop_nm varchar(60) NOT NULL, prop_typ char(2) NOT NULL, addr varchar(80), cty varchar(40) NOT NULL, st_cd char(2) NOT NULL, yr_blt smallint, own_id int NOT NULL REFERENCES ownr, mgr_id int REFERENCES emp, acq_dt date NOT NULL, ext_dt date);
COMMENT ON TABLE prop IS 'Properties (buildings) under management';
COMMENT ON COLUMN prop.prop_typ IS 'GA = garden apartments, HR = high-rise, TH = townhouses, ST = student housing';
COMMENT ON COLUMN prop.acq_dt IS 'Day we took over the management';
COMMENT ON COLUMN prop.ext_dt IS 'Day the management contract ended; NULL while managed';
CREATE TABLE unit (unit_id int PRIMARY KEY, prop_id int NOT NULL REFERENCES prop, unit_no varchar(8) NOT NULL, bd smallint NOT NULL, ba numeric(3,1) NOT NULL, sqft int, mkt_rent numeric(9,2) NOT NULL, stat_cd char(1) NOT NULL, last_reno_dt date);
COMMENT ON TABLE unit IS 'Apartments';
COMMENT ON COLUMN unit.bd IS 'Bedrooms, 0 = studio';
COMMENT ON COLUMN unit.ba IS 'Bathrooms';
COMMENT ON COLUMN unit.mkt_rent IS 'Monthly asking (market) rent, USD';
COMMENT ON COLUMN unit.stat_cd IS 'O = occupied, N = occupied, notice given, V = vacant, D = down (not rentable). Occupancy = (O + N) / all units without D';
CREATE TABLE tnt (tnt_id int PRIMARY KEY, tnt_nm varchar(60) NOT NULL, email varchar(80), dob date, crdt_scr smallint, mo_inc numeric(9,2), pet_cnt smallint NOT NULL, autopay_flg boolean NOT NULL);
COMMENT ON TABLE tnt IS 'Tenants (residents)';
COMMENT ON COLUMN tnt.crdt_scr IS 'Credit score at application; NULL = no credit history';
COMMENT ON COLUMN tnt.mo_inc IS 'Monthly income stated at application, USD';
CREATE TABLE lse (lse_id int PRIMARY KEY, lse_no varchar(10) NOT NULL, unit_id int NOT NULL REFERENCES unit, tnt_id int NOT NULL REFERENCES tnt, agt_id int, sgn_dt date NOT NULL, strt_dt date NOT NULL, end_dt date NOT NULL, mv_out_dt date, ntc_dt date, mo_rent numeric(9,2) NOT NULL, dep_amt numeric(9,2) NOT NULL, dep_rtn_amt numeric(9,2), stat_cd char(3) NOT NULL, prv_lse_id int);
COMMENT ON TABLE lse IS 'Leases (rental contracts)';
COMMENT ON COLUMN lse.agt_id IS 'Leasing agent who signed it (emp); NULL = signed online';
COMMENT ON COLUMN lse.end_dt IS 'Contractual end of the term';
COMMENT ON COLUMN lse.mv_out_dt IS 'Day the tenant left or will leave; NULL if still living there or renewed';
COMMENT ON COLUMN lse.ntc_dt IS 'Day notice was given';
COMMENT ON COLUMN lse.dep_amt IS 'Security deposit taken';
COMMENT ON COLUMN lse.dep_rtn_amt IS 'Part of the deposit paid back after move-out';
COMMENT ON COLUMN lse.stat_cd IS 'PND = signed, not begun; ACT = running; NTC = running, notice given; RNW = ended by a renewal; EXP = ended, tenant moved out at term; TRM = terminated early by the tenant; EVC = evicted. Current leases are ACT and NTC';
COMMENT ON COLUMN lse.prv_lse_id IS 'The lease this one renews; NULL for a new tenant';
CREATE TABLE lk_chg_typ (chg_typ char(3) PRIMARY KEY, chg_desc varchar(40) NOT NULL, gl_acct char(4) NOT NULL);
CREATE TABLE chg (chg_id int PRIMARY KEY, lse_id int NOT NULL REFERENCES lse, chg_typ char(3) NOT NULL REFERENCES lk_chg_typ, due_dt date NOT NULL, post_dt date NOT NULL, amt numeric(9,2) NOT NULL, void_flg boolean NOT NULL);
COMMENT ON TABLE chg IS 'What tenants are charged';
COMMENT ON COLUMN chg.amt IS 'USD; concessions are negative';
COMMENT ON COLUMN chg.void_flg IS 'true = cancelled, does not count';
CREATE TABLE pmt (pmt_id int PRIMARY KEY, lse_id int NOT NULL REFERENCES lse, rcv_dt date NOT NULL, dep_dt date, amt numeric(9,2) NOT NULL, mthd_cd char(1) NOT NULL, nsf_flg boolean NOT NULL);
COMMENT ON TABLE pmt IS 'Payments of tenants';
COMMENT ON COLUMN pmt.rcv_dt IS 'Day received';
COMMENT ON COLUMN pmt.dep_dt IS 'Day banked; NULL = not yet';
COMMENT ON COLUMN pmt.mthd_cd IS 'A = ACH (bank debit), C = check, K = card, M = money order';
COMMENT ON COLUMN pmt.nsf_flg IS 'true = bounced (not sufficient funds); the money did not come in';
CREATE TABLE lk_wo_cat (cat_cd char(3) PRIMARY KEY, cat_desc varchar(40) NOT NULL);
CREATE TABLE vend (vend_id int PRIMARY KEY, vend_nm varchar(60) NOT NULL, cat_cd char(3), ins_exp_dt date, pref_flg boolean NOT NULL);
COMMENT ON TABLE vend IS 'Outside contractors';
COMMENT ON COLUMN vend.ins_exp_dt IS 'Liability insurance valid until; NULL = no certificate on file';
COMMENT ON COLUMN vend.pref_flg IS 'Preferred contractor';
CREATE TABLE wo (wo_id int PRIMARY KEY, unit_id int NOT NULL, lse_id int, cat_cd char(3) NOT NULL, pri_cd smallint NOT NULL, src_cd char(1) NOT NULL, opn_dt date NOT NULL, sch_dt date, cmp_dt date, stat_cd char(1) NOT NULL, tech_id int, vend_id int, lbr_amt numeric(9,2), mat_amt numeric(9,2), rating smallint);
COMMENT ON TABLE wo IS 'Maintenance tickets (work orders)';
COMMENT ON COLUMN wo.lse_id IS 'Lease running when it was reported; NULL for a vacant unit';
COMMENT ON COLUMN wo.pri_cd IS '1 = emergency, 2 = urgent, 3 = normal, 4 = can wait';
COMMENT ON COLUMN wo.src_cd IS 'T = reported by the tenant, S = by our staff, I = found at an inspection';
COMMENT ON COLUMN wo.stat_cd IS 'N = new, S = scheduled, C = completed, X = cancelled. Open tickets are N and S';
COMMENT ON COLUMN wo.tech_id IS 'Own technician (emp), or NULL when a contractor (vend_id) does it';
COMMENT ON COLUMN wo.lbr_amt IS 'Labour cost, USD; total cost = lbr_amt + mat_amt; NULL until completed';
COMMENT ON COLUMN wo.mat_amt IS 'Material cost, USD';
COMMENT ON COLUMN wo.rating IS 'Tenant''s stars 1 to 5; NULL = not rated';
CREATE TABLE insp (insp_id int PRIMARY KEY, unit_id int NOT NULL, insp_typ char(2) NOT NULL, sch_dt date NOT NULL, done_dt date, emp_id int, score smallint, rslt_cd char(1));
COMMENT ON TABLE insp IS 'Inspections of units';
COMMENT ON COLUMN insp.insp_typ IS 'MI = move-in, MO = move-out, AN = annual, SF = safety';
COMMENT ON COLUMN insp.done_dt IS 'NULL = not done yet';
COMMENT ON COLUMN insp.rslt_cd IS 'P = passed, F = failed, C = passed with conditions; NULL = not done yet';
CREATE TABLE rent_hst (unit_id int NOT NULL, eff_dt date NOT NULL, mkt_rent numeric(9,2) NOT NULL, PRIMARY KEY (unit_id, eff_dt));
COMMENT ON TABLE rent_hst IS 'Asking rents over time; the latest eff_dt up to a day is the one in force';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;

INSERT INTO ownr VALUES (1,'Harlan Whitby','I',8.00,5000),(2,'Cedar Point Partners LLC','C',6.50,25000),(3,'Blue Heron Housing Fund','F',5.25,60000),(4,'Maria Delgado','I',9.00,NULL),(5,'Sunset Ridge Holdings','C',7.00,18000),(6,'Campus Living REIT','F',5.75,40000);
INSERT INTO emp SELECT i, n, r, (current_date - 200 - i*97)::date, CASE WHEN i IN (6,13) THEN (current_date - 150 - i)::date END FROM (VALUES
 (1,'Joanna Pike','PM'),(2,'Carlos Rivera','PM'),(3,'Denise Holt','PM'),(4,'Andre Simmons','PM'),(5,'Molly Tran','LA'),(6,'Greg Fisher','LA'),(7,'Keisha Brown','LA'),(8,'Tomás Vega','MT'),(9,'Bill Norris','MT'),(10,'Yuri Petrenko','MT'),(11,'Sam Oduya','MT'),(12,'Lena Fischer','MT'),(13,'Rick Dalton','MT'),(14,'Hannah Cole','IN'),(15,'Marcus Lee','IN'),(16,'Paula Neves','LA')) v(i,n,r);
INSERT INTO prop SELECT i, cd, nm, ty, (100+i*37)||' '||st, c, s, yb, ow, mg, (current_date - 1300 - i*61)::date, NULL FROM (VALUES
 (1,'OAKC','Oak Creek','GA','Creek Rd','Austin','TX',1987,2,1),(2,'LKVW','Lakeview Tower','HR','Shore Dr','Austin','TX',2011,3,1),(3,'MAPL','Maple Court','GA','Maple St','Round Rock','TX',1994,1,2),(4,'RIVR','Riverside Lofts','HR','River Walk','San Antonio','TX',2016,3,2),(5,'PINE','Pine Hollow','TH','Hollow Ln','San Antonio','TX',2003,5,2),(6,'SUNR','Sunridge','GA','Ridge Ave','Tulsa','OK',1979,5,3),(7,'CAMP','College Park','ST','University Blvd','Norman','OK',2008,6,3),(8,'SOON','Sooner Village','ST','Elm Ave','Norman','OK',2018,6,3),(9,'BRKS','Brookside','TH','Brook St','Tulsa','OK',1999,4,NULL),(10,'GRND','The Grand','HR','Main St','Dallas','TX',2019,3,4),(11,'WILL','Willow Bend','GA','Bend Rd','Dallas','TX',1991,2,4),(12,'HILL','Hillcrest Homes','TH','Crest Dr','Dallas','TX',2006,4,4)) v(i,cd,nm,ty,st,c,s,yb,ow,mg);
INSERT INTO unit
SELECT row_number() OVER (ORDER BY prop_id, j)::int, prop_id, CASE prop_typ WHEN 'TH' THEN 'T'||j ELSE (1 + (j-1)/6)||lpad((1+(j-1)%6)::text,2,'0') END, bd, 1 + bd/2*0.5 + CASE WHEN bd=3 THEN .5 ELSE 0 END, CASE WHEN pg_temp.h('sq'||prop_id||'-'||j,25)=0 THEN NULL ELSE 430 + bd*230 + pg_temp.h('s'||prop_id||'-'||j,16)*10 END,
 700 + bd*310 + CASE prop_typ WHEN 'HR' THEN 420 WHEN 'TH' THEN 250 WHEN 'ST' THEN -60 ELSE 0 END + CASE cty WHEN 'Austin' THEN 260 WHEN 'Dallas' THEN 180 WHEN 'Round Rock' THEN 120 WHEN 'San Antonio' THEN 60 ELSE 0 END + pg_temp.h('m'||prop_id||'-'||j,13)*10, 'V',
 CASE WHEN pg_temp.h('re'||prop_id||'-'||j,3)=0 THEN (current_date - 40 - pg_temp.h('rf'||prop_id||'-'||j,2400))::date END
FROM (SELECT p.*, j, CASE prop_typ WHEN 'TH' THEN 2 + pg_temp.h('b'||prop_id||'-'||j,2) WHEN 'ST' THEN 1 + pg_temp.h('b'||prop_id||'-'||j,4)%3 ELSE pg_temp.h('b'||prop_id||'-'||j,4) END bd FROM prop p, generate_series(1, CASE prop_typ WHEN 'HR' THEN 34 WHEN 'GA' THEN 24 WHEN 'ST' THEN 22 ELSE 11 END - p.prop_id % 3) j) x;
INSERT INTO rent_hst SELECT unit_id, (date_trunc('year',current_date) - k * interval '1 year' + interval '2 months')::date, mkt_rent - k * (15 + pg_temp.h('rh'||unit_id||k,5)*10) FROM unit, generate_series(0,2) k WHERE (date_trunc('year',current_date) - k * interval '1 year' + interval '2 months')::date <= current_date;

CREATE TEMP TABLE L AS
WITH RECURSIVE r AS (
 SELECT u.unit_id, 0 k, (current_date - 1180 + pg_temp.h('st'||u.unit_id,330))::date s, NULL::date e, NULL::text st, NULL::date mo, false rn, 0 tn FROM unit u WHERE pg_temp.h('dn'||u.unit_id,45) > 0
 UNION ALL
 SELECT unit_id, k+1, CASE WHEN k = 0 THEN s ELSE nx END, CASE WHEN k = 0 THEN s ELSE nx END + len - 1, ty, NULL, k > 0 AND rn2, CASE WHEN k > 0 AND rn2 THEN tn ELSE tn + 1 END
 FROM (SELECT r.*, CASE WHEN st = 'RNW' THEN e + 1 WHEN st = 'TRM' THEN e - 70 + pg_temp.h('g'||unit_id||k,60) WHEN st='EVC' THEN e - 60 + pg_temp.h('g'||unit_id||k,90) ELSE e + 6 + pg_temp.h('g'||unit_id||k,52) END nx, st = 'RNW' rn2,
   (CASE WHEN pg_temp.h('ln'||unit_id||k,7) = 0 THEN 183 ELSE 365 END) len,
   (ARRAY['RNW','RNW','RNW','RNW','RNW','EXP','EXP','EXP','TRM','EVC'])[1 + pg_temp.h('ty'||unit_id||'-'||k,10)] ty FROM r) z WHERE k < 7 AND (k = 0 OR nx <= current_date + 30))
SELECT row_number() OVER (ORDER BY s, unit_id)::int id, unit_id, k, s, e, st, rn, tn, unit_id||'-'||k key FROM r WHERE k > 0;
INSERT INTO tnt
SELECT i, f||' '||l, CASE WHEN i % 11 = 3 THEN NULL ELSE lower(translate(f||'.'||l,'áéíóñ','aeion'))||i||'@mail.com' END, (current_date - 7200 - pg_temp.h('db'||i,14000))::date, CASE WHEN i % 10 = 7 THEN NULL ELSE 540 + pg_temp.h('cs'||i,290) END, CASE WHEN i % 8 = 5 THEN NULL ELSE 2300 + 50*pg_temp.h('mi'||i,130) END, CASE WHEN pg_temp.h('pc'||i,10) < 6 THEN 0 ELSE 1 + pg_temp.h('pd'||i,7)/4 END, pg_temp.h('ap'||i,5) < 2
FROM (SELECT row_number() OVER (ORDER BY unit_id, tn)::int i FROM (SELECT DISTINCT unit_id, tn FROM L) q) q, LATERAL (SELECT (ARRAY['Alex','Bianca','Curtis','Dana','Eduardo','Fiona','Gavin','Holly','Ivan','Jasmine','Kyle','Lorena','Mason','Nina','Oscar','Paige','Quentin','Rosa','Shane','Tara','Uma','Vince','Wanda','Xavier','Yolanda','Zach'])[1+(i*7)%26] f, (ARRAY['Aguilar','Barker','Castillo','Dixon','Espinoza','Foster','Graham','Huang','Ibarra','Jennings','Klein','Lopez','Mercer','Nguyen','Ortiz','Park','Quinn','Reyes','Sawyer','Tucker','Underwood','Vargas','Walsh','Xiong','York','Zamora','Boyd','Carver','Drake'])[1+(i*11)/26%29] l) n;
INSERT INTO lse
SELECT L.id, 'L'||(10000+L.id*3), L.unit_id, t.i, CASE WHEN pg_temp.h('ag'||key,5)=0 THEN NULL ELSE (ARRAY[5,6,7,16])[1+pg_temp.h('ah'||key,4)] END, s - 8 - pg_temp.h('sg'||key,40), s, e,
 CASE WHEN st='EXP' THEN CASE WHEN e <= current_date + 50 THEN e END WHEN st='TRM' AND e - 75 <= current_date THEN e - 75 WHEN st='EVC' AND e - 65 <= current_date THEN e - 65 END, NULL,
 round(u.mkt_rent - greatest(0,(current_date - s)/365.0)*45 - pg_temp.h('rt'||key,9)*14 + 50, -1) + pg_temp.h('ru'||key,2)*5, CASE WHEN rn THEN 0 ELSE round(u.mkt_rent * (CASE pg_temp.h('dp'||key,3) WHEN 0 THEN 0.5 ELSE 1 END),-1) END, NULL,
 CASE WHEN s > current_date THEN 'PND' WHEN st='RNW' AND e < current_date THEN 'RNW' WHEN st='EXP' AND e < current_date THEN 'EXP' WHEN st='EXP' AND e <= current_date + 50 THEN 'NTC' WHEN st='TRM' AND e - 75 <= current_date THEN 'TRM' WHEN st='EVC' AND e - 65 <= current_date THEN 'EVC' ELSE 'ACT' END, NULL
FROM L JOIN unit u USING (unit_id) JOIN (SELECT unit_id, tn, row_number() OVER (ORDER BY unit_id, tn)::int i FROM (SELECT DISTINCT unit_id, tn FROM L) q) t ON t.unit_id = L.unit_id AND t.tn = L.tn;
UPDATE lse a SET prv_lse_id = b.lse_id FROM lse b WHERE b.unit_id = a.unit_id AND b.tnt_id = a.tnt_id AND b.end_dt = a.strt_dt - 1;
UPDATE lse SET ntc_dt = mv_out_dt - 30 - pg_temp.h('nt'||lse_id,25) WHERE stat_cd IN ('EXP','NTC','TRM');
UPDATE lse SET dep_rtn_amt = round(dep_amt * CASE WHEN stat_cd = 'EVC' THEN 0 ELSE (ARRAY[1,1,1,0.8,0.55,0.3])[1+pg_temp.h('dr'||lse_id,6)] END, 2) WHERE mv_out_dt < current_date - 25;
UPDATE unit u SET stat_cd = CASE WHEN pg_temp.h('dn'||u.unit_id,45) = 0 THEN 'D' ELSE coalesce((SELECT CASE l.stat_cd WHEN 'NTC' THEN 'N' ELSE 'O' END FROM lse l WHERE l.unit_id = u.unit_id AND l.stat_cd IN ('ACT','NTC') LIMIT 1),'V') END;

INSERT INTO lk_chg_typ VALUES ('RNT','Rent','4000'),('LTF','Late fee','4310'),('PET','Pet fee','4320'),('PRK','Parking','4330'),('UTL','Utilities','4400'),('DMG','Damages','4510'),('CON','Concession','4090');
CREATE TEMP TABLE M AS SELECT l.lse_id, l.unit_id, d::date d, l.lse_id||'-'||(extract(year from d)*12+extract(month from d) - extract(year from l.strt_dt)*12 - extract(month from l.strt_dt)) k, l.mo_rent, t.pet_cnt, t.autopay_flg, d::date > coalesce(l.mv_out_dt,current_date+99) - 100 AND l.stat_cd = 'EVC' bad, extract(year from age(d,l.strt_dt)) yy, d < l.strt_dt + 31 firstm, l.prv_lse_id
 FROM lse l JOIN tnt t USING (tnt_id), generate_series(greatest(date_trunc('month',l.strt_dt + 15), date_trunc('year',current_date) - interval '1 year'), least(coalesce(l.mv_out_dt, l.end_dt), current_date), interval '1 month') d WHERE l.stat_cd <> 'PND';
CREATE TEMP TABLE PY AS SELECT M.*, CASE WHEN bad THEN NULL WHEN autopay_flg THEN 0 WHEN pg_temp.h('pl'||k,12) = 0 THEN 6 + pg_temp.h('pm'||k,14) WHEN pg_temp.h('pn'||k,38) = 0 THEN NULL ELSE pg_temp.h('pp'||k,5) - 1 END lag FROM M;
INSERT INTO chg
SELECT row_number() OVER (ORDER BY due, lse_id, ty)::int, lse_id, ty, due, due - CASE WHEN ty IN ('RNT','PET','PRK') THEN 5 ELSE 0 END, am, pg_temp.h('vo'||k||ty,70) = 0 FROM (
 SELECT lse_id, 'RNT' ty, d due, mo_rent am, k FROM PY
 UNION ALL SELECT lse_id, 'PET', d, 35*pet_cnt, k FROM PY WHERE pet_cnt > 0
 UNION ALL SELECT lse_id, 'PRK', d, 60, k FROM PY WHERE pg_temp.h('pk'||lse_id,6) = 0
 UNION ALL SELECT lse_id, 'UTL', d + 9, 42 + pg_temp.h('ut'||k,55), k FROM PY WHERE unit_id % 3 = 0
 UNION ALL SELECT lse_id, 'LTF', d + 6, round(mo_rent * 0.05, 2), k FROM PY WHERE (lag IS NULL OR lag > 5) AND d + 6 <= current_date
 UNION ALL SELECT lse_id, 'CON', d, -round(mo_rent/2,2), k FROM PY WHERE firstm AND prv_lse_id IS NULL AND pg_temp.h('cn'||lse_id,4) = 0
 UNION ALL SELECT lse_id, 'DMG', mv_out_dt + 12, 90 + 15*pg_temp.h('dm'||lse_id,40), lse_id::text FROM lse WHERE mv_out_dt BETWEEN (date_trunc('year',current_date) - interval '1 year')::date AND current_date - 12 AND pg_temp.h('dn'||lse_id,3) = 0) z WHERE due <= current_date;
INSERT INTO pmt
SELECT row_number() OVER (ORDER BY rd, lse_id, am)::int, lse_id, rd, CASE WHEN rd < current_date - 2 THEN rd + pg_temp.h('dd'||k,3) END, am, m, nsf FROM (
 SELECT PY.lse_id, greatest(d + lag, d) rd, CASE WHEN pg_temp.h('pt'||k,30) = 0 THEN round(s.a*0.5,-1) ELSE s.a END am, CASE WHEN autopay_flg THEN 'A' ELSE (ARRAY['A','A','C','C','K','M'])[1+pg_temp.h('mt'||k,6)] END m, pg_temp.h('ns'||k,48) = 0 nsf, k
 FROM PY JOIN (SELECT lse_id, date_trunc('month',due_dt)::date mo, sum(amt) a FROM chg WHERE NOT void_flg AND chg_typ NOT IN ('DMG') GROUP BY 1,2) s ON s.lse_id = PY.lse_id AND s.mo = PY.d WHERE lag IS NOT NULL AND s.a > 0
 UNION ALL SELECT PY.lse_id, d + 14, s.a, 'M', false, k||'b' FROM PY JOIN (SELECT lse_id, date_trunc('month',due_dt)::date mo, sum(amt) a FROM chg WHERE NOT void_flg AND chg_typ NOT IN ('DMG') GROUP BY 1,2) s ON s.lse_id = PY.lse_id AND s.mo = PY.d WHERE lag IS NOT NULL AND s.a > 0 AND pg_temp.h('ns'||k,48) = 0 AND pg_temp.h('n2'||k,4) > 0) z WHERE rd <= current_date;

INSERT INTO lk_wo_cat VALUES ('PLB','Plumbing'),('ELC','Electrical'),('HVC','Heating and cooling'),('APP','Appliances'),('PST','Pest control'),('LCK','Locks and keys'),('GEN','General repairs'),('ROF','Roof and gutters');
INSERT INTO vend VALUES (1,'Lone Star Plumbing','PLB',current_date+140,true),(2,'Aire Masters','HVC',current_date-22,true),(3,'Brightwire Electric','ELC',current_date+61,false),(4,'Bug Off','PST',NULL,false),(5,'Summit Roofing','ROF',current_date+300,true),(6,'Red River Handyman','GEN',current_date-190,false),(7,'KeyPoint Locksmiths','LCK',current_date+18,false),(8,'Appliance Doctor','APP',current_date+210,true),(9,'Prairie Drain','PLB',NULL,false);
INSERT INTO wo
SELECT row_number() OVER (ORDER BY od, k)::int, unit_id, (SELECT l.lse_id FROM lse l WHERE l.unit_id = z.unit_id AND z.od BETWEEN l.strt_dt AND coalesce(l.mv_out_dt,l.end_dt) LIMIT 1), cat, pri, src, od, CASE WHEN st IN ('S','C') THEN least(od + pg_temp.h('sc'||k,pri*3), coalesce(cd,od+60)) END, cd, st,
 CASE WHEN st <> 'N' AND own THEN 8 + pg_temp.h('te'||k,6) * pg_temp.h('tf'||k,6) / 6 END, CASE WHEN st <> 'N' AND NOT own THEN (SELECT max(vend_id) FROM vend v WHERE v.cat_cd = cat AND NOT (cat='PLB' AND pg_temp.h('vv'||k,3) > 0 AND vend_id = 9)) END,
 CASE WHEN st = 'C' THEN 25 + 12.5*pg_temp.h('lb'||k,14) + CASE WHEN own THEN 0 ELSE 85 + 10*pg_temp.h('lv'||k,30) END END, CASE WHEN st = 'C' THEN CASE WHEN pg_temp.h('ma'||k,4)=0 THEN 0 ELSE 8.4*pg_temp.h('mb'||k,38) END END,
 CASE WHEN st='C' AND src='T' AND pg_temp.h('ra'||k,5) < 2 THEN (ARRAY[5,5,5,4,4,3,2,1])[1+pg_temp.h('rb'||k,8)] END
FROM (SELECT u.unit_id, u.unit_id||'w'||j k, (current_date - ago)::date od, (ARRAY['PLB','PLB','PLB','PLB','ELC','ELC','HVC','HVC','HVC','APP','APP','APP','PST','LCK','GEN','GEN','ROF'])[1+pg_temp.h('ct'||u.unit_id||j,17)] cat, (ARRAY[1,2,2,3,3,3,3,4])[1+pg_temp.h('pr'||u.unit_id||j,8)] pri, (ARRAY['T','T','T','T','T','S','I'])[1+pg_temp.h('sr'||u.unit_id||j,7)] src, pg_temp.h('ow'||u.unit_id||j,10) < 7 own,
  CASE WHEN ago < 40 AND pg_temp.h('sn'||u.unit_id||j,3) = 0 THEN 'N' WHEN ago < 60 AND pg_temp.h('ss'||u.unit_id||j,3) = 0 THEN 'S' WHEN pg_temp.h('sx'||u.unit_id||j,21) = 0 THEN 'X' WHEN (current_date-ago) + cl > current_date THEN 'S' ELSE 'C' END st, cl, ago
  , CASE WHEN NOT (ago < 40 AND pg_temp.h('sn'||u.unit_id||j,3) = 0) AND NOT (ago < 60 AND pg_temp.h('ss'||u.unit_id||j,3) = 0) AND pg_temp.h('sx'||u.unit_id||j,21) > 0 AND cl <= ago THEN (current_date - ago + cl)::date END cd
  FROM unit u, generate_series(1,9) j, LATERAL (SELECT pg_temp.h('ag'||u.unit_id||j,800) ago, pg_temp.h('cl'||u.unit_id||j, (ARRAY[3,6,15,30])[(ARRAY[1,2,2,3,3,3,3,4])[1+pg_temp.h('pr'||u.unit_id||j,8)]]) cl) a WHERE pg_temp.h('wn'||u.unit_id||j,10) < 7 + u.prop_id % 3 - 1 AND u.unit_id % 23 > 0) z;
INSERT INTO insp
SELECT row_number() OVER (ORDER BY sd, unit_id, ty)::int, unit_id, ty, sd, dn, CASE WHEN dn IS NULL AND pg_temp.h('ie'||k,2)=0 THEN NULL ELSE 14 + pg_temp.h('in'||k,5)/3 END, CASE WHEN dn IS NOT NULL AND pg_temp.h('sn'||k,25) > 0 THEN sc END, CASE WHEN dn IS NOT NULL THEN CASE WHEN sc < 66 THEN 'F' WHEN sc < 76 THEN 'C' ELSE 'P' END END FROM (
 SELECT z.*, CASE WHEN sd + pg_temp.h('id'||k,9) <= current_date AND pg_temp.h('ix'||k,16) > 0 THEN sd + pg_temp.h('id'||k,9) END dn, 55 + pg_temp.h('is'||k,45) sc FROM (
 SELECT unit_id, 'MI' ty, strt_dt - 1 sd, 'i'||lse_id k FROM lse WHERE prv_lse_id IS NULL AND strt_dt > current_date - 720
 UNION ALL SELECT unit_id, 'MO', mv_out_dt + 1, 'o'||lse_id FROM lse WHERE mv_out_dt > current_date - 720
 UNION ALL SELECT unit_id, 'AN', (current_date + 40 - pg_temp.h('an'||unit_id,365) - 365*y)::date, 'a'||unit_id||'-'||y FROM unit, generate_series(0,1) y
 UNION ALL SELECT unit_id, 'SF', (current_date + 20 - pg_temp.h('sf'||unit_id,500))::date, 's'||unit_id FROM unit WHERE unit_id % 4 = 1) z) y;
ANALYZE;
