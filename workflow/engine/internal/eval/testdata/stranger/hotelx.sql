-- hotelx: property management system of a small hotel group.
-- All dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE ht_mst (
  ht_id integer PRIMARY KEY, ht_cd char(3) NOT NULL UNIQUE, ht_nm varchar(40) NOT NULL, ht_city varchar(30) NOT NULL, ht_ctry_cd char(2) NOT NULL,
  ht_str smallint, ht_rm_cnt smallint NOT NULL, ht_opn_dt date NOT NULL, ht_cls_dt date);
COMMENT ON TABLE ht_mst IS 'Hotels';
COMMENT ON COLUMN ht_mst.ht_ctry_cd IS 'IE Ireland, GB United Kingdom, FR France, PT Portugal';
COMMENT ON COLUMN ht_mst.ht_str IS 'Stars; NULL = not classified';
COMMENT ON COLUMN ht_mst.ht_rm_cnt IS 'Sellable rooms (rm_mst without rm_stat_cd X); occupancy = room nights sold / (ht_rm_cnt x days)';
COMMENT ON COLUMN ht_mst.ht_cls_dt IS 'Closed for good on; NULL = trading';

CREATE TABLE rt_mst (rt_id integer PRIMARY KEY, rt_cd char(3) NOT NULL, rt_nm varchar(30) NOT NULL, rt_max_pax smallint NOT NULL, rt_bed_cd char(1) NOT NULL);
COMMENT ON TABLE rt_mst IS 'Room types';
COMMENT ON COLUMN rt_mst.rt_bed_cd IS 'S single, D double, T twin, K king';

CREATE TABLE rm_mst (rm_id integer PRIMARY KEY, ht_id integer NOT NULL REFERENCES ht_mst, rm_no varchar(5) NOT NULL, rt_id integer NOT NULL REFERENCES rt_mst, rm_flr smallint, rm_stat_cd char(1) NOT NULL, rm_rnv_dt date);
COMMENT ON TABLE rm_mst IS 'Rooms';
COMMENT ON COLUMN rm_mst.rm_stat_cd IS 'C clean, D dirty, O out of order, X taken out of sale for good';
COMMENT ON COLUMN rm_mst.rm_rnv_dt IS 'Last renovated; NULL = never since opening';

CREATE TABLE ch_mst (ch_id integer PRIMARY KEY, ch_cd varchar(4) NOT NULL, ch_nm varchar(30) NOT NULL, ch_typ_cd char(1) NOT NULL, ch_comm_pct numeric(5,2) NOT NULL, ch_act_flg char(1) NOT NULL);
COMMENT ON TABLE ch_mst IS 'Sales channels';
COMMENT ON COLUMN ch_mst.ch_typ_cd IS 'D direct, O online travel agency (OTA), G GDS, C corporate contract';
COMMENT ON COLUMN ch_mst.ch_comm_pct IS 'Commission in percent of bk_tot_amt, due for stays that were checked out';
COMMENT ON COLUMN ch_mst.ch_act_flg IS 'Y/N';

CREATE TABLE rp_mst (rp_id integer PRIMARY KEY, rp_cd varchar(5) NOT NULL, rp_nm varchar(40) NOT NULL, rp_mp_cd char(2) NOT NULL, rp_rfd_flg char(1) NOT NULL);
COMMENT ON TABLE rp_mst IS 'Rate plans';
COMMENT ON COLUMN rp_mst.rp_mp_cd IS 'Meal plan: RO room only, BB bed and breakfast, HB half board';
COMMENT ON COLUMN rp_mst.rp_rfd_flg IS 'Y = refundable';

CREATE TABLE rp_prc (ht_id integer NOT NULL REFERENCES ht_mst, rt_id integer NOT NULL REFERENCES rt_mst, rp_id integer NOT NULL REFERENCES rp_mst, pr_frm_dt date NOT NULL, pr_to_dt date, pr_amt numeric(8,2) NOT NULL,
  PRIMARY KEY (ht_id, rt_id, rp_id, pr_frm_dt));
COMMENT ON TABLE rp_prc IS 'Rack rate per night and its history; pr_to_dt NULL = in force';

