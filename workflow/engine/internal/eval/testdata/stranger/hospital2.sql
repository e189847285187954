-- Lindenhurst General: ward, admission, laboratory and roster records of a district hospital.
SET client_min_messages = warning; SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.r(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(i::text || '#' || k), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE wrd (wrd_id smallint PRIMARY KEY, wrd_nm varchar(40) NOT NULL, wrd_typ char(1) NOT NULL, bldg varchar(20) NOT NULL, flr smallint NOT NULL, opn_dt date NOT NULL, cls_dt date);
COMMENT ON TABLE wrd IS 'Wards';
COMMENT ON COLUMN wrd.wrd_typ IS 'M medical, S surgical, I intensive care, P paediatric, G geriatric, O maternity';
COMMENT ON COLUMN wrd.flr IS 'Floor';
COMMENT ON COLUMN wrd.cls_dt IS 'Closed on; empty while open';
INSERT INTO wrd VALUES (1,'Alder','M','Main',1,'2008-03-01',NULL),(2,'Birch','M','Main',2,'2008-03-01',NULL),(3,'Cedar','S','Main',3,'2010-09-15',NULL),(4,'Dogwood','S','East Wing',1,'2014-05-01',NULL),(5,'Elm ICU','I','Main',4,'2012-01-10',NULL),(6,'Fern','P','East Wing',2,'2016-11-01',NULL),(7,'Ginkgo','G','Annexe',1,'2018-02-01',NULL),(8,'Hazel','O','East Wing',3,'2011-06-01',NULL),(9,'Ivy','M','Annexe',2,'2019-04-01',current_date-150);

CREATE TABLE bed (bed_id integer PRIMARY KEY, wrd_id smallint NOT NULL REFERENCES wrd, bed_no varchar(6) NOT NULL, bed_typ char(1) NOT NULL, oos_fl char(1) NOT NULL, lst_insp_dt date);
COMMENT ON COLUMN bed.bed_typ IS 'N normal, I isolation room, V with ventilator, K cot';
COMMENT ON COLUMN bed.oos_fl IS 'Y = out of service';
COMMENT ON COLUMN bed.lst_insp_dt IS 'Last safety inspection';
INSERT INTO bed SELECT w*100+b,w,(ARRAY['A','B','C','D','E','F','G','H','I'])[w]||'-'||lpad(b::text,2,'0'),CASE WHEN w=5 THEN 'V' WHEN w IN (6,8) AND b%3=0 THEN 'K' WHEN b%7=0 THEN 'I' ELSE 'N' END,CASE WHEN w=9 OR pg_temp.r('oos',w*100+b)<.07 THEN 'Y' ELSE 'N' END,CASE WHEN b%11<>0 THEN current_date-(20+(500*pg_temp.r('in',w*100+b))::int) END
FROM generate_series(1,9) w, generate_series(1,24) b WHERE b<=(ARRAY[20,18,16,14,8,12,24,12,10])[w];

CREATE TABLE payr (payr_cd char(3) PRIMARY KEY, payr_nm varchar(40) NOT NULL, payr_typ char(1) NOT NULL);
COMMENT ON TABLE payr IS 'Payers: who bears the cost';
COMMENT ON COLUMN payr.payr_typ IS 'S statutory fund, P private insurer, X self-pay';
INSERT INTO payr VALUES ('NHF','National Health Fund','S'),('MIN','Miners Mutual','S'),('FAR','Farmers Sick Fund','S'),('CRE','Crestline Health','P'),('OAK','Oakfield Medical','P'),('SLF','Self-pay','X');

CREATE TABLE pt (pt_id integer PRIMARY KEY, mrn varchar(10) NOT NULL UNIQUE, fam_nm varchar(30) NOT NULL, giv_nm varchar(30) NOT NULL, sex char(1), dob date, dod date, town varchar(30), payr_cd char(3) REFERENCES payr, alrg_fl char(1), gp_nm varchar(40), tst_fl char(1) NOT NULL, reg_dt date NOT NULL);
COMMENT ON TABLE pt IS 'Patients';
COMMENT ON COLUMN pt.mrn IS 'Medical record number';
COMMENT ON COLUMN pt.dod IS 'Date of death';
COMMENT ON COLUMN pt.alrg_fl IS 'Y known allergy, N none, empty = not asked';
COMMENT ON COLUMN pt.gp_nm IS 'Family doctor';
COMMENT ON COLUMN pt.tst_fl IS 'Y = dummy record for training';
INSERT INTO pt SELECT i,'L'||lpad((40000+i*17)::text,6,'0'),CASE WHEN i IN (77,301,640) THEN 'Zztest' ELSE (ARRAY['Arden','Bexley','Corrin','Dunmore','Eastey','Fenwick','Garrow','Holt','Ingram','Jessop','Kelso','Lomax','Marden','Norrie','Orwin','Pell','Quayle'])[1+(i*5)%17] END,
 CASE WHEN s='F' THEN (ARRAY['Ada','Bea','Cora','Dina','Edith','Flora','Greta','Hana','Ines'])[1+(i*7)%9] ELSE (ARRAY['Abel','Boris','Cyril','Dan','Emil','Franz','Gus','Hugo','Ivor'])[1+(i*7)%9] END,CASE WHEN i%53<>0 THEN s END,CASE WHEN i%61<>0 THEN d END,NULL,CASE WHEN i%23<>0 THEN (ARRAY['Lindenhurst','Lindenhurst','Lindenhurst','Marlow Bay','Marlow Bay','Oxted','Petersham','Quarrydale','Ronham'])[1+floor(9*pg_temp.r('tw',i))::int] END,
 CASE WHEN i%37<>0 THEN (ARRAY['NHF','NHF','NHF','NHF','MIN','FAR','CRE','CRE','OAK','SLF'])[1+floor(10*pg_temp.r('py',i))::int] END,CASE WHEN pg_temp.r('al',i)<.17 THEN 'Y' WHEN pg_temp.r('al',i)<.85 THEN 'N' END,CASE WHEN i%6<>0 THEN 'Dr '||(ARRAY['Voss','Weir','Xander','Yates','Zorn'])[1+i%5] END,CASE WHEN i IN (77,301,640) THEN 'Y' ELSE 'N' END,greatest(d,current_date-(60+(2500*pg_temp.r('rg',i))::int))
FROM (SELECT i,CASE WHEN pg_temp.r('sx',i)<.53 THEN 'F' ELSE 'M' END s,current_date-(200+(32500*pg_temp.r('ag',i))::int) d FROM generate_series(1,900) i) z;

CREATE TABLE emp (emp_id integer PRIMARY KEY, fam_nm varchar(30) NOT NULL, giv_nm varchar(30) NOT NULL, grd char(3) NOT NULL, home_wrd_id smallint REFERENCES wrd, spec varchar(30), hire_dt date NOT NULL, lft_dt date, ctr_hrs numeric(4,1) NOT NULL, lead_id integer REFERENCES emp);
COMMENT ON TABLE emp IS 'Staff';
COMMENT ON COLUMN emp.grd IS 'CON consultant, JUN junior doctor, RN registered nurse, HCA health care assistant, PHY physiotherapist, CLK ward clerk';
COMMENT ON COLUMN emp.lft_dt IS 'Left on';
COMMENT ON COLUMN emp.ctr_hrs IS 'Contracted hours a week';
COMMENT ON COLUMN emp.lead_id IS 'Line manager';
INSERT INTO emp SELECT i,(ARRAY['Abbott','Brandt','Castell','Devine','Esser','Falk','Gruner','Hartog','Imhof','Janda','Kruse'])[1+(i*3)%11],(ARRAY['Mara','Nils','Olga','Piet','Quin','Rosa','Sven','Tilda','Ulf','Vera','Wim','Xenia','Yann'])[1+(i*5)%13],CASE WHEN i<=12 THEN 'CON' WHEN i<=26 THEN 'JUN' WHEN i<=72 THEN 'RN' WHEN i<=98 THEN 'HCA' WHEN i<=104 THEN 'PHY' ELSE 'CLK' END,CASE WHEN i<=104 OR i%2=0 THEN 1+(i-1)%8 END,
 CASE WHEN i<=12 THEN (ARRAY['Internal medicine','Cardiology','General surgery','Orthopaedics','Anaesthesia','Paediatrics','Geriatrics','Obstetrics'])[1+(i-1)%8] END,current_date-(90+(4000*pg_temp.r('hi',i))::int),CASE WHEN i IN (11,24,39,58,66,81,97,106) THEN current_date-i END,(ARRAY[38.5,38.5,38.5,30,24,19.5])[1+floor(6*pg_temp.r('ct',i))::int],NULL FROM generate_series(1,112) i;
UPDATE emp SET lead_id=CASE WHEN emp_id<=26 THEN 1 ELSE 27+(emp_id%8) END WHERE emp_id>1 AND emp_id NOT BETWEEN 27 AND 34;

CREATE TABLE adm (adm_id integer PRIMARY KEY, pt_id integer NOT NULL REFERENCES pt, wrd_id smallint NOT NULL REFERENCES wrd, cons_id integer REFERENCES emp, adm_typ char(1) NOT NULL, adm_st char(1) NOT NULL, adm_ts timestamp NOT NULL, exp_dsch_dt date, dsch_ts timestamp, dsch_to char(1));
COMMENT ON TABLE adm IS 'Admissions';
COMMENT ON COLUMN adm.wrd_id IS 'Admitting ward';
COMMENT ON COLUMN adm.cons_id IS 'Consultant in charge';
COMMENT ON COLUMN adm.adm_typ IS 'E emergency, P planned (elective), T transfer from another hospital, B birth or maternity';
COMMENT ON COLUMN adm.adm_st IS 'B booked, I in house, D discharged, C cancelled';
COMMENT ON COLUMN adm.adm_ts IS 'Admitted at (booked or cancelled: meant for)';
COMMENT ON COLUMN adm.exp_dsch_dt IS 'Expected date of discharge';
COMMENT ON COLUMN adm.dsch_to IS 'Discharged to: H home, N nursing home, R rehabilitation, T other hospital, S self-discharge against advice, X died';
INSERT INTO adm SELECT i,p,w,CASE WHEN i%47<>0 THEN CASE WHEN w<=4 AND i%3=0 THEN 8+w ELSE 1+(w-1)%8 END END,ty,st,a,CASE WHEN i%9<>0 AND st<>'C' THEN a::date+greatest(1,(l/24)::int-1+i%3) END,CASE WHEN st='D' THEN a+make_interval(hours=>l) END,CASE WHEN st='D' THEN CASE WHEN q<.76 THEN 'H' WHEN q<.84 THEN 'N' WHEN q<.90 THEN 'R' WHEN q<.94 THEN 'T' WHEN q<.965 THEN 'S' ELSE 'X' END END
FROM (SELECT *,CASE WHEN pg_temp.r('st',i)<.05 AND ty='P' THEN 'C' WHEN a>now() THEN 'B' WHEN a+make_interval(hours=>l)>now() THEN 'I' ELSE 'D' END st FROM (
 SELECT *,(CASE WHEN w=9 THEN current_date-160-(640*pg_temp.r('d',i))::int WHEN ty='P' THEN current_date+18-(820*power(pg_temp.r('d',i),1.25))::int ELSE current_date-1-(800*power(pg_temp.r('d',i),1.25))::int END)+make_interval(hours=>CASE WHEN ty='P' THEN 7+i%4 ELSE floor(24*pg_temp.r('hr',i))::int END,mins=>(i*7)%60) a FROM (
 SELECT i,p+CASE WHEN p IN (77,301,640) THEN 1 ELSE 0 END p,w,CASE WHEN w=8 THEN 'B' WHEN w IN (3,4) AND pg_temp.r('t',i)<.7 THEN 'P' WHEN pg_temp.r('t',i)<.68 THEN 'E' WHEN pg_temp.r('t',i)<.92 THEN 'P' ELSE 'T' END ty,(8+CASE w WHEN 7 THEN 420 WHEN 5 THEN 200 WHEN 8 THEN 90 ELSE 240 END*power(pg_temp.r('l',i),1.9))::int l,pg_temp.r('q',i) q
 FROM (SELECT i,1+floor(899*power(pg_temp.r('p',i),1.3))::int p,(ARRAY[1,1,1,2,2,2,3,3,3,4,4,5,6,6,7,7,8,8,9])[1+floor(19*pg_temp.r('w',i))::int] w FROM generate_series(1,2200) i) x) y) v) z;
UPDATE pt SET dod=a.dsch_ts::date FROM adm a WHERE a.pt_id=pt.pt_id AND a.dsch_to='X' AND NOT EXISTS (SELECT 1 FROM adm b WHERE b.pt_id=a.pt_id AND b.adm_ts>a.adm_ts);
UPDATE adm SET dsch_to='H' FROM pt WHERE pt.pt_id=adm.pt_id AND adm.dsch_to='X' AND (pt.dod IS NULL OR pt.dod<>adm.dsch_ts::date);

CREATE TABLE bed_stay (bst_id integer PRIMARY KEY, adm_id integer NOT NULL REFERENCES adm, bed_id integer NOT NULL REFERENCES bed, fr_ts timestamp NOT NULL, to_ts timestamp);
COMMENT ON TABLE bed_stay IS 'Which bed a patient lay in, from when to when (to_ts empty = lies there now)';
INSERT INTO bed_stay SELECT row_number() OVER (ORDER BY adm_id,k),adm_id,w*100+1+CASE WHEN adm_st='I' THEN (rn-1)%c ELSE floor(c*pg_temp.r('bd',adm_id*3+k))::int END,CASE WHEN k=1 THEN adm_ts ELSE mv END,CASE WHEN k=1 AND two AND mv<=now() THEN mv ELSE dsch_ts END
FROM (SELECT *,(ARRAY[20,18,16,14,8,12,24,12,10])[w] c,row_number() OVER (PARTITION BY w,adm_st ORDER BY adm_id) rn FROM (SELECT a.*,k,adm_ts+make_interval(hours=>7) mv,pg_temp.r('mv',adm_id)<.16 two,CASE WHEN k=1 THEN a.wrd_id ELSE 1+(a.wrd_id+adm_id)%8 END w FROM adm a CROSS JOIN generate_series(1,2) k WHERE adm_st IN ('I','D')) x WHERE k=1 OR (two AND mv<=now())) z;

CREATE TABLE dx (icd varchar(6) PRIMARY KEY, dx_nm varchar(60) NOT NULL, dx_grp varchar(20) NOT NULL);
COMMENT ON TABLE dx IS 'Diagnoses';
INSERT INTO dx VALUES ('J18.9','Pneumonia','Respiratory'),('J44.1','COPD with exacerbation','Respiratory'),('I50.0','Heart failure','Cardiac'),('I21.9','Myocardial infarction','Cardiac'),('I48.9','Atrial fibrillation','Cardiac'),('I63.9','Stroke','Neurological'),('G40.9','Epilepsy','Neurological'),('S72.0','Hip fracture','Injury'),('S52.5','Wrist fracture','Injury'),('K35.8','Appendicitis','Digestive'),('K80.2','Gallstones','Digestive'),('K40.9','Inguinal hernia','Digestive'),('E11.9','Type 2 diabetes','Metabolic'),('E86','Dehydration','Metabolic'),('N39.0','Urinary tract infection','Urological'),('A41.9','Sepsis','Infection'),('O80','Spontaneous delivery','Obstetric'),('O82','Caesarean section','Obstetric'),('F05.9','Delirium','Mental'),('I10','High blood pressure','Cardiac'),('Q21.0','Septal defect','Congenital');
CREATE TABLE adm_dx (adm_id integer NOT NULL REFERENCES adm, rnk smallint NOT NULL, icd varchar(6) NOT NULL REFERENCES dx, poa_fl char(1), PRIMARY KEY (adm_id,rnk));
COMMENT ON TABLE adm_dx IS 'Coded diagnoses of an admission';
COMMENT ON COLUMN adm_dx.rnk IS '1 = principal diagnosis, 2 and up = secondary';
COMMENT ON COLUMN adm_dx.poa_fl IS 'Y present on admission, N acquired in hospital, empty = not judged';
INSERT INTO adm_dx SELECT adm_id,k,CASE WHEN k=1 AND wrd_id=8 THEN (ARRAY['O80','O80','O82'])[1+adm_id%3] WHEN k=1 AND wrd_id IN (3,4) THEN (ARRAY['K35.8','K80.2','K40.9','S72.0','S52.5'])[1+floor(5*pg_temp.r('ic',adm_id))::int] WHEN k=1 THEN (ARRAY['J18.9','J18.9','J44.1','I50.0','I50.0','I21.9','I48.9','I63.9','G40.9','E86','N39.0','A41.9'])[1+floor(12*pg_temp.r('ic',adm_id))::int] WHEN k=2 THEN (ARRAY['I10','I10','E11.9','I48.9'])[1+adm_id%4] ELSE (ARRAY['F05.9','N39.0','E86'])[1+adm_id%3] END,CASE WHEN pg_temp.r('po',adm_id*4+k)<.86 THEN 'Y' WHEN pg_temp.r('po',adm_id*4+k)<.94 THEN 'N' END
FROM adm CROSS JOIN generate_series(1,3) k WHERE adm_st IN ('I','D') AND adm_id%29<>0 AND (k=1 OR pg_temp.r('dk',adm_id)<CASE k WHEN 2 THEN .55 ELSE .2 END);

CREATE TABLE lab_cat (tst_cd varchar(5) PRIMARY KEY, tst_nm varchar(40) NOT NULL, dept char(1) NOT NULL, prc numeric(7,2) NOT NULL, tat_hrs smallint NOT NULL);
COMMENT ON TABLE lab_cat IS 'Catalogue of tests';
COMMENT ON COLUMN lab_cat.dept IS 'L laboratory, R radiology, M microbiology, C cardiac diagnostics';
COMMENT ON COLUMN lab_cat.prc IS 'Internal price in euro';
COMMENT ON COLUMN lab_cat.tat_hrs IS 'Target turnaround in hours from order to result';
INSERT INTO lab_cat VALUES ('CBC','Full blood count','L',6.5,4),('CRP','C-reactive protein','L',8,4),('BMP','Basic metabolic panel','L',12,6),('TRO','Troponin','L',19,2),('COA','Coagulation screen','L',11,6),('BCU','Blood culture','M',34,72),('UCU','Urine culture','M',21,48),('CXR','Chest X-ray','R',48,12),('CTH','CT head','R',210,8),('MRI','MRI spine','R',390,72),('USA','Ultrasound abdomen','R',85,24),('ECG','Electrocardiogram','C',22,2),('ECH','Echocardiogram','C',140,48),('GEN','Genetic panel','L',520,240);
CREATE TABLE lab_ord (ord_id integer PRIMARY KEY, adm_id integer NOT NULL REFERENCES adm, tst_cd varchar(5) NOT NULL REFERENCES lab_cat, ord_by integer REFERENCES emp, pri char(1) NOT NULL, st char(1) NOT NULL, ord_ts timestamp NOT NULL, res_ts timestamp, res_fl char(1));
COMMENT ON TABLE lab_ord IS 'Tests ordered for inpatients';
COMMENT ON COLUMN lab_ord.ord_by IS 'Doctor who ordered';
COMMENT ON COLUMN lab_ord.pri IS 'R routine, U urgent, S stat (at once)';
COMMENT ON COLUMN lab_ord.st IS 'O ordered, P in progress, F final result, X cancelled';
COMMENT ON COLUMN lab_ord.res_ts IS 'Result released';
COMMENT ON COLUMN lab_ord.res_fl IS 'N normal, A abnormal, C critical';
INSERT INTO lab_ord SELECT row_number() OVER (ORDER BY t,adm_id,k),adm_id,c.tst_cd,CASE WHEN n%31<>0 THEN 1+floor(26*pg_temp.r('ob',n))::int END,p,st,t,CASE WHEN st='F' THEN least(t+make_interval(mins=>(c.tat_hrs*60*(.15+1.25*power(pg_temp.r('tt',n),1.6))*CASE p WHEN 'S' THEN .5 ELSE 1 END)::int),now()::timestamp) END,CASE WHEN st='F' THEN CASE WHEN pg_temp.r('rf',n)<.62 THEN 'N' WHEN pg_temp.r('rf',n)<.95 THEN 'A' ELSE 'C' END END
FROM (SELECT *,CASE WHEN u<.04 THEN 'X' WHEN t>now()-interval '2 days' AND u<.5 THEN 'O' WHEN t>now()-interval '3 days' AND u<.7 THEN 'P' ELSE 'F' END st FROM (SELECT a.adm_id,k,a.adm_id*5+k n,least(a.adm_ts+make_interval(mins=>(30+(k-1)*400+300*pg_temp.r('ot',a.adm_id*5+k))::int),now()::timestamp) t,(ARRAY['R','R','R','U','U','S'])[1+floor(6*pg_temp.r('pr',a.adm_id*5+k))::int] p,pg_temp.r('os',a.adm_id*5+k) u,(ARRAY['CBC','CBC','CBC','CRP','CRP','BMP','BMP','TRO','COA','BCU','UCU','CXR','CXR','CTH','USA','ECG','ECG','ECH','MRI'])[1+floor(19*pg_temp.r('oc',a.adm_id*5+k))::int] cd FROM adm a CROSS JOIN generate_series(1,4) k WHERE adm_st IN ('I','D') AND (k=1 OR pg_temp.r('ok',a.adm_id*5+k)<.33) AND a.adm_id%17<>0) y) z JOIN lab_cat c ON c.tst_cd=z.cd;

CREATE TABLE shft (shft_id integer PRIMARY KEY, emp_id integer NOT NULL REFERENCES emp, wrd_id smallint NOT NULL REFERENCES wrd, shft_dt date NOT NULL, shft_cd char(1) NOT NULL, pln_hrs numeric(4,1) NOT NULL, act_hrs numeric(4,1), st char(1) NOT NULL, agcy_fl char(1) NOT NULL);
COMMENT ON TABLE shft IS 'Roster: shifts planned and worked';
COMMENT ON COLUMN shft.shft_cd IS 'E early, L late, N night';
COMMENT ON COLUMN shft.act_hrs IS 'Hours really worked';
COMMENT ON COLUMN shft.st IS 'P planned, W worked, S called in sick, A absent without notice, X cancelled';
COMMENT ON COLUMN shft.agcy_fl IS 'Y = filled through an agency';
INSERT INTO shft SELECT row_number() OVER (ORDER BY d,i),e,CASE WHEN pg_temp.r('sw',i)<.12 THEN 1+i%8 ELSE coalesce(m.home_wrd_id,1) END,d,c,h,CASE WHEN st='W' THEN h+(ARRAY[0,0,0,0,.5,1,2,-.5])[1+floor(8*pg_temp.r('ah',i))::int] END,st,CASE WHEN pg_temp.r('ag',i)<.06 THEN 'Y' ELSE 'N' END
FROM (SELECT *,CASE WHEN c='N' THEN 10 ELSE 8 END h,CASE WHEN u<.03 THEN 'X' WHEN d>current_date THEN 'P' WHEN u<.09 THEN 'S' WHEN u<.105 THEN 'A' ELSE 'W' END st FROM (SELECT i,27+floor(72*pg_temp.r('se',i))::int e,current_date+14-(414*pg_temp.r('sd',i))::int d,(ARRAY['E','E','L','L','N'])[1+floor(5*pg_temp.r('sc',i))::int] c,pg_temp.r('su',i) u FROM generate_series(1,4200) i) y) z JOIN emp m ON m.emp_id=z.e WHERE d>=m.hire_dt AND d<=coalesce(m.lft_dt,'2999-01-01');

CREATE TABLE incid (inc_id integer PRIMARY KEY, wrd_id smallint NOT NULL REFERENCES wrd, adm_id integer REFERENCES adm, inc_typ char(3) NOT NULL, sev smallint NOT NULL, rep_by integer REFERENCES emp, rep_ts timestamp NOT NULL, cls_ts timestamp, note varchar(80));
COMMENT ON TABLE incid IS 'Reported incidents';
COMMENT ON COLUMN incid.inc_typ IS 'FAL fall, MED medication error, PRU pressure ulcer, EQP equipment failure, VIO violence against staff';
COMMENT ON COLUMN incid.sev IS '1 no harm to 5 death';
COMMENT ON COLUMN incid.cls_ts IS 'Investigation closed';
INSERT INTO incid SELECT row_number() OVER (ORDER BY t),w,CASE WHEN ty NOT IN ('EQP','VIO') THEN adm_id END,ty,1+floor(5*power(pg_temp.r('sv',adm_id),2.4))::int,CASE WHEN adm_id%4<>0 THEN 27+floor(70*pg_temp.r('rb',adm_id))::int END,t,CASE WHEN pg_temp.r('cl',adm_id)<.8 AND t<now()-interval '20 days' THEN least(t+make_interval(days=>3+(40*pg_temp.r('cd',adm_id))::int),now()::timestamp) END,NULL
FROM (SELECT adm_id,wrd_id w,adm_ts+interval '7 hours' t,(ARRAY['FAL','FAL','FAL','MED','MED','PRU','EQP','VIO'])[1+floor(8*pg_temp.r('ity',adm_id))::int] ty FROM adm WHERE adm_st IN ('I','D') AND pg_temp.r('inc',adm_id)<.12 AND adm_ts<now()-interval '8 hours') z;

CREATE TABLE bill (bill_no varchar(10) PRIMARY KEY, adm_id integer NOT NULL REFERENCES adm, payr_cd char(3) NOT NULL REFERENCES payr, bill_dt date NOT NULL, amt numeric(10,2) NOT NULL, paid_amt numeric(10,2) NOT NULL, paid_dt date, st char(1) NOT NULL);
COMMENT ON TABLE bill IS 'Bills to payers, in euro';
COMMENT ON COLUMN bill.st IS 'O open, P paid, D disputed by the payer, V voided';
INSERT INTO bill SELECT 'R'||lpad(row_number() OVER (ORDER BY d,adm_id)::text,6,'0'),adm_id,payr_cd,d,a,CASE st WHEN 'P' THEN a WHEN 'D' THEN round(a*.6,2) ELSE 0 END,CASE st WHEN 'P' THEN least(d+8+(60*pg_temp.r('pd',adm_id))::int,current_date) WHEN 'D' THEN least(d+30,current_date) END,st
FROM (SELECT *,CASE WHEN pg_temp.r('bs',adm_id)<.02 THEN 'V' WHEN pg_temp.r('bs',adm_id)<.06 AND d<current_date-30 THEN 'D' WHEN d>current_date-45 AND pg_temp.r('bs',adm_id)<.8 OR pg_temp.r('bs',adm_id)>.95 THEN 'O' ELSE 'P' END st FROM (SELECT a.adm_id,coalesce(p.payr_cd,'SLF') payr_cd,(a.dsch_ts+interval '6 days')::date d,round((900+21*extract(epoch FROM a.dsch_ts-a.adm_ts)/3600*CASE a.wrd_id WHEN 5 THEN 3.5 ELSE 1 END)::numeric,2) a FROM adm a JOIN pt p USING (pt_id) WHERE a.adm_st='D' AND a.dsch_ts+interval '6 days'<now() AND p.tst_fl='N' AND a.adm_id%41<>0) y) z;
ANALYZE;
