-- clinlab: chain of medical laboratories, grown over the years
SET client_min_messages = warning;
SET jit = off;
SET synchronous_commit = off;
CREATE FUNCTION pg_temp.r(i bigint, s int) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (hashint8(i * 1000003 + s * 7919) & 2147483647) / 2147483648.0::double precision $$;

CREATE TABLE cd_lookup (cd_typ varchar(8) NOT NULL, cd varchar(4) NOT NULL, txt text NOT NULL, PRIMARY KEY (cd_typ, cd));
CREATE TABLE lab_site (site_no integer PRIMARY KEY, site_nm text NOT NULL, town text NOT NULL, rgn varchar(2) NOT NULL, typ char(1) NOT NULL, open_dt date NOT NULL, close_dt date);
CREATE TABLE t_staff (stf_id integer PRIMARY KEY, surname text NOT NULL, forename text NOT NULL, role_cd char(1) NOT NULL, site_no integer, boss_id integer, start_dt date NOT NULL, end_dt date);
CREATE TABLE t_patient (pat_id integer PRIMARY KEY, surname text NOT NULL, forename text NOT NULL, birth_dt date, sex char(1) NOT NULL, town text, ins_cd char(1) NOT NULL, reg_dt date NOT NULL, del_fl char(1) NOT NULL DEFAULT 'N');
CREATE TABLE ref_practice (prac_id integer PRIMARY KEY, prac_nm text NOT NULL, spec_cd varchar(4) NOT NULL, town text NOT NULL, rep_stf_id integer, since_dt date NOT NULL, act_fl char(1) NOT NULL);
CREATE TABLE cat_test (tst_cd varchar(6) NOT NULL, vers integer NOT NULL, tst_nm text NOT NULL, grp_cd varchar(4) NOT NULL, unit text, ref_lo numeric, ref_hi numeric, price_ct integer NOT NULL, tat_hrs integer NOT NULL, valid_from date NOT NULL, cur_fl char(1) NOT NULL, PRIMARY KEY (tst_cd, vers));
CREATE TABLE m_inst (inst_id integer PRIMARY KEY, inst_nm text NOT NULL, mfr text NOT NULL, site_no integer NOT NULL REFERENCES lab_site, inst_dt date NOT NULL, sts char(1) NOT NULL, last_svc_dt date, next_svc_dt date);
CREATE TABLE t_ord (ord_no integer PRIMARY KEY, pat_id integer NOT NULL REFERENCES t_patient, prac_id integer, site_no integer NOT NULL, ord_ts timestamp NOT NULL, prio char(1) NOT NULL, sts char(1) NOT NULL, comp_ts timestamp);
CREATE TABLE t_smp (smp_id integer PRIMARY KEY, barcd varchar(12) NOT NULL UNIQUE, ord_no integer NOT NULL REFERENCES t_ord, mat_cd varchar(4) NOT NULL, drawn_ts timestamp NOT NULL, recv_ts timestamp, rej_cd varchar(4));
CREATE TABLE t_res (res_id integer PRIMARY KEY, smp_id integer NOT NULL, tst_cd varchar(6) NOT NULL, inst_id integer, val_num numeric, flg char(1), res_ts timestamp NOT NULL, ver_ts timestamp, ver_stf_id integer, sts char(1) NOT NULL);
CREATE TABLE q_run (run_id integer PRIMARY KEY, inst_id integer NOT NULL REFERENCES m_inst, tst_cd varchar(6) NOT NULL, lvl smallint NOT NULL, run_ts timestamp NOT NULL, val numeric NOT NULL, tgt numeric NOT NULL, ok_fl char(1) NOT NULL, opr_stf_id integer);
CREATE TABLE f_inv (inv_no integer PRIMARY KEY, prac_id integer, pat_id integer, inv_dt date NOT NULL, due_dt date NOT NULL, paid_dt date, amt_ct bigint NOT NULL, vat_ct bigint NOT NULL, dun_lvl smallint NOT NULL DEFAULT 0, sts char(1) NOT NULL);
CREATE TABLE f_inv_pos (inv_no integer NOT NULL REFERENCES f_inv, pos integer NOT NULL, ord_no integer NOT NULL, tst_cd varchar(6) NOT NULL, pos_ct integer NOT NULL, PRIMARY KEY (inv_no, pos));

