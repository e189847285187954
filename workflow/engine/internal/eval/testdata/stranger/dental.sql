-- Brightwell Dental: practice management system of a chain of practices.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.h(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k || '/' || i), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE prac (prac_id smallint PRIMARY KEY, prac_nm varchar(40) NOT NULL, town varchar(30) NOT NULL, region_cd char(2) NOT NULL, chair_cnt smallint NOT NULL, open_dt date NOT NULL, close_dt date, mgr_staff_id integer);
COMMENT ON TABLE prac IS 'Practices of the chain';
COMMENT ON COLUMN prac.region_cd IS 'SW South West, WA Wales, WM West Midlands';
COMMENT ON COLUMN prac.chair_cnt IS 'Number of treatment chairs';
INSERT INTO prac VALUES (1,'Brightwell Clifton','Bristol','SW',6,'2009-04-01',NULL,1),(2,'Brightwell Bedminster','Bristol','SW',4,'2013-09-02',NULL,2),(3,'Brightwell Bath','Bath','SW',5,'2011-01-10',NULL,3),(4,'Brightwell Cardiff Bay','Cardiff','WA',7,'2015-06-15',NULL,4),(5,'Brightwell Newport','Newport','WA',3,'2018-03-05',NULL,NULL),(6,'Brightwell Gloucester','Gloucester','SW',4,'2019-10-01',NULL,6),(7,'Brightwell Worcester','Worcester','WM',3,'2020-02-03',NULL,7),(8,'Brightwell Swindon','Swindon','SW',2,'2016-05-09','2024-06-30',NULL);

CREATE TABLE staff (staff_id integer PRIMARY KEY, first_nm varchar(30) NOT NULL, last_nm varchar(30) NOT NULL, role_cd char(3) NOT NULL, prac_id smallint NOT NULL REFERENCES prac, superv_id integer REFERENCES staff, gdc_no varchar(8), hire_dt date NOT NULL, term_dt date, fte_pct smallint NOT NULL);
COMMENT ON TABLE staff IS 'Everybody employed or formerly employed';
COMMENT ON COLUMN staff.role_cd IS 'MGR practice manager, DEN dentist, HYG hygienist, NUR dental nurse, REC receptionist';
COMMENT ON COLUMN staff.superv_id IS 'Line manager';
COMMENT ON COLUMN staff.gdc_no IS 'Registration no. with the dental council';
COMMENT ON COLUMN staff.term_dt IS 'Last working day, empty while employed';
INSERT INTO staff SELECT i,(ARRAY['Helen','Rhys','Anjali','Marcus','Sian','Tomasz','Laura','Gethin','Niamh','Omar','Carys','Peter','Yvonne'])[1+(i*4)%13],(ARRAY['Llewellyn','Fry','Desai','Coombes','Nowak','Hurst','Bevan','Tanner','Okafor','Pritchard','Small'])[1+(i*3)%11],
 CASE WHEN i<=7 THEN 'MGR' WHEN i<=21 THEN 'DEN' WHEN i<=29 THEN 'HYG' WHEN i<=38 THEN 'NUR' ELSE 'REC' END, 1+(i-1)%7, NULL,
 CASE WHEN i BETWEEN 8 AND 38 AND i<>35 THEN (70000+i*811)::text END, current_date-(200+(3400*pg_temp.h('hire',i))::int), CASE WHEN i IN (5,11,18,26,37,44) THEN current_date-i*5 END, (ARRAY[100,100,100,80,60])[1+floor(5*pg_temp.h('fte',i))::int] FROM generate_series(1,46) i;
UPDATE staff SET superv_id=1+(staff_id-1)%7 WHERE staff_id>7;

CREATE TABLE insurer (ins_id smallint PRIMARY KEY, ins_nm varchar(40) NOT NULL, ins_type_cd char(1) NOT NULL, pay_term_days smallint NOT NULL, active_fl char(1) NOT NULL);
COMMENT ON TABLE insurer IS 'Health funds and private dental insurers';
COMMENT ON COLUMN insurer.ins_type_cd IS 'N = NHS, P = private insurance, E = employer scheme';
INSERT INTO insurer VALUES (1,'NHS England','N',30,'Y'),(2,'NHS Wales','N',30,'Y'),(3,'Denplan Care','P',21,'Y'),(4,'Bupa Dental','P',21,'Y'),(5,'Simply Smile','P',45,'Y'),(6,'WPA Corporate','E',30,'Y'),(7,'Severn Mutual','P',60,'N');

