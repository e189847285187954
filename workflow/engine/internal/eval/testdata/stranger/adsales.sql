-- adsales: ad sales warehouse of a regional broadcaster (TV and radio). No foreign keys declared. Dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE dim_date (date_key integer PRIMARY KEY, full_date date NOT NULL, day_name varchar(9) NOT NULL, is_weekend boolean NOT NULL, week_start_date date NOT NULL, iso_week_no smallint NOT NULL, month_no smallint NOT NULL, month_name varchar(9) NOT NULL, month_key integer NOT NULL, quarter_no smallint NOT NULL, year_no smallint NOT NULL, season_cd varchar(3) NOT NULL);
COMMENT ON TABLE dim_date IS 'Calendar, one row per day; date_key is yyyymmdd';
COMMENT ON COLUMN dim_date.month_key IS 'yyyymm';
COMMENT ON COLUMN dim_date.season_cd IS 'Selling season: POL = weeks before the November election, HOL = holiday season (rest of November and December), REG = regular';
CREATE TABLE dim_station (station_key integer PRIMARY KEY, call_sign varchar(8) NOT NULL, station_name varchar(40) NOT NULL, media_cd char(1) NOT NULL, market_name varchar(40) NOT NULL, market_rank smallint, sold_date_key integer);
COMMENT ON COLUMN dim_station.media_cd IS 'T = television, R = radio, D = digital stream';
COMMENT ON COLUMN dim_station.sold_date_key IS 'Day the station was sold to another group; NULL while ours';
CREATE TABLE dim_daypart (daypart_key integer PRIMARY KEY, daypart_cd varchar(3) NOT NULL, daypart_name varchar(30) NOT NULL, from_hr smallint NOT NULL, to_hr smallint NOT NULL);
CREATE TABLE dim_program (program_key integer PRIMARY KEY, program_name varchar(50) NOT NULL, genre_cd varchar(3) NOT NULL, daypart_key integer NOT NULL, is_live boolean NOT NULL, ended_date_key integer);
COMMENT ON COLUMN dim_program.genre_cd IS 'NWS = news, SPO = sports, ENT = entertainment, TLK = talk, MUS = music, KID = children';
CREATE TABLE dim_advertiser (advertiser_key integer PRIMARY KEY, advertiser_id varchar(8) NOT NULL, advertiser_name varchar(60) NOT NULL, category_name varchar(30) NOT NULL, city varchar(40), credit_cd char(1), local_flg boolean NOT NULL, row_from_key integer NOT NULL, row_to_key integer, is_current boolean NOT NULL);
COMMENT ON TABLE dim_advertiser IS 'Advertisers; one row per version (slowly changing, type 2). The advertiser itself is identified by advertiser_id';
COMMENT ON COLUMN dim_advertiser.credit_cd IS 'A = good, B = watch, C = cash in advance; NULL = not rated';
COMMENT ON COLUMN dim_advertiser.local_flg IS 'true = local advertiser, false = national';
CREATE TABLE dim_agency (agency_key integer PRIMARY KEY, agency_name varchar(60) NOT NULL, city varchar(40), commission_pct numeric(5,2) NOT NULL, holding_name varchar(40));
COMMENT ON TABLE dim_agency IS 'Media agencies; agency_key 0 stands for direct business without an agency';
COMMENT ON COLUMN dim_agency.commission_pct IS 'Percent of gross kept by the agency';
CREATE TABLE dim_account_exec (ae_key integer PRIMARY KEY, ae_name varchar(60) NOT NULL, team_cd char(1) NOT NULL, manager_ae_key integer, hire_date_key integer NOT NULL, left_date_key integer);
COMMENT ON TABLE dim_account_exec IS 'Account executives (sales reps)';
COMMENT ON COLUMN dim_account_exec.team_cd IS 'L = local sales, N = national sales, P = political, D = digital';
COMMENT ON COLUMN dim_account_exec.left_date_key IS 'NULL = still with us';
CREATE TABLE dim_campaign (campaign_key integer PRIMARY KEY, campaign_no varchar(10) NOT NULL, campaign_name varchar(80) NOT NULL, advertiser_key integer NOT NULL, agency_key integer NOT NULL, ae_key integer, booked_date_key integer NOT NULL, start_date_key integer NOT NULL, end_date_key integer NOT NULL, budget_amt numeric(12,2), status_cd varchar(3) NOT NULL, buy_type_cd char(1) NOT NULL, guaranteed_imps integer);
COMMENT ON TABLE dim_campaign IS 'Orders of advertisers';
COMMENT ON COLUMN dim_campaign.advertiser_key IS 'Version of the advertiser at the time of booking';
COMMENT ON COLUMN dim_campaign.ae_key IS 'Rep who sold it; NULL = house account';
COMMENT ON COLUMN dim_campaign.budget_amt IS 'What the advertiser agreed to spend, gross USD; NULL for open-ended orders';
COMMENT ON COLUMN dim_campaign.status_cd IS 'BKD = booked, not begun; RUN = running; END = finished; CXL = cancelled before the end';
COMMENT ON COLUMN dim_campaign.buy_type_cd IS 'U = upfront, S = scatter, O = opportunistic (last minute)';
COMMENT ON COLUMN dim_campaign.guaranteed_imps IS 'Impressions promised; NULL = no guarantee';
CREATE TABLE dim_preempt_reason (reason_cd varchar(3) PRIMARY KEY, reason_desc varchar(50) NOT NULL, our_fault_flg boolean NOT NULL);
COMMENT ON TABLE dim_preempt_reason IS 'Why a spot did not air as scheduled';
CREATE TABLE fct_spot (spot_key integer PRIMARY KEY, campaign_key integer NOT NULL, station_key integer NOT NULL, daypart_key integer NOT NULL, program_key integer, sched_date_key integer NOT NULL, length_sec smallint NOT NULL, rate_amt numeric(10,2) NOT NULL, rate_card_amt numeric(10,2) NOT NULL, spot_status_cd char(1) NOT NULL, reason_cd varchar(3), makegood_for_spot_key integer);
COMMENT ON TABLE fct_spot IS 'One row per scheduled spot (commercial)';
COMMENT ON COLUMN fct_spot.program_key IS 'NULL = rotating within the daypart';
COMMENT ON COLUMN fct_spot.rate_amt IS 'Gross price agreed, USD. Revenue is earned when a spot airs: gross revenue = rate_amt of aired spots, by scheduled date. Make-goods cost nothing (0)';
COMMENT ON COLUMN fct_spot.rate_card_amt IS 'List price at the time';
COMMENT ON COLUMN fct_spot.spot_status_cd IS 'S = scheduled, A = aired, P = preempted (missed), C = cancelled by the client';
COMMENT ON COLUMN fct_spot.makegood_for_spot_key IS 'Set on make-goods: the preempted spot this one replaces';
CREATE TABLE fct_airing (airing_key integer PRIMARY KEY, spot_key integer NOT NULL, air_date_key integer NOT NULL, air_hr smallint NOT NULL, impressions integer, rating_pts numeric(4,1), break_pos smallint NOT NULL);
COMMENT ON TABLE fct_airing IS 'As-run log: what went on air and who saw it';
COMMENT ON COLUMN fct_airing.impressions IS 'Viewers or listeners reached; NULL = not measured';
COMMENT ON COLUMN fct_airing.break_pos IS 'Position in the commercial break, 1 = first';
CREATE TABLE fct_invoice_line (invoice_line_key integer PRIMARY KEY, invoice_no varchar(12) NOT NULL, campaign_key integer NOT NULL, station_key integer NOT NULL, service_month_key integer NOT NULL, invoice_date_key integer NOT NULL, due_date_key integer NOT NULL, paid_date_key integer, gross_amt numeric(12,2) NOT NULL, commission_amt numeric(12,2) NOT NULL, net_amt numeric(12,2) NOT NULL, inv_status_cd char(1) NOT NULL);
COMMENT ON TABLE fct_invoice_line IS 'One invoice per campaign and month, one line per station';
COMMENT ON COLUMN fct_invoice_line.service_month_key IS 'Month in which the spots aired, yyyymm';
COMMENT ON COLUMN fct_invoice_line.paid_date_key IS 'NULL = not paid';
COMMENT ON COLUMN fct_invoice_line.net_amt IS 'gross_amt - commission_amt: what we get';
COMMENT ON COLUMN fct_invoice_line.inv_status_cd IS 'O = open, P = paid, D = disputed, W = written off';
CREATE TABLE fct_ae_target (month_key integer NOT NULL, ae_key integer NOT NULL, target_amt numeric(12,2) NOT NULL, PRIMARY KEY (month_key, ae_key));
COMMENT ON TABLE fct_ae_target IS 'Gross revenue target of each rep per month (yyyymm), USD';
CREATE TABLE fct_inventory_week (week_date_key integer NOT NULL, station_key integer NOT NULL, daypart_key integer NOT NULL, avail_sec integer NOT NULL, sold_sec integer NOT NULL, PRIMARY KEY (week_date_key, station_key, daypart_key));
COMMENT ON TABLE fct_inventory_week IS 'Commercial seconds on offer and sold per week (week_date_key = Monday). Sell-through = sold_sec / avail_sec';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;
CREATE FUNCTION pg_temp.dk(d date) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT to_char(d,'YYYYMMDD')::int $$;