CREATE INDEX ON t_smp (ord_no);
INSERT INTO cd_lookup VALUES
 ('GRP','CHEM','Clinical chemistry'),('GRP','HAEM','Haematology'),('GRP','COAG','Coagulation'),('GRP','HORM','Hormones'),('GRP','MICR','Microbiology'),('GRP','IMMU','Immunology'),
 ('SPEC','GP','General practice'),('SPEC','CARD','Cardiology'),('SPEC','GYN','Gynaecology'),('SPEC','PED','Paediatrics'),('SPEC','ONC','Oncology'),('SPEC','ORTH','Orthopaedics'),
 ('REJ','HEM','Haemolysed'),('REJ','QNS','Quantity not sufficient'),('REJ','LBL','Label missing or wrong'),('REJ','OLD','Too old on arrival'),('REJ','TUB','Wrong tube'),
 ('MAT','SER','Serum'),('MAT','EDTA','EDTA blood'),('MAT','CIT','Citrate plasma'),('MAT','URI','Urine'),('MAT','SWB','Swab'),
 ('RGN','N','North'),('RGN','S','South'),('RGN','E','East'),('RGN','W','West');
INSERT INTO lab_site VALUES
 (10,'Central Lab Hanover','Hanover','N','H',current_date-6000,NULL),(11,'Lab Bremen','Bremen','N','L',current_date-4000,NULL),(20,'Lab Munich','Munich','S','H',current_date-5200,NULL),
 (21,'Lab Augsburg','Augsburg','S','L',current_date-2500,NULL),(30,'Lab Leipzig','Leipzig','E','L',current_date-3300,NULL),(40,'Lab Cologne','Cologne','W','L',current_date-4500,NULL),
 (41,'Collection Point Bonn','Bonn','W','C',current_date-1400,NULL),(31,'Collection Point Halle','Halle','E','C',current_date-2000,current_date-300),(42,'Collection Point Essen','Essen','W','C',current_date-120,NULL);
INSERT INTO t_staff VALUES
 (1,'Kessler','Martin','D',10,NULL,current_date-5800,NULL),(2,'Arslan','Elif','D',20,1,current_date-4100,NULL),(3,'Hofer','Julia','D',40,1,current_date-2600,NULL),(4,'Petrov','Ivan','D',30,1,current_date-1500,NULL),
 (5,'Winter','Lena','T',10,1,current_date-3000,NULL),(6,'Schmidt','Jonas','T',10,1,current_date-2200,NULL),(7,'Okafor','Grace','T',11,1,current_date-1300,NULL),(8,'Bauer','Simon','T',20,2,current_date-2800,NULL),
 (9,'Lang','Petra','T',20,2,current_date-900,NULL),(10,'Nowak','Adam','T',21,2,current_date-700,NULL),(11,'Fuchs','Tanja','T',30,4,current_date-1900,NULL),(12,'Roth','Felix','T',40,3,current_date-1600,NULL),
 (13,'Diaz','Carmen','T',40,3,current_date-450,NULL),(14,'Berg','Ulrich','T',30,4,current_date-2300,current_date-330),(15,'Haas','Monika','P',41,3,current_date-1200,NULL),(16,'Klein','Ute','P',31,4,current_date-1800,current_date-300),
 (17,'Vogel','Sarah','P',42,3,current_date-110,NULL),(18,'Lindner','Oskar','S',10,1,current_date-2000,NULL),(19,'Maier','Heike','S',20,1,current_date-1700,NULL),(20,'Stein','Bernd','S',40,1,current_date-1000,current_date-90),
 (21,'Pfeiffer','Karin','A',10,1,current_date-3600,NULL),(22,'Yildiz','Deniz','A',10,21,current_date-400,NULL),(23,'Brandl','Eva','T',20,2,current_date-60,NULL);
INSERT INTO t_patient
SELECT i,(ARRAY['Müller','Schulz','Wagner','Becker','Hartmann','Koch','Richter','Wolf','Krause','Neumann','Schwarz','Braun','Zimmer','Jung','Keller'])[1+floor(pg_temp.r(i,1)*15)::int],
 CASE WHEN sx.s='M' THEN (ARRAY['Hans','Karl','Max','Paul','Emre','Leon','Georg'])[1+i%7] ELSE (ARRAY['Anna','Marie','Sofia','Ingrid','Leyla','Clara','Doris'])[1+i%7] END,
 CASE WHEN i%150=0 THEN NULL ELSE current_date-(400+floor(pg_temp.r(i,2)*31000))::int END, sx.s,
 CASE WHEN i%40=0 THEN NULL ELSE (ARRAY['Hanover','Bremen','Munich','Augsburg','Leipzig','Cologne','Bonn','Halle','Essen','Celle'])[1+floor(pg_temp.r(i,3)*10)::int] END,
 CASE WHEN pg_temp.r(i,4)<0.8 THEN 'S' WHEN pg_temp.r(i,4)<0.94 THEN 'P' ELSE 'X' END, current_date-(915-floor(915*(i/2000.0)^0.9))::int, CASE WHEN i%50=7 THEN 'Y' ELSE 'N' END