CREATE TABLE pat (pat_id integer PRIMARY KEY, title varchar(5), first_nm varchar(30) NOT NULL, last_nm varchar(30) NOT NULL, sex_cd char(1), birth_dt date, phone varchar(20), email varchar(60), town varchar(30), prac_id smallint NOT NULL REFERENCES prac, dentist_id integer REFERENCES staff, ins_id smallint REFERENCES insurer, ref_by_pat_id integer REFERENCES pat, reg_dt date NOT NULL, del_dt date, test_fl char(1) NOT NULL);
COMMENT ON TABLE pat IS 'Patients';
COMMENT ON COLUMN pat.ins_id IS 'Insurer, empty = self-paying patient';
COMMENT ON COLUMN pat.ref_by_pat_id IS 'Patient who recommended us';
COMMENT ON COLUMN pat.del_dt IS 'Record removed on (soft delete)';
COMMENT ON COLUMN pat.test_fl IS 'Y = dummy patient for training';
COMMENT ON COLUMN pat.dentist_id IS 'Usual dentist';
INSERT INTO pat SELECT i,CASE WHEN i%5<>0 THEN CASE WHEN sx='F' THEN (ARRAY['Mrs','Ms','Miss'])[1+i%3] ELSE 'Mr' END END,
 CASE WHEN i IN (90,211) THEN 'Test' WHEN sx='F' THEN (ARRAY['Alice','Bronwen','Chloe','Deepa','Ellen','Freya','Gwen','Harriet','Imogen','Jess'])[1+(i*7)%10] ELSE (ARRAY['Alan','Bryn','Craig','David','Evan','Farid','Gareth','Huw','Ian','Jamal'])[1+(i*7)%10] END,
 CASE WHEN i IN (90,211) THEN 'Patient' ELSE (ARRAY['Ashby','Brain','Collins','Davies','Evans','Fletcher','Griffiths','Hale','Isaac','James','Kaur','Lewis','Mason','Nash','Owen','Parsons','Quick','Rees','Shah'])[1+(i*11)%19] END,
 CASE WHEN i%41<>0 THEN sx END, CASE WHEN i%29<>0 THEN current_date-(1500+(27000*pg_temp.h('dob',i))::int) END, CASE WHEN i%9<>0 THEN '07'||(700000000+i*123457)::text END, CASE WHEN i%6<>0 THEN 'p'||i||'@mail.example' END,
 (ARRAY['Bristol','Bristol','Bath','Cardiff','Newport','Gloucester','Worcester'])[p], p, CASE WHEN i%8<>0 THEN 7+p+7*(i%2) END,
 CASE WHEN pg_temp.h('ins',i)<.82 THEN CASE WHEN p IN(4,5) AND pg_temp.h('ins',i)<.45 THEN 2 ELSE (ARRAY[1,1,1,3,4,4,5,6,7])[1+floor(9*pg_temp.h('ins2',i))::int] END END,
 CASE WHEN i>50 AND pg_temp.h('rf',i)<.14 THEN 1+floor(45*power(pg_temp.h('rf2',i),1.5))::int END, r, CASE WHEN i%37=0 THEN r+((current_date-r)*pg_temp.h('dl',i))::int END, CASE WHEN i IN(90,211) THEN 'Y' ELSE 'N' END
FROM (SELECT i,CASE WHEN pg_temp.h('sx',i)<.54 THEN 'F' ELSE 'M' END sx,1+floor(7*power(pg_temp.h('pp',i),1.25))::int p,current_date-(2000*power(pg_temp.h('reg',i),1.4))::int r FROM generate_series(1,380) i) a;

