-- airline: operations and sales database of a small European carrier (hubs Vienna and Prague).
-- All dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE airports (
  iata      char(3) PRIMARY KEY,
  apt_name  varchar(60) NOT NULL,
  city      varchar(40) NOT NULL,
  country   varchar(40) NOT NULL,
  hub       boolean NOT NULL DEFAULT false
);

CREATE TABLE ac_type (
  type_cd    varchar(4) PRIMARY KEY,
  type_desc  varchar(40) NOT NULL,
  mfr        varchar(20) NOT NULL,
  seats      smallint NOT NULL,
  range_km   integer
);

CREATE TABLE aircraft (
  ac_reg    varchar(6) PRIMARY KEY,
  type_cd   varchar(4) NOT NULL REFERENCES ac_type,
  ac_name   varchar(30),
  dlv_dt    date NOT NULL,
  own_cd    char(1) NOT NULL,
  ac_st     char(1) NOT NULL,
  last_chk  date,
  next_chk  date
);
COMMENT ON COLUMN aircraft.ac_reg IS 'Registration (tail number)';
COMMENT ON COLUMN aircraft.dlv_dt IS 'Date of delivery to us';
COMMENT ON COLUMN aircraft.own_cd IS 'O = owned, L = leased, W = wet lease';
COMMENT ON COLUMN aircraft.ac_st IS 'A = active, M = in maintenance, S = stored';
COMMENT ON COLUMN aircraft.next_chk IS 'Next C check due';

CREATE TABLE routes (
  route_id   integer PRIMARY KEY,
  orig       char(3) NOT NULL REFERENCES airports(iata),
  dest       char(3) NOT NULL REFERENCES airports(iata),
  dist_km    integer NOT NULL,
  blk_min    smallint NOT NULL,
  haul       char(1) NOT NULL,
  opened_on  date NOT NULL,
  closed_on  date,
  UNIQUE (orig, dest)
);
COMMENT ON TABLE routes IS 'One row per direction';
COMMENT ON COLUMN routes.blk_min IS 'Planned block time in minutes';
COMMENT ON COLUMN routes.haul IS 'S = short haul, L = long haul';
COMMENT ON COLUMN routes.closed_on IS 'NULL while we serve the route';

CREATE TABLE flt (
  flt_id     integer PRIMARY KEY,
  flt_no     varchar(6) NOT NULL,
  flt_date   date NOT NULL,
  route_id   integer NOT NULL REFERENCES routes,
  ac_reg     varchar(6),
  dep_sched  timestamp NOT NULL,
  dep_act    timestamp,
  arr_sched  timestamp NOT NULL,
  arr_act    timestamp,
  flt_st     varchar(3) NOT NULL,
  pax_brd    smallint,
  fuel_kg    integer
);
COMMENT ON TABLE flt IS 'One row per flight leg, flown, cancelled or still to come. All times UTC';
COMMENT ON COLUMN flt.flt_st IS 'SCH = scheduled (still to come), ARR = arrived, DIV = diverted to another airport, CNX = cancelled';
COMMENT ON COLUMN flt.dep_act IS 'Actual off-block time. A flight counts as delayed from 15 minutes after dep_sched on';
COMMENT ON COLUMN flt.arr_act IS 'Actual on-block time';
COMMENT ON COLUMN flt.pax_brd IS 'Passengers on board from the load sheet, with those booked through partners (who have no row in flt_seg). NULL if not flown';

CREATE TABLE delay_code (
  dly_cd    char(2) PRIMARY KEY,
  dly_desc  varchar(60) NOT NULL,
  dly_grp   varchar(20) NOT NULL
);
COMMENT ON TABLE delay_code IS 'IATA delay reasons';

CREATE TABLE flt_delay (
  flt_id   integer NOT NULL REFERENCES flt,
  dly_cd   char(2) NOT NULL,
  dly_min  smallint NOT NULL,
  PRIMARY KEY (flt_id, dly_cd)
);
COMMENT ON TABLE flt_delay IS 'Departure delay split by reason; the minutes of a flight add up to its departure delay. Only delayed flights have rows';