FROM generate_series(1,2000) i CROSS JOIN LATERAL (SELECT CASE WHEN i%97=0 THEN 'U' WHEN pg_temp.r(i,5)<0.55 THEN 'F' ELSE 'M' END s) sx;
INSERT INTO ref_practice
SELECT i, (ARRAY['Dr. Albers','Dr. Blum','Dr. Conrad','Dr. Dietz','Dr. Engel','Dr. Fink','Dr. Graf','Dr. Huber','Dr. Ihle','Dr. Jansen'])[1+i%10]||' '||(ARRAY['Hanover','Bremen','Munich','Augsburg','Leipzig','Cologne','Bonn'])[1+i%7],
 (ARRAY['GP','GP','GP','CARD','GYN','PED','ONC','GP','ORTH'])[1+i%9],(ARRAY['Hanover','Bremen','Munich','Augsburg','Leipzig','Cologne','Bonn'])[1+i%7],
 CASE WHEN i%14=0 THEN NULL ELSE 18+(i%3) END, CASE WHEN i>52 THEN current_date-(i-50)*25 ELSE current_date-(920+(i*61)%2500) END, CASE WHEN i%13=5 THEN 'N' ELSE 'Y' END FROM generate_series(1,60) i;
INSERT INTO cat_test VALUES
 ('GLU',1,'Glucose','CHEM','mg/dl',70,100,320,4,current_date-2000,'N'),('GLU',2,'Glucose','CHEM','mg/dl',70,100,350,4,current_date-480,'Y'),
 ('CREA',1,'Creatinine','CHEM','mg/dl',0.6,1.2,300,4,current_date-2000,'Y'),('CHOL',1,'Cholesterol','CHEM','mg/dl',120,200,410,6,current_date-2000,'Y'),
 ('CRP',1,'C-reactive protein','CHEM','mg/l',0,5,680,4,current_date-2000,'N'),('CRP',2,'C-reactive protein','CHEM','mg/l',0,5,720,3,current_date-480,'Y'),
 ('HB',1,'Haemoglobin','HAEM','g/dl',12,17,280,3,current_date-2000,'Y'),('WBC',1,'White blood cells','HAEM','G/l',4,10,290,3,current_date-2000,'Y'),('PLT',1,'Platelets','HAEM','G/l',150,400,290,3,current_date-2000,'Y'),
 ('INR',1,'Prothrombin time INR','COAG',NULL,0.9,1.2,450,3,current_date-2000,'Y'),('DDIM',1,'D-dimer','COAG','mg/l',0,0.5,1650,3,current_date-1500,'Y'),
 ('TSH',1,'Thyrotropin TSH','HORM','mU/l',0.4,4,1250,24,current_date-2000,'N'),('TSH',2,'Thyrotropin TSH','HORM','mU/l',0.4,4,1190,12,current_date-300,'Y'),
 ('FER',1,'Ferritin','HORM','ng/ml',30,300,1400,24,current_date-2000,'Y'),('VITD',1,'Vitamin D','HORM','ng/ml',30,70,2100,48,current_date-1200,'Y'),
 ('UCUL',1,'Urine culture','MICR',NULL,NULL,NULL,1850,72,current_date-2000,'Y'),('MRSA',1,'MRSA screening','MICR',NULL,NULL,NULL,2300,72,current_date-1800,'Y'),
 ('HBSAG',1,'Hepatitis B antigen','IMMU',NULL,NULL,NULL,1950,48,current_date-2000,'Y'),('IGE',1,'Total IgE','IMMU','U/ml',0,100,1720,48,current_date-2000,'Y'),
 ('LEAD',1,'Lead in blood','CHEM','ug/l',0,50,3900,96,current_date-900,'Y');
