-- telco: billing and care database of an Irish mobile operator. Dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE t_region (rg_id integer PRIMARY KEY, rg_name varchar(30) NOT NULL);
CREATE TABLE t_operator (op_id integer PRIMARY KEY, op_name varchar(40) NOT NULL);
CREATE TABLE t_sub_status (ss_id integer PRIMARY KEY, ss_name varchar(20) NOT NULL);
CREATE TABLE t_inv_status (is_id integer PRIMARY KEY, is_name varchar(20) NOT NULL);
CREATE TABLE t_ticket_cat (tc_id integer PRIMARY KEY, tc_name varchar(30) NOT NULL);

CREATE TABLE t_shop (
  sh_id integer PRIMARY KEY, sh_code varchar(6) NOT NULL, sh_name varchar(50) NOT NULL, sh_city varchar(30),
  sh_rgid integer, sh_mgr varchar(50), sh_opened date NOT NULL, sh_closed date
);
CREATE TABLE t_plan (
  pl_id integer PRIMARY KEY, pl_code varchar(8) NOT NULL, pl_name varchar(40) NOT NULL, pl_kind varchar(4) NOT NULL,
  pl_fee numeric(8,2) NOT NULL, pl_gb integer, pl_from date NOT NULL, pl_to date
);
COMMENT ON COLUMN t_plan.pl_kind IS 'PRE = prepaid, POST = postpaid (billed monthly)';
COMMENT ON COLUMN t_plan.pl_gb IS 'data allowance per month, NULL = unlimited';

CREATE TABLE t_subscriber (
  sb_id integer PRIMARY KEY, sb_no varchar(10) NOT NULL, sb_fname varchar(30) NOT NULL, sb_lname varchar(30) NOT NULL,
  sb_email varchar(80), sb_city varchar(30), sb_rgid integer, sb_birth date, sb_seg char(1) NOT NULL,
  sb_ssid integer NOT NULL, sb_plid integer NOT NULL, sb_shid integer, sb_joined date NOT NULL, sb_left date
);
COMMENT ON COLUMN t_subscriber.sb_seg IS 'C = consumer, B = business';
COMMENT ON COLUMN t_subscriber.sb_shid IS 'shop of sign-up, NULL = signed up online';

CREATE TABLE t_sim (
  sm_id integer PRIMARY KEY, sm_iccid varchar(20) NOT NULL, sm_msisdn varchar(15) NOT NULL, sm_sbid integer NOT NULL,
  sm_type char(1) NOT NULL, sm_act date NOT NULL, sm_deact date
);
COMMENT ON COLUMN t_sim.sm_type IS 'P = plastic card, E = eSIM';

CREATE TABLE t_usage (
  us_id integer PRIMARY KEY, us_smid integer NOT NULL, us_month date NOT NULL, us_mb numeric(12,1) NOT NULL,
  us_min integer NOT NULL, us_sms integer NOT NULL, us_roam_mb numeric(12,1) NOT NULL
);
COMMENT ON TABLE t_usage IS 'one row per SIM and month (us_month = first day); us_roam_mb is contained in us_mb';

CREATE TABLE t_invoice (
  iv_id integer PRIMARY KEY, iv_no varchar(12) NOT NULL, iv_sbid integer NOT NULL, iv_date date NOT NULL, iv_due date NOT NULL,
  iv_net numeric(10,2) NOT NULL, iv_vat numeric(10,2) NOT NULL, iv_total numeric(10,2) NOT NULL, iv_isid integer NOT NULL
);
CREATE TABLE t_payment (
  py_id integer PRIMARY KEY, py_ivid integer NOT NULL, py_date date NOT NULL, py_amt numeric(10,2) NOT NULL, py_meth varchar(4) NOT NULL
);
COMMENT ON COLUMN t_payment.py_meth IS 'DD = direct debit, CARD = card, BANK = bank transfer, CASH = cash in shop';

CREATE TABLE t_ticket (
  tk_id integer PRIMARY KEY, tk_sbid integer NOT NULL, tk_tcid integer NOT NULL, tk_prio smallint NOT NULL, tk_chan varchar(5) NOT NULL,
  tk_agent varchar(40), tk_opened timestamp NOT NULL, tk_closed timestamp, tk_score smallint
);
COMMENT ON COLUMN t_ticket.tk_prio IS '1 = urgent, 2 = high, 3 = normal, 4 = low';
COMMENT ON COLUMN t_ticket.tk_score IS 'customer satisfaction 1 to 5, NULL = no answer';