CREATE TABLE trf (trf_cd varchar(6) PRIMARY KEY, trf_descr varchar(60) NOT NULL, trf_grp_cd char(3) NOT NULL, price_amt numeric(8,2) NOT NULL, ins_share_pct smallint NOT NULL, std_min smallint, valid_to_dt date);
COMMENT ON TABLE trf IS 'Tariff: what a treatment is called and costs';
COMMENT ON COLUMN trf.trf_grp_cd IS 'EXM examination, PRV prevention, FIL fillings, END root canal, SUR surgery, PRO crowns and dentures, COS cosmetic';
COMMENT ON COLUMN trf.ins_share_pct IS 'Percent of the price the insurer bears';
COMMENT ON COLUMN trf.valid_to_dt IS 'Empty = still in force';
INSERT INTO trf VALUES ('E010','Routine examination','EXM',45,80,20,NULL),('E020','X-ray, small','EXM',18,80,5,NULL),('E030','Panoramic X-ray','EXM',62,60,10,NULL),('P100','Scale and polish','PRV',68,50,30,NULL),('P110','Fluoride varnish','PRV',25,100,10,NULL),('P120','Fissure sealant','PRV',32,100,15,NULL),('F200','Amalgam filling','FIL',95,80,30,current_date-120),('F210','Composite filling, one surface','FIL',120,60,30,NULL),('F220','Composite filling, several surfaces','FIL',165,60,45,NULL),('R300','Root canal, front tooth','END',320,70,60,NULL),('R310','Root canal, molar','END',540,70,90,NULL),('S400','Extraction, simple','SUR',110,80,30,NULL),('S410','Extraction, surgical','SUR',260,80,60,NULL),('S420','Implant','SUR',1950,0,120,NULL),('C500','Crown, porcelain','PRO',690,50,60,NULL),('C520','Partial denture','PRO',480,60,45,NULL),('W600','Tooth whitening','COS',295,0,60,NULL),('W610','Veneer','COS',580,0,60,NULL);

CREATE TABLE appt (appt_id integer PRIMARY KEY, pat_id integer NOT NULL REFERENCES pat, prac_id smallint NOT NULL REFERENCES prac, staff_id integer REFERENCES staff, appt_status_cd char(2) NOT NULL, appt_type_cd char(2) NOT NULL, book_chan_cd char(1) NOT NULL, booked_ts timestamp NOT NULL, start_ts timestamp NOT NULL, arrived_ts timestamp, seated_ts timestamp, plan_min smallint NOT NULL, canc_ts timestamp, prev_appt_id integer REFERENCES appt);
COMMENT ON TABLE appt IS 'Appointments in the diary';
COMMENT ON COLUMN appt.staff_id IS 'Dentist or hygienist seen';
COMMENT ON COLUMN appt.appt_status_cd IS 'BK booked, CO completed, NS did not attend (no-show), CP cancelled by patient, CC cancelled by clinic';
COMMENT ON COLUMN appt.appt_type_cd IS 'CH check-up, HY hygiene, TR treatment, EM emergency';
COMMENT ON COLUMN appt.book_chan_cd IS 'P phone, W web, D front desk, R recall letter';
COMMENT ON COLUMN appt.seated_ts IS 'Taken into the surgery; arrived_ts to seated_ts is the waiting time';
INSERT INTO appt SELECT i,p.pat_id,p.prac_id,CASE WHEN i%43<>0 THEN CASE WHEN ty='HY' THEN 22+(i%8) ELSE coalesce(p.dentist_id,8+i%14) END END,st,ty,(ARRAY['P','P','P','W','W','D','R'])[1+floor(7*pg_temp.h('ch',i))::int],
 least(s-make_interval(days=>1+(50*power(pg_temp.h('bl',i),2))::int,hours=>2),now()::timestamp-interval '1 hour'),s,CASE WHEN st='CO' AND i%19<>0 THEN s+make_interval(mins=>(-12+20*pg_temp.h('ar',i))::int) END,CASE WHEN st='CO' AND i%19<>0 THEN s+make_interval(mins=>(9+25*power(pg_temp.h('se',i),2))::int) END,(ARRAY[15,20,30,30,45,60])[1+floor(6*pg_temp.h('pm',i))::int],
 CASE WHEN st IN('CP','CC') THEN least(s,now()::timestamp)-make_interval(hours=>(90*pg_temp.h('cn',i))::int) END,NULL