INSERT INTO m_inst
SELECT i,(ARRAY['Cobas 8000','Sysmex XN','ACL TOP 750','Immulite 2000','Atellica CH','VITEK 2','Alinity i'])[1+i%7]||' #'||i,(ARRAY['Roche','Sysmex','Werfen','Siemens','Siemens','bioMerieux','Abbott'])[1+i%7],
 (ARRAY[10,10,10,20,20,11,21,30,40,40])[1+i%10], current_date-(500+(i*173)%2500), CASE WHEN i=9 THEN 'M' WHEN i IN (4,15) THEN 'R' ELSE 'A' END,
 CASE WHEN i=17 THEN NULL ELSE current_date-(i*29)%330 END, CASE WHEN i IN (4,15) THEN NULL ELSE current_date-(i*29)%330+270 END FROM generate_series(1,18) i;
INSERT INTO t_ord
SELECT i, 1+floor(pg_temp.r(i,1)*greatest(60,2000*least(1,(i+300)/6300.0)))::int, CASE WHEN pg_temp.r(i,2)<0.09 THEN NULL ELSE 1+floor(pg_temp.r(i,2)^1.5*57)::int END,
 CASE WHEN d.d>300 THEN (ARRAY[10,10,10,11,20,20,21,30,40,41,31])[1+floor(pg_temp.r(i,3)*11)::int] ELSE (ARRAY[10,10,10,11,20,20,21,30,40,40,41])[1+floor(pg_temp.r(i,3)*11)::int] END,
 current_date-d.d + make_interval(mins => (420+floor(pg_temp.r(i,4)^1.5*600))::int), CASE WHEN pg_temp.r(i,5)<0.05 THEN 'S' WHEN pg_temp.r(i,5)<0.2 THEN 'U' ELSE 'R' END,
 CASE WHEN pg_temp.r(i,6)<0.04 THEN 'X' ELSE 'O' END, NULL
FROM generate_series(1,6000) i CROSS JOIN LATERAL (SELECT 910-floor(910*(i/6000.0)^0.88)::int d) d;
UPDATE t_ord SET site_no=42 WHERE site_no=41 AND ord_ts>=current_date-100 AND ord_no%2=0;
UPDATE t_ord SET prac_id=prac_id+1 WHERE prac_id IN (5,18,31) AND ord_ts>=current_date-140;
INSERT INTO t_smp
SELECT row_number() OVER (ORDER BY o.ord_no,n), 'B'||lpad((o.ord_no*3+n)::text,8,'0'), o.ord_no,(ARRAY['SER','EDTA','SER','URI','EDTA','CIT','SER','SWB'])[1+(floor(pg_temp.r(o.ord_no,10)*8)::int+n*3)%8], dr.t,
 CASE WHEN rv.t<current_date+interval '12 hours' AND pg_temp.r(o.ord_no*4+n,12)>0.006 THEN rv.t END, NULL
FROM t_ord o CROSS JOIN LATERAL generate_series(1,1+floor(pg_temp.r(o.ord_no,11)^2*3)::int) n
CROSS JOIN LATERAL (SELECT o.ord_ts+make_interval(mins=>(5+floor(pg_temp.r(o.ord_no*4+n,13)*60))::int) t) dr
CROSS JOIN LATERAL (SELECT dr.t+make_interval(mins=>(CASE WHEN o.site_no IN (31,41,42) THEN 180+floor(pg_temp.r(o.ord_no*4+n,14)*900) ELSE 15+floor(pg_temp.r(o.ord_no*4+n,14)^2*500) END)::int) t) rv
WHERE o.sts<>'X' OR o.ord_no%3=0;
UPDATE t_smp s SET rej_cd=(ARRAY['HEM','HEM','QNS','LBL','OLD','TUB','HEM'])[1+floor(pg_temp.r(smp_id,16)*7)::int] FROM t_ord o WHERE o.ord_no=s.ord_no AND recv_ts IS NOT NULL AND pg_temp.r(smp_id,15)<CASE WHEN o.site_no IN (31,41,42) THEN 0.06 ELSE 0.028 END;
CREATE TEMP TABLE mt AS SELECT * FROM (VALUES ('SER',1,'GLU'),('SER',2,'CREA'),('SER',3,'CHOL'),('SER',4,'CRP'),('SER',5,'TSH'),('SER',6,'FER'),('SER',7,'VITD'),('SER',8,'HBSAG'),('SER',9,'IGE'),('EDTA',1,'HB'),('EDTA',2,'WBC'),('EDTA',3,'PLT'),('CIT',1,'INR'),('CIT',2,'DDIM'),('URI',1,'UCUL'),('SWB',1,'MRSA')) v(m,k,c);
INSERT INTO t_res
SELECT row_number() OVER (ORDER BY x.rt,x.smp_id,x.c), x.smp_id,x.c, CASE WHEN x.c IN ('UCUL','MRSA') AND x.smp_id%4=0 THEN NULL ELSE x.inst END, x.v,
 CASE WHEN x.c IN ('UCUL','MRSA','HBSAG') THEN CASE WHEN x.u<0.14 THEN 'P' ELSE 'N' END WHEN x.u>0.985 THEN 'C' WHEN x.v>x.ref_hi THEN 'H' WHEN x.v<x.ref_lo THEN 'L' ELSE 'N' END,
 x.rt, CASE WHEN x.vt<current_date+interval '12 hours' AND x.u2>0.004 THEN x.vt END, NULL, 'P'