CREATE TABLE gs_mst (gs_id integer PRIMARY KEY, gs_fnm varchar(30) NOT NULL, gs_lnm varchar(30) NOT NULL, gs_eml varchar(60), gs_ctry_cd char(2), gs_loy_cd char(1), gs_dob date, gs_blk_flg char(1) NOT NULL, gs_crt_ts timestamp NOT NULL, gs_mkt_flg char(1));
COMMENT ON TABLE gs_mst IS 'Guest profiles';
COMMENT ON COLUMN gs_mst.gs_ctry_cd IS 'Home country: IE Ireland, GB United Kingdom, FR France, DE Germany, US United States, ES Spain; may be NULL';
COMMENT ON COLUMN gs_mst.gs_loy_cd IS 'Loyalty level: B blue, S silver, G gold; NULL = not in the programme';
COMMENT ON COLUMN gs_mst.gs_blk_flg IS 'Y = blacklisted';
COMMENT ON COLUMN gs_mst.gs_mkt_flg IS 'Y/N agreed to mailings, NULL = never asked';

CREATE TABLE bk_hdr (
  bk_id integer PRIMARY KEY, bk_ref char(8) NOT NULL UNIQUE, ht_id integer NOT NULL REFERENCES ht_mst, gs_id integer NOT NULL REFERENCES gs_mst, ch_id integer NOT NULL REFERENCES ch_mst, rp_id integer NOT NULL REFERENCES rp_mst,
  rt_id integer NOT NULL REFERENCES rt_mst, rm_id integer REFERENCES rm_mst, bk_crt_ts timestamp NOT NULL, bk_arr_dt date NOT NULL, bk_dep_dt date NOT NULL, bk_adt smallint NOT NULL, bk_chd smallint NOT NULL,
  bk_stat_cd char(2) NOT NULL, bk_cx_ts timestamp, bk_cx_rsn_cd char(1), bk_tot_amt numeric(10,2) NOT NULL, bk_rv_scr smallint);
COMMENT ON TABLE bk_hdr IS 'Bookings, one room each. Amounts in EUR';
COMMENT ON COLUMN bk_hdr.rt_id IS 'Room type booked; rm_id = room given at check-in (NULL before, or when nobody came)';
COMMENT ON COLUMN bk_hdr.bk_crt_ts IS 'Booked at; lead time = days from here to bk_arr_dt';
COMMENT ON COLUMN bk_hdr.bk_dep_dt IS 'Departure; length of stay = bk_dep_dt - bk_arr_dt nights';
COMMENT ON COLUMN bk_hdr.bk_stat_cd IS 'RS reserved, CI checked in (in house), CO checked out, CX cancelled, NS no-show';
COMMENT ON COLUMN bk_hdr.bk_cx_rsn_cd IS 'G guest changed plans, P found a better price, H hotel could not keep it, U unknown; only for CX';
COMMENT ON COLUMN bk_hdr.bk_tot_amt IS 'Agreed room price of the whole stay; revenue only when CI or CO';
COMMENT ON COLUMN bk_hdr.bk_rv_scr IS 'Review score 1-10 after departure; NULL = no review';

CREATE TABLE bk_nt (bk_id integer NOT NULL REFERENCES bk_hdr, nt_dt date NOT NULL, rm_id integer NOT NULL REFERENCES rm_mst, nt_amt numeric(8,2) NOT NULL, PRIMARY KEY (bk_id, nt_dt));
COMMENT ON TABLE bk_nt IS 'Room nights sold: one row per night really slept (CI and CO, up to last night). Average daily rate (ADR) = sum(nt_amt) / nights';

CREATE TABLE bk_sts_hst (bk_id integer NOT NULL REFERENCES bk_hdr, hs_seq smallint NOT NULL, hs_stat_cd char(2) NOT NULL, hs_ts timestamp NOT NULL, hs_usr varchar(12), PRIMARY KEY (bk_id, hs_seq));
COMMENT ON TABLE bk_sts_hst IS 'Every status a booking has had; codes as bk_hdr.bk_stat_cd';
COMMENT ON COLUMN bk_sts_hst.hs_usr IS 'NULL = set by the night audit job';