INSERT INTO dim_date SELECT pg_temp.dk(d::date), d::date, trim(to_char(d,'Day')), extract(isodow from d) >= 6, date_trunc('week',d)::date, extract(week from d), extract(month from d), trim(to_char(d,'Month')), to_char(d,'YYYYMM')::int, extract(quarter from d), extract(year from d),
 CASE WHEN to_char(d,'MMDD') BETWEEN '0915' AND '1105' THEN 'POL' WHEN extract(month from d) >= 11 THEN 'HOL' ELSE 'REG' END
FROM generate_series(date_trunc('year',current_date) - interval '5 years', date_trunc('year',current_date) + interval '2 years' - interval '1 day', interval '1 day') d;
INSERT INTO dim_station VALUES (1,'WKRB','WKRB 7 News','T','Cedar Falls',92,NULL),(2,'WNLT','Northland TV','T','Duluth',139,NULL),(3,'KPRV','Prairie 12','T','Sioux City',148,NULL),(4,'WBLU','Blue 98.3','R','Cedar Falls',NULL,NULL),(5,'KGLD','Gold FM','R','Duluth',NULL,NULL),(6,'KTLK','Talk 1040','R','Sioux City',NULL,NULL),(7,'WSTR','Northland Stream','D','Duluth',NULL,NULL),(8,'KRVR','River 101','R','Dubuque',NULL,pg_temp.dk(current_date - 300));
INSERT INTO dim_daypart VALUES (1,'EM','Early Morning',5,9),(2,'DT','Daytime',9,16),(3,'EF','Early Fringe',16,18),(4,'EN','Early News',18,20),(5,'PR','Prime',20,23),(6,'LN','Late Night',23,5);
INSERT INTO dim_program VALUES (1,'Sunrise Report','NWS',1,true,NULL),(2,'Farm Hour','TLK',1,true,NULL),(3,'Kitchen Table','ENT',2,false,NULL),(4,'Midday Music','MUS',2,false,NULL),(5,'Kids Club','KID',2,false,20240630),(6,'The Drive Home','TLK',3,true,NULL),(7,'Quiz Time','ENT',3,false,NULL),(8,'News at Six','NWS',4,true,NULL),(9,'Friday Hockey','SPO',5,true,NULL),(10,'Lake Patrol','ENT',5,false,NULL),(11,'College Football Live','SPO',5,true,NULL),(12,'Late Edition','NWS',6,true,NULL),(13,'Night Grooves','MUS',6,false,NULL),(14,'Weekend Scoreboard','SPO',6,true,NULL),(15,'Cooking Stars','ENT',5,false,NULL);
INSERT INTO dim_agency VALUES (0,'Direct',NULL,0,NULL),(1,'Hawthorne Media','Minneapolis',15,'Omnia Group'),(2,'Bright & Bold','Chicago',15,'Omnia Group'),(3,'Lakeside Planning','Duluth',12.5,NULL),(4,'Penrose Partners','New York',15,'Vantage Holding'),(5,'Corn Belt Media','Des Moines',10,NULL),(6,'Civic Voice','Washington',15,NULL),(7,'Pixel Plains','Omaha',12,'Vantage Holding'),(8,'Tamarack','Madison',15,NULL);
INSERT INTO dim_account_exec SELECT i, n, t, m, pg_temp.dk((current_date - 300 - i*151)::date), CASE WHEN i = 7 THEN pg_temp.dk((current_date - 95)::date) END FROM (VALUES (1,'Sheila Monroe','L',NULL),(2,'Doug Kessel','N',NULL),(3,'Amy Lindholm','L',1),(4,'Raj Patel','L',1),(5,'Trish Vogel','N',2),(6,'Ben Okoro','P',2),(7,'Carla Dietz','L',1),(8,'Jonas Weber','D',1),(9,'Mia Sorensen','N',2),(10,'Phil Grange','L',1)) v(i,n,t,m);
INSERT INTO dim_advertiser
SELECT i, 'AD' || lpad((i*7)::text,4,'0'), n, c, CASE WHEN i % 11 = 4 THEN NULL ELSE (ARRAY['Cedar Falls','Duluth','Sioux City','Minneapolis','Chicago','Dubuque'])[1+pg_temp.h('c'||i,6)] END, CASE WHEN i % 9 = 5 THEN NULL ELSE (ARRAY['A','A','A','B','C'])[1+pg_temp.h('cr'||i,5)] END, lo, pg_temp.dk((date_trunc('year',current_date) - interval '4 years')::date), NULL, true
FROM (SELECT row_number() OVER ()::int i, * FROM (VALUES ('Olson Ford','Automotive',true),('Midwest Toyota Dealers','Automotive',false),('Hank''s RV World','Automotive',true),('Great Lakes Bank','Finance',true),('Pioneer Credit Union','Finance',true),('SafeHarbor Insurance','Finance',false),('St. Brigid Hospital','Healthcare',true),('Bright Smile Dental','Healthcare',true),('Pharmagood','Healthcare',false),('Lindy''s Furniture','Retail',true),('MegaMart','Retail',false),('Northern Outfitters','Retail',true),('Toy Barn','Retail',true),('Pizza Palace','Restaurants',true),('Burger Depot','Restaurants',false),('Supper Club Group','Restaurants',true),('Committee for Progress','Political',false),('Citizens for Anders','Political',true),('Hart for Senate','Political',false),('Yes on Four','Political',true),('Badger Casino','Entertainment',true),('Lakeview Cinemas','Entertainment',true),('StateFair','Entertainment',true),('Arrow Airlines','Travel',false),('Wild River Resort','Travel',true),('Turner Law','Legal',true),('Injury Pros','Legal',false),('Comfort Heating','Home Services',true),('Window King','Home Services',true),('Roof Rescue','Home Services',true),('Lawn Ranger','Home Services',true),('TeleNorth','Telecom',false),('FiberFast','Telecom',true),('State College','Education',true),('Trade Tech','Education',true),('AgriSeed','Agriculture',false),('Prairie Tractors','Agriculture',true),('Co-op Grain','Agriculture',true),('Harvest Foods','Grocery',true),('Fresh Way','Grocery',false),('Iron Gym','Healthcare',true),('Kwik Fuel','Retail',false)) v(n,c,lo)) x;
INSERT INTO dim_advertiser SELECT 200 + advertiser_key, advertiser_id, CASE WHEN advertiser_key = 33 THEN 'Iron Range Cable' ELSE advertiser_name END, CASE WHEN advertiser_key = 42 THEN 'Automotive' ELSE category_name END, city, CASE WHEN advertiser_key = 10 THEN 'C' ELSE credit_cd END, local_flg, row_from_key, pg_temp.dk((date_trunc('year',current_date) - interval '7 months' - interval '1 day')::date), false FROM dim_advertiser WHERE advertiser_key IN (10,33,42,25);
UPDATE dim_advertiser SET row_from_key = pg_temp.dk((date_trunc('year',current_date) - interval '7 months')::date) WHERE advertiser_key IN (10,33,42,25);