FROM (SELECT s.smp_id, m.c, t.ref_lo, t.ref_hi, u.u, u.u2,
   (SELECT (array_agg(inst_id ORDER BY inst_id))[1+(s.smp_id+m.k)%count(*)::int] FROM m_inst i WHERE i.site_no=CASE o.site_no WHEN 41 THEN 40 WHEN 42 THEN 40 WHEN 31 THEN 30 ELSE o.site_no END) inst,
   CASE WHEN t.ref_hi IS NULL THEN NULL ELSE round((t.ref_lo+(t.ref_hi-t.ref_lo)*(-0.12+1.3*u.u))::numeric,2) END v, h.rt, h.rt+make_interval(mins=>(10+floor(u.u2^3*600))::int) vt
  FROM t_smp s JOIN t_ord o USING (ord_no) JOIN mt m ON m.m=s.mat_cd JOIN cat_test t ON t.tst_cd=m.c AND t.cur_fl='Y'
  CROSS JOIN LATERAL (SELECT pg_temp.r(s.smp_id*20+m.k,20) u, pg_temp.r(s.smp_id*20+m.k,21) u2, pg_temp.r(s.smp_id*20+m.k,22) u3) u
  CROSS JOIN LATERAL (SELECT s.recv_ts+make_interval(mins=>(t.tat_hrs*60*(0.25+0.85*u.u3)*CASE o.prio WHEN 'S' THEN 0.3 WHEN 'U' THEN 0.6 ELSE 0.98 END)::int) rt) h
  WHERE s.recv_ts IS NOT NULL AND s.rej_cd IS NULL AND pg_temp.r(s.smp_id*20+m.k,23)<CASE WHEN s.mat_cd='SER' THEN 0.28 ELSE 0.8 END) x
WHERE x.rt<current_date+interval '12 hours';
UPDATE t_res SET sts=CASE WHEN pg_temp.r(res_id,25)<0.012 THEN 'C' ELSE 'V' END, ver_stf_id=(ARRAY[1,1,2,2,3,4])[1+floor(pg_temp.r(res_id,26)*6)::int] WHERE ver_ts IS NOT NULL;
UPDATE t_ord o SET sts='F', comp_ts=x.t FROM (SELECT s.ord_no, max(r.ver_ts) t, bool_and(r.ver_ts IS NOT NULL) ok FROM t_smp s JOIN t_res r USING (smp_id) GROUP BY 1) x WHERE x.ord_no=o.ord_no AND x.ok AND o.sts='O';
UPDATE t_ord SET sts='P' WHERE sts='O' AND ord_no IN (SELECT ord_no FROM t_smp JOIN t_res USING (smp_id));
UPDATE t_ord SET sts='X' WHERE sts='O' AND ord_ts<current_date-40 AND ord_no%5<>0;
INSERT INTO q_run
SELECT row_number() OVER (ORDER BY d DESC, i.inst_id, l), i.inst_id, t.tst_cd, l, current_date-d+make_interval(hours=>6,mins=>(i.inst_id*3+l)::int), round((g.tgt*(0.93+0.14*q.u))::numeric,2), g.tgt, CASE WHEN abs(q.u-0.5)>0.5-(CASE WHEN i.inst_id IN (7,12) THEN 0.06 ELSE 0.02 END) THEN 'N' ELSE 'Y' END,
 CASE WHEN q.u2<0.1 THEN NULL ELSE (SELECT (array_agg(stf_id ORDER BY stf_id))[1+(d+l)%count(*)::int] FROM t_staff s WHERE s.site_no=i.site_no AND role_cd='T' AND end_dt IS NULL AND start_dt<=current_date-d) END
