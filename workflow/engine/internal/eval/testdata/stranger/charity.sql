SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE country (
  country_code char(2) PRIMARY KEY,
  country_name text NOT NULL,
  continent    text NOT NULL
);
CREATE TABLE staff (
  staff_id   integer PRIMARY KEY,
  full_name  text NOT NULL,
  job_title  text NOT NULL,
  reports_to integer,
  hired_on   date NOT NULL,
  left_on    date
);
CREATE TABLE fund (
  fund_id    integer PRIMARY KEY,
  fund_code  text NOT NULL UNIQUE,
  fund_name  text NOT NULL,
  restricted boolean NOT NULL,
  closed_on  date
);
CREATE TABLE campaign (
  campaign_id   integer PRIMARY KEY,
  campaign_code text NOT NULL,
  campaign_name text NOT NULL,
  fund_id       integer REFERENCES fund,
  channel       text NOT NULL,
  owner_id      integer,
  goal_amount   numeric(12,2),
  cost_amount   numeric(12,2) NOT NULL,
  starts_on     date NOT NULL,
  ends_on       date
);
CREATE TABLE donor (
  donor_id        integer PRIMARY KEY,
  donor_no        text NOT NULL,
  donor_type      text NOT NULL,
  display_name    text NOT NULL,
  email           text,
  phone           text,
  city            text,
  country_code    char(2) REFERENCES country,
  birth_date      date,
  created_on      date NOT NULL,
  email_opt_in    boolean NOT NULL,
  relationship_mgr_id integer
);
CREATE TABLE pledge (
  pledge_id    integer PRIMARY KEY,
  donor_id     integer NOT NULL REFERENCES donor,
  fund_id      integer NOT NULL,
  pledged_on   date NOT NULL,
  total_amount numeric(12,2) NOT NULL,
  frequency    text NOT NULL,
  status       text NOT NULL,
  ends_on      date
);
CREATE TABLE gift (
  gift_id     integer PRIMARY KEY,
  donor_id    integer NOT NULL REFERENCES donor,
  fund_id     integer NOT NULL REFERENCES fund,
  campaign_id integer,
  pledge_id   integer,
  gift_date   date NOT NULL,
  amount      numeric(12,2) NOT NULL,
  pay_method  text NOT NULL,
  status      text NOT NULL,
  anonymous   boolean NOT NULL DEFAULT false,
  thanked_on  date
);
CREATE TABLE event (
  event_id     integer PRIMARY KEY,
  event_name   text NOT NULL,
  event_type   text NOT NULL,
  city         text NOT NULL,
  country_code char(2) NOT NULL,
  event_date   date NOT NULL,
  capacity     integer,
  ticket_price numeric(8,2) NOT NULL,
  status       text NOT NULL,
  organiser_id integer
);
CREATE TABLE event_registration (
  registration_id integer PRIMARY KEY,
  event_id        integer NOT NULL,
  donor_id        integer NOT NULL,
  registered_at   timestamp NOT NULL,
  tickets         integer NOT NULL,
  amount_paid     numeric(10,2) NOT NULL,
  status          text NOT NULL
);
CREATE TABLE volunteer (
  volunteer_id integer PRIMARY KEY,
  first_name   text NOT NULL,
  last_name    text NOT NULL,
  email        text,
  phone        text,
  city         text,
  country_code char(2),
  joined_on    date NOT NULL,
  left_on      date,
  status       text NOT NULL
);
CREATE TABLE volunteer_skill (
  volunteer_id integer NOT NULL REFERENCES volunteer,
  skill        text NOT NULL,
  PRIMARY KEY (volunteer_id, skill)
);
CREATE TABLE volunteer_hours (
  entry_id     integer PRIMARY KEY,
  volunteer_id integer NOT NULL,
  event_id     integer,
  work_date    date NOT NULL,
  hours        numeric(4,1) NOT NULL,
  activity     text NOT NULL,
  approved     boolean
);
CREATE TABLE beneficiary (
  beneficiary_id   integer PRIMARY KEY,
  beneficiary_name text NOT NULL,
  org_type         text NOT NULL,
  country_code     char(2) NOT NULL,
  city             text,
  contact_name     text,
  contact_email    text,
  partner_since    date NOT NULL,
  active           boolean NOT NULL
);
CREATE TABLE grant_award (
  grant_id         integer PRIMARY KEY,
  grant_ref        text NOT NULL,
  beneficiary_id   integer NOT NULL REFERENCES beneficiary,
  fund_id          integer NOT NULL,
  purpose          text NOT NULL,
  status           text NOT NULL,
  requested_amount numeric(12,2) NOT NULL,
  awarded_amount   numeric(12,2),
  applied_on       date NOT NULL,
  decided_on       date,
  report_due_on    date,
  report_received_on date
);
CREATE TABLE grant_payment (
  payment_id integer PRIMARY KEY,
  grant_id   integer NOT NULL,
  due_on     date NOT NULL,
  paid_on    date,
  amount     numeric(12,2) NOT NULL
);

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;
CREATE FUNCTION pg_temp.r(k text) RETURNS float8 LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) / 268435456.0::float8 $$;
CREATE FUNCTION pg_temp.pick(k text, a text[]) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT a[1 + pg_temp.h(k, array_length(a,1))] $$;
CREATE FUNCTION pg_temp.fn(k text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(k, ARRAY['Alice','Brian','Chloe','Declan','Emma','Farid','Grace','Hannah','Imran','Joanna','Kieran','Lucia','Marco','Niamh','Oliver','Priya','Quentin','Rosa','Sven','Tessa','Ursula','Victor','Wanda','Yusuf','Zoe','Anna','Pierre','Ingrid','Mateo','Fiona']) $$;
CREATE FUNCTION pg_temp.ln(k text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(k, ARRAY['Adams','Brennan','Clarke','Dubois','Evans','Fischer','Gallagher','Hughes','Ibrahim','Jansen','Kelly','Lopez','Murphy','Novak','O''Brien','Patel','Quinn','Rossi','Schmidt','Taylor','Unwin','Vermeer','Walsh','Young','Zimmermann','Moreau','Larsen','Okafor','Sharma','Bianchi','Byrne','Kowalski','Meyer','Peeters','Doyle','Garcia','Nowak']) $$;
CREATE FUNCTION pg_temp.cc(k text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(k, ARRAY['GB','GB','GB','GB','GB','IE','IE','DE','DE','FR','NL','US','ES']) $$;
CREATE FUNCTION pg_temp.city(c text, k text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(k, CASE c WHEN 'GB' THEN ARRAY['London','Manchester','Leeds','Bristol','Edinburgh','Cardiff'] WHEN 'IE' THEN ARRAY['Dublin','Cork','Galway']
     WHEN 'DE' THEN ARRAY['Berlin','Hamburg','Munich'] WHEN 'FR' THEN ARRAY['Paris','Lyon'] WHEN 'NL' THEN ARRAY['Amsterdam','Utrecht'] WHEN 'US' THEN ARRAY['Boston','New York','Chicago'] ELSE ARRAY['Madrid','Valencia'] END) $$;

INSERT INTO country VALUES
 ('GB','United Kingdom','Europe'),('IE','Ireland','Europe'),('DE','Germany','Europe'),('FR','France','Europe'),('NL','Netherlands','Europe'),
 ('ES','Spain','Europe'),('US','United States','North America'),('KE','Kenya','Africa'),('UG','Uganda','Africa'),('ET','Ethiopia','Africa'),
 ('MW','Malawi','Africa'),('NP','Nepal','Asia'),('BD','Bangladesh','Asia'),('IN','India','Asia'),('PE','Peru','South America'),('HT','Haiti','North America'),('CH','Switzerland','Europe');

INSERT INTO staff SELECT i, nm, t, m, (current_date - d)::date, CASE WHEN l IS NULL THEN NULL ELSE (current_date - l)::date END FROM (VALUES
 (1,'Margaret Holloway','Chief Executive',NULL::int,3900,NULL::int),(2,'David Asante','Head of Fundraising',1,2900,NULL),(3,'Sinead Farrell','Head of Programmes',1,2500,NULL),
 (4,'Tom Whitfield','Major Gifts Manager',2,2100,NULL),(5,'Leila Haddad','Corporate Partnerships Manager',2,1500,NULL),(6,'Callum Reid','Events Manager',2,1300,NULL),
 (7,'Beatriz Santos','Volunteer Coordinator',3,1000,NULL),(8,'Noel Fitzgerald','Finance Manager',1,2700,NULL),(9,'Amara Obi','Grants Officer',3,800,NULL),
 (10,'Harriet Poole','Fundraising Officer',2,620,NULL),(11,'Jakub Zielinski','Fundraising Officer',2,1600,210),(12,'Ruth Campbell','Events Assistant',6,260,NULL)) v(i,nm,t,m,d,l);

INSERT INTO fund SELECT i,c,n,r,CASE WHEN x IS NULL THEN NULL ELSE (current_date - x)::date END FROM (VALUES
 (1,'GEN','General Fund',false,NULL::int),(2,'WAT','Clean Water Fund',true,NULL),(3,'EDU','Girls Education Fund',true,NULL),(4,'EMG','Emergency Relief Fund',true,NULL),
 (5,'HLT','Child Health Fund',true,NULL),(6,'AGR','Smallholder Farming Fund',true,NULL),(7,'END','Endowment',false,NULL),(8,'CVD','Pandemic Response Fund',true,150)) v(i,c,n,r,x);

INSERT INTO campaign
SELECT i, 'C'||lpad(i::text,3,'0'), n, f, ch, o, g, c, (current_date - s)::date, CASE WHEN e IS NULL THEN NULL ELSE (current_date - e)::date END
FROM (VALUES
 (1,'Winter Appeal I',1,'MAIL',2,90000,12500,1120,1030),(2,'Walk for Water I',2,'EVT',6,60000,8200,980,860),(3,'Back to School I',3,'EMAIL',10,50000,2400,860,770),
 (4,'Earthquake Emergency Appeal',4,'TV',2,150000,41000,800,640),(5,'Winter Appeal II',1,'MAIL',2,95000,13800,745,660),(6,'Telethon',1,'TV',2,120000,38000,660,560),
 (7,'Walk for Water II',2,'EVT',6,65000,9100,600,490),(8,'Doorstep Drive North',5,'F2F',11,40000,22000,540,400),(9,'Back to School II',3,'EMAIL',10,55000,2100,470,390),
 (10,'Corporate Match',1,'EMAIL',5,NULL,1500,450,120),(11,'Winter Appeal III',1,'MAIL',2,100000,14900,380,290),(12,'Healthy Start',5,'SOC',10,35000,6400,330,200),
 (13,'Flood Emergency Appeal',4,'TV',2,110000,29500,240,100),(14,'Walk for Water III',2,'EVT',6,70000,9800,200,95),(15,'Seeds of Change',6,'SOC',10,30000,4700,160,20),
 (16,'Back to School III',3,'EMAIL',10,60000,2600,110,-15),(17,'Legacy Conversations',7,'PHONE',4,NULL,3100,300,NULL),(18,'Winter Appeal IV',1,'MAIL',2,105000,15600,25,-60),(19,'Spring Hike',2,'EVT',6,25000,500,-40,-110)) v(i,n,f,ch,o,g,c,s,e);

INSERT INTO donor
SELECT i, 'D'||lpad((10000+i)::text,6,'0'), t,
  CASE t WHEN 'IND' THEN pg_temp.fn('df'||i)||' '||pg_temp.ln('dl'||i)
         WHEN 'CORP' THEN pg_temp.ln('dl'||i)||' '||pg_temp.pick('ds'||i, ARRAY['Logistics','Software','Foods','Partners','Energy','Retail','Consulting'])||' '||pg_temp.pick('dx'||i, ARRAY['Ltd','plc','GmbH','& Co'])
         ELSE 'The '||pg_temp.ln('dl'||i)||' '||pg_temp.pick('dx'||i, ARRAY['Family Trust','Foundation','Charitable Trust']) END,
  CASE WHEN pg_temp.h('de'||i,11)=0 THEN NULL ELSE 'donor'||i||'@'||pg_temp.pick('dm'||i, ARRAY['example.org','mail.example','example.com']) END,
  CASE WHEN pg_temp.h('dp'||i,4)=0 THEN NULL ELSE '+44 20 7'||lpad(pg_temp.h('dq'||i,1000000)::text,6,'0') END,
  pg_temp.city(c,'dc'||i), c,
  CASE WHEN t='IND' AND pg_temp.h('db'||i,6)>0 THEN current_date - (7000 + pg_temp.h('dd'||i,22000)) END,
  CASE WHEN i%7=3 THEN current_date - (1300 + pg_temp.h('dcr'||i,1200)) ELSE current_date - pg_temp.h('dcr'||i,2200) END,
  pg_temp.h('do'||i,3)>0,
  CASE WHEN t<>'IND' THEN CASE WHEN t='CORP' THEN 5 ELSE 4 END WHEN pg_temp.h('dg'||i,9)=0 THEN 4 WHEN pg_temp.h('dg'||i,9)=1 THEN 10 END
FROM (SELECT i, pg_temp.cc('dcc'||i) c, CASE WHEN pg_temp.h('dt'||i,100)<82 THEN 'IND' WHEN pg_temp.h('dt'||i,100)<94 THEN 'CORP' ELSE 'TRST' END t FROM generate_series(1,900) i) x;

INSERT INTO pledge
SELECT i, d.donor_id, 1+pg_temp.h('pf'||i,6), x.pd,
  (CASE d.donor_type WHEN 'IND' THEN 60 ELSE 1200 END * (1+pg_temp.h('pa'||i,15)))::numeric(12,2),
  x.fr,
  CASE WHEN x.s<50 AND x.age<400 THEN 'ACT' WHEN x.s<50 THEN 'FULF' WHEN x.s<65 THEN 'LAPS' WHEN x.s<75 THEN 'CANC' WHEN x.age<250 THEN 'ACT' ELSE 'FULF' END,
  x.pd + CASE x.fr WHEN 'ONE' THEN 90 WHEN 'A' THEN 1095 ELSE 365 END
FROM (SELECT i, current_date - pg_temp.h('pd'||i, least(1000, (SELECT current_date-created_on FROM donor WHERE donor_id=1+pg_temp.h('pp'||i,870))+1)) pd,
        pg_temp.pick('pfr'||i, ARRAY['M','M','M','Q','A','ONE']) fr, pg_temp.h('ps'||i,100) s,
        pg_temp.h('pd'||i, least(1000, (SELECT current_date-created_on FROM donor WHERE donor_id=1+pg_temp.h('pp'||i,870))+1)) age
      FROM generate_series(1,700) i) x JOIN donor d ON d.donor_id = 1+pg_temp.h('pp'||i,870);

INSERT INTO gift
SELECT row_number() OVER (ORDER BY gd, src, k)::int, did, fid, cid, pid, gd, amt, pm,
  CASE WHEN pg_temp.h('gs'||src||k,100)<90 THEN CASE WHEN gd > current_date - 12 AND pg_temp.h('gs'||src||k,3)=0 THEN 'PEND' ELSE 'RECD' END WHEN pg_temp.h('gs'||src||k,100)<93 THEN 'REFD' WHEN pg_temp.h('gs'||src||k,100)<97 THEN 'FAIL' ELSE 'RECD' END,
  pg_temp.h('gan'||src||k,20)=0,
  CASE WHEN pg_temp.h('gt'||src||k,8)>0 AND gd + 1 + pg_temp.h('gtd'||src||k,24) <= current_date THEN gd + 1 + pg_temp.h('gtd'||src||k,24) END
FROM (
  SELECT 'a' src, z.k::text k, z.did, coalesce(c.fund_id, 1+pg_temp.h('gf'||z.k,7)) fid, c.campaign_id cid, NULL::int pid, z.gd,
    round((CASE z.t WHEN 'IND' THEN 5 WHEN 'CORP' THEN 120 ELSE 250 END * (1 + 14*power(pg_temp.r('ga'||z.k),3)) * (CASE WHEN extract(month from z.gd)=12 THEN 1.6 ELSE 1 END))::numeric / 5,0)*5 + 5 amt,
    pg_temp.pick('gp'||z.k, CASE z.t WHEN 'IND' THEN ARRAY['CARD','CARD','CARD','DD','CASH','CHQ','PAYPAL'] ELSE ARRAY['BANK','BANK','CHQ'] END) pm
  FROM (SELECT k, y.did, d.donor_type t, CASE WHEN y.did%7=3 THEN current_date - 400 - pg_temp.h('gd'||k,850) ELSE current_date - pg_temp.h('gd'||k, least(1170, current_date-d.created_on)+1) END gd
        FROM (SELECT k, 1+floor(840*power(pg_temp.r('gdn'||k),1.7))::int did FROM generate_series(1,8500) k) y JOIN donor d ON d.donor_id=y.did) z
  LEFT JOIN LATERAL (SELECT campaign_id, fund_id FROM campaign c WHERE z.gd BETWEEN c.starts_on AND coalesce(c.ends_on, current_date) ORDER BY md5(c.campaign_id||'-'||z.k) LIMIT 1) c ON pg_temp.h('gc'||z.k,10)<7
  UNION ALL
  SELECT 'p', p.pledge_id||'-'||j, p.donor_id, p.fund_id, NULL, p.pledge_id, p.pledged_on + 3 + j*stp, round(p.total_amount/n,2), CASE WHEN d.donor_type='IND' THEN 'DD' ELSE 'BANK' END
  FROM (SELECT p.*, CASE frequency WHEN 'M' THEN 30 WHEN 'Q' THEN 91 ELSE 365 END stp, CASE frequency WHEN 'M' THEN 12 WHEN 'Q' THEN 4 WHEN 'A' THEN 3 ELSE 1 END n FROM pledge p) p
  JOIN donor d USING (donor_id), generate_series(0, p.n-1) j
  WHERE p.pledged_on + 3 + j*stp <= current_date
    AND (p.status IN ('ACT','FULF') OR j < n*pg_temp.h('pl'||p.pledge_id,5)/8.0) AND NOT (p.status IN ('LAPS','CANC') AND pg_temp.h('pl'||p.pledge_id,5)=0) AND NOT (p.status='ACT' AND pg_temp.h('pn'||p.pledge_id,9)=0)
) g;

INSERT INTO event
SELECT i, pg_temp.pick('en'||i, CASE t WHEN 'GALA' THEN ARRAY['Gala Dinner','Charity Ball','Summer Gala'] WHEN 'RUN' THEN ARRAY['10k Run','Fun Run','Half Marathon'] WHEN 'AUCT' THEN ARRAY['Art Auction','Silent Auction'] WHEN 'CONC' THEN ARRAY['Benefit Concert','Carol Concert'] ELSE ARRAY['Open Evening','Field Talk','Supporter Breakfast'] END)||' '||ci||' '||to_char(dt,'Mon YYYY'),
  t, ci, c, dt, CASE WHEN t='RUN' AND i%4=0 THEN NULL ELSE 20+10*pg_temp.h('ecap'||i,10) END,
  CASE t WHEN 'GALA' THEN 120+10*pg_temp.h('ep'||i,6) WHEN 'RUN' THEN 25 WHEN 'AUCT' THEN 40 WHEN 'CONC' THEN 30+5*pg_temp.h('ep'||i,4) ELSE 0 END,
  CASE WHEN pg_temp.h('es'||i,10)=0 THEN 'CANC' WHEN dt > current_date THEN 'PLAN' ELSE 'DONE' END,
  CASE WHEN i%3=0 THEN 12 WHEN i%11=0 THEN NULL ELSE 6 END
FROM (SELECT i, t, c, pg_temp.city(c,'eci'||i) ci, dt FROM (SELECT i, pg_temp.pick('et'||i, ARRAY['GALA','RUN','RUN','AUCT','CONC','TALK','TALK']) t, pg_temp.pick('ec'||i, ARRAY['GB','GB','GB','IE','DE','FR','US']) c, current_date + 75 - i*13 + pg_temp.h('ed'||i,9) dt FROM generate_series(1,84) i) a) b;

INSERT INTO event_registration
SELECT row_number() OVER (ORDER BY ra,k)::int, event_id, did, ra, tk, CASE WHEN st IN ('CANC','WAIT') THEN 0 ELSE tk*ticket_price END, st
FROM (SELECT k, e.event_id, e.ticket_price, 1+floor(900*power(pg_temp.r('rd'||k),1.4))::int did,
   least(e.event_date::timestamp, current_date::timestamp) - ((1+pg_temp.h('rt'||k,60*24))||' hours')::interval ra, 1+pg_temp.h('rk'||k,3)*pg_temp.h('rk2'||k,2) tk,
   CASE WHEN e.status='CANC' OR pg_temp.h('rs'||k,100)<9 THEN 'CANC' WHEN pg_temp.h('rs'||k,100)<14 THEN 'WAIT' WHEN e.status='PLAN' THEN 'CONF' WHEN pg_temp.h('rs'||k,100)<27 THEN 'NOSH' ELSE 'ATT' END st
  FROM generate_series(1,3000) k JOIN event e ON e.event_id = 3+pg_temp.h('re'||k,9)*9 + pg_temp.h('re2'||k,9) AND e.event_id<=84
) q;

INSERT INTO volunteer
SELECT i, pg_temp.fn('vf'||i), pg_temp.ln('vl'||i), CASE WHEN pg_temp.h('ve'||i,13)=0 THEN NULL ELSE 'vol'||i||'@example.org' END, CASE WHEN pg_temp.h('vp'||i,5)=0 THEN NULL ELSE '+44 7700 9'||lpad(pg_temp.h('vq'||i,100000)::text,5,'0') END,
  pg_temp.city(c,'vc'||i), c, current_date - ag, CASE WHEN st='LEFT' THEN current_date - pg_temp.h('vle'||i, least(ag,600)) END, st
FROM (SELECT i, pg_temp.cc('vcc'||i) c, 20+pg_temp.h('va'||i,1600) ag, pg_temp.pick('vs'||i, ARRAY['ACT','ACT','ACT','ACT','ACT','ACT','LEFT','LEFT','PAUS']) st FROM generate_series(1,260) i) x;

INSERT INTO volunteer_skill
SELECT DISTINCT i, pg_temp.pick('sk'||i||'-'||j, ARRAY['driving','first aid','translation','photography','bookkeeping','event setup','teaching','web design'])
FROM generate_series(1,260) i, generate_series(1,3) j WHERE pg_temp.h('skx'||i||'-'||j,3)>0;

INSERT INTO volunteer_hours
SELECT row_number() OVER (ORDER BY wd,k)::int, vid, CASE WHEN act='EVENT' THEN (SELECT e.event_id FROM event e WHERE e.event_date<=current_date AND e.status='DONE' ORDER BY abs(e.event_date-wd), e.event_id LIMIT 1) END,
  wd, 1+0.5*pg_temp.h('hh'||k,13), act, CASE WHEN wd > current_date-21 AND pg_temp.h('hp'||k,2)=0 THEN NULL ELSE pg_temp.h('hp'||k,25)>0 END
FROM (SELECT k, v.volunteer_id vid, coalesce(v.left_on,current_date) - pg_temp.h('hd'||k, least(900, coalesce(v.left_on,current_date)-v.joined_on)+1) wd,
   pg_temp.pick('hac'||k, ARRAY['EVENT','EVENT','ADMIN','DRIVE','TEACH','SHOP','SHOP']) act
  FROM generate_series(1,5200) k JOIN volunteer v ON v.volunteer_id = 1+floor(245*power(pg_temp.r('hv'||k),1.5))::int) q;

INSERT INTO beneficiary
SELECT i, ci||' '||pg_temp.pick('bn'||i, CASE t WHEN 'SCH' THEN ARRAY['Primary School','Girls School','Secondary School'] WHEN 'HOSP' THEN ARRAY['District Hospital','Mission Hospital'] WHEN 'COOP' THEN ARRAY['Farmers Cooperative','Women''s Cooperative'] ELSE ARRAY['Community Trust','Water Committee','Relief Network','Youth Initiative'] END)||CASE WHEN i>40 THEN ' '||(i-39) ELSE '' END,
  t, c, ci, pg_temp.pick('bf'||i,ARRAY['Achieng','Wanjiru','Tadesse','Chikondi','Sita','Rahman','Anjali','Luis','Jean','Mary'])||' '||pg_temp.pick('bl'||i,ARRAY['Otieno','Banda','Bekele','Thapa','Hossain','Rao','Quispe','Pierre','Nakato','Phiri']),
  CASE WHEN i%9=0 THEN NULL ELSE 'office'||i||'@partner.example' END, current_date - (200+pg_temp.h('bs'||i,3000)), pg_temp.h('bac'||i,8)>0
FROM (SELECT i,t,c, pg_temp.pick('bci'||i, CASE c WHEN 'KE' THEN ARRAY['Kisumu','Nakuru','Garissa'] WHEN 'UG' THEN ARRAY['Gulu','Mbarara'] WHEN 'ET' THEN ARRAY['Mekelle','Hawassa'] WHEN 'MW' THEN ARRAY['Zomba','Mzuzu'] WHEN 'NP' THEN ARRAY['Pokhara','Gorkha'] WHEN 'BD' THEN ARRAY['Sylhet','Khulna'] WHEN 'IN' THEN ARRAY['Patna','Ranchi'] WHEN 'PE' THEN ARRAY['Cusco','Puno'] ELSE ARRAY['Jacmel','Gonaives'] END) ci
  FROM (SELECT i, pg_temp.pick('bt'||i,ARRAY['SCH','SCH','HOSP','COOP','NGO','NGO']) t, pg_temp.pick('bc'||i,ARRAY['KE','KE','KE','UG','UG','ET','MW','NP','BD','IN','PE','HT']) c FROM generate_series(1,75) i) a) b;

INSERT INTO grant_award
SELECT i, 'GR-'||to_char(ap,'YYYY')||'-'||lpad(i::text,4,'0'), bid, fid, pg_temp.pick('gpu'||i, CASE fid WHEN 2 THEN ARRAY['Borehole drilling','Water filters','Latrine construction'] WHEN 3 THEN ARRAY['Scholarships','Classroom building','Teacher training'] WHEN 4 THEN ARRAY['Shelter kits','Food parcels'] WHEN 5 THEN ARRAY['Vaccination outreach','Medical equipment','Midwife training'] ELSE ARRAY['Seed bank','Core funding','Irrigation','Community hall'] END),
  st, rq, CASE WHEN st IN ('APPR','CLSD') THEN round(rq*(0.5+0.05*pg_temp.h('gaw'||i,11))/100)*100 END, ap,
  CASE WHEN st IN ('APPR','CLSD','REJ') THEN ap + dl END,
  CASE WHEN st IN ('APPR','CLSD') THEN ap + dl + 240 END,
  CASE WHEN st='CLSD' OR (st='APPR' AND pg_temp.h('grr'||i,2)=0 AND ap+dl+270 < current_date) THEN least(ap + dl + 215 + pg_temp.h('grd'||i,50), current_date) END
FROM (SELECT i, ap, 1+pg_temp.h('gb'||i,66) bid, 1+pg_temp.h('gfu'||i,6) fid, 400*(3+pg_temp.h('grq'||i,40)) rq, 14+pg_temp.h('gdl'||i,70) dl,
   CASE WHEN current_date - ap < 90 THEN CASE WHEN pg_temp.h('gst'||i,4)=0 THEN 'WDRN' ELSE 'SUBM' END WHEN pg_temp.h('gst'||i,100)<24 THEN 'REJ' WHEN pg_temp.h('gst'||i,100)<29 THEN 'WDRN' WHEN current_date-ap>500 AND pg_temp.h('gst'||i,100)<85 THEN 'CLSD' ELSE 'APPR' END st
  FROM (SELECT i, current_date - (1150 - i*3 + pg_temp.h('gap'||i,20) - 20) ap FROM generate_series(1,380) i) a) b;

INSERT INTO grant_payment
SELECT row_number() OVER (ORDER BY du, grant_id)::int, grant_id, du, CASE WHEN du + lg <= current_date AND pg_temp.h('gpn'||grant_id||j,14)>0 THEN du + lg END, amt
FROM (SELECT g.grant_id, j, g.decided_on + 15 + 120*j du, pg_temp.h('gpl'||g.grant_id||j,20)-5 lg, round(g.awarded_amount/3,2) amt FROM grant_award g, generate_series(0,2) j WHERE g.awarded_amount IS NOT NULL) q;

CREATE VIEW v_donor_giving AS
SELECT d.donor_id, d.donor_no, d.display_name, d.donor_type, count(g.gift_id) AS gift_count, coalesce(sum(g.amount),0) AS lifetime_total, min(g.gift_date) AS first_gift_on, max(g.gift_date) AS last_gift_on
FROM donor d LEFT JOIN gift g ON g.donor_id = d.donor_id AND g.status = 'RECD'
GROUP BY d.donor_id, d.donor_no, d.display_name, d.donor_type;

CREATE VIEW v_fund_balance AS
SELECT f.fund_id, f.fund_code, f.fund_name,
  coalesce((SELECT sum(amount) FROM gift g WHERE g.fund_id=f.fund_id AND g.status='RECD'),0) AS received,
  coalesce((SELECT sum(p.amount) FROM grant_payment p JOIN grant_award a ON a.grant_id=p.grant_id WHERE a.fund_id=f.fund_id AND p.paid_on IS NOT NULL),0) AS paid_out,
  coalesce((SELECT sum(amount) FROM gift g WHERE g.fund_id=f.fund_id AND g.status='RECD'),0)
  - coalesce((SELECT sum(p.amount) FROM grant_payment p JOIN grant_award a ON a.grant_id=p.grant_id WHERE a.fund_id=f.fund_id AND p.paid_on IS NOT NULL),0) AS balance
FROM fund f;