INSERT INTO dim_campaign
SELECT i, 'K' || (7000 + i*3), n || ' ' || (ARRAY['Spring','Brand','Launch','Clearance','Awareness','Weekend','Holiday','Always On'])[1+pg_temp.h('cn'||i,8)] || ' ' || to_char(s,'YYYY'), CASE WHEN a IN (10,33,42,25) AND s - bk < date_trunc('year',current_date) - interval '7 months' THEN 200 + a ELSE a END,
 CASE WHEN cat = 'Political' THEN 6 WHEN loc AND pg_temp.h('dr'||a,10) < 6 THEN 0 ELSE 1 + pg_temp.h('ga'||a,5) + CASE WHEN a % 7 = 3 THEN 2 ELSE 0 END END,
 CASE WHEN pg_temp.h('ho'||i,17) = 0 THEN NULL WHEN cat = 'Political' THEN 6 WHEN NOT loc THEN (ARRAY[2,5,9])[1+pg_temp.h('ae'||a,3)] ELSE (ARRAY[1,3,4,7,10,8])[1+pg_temp.h('ae'||a,6)] END,
 pg_temp.dk(s - bk), pg_temp.dk(s), pg_temp.dk(e), CASE WHEN pg_temp.h('bu'||i,10) = 0 THEN NULL ELSE 4000 + 1000*pg_temp.h('bv'||i,60) + (e-s)*150 END,
 CASE WHEN s > current_date THEN 'BKD' WHEN pg_temp.h('cx'||i,19) = 0 AND s + (e-s)/2 < current_date THEN 'CXL' WHEN e < current_date THEN 'END' ELSE 'RUN' END, (ARRAY['U','U','S','S','S','O'])[1+pg_temp.h('bt'||i,6)], CASE WHEN pg_temp.h('gi'||i,2)=0 THEN 100000 + 25000*pg_temp.h('gj'||i,40) END