CREATE TABLE fl_hdr (fl_id integer PRIMARY KEY, bk_id integer NOT NULL REFERENCES bk_hdr, fl_opn_dt date NOT NULL, fl_cls_dt date, fl_stat_cd char(1) NOT NULL, fl_py_cd char(2), fl_pd_amt numeric(10,2) NOT NULL);
COMMENT ON TABLE fl_hdr IS 'Folios (guest accounts)';
COMMENT ON COLUMN fl_hdr.fl_stat_cd IS 'O open, C closed, V void (ignore)';
COMMENT ON COLUMN fl_hdr.fl_py_cd IS 'CC credit card, CA cash, BT bank transfer, CL city ledger (invoice to the company); NULL = not paid yet';
COMMENT ON COLUMN fl_hdr.fl_pd_amt IS 'Paid so far; balance = sum of the lines - fl_pd_amt';

CREATE TABLE fl_ln (fl_id integer NOT NULL REFERENCES fl_hdr, ln_no smallint NOT NULL, ln_dt date NOT NULL, ln_typ_cd char(2) NOT NULL, ln_qty smallint NOT NULL, ln_amt numeric(9,2) NOT NULL, PRIMARY KEY (fl_id, ln_no));
COMMENT ON TABLE fl_ln IS 'Folio lines';
COMMENT ON COLUMN fl_ln.ln_typ_cd IS 'RM room, FB food and beverage, MB minibar, PK parking, SP spa, TX city tax, AD adjustment (negative). Extras = FB, MB, PK, SP';

CREATE TABLE st_mst (st_id integer PRIMARY KEY, st_nm varchar(40) NOT NULL, ht_id integer NOT NULL REFERENCES ht_mst, st_rl_cd char(2) NOT NULL, st_hr_dt date NOT NULL, st_lv_dt date);
COMMENT ON TABLE st_mst IS 'Staff';
COMMENT ON COLUMN st_mst.st_rl_cd IS 'HK housekeeping, FO front office, KT kitchen, MG manager';
COMMENT ON COLUMN st_mst.st_lv_dt IS 'Left the company on';

CREATE TABLE hk_tsk (hk_id integer PRIMARY KEY, rm_id integer NOT NULL REFERENCES rm_mst, st_id integer REFERENCES st_mst, hk_dt date NOT NULL, hk_typ_cd char(1) NOT NULL, hk_str_ts timestamp, hk_end_ts timestamp, hk_res_cd char(2));
COMMENT ON TABLE hk_tsk IS 'Housekeeping tasks';
COMMENT ON COLUMN hk_tsk.hk_typ_cd IS 'D departure clean, S stay-over service, P deep clean';
COMMENT ON COLUMN hk_tsk.hk_res_cd IS 'OK passed, RW failed inspection, rework needed, DN do not disturb (not done); NULL = not inspected yet';
COMMENT ON COLUMN hk_tsk.st_id IS 'NULL = not assigned';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;

INSERT INTO ht_mst VALUES
 (1,'DUB','Liffey House','Dublin','IE',4,9,'2009-04-01',NULL),(2,'GAL','Claddagh Inn','Galway','IE',3,6,'2013-06-15',NULL),
 (3,'BTN','Grand Pier','Brighton','GB',4,8,'2011-03-20',NULL),(4,'EDI','Old Mint','Edinburgh','GB',5,7,'2016-09-01',NULL),
 (5,'BOD','Hôtel des Quais','Bordeaux','FR',NULL,6,'2019-05-10',NULL),(6,'OPO','Casa do Cais','Porto','PT',4,5,current_date - 290,NULL),
 (7,'COR','Shandon Lodge','Cork','IE',3,0,'2008-02-01',current_date - 400),(8,'LYO','Les Canuts','Lyon','FR',4,0,current_date + 120,NULL);
