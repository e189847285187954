SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE users (
  user_id varchar(18), name varchar(80), username varchar(80), email varchar(80), title varchar(60), department varchar(40),
  manager_id varchar(18), is_active boolean, hire_date date, last_login_date timestamp
);
CREATE TABLE territories (
  territory_id varchar(18), territory_name varchar(60), parent_territory_id varchar(18), forecast_user_id varchar(18)
);
CREATE TABLE accounts (
  account_id varchar(18), account_name varchar(120), type varchar(40), industry varchar(40), rating varchar(10), account_source varchar(40),
  billing_city varchar(40), billing_state varchar(40), billing_country varchar(40), website varchar(80), phone varchar(30),
  annual_revenue numeric(16,2), number_of_employees integer, parent_id varchar(18), territory_id varchar(18), owner_id varchar(18),
  created_date timestamp
);
CREATE TABLE contacts (
  contact_id varchar(18), account_id varchar(18), first_name varchar(40), last_name varchar(40), title varchar(60), department varchar(40),
  email varchar(100), phone varchar(30), mailing_city varchar(40), mailing_country varchar(40), lead_source varchar(40),
  has_opted_out_of_email boolean, owner_id varchar(18), created_date timestamp
);
CREATE TABLE leads (
  lead_id varchar(18), first_name varchar(40), last_name varchar(40), company varchar(120), title varchar(60), email varchar(100),
  country varchar(40), industry varchar(40), lead_source varchar(40), status varchar(40), rating varchar(10), owner_id varchar(18),
  is_converted boolean, converted_date date, converted_account_id varchar(18), converted_contact_id varchar(18), converted_opportunity_id varchar(18),
  created_date timestamp
);
CREATE TABLE campaigns (
  campaign_id varchar(18), campaign_name varchar(120), type varchar(40), status varchar(20), is_active boolean, start_date date, end_date date,
  budgeted_cost numeric(12,2), actual_cost numeric(12,2), expected_revenue numeric(14,2), owner_id varchar(18)
);
CREATE TABLE campaign_members (
  campaign_member_id varchar(18), campaign_id varchar(18), lead_id varchar(18), contact_id varchar(18), status varchar(20),
  has_responded boolean, first_responded_date date, created_date timestamp
);
CREATE TABLE opportunity_stages (
  master_label varchar(40), sort_order integer, default_probability integer, forecast_category_name varchar(20), is_closed boolean, is_won boolean
);
CREATE TABLE opportunities (
  opportunity_id varchar(18), account_id varchar(18), opportunity_name varchar(160), type varchar(40), stage_name varchar(40), amount numeric(14,2),
  probability integer, close_date date, lead_source varchar(40), campaign_id varchar(18), owner_id varchar(18), primary_contact_id varchar(18),
  is_closed boolean, is_won boolean, loss_reason varchar(40), next_step varchar(80), created_date timestamp
);
COMMENT ON COLUMN opportunities.amount IS 'USD; equals the sum of the line items when there are any';
COMMENT ON COLUMN opportunities.close_date IS 'Expected date while open, actual date once closed';
CREATE TABLE opportunity_history (
  history_id varchar(18), opportunity_id varchar(18), stage_name varchar(40), created_by_id varchar(18), created_date timestamp
);
COMMENT ON TABLE opportunity_history IS 'One row each time an opportunity enters a stage';
CREATE TABLE products (
  product_id varchar(18), product_code varchar(20), product_name varchar(80), family varchar(40), list_price numeric(12,2), is_active boolean
);
CREATE TABLE opportunity_line_items (
  line_item_id varchar(18), opportunity_id varchar(18), product_id varchar(18), quantity integer, unit_price numeric(12,2),
  discount numeric(5,2), total_price numeric(14,2)
);
COMMENT ON COLUMN opportunity_line_items.discount IS 'percent';
CREATE TABLE activities (
  activity_id varchar(18), type varchar(20), subject varchar(120), who_id varchar(18), what_id varchar(18), account_id varchar(18),
  owner_id varchar(18), status varchar(20), priority varchar(10), activity_date date, duration_minutes integer, is_closed boolean, created_date timestamp
);
COMMENT ON COLUMN activities.who_id IS 'lead or contact';
COMMENT ON COLUMN activities.what_id IS 'account or opportunity';
CREATE TABLE quotes (
  quote_id varchar(18), quote_number varchar(10), quote_name varchar(160), opportunity_id varchar(18), status varchar(20), expiration_date date,
  subtotal numeric(14,2), discount numeric(5,2), grand_total numeric(14,2), created_by_id varchar(18), created_date timestamp
);

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;
CREATE FUNCTION pg_temp.pick(a text[], k text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT a[1 + (('x' || substr(md5(k),1,7))::bit(28)::int) % array_length(a,1)] $$;
CREATE FUNCTION pg_temp.id(p text, n int) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT p || '5g00000' || lpad(n::text,5,'0') || 'AAA' $$;
CREATE FUNCTION pg_temp.ts(d int, k text) RETURNS timestamp LANGUAGE sql STABLE AS
  $$ SELECT current_date::timestamp - make_interval(days => d) + make_interval(mins => CASE WHEN d = 0 THEN 1 ELSE 420 + (('x' || substr(md5(k),1,7))::bit(28)::int) % 660 END) $$;

INSERT INTO users
SELECT pg_temp.id('005',n), nm, lower(replace(nm,' ','.'))||'@northpeak.io', lower(replace(nm,' ','.'))||'@northpeak.io',
  CASE WHEN n=1 THEN 'Chief Revenue Officer' WHEN n<=4 THEN 'Sales Manager' WHEN n<=20 THEN 'Account Executive' WHEN n<=26 THEN 'Sales Development Rep'
       WHEN n<=31 THEN 'Marketing Manager' WHEN n<=35 THEN 'Customer Success Manager' ELSE 'Sales Operations Analyst' END,
  CASE WHEN n<=26 THEN 'Sales' WHEN n<=31 THEN 'Marketing' WHEN n<=35 THEN 'Customer Success' ELSE 'Operations' END,
  CASE WHEN n=1 THEN NULL WHEN n<=4 THEN pg_temp.id('005',1) WHEN n<=9 THEN pg_temp.id('005',2) WHEN n<=16 THEN pg_temp.id('005',3) WHEN n<=20 THEN pg_temp.id('005',4)
       WHEN n<=26 THEN pg_temp.id('005',4) WHEN n=27 THEN pg_temp.id('005',1) WHEN n<=31 THEN pg_temp.id('005',27) ELSE pg_temp.id('005',1) END,
  n NOT IN (8,15,19,25,30), current_date - (300 + pg_temp.h('uh'||n,2200)),
  pg_temp.ts(CASE WHEN n IN (8,15,19,25,30) THEN 120 + pg_temp.h('ul'||n,90) ELSE pg_temp.h('ul'||n,9) END,'ult'||n)
FROM unnest(ARRAY['Diane Whitcombe','Marcus Oyelaran','Elena Vasquez','Tom Brandt','Priya Raman','Jack Sutherland','Sofia Lindgren','Derek Malone','Aisha Karim','Lucas Meyer',
 'Hannah Fischer','Olivier Garnier','Chloe Bennett','Mateo Ruiz','Kevin Tran','Ingrid Haas','Rachel Stein','Paul Okafor','Nina Petrova','Ben Carlisle',
 'Zoe Adler','Omar Haddad','Leah Morrow','Sam Whitaker','Julia Novak','Ethan Cole','Grace Holloway','Victor Almeida','Mia Sorensen','Todd Ferris',
 'Yuki Tanaka','Laura Pennington','Felix Braun','Carmen Ortega','Neil Drummond','Bridget Shaw','Arjun Mehta','Wendy Kwan']) WITH ORDINALITY t(nm,o), LATERAL (SELECT o::int AS n) x;

INSERT INTO territories SELECT pg_temp.id('0MI',n), nm, CASE WHEN p IS NULL THEN NULL ELSE pg_temp.id('0MI',p) END, pg_temp.id('005',u)
FROM (VALUES (1,'EMEA',NULL::int,2),(2,'Americas',NULL,3),(3,'APAC',NULL,4),(4,'DACH',1,2),(5,'UK & Ireland',1,2),(6,'France & Benelux',1,2),(7,'Iberia',1,2),
 (8,'US East',2,3),(9,'US West',2,3),(10,'US Central',2,3),(11,'Canada',2,3),(12,'ANZ',3,4)) v(n,nm,p,u);

CREATE TEMP TABLE cities AS SELECT row_number() OVER () AS k, * FROM (VALUES
 ('Berlin','Berlin','Germany',4),('Munich','Bavaria','Germany',4),('Hamburg','Hamburg','Germany',4),('Zurich','Zurich','Switzerland',4),('Vienna','Vienna','Austria',4),
 ('London','England','United Kingdom',5),('Manchester','England','United Kingdom',5),('Edinburgh','Scotland','United Kingdom',5),('Dublin','Leinster','Ireland',5),
 ('Paris','Ile-de-France','France',6),('Lyon','Auvergne-Rhone-Alpes','France',6),('Amsterdam','North Holland','Netherlands',6),('Madrid','Madrid','Spain',7),('Barcelona','Catalonia','Spain',7),
 ('New York','NY','United States',8),('Boston','MA','United States',8),('Atlanta','GA','United States',8),('San Francisco','CA','United States',9),('Seattle','WA','United States',9),('Los Angeles','CA','United States',9),
 ('Chicago','IL','United States',10),('Austin','TX','United States',10),('Denver','CO','United States',10),('Toronto','ON','Canada',11),('Vancouver','BC','Canada',11),('Sydney','NSW','Australia',12),('Melbourne','VIC','Australia',12)) v(city,state,country,terr);

INSERT INTO accounts
SELECT pg_temp.id('001',n), nm,
  pg_temp.pick(ARRAY['Prospect','Prospect','Customer - Direct','Customer - Direct','Customer - Channel','Channel Partner / Reseller','Former Customer'],'at'||n),
  pg_temp.pick(ARRAY['Manufacturing','Manufacturing','Technology','Technology','Technology','Healthcare','Healthcare','Banking','Insurance','Retail','Energy','Education','Transportation'],'ai'||n),
  CASE WHEN pg_temp.h('ar0'||n,4)=0 THEN NULL ELSE pg_temp.pick(ARRAY['Hot','Warm','Cold'],'ar'||n) END,
  pg_temp.pick(ARRAY['Web','Partner Referral','Trade Show','Outbound','Customer Referral'],'as'||n),
  c.city, c.state, c.country, 'www.'||lower(regexp_replace(nm,'[^A-Za-z]','','g'))||'.com', '+'||(10+pg_temp.h('ap'||n,80))||' '||(1000000+pg_temp.h('ap2'||n,8999999)),
  CASE WHEN pg_temp.h('arv0'||n,12)=0 THEN NULL ELSE (1+pg_temp.h('arv'||n,900))*250000.00 END,
  CASE WHEN pg_temp.h('ae0'||n,25)=0 THEN NULL ELSE 10 + (power(pg_temp.h('ae'||n,1000)/1000.0,3)*9000)::int END,
  CASE WHEN n>60 AND pg_temp.h('apa'||n,8)=0 THEN pg_temp.id('001',1+pg_temp.h('apb'||n,25)) END,
  CASE WHEN pg_temp.h('ate'||n,30)=0 THEN NULL ELSE pg_temp.id('0MI',c.terr) END,
  pg_temp.id('005',5+pg_temp.h('ao'||n,16)), pg_temp.ts(pg_temp.h('acd'||n,1500),'acdt'||n)
FROM generate_series(1,600) n
CROSS JOIN LATERAL (SELECT (ARRAY['Alder','Bright','Cobalt','Delta','Everest','Falcon','Granite','Harbor','Ion','Juniper','Keystone','Lumen','Meridian','Nova','Orchard','Pinnacle','Quantum','Ridge','Summit','Trident'])[1+n%20]
   || (ARRAY[' Systems',' Logistics',' Foods',' Pharma',' Energy',' Networks',' Capital',' Motors',' Analytics',' Textiles',' Medical',' Retail',' Insurance',' Software',' Partners'])[1+(n/20)%15]
   || (ARRAY[' Inc',' Group'])[1+(n/300)%2] AS nm) x
JOIN cities c ON c.k = 1+pg_temp.h('acity'||n,27);

INSERT INTO contacts
SELECT pg_temp.id('003',n), a.account_id, f, l,
  t, CASE WHEN t IN ('CEO','COO') THEN 'Executive' WHEN t IN ('CFO','Controller') THEN 'Finance' WHEN t IN ('CTO','IT Manager') THEN 'IT' WHEN t IN ('CMO','Marketing Director') THEN 'Marketing' WHEN t='Procurement Manager' THEN 'Purchasing' ELSE 'Operations' END,
  lower(f||'.'||l)||n||'@'||substr(a.website,5), a.phone, a.billing_city, a.billing_country,
  CASE WHEN pg_temp.h('cls0'||n,6)=0 THEN NULL ELSE pg_temp.pick(ARRAY['Web','Web','Partner Referral','Trade Show','Webinar','Purchased List','Phone Inquiry'],'cls'||n) END,
  pg_temp.h('coo'||n,9)=0, a.owner_id, least(a.created_date + make_interval(days=>pg_temp.h('ccd'||n,300)), pg_temp.ts(pg_temp.h('ccd2'||n,60)+1,'cct'||n))
FROM generate_series(1,2000) n
JOIN accounts a ON a.account_id = pg_temp.id('001', 1+(n-1)%560)
CROSS JOIN LATERAL (SELECT pg_temp.pick(ARRAY['Anna','Peter','Maria','David','Laura','James','Claire','Hiro','Fatima','Erik','Susan','Carlos','Emily','Martin','Yasmin','George','Nadia','Robert','Helen','Igor'],'cf'||n) AS f,
  pg_temp.pick(ARRAY['Schmidt','Jones','Garcia','Dubois','Novak','Smith','Keller','Rossi','Brown','Weber','Martin','Lopez','Wilson','Jansen','Clarke','Moreau','Taylor','Bauer','Singh','Murphy','Evans','Wagner'],'cl'||n) AS l,
  pg_temp.pick(ARRAY['CEO','CFO','CTO','COO','CMO','IT Manager','IT Manager','Procurement Manager','Procurement Manager','Controller','Marketing Director','Operations Director','Project Manager'],'ctt'||n) AS t) x;

INSERT INTO campaigns
SELECT pg_temp.id('701',n), t||' - '||topic||' '||to_char(sd,'Mon YYYY'), t,
  CASE WHEN sd > current_date THEN 'Planned' WHEN ed >= current_date THEN 'In Progress' WHEN pg_temp.h('cab'||n,11)=0 THEN 'Aborted' ELSE 'Completed' END,
  sd <= current_date AND ed >= current_date, sd, ed, b, CASE WHEN sd > current_date THEN NULL ELSE round(b*(60+pg_temp.h('cac'||n,65))/100.0,2) END,
  b*(4+pg_temp.h('cer'||n,9)), pg_temp.id('005',27+pg_temp.h('co'||n,5))
FROM generate_series(1,64) n
CROSS JOIN LATERAL (SELECT pg_temp.pick(ARRAY['Email','Email','Webinar','Webinar','Trade Show','Advertisement','Direct Mail','Referral Program'],'cty'||n) AS t,
  pg_temp.pick(ARRAY['Cloud Migration','Data Security','CFO Summit','Product Launch','Automation','Customer Stories','Industry 4.0','Year End Offer','Onboarding'],'ctp'||n) AS topic,
  current_date - 800 + n*13 AS sd, current_date - 800 + n*13 + 10 + pg_temp.h('ced'||n,50) AS ed, (2+pg_temp.h('cb'||n,48))*1000.00 AS b) x;

INSERT INTO opportunity_stages VALUES
 ('Prospecting',1,10,'Pipeline',false,false),('Qualification',2,20,'Pipeline',false,false),('Needs Analysis',3,35,'Pipeline',false,false),
 ('Proposal/Price Quote',4,60,'Best Case',false,false),('Negotiation/Review',5,80,'Commit',false,false),
 ('Closed Won',6,100,'Closed',true,true),('Closed Lost',7,0,'Omitted',true,false);

CREATE TEMP TABLE o AS
SELECT n, 1+pg_temp.h('oa'||n,470) AS acc, cd, plan, src, ty,
  CASE WHEN plan <= current_date AND pg_temp.h('oc'||n,100) < 93 THEN
     CASE WHEN pg_temp.h('ow'||n,100) < CASE src WHEN 'Partner Referral' THEN 44 WHEN 'Purchased List' THEN 17 WHEN 'Web' THEN 28 ELSE 33 END + CASE ty WHEN 'Renewal' THEN 25 ELSE 0 END THEN 6 ELSE 7 END
   ELSE 1+pg_temp.h('os'||n,5) END AS st
FROM generate_series(1,2400) n
CROSS JOIN LATERAL (SELECT pg_temp.h('ocd'||n,1000) AS cd,
  pg_temp.pick(ARRAY['Web','Web','Partner Referral','Trade Show','Webinar','Purchased List','Phone Inquiry'],'osrc'||n) AS src,
  pg_temp.pick(ARRAY['New Business','New Business','Existing Business','Renewal'],'oty'||n) AS ty) a
CROSS JOIN LATERAL (SELECT current_date - cd + 12 + pg_temp.h('ocy'||n,150) AS plan) b;

INSERT INTO opportunities
SELECT pg_temp.id('006',n), a.account_id, a.account_name||' - '||pg_temp.pick(ARRAY['Platform','Expansion','Pilot','Renewal','Seats','Migration'],'onm'||n)||' '||n, ty, s.master_label,
  CASE WHEN st<=2 AND pg_temp.h('oam0'||n,6)=0 THEN NULL ELSE (3+power(pg_temp.h('oam'||n,1000)/1000.0,2)*240)::int*500.00 END, s.default_probability,
  CASE WHEN st<6 AND plan <= current_date THEN current_date - 1 - pg_temp.h('oov'||n,75) ELSE plan END,
  src, CASE WHEN pg_temp.h('ocm0'||n,100)<45 THEN cm.campaign_id END,
  CASE WHEN pg_temp.h('oow'||n,5)=0 THEN pg_temp.id('005',5+pg_temp.h('oow2'||n,12)) ELSE a.owner_id END,
  CASE WHEN acc<=560 AND pg_temp.h('opc'||n,5)>0 THEN pg_temp.id('003', acc + 560*pg_temp.h('opc2'||n,3)) END,
  s.is_closed, s.is_won, CASE WHEN st=7 AND pg_temp.h('olr0'||n,15)>0 THEN pg_temp.pick(ARRAY['Price','Price','Lost to Competitor','Lost to Competitor','No Budget','No Decision','Timing','Missing Features'],'olr'||n) END,
  CASE WHEN st<6 THEN pg_temp.pick(ARRAY['Schedule demo','Send proposal','Call decision maker','Legal review',NULL],'ons'||n) END, pg_temp.ts(cd,'oct'||n)
FROM o JOIN accounts a ON a.account_id = pg_temp.id('001',acc) JOIN opportunity_stages s ON s.sort_order = st
LEFT JOIN campaigns cm ON cm.campaign_id = pg_temp.id('701', 1+pg_temp.h('ocm'||n,48));

INSERT INTO opportunity_history
SELECT pg_temp.id('008',row_number() OVER (ORDER BY n,k)::int), pg_temp.id('006',n), s.master_label, op.owner_id,
  CASE WHEN k=mx THEN CASE WHEN st>=6 THEN op.close_date::timestamp + interval '15 hours' ELSE op.created_date + (current_timestamp::timestamp - op.created_date)*((k-1)::numeric/(k+1))::float8 END
       ELSE op.created_date + (least(op.close_date::timestamp + interval '15 hours', current_timestamp::timestamp) - op.created_date)*((k-1)::numeric/(mx+1))::float8 END
FROM o JOIN opportunities op ON op.opportunity_id = pg_temp.id('006',n)
CROSS JOIN LATERAL (SELECT CASE WHEN st=6 THEN 6 WHEN st=7 THEN 2+pg_temp.h('ohd'||n,5) ELSE st END AS mx) m
CROSS JOIN LATERAL generate_series(1,mx) k
JOIN opportunity_stages s ON s.sort_order = CASE WHEN k=mx THEN st ELSE k END;

INSERT INTO products SELECT pg_temp.id('01t',n), cd, nm, fam, pr, n NOT IN (7,14)
FROM (VALUES (1,'NP-CORE','Northpeak Core','Software',1200),(2,'NP-ENT','Northpeak Enterprise','Software',4800),(3,'NP-ANL','Analytics Add-on','Software',1500),(4,'NP-API','API Access','Software',800),
 (5,'NP-MOB','Mobile App','Software',600),(6,'NP-AI','Forecast Assistant','Software',2200),(7,'NP-LEG','Northpeak Classic','Software',900),(8,'SV-IMP','Implementation Package','Services',6500),
 (9,'SV-MIG','Data Migration','Services',4200),(10,'SV-CON','Consulting Day','Services',1400),(11,'TR-ADM','Admin Training','Training',950),(12,'TR-USR','User Training','Training',450),
 (13,'SU-STD','Standard Support','Support',700),(14,'SU-BAS','Basic Support','Support',300),(15,'SU-PRM','Premium Support','Support',2600),(16,'HW-SCN','Handheld Scanner','Hardware',540),(17,'HW-GTW','Edge Gateway','Hardware',1750)) v(n,cd,nm,fam,pr);

INSERT INTO opportunity_line_items
SELECT pg_temp.id('00k',row_number() OVER (ORDER BY n,k)::int), pg_temp.id('006',n), p.product_id, q, p.list_price, d, round(q*p.list_price*(1-d/100.0),2)
FROM o CROSS JOIN LATERAL generate_series(1, 1+pg_temp.h('lin'||n,4)) k
JOIN products p ON p.product_id = pg_temp.id('01t', 1+(pg_temp.h('lip'||n,17)+k*5)%16)
CROSS JOIN LATERAL (SELECT 1+pg_temp.h('liq'||n||'_'||k,14) AS q, (ARRAY[0,0,0,5,10,15,20,25])[1+pg_temp.h('lid'||n||'_'||k,8)]::numeric AS d) x
WHERE pg_temp.h('li0'||n,10) < 8;
UPDATE opportunities op SET amount = t.s FROM (SELECT opportunity_id, sum(total_price) s FROM opportunity_line_items GROUP BY 1) t WHERE t.opportunity_id = op.opportunity_id;

INSERT INTO leads
SELECT pg_temp.id('00Q',n), f, l, co, t, lower(f||'.'||l)||n||'@'||lower(regexp_replace(co,'[^A-Za-z]','','g'))||'.com',
  pg_temp.pick(ARRAY['United States','United States','United States','Germany','United Kingdom','France','Spain','Canada','Netherlands','Australia'],'lc'||n),
  CASE WHEN pg_temp.h('li0x'||n,10)=0 THEN NULL ELSE pg_temp.pick(ARRAY['Manufacturing','Technology','Technology','Healthcare','Banking','Insurance','Retail','Energy','Education'],'lind'||n) END,
  src, CASE WHEN conv THEN 'Closed - Converted' ELSE pg_temp.pick(ARRAY['Open - Not Contacted','Open - Not Contacted','Working - Contacted','Working - Contacted','Closed - Not Converted','Closed - Not Converted','Closed - Not Converted'],'lst'||n) END,
  CASE WHEN pg_temp.h('lr0'||n,7)=0 THEN NULL ELSE pg_temp.pick(ARRAY['Hot','Warm','Warm','Cold','Cold'],'lr'||n) END, pg_temp.id('005',CASE WHEN pg_temp.h('lo0'||n,6)=0 THEN 5+pg_temp.h('lo1'||n,16) ELSE 21+pg_temp.h('lo'||n,6) END),
  conv, CASE WHEN conv THEN cdt END, CASE WHEN conv THEN op.account_id END, CASE WHEN conv THEN op.primary_contact_id END, CASE WHEN conv AND pg_temp.h('lop'||n,4)>0 THEN op.opportunity_id END,
  pg_temp.ts(age,'lct'||n)
FROM generate_series(1,3200) n
CROSS JOIN LATERAL (SELECT pg_temp.h('lage'||n,850) AS age, pg_temp.pick(ARRAY['Web','Web','Web','Partner Referral','Trade Show','Webinar','Webinar','Purchased List','Phone Inquiry'],'lsrc'||n) AS src) a
CROSS JOIN LATERAL (SELECT current_date - age + 2 + pg_temp.h('lcv'||n,70) AS cdt) b
CROSS JOIN LATERAL (SELECT cdt <= current_date AND pg_temp.h('lcc'||n,100) < CASE src WHEN 'Partner Referral' THEN 38 WHEN 'Purchased List' THEN 8 WHEN 'Webinar' THEN 24 ELSE 18 END AS conv,
  pg_temp.pick(ARRAY['Alice','Bruno','Cathy','Dmitri','Elise','Frank','Gina','Hugo','Irene','Jonas','Kira','Liam','Monica','Noah','Olga','Pablo','Quinn','Rita','Steve','Tara'],'lf'||n) AS f,
  pg_temp.pick(ARRAY['Becker','Cooper','Diaz','Edwards','Fontaine','Green','Hoffman','Ivanov','Johnson','Klein','Larsen','Morgan','Nguyen','Olsen','Parker','Reyes','Scott','Turner','Vogel','Young'],'ll'||n) AS l,
  pg_temp.pick(ARRAY['CEO','CFO','IT Manager','Operations Director','Buyer','Owner','Marketing Director'],'lt'||n) AS t,
  pg_temp.pick(ARRAY['Acorn','Beacon','Cedar','Drift','Elm','Forge','Glacier','Horizon','Iris','Jade','Kite','Lark'],'lk1'||n)||pg_temp.pick(ARRAY[' Works',' Labs',' Trading',' Health',' Industries',' Bank',' Schools',' Stores'],'lk2'||n) AS co) c
LEFT JOIN opportunities op ON op.opportunity_id = pg_temp.id('006',1+pg_temp.h('lopp'||n,2400));

INSERT INTO campaign_members
SELECT pg_temp.id('00v',n), cm.campaign_id, CASE WHEN isl THEN pg_temp.id('00Q',1+pg_temp.h('mml'||n,2800)) END, CASE WHEN NOT isl THEN pg_temp.id('003',1+pg_temp.h('mmc'||n,2000)) END,
  CASE WHEN resp AND cm.type IN ('Webinar','Trade Show') THEN pg_temp.pick(ARRAY['Registered','Attended','Attended'],'mms'||n) WHEN resp THEN 'Responded' WHEN cm.type IN ('Webinar','Trade Show') AND pg_temp.h('mmn'||n,4)=0 THEN 'No Show' ELSE 'Sent' END,
  resp, CASE WHEN resp THEN least(cm.start_date + pg_temp.h('mmr'||n,20), current_date) END, (cm.start_date - 5 - pg_temp.h('mmd'||n,10))::timestamp + interval '9 hours'
FROM generate_series(1,6500) n
JOIN campaigns cm ON cm.campaign_id = pg_temp.id('701', 1+(power(pg_temp.h('mmk'||n,1000)/1000.0,1.3)*60)::int) AND cm.start_date <= current_date
CROSS JOIN LATERAL (SELECT pg_temp.h('mmi'||n,3)>0 AS isl, pg_temp.h('mmx'||n,100) < CASE cm.type WHEN 'Webinar' THEN 41 WHEN 'Trade Show' THEN 33 WHEN 'Email' THEN 14 WHEN 'Referral Program' THEN 27 ELSE 8 END AS resp) x;

INSERT INTO quotes
SELECT pg_temp.id('0Q0',row_number() OVER (ORDER BY n,k)::int), 'Q-'||lpad((10000+row_number() OVER (ORDER BY n,k))::text,6,'0'), op.opportunity_name||' v'||k, op.opportunity_id,
  CASE WHEN st=6 AND k=mx THEN 'Accepted' WHEN st=7 AND k=mx THEN pg_temp.pick(ARRAY['Rejected','Rejected','Denied','Presented'],'qs'||n) WHEN k<mx THEN pg_temp.pick(ARRAY['Rejected','Denied','Presented'],'qs'||n||k)
   ELSE pg_temp.pick(ARRAY['Draft','In Review','Approved','Presented','Presented'],'qs'||n) END,
  qd + 30 + pg_temp.h('qe'||n||k,45), coalesce(op.amount,5000), d, round(coalesce(op.amount,5000)*(1-d/100),2), op.owner_id, qd::timestamp + interval '11 hours'
FROM o JOIN opportunities op ON op.opportunity_id = pg_temp.id('006',n) AND st>=4
CROSS JOIN LATERAL (SELECT 1+pg_temp.h('qn'||n,4)/3 AS mx) m CROSS JOIN LATERAL generate_series(1,mx) k
CROSS JOIN LATERAL (SELECT least(op.close_date - 4 - pg_temp.h('qd'||n||k,8), current_date - pg_temp.h('qd2'||n,6)) AS qd, (ARRAY[0,0,0,5,8,10])[1+pg_temp.h('qdi'||n||k,6)]::numeric AS d) x
WHERE pg_temp.h('q0'||n,10) < 8;

INSERT INTO activities
SELECT pg_temp.id('00T',n), ty,
  CASE ty WHEN 'Call' THEN pg_temp.pick(ARRAY['Intro call','Follow-up call','Discovery call','Pricing call'],'xs'||n) WHEN 'Email' THEN pg_temp.pick(ARRAY['Sent brochure','Follow-up email','Sent proposal','Reminder'],'xs'||n)
    WHEN 'Meeting' THEN pg_temp.pick(ARRAY['Product demo','Quarterly review','Kick-off','Contract negotiation'],'xs'||n) ELSE pg_temp.pick(ARRAY['Prepare quote','Update contact data','Check references','Send contract'],'xs'||n) END,
  CASE WHEN kind<2 THEN CASE WHEN pg_temp.h('xw'||n,4)>0 AND substr(a.account_id,11,5)::int<=560 THEN pg_temp.id('003', substr(a.account_id,11,5)::int + 560*pg_temp.h('xw2'||n,3)) END ELSE ld.lead_id END,
  CASE kind WHEN 0 THEN op.opportunity_id WHEN 1 THEN a.account_id END, CASE WHEN kind<2 THEN a.account_id END,
  CASE kind WHEN 0 THEN op.owner_id WHEN 1 THEN a.owner_id ELSE ld.owner_id END, st, pg_temp.pick(ARRAY['Normal','Normal','Normal','High','Low'],'xp'||n),
  ad, CASE WHEN ty IN ('Call','Meeting') THEN CASE ty WHEN 'Call' THEN 5+pg_temp.h('xd'||n,35) ELSE 30*(1+pg_temp.h('xd'||n,4)) END END, st='Completed', least(ad::timestamp - make_interval(days=>pg_temp.h('xc'||n,12)) + interval '10 hours', current_date::timestamp)
FROM generate_series(1,11000) n
CROSS JOIN LATERAL (SELECT pg_temp.pick(ARRAY['Call','Call','Call','Email','Email','Email','Meeting','Meeting','Task','Task'],'xt'||n) AS ty, (ARRAY[0,0,0,1,1,2,2])[1+pg_temp.h('xk'||n,7)] AS kind,
  current_date + 20 - (power(pg_temp.h('xa'||n,1000)/1000.0,1.2)*760)::int AS ad) x
CROSS JOIN LATERAL (SELECT CASE WHEN ad > current_date THEN pg_temp.pick(ARRAY['Not Started','Not Started','In Progress'],'xst'||n) WHEN ty<>'Email' AND pg_temp.h('xst0'||n,14)=0 THEN pg_temp.pick(ARRAY['Not Started','In Progress','Waiting'],'xst'||n) ELSE 'Completed' END AS st) y
LEFT JOIN opportunities op ON kind=0 AND op.opportunity_id = pg_temp.id('006',1+pg_temp.h('xo'||n,2100))
LEFT JOIN accounts a ON a.account_id = CASE kind WHEN 0 THEN op.account_id WHEN 1 THEN pg_temp.id('001',1+pg_temp.h('xac'||n,520)) END
LEFT JOIN leads ld ON kind=2 AND ld.lead_id = pg_temp.id('00Q',1+pg_temp.h('xl'||n,2900))
WHERE NOT (ty='Email' AND ad > current_date);
ANALYZE;