FROM (SELECT i, a.advertiser_key a, a.advertiser_name n, a.category_name cat, a.local_flg loc, s.s, (s.s + 13 + pg_temp.h('du'||i,CASE WHEN a.category_name = 'Political' THEN 25 ELSE 70 END))::date e, 4 + pg_temp.h('bk'||i,55) bk FROM (SELECT i, CASE WHEN pg_temp.h('ad'||i,4) = 0 THEN 1 + pg_temp.h('ax'||i,12) ELSE 1 + pg_temp.h('av'||i,40) END ai, (current_date + 45 - pg_temp.h('ss'||i,820) - CASE WHEN i % 5 = 0 THEN 0 ELSE pg_temp.h('s2'||i,60) END)::date s FROM generate_series(1,260) i) z JOIN dim_advertiser a ON a.advertiser_key = CASE WHEN ai = 31 THEN 42 ELSE ai END AND a.is_current
 CROSS JOIN LATERAL (SELECT CASE WHEN a.category_name <> 'Political' THEN z.s ELSE (date_trunc('year',current_date - pg_temp.h('py'||i,2) * 365) + interval '7 months' + pg_temp.h('pw'||i,85) * interval '1 day')::date END s) s) x
WHERE s <= current_date + 45;
INSERT INTO dim_preempt_reason VALUES ('BRK','Breaking news',true),('TEC','Technical failure',true),('OVR','Live sports overrun',true),('MAT','Commercial not delivered in time',false),('CON','Competitor too close in the break',true),('WEA','Severe weather coverage',true);