INSERT INTO rt_mst VALUES (1,'SGL','Single',1,'S'),(2,'DBL','Classic Double',2,'D'),(3,'TWN','Twin',2,'T'),(4,'FAM','Family Room',4,'D'),(5,'STE','Suite',3,'K');
INSERT INTO rm_mst
SELECT row_number() OVER (ORDER BY ht, n)::int, ht, (100 * (1 + n / 4) + n % 4 + 1)::text, (ARRAY[2,3,2,1,4,2,3,5,2])[1 + (n + ht) % 9], 1 + n / 4,
  CASE WHEN x THEN 'X' ELSE (ARRAY['C','C','C','D','D','O','C','C','C','D'])[1 + (n * 3 + ht) % 10] END, CASE WHEN (n + ht) % 3 = 0 THEN NULL ELSE current_date - (200 + pg_temp.h('rv'||ht||n,2600)) END
FROM (SELECT ht, n, false x FROM (VALUES (1,9),(2,6),(3,8),(4,7),(5,6),(6,5)) v(ht,c), generate_series(0,8) n WHERE n < c UNION ALL SELECT 7, n, true FROM generate_series(0,3) n UNION ALL SELECT 3, 8, true) q;

INSERT INTO ch_mst VALUES (1,'WEB','Own Website','D',0,'Y'),(2,'TEL','Phone and Walk-in','D',0,'Y'),(3,'BKG','Bookly','O',17,'Y'),(4,'EXP','Expeditor','O',15,'Y'),(5,'GDS','Sabrena GDS','G',10,'Y'),(6,'CRP','Corporate Desk','C',0,'Y'),(7,'LMD','LastMinuteDeal','O',22,'N'),(8,'TRV','Triptopia','O',14,'Y');
INSERT INTO rp_mst VALUES (1,'FLEX','Flexible Rate','RO','Y'),(2,'FLXB','Flexible with Breakfast','BB','Y'),(3,'NREF','Advance Saver','RO','N'),(4,'CORP','Corporate Rate','BB','Y'),(5,'HBPK','Half Board Package','HB','N'),(6,'GOLD','Gold Member Rate','BB','Y'),(7,'STAF','Staff Rate','RO','Y');
INSERT INTO rp_prc
SELECT ht, rt, rp, (date_trunc('year', current_date) - make_interval(years => 1 - y))::date, CASE y WHEN 0 THEN (date_trunc('year', current_date))::date - 1 END,
  round((ARRAY[128,92,117,176,109,98])[ht] * (ARRAY[0.72,1,1.04,1.45,2.1])[rt] * (ARRAY[1.10,1.24,0.88,1.02,1.46,1.05,0.45])[rp] * (1 + 0.06 * y + 0.001 * pg_temp.h('pp'||ht||rt||rp,37)), 2)
FROM generate_series(1,6) ht, generate_series(1,5) rt, generate_series(1,7) rp, generate_series(0,1) y;

INSERT INTO gs_mst
SELECT i, (ARRAY['Aoife','Liam','Sinead','Oliver','Amelia','George','Camille','Louis','Chloe','Jürgen','Heike','Tom','Megan','Carlos','Lucia','Niall','Orla','Emma','Jack','Hugo','Ines'])[1 + (i*8) % 21],
 (ARRAY['Byrne','Murphy','Kelly','Smith','Taylor','Wilson','Dubois','Moreau','Lefevre','Schmidt','Weber','Johnson','Miller','Garcia','Lopez','Walsh','Doyle','Brown','Evans','Martin','Keller','Davis','Ruiz','Nolan','Clarke','Petit','Fischer','Moore','Torres','Quinn'])[1 + i % 30] || CASE WHEN i > 630 THEN '-' || (ARRAY['Hart','Lane','Roche','Stone'])[1 + i % 4] ELSE '' END,
 CASE WHEN i % 6 = 1 THEN NULL ELSE 'g' || i || '@' || (ARRAY['gmail.com','outlook.com','mail.ie','orange.fr'])[1 + i % 4] END,
 CASE WHEN i % 12 = 7 THEN NULL ELSE (ARRAY['IE','IE','IE','GB','GB','GB','FR','FR','DE','US','ES'])[1 + pg_temp.h('gc'||i,11)] END,
 CASE WHEN r < 55 THEN NULL WHEN r < 80 THEN 'B' WHEN r < 93 THEN 'S' ELSE 'G' END,
 CASE WHEN i % 4 = 2 THEN NULL ELSE current_date - (7300 + pg_temp.h('db'||i,19000)) END, CASE WHEN pg_temp.h('bl'||i,1000) < 16 THEN 'Y' ELSE 'N' END,
 current_date - interval '1 day' * (200 + pg_temp.h('ct'||i,1500)) + interval '1 minute' * pg_temp.h('cm'||i,1440), CASE WHEN i % 5 = 3 THEN NULL WHEN pg_temp.h('mk'||i,100) < 58 THEN 'Y' ELSE 'N' END