FROM generate_series(0,880,7) d, m_inst i, generate_series(1,2) l CROSS JOIN LATERAL (SELECT 1) z
CROSS JOIN LATERAL (SELECT (ARRAY['GLU','CREA','HB','INR','TSH','CRP'])[1+(i.inst_id+d/7)%6] tst_cd) t
CROSS JOIN LATERAL (SELECT (CASE t.tst_cd WHEN 'GLU' THEN 95 WHEN 'CREA' THEN 1.1 WHEN 'HB' THEN 14 WHEN 'INR' THEN 1.1 WHEN 'TSH' THEN 2.5 ELSE 12 END*l)::numeric tgt) g
CROSS JOIN LATERAL (SELECT pg_temp.r(d*100+i.inst_id*3+l,30) u, pg_temp.r(d*100+i.inst_id*3+l,31) u2) q
WHERE i.sts<>'R' OR d>250;
-- monthly invoices to practices, single invoices to self-paying and private patients without a practice
CREATE TEMP TABLE pos AS SELECT o.ord_no,o.prac_id,o.pat_id,r.tst_cd,t.price_ct, CASE WHEN o.prac_id IS NULL THEN o.ord_ts::date+5 ELSE (date_trunc('month',o.ord_ts)+interval '1 month')::date END idt
 FROM t_ord o JOIN t_smp s USING (ord_no) JOIN t_res r USING (smp_id) JOIN cat_test t ON t.tst_cd=r.tst_cd AND t.cur_fl='Y' WHERE o.sts='F';
CREATE TEMP TABLE ih AS SELECT 500000+row_number() OVER (ORDER BY idt,prac_id,pat) inv_no, * FROM (SELECT idt,prac_id,CASE WHEN prac_id IS NULL THEN pat_id END pat,sum(price_ct) amt FROM pos WHERE idt<=current_date GROUP BY 1,2,3) q;
INSERT INTO f_inv SELECT inv_no,prac_id,pat,idt,idt+CASE WHEN prac_id IS NULL THEN 14 ELSE 30 END,
 CASE WHEN pg_temp.r(inv_no,40)<0.94 AND idt+p.d<=current_date THEN idt+p.d END, amt, round(amt*0.19), 0, 'O'
FROM ih CROSS JOIN LATERAL (SELECT 5+floor(pg_temp.r(inv_no,41)^1.3*45)::int d) p;
UPDATE f_inv SET sts='P' WHERE paid_dt IS NOT NULL;
UPDATE f_inv SET sts='C' WHERE sts='O' AND inv_no%6=0;
UPDATE f_inv SET sts='W' WHERE sts='O' AND due_dt<current_date-330 AND inv_no%3=0;
UPDATE f_inv SET dun_lvl=CASE WHEN due_dt<current_date-60 THEN 3 WHEN due_dt<current_date-30 THEN 2 WHEN due_dt<current_date-10 THEN 1 ELSE 0 END WHERE sts='O';
INSERT INTO f_inv_pos SELECT h.inv_no,row_number() OVER (PARTITION BY h.inv_no ORDER BY p.ord_no,p.tst_cd),p.ord_no,p.tst_cd,p.price_ct FROM pos p JOIN ih h ON h.idt=p.idt AND h.prac_id IS NOT DISTINCT FROM p.prac_id AND h.pat IS NOT DISTINCT FROM CASE WHEN p.prac_id IS NULL THEN p.pat_id END;
DROP TABLE mt,pos,ih;

