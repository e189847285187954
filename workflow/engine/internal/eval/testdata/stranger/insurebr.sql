-- Fenwick Lane Insurance Brokers: clients, policies, premiums, commission, renewals, claims.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.z(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5('fl' || k || '-' || i), 2, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE lk_line (ll_code char(3) PRIMARY KEY, ll_name varchar(40) NOT NULL, ll_group varchar(12) NOT NULL);
INSERT INTO lk_line VALUES ('MOT','Private Motor','Personal'),('HOM','Home & Contents','Personal'),('TRV','Travel','Personal'),('FLT','Motor Fleet','Commercial'),('PRP','Commercial Property','Commercial'),('LIA','Public & Employers Liability','Commercial'),('PI','Professional Indemnity','Commercial'),('CYB','Cyber','Commercial'),('MAR','Marine Cargo','Commercial');
CREATE TABLE lk_status (ls_code smallint PRIMARY KEY, ls_name varchar(20) NOT NULL);
INSERT INTO lk_status VALUES (10,'Quotation'),(20,'In force'),(30,'Renewed'),(40,'Lapsed'),(50,'Cancelled'),(60,'Not taken up');
CREATE TABLE lk_reason (lr_code char(2) PRIMARY KEY, lr_text varchar(40) NOT NULL);
INSERT INTO lk_reason VALUES ('PR','Price'),('NP','Non-payment'),('SO','Business or item sold'),('SV','Poor service'),('DU','Duplicate cover'),('CE','Ceased trading');
CREATE TABLE lk_source (lo_code char(1) PRIMARY KEY, lo_name varchar(30) NOT NULL);
INSERT INTO lk_source VALUES ('R','Referral'),('W','Website'),('A','Price comparison site'),('C','Cold call'),('N','Networking event'),('B','Book bought from a broker');

CREATE TABLE branch (br_id smallint PRIMARY KEY, br_name varchar(30) NOT NULL, br_city varchar(30) NOT NULL, br_opened date NOT NULL);
INSERT INTO branch VALUES (1,'Head Office','Leeds','1996-03-01'),(2,'Manchester','Manchester','2004-06-14'),(3,'Sheffield','Sheffield','2011-09-05'),(4,'York','York','2019-02-11');

CREATE TABLE insurer (in_id smallint PRIMARY KEY, in_name varchar(40) NOT NULL, in_rating varchar(4), in_settle_days smallint NOT NULL, in_panel char(1) NOT NULL);
COMMENT ON TABLE insurer IS 'Insurance companies we place business with (carriers)';
COMMENT ON COLUMN insurer.in_panel IS 'Y = on our panel';
INSERT INTO insurer VALUES (1,'Albion General','A+',30,'Y'),(2,'Northgate Mutual','A',30,'Y'),(3,'Castellan Specialty','A-',45,'Y'),(4,'Meridian & Humber','A',60,'Y'),(5,'Tarn Underwriting','BBB',30,'Y'),(6,'Lowland Re','A',45,'Y'),(7,'Pennine Direct',NULL,30,'N'),(8,'Orbis Marine','A-',60,'Y'),(9,'Whitcombe Syndicate','AA-',45,'Y');

CREATE TABLE staff (st_id smallint PRIMARY KEY, st_name varchar(40) NOT NULL, st_role char(2) NOT NULL, st_br_id smallint NOT NULL REFERENCES branch(br_id), st_boss_id smallint REFERENCES staff(st_id), st_start date NOT NULL, st_end date, st_target numeric(9,2));
COMMENT ON COLUMN staff.st_role IS 'DI director, AE account executive, AH account handler, CL claims, AC accounts';
COMMENT ON COLUMN staff.st_target IS 'Yearly commission target';
INSERT INTO staff SELECT i,(ARRAY['Alison','Rajiv','Duncan','Megan','Colin','Farah','Stuart','Gillian','Kwame','Bethan','Ross'])[1+(i*4)%11]||' '||(ARRAY['Thwaite','Sykes','Mistry','Barraclough','Holroyd','Amoah','Dyson','Lister','Peel','Crabtree','Wain','Ibbotson'])[1+(i*5)%12],CASE WHEN i<=4 THEN 'DI' WHEN i<=13 THEN 'AE' WHEN i<=25 THEN 'AH' WHEN i<=29 THEN 'CL' ELSE 'AC' END,1+(i-1)%4,CASE WHEN i>4 THEN 1+(i-1)%4 END,current_date-(300+(3800*pg_temp.z('st',i))::int),CASE WHEN i IN (8,17,24,28) THEN current_date-i*11 END,CASE WHEN i BETWEEN 5 AND 13 THEN 5000+1500*floor(7*pg_temp.z('tg',i)) END FROM generate_series(1,32) i;

CREATE TABLE client (cl_id integer PRIMARY KEY, cl_no varchar(8) NOT NULL UNIQUE, cl_name varchar(60) NOT NULL, cl_type char(1) NOT NULL, cl_trade varchar(30), cl_city varchar(30), cl_born date, cl_since date NOT NULL, cl_ae_id smallint REFERENCES staff(st_id), cl_br_id smallint NOT NULL, cl_lo_code char(1), cl_email varchar(60), cl_optin boolean, cl_parent_id integer, cl_del_at timestamp);
COMMENT ON COLUMN client.cl_type IS 'P = private person, C = company';
COMMENT ON COLUMN client.cl_ae_id IS 'Account executive';
COMMENT ON COLUMN client.cl_optin IS 'Agreed to marketing';
COMMENT ON COLUMN client.cl_parent_id IS 'Parent company, also a client';
INSERT INTO client SELECT i,'C'||lpad((10000+i*7)::text,6,'0'),CASE WHEN i IN (77,301) THEN 'ZZ Test Client '||i WHEN co THEN (ARRAY['Hartwell','Airedale','Moorside','Kirkstall','Ouseburn','Calder','Ashgrove','Redbrick','Priory','Swale','Foxhill','Granby','Beckside','Stainmore','Thornlea','Wharfe','Eskdale','Nidd'])[1+(i*5)%18]||' '||initcap(tr)||(ARRAY[' Ltd',' Ltd',' LLP',' & Sons',' Group'])[1+(i*3)%5] ELSE (ARRAY['Janet','Philip','Sunita','Malcolm','Esther','Gareth','Nadia','Keith','Hilary','Imran','Doreen','Scott'])[1+(i*7)%12]||' '||(ARRAY['Ackroyd','Broadbent','Clegg','Dobson','Earnshaw','Firth','Gaunt','Hirst','Illingworth','Jagger','Kershaw','Lumb','Midgley','Naylor','Oates','Priestley','Rushworth'])[1+(i*11)%17] END,CASE WHEN co THEN 'C' ELSE 'P' END,CASE WHEN co THEN tr END,(ARRAY['Leeds','Leeds','Manchester','Manchester','Sheffield','York','Bradford','Huddersfield',NULL])[1+floor(9*pg_temp.z('ci',i))::int],CASE WHEN NOT co AND i%21<>0 THEN current_date-(7000+(22000*pg_temp.z('bo',i))::int) END,current_date-(60+(2300*power(pg_temp.z('si',i),1.1))::int),CASE WHEN i%16<>0 THEN 5+floor(9*power(pg_temp.z('ae',i),1.15))::int END,1+floor(4*power(pg_temp.z('br',i),1.5))::int,CASE WHEN i%12<>0 THEN (ARRAY['R','R','W','W','A','A','C','N','B'])[1+floor(9*pg_temp.z('so',i))::int] END,CASE WHEN i%7<>0 THEN 'client'||i||'@post.example' END,CASE WHEN i%10<>0 THEN pg_temp.z('op',i)<.55 END,CASE WHEN co AND i>100 AND pg_temp.z('pa',i)<.3 THEN 3+floor(20*pg_temp.z('pa2',i)) END,CASE WHEN i%43=0 THEN current_date-(20+(500*pg_temp.z('de',i))::int)+interval '10 hours' END
FROM (SELECT i,pg_temp.z('co',i)<.48 co,(ARRAY['joinery','haulage','catering','engineering','design','care homes','textiles','electrical','architects','software'])[1+floor(10*pg_temp.z('tr',i))::int] tr FROM generate_series(1,430) i OFFSET 0) a;
UPDATE client SET cl_parent_id=NULL WHERE cl_parent_id IN (SELECT cl_id FROM client WHERE cl_type='P') OR cl_parent_id=cl_id;
UPDATE client c SET cl_name=cl_name||' ('||cl_id||')' WHERE EXISTS (SELECT 1 FROM client d WHERE d.cl_name=c.cl_name AND d.cl_id<c.cl_id);

CREATE TABLE policy (po_id integer PRIMARY KEY, po_no varchar(14) NOT NULL, po_cl_id integer NOT NULL REFERENCES client(cl_id), po_in_id smallint NOT NULL, po_ll_code char(3) NOT NULL, po_ls_code smallint NOT NULL, po_start date NOT NULL, po_end date NOT NULL, po_premium numeric(10,2) NOT NULL, po_tax numeric(9,2) NOT NULL, po_sum_ins numeric(12,0), po_comm_pct numeric(4,1) NOT NULL, po_freq char(1) NOT NULL, po_cancelled date, po_lr_code char(2), po_prev_id integer, po_st_id smallint);
COMMENT ON COLUMN policy.po_premium IS 'Annual premium without tax';
COMMENT ON COLUMN policy.po_tax IS 'Insurance premium tax';
COMMENT ON COLUMN policy.po_freq IS 'A annual, Q quarterly, M monthly instalments';
COMMENT ON COLUMN policy.po_prev_id IS 'Policy of the year before which this one renews';
COMMENT ON COLUMN policy.po_st_id IS 'Account handler';
CREATE TEMP TABLE t1 AS SELECT cv,c.cl_id,c.cl_type,ln,(s+make_interval(years=>y))::date ps,y,pg_temp.z('lp',cv*10+y)<.13 lapse,pg_temp.z('ca',cv*10+y)<.05 canc FROM
 (SELECT cv,1+floor(425*power(pg_temp.z('cc',cv),1.25))::int cid,current_date-floor(1150*power(pg_temp.z('cs',cv),.9))::int s FROM generate_series(1,760) cv OFFSET 0) a JOIN client c ON c.cl_id=cid
 CROSS JOIN LATERAL (SELECT CASE WHEN c.cl_type='P' THEN (ARRAY['MOT','MOT','HOM','HOM','TRV'])[1+floor(5*pg_temp.z('ll',cv))::int] ELSE (ARRAY['FLT','PRP','PRP','LIA','LIA','LIA','PI','PI','CYB','MAR'])[1+floor(10*pg_temp.z('ll',cv))::int] END ln) l CROSS JOIN generate_series(0,3) y WHERE s+make_interval(years=>y)<=current_date;
DELETE FROM t1 a USING t1 b WHERE a.cv=b.cv AND b.y<a.y AND (b.lapse OR b.canc);
INSERT INTO policy SELECT id,ln||'-'||to_char(ps,'YY')||'-'||lpad(id::text,6,'0'),cl_id,ins,ln,CASE WHEN last_y AND y=0 AND pg_temp.z('q',cv)<CASE WHEN ps>current_date-45 THEN .4 ELSE .07 END THEN CASE WHEN ps>current_date-45 THEN 10 ELSE 60 END WHEN cd IS NOT NULL THEN 50 WHEN pe>=current_date THEN 20 WHEN last_y THEN 40 ELSE 30 END,ps,pe,pm,round(pm*CASE WHEN ln='TRV' THEN .2 WHEN ln='MAR' THEN 0 ELSE .12 END,2),CASE WHEN ln IN ('HOM','PRP','MAR','CYB','LIA','PI') AND id%13<>0 THEN round((pm*(120+500*pg_temp.z('sm',cv)))::numeric,-3) END,(CASE ln WHEN 'MOT' THEN 8 WHEN 'HOM' THEN 20 WHEN 'TRV' THEN 30 WHEN 'FLT' THEN 10 ELSE 17.5 END)+(CASE WHEN ins=3 THEN 2.5 ELSE 0 END),CASE WHEN pg_temp.z('fr',cv)<.55 THEN 'A' WHEN pg_temp.z('fr',cv)<.8 THEN 'Q' ELSE 'M' END,cd,CASE WHEN cd IS NOT NULL AND id%11<>0 THEN (ARRAY['PR','PR','NP','NP','SO','SV','DU','CE'])[1+floor(8*pg_temp.z('rs',id))::int] END,pv,CASE WHEN id%23<>0 THEN 14+floor(12*pg_temp.z('ah',cv))::int END
FROM (SELECT *,CASE WHEN canc AND ps+dd<=current_date THEN ps+dd END cd FROM (SELECT t.*,lag(id) OVER w pv,lead(id) OVER w IS NULL last_y,(ps+interval '1 year'-interval '1 day')::date pe,20+floor(300*pg_temp.z('cdd',id))::int dd,
 CASE WHEN ln='MAR' THEN 8 ELSE (ARRAY[1,1,2,2,3,4,5,6,7,9])[1+floor(10*pg_temp.z('ins',cv*5+CASE WHEN pg_temp.z('sw',id)<.12 THEN y ELSE 0 END))::int] END ins,
 round(((CASE ln WHEN 'MOT' THEN 380 WHEN 'HOM' THEN 240 WHEN 'TRV' THEN 70 WHEN 'FLT' THEN 4200 WHEN 'PRP' THEN 1900 WHEN 'LIA' THEN 900 WHEN 'PI' THEN 1100 WHEN 'CYB' THEN 800 ELSE 1500 END)*(.5+2.4*power(pg_temp.z('pm',cv),3))*power(1.05,y)*(.94+.14*pg_temp.z('pv',id)))::numeric,2) pm FROM (SELECT *,(1000+row_number() OVER (ORDER BY ps,cv))::int id FROM t1) t WINDOW w AS (PARTITION BY cv ORDER BY y) OFFSET 0) u OFFSET 0) v;

CREATE TABLE instalment (is_id serial PRIMARY KEY, is_po_id integer NOT NULL REFERENCES policy(po_id), is_nr smallint NOT NULL, is_due date NOT NULL, is_amount numeric(10,2) NOT NULL, is_paid date, is_method char(2));
COMMENT ON COLUMN instalment.is_method IS 'DD direct debit, BT bank transfer, CC card';
INSERT INTO instalment(is_po_id,is_nr,is_due,is_amount,is_paid,is_method) SELECT po_id,n+1,due,round((po_premium+po_tax)/k,2),CASE WHEN pg_temp.z('np',po_id*13+n)>.035 AND due+lag<=current_date THEN due+lag END,(ARRAY['DD','DD','DD','BT','BT','CC'])[1+floor(6*pg_temp.z('im',po_id))::int]
FROM (SELECT p.*,n,k,(po_start+make_interval(months=>n*12/k)+interval '7 days')::date due,floor(-6+30*power(pg_temp.z('lg',po_id*13+n),1.7))::int lag FROM policy p CROSS JOIN LATERAL (SELECT CASE po_freq WHEN 'A' THEN 1 WHEN 'Q' THEN 4 ELSE 12 END k) f CROSS JOIN LATERAL generate_series(0,k-1) n WHERE po_ls_code NOT IN (10,60) OFFSET 0) x WHERE due<=current_date+40 AND (po_cancelled IS NULL OR due<po_cancelled);

CREATE TABLE commission (co_id serial PRIMARY KEY, co_po_id integer NOT NULL REFERENCES policy(po_id), co_st_id smallint, co_booked date NOT NULL, co_amount numeric(9,2) NOT NULL, co_kind char(1) NOT NULL, co_received date);
COMMENT ON COLUMN commission.co_kind IS 'N new business, R renewal, X clawback after cancellation (negative)';
COMMENT ON COLUMN commission.co_received IS 'Received from the insurer on';
INSERT INTO commission(co_po_id,co_st_id,co_booked,co_amount,co_kind,co_received) SELECT po_id,cl_ae_id,b,a,k,CASE WHEN pg_temp.z('cr',po_id)<.95 AND b+d<=current_date THEN b+d END FROM (SELECT po_id,cl_ae_id,least(current_date,po_start+3) b,round(po_premium*po_comm_pct/100,2) a,CASE WHEN po_prev_id IS NULL THEN 'N' ELSE 'R' END k,in_settle_days+floor(25*pg_temp.z('cd',po_id))::int d FROM policy JOIN client ON cl_id=po_cl_id JOIN insurer ON in_id=po_in_id WHERE po_ls_code NOT IN (10,60)
 UNION ALL SELECT po_id,cl_ae_id,po_cancelled+2,-round(po_premium*po_comm_pct/100*(po_end-po_cancelled)/365,2),'X',15 FROM policy JOIN client ON cl_id=po_cl_id WHERE po_cancelled<current_date-2) q;

CREATE TABLE renewal (rn_id serial PRIMARY KEY, rn_po_id integer NOT NULL, rn_invited date NOT NULL, rn_old numeric(10,2) NOT NULL, rn_new numeric(10,2), rn_outcome char(1) NOT NULL, rn_decided date, rn_lr_code char(2), rn_by smallint);
COMMENT ON TABLE renewal IS 'Renewal invitations for expiring policies';
COMMENT ON COLUMN renewal.rn_new IS 'Premium offered';
COMMENT ON COLUMN renewal.rn_outcome IS 'A accepted, L lost, O open';
INSERT INTO renewal(rn_po_id,rn_invited,rn_old,rn_new,rn_outcome,rn_decided,rn_lr_code,rn_by) SELECT p.po_id,p.po_end-iv,p.po_premium,CASE WHEN n.po_id IS NOT NULL THEN n.po_premium WHEN p.po_id%17<>0 THEN round((p.po_premium*(1.02+.2*pg_temp.z('nw',p.po_id)))::numeric,2) END,o,CASE o WHEN 'A' THEN p.po_end-floor(iv*.8*pg_temp.z('rd',p.po_id))::int WHEN 'L' THEN p.po_end-floor(10*pg_temp.z('rd',p.po_id))::int END,CASE WHEN o='L' AND p.po_id%9<>0 THEN (ARRAY['PR','PR','PR','SV','SO','CE'])[1+floor(6*pg_temp.z('rl',p.po_id))::int] END,p.po_st_id
FROM policy p LEFT JOIN policy n ON n.po_prev_id=p.po_id CROSS JOIN LATERAL (SELECT 25+floor(25*pg_temp.z('iv',p.po_id))::int iv,CASE WHEN n.po_id IS NOT NULL THEN 'A' WHEN p.po_ls_code=40 THEN 'L' ELSE 'O' END o) x WHERE p.po_ls_code IN (20,30,40) AND p.po_end-iv<=current_date;

CREATE TABLE claim (cm_id serial PRIMARY KEY, cm_ref varchar(12) NOT NULL, cm_po_id integer NOT NULL REFERENCES policy(po_id), cm_loss date NOT NULL, cm_notified date NOT NULL, cm_closed date, cm_state char(1) NOT NULL, cm_reserve numeric(11,2) NOT NULL, cm_paid numeric(11,2) NOT NULL, cm_cause varchar(30), cm_st_id smallint REFERENCES staff(st_id));
COMMENT ON COLUMN claim.cm_state IS 'O open, S settled, D declined by the insurer, W withdrawn';
INSERT INTO claim(cm_ref,cm_po_id,cm_loss,cm_notified,cm_closed,cm_state,cm_reserve,cm_paid,cm_cause,cm_st_id) SELECT 'CLM'||(20000+po_id),po_id,ls,nt,CASE WHEN s<>'O' THEN nt+du END,s,CASE WHEN s='O' THEN round((am*1.2)::numeric,2) ELSE 0 END,CASE WHEN s='S' THEN round(am::numeric,2) WHEN s='O' AND po_id%3=0 THEN round((am*.3)::numeric,2) ELSE 0 END,CASE po_ll_code WHEN 'MOT' THEN (ARRAY['collision','theft','windscreen'])[1+po_id%3] WHEN 'FLT' THEN (ARRAY['collision','collision','windscreen'])[1+po_id%3] WHEN 'HOM' THEN (ARRAY['escape of water','storm','theft'])[1+po_id%3] WHEN 'PRP' THEN (ARRAY['escape of water','fire','storm'])[1+po_id%3] WHEN 'TRV' THEN 'medical abroad' WHEN 'CYB' THEN 'ransomware' WHEN 'MAR' THEN 'damage in transit' ELSE (ARRAY['injury to third party','negligent advice'])[1+po_id%2] END,CASE WHEN po_id%8<>0 THEN 26+po_id%4 END
FROM (SELECT *,CASE WHEN nt+du>current_date THEN 'O' WHEN pg_temp.z('cs',po_id)<.74 THEN 'S' WHEN pg_temp.z('cs',po_id)<.9 THEN 'D' ELSE 'W' END s FROM (SELECT *,ls+floor(40*power(pg_temp.z('nt',po_id),2.5))::int nt,10+floor(240*power(pg_temp.z('du',po_id),1.6))::int du,po_premium*(.4+14*power(pg_temp.z('am',po_id),4)) am FROM (SELECT *,po_start+floor((least(po_end,current_date,coalesce(po_cancelled,po_end))-po_start)*pg_temp.z('ls',po_id))::int ls FROM policy WHERE po_ls_code NOT IN (10,60) AND pg_temp.z('cl',po_id)<CASE po_ll_code WHEN 'FLT' THEN .5 ELSE .18 END OFFSET 0) a OFFSET 0) b WHERE nt<=current_date OFFSET 0) c;

CREATE TABLE contact_log (cg_id serial PRIMARY KEY, cg_cl_id integer NOT NULL REFERENCES client(cl_id), cg_st_id smallint, cg_at timestamp NOT NULL, cg_kind char(1) NOT NULL, cg_mins smallint, cg_topic varchar(20));
COMMENT ON COLUMN contact_log.cg_kind IS 'T telephone, E e-mail, V visit, L letter';
INSERT INTO contact_log(cg_cl_id,cg_st_id,cg_at,cg_kind,cg_mins,cg_topic) SELECT c,CASE WHEN i%19<>0 THEN 5+floor(21*pg_temp.z('gs',i))::int END,tm,k,CASE WHEN k IN ('T','V') THEN (CASE k WHEN 'T' THEN 3 ELSE 30 END)+floor(60*power(pg_temp.z('gm',i),2)) END,(ARRAY['renewal','renewal','claim','quote','complaint','mid-term change',NULL])[1+floor(7*pg_temp.z('gt',i))::int]
FROM (SELECT i,1+floor(400*power(pg_temp.z('gc',i),1.3))::int c,current_date-1-floor(760*power(pg_temp.z('ga',i),1.2))::int+interval '8 hours'+(interval '1 minute')*floor(590*pg_temp.z('gh',i)) tm,(ARRAY['T','T','T','T','E','E','E','V','L'])[1+floor(9*pg_temp.z('gk',i))::int] k FROM generate_series(1,2400) i OFFSET 0) a WHERE extract(isodow FROM tm)<6;