FROM (SELECT i, pg_temp.h('ly'||i,100) r FROM generate_series(1,1200) i) q;

INSERT INTO bk_hdr
SELECT row_number() OVER (ORDER BY crt, rm)::int, upper(substr(md5('ref'||rm||'-'||k),1,8)), ht, 
   CASE WHEN pg_temp.h('g0'||rm||k,100) < 34 THEN 1 + pg_temp.h('g1'||rm||k,110) ELSE 1 + pg_temp.h('g2'||rm||k,1130) END, ch,
   CASE WHEN ch = 6 THEN 4 WHEN ch = 2 AND pg_temp.h('sf'||rm||k,30) = 0 THEN 7 WHEN ch IN (3,4,7,8) THEN (ARRAY[1,1,2,3,3,3,2])[1 + pg_temp.h('rp'||rm||k,7)] ELSE (ARRAY[1,2,2,3,5,6,2,1])[1 + pg_temp.h('rp'||rm||k,8)] END,
   CASE WHEN pg_temp.h('up'||rm||k,100) < 6 THEN 2 ELSE rt END, rm, crt, arr, arr + len, least(CASE WHEN pg_temp.h('ad'||rm||k,10) < 4 THEN 1 ELSE 2 END, mp), CASE WHEN rt IN (4,5) AND pg_temp.h('kd'||rm||k,10) < 5 THEN 1 + pg_temp.h('kd2'||rm||k,2) ELSE 0 END,
   CASE WHEN s < CASE WHEN ch IN (3,4,7,8) THEN 19 ELSE 9 END THEN 'CX' WHEN arr > current_date OR (arr = current_date AND s < 60) THEN 'RS' WHEN s BETWEEN 96 AND 98 THEN 'NS' WHEN arr + len > current_date THEN 'CI' ELSE 'CO' END, NULL, NULL, 0, NULL
FROM (SELECT r.rm_id rm, r.ht_id ht, r.rt_id rt, t.rt_max_pax mp, k, len, s, arr, ch,
        date_trunc('minute', arr - interval '1 day' * CASE WHEN ch = 2 THEN pg_temp.h('ld'||r.rm_id||k,12) WHEN ch = 7 THEN pg_temp.h('ld'||r.rm_id||k,4) ELSE 1 + pg_temp.h('ld'||r.rm_id||k,1 + pg_temp.h('ld2'||r.rm_id||k,110)) END - interval '1 hour' * 12 + interval '1 minute' * pg_temp.h('lm'||r.rm_id||k,660)) crt
      FROM (SELECT rm_id, k, len, pg_temp.h('st'||rm_id||'x'||k,100) s,
              CASE WHEN c < 26 THEN 1 WHEN c < 36 THEN 2 WHEN c < 62 THEN 3 WHEN c < 75 THEN 4 WHEN c < 81 THEN 5 WHEN c < 91 THEN 6 WHEN c < 94 THEN 7 ELSE 8 END ch,
              current_date - 715 + (sum(len + gap) OVER (PARTITION BY rm_id ORDER BY k) - len)::int arr
            FROM (SELECT rm_id, k, (ARRAY[1,1,2,2,2,3,3,4,5,7])[1 + pg_temp.h('ln'||rm_id||'x'||k,10)] len, pg_temp.h('gp'||rm_id||'x'||k, 5 + ht_id * 2 + rt_id) gap, pg_temp.h('ch'||rm_id||'x'||k,100) c
                  FROM rm_mst, generate_series(1,200) k) a) b
      JOIN rm_mst r USING (rm_id) JOIN rt_mst t ON t.rt_id = r.rt_id JOIN ht_mst ho ON ho.ht_id = r.ht_id
      WHERE arr < current_date + 75 AND arr >= ho.ht_opn_dt AND (ho.ht_cls_dt IS NULL OR arr + len <= ho.ht_cls_dt) AND NOT (r.rm_stat_cd = 'X' AND r.ht_id = 3 AND arr > current_date - 300)) z