ANALYZE;
CREATE TEMP TABLE S AS
SELECT row_number() OVER (ORDER BY d, campaign_key, j)::int id, campaign_key ck, st, dp, CASE WHEN pg_temp.h('pg'||k,3) = 0 THEN NULL ELSE (ARRAY[ARRAY[1,2,1],ARRAY[3,4,3],ARRAY[6,7,6],ARRAY[8,8,8],ARRAY[9,10,15],ARRAY[12,13,14]])[dp][1+pg_temp.h('pp'||k,3)] END pk, d, ln, k,
 round(((ARRAY[62,48,55,118,240,34])[dp] * (ARRAY[2.1,1.5,1.3,0.55,0.5,0.45,0.3,0.4])[st] * ln / 30.0)::numeric * CASE WHEN d >= date_trunc('year',current_date) THEN 1.06 ELSE 1 END, 0) card, (ARRAY[1,1,0.95,0.9,0.9,0.8,0.75])[1+pg_temp.h('di'||campaign_key,7)] disc, status_cd cst
FROM (SELECT c.*, d::date d, j, c.campaign_key||'-'||(current_date - d::date)||'-'||j k,
  CASE WHEN pg_temp.h('s1'||c.campaign_key||'-'||(current_date - d::date)||'-'||j,3) < 2 THEN 1 + pg_temp.h('sa'||c.campaign_key,7) ELSE 1 + pg_temp.h('sb'||c.campaign_key||(current_date - d::date)%3||j,8) END st,
  (ARRAY[1,1,2,2,3,4,4,5,5,5,6])[1+pg_temp.h('dp'||c.campaign_key||'-'||(current_date - d::date)||'-'||j,11)] dp, (ARRAY[30,30,30,30,15,15,60])[1+pg_temp.h('ln'||c.campaign_key,7)] ln
 FROM dim_campaign c, generate_series(to_date(c.start_date_key::text,'YYYYMMDD'), to_date(c.end_date_key::text,'YYYYMMDD'), interval '1 day') d, generate_series(1,4) j
 WHERE pg_temp.h('on'||c.campaign_key||'-'||(current_date - d::date)||'-'||j,100) < 28 + pg_temp.h('in'||c.campaign_key,25) + CASE WHEN extract(month from d) IN (10,11,12) THEN 8 ELSE 0 END) x