CREATE TABLE crew (
  emp_no    varchar(5) PRIMARY KEY,
  fname     varchar(30) NOT NULL,
  lname     varchar(30) NOT NULL,
  rank_cd   varchar(3) NOT NULL,
  base_apt  char(3) NOT NULL REFERENCES airports(iata),
  hired_on  date NOT NULL,
  left_on   date,
  med_exp   date,
  phone     varchar(20)
);
COMMENT ON COLUMN crew.rank_cd IS 'CPT = captain, FO = first officer, PUR = purser, FA = flight attendant. CPT and FO are pilots, PUR and FA cabin crew';
COMMENT ON COLUMN crew.left_on IS 'Last working day; NULL while employed';
COMMENT ON COLUMN crew.med_exp IS 'Expiry of the medical certificate';

CREATE TABLE duty (
  duty_id  integer PRIMARY KEY,
  emp_no   varchar(5) NOT NULL REFERENCES crew,
  flt_id   integer NOT NULL REFERENCES flt,
  rpt_at   timestamp NOT NULL,
  rel_at   timestamp NOT NULL,
  duty_st  char(1) NOT NULL,
  dh       boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE duty IS 'Roster: one row per crew member and flight';
COMMENT ON COLUMN duty.rpt_at IS 'Report time, start of the duty';
COMMENT ON COLUMN duty.rel_at IS 'Release time, end of the duty';
COMMENT ON COLUMN duty.duty_st IS 'P = planned, D = done, S = called in sick, X = dropped because the flight was cancelled';
COMMENT ON COLUMN duty.dh IS 'Deadheading: travels as a passenger';

CREATE TABLE pax (
  pax_id       integer PRIMARY KEY,
  first_name   varchar(30) NOT NULL,
  last_name    varchar(30) NOT NULL,
  email        varchar(80),
  dob          date,
  nationality  char(2)
);

CREATE TABLE ff_member (
  ff_no      varchar(9) PRIMARY KEY,
  pax_id     integer NOT NULL,
  tier       char(1) NOT NULL,
  joined_on  date NOT NULL,
  miles_bal  integer NOT NULL
);
COMMENT ON TABLE ff_member IS 'Frequent flyer programme';
COMMENT ON COLUMN ff_member.tier IS 'B = basic, S = silver, G = gold, P = platinum';
COMMENT ON COLUMN ff_member.miles_bal IS 'Current balance of miles';

CREATE TABLE ff_txn (
  txn_id    integer PRIMARY KEY,
  ff_no     varchar(9) NOT NULL,
  txn_date  date NOT NULL,
  kind      char(1) NOT NULL,
  miles     integer NOT NULL
);
COMMENT ON COLUMN ff_txn.kind IS 'E = earned, R = redeemed (negative), X = expired (negative)';

CREATE TABLE booking (
  pnr        char(6) PRIMARY KEY,
  booked_at  timestamp NOT NULL,
  channel    varchar(4) NOT NULL,
  bkg_st     char(1) NOT NULL,
  lead_pax   integer NOT NULL,
  tot_amt    numeric(10,2) NOT NULL,
  pay_meth   varchar(10)
);
COMMENT ON COLUMN booking.pnr IS 'Record locator';
COMMENT ON COLUMN booking.channel IS 'WEB = website, APP = mobile app, TA = travel agency, CALL = call centre, CORP = corporate desk';
COMMENT ON COLUMN booking.bkg_st IS 'C = confirmed, H = on hold (not paid yet), X = cancelled';
COMMENT ON COLUMN booking.lead_pax IS 'pax_id of the person who booked';
COMMENT ON COLUMN booking.tot_amt IS 'EUR, all segments and fees';

CREATE TABLE flt_seg (
  seg_id    integer PRIMARY KEY,
  pnr       char(6) NOT NULL,
  pax_id    integer NOT NULL,
  flt_id    integer NOT NULL,
  cabin     char(1) NOT NULL,
  fare      numeric(9,2) NOT NULL,
  seg_st    char(1) NOT NULL,
  bags      smallint NOT NULL
);
COMMENT ON TABLE flt_seg IS 'One row per booking, passenger and flight';
COMMENT ON COLUMN flt_seg.cabin IS 'Y = economy, W = premium economy, C = business';
COMMENT ON COLUMN flt_seg.fare IS 'EUR without fees';
COMMENT ON COLUMN flt_seg.seg_st IS 'C = confirmed (still to come), F = flown, N = no-show, X = cancelled';
COMMENT ON COLUMN flt_seg.bags IS 'Checked bags';

CREATE TABLE bag_claim (
  claim_no    varchar(10) PRIMARY KEY,
  seg_id      integer NOT NULL,
  filed_at    char(3) NOT NULL,
  opened_on   date NOT NULL,
  closed_on   date,
  claim_type  varchar(3) NOT NULL,
  claim_st    char(1) NOT NULL,
  claim_amt   numeric(9,2),
  paid_amt    numeric(9,2)
);
COMMENT ON TABLE bag_claim IS 'Baggage claims, amounts in EUR';
COMMENT ON COLUMN bag_claim.filed_at IS 'Airport where the claim was filed';
COMMENT ON COLUMN bag_claim.claim_type IS 'LST = lost, DLY = delayed, DMG = damaged, PLF = pilfered (contents stolen)';
COMMENT ON COLUMN bag_claim.claim_st IS 'O = open, P = paid, R = rejected';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;
CREATE FUNCTION pg_temp.fn(k text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT (ARRAY['Anna','Lukas','Petra','Jan','Sofia','Markus','Elena','Tomas','Julia','Stefan','Hana','Paul','Maria','David','Katharina','Ondrej','Laura','Felix','Eva','Michael','Nina','Jakub','Sarah','Georg','Lucie','Oliver','Isabella','Martin','Clara','Andreas'])[1+pg_temp.h('f'||k,30)] $$;
CREATE FUNCTION pg_temp.ln(k text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT (ARRAY['Huber','Novak','Gruber','Svoboda','Wagner','Dvorak','Bauer','Prochazka','Steiner','Kucera','Moser','Vesely','Mayer','Horak','Hofer','Smith','Rossi','Garcia','Papadopoulos','Yilmaz','Kowalski','Andersson','Murphy','Johnson','Leitner','Fischer','Pokorny','Marek','Brunner','Schmid','Berger','Cerny','Lang','Winter','Fuchs','Benes','Eder','Haas','Kolar','Weber'])[1+pg_temp.h('l'||k,40)] $$;

INSERT INTO airports VALUES
 ('VIE','Vienna International','Vienna','Austria',true),('PRG','Vaclav Havel','Prague','Czech Republic',true),
 ('LHR','Heathrow','London','United Kingdom',false),('LGW','Gatwick','London','United Kingdom',false),
 ('CDG','Charles de Gaulle','Paris','France',false),('FRA','Frankfurt Main','Frankfurt','Germany',false),
 ('AMS','Schiphol','Amsterdam','Netherlands',false),('MAD','Barajas','Madrid','Spain',false),
 ('BCN','El Prat','Barcelona','Spain',false),('FCO','Fiumicino','Rome','Italy',false),('ATH','Eleftherios Venizelos','Athens','Greece',false),
 ('IST','Istanbul Airport','Istanbul','Turkey',false),('ARN','Arlanda','Stockholm','Sweden',false),('DUB','Dublin Airport','Dublin','Ireland',false),
 ('JFK','John F. Kennedy','New York','United States',false),('DXB','Dubai International','Dubai','United Arab Emirates',false),
 ('BKK','Suvarnabhumi','Bangkok','Thailand',false),('KEF','Keflavik','Reykjavik','Iceland',false),('SPU','Split Airport','Split','Croatia',false);

INSERT INTO ac_type VALUES ('320','Airbus A320-200','Airbus',174,5700),('32Q','Airbus A321neo','Airbus',208,7400),
 ('E95','Embraer 195-E2','Embraer',132,4800),('339','Airbus A330-900neo','Airbus',287,13300),('789','Boeing 787-9','Boeing',290,14000),('AT7','ATR 72-600','ATR',70,1500);

INSERT INTO aircraft
SELECT reg, t, nm, (current_date - age), o, s, (current_date - lc), CASE WHEN nc IS NULL THEN NULL ELSE current_date + nc END
FROM (VALUES
 ('OE-LAA','320','Salzburg',4400,'O','A',210,340),('OE-LAB','320','Graz',4310,'O','A',530,20),('OE-LAC','320','Linz',3900,'L','A',560,-11),
 ('OE-LAD','320','Brno',3600,'L','A',100,450),('OE-LAE','320',NULL,3300,'L','M',640,-40),('OE-LAF','320','Ostrava',2900,'O','A',300,250),
 ('OE-LBA','32Q','Wachau',1100,'L','A',200,365),('OE-LBB','32Q','Moravia',820,'L','A',480,55),('OE-LBC','32Q','Tyrol',300,'O','A',300,400),
 ('OE-LCA','E95','Innsbruck',1500,'O','A',120,420),('OE-LCB','E95','Plzen',1420,'O','A',365,180),('OE-LCC','E95',NULL,1000,'W','A',540,-3),
 ('OE-LCD','E95','Klagenfurt',640,'O','A',90,500),('OE-LDA','339','Mozart',1900,'O','A',260,280),('OE-LDB','339','Dvorak',1750,'O','A',410,90),
 ('OE-LDC','339','Strauss',700,'L','A',150,390),('OE-LEA','789','Smetana',200,'L','A',200,530),('OE-LFA','AT7',NULL,5200,'O','S',900,-200),('OE-LFB','AT7','Zell am See',5100,'O','S',870,NULL)
) v(reg,t,nm,age,o,s,lc,nc);

INSERT INTO routes
SELECT (k-1)*2+d, CASE d WHEN 1 THEN a ELSE b END, CASE d WHEN 1 THEN b ELSE a END, km, bm + (d-1)*5, hl,
  current_date - od, CASE WHEN cd IS NULL THEN NULL ELSE current_date - cd END
FROM (VALUES (1,'VIE','LHR',1275,145,'S',4000,NULL::int),(2,'VIE','CDG',1037,125,'S',3900,NULL),(3,'VIE','FRA',622,85,'S',4100,NULL),
 (4,'VIE','ATH',1285,135,'S',2500,NULL),(5,'VIE','JFK',6822,580,'L',1700,NULL),(6,'VIE','BKK',8455,630,'L',1300,NULL),(7,'VIE','IST',1254,140,'S',2200,NULL),
 (8,'PRG','AMS',708,95,'S',3500,NULL),(9,'PRG','FCO',965,110,'S',3000,NULL),(10,'PRG','MAD',1770,180,'S',2000,NULL),(11,'PRG','DXB',4474,345,'L',900,NULL),
 (12,'PRG','ARN',1075,120,'S',1500,NULL),(13,'VIE','DUB',1683,175,'S',1600,150),(14,'VIE','PRG',277,55,'S',4000,NULL),(15,'VIE','SPU',518,75,'S',-60,NULL),(16,'PRG','BCN',1354,150,'S',260,NULL)
) v(k,a,b,km,bm,hl,od,cd), generate_series(1,2) d;

INSERT INTO delay_code VALUES ('11','Late check-in of passengers','Passengers'),('15','Late boarding','Passengers'),('18','Baggage loading','Baggage'),
 ('32','Loading and unloading of cargo','Handling'),('36','Late fuelling','Handling'),('41','Aircraft defect','Technical'),('46','Aircraft change for technical reasons','Technical'),
 ('63','Late crew boarding','Crew'),('64','Crew shortage','Crew'),('71','Weather at departure airport','Weather'),('72','Weather at destination','Weather'),
 ('75','De-icing of aircraft','Weather'),('81','ATC restriction en route','ATC'),('85','Security check','Airport'),('87','Lack of stands or gates','Airport'),('93','Late inbound aircraft','Reactionary'),('98','Strike','Other');

CREATE TEMP TABLE t AS
SELECT row_number() OVER (ORDER BY d, r.route_id)::int id, d::date fd, r.*, (r.route_id::text||d::date::text) k
FROM routes r, generate_series(date_trunc('year',current_date) - interval '1 year', current_date + interval '45 days', interval '1 day') d
WHERE pg_temp.h('op'||((r.route_id+1)/2)||'-'||(d::date - date_trunc('year',current_date)::date), 100) < 8 + ((r.route_id+1)/2*17) % 23 + CASE WHEN extract(month from d) IN (6,7,8,12) THEN 5 ELSE 0 END
  AND d::date >= r.opened_on AND (r.closed_on IS NULL OR d::date <= r.closed_on);
INSERT INTO flt
SELECT id, 'AU'||(100+route_id*7), fd, route_id,
  CASE WHEN haul='L' THEN (ARRAY['OE-LDA','OE-LDB','OE-LDC','OE-LEA'])[1+pg_temp.h('ac'||k, CASE WHEN fd > current_date-200 THEN 4 ELSE 3 END)]
       ELSE (ARRAY['OE-LAA','OE-LAB','OE-LAC','OE-LAD','OE-LAF','OE-LBA','OE-LBB','OE-LCA','OE-LCB','OE-LCC','OE-LCD','OE-LBC','OE-LAE'])[1+pg_temp.h('ac'||k, CASE WHEN fd < current_date-300 THEN 11 WHEN fd < current_date-30 THEN 13 ELSE 12 END)] END,
  ds, NULL, ds + blk_min * interval '1 minute', NULL,
  CASE WHEN fd >= current_date THEN CASE WHEN pg_temp.h('cn'||k,100)<2 THEN 'CNX' ELSE 'SCH' END
       WHEN pg_temp.h('cn'||k,1000)<32 THEN 'CNX' WHEN pg_temp.h('cn'||k,1000)<40 THEN 'DIV' ELSE 'ARR' END, NULL, NULL
FROM (SELECT t.*, fd + ((5 + (route_id*5) % 15) * 60 + (route_id*25) % 60 - (route_id*25) % 5) * interval '1 minute' ds FROM t) q;
UPDATE flt SET ac_reg = NULL WHERE flt_date > current_date + 20;
UPDATE flt f SET dep_act = dep_sched + dl * interval '1 minute',
   arr_act = arr_sched + (dl + pg_temp.h('ar'||flt_id,22) - 13 + CASE WHEN flt_st='DIV' THEN 95 ELSE 0 END) * interval '1 minute',
   pax_brd = greatest(18, (s * (0.97 - pg_temp.h('lf'||flt_id,45)/100.0 - CASE WHEN extract(month from flt_date) IN (1,2,11) THEN 0.08 ELSE 0 END - (route_id%4)*0.02))::int),
   fuel_kg = (dk * (2.6 + s/100.0*1.3) + pg_temp.h('fu'||flt_id,400))::int
FROM (SELECT x.flt_id fid, y.seats s, r.dist_km dk,
        CASE WHEN pg_temp.h('dd'||x.flt_id,100) < 17 + (x.route_id % 6)*2 + CASE WHEN extract(month from x.flt_date) IN (1,7,12) THEN 9 ELSE 0 END
             THEN 15 + (pg_temp.h('d2'||x.flt_id,60) * (1 + pg_temp.h('d3'||x.flt_id,4)))
             ELSE pg_temp.h('d4'||x.flt_id,19) - 5 END dl
      FROM flt x JOIN aircraft a USING (ac_reg) JOIN ac_type y USING (type_cd) JOIN routes r USING (route_id)) q
WHERE q.fid = f.flt_id AND f.flt_st IN ('ARR','DIV');

INSERT INTO flt_delay
SELECT flt_id, c1, CASE WHEN two THEN m - m/3 ELSE m END FROM (
 SELECT flt_id, (extract(epoch FROM dep_act - dep_sched)/60)::int m,
  (ARRAY['93','93','93','93','81','81','81','41','41','71','11','15','18','36','63','87','85','46','32','64','72','98'])[1+pg_temp.h('c'||flt_id,22)] c1,
  extract(epoch FROM dep_act - dep_sched)/60 > 30 AND pg_temp.h('two'||flt_id,3)=0 two
 FROM flt WHERE dep_act - dep_sched >= interval '15 minutes') q;
UPDATE flt_delay SET dly_cd='75' WHERE dly_cd='71' AND flt_id IN (SELECT flt_id FROM flt WHERE extract(month from flt_date) IN (12,1,2));
INSERT INTO flt_delay
SELECT f.flt_id, CASE WHEN sum(d.dly_min)%2=0 THEN CASE WHEN max(d.dly_cd)='81' THEN '11' ELSE '81' END ELSE CASE WHEN max(d.dly_cd)='18' THEN '15' ELSE '18' END END,
  (extract(epoch FROM dep_act - dep_sched)/60)::int - sum(d.dly_min)
FROM flt f JOIN flt_delay d USING (flt_id) GROUP BY f.flt_id HAVING (extract(epoch FROM dep_act - dep_sched)/60)::int > sum(d.dly_min);

INSERT INTO crew
SELECT 'C'||(1000+i*3), pg_temp.fn('cr'||i), pg_temp.ln('cr'||i),
  CASE WHEN i<=30 THEN 'CPT' WHEN i<=62 THEN 'FO' WHEN i<=84 THEN 'PUR' ELSE 'FA' END,
  CASE WHEN pg_temp.h('ba'||i,100)<62 THEN 'VIE' WHEN pg_temp.h('ba'||i,100)<97 THEN 'PRG' ELSE 'FRA' END,
  current_date - (CASE WHEN i%29=0 THEN 20 ELSE 200 + pg_temp.h('hi'||i,5200) END),
  CASE WHEN i%17=5 THEN current_date - (10 + pg_temp.h('le'||i,180)) END,
  CASE WHEN i<=62 OR i%4=0 THEN current_date - 25 + pg_temp.h('me'||i,360) END,
  CASE WHEN i%8<>3 THEN '+43 660 '||(1000000+pg_temp.h('ph'||i,8999999)) END
FROM generate_series(1,150) i;

INSERT INTO duty
SELECT row_number() OVER (ORDER BY flt_id, pos)::int, emp_no, flt_id, dep_sched - interval '60 minutes', coalesce(arr_act, arr_sched) + interval '30 minutes',
  CASE WHEN flt_st='CNX' THEN 'X' WHEN flt_date >= current_date THEN 'P' WHEN pg_temp.h('si'||flt_id||pos,100)<2 THEN 'S' ELSE 'D' END,
  pos >= 4 AND pg_temp.h('dh'||flt_id||pos,40)=0
FROM (SELECT DISTINCT ON (f.flt_id, emp) f.*, p.pos, 'C'||(1000+emp*3) emp_no FROM flt f, generate_series(1,5) p(pos),
  LATERAL (SELECT CASE p.pos WHEN 1 THEN 1+pg_temp.h('p1'||f.flt_id,28) WHEN 2 THEN 31+pg_temp.h('p2'||f.flt_id,31) WHEN 3 THEN 63+pg_temp.h('p3'||f.flt_id,22) ELSE 85+pg_temp.h('p'||p.pos||f.flt_id,60) END emp) e
  WHERE f.flt_date <= current_date + 20 ORDER BY f.flt_id, emp, p.pos) q
JOIN crew c USING (emp_no)
WHERE c.hired_on <= flt_date AND (c.left_on IS NULL OR c.left_on >= flt_date);

INSERT INTO pax
SELECT i, pg_temp.fn('px'||i), pg_temp.ln('px'||i),
  CASE WHEN i%11<>4 THEN lower(pg_temp.fn('px'||i)||'.'||pg_temp.ln('px'||i))||i||'@'||(ARRAY['gmail.com','gmx.at','seznam.cz','outlook.com','yahoo.com'])[1+i%5] END,
  CASE WHEN i%23<>7 THEN current_date - (4*365 + pg_temp.h('ag'||i,74*365)) END,
  (ARRAY['AT','AT','AT','CZ','CZ','CZ','DE','DE','GB','IT','ES','US','TR','SE','NL',NULL])[1+pg_temp.h('na'||i,16)]
FROM generate_series(1,2600) i;

INSERT INTO ff_member
SELECT 'AU'||(5000000+i*37), i, CASE WHEN pg_temp.h('ti'||i,100)<62 THEN 'B' WHEN pg_temp.h('ti'||i,100)<84 THEN 'S' WHEN pg_temp.h('ti'||i,100)<95 THEN 'G' ELSE 'P' END,
  current_date - pg_temp.h('jo'||i,2200), 0
FROM generate_series(1,2600) i WHERE pg_temp.h('ff'||i,100)<38;

CREATE TEMP TABLE fr AS SELECT flt_id, flt_date, route_id, row_number() OVER (ORDER BY flt_id)::int rn FROM flt;
CREATE INDEX ON fr(route_id, flt_date); CREATE INDEX ON fr(rn); ANALYZE fr;
CREATE TEMP TABLE b AS
SELECT i, upper(translate(substr(md5('pnr'||i),1,6),'0123456789','GHJKLMNPQR')) pnr, o.flt_id out_id, o.flt_date od,
  CASE WHEN pg_temp.h('rt'||i,10)<6 THEN (SELECT z.flt_id FROM fr z WHERE z.route_id = CASE WHEN o.route_id%2=1 THEN o.route_id+1 ELSE o.route_id-1 END AND z.flt_date > o.flt_date + 1 + pg_temp.h('st'||i,9) ORDER BY z.flt_date LIMIT 1) END ret_id,
  1 + (pg_temp.h('np'||i,10)<4)::int + (pg_temp.h('np'||i,10)<2)::int np,
  least(o.flt_date - 1 - pg_temp.h('lead'||i,85)*pg_temp.h('lead2'||i,3)/2, current_date - 1 - pg_temp.h('l3'||i,30)) bd,
  CASE WHEN pg_temp.h('x'||i,100)<6 THEN 'X' WHEN o.flt_date > current_date AND pg_temp.h('x'||i,100)<14 THEN 'H' ELSE 'C' END st,
  1 + (pg_temp.h('lp'||i,2400) * (1 + pg_temp.h('lq'||i,3)))/3 lead
FROM generate_series(1,7800) i JOIN fr o ON o.rn = 1 + pg_temp.h('o'||i, (SELECT count(*)::int FROM fr));
DELETE FROM b x USING b y WHERE x.pnr = y.pnr AND x.i > y.i;
INSERT INTO flt_seg
SELECT row_number() OVER (ORDER BY i, leg, n)::int, pnr, CASE WHEN n=1 THEN lead ELSE 1 + (lead + n*97 + i%5) % 2450 END, fid, cb,
  round((35 + dist_km * 0.055) * CASE cb WHEN 'C' THEN 3.2 WHEN 'W' THEN 1.7 ELSE 1 END * (0.7 + pg_temp.h('fa'||i||leg,80)/100.0), 2),
  CASE WHEN st='X' OR flt_st='CNX' THEN 'X' WHEN flt_date >= current_date THEN 'C' WHEN pg_temp.h('ns'||i||n||leg,100)<4 THEN 'N' ELSE 'F' END,
  greatest(0, pg_temp.h('bg'||i||n,4) - CASE WHEN haul='S' THEN 1 ELSE 0 END)
FROM (SELECT b.*, n, leg, CASE leg WHEN 1 THEN out_id ELSE ret_id END fid,
        CASE WHEN pg_temp.h('cb'||i,100)<79 THEN 'Y' WHEN pg_temp.h('cb'||i,100)<89 THEN 'W' ELSE 'C' END cb
      FROM b, generate_series(1,3) n, generate_series(1,2) leg WHERE n<=np) q
JOIN flt f ON f.flt_id = q.fid JOIN routes r USING (route_id);
INSERT INTO booking
SELECT b.pnr, bd + (6*60 + pg_temp.h('tm'||i, 960)) * interval '1 minute',
  (ARRAY['WEB','WEB','WEB','WEB','APP','APP','APP','TA','TA','CORP','CORP','CALL'])[1+pg_temp.h('ch'||i,12)], st, lead, s.fare + 9.90 + np*4,
  CASE WHEN st='H' THEN NULL ELSE (ARRAY['card','card','card','paypal','invoice','voucher'])[1+pg_temp.h('pm'||i,6)] END
FROM b JOIN (SELECT pnr, sum(fare) fare FROM flt_seg GROUP BY pnr) s USING (pnr);

INSERT INTO ff_txn
SELECT row_number() OVER (ORDER BY dt, ff_no, k)::int, ff_no, dt, k, m FROM (
 SELECT m.ff_no, f.flt_date dt, 'E' k, (r.dist_km * CASE s.cabin WHEN 'C' THEN 2 WHEN 'W' THEN 1.25 ELSE 1 END * CASE m.tier WHEN 'P' THEN 1.5 WHEN 'G' THEN 1.25 ELSE 1 END)::int m
 FROM flt_seg s JOIN flt f USING (flt_id) JOIN routes r USING (route_id) JOIN ff_member m USING (pax_id) WHERE s.seg_st='F' AND f.flt_date >= m.joined_on
 UNION ALL SELECT ff_no, current_date - pg_temp.h('rd'||ff_no,600), 'R', -1000*(1+pg_temp.h('ra'||ff_no,9)) FROM ff_member WHERE pg_temp.h('rr'||ff_no,100)<22
 UNION ALL SELECT ff_no, (date_trunc('year',current_date) - interval '1 day')::date, 'X', -(200+pg_temp.h('xa'||ff_no,1800)) FROM ff_member WHERE pg_temp.h('xx'||ff_no,100)<9) q;
UPDATE ff_member m SET miles_bal = 500 + pg_temp.h('mb'||ff_no,9000) * (CASE tier WHEN 'P' THEN 9 WHEN 'G' THEN 5 WHEN 'S' THEN 2 ELSE 1 END) + coalesce((SELECT sum(miles) FROM ff_txn t WHERE t.ff_no=m.ff_no AND kind='E'),0);

INSERT INTO bag_claim
SELECT 'BC'||lpad((row_number() OVER (ORDER BY od, seg_id))::text,6,'0'), seg_id, dest, od,
  CASE WHEN st='O' THEN NULL ELSE least(od + 3 + pg_temp.h('cl'||seg_id,50), current_date) END,
  ty, st, am, CASE WHEN st='P' THEN round(am * (0.4 + pg_temp.h('pa'||seg_id,61)/100.0),2) END
FROM (SELECT s.seg_id, r.dest, f.flt_date + pg_temp.h('op'||s.seg_id,4) od,
   (ARRAY['DLY','DLY','DLY','DMG','DMG','LST','PLF'])[1+pg_temp.h('ty'||s.seg_id,7)] ty,
   CASE WHEN f.flt_date > current_date-70 AND pg_temp.h('cs'||s.seg_id,10)<7 THEN 'O' WHEN pg_temp.h('cs'||s.seg_id,100)<4 THEN 'O' WHEN pg_temp.h('cs'||s.seg_id,100)<72 THEN 'P' ELSE 'R' END st,
   CASE WHEN pg_temp.h('ty'||s.seg_id,7) IN (5,6) THEN 250 + pg_temp.h('am'||s.seg_id,1300) ELSE 30 + pg_temp.h('am'||s.seg_id,420) END + 0.5 am
  FROM flt_seg s JOIN flt f USING (flt_id) JOIN routes r USING (route_id)
  WHERE s.seg_st='F' AND s.bags>0 AND pg_temp.h('bc'||s.seg_id,100) < 8 AND f.flt_date < current_date - 4) q;
ANALYZE;