WHERE crt <= localtimestamp;
UPDATE bk_hdr b SET bk_tot_amt = round((b.bk_dep_dt - b.bk_arr_dt) * coalesce((SELECT p.pr_amt FROM rp_prc p WHERE p.ht_id = b.ht_id AND p.rt_id = b.rt_id AND p.rp_id = b.rp_id AND b.bk_arr_dt >= p.pr_frm_dt AND (p.pr_to_dt IS NULL OR b.bk_arr_dt <= p.pr_to_dt)), 74)
  * (0.9 + pg_temp.h('pa'||bk_id,25)/100.0 + CASE WHEN extract(month FROM bk_arr_dt) IN (6,7,8) THEN 0.15 ELSE 0 END), 2);
UPDATE bk_hdr SET bk_cx_ts = bk_crt_ts + (least(localtimestamp, bk_arr_dt + interval '10 hours') - bk_crt_ts) * (0.1 + pg_temp.h('cx'||bk_id,89)/100.0), bk_cx_rsn_cd = (ARRAY['G','G','G','P','P','H','U','U'])[1 + pg_temp.h('cr'||bk_id,8)] WHERE bk_stat_cd = 'CX';
UPDATE bk_hdr SET bk_cx_ts = date_trunc('minute', bk_cx_ts);
-- a room is given at check-in; a few guests were moved to another room
UPDATE bk_hdr SET rm_id = NULL WHERE bk_stat_cd IN ('RS','CX','NS');
UPDATE bk_hdr SET bk_rv_scr = greatest(1, least(10, CASE ht_id WHEN 4 THEN 8 WHEN 2 THEN 6 WHEN 5 THEN 7 ELSE 7 END + pg_temp.h('rs'||bk_id,6) - 2 - CASE WHEN pg_temp.h('rb'||bk_id,12) = 0 THEN 4 ELSE 0 END)) WHERE bk_stat_cd = 'CO' AND pg_temp.h('rw'||bk_id,100) < 37;

INSERT INTO bk_nt
SELECT bk_id, d::date, rm_id, CASE WHEN d::date = bk_dep_dt - 1 THEN bk_tot_amt - (bk_dep_dt - bk_arr_dt - 1) * round(bk_tot_amt / (bk_dep_dt - bk_arr_dt), 2) ELSE round(bk_tot_amt / (bk_dep_dt - bk_arr_dt), 2) END
FROM bk_hdr, generate_series(bk_arr_dt, bk_dep_dt - 1, interval '1 day') d WHERE bk_stat_cd IN ('CI','CO') AND d < current_date;

INSERT INTO bk_sts_hst
SELECT bk_id, row_number() OVER (PARTITION BY bk_id ORDER BY ts), st, ts, usr FROM (
  SELECT bk_id, 'RS' st, bk_crt_ts ts, CASE WHEN ch_id IN (2,6) THEN 'fo' || (1 + pg_temp.h('u'||bk_id,9)) ELSE 'api' END usr FROM bk_hdr
  UNION ALL SELECT bk_id, 'CX', bk_cx_ts, CASE WHEN bk_cx_rsn_cd = 'H' THEN 'mgr' || ht_id ELSE 'api' END FROM bk_hdr WHERE bk_stat_cd = 'CX'
  UNION ALL SELECT bk_id, 'CI', bk_arr_dt + interval '14 hours' + interval '1 minute' * pg_temp.h('ci'||bk_id,480), 'fo' || (1 + pg_temp.h('v'||bk_id,9)) FROM bk_hdr WHERE bk_stat_cd = 'CO' OR (bk_stat_cd = 'CI' AND bk_arr_dt < current_date)
  UNION ALL SELECT bk_id, 'CI', least(localtimestamp, bk_arr_dt + interval '15 hours'), 'fo1' FROM bk_hdr WHERE bk_stat_cd = 'CI' AND bk_arr_dt = current_date
  UNION ALL SELECT bk_id, 'CO', bk_dep_dt + interval '7 hours' + interval '1 minute' * pg_temp.h('co'||bk_id,300), 'fo' || (1 + pg_temp.h('w'||bk_id,9)) FROM bk_hdr WHERE bk_stat_cd = 'CO'
  UNION ALL SELECT bk_id, 'NS', bk_arr_dt + interval '1 day 3 hours', NULL FROM bk_hdr WHERE bk_stat_cd = 'NS') q;