FROM (SELECT i,s,1+floor(379*power(pg_temp.h('ap',i),1.2))::int pid,(ARRAY['CH','CH','CH','HY','HY','TR','TR','TR','EM'])[1+floor(9*pg_temp.h('at',i))::int] ty,
  CASE WHEN u<.06 THEN 'CP' WHEN u<.085 THEN 'CC' WHEN s>now() THEN 'BK' WHEN u<.17 THEN 'NS' ELSE 'CO' END st FROM (SELECT i,pg_temp.h('as',i) u,(current_date+35-(640*power(pg_temp.h('ad',i),1.1))::int)+make_interval(hours=>8+floor(10*pg_temp.h('ah',i))::int,mins=>15*(i%4)) s FROM generate_series(1,1300) i) z) a JOIN pat p ON p.pat_id=a.pid;
UPDATE appt a SET prev_appt_id=b.appt_id FROM appt b WHERE b.pat_id=a.pat_id AND b.appt_status_cd IN('CP','NS') AND a.appt_status_cd IN('CO','BK') AND a.start_ts>b.start_ts AND a.start_ts<b.start_ts+interval '60 days';

CREATE TABLE appt_hist (hist_id integer PRIMARY KEY, appt_id integer NOT NULL REFERENCES appt, old_status_cd char(2), new_status_cd char(2) NOT NULL, chg_ts timestamp NOT NULL, chg_by_id integer REFERENCES staff);
COMMENT ON TABLE appt_hist IS 'Every change of an appointment status';
INSERT INTO appt_hist SELECT row_number() OVER (ORDER BY t,appt_id),appt_id,o,n,t,CASE WHEN appt_id%5<>0 THEN 39+appt_id%8 END FROM (SELECT appt_id,NULL o,'BK' n,booked_ts t FROM appt UNION ALL SELECT appt_id,'BK',appt_status_cd,coalesce(canc_ts,start_ts+interval '40 min') FROM appt WHERE appt_status_cd<>'BK') z;

CREATE TABLE inv (inv_id integer PRIMARY KEY, inv_no varchar(12) NOT NULL UNIQUE, pat_id integer NOT NULL REFERENCES pat, prac_id smallint NOT NULL REFERENCES prac, ins_id smallint REFERENCES insurer, inv_dt date NOT NULL, due_dt date NOT NULL, inv_status_cd char(1) NOT NULL, tot_amt numeric(9,2) NOT NULL, ins_amt numeric(9,2) NOT NULL, pat_amt numeric(9,2) NOT NULL, remind_cnt smallint NOT NULL, paid_dt date);
COMMENT ON TABLE inv IS 'Invoices to patients';
COMMENT ON COLUMN inv.inv_status_cd IS 'D draft, O open, P paid, R in reminder (overdue), C cancelled';
COMMENT ON COLUMN inv.tot_amt IS 'Total = ins_amt + pat_amt';
COMMENT ON COLUMN inv.ins_amt IS 'Part claimed from the insurer';
COMMENT ON COLUMN inv.remind_cnt IS 'Reminders sent so far';
CREATE TABLE trmt (trmt_id integer PRIMARY KEY, appt_id integer NOT NULL REFERENCES appt, pat_id integer NOT NULL REFERENCES pat, staff_id integer REFERENCES staff, trf_cd varchar(6) NOT NULL REFERENCES trf, trmt_dt date, tooth_no smallint, surf_cd varchar(4), qty smallint NOT NULL, fee_amt numeric(9,2) NOT NULL, trmt_status_cd char(1) NOT NULL, inv_id integer REFERENCES inv);
COMMENT ON TABLE trmt IS 'Treatments planned or carried out';
COMMENT ON COLUMN trmt.tooth_no IS 'Tooth in FDI notation, 11 to 48';
COMMENT ON COLUMN trmt.trmt_status_cd IS 'P planned, D done, V voided';
COMMENT ON COLUMN trmt.fee_amt IS 'Fee charged for the line, all pieces';
INSERT INTO trmt SELECT row_number() OVER (ORDER BY appt_id,k),appt_id,pat_id,staff_id,t.trf_cd,CASE WHEN st='P' THEN NULL ELSE start_ts::date END,CASE WHEN t.trf_grp_cd IN('FIL','END','SUR','PRO') OR t.trf_cd IN('W610','P120') THEN 10*(1+floor(4*pg_temp.h('t1',n))::int)+1+floor(8*power(pg_temp.h('t2',n),.7))::int END,CASE WHEN t.trf_grp_cd='FIL' THEN (ARRAY['O','M','D','MO','DO','MOD'])[1+floor(6*pg_temp.h('sf',n))::int] END,q,round((t.price_amt*q*CASE WHEN pg_temp.h('dc',n)<.08 THEN .85 ELSE 1 END)::numeric,2),st,NULL
FROM (SELECT a.*,k,a.appt_id*10+k n,CASE WHEN pg_temp.h('ts',a.appt_id*10+k)<.03 THEN 'V' WHEN a.appt_status_cd='BK' OR pg_temp.h('ts',a.appt_id*10+k)<.09 THEN 'P' ELSE 'D' END st,CASE WHEN pg_temp.h('q',a.appt_id*10+k)<.1 THEN 2 ELSE 1 END q,
 CASE WHEN k=1 AND appt_type_cd IN('CH','EM') THEN 'E010' WHEN k=1 AND appt_type_cd='HY' THEN 'P100' WHEN appt_type_cd='HY' THEN (ARRAY['P110','P120','E020'])[1+floor(3*pg_temp.h('tc',a.appt_id*10+k))::int] WHEN appt_type_cd='CH' THEN (ARRAY['E020','E020','E030','P110'])[1+floor(4*pg_temp.h('tc',a.appt_id*10+k))::int]
  ELSE (ARRAY['F200','F210','F210','F210','F220','F220','R300','R310','S400','S400','S410','S420','C500','C500','C520','W600','W610'])[1+floor(17*power(pg_temp.h('tc',a.appt_id*10+k),1.15))::int] END cd
 FROM appt a CROSS JOIN generate_series(1,3) k WHERE (appt_status_cd='CO' AND (k=1 OR pg_temp.h('kk',a.appt_id*10+k)<.32)) OR (appt_status_cd='BK' AND k=1 AND appt_type_cd='TR')) z JOIN trf t ON t.trf_cd=CASE WHEN z.cd='F200' AND z.start_ts>current_date-120 THEN 'F210' ELSE z.cd END;