CREATE TABLE t_handset (
  hs_id integer PRIMARY KEY, hs_brand varchar(20) NOT NULL, hs_model varchar(40) NOT NULL, hs_5g boolean NOT NULL, hs_price numeric(8,2) NOT NULL
);
CREATE TABLE t_handset_sale (
  hx_id integer PRIMARY KEY, hx_hsid integer NOT NULL, hx_sbid integer NOT NULL, hx_shid integer, hx_date date NOT NULL,
  hx_price numeric(8,2) NOT NULL, hx_inst smallint NOT NULL
);
COMMENT ON COLUMN t_handset_sale.hx_shid IS 'NULL = web shop';
COMMENT ON COLUMN t_handset_sale.hx_inst IS 'number of monthly instalments, 0 = paid at once';

CREATE TABLE t_porting (
  po_id integer PRIMARY KEY, po_sbid integer NOT NULL, po_dir char(1) NOT NULL, po_opid integer NOT NULL,
  po_req date NOT NULL, po_done date, po_stat char(1) NOT NULL
);
COMMENT ON COLUMN t_porting.po_dir IS 'I = number ported in to us, O = ported out';
COMMENT ON COLUMN t_porting.po_stat IS 'P = pending, C = completed, R = rejected';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % greatest(n,1) $$;

INSERT INTO t_region VALUES (1,'Dublin'),(2,'Leinster'),(3,'Munster'),(4,'Connacht'),(5,'Ulster');
INSERT INTO t_operator VALUES (1,'Harbour Mobile'),(2,'Clover Telecom'),(3,'Three Rivers'),(4,'BluePhone'),(5,'Talkwise'),(6,'Nordlink');
INSERT INTO t_sub_status VALUES (10,'Active'),(20,'Suspended'),(30,'Terminated');
INSERT INTO t_inv_status VALUES (1,'Open'),(2,'Paid'),(3,'Partly paid'),(4,'Cancelled');
INSERT INTO t_ticket_cat VALUES (1,'Billing'),(2,'Network coverage'),(3,'Roaming'),(4,'Handset repair'),(5,'SIM problem'),(6,'Number porting'),(7,'Other');

INSERT INTO t_shop
SELECT i, 'SH'||lpad(i::text,3,'0'), nm, ct, rg, mgr, current_date - od, CASE WHEN cd > 0 THEN current_date - cd END
FROM (VALUES
 (1,'Grafton Street','Dublin',1,'Aoife Brennan',3900,0),(2,'Dundrum Centre','Dublin',1,'Conor Walsh',3400,0),
 (3,'Henry Street','Dublin',1,'Niamh Kavanagh',3650,0),(4,'Drogheda Scotch Hall','Drogheda',2,'Paul Reilly',2300,0),
 (5,'Kilkenny MacDonagh','Kilkenny',2,'Sinead Power',2100,0),(6,'Athlone Towncentre','Athlone',2,'Declan Mooney',1900,260),
 (7,'Cork Opera Lane','Cork',3,'Orla McCarthy',3300,0),(8,'Mahon Point','Cork',3,'Barry O''Leary',1500,0),
 (9,'Limerick Crescent','Limerick',3,'Fiona Hayes',2800,0),(10,'Waterford City Square','Waterford',3,'Mark Phelan',1200,0),
 (11,'Galway Eyre Square','Galway',4,'Ciara Joyce',2950,0),(12,'Sligo O''Connell Street','Sligo',4,'Tom Gilmartin',2000,120),
 (13,'Letterkenny Retail Park','Letterkenny',5,'Roisin Gallagher',1600,0),(14,'Swords Pavilions','Dublin',1,NULL,12,0)
) v(i,nm,ct,rg,mgr,od,cd);

INSERT INTO t_plan
SELECT i, cd, nm, kd, fee, gb, current_date - f, CASE WHEN t > 0 THEN current_date - t END
FROM (VALUES
 (1,'PRE10','Hello 10','PRE',10.00,5,2500,0),(2,'PRE15','Hello 15','PRE',15.00,15,2500,0),(3,'PRE20','Hello 20','PRE',20.00,30,2400,0),
 (4,'PREDATA','Data Only Go','PRE',12.00,40,1500,400),(5,'S','Simple S','POST',18.00,10,2600,0),(6,'M','Simple M','POST',26.00,40,2600,0),
 (7,'L','Simple L','POST',36.00,100,2600,0),(8,'XL','Endless','POST',49.00,NULL,1800,0),(9,'STUD','Student Flex','POST',15.00,25,1700,300),
 (10,'BIZ1','Business Start','POST',32.00,60,2600,0),(11,'BIZ2','Business Pro','POST',58.00,NULL,2600,0),(12,'FAM','Family Share','POST',75.00,150,9,0)
) v(i,cd,nm,kd,fee,gb,f,t);