INSERT INTO fl_hdr
SELECT row_number() OVER (ORDER BY bk_arr_dt, bk_id)::int, bk_id, bk_arr_dt, CASE WHEN bk_stat_cd = 'CO' AND NOT op THEN bk_dep_dt + CASE WHEN ch_id = 6 THEN pg_temp.h('fc'||bk_id,30) ELSE 0 END END,
  CASE WHEN v THEN 'V' WHEN bk_stat_cd = 'CO' AND NOT op THEN 'C' ELSE 'O' END, CASE WHEN v OR bk_stat_cd = 'CI' OR op THEN NULL WHEN ch_id = 6 THEN 'CL' ELSE (ARRAY['CC','CC','CC','CC','CA','BT'])[1 + pg_temp.h('fp'||bk_id,6)] END, 0
FROM (SELECT *, pg_temp.h('fv'||bk_id,100) < 2 v, pg_temp.h('fo'||bk_id,1000) < CASE WHEN bk_dep_dt > current_date - 40 THEN 200 ELSE 9 END op FROM bk_hdr WHERE bk_stat_cd IN ('CO','CI')) b;
UPDATE fl_hdr SET fl_cls_dt = NULL, fl_stat_cd = 'O', fl_py_cd = NULL WHERE fl_cls_dt > current_date AND fl_stat_cd = 'C';
INSERT INTO fl_ln
SELECT fl_id, row_number() OVER (PARTITION BY fl_id ORDER BY o, dt), dt, ty, qty, amt FROM (
  SELECT f.fl_id, 1 o, b.bk_arr_dt dt, 'RM' ty, (b.bk_dep_dt - b.bk_arr_dt) qty, b.bk_tot_amt amt FROM fl_hdr f JOIN bk_hdr b USING (bk_id)
  UNION ALL SELECT f.fl_id, 2, b.bk_arr_dt, 'TX', (b.bk_dep_dt - b.bk_arr_dt) * b.bk_adt, 2.20 * (b.bk_dep_dt - b.bk_arr_dt) * b.bk_adt FROM fl_hdr f JOIN bk_hdr b USING (bk_id) WHERE b.ht_id IN (4,5,6)
  UNION ALL SELECT f.fl_id, 3, b.bk_arr_dt + k % greatest(1, least(b.bk_dep_dt, current_date) - b.bk_arr_dt), ty, q, round((q * pr * (0.8 + pg_temp.h('am'||b.bk_id||k,50)/100.0))::numeric,2)
     FROM fl_hdr f JOIN bk_hdr b USING (bk_id) CROSS JOIN generate_series(1,4) k CROSS JOIN LATERAL (SELECT pg_temp.h('lt'||b.bk_id||k,100) r, 1 + pg_temp.h('lq'||b.bk_id||k,3) q) z
     CROSS JOIN LATERAL (SELECT CASE WHEN r < 24 THEN 'FB' WHEN r < 37 THEN 'MB' WHEN r < 46 THEN 'PK' WHEN r < 51 THEN 'SP' END ty, CASE WHEN r < 24 THEN 27.0 WHEN r < 37 THEN 6.4 WHEN r < 46 THEN 15.0 ELSE 58.0 END pr) y WHERE ty IS NOT NULL
  UNION ALL SELECT f.fl_id, 4, least(b.bk_dep_dt, current_date), 'AD', 1, -round(b.bk_tot_amt * 0.08, 2) FROM fl_hdr f JOIN bk_hdr b USING (bk_id) WHERE pg_temp.h('aj'||b.bk_id,100) < 4) q;