INSERT INTO inv SELECT row_number() OVER (ORDER BY d,appt_id),'B'||to_char(d,'YY')||'-'||lpad((row_number() OVER (ORDER BY d,appt_id))::text,5,'0'),pat_id,prac_id,ins_id,d,d+coalesce(pt,14),st,tot,ia,tot-ia,CASE WHEN st='R' THEN 1+appt_id%3 WHEN st='P' AND appt_id%9=0 THEN 1 ELSE 0 END,CASE WHEN st='P' THEN least(d+1+(50*power(pg_temp.h('pd',appt_id),2))::int,current_date) END
FROM (SELECT a.appt_id,a.pat_id,a.prac_id,p.ins_id,i.pay_term_days pt,least(a.start_ts::date+1+(a.appt_id%6),current_date) d,x.tot,CASE WHEN p.ins_id IS NULL THEN 0 ELSE x.ia END ia,CASE WHEN a.start_ts::date>current_date-8 THEN 'D' WHEN pg_temp.h('iv',a.appt_id)<.025 THEN 'C' WHEN a.start_ts::date>current_date-35 AND pg_temp.h('iv',a.appt_id)<.55 THEN 'O' WHEN pg_temp.h('iv',a.appt_id)>.94 THEN 'R' ELSE 'P' END st
 FROM appt a JOIN pat p USING(pat_id) LEFT JOIN insurer i ON i.ins_id=p.ins_id JOIN (SELECT appt_id,sum(fee_amt) tot,round(sum(fee_amt*ins_share_pct/100),2) ia FROM trmt JOIN trf USING(trf_cd) WHERE trmt_status_cd='D' GROUP BY 1) x ON x.appt_id=a.appt_id WHERE a.appt_id%31<>0) z;
UPDATE trmt t SET inv_id=i.inv_id FROM inv i,appt a WHERE t.trmt_status_cd='D' AND a.appt_id=t.appt_id AND i.pat_id=t.pat_id AND i.inv_dt=least(a.start_ts::date+1+(a.appt_id%6),current_date);