JOIN dim_station ds ON ds.station_key = st AND (ds.sold_date_key IS NULL OR ds.sold_date_key > pg_temp.dk(d)) WHERE d >= date_trunc('year',current_date) - interval '1 year' AND NOT (status_cd = 'CXL' AND d > to_date(start_date_key::text,'YYYYMMDD') + (to_date(end_date_key::text,'YYYYMMDD')-to_date(start_date_key::text,'YYYYMMDD'))/2 AND d > current_date - 400 AND j = 4);
INSERT INTO fct_spot
SELECT id, ck, st, dp, pk, pg_temp.dk(d), ln, round(card*disc,2), card, s, CASE WHEN s = 'P' THEN (ARRAY['BRK','BRK','BRK','TEC','TEC','OVR','OVR','MAT','MAT','MAT','CON','WEA'])[1+pg_temp.h('rs'||k,12)] END, NULL
FROM (SELECT S.*, CASE WHEN cst = 'CXL' AND pg_temp.dk(d) > (SELECT start_date_key FROM dim_campaign WHERE campaign_key = ck) + 20 THEN 'C' WHEN d >= current_date THEN 'S' WHEN pg_temp.h('cc'||k,60) = 0 THEN 'C' WHEN pg_temp.h('pe'||k,100) < 5 + st % 3 THEN 'P' ELSE 'A' END s FROM S) z;
INSERT INTO fct_spot
SELECT (SELECT max(id) FROM S) + row_number() OVER (ORDER BY spot_key)::int, campaign_key, station_key, CASE WHEN pg_temp.h('md'||spot_key,4) = 0 THEN 2 ELSE daypart_key END, NULL, pg_temp.dk(nd), length_sec, 0, rate_card_amt, CASE WHEN nd >= current_date THEN 'S' ELSE 'A' END, NULL, spot_key
FROM (SELECT f.*, (to_date(sched_date_key::text,'YYYYMMDD') + 2 + pg_temp.h('mg'||spot_key,24))::date nd FROM fct_spot f WHERE spot_status_cd = 'P' AND pg_temp.h('mk'||spot_key,10) < 7) q WHERE station_key <> 8 OR nd < current_date - 300;
INSERT INTO fct_airing
SELECT row_number() OVER (ORDER BY sched_date_key, spot_key)::int, spot_key, CASE WHEN pg_temp.h('al'||spot_key,60) = 0 AND to_date(sched_date_key::text,'YYYYMMDD') < current_date - 1 THEN pg_temp.dk(to_date(sched_date_key::text,'YYYYMMDD') + 1) ELSE sched_date_key END, (p.from_hr + pg_temp.h('hr'||spot_key, CASE WHEN p.daypart_key = 6 THEN 6 ELSE p.to_hr - p.from_hr END)) % 24,
 CASE WHEN pg_temp.h('im'||spot_key,22) = 0 THEN NULL ELSE im END, CASE WHEN media_cd = 'T' AND pg_temp.h('rp'||spot_key,9) > 0 THEN round(im/6200.0,1) END, 1 + pg_temp.h('bp'||spot_key,6)