UPDATE fl_hdr f SET fl_pd_amt = CASE WHEN fl_stat_cd = 'C' THEN s ELSE round(s * CASE WHEN pg_temp.h('dp'||f.fl_id,3) = 0 THEN 0.3 ELSE 0 END, 2) END FROM (SELECT fl_id, sum(ln_amt) s FROM fl_ln GROUP BY fl_id) l WHERE l.fl_id = f.fl_id AND fl_stat_cd <> 'V';

INSERT INTO st_mst
SELECT i, (ARRAY['Niamh','Piotr','Rosa','Declan','Marie','Ewa','Joao','Fiona','Samir','Kate','Luc','Beatriz'])[1 + (i*5) % 12] || ' ' || (ARRAY['Doherty','Nowak','Silva','Kane','Girard','Costa','Reid','Ahmed','Burke','Faure','Mazur'])[1 + i % 11],
  1 + (i - 1) % 6, (ARRAY['HK','HK','HK','FO','FO','KT','MG'])[1 + ((i - 1) / 6) % 7], current_date - (120 + pg_temp.h('hr'||i,2600)), CASE WHEN i % 10 = 9 THEN current_date - (10 + pg_temp.h('lv'||i,100)) END
FROM generate_series(1,58) i;
UPDATE st_mst SET st_hr_dt = (SELECT ht_opn_dt FROM ht_mst WHERE ht_id = 6) - 20 WHERE ht_id = 6 AND st_hr_dt < (SELECT ht_opn_dt FROM ht_mst WHERE ht_id = 6) - 20;
INSERT INTO hk_tsk
SELECT row_number() OVER (ORDER BY d, rm, ty)::int, rm, CASE WHEN pg_temp.h('hn'||rm||d,100) < 4 THEN NULL ELSE (SELECT st_id FROM st_mst s WHERE s.ht_id = r.ht_id AND st_rl_cd = 'HK' AND s.st_hr_dt <= d AND (s.st_lv_dt IS NULL OR s.st_lv_dt >= d) AND s.st_id <> 45 ORDER BY md5(s.st_id::text||d||rm||CASE WHEN s.st_id % 5 = 2 THEN '' ELSE 'q' END) LIMIT 1) END, d, ty, st, CASE WHEN rs = 'DN' THEN NULL ELSE st + interval '1 minute' * (CASE ty WHEN 'P' THEN 70 WHEN 'D' THEN 28 ELSE 12 END + pg_temp.h('hd'||rm||d, CASE ty WHEN 'S' THEN 14 ELSE 30 END) + ht_str_add) END, CASE WHEN d = current_date THEN NULL ELSE rs END
FROM (SELECT rm, d, ty, d + interval '9 hours' + interval '1 minute' * pg_temp.h('hs'||rm||d,300) st, CASE WHEN ty = 'S' AND pg_temp.h('hr'||rm||d,100) < 9 THEN 'DN' WHEN pg_temp.h('hr'||rm||d,100) < 17 THEN 'RW' ELSE 'OK' END rs FROM (
   SELECT rm_id rm, bk_dep_dt d, CASE WHEN pg_temp.h('hp'||bk_id,100) < 6 THEN 'P' ELSE 'D' END ty FROM bk_hdr WHERE bk_stat_cd = 'CO' AND bk_dep_dt > current_date - 420
   UNION ALL SELECT n.rm_id, n.nt_dt, 'S' FROM bk_nt n JOIN bk_hdr b USING (bk_id) WHERE n.nt_dt > b.bk_arr_dt AND n.nt_dt > current_date - 420) u) q
JOIN rm_mst r ON r.rm_id = rm JOIN (SELECT ht_id hid, CASE ht_id WHEN 4 THEN 8 WHEN 1 THEN 3 ELSE 0 END ht_str_add FROM ht_mst) a ON hid = r.ht_id WHERE r.rm_stat_cd <> 'X';
ANALYZE;