CREATE TABLE pmt (pmt_id integer PRIMARY KEY, inv_id integer NOT NULL REFERENCES inv, payer_cd char(1) NOT NULL, pmt_meth_cd char(2) NOT NULL, pmt_dt date NOT NULL, pmt_amt numeric(9,2) NOT NULL, bounced_fl char(1) NOT NULL);
COMMENT ON COLUMN pmt.payer_cd IS 'P patient, I insurer';
COMMENT ON COLUMN pmt.pmt_meth_cd IS 'CA cash, CD card, BT bank transfer, DD direct debit';
COMMENT ON COLUMN pmt.bounced_fl IS 'Y = returned by the bank, money not received';
INSERT INTO pmt SELECT row_number() OVER (ORDER BY d,inv_id,py),inv_id,py,CASE WHEN py='I' THEN 'BT' ELSE (ARRAY['CD','CD','CD','CA','DD','DD'])[1+floor(6*pg_temp.h('mt',inv_id))::int] END,d,a,b FROM (
 SELECT inv_id,'P' py,paid_dt d,pat_amt a,'N' b FROM inv WHERE inv_status_cd='P' AND pat_amt>0
 UNION ALL SELECT inv_id,'I',least(paid_dt+5,current_date),ins_amt,'N' FROM inv WHERE inv_status_cd='P' AND ins_amt>0
 UNION ALL SELECT inv_id,'P',inv_dt+3,pat_amt,'Y' FROM inv WHERE inv_status_cd IN('R','P') AND pat_amt>0 AND pg_temp.h('bo',inv_id)<.05 AND inv_dt+3<=current_date) z;

CREATE TABLE recall (rcl_id integer PRIMARY KEY, pat_id integer NOT NULL REFERENCES pat, rcl_type_cd char(2) NOT NULL, due_dt date NOT NULL, sent_dt date, rcl_status_cd char(1) NOT NULL, send_chan_cd char(1), appt_id integer REFERENCES appt);
COMMENT ON TABLE recall IS 'Reminders that a patient is due again';
COMMENT ON COLUMN recall.rcl_type_cd IS 'CH check-up, HY hygiene';
COMMENT ON COLUMN recall.rcl_status_cd IS 'W waiting to be sent, S sent no answer yet, B led to a booking, L lapsed, X stopped by patient';
COMMENT ON COLUMN recall.send_chan_cd IS 'E e-mail, S text message, L letter';
INSERT INTO recall SELECT row_number() OVER (ORDER BY d,pat_id),pat_id,ty,d,CASE WHEN st NOT IN('W') THEN d-14 END,st,CASE WHEN st<>'W' THEN (ARRAY['E','E','S','S','L'])[1+floor(5*pg_temp.h('sc',appt_id))::int] END,CASE WHEN st='B' THEN (SELECT min(b.appt_id) FROM appt b WHERE b.pat_id=z.pat_id AND b.start_ts>z.d-10) END
FROM (SELECT appt_id,pat_id,appt_type_cd ty,(start_ts+interval '6 months')::date d,CASE WHEN start_ts+interval '6 months'>current_date+14 THEN 'W' WHEN pg_temp.h('rc',appt_id)<.42 THEN 'B' WHEN pg_temp.h('rc',appt_id)<.47 THEN 'X' WHEN start_ts+interval '6 months'>current_date-60 THEN 'S' ELSE 'L' END st FROM appt WHERE appt_status_cd='CO' AND appt_type_cd IN('CH','HY') AND pg_temp.h('rcl',appt_id)<.8) z;

CREATE TABLE trf_price_hist (trf_cd varchar(6) NOT NULL REFERENCES trf, valid_from_dt date NOT NULL, valid_to_dt date, price_amt numeric(8,2) NOT NULL, chg_by_id integer REFERENCES staff, PRIMARY KEY (trf_cd,valid_from_dt));
INSERT INTO trf_price_hist SELECT trf_cd,(date_trunc('year',current_date)-make_interval(years=>k))::date,CASE WHEN k>0 THEN (date_trunc('year',current_date)-make_interval(years=>k-1))::date-1 END,round((price_amt*(1-.04*k))::numeric,2),1+k FROM trf CROSS JOIN generate_series(0,3) k;
ANALYZE;