FROM (SELECT f.*, s.media_cd, ((ARRAY[5200,3100,6400,14800,21000,2700])[f.daypart_key] * (ARRAY[1.6,1.1,0.9,0.5,0.42,0.36,0.2,0.35])[f.station_key] * (0.7 + pg_temp.h('iv'||spot_key,60)/100.0))::int im FROM fct_spot f JOIN dim_station s USING (station_key) WHERE spot_status_cd = 'A') z JOIN dim_daypart p USING (daypart_key);
INSERT INTO fct_invoice_line
SELECT row_number() OVER (ORDER BY inv, campaign_key, station_key)::int, 'A' || to_char(inv,'YYMM') || '-' || lpad(campaign_key::text,3,'0'), campaign_key, station_key, mk, pg_temp.dk(inv), pg_temp.dk(inv + 30), CASE WHEN pd <= current_date AND st NOT IN ('D','W') THEN pg_temp.dk(pd) END, g, round(g*cp/100,2), g - round(g*cp/100,2), CASE WHEN st IN ('D','W') THEN st WHEN pd <= current_date THEN 'P' ELSE 'O' END
FROM (SELECT z.*, (inv + 12 + pg_temp.h('pd'||campaign_key||ago,9)*pg_temp.h('pe'||campaign_key||ago,13))::date pd, CASE WHEN pg_temp.h('ds'||campaign_key||ago,31) = 0 THEN 'D' WHEN pg_temp.h('ws'||campaign_key||ago,60) = 0 AND inv < current_date - 120 THEN 'W' ELSE 'X' END st FROM (
 SELECT f.campaign_key, f.station_key, d.month_key mk, (max(date_trunc('month',d.full_date)) + interval '1 month' + interval '3 days')::date inv, sum(f.rate_amt) g, max(ag.commission_pct) cp, extract(year from age(date_trunc('month',current_date), max(date_trunc('month',d.full_date))))*12 + extract(month from age(date_trunc('month',current_date), max(date_trunc('month',d.full_date)))) ago
 FROM fct_spot f JOIN dim_date d ON d.date_key = f.sched_date_key JOIN dim_campaign c USING (campaign_key) JOIN dim_agency ag ON ag.agency_key = c.agency_key WHERE f.spot_status_cd = 'A' GROUP BY 1,2,3 HAVING sum(f.rate_amt) > 0) z WHERE inv <= current_date) y;
INSERT INTO fct_ae_target
SELECT to_char(m,'YYYYMM')::int, a.ae_key, round(coalesce(b.v,0) / 23 * (0.8 + pg_temp.h('tg'||a.ae_key||(extract(year from age(m))*12+extract(month from age(m))),45)/100.0) * CASE WHEN extract(month from m) IN (10,11) THEN 1.3 WHEN extract(month from m) IN (1,2) THEN 0.8 ELSE 1 END, -2) + 500
FROM dim_account_exec a LEFT JOIN (SELECT c.ae_key, sum(f.rate_amt) v FROM fct_spot f JOIN dim_campaign c USING (campaign_key) WHERE f.spot_status_cd = 'A' GROUP BY 1) b ON b.ae_key = a.ae_key CROSS JOIN generate_series(date_trunc('year',current_date) - interval '1 year', date_trunc('year',current_date) + interval '11 months', interval '1 month') m WHERE a.left_date_key IS NULL OR a.left_date_key > pg_temp.dk(m::date);
INSERT INTO fct_inventory_week
SELECT pg_temp.dk(w::date), s.station_key, p.daypart_key, av, (av * least(100, 38 + pg_temp.h('sl'||s.station_key||p.daypart_key||(current_date - w::date)/7,46) + CASE p.daypart_key WHEN 5 THEN 14 WHEN 4 THEN 8 WHEN 6 THEN -14 ELSE 0 END + CASE WHEN extract(month from w) >= 10 THEN 9 ELSE 0 END) / 100)::int
FROM generate_series(date_trunc('week',current_date) - interval '77 weeks', date_trunc('week',current_date), interval '7 days') w, dim_station s, dim_daypart p, LATERAL (SELECT 1800 + 600 * p.daypart_key + s.station_key % 3 * 300 av) a WHERE s.sold_date_key IS NULL OR s.sold_date_key > pg_temp.dk(w::date);
ANALYZE;