INSERT INTO t_handset
SELECT i, b, m, g, p FROM (VALUES
 (1,'Apple','iPhone 15',true,849.00),(2,'Apple','iPhone 15 Pro',true,1199.00),(3,'Apple','iPhone SE',true,529.00),(4,'Apple','iPhone 13',true,629.00),
 (5,'Samsung','Galaxy S24',true,899.00),(6,'Samsung','Galaxy A55',true,449.00),(7,'Samsung','Galaxy A15',false,199.00),(8,'Samsung','Galaxy Z Flip 5',true,1099.00),
 (9,'Xiaomi','Redmi Note 13',false,229.00),(10,'Xiaomi','Xiaomi 14',true,799.00),(11,'Google','Pixel 8',true,699.00),(12,'Google','Pixel 8a',true,549.00),
 (13,'Motorola','Moto G54',true,219.00),(14,'Motorola','Moto E14',false,119.00),(15,'Nokia','Nokia 3210',false,79.00),(16,'Nokia','Nokia G42',true,189.00),
 (17,'Fairphone','Fairphone 5',true,699.00),(18,'Nokia','Nokia 2660 Flip',false,74.00)
) v(i,b,m,g,p);

INSERT INTO t_subscriber
SELECT i, 'A'||(200000+i*7), fn, ln,
  CASE WHEN pg_temp.h('em'||i,9) > 0 THEN lower(translate(fn,'áéíóúÁÉÍÓÚ','aeiouAEIOU')||'.'||replace(ln,'''',''))||i||(ARRAY['@gmail.com','@eircom.net','@outlook.ie','@yahoo.ie'])[1+pg_temp.h('ed'||i,4)] END,
  (ARRAY['Dublin','Dublin','Dublin','Dublin','Drogheda','Kilkenny','Athlone','Cork','Cork','Limerick','Waterford','Galway','Galway','Sligo','Letterkenny'])[c],
  (ARRAY[1,1,1,1,2,2,2,3,3,3,3,4,4,4,5])[c],
  current_date - 6600 - pg_temp.h('b'||i,21000), seg, 
  CASE WHEN st < 16 AND jd > 60 THEN 30 WHEN st < 22 THEN 20 ELSE 10 END,
  CASE WHEN seg = 'B' THEN 10 + pg_temp.h('pb'||i,2) ELSE (ARRAY[1,1,2,2,2,3,3,4,5,5,6,6,6,6,7,7,7,8,8,9])[1+pg_temp.h('pc'||i,20)] END,
  CASE WHEN pg_temp.h('on'||i,10) < 3 THEN NULL ELSE (ARRAY[1,1,1,1,2,2,3,3,3,4,5,6,7,7,7,8,9,9,10,11,11,12,13])[1+pg_temp.h('sp'||i,23)] END,
  current_date - jd,
  CASE WHEN st < 16 AND jd > 60 THEN current_date - pg_temp.h('lf'||i, least(720, jd-30)) END
FROM (SELECT i, 1+pg_temp.h('c'||i,15) c, pg_temp.h('st'||i,100) st, pg_temp.h('jd'||i,1750) jd,
  CASE WHEN pg_temp.h('sg'||i,100) < 20 THEN 'B' ELSE 'C' END seg,
  (ARRAY['Aoife','Conor','Niamh','Sean','Ciara','Patrick','Sinead','Declan','Orla','Liam','Emma','Cian','Grace','Eoin','Fiona','Darragh','Maeve','Brian','Katie','Rory','Siobhan','Kevin','Laura','Oisin','Anna','Piotr','Magda','Thiago','Priya','Ahmed'])[1+pg_temp.h('fn'||i,30)] fn,
  (ARRAY['Murphy','Kelly','O''Sullivan','Walsh','Smith','O''Brien','Byrne','Ryan','O''Connor','O''Neill','Doyle','McCarthy','Gallagher','Doherty','Kennedy','Lynch','Murray','Quinn','Moore','McLoughlin','Carroll','Connolly','Daly','Nolan','Nowak','Silva','Khan','Burke','Farrell','Hughes'])[1+pg_temp.h('ln'||i,30)] ln
  FROM generate_series(1,800) i) x;

INSERT INTO t_sim
SELECT row_number() OVER (ORDER BY sb_id, k), '8935301'||lpad((sb_id*37+k*100000)::text,12,'0'), '35386'||lpad((2000000+sb_id*911+k*13)::text,7,'0'), sb_id,
  CASE WHEN pg_temp.h('ty'||sb_id||k,100) < CASE WHEN sb_joined > current_date - 700 THEN 55 ELSE 20 END THEN 'E' ELSE 'P' END, act,
  CASE WHEN sb_left IS NOT NULL THEN sb_left WHEN pg_temp.h('dx'||sb_id||k,100) < 7 AND k > 1 THEN least(current_date, act + 20 + pg_temp.h('dd'||sb_id||k,300)) END
FROM (SELECT s.*, k, least(sb_joined + pg_temp.h('ac'||sb_id||k,3) + CASE WHEN k > 1 THEN pg_temp.h('a2'||sb_id||k,200) ELSE 0 END, coalesce(sb_left,current_date)) act
  FROM t_subscriber s, generate_series(1,3) k
  WHERE k = 1 OR (k = 2 AND pg_temp.h('k2'||sb_id,100) < CASE sb_seg WHEN 'B' THEN 60 ELSE 15 END) OR (k = 3 AND sb_seg = 'B' AND pg_temp.h('k3'||sb_id,100) < 35)) x;

INSERT INTO t_usage
SELECT row_number() OVER (ORDER BY m, sm_id), sm_id, m::date, mb, pg_temp.h('mi'||sm_id||m::date,600), pg_temp.h('sm'||sm_id||m::date,120),
  CASE WHEN pg_temp.h('r'||sm_id||m::date,8) = 0 THEN round(mb * pg_temp.h('rr'||sm_id||m::date,40)/100.0, 1) ELSE 0 END
FROM (SELECT sm_id, m, round((coalesce(pl_gb,140) * 1024 * (8 + pg_temp.h('mb'||sm_id||m::date,900)/10.0) / 100.0)::numeric, 1) mb
  FROM t_sim JOIN t_subscriber ON sb_id = sm_sbid JOIN t_plan ON pl_id = sb_plid,
  generate_series(greatest(date_trunc('month',sm_act), date_trunc('year',current_date) - interval '1 year'), date_trunc('month', coalesce(sm_deact,current_date)), interval '1 month') m
  WHERE pg_temp.h('no'||sm_id||m::date,100) >= 5) x;

INSERT INTO t_invoice
SELECT n, 'INV'||lpad((310000+n)::text,7,'0'), sb_id, m::date, m::date + 20, net, round(net*0.23,2), net + round(net*0.23,2),
  CASE WHEN r < 20 THEN 4 WHEN m < current_date - 70 THEN CASE WHEN r < 45 THEN 1 WHEN r < 65 THEN 3 ELSE 2 END
       ELSE CASE WHEN r < 320 THEN 1 WHEN r < 400 THEN 3 ELSE 2 END END
FROM (SELECT row_number() OVER (ORDER BY m, sb_id)::int n, sb_id, m, pg_temp.h('is'||sb_id||m::date,1000) r,
   round((pl_fee * greatest(1,(SELECT count(*) FROM t_sim WHERE sm_sbid = sb_id)) + CASE WHEN pg_temp.h('ex'||sb_id||m::date,3) = 0 THEN pg_temp.h('ey'||sb_id||m::date,2400)/100.0 ELSE 0 END)::numeric,2) net
  FROM t_subscriber JOIN t_plan ON pl_id = sb_plid AND pl_kind = 'POST',
  generate_series(greatest(date_trunc('month',sb_joined) + interval '1 month', date_trunc('year',current_date) - interval '1 year'), date_trunc('month',coalesce(sb_left,current_date)), interval '1 month') m) x;

INSERT INTO t_payment
SELECT row_number() OVER (ORDER BY d, iv_id, part), iv_id, d, amt, meth
FROM (SELECT iv_id, part, least(current_date, iv_date + CASE WHEN pg_temp.h('pl'||iv_id,10) = 0 THEN 21 + pg_temp.h('pm'||iv_id,30) ELSE 2 + pg_temp.h('pn'||iv_id,18) END + (part-1)*5) d,
   CASE WHEN iv_isid = 3 THEN round(iv_total*(30+pg_temp.h('pp'||iv_id,40))/100.0,2)
        WHEN pg_temp.h('two'||iv_id,25) = 0 THEN CASE part WHEN 1 THEN round(iv_total*0.5,2) ELSE iv_total - round(iv_total*0.5,2) END ELSE iv_total END amt,
   (ARRAY['DD','DD','DD','DD','DD','CARD','CARD','CARD','BANK','CASH'])[1+pg_temp.h('me'||iv_sbid||pg_temp.h('mf'||iv_id,3),10)] meth
  FROM t_invoice, generate_series(1,2) part WHERE iv_isid IN (2,3) AND (part = 1 OR (iv_isid = 2 AND pg_temp.h('two'||iv_id,25) = 0))) x;

INSERT INTO t_ticket
SELECT i, sb, tc, CASE WHEN p < 8 THEN 1 WHEN p < 30 THEN 2 WHEN p < 80 THEN 3 ELSE 4 END, ch, ag, op, cl, CASE WHEN cl IS NOT NULL AND pg_temp.h('sc'||i,10) < 6 THEN (ARRAY[1,2,3,3,4,4,4,5,5,5])[1+pg_temp.h('sd'||i,10)] END
FROM (SELECT i, sb, tc, p, ch, ag, op, CASE WHEN pg_temp.h('nc'||i,100) < 3 OR op + dur > localtimestamp THEN NULL ELSE op + dur END cl
 FROM (SELECT i, 1 + pg_temp.h('ts'||i,800) * pg_temp.h('tu'||i,800) / 800 sb, (ARRAY[1,1,1,1,2,2,2,3,4,4,5,5,6,7])[1+pg_temp.h('tc'||i,14)] tc, pg_temp.h('tp'||i,100) p,
   (ARRAY['PHONE','PHONE','PHONE','CHAT','CHAT','SHOP','MAIL'])[1+pg_temp.h('th'||i,7)] ch,
   (ARRAY['Aisling Duffy','Aisling Duffy','Colm Tierney','Deirdre Foley','Deirdre Foley','Deirdre Foley','Gavin Roche','Ivana Novak','Ivana Novak','Mairead Casey'])[1+pg_temp.h('ta'||i,10)] ag,
   least(localtimestamp, current_date - pg_temp.h('to'||i,790) + pg_temp.h('tm'||i,600) * interval '1 minute' + interval '8 hours') op,
   (30 + pg_temp.h('td'||i, 60 * 240)) * interval '1 minute' dur FROM generate_series(1,2600) i) y) x;

INSERT INTO t_handset_sale
SELECT i, hs_id, 1 + pg_temp.h('hb'||i,800), CASE WHEN pg_temp.h('ho'||i,100) < 28 THEN NULL ELSE (ARRAY[1,1,1,1,2,2,3,3,3,4,5,7,7,7,8,9,9,10,11,11,13])[1+pg_temp.h('hq'||i,21)] END,
  current_date - pg_temp.h('hd'||i,760), round(hs_price * (100 - (ARRAY[0,0,0,5,10,15])[1+pg_temp.h('hp'||i,6)]) / 100.0, 2), (ARRAY[0,0,12,24,24,36])[1+pg_temp.h('hi'||i,6)]
FROM (SELECT i, (ARRAY[1,1,1,2,2,3,4,4,5,5,5,6,6,6,7,7,8,9,9,10,11,11,12,13,14,15,16])[1+pg_temp.h('hh'||i,27)] m FROM generate_series(1,1700) i) x JOIN t_handset ON hs_id = m;

INSERT INTO t_porting
SELECT row_number() OVER (ORDER BY req, sb), sb, dir, op, req, CASE WHEN st = 'C' THEN least(current_date, req + 1 + pg_temp.h('pd'||k,9)) END, st
FROM (SELECT k, sb, dir, op, req, CASE WHEN r < 9 THEN 'R' WHEN req > current_date - 6 OR r < 10 THEN 'P' ELSE 'C' END st
 FROM (SELECT 'I'||sb_id k, sb_id sb, 'I' dir, (ARRAY[1,1,1,2,2,3,3,4,5,6])[1+pg_temp.h('oi'||sb_id,10)] op, sb_joined req, pg_temp.h('rs'||sb_id,100) r FROM t_subscriber WHERE pg_temp.h('pi'||sb_id,100) < 48
  UNION ALL
  SELECT 'O'||sb_id, sb_id, 'O', (ARRAY[1,2,2,2,3,4,2,5,6,6])[1+pg_temp.h('oo'||sb_id,10)], coalesce(sb_left - 5, current_date - pg_temp.h('oq'||sb_id, least(700, current_date - sb_joined))), CASE WHEN sb_left IS NULL THEN pg_temp.h('rt'||sb_id,9) ELSE 50 END
  FROM t_subscriber WHERE (sb_left IS NOT NULL AND pg_temp.h('px'||sb_id,100) < 70) OR (sb_left IS NULL AND pg_temp.h('px'||sb_id,100) < 4)) y) x;
ANALYZE;