COMMENT ON TABLE cd_lookup IS 'Code texts. cd_typ: GRP test groups, SPEC practice specialties, REJ sample rejection reasons, MAT sample materials, RGN regions';
COMMENT ON TABLE lab_site IS 'Laboratories and collection points';
COMMENT ON COLUMN lab_site.rgn IS 'cd_lookup RGN'; COMMENT ON COLUMN lab_site.typ IS 'H = hub laboratory, L = local laboratory, C = collection point';
COMMENT ON COLUMN t_staff.role_cd IS 'D = doctor (may verify results), T = technician, P = phlebotomist, S = sales rep, A = administration';
COMMENT ON COLUMN t_staff.end_dt IS 'Leaving date, null = still employed'; COMMENT ON COLUMN t_staff.boss_id IS 't_staff.stf_id of the line manager';
COMMENT ON COLUMN t_patient.del_fl IS 'Y = deleted (soft delete, leave out of counts)'; COMMENT ON COLUMN t_patient.ins_cd IS 'S = statutory insurance, P = private insurance, X = self-payer';
COMMENT ON COLUMN t_patient.sex IS 'F female, M male, U unknown'; COMMENT ON COLUMN t_patient.reg_dt IS 'Date of registration';
COMMENT ON TABLE ref_practice IS 'Referring doctors'' practices'; COMMENT ON COLUMN ref_practice.act_fl IS 'Y = active, N = no longer sends us work';
COMMENT ON COLUMN ref_practice.spec_cd IS 'cd_lookup SPEC'; COMMENT ON COLUMN ref_practice.rep_stf_id IS 'Sales rep (t_staff.stf_id), null = none assigned';
COMMENT ON TABLE cat_test IS 'Test catalogue, one row per version; only cur_fl = Y is the valid one'; COMMENT ON COLUMN cat_test.grp_cd IS 'cd_lookup GRP';
COMMENT ON COLUMN cat_test.price_ct IS 'List price in cents'; COMMENT ON COLUMN cat_test.tat_hrs IS 'Target turnaround in hours from receipt of the sample to the result'; COMMENT ON COLUMN cat_test.cur_fl IS 'Y = current version';
COMMENT ON TABLE m_inst IS 'Instruments (analysers)'; COMMENT ON COLUMN m_inst.sts IS 'A = active, M = in maintenance, R = retired'; COMMENT ON COLUMN m_inst.inst_dt IS 'Installation date'; COMMENT ON COLUMN m_inst.mfr IS 'Manufacturer';
COMMENT ON TABLE t_ord IS 'Test orders (requisitions)'; COMMENT ON COLUMN t_ord.prac_id IS 'Referring practice, null = walk-in patient'; COMMENT ON COLUMN t_ord.prio IS 'R = routine, U = urgent, S = stat (emergency)';
COMMENT ON COLUMN t_ord.sts IS 'O = open, P = partially resulted, F = finished, X = cancelled'; COMMENT ON COLUMN t_ord.comp_ts IS 'Time the last result was verified, null until finished';
COMMENT ON TABLE t_smp IS 'Samples (tubes)'; COMMENT ON COLUMN t_smp.recv_ts IS 'Arrival in the lab, null = not arrived'; COMMENT ON COLUMN t_smp.rej_cd IS 'cd_lookup REJ, null = accepted'; COMMENT ON COLUMN t_smp.mat_cd IS 'cd_lookup MAT';
COMMENT ON TABLE t_res IS 'Results'; COMMENT ON COLUMN t_res.flg IS 'N = normal, L = low, H = high, C = critical, P = positive finding'; COMMENT ON COLUMN t_res.sts IS 'P = preliminary (not yet verified), V = verified, C = corrected after verification';
COMMENT ON COLUMN t_res.ver_ts IS 'Verification time, null = not yet verified'; COMMENT ON COLUMN t_res.ver_stf_id IS 'Doctor who verified';
COMMENT ON COLUMN t_res.inst_id IS 'Instrument, null = manual method';
COMMENT ON TABLE q_run IS 'Quality control runs'; COMMENT ON COLUMN q_run.ok_fl IS 'Y = within limits, N = failed'; COMMENT ON COLUMN q_run.tgt IS 'Target value'; COMMENT ON COLUMN q_run.lvl IS 'Control level 1 or 2';
COMMENT ON TABLE f_inv IS 'Invoices, to a practice or to a patient'; COMMENT ON COLUMN f_inv.amt_ct IS 'Net amount in cents'; COMMENT ON COLUMN f_inv.vat_ct IS 'VAT in cents, on top of the net amount'; COMMENT ON COLUMN f_inv.sts IS 'O = open, P = paid, C = cancelled, W = written off'; COMMENT ON COLUMN f_inv.dun_lvl IS 'Dunning level 0 to 3'; COMMENT ON COLUMN f_inv.paid_dt IS 'Null until paid';
COMMENT ON TABLE f_inv_pos IS 'Invoice items'; COMMENT ON COLUMN f_inv_pos.pos_ct IS 'Net amount of the item in cents';
ANALYZE;
