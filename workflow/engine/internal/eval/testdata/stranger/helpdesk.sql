-- Customer support of a software-as-a-service firm.
SET client_min_messages = warning; SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.h(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k || ':' || i), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TYPE segment AS ENUM ('smb','mid_market','enterprise');
CREATE TYPE subscription_status AS ENUM ('trialing','active','past_due','paused','cancelled');
CREATE TYPE billing_cycle AS ENUM ('monthly','annual');
CREATE TYPE agent_level AS ENUM ('tier1','tier2','tier3');
CREATE TYPE ticket_channel AS ENUM ('email','chat','phone','web_form','api');
CREATE TYPE ticket_priority AS ENUM ('low','normal','high','urgent');
CREATE TYPE ticket_status AS ENUM ('new','open','pending','on_hold','solved','closed');
CREATE TYPE breach_kind AS ENUM ('first_response','resolution');
CREATE TYPE author_kind AS ENUM ('customer','agent','bot');

CREATE TABLE teams (id int PRIMARY KEY, name text NOT NULL UNIQUE, office text NOT NULL, lead_id int);
INSERT INTO teams VALUES (1,'Frontline EMEA','Dublin',1),(2,'Frontline Americas','Denver',2),(3,'Frontline APAC','Manila',3),(4,'Technical Support','Dublin',4),(5,'Billing Desk','Denver',5),(6,'Enterprise Care','Dublin',NULL);

CREATE TABLE agents (id int PRIMARY KEY, name text NOT NULL, email text NOT NULL UNIQUE, team_id int NOT NULL REFERENCES teams, level agent_level NOT NULL, hired_on date NOT NULL, left_on date, hourly_cost numeric(6,2) NOT NULL, speaks text[] NOT NULL);
INSERT INTO agents SELECT i,(ARRAY['Aoife','Ben','Carmela','Dmitri','Elena','Femi','Grace','Hugo','Ines','Jonas','Kiran','Luz','Mateo','Nadia','Oisin','Priya','Quentin'])[1+(i*5)%17]||' '||(ARRAY['Brennan','Castillo','Dela Cruz','Ek','Farouk','Gomez','Hartigan','Iyer','Jansen','Keane','Lindqvist','Moreau','Nwosu'])[1+(i*3)%13],'agent'||i||'@support.example',1+(i-1)%6,
 (CASE WHEN 1+(i-1)%6 IN (4,6) THEN CASE WHEN i%3=0 THEN 'tier3' ELSE 'tier2' END WHEN i<=6 THEN 'tier2' ELSE 'tier1' END)::agent_level,current_date-(90+(1700*pg_temp.h('hire',i))::int),CASE WHEN i IN (9,17,22,31,38) THEN current_date-i*3 END,round((16+26*pg_temp.h('cost',i))::numeric,2),
 CASE i%5 WHEN 0 THEN ARRAY['en','es'] WHEN 1 THEN ARRAY['en'] WHEN 2 THEN ARRAY['en','de'] WHEN 3 THEN ARRAY['en','fr','es'] ELSE ARRAY['en','tl'] END FROM generate_series(1,40) i;
ALTER TABLE teams ADD FOREIGN KEY (lead_id) REFERENCES agents;

CREATE TABLE plans (id int PRIMARY KEY, name text NOT NULL UNIQUE, seat_price numeric(8,2) NOT NULL, includes_phone boolean NOT NULL, retired_on date);
INSERT INTO plans VALUES (1,'Free',0,false,NULL),(2,'Starter',12,false,NULL),(3,'Growth',29,false,NULL),(4,'Business',55,true,NULL),(5,'Enterprise',95,true,NULL),(6,'Legacy Pro',35,true,current_date-400);

CREATE TABLE accounts (id int PRIMARY KEY, name text NOT NULL, industry text, country char(2) NOT NULL, segment segment NOT NULL, success_manager_id int REFERENCES agents, signed_up_at timestamp NOT NULL, churned_at timestamp, health_score int CHECK (health_score BETWEEN 0 AND 100), is_test boolean NOT NULL DEFAULT false);
INSERT INTO accounts SELECT i,CASE WHEN i IN (33,120,201) THEN 'QA Sandbox '||i ELSE (ARRAY['Blue','North','Silver','Quick','Open','Bright','Stone','Cedar','Iron','Maple','Lunar','Copper','Delta'])[1+(i*7)%13]||' '||(ARRAY['Harbor','Forge','Analytics','Foods','Logistics','Clinic','Studio','Freight','Academy','Bank','Outfitters'])[1+(i*4)%11]||' '||(ARRAY['Ltd','Inc','GmbH','SA'])[1+i%4] END,
 CASE WHEN i%14<>0 THEN (ARRAY['Retail','Retail','Healthcare','Finance','Logistics','Education','Media','Manufacturing'])[1+floor(8*pg_temp.h('ind',i))::int] END,(ARRAY['US','US','US','GB','DE','IE','FR','AU','SG','BR'])[1+floor(10*pg_temp.h('ctry',i))::int],
 (CASE WHEN s<.6 THEN 'smb' WHEN s<.88 THEN 'mid_market' ELSE 'enterprise' END)::segment,CASE WHEN s>.6 THEN 6*(1+i%6) END,d,CASE WHEN pg_temp.h('churn',i)<.17 THEN d+((now()::timestamp-d)*(.15+.8*pg_temp.h('cht',i))) END,CASE WHEN i%11<>0 THEN 15+floor(85*pg_temp.h('hs',i))::int END,i IN (33,120,201)
FROM (SELECT i,pg_temp.h('seg',i) s,date_trunc('minute',now()::timestamp-interval '1 day'*(5+1050*power(pg_temp.h('sgn',i),1.1))) d FROM generate_series(1,260) i) a;

CREATE TABLE contacts (id int PRIMARY KEY, account_id int NOT NULL REFERENCES accounts, full_name text NOT NULL, email text, locale text, is_admin boolean NOT NULL, created_at timestamp NOT NULL, deleted_at timestamp);
INSERT INTO contacts SELECT i,a.id,(ARRAY['Anna','Boris','Cleo','Dan','Erik','Fatou','Gina','Hal','Iris','Joe','Kim','Leo','Mia','Noor','Olga'])[1+(i*4)%15]||' '||(ARRAY['Adler','Baker','Chen','Diaz','Ebert','Fox','Green','Haas','Ito','Jones','Kraft','Lopez','Meyer'])[1+(i*5)%13],CASE WHEN i%23<>0 THEN 'user'||i||'@client'||a.id||'.example' END,CASE WHEN i%9<>0 THEN CASE a.country WHEN 'DE' THEN 'de' WHEN 'FR' THEN 'fr' WHEN 'BR' THEN 'pt' ELSE 'en' END END,i<=260,a.signed_up_at+(now()::timestamp-a.signed_up_at)*CASE WHEN i<=260 THEN 0 ELSE .9*pg_temp.h('cc',i) END,CASE WHEN i%31=0 THEN now()::timestamp-interval '1 day'*(100*pg_temp.h('cd',i)) END
FROM (SELECT i,CASE WHEN i<=260 THEN i ELSE 1+floor(260*power(pg_temp.h('ca',i),1.3))::int END aid FROM generate_series(1,720) i) c JOIN accounts a ON a.id=c.aid;

CREATE TABLE subscriptions (id int PRIMARY KEY, account_id int NOT NULL REFERENCES accounts, plan_id int NOT NULL REFERENCES plans, status subscription_status NOT NULL, cycle billing_cycle NOT NULL, seats int NOT NULL, discount_percent int NOT NULL, monthly_revenue numeric(10,2) NOT NULL, started_on date NOT NULL, renews_on date, ended_on date, cancel_reason text);
INSERT INTO subscriptions SELECT row_number() OVER (ORDER BY st,aid),aid,p.id,ss::subscription_status,(CASE WHEN pg_temp.h('cy',aid*3+k)<.4 THEN 'annual' ELSE 'monthly' END)::billing_cycle,seats,dc,round(p.seat_price*seats*(100-dc)/100,2),st,CASE WHEN ss IN ('active','past_due') THEN current_date+(1+(CASE WHEN pg_temp.h('cy',aid*3+k)<.4 THEN 360 ELSE 29 END*pg_temp.h('rn',aid*3+k))::int) END,en,CASE WHEN en IS NOT NULL AND k=2 THEN (ARRAY['too expensive','missing features','switched to competitor','poor support','out of business',NULL])[1+floor(6*pg_temp.h('crs',aid))::int] WHEN en IS NOT NULL THEN 'plan change' END
FROM (SELECT a.id aid,k,CASE WHEN k=1 THEN a.signed_up_at::date ELSE a.signed_up_at::date+((coalesce(a.churned_at,now()::timestamp)::date-a.signed_up_at::date)*CASE WHEN up THEN .45 ELSE 0 END)::int END st,CASE WHEN k=1 THEN a.signed_up_at::date+((coalesce(a.churned_at,now()::timestamp)::date-a.signed_up_at::date)*.45)::int-1 ELSE a.churned_at::date END en,
  CASE WHEN k=1 OR churned_at IS NOT NULL THEN 'cancelled' WHEN a.signed_up_at>now()-interval '14 days' THEN 'trialing' WHEN pg_temp.h('su',a.id)<.06 THEN 'past_due' WHEN pg_temp.h('su',a.id)<.1 THEN 'paused' ELSE 'active' END ss,
  CASE a.segment WHEN 'smb' THEN 2+floor(18*power(pg_temp.h('seat',a.id*2+k),2))::int WHEN 'mid_market' THEN 15+floor(60*pg_temp.h('seat',a.id*2+k))::int ELSE 80+floor(300*pg_temp.h('seat',a.id*2+k))::int END seats,
  CASE WHEN pg_temp.h('dsc',a.id)<.25 THEN (ARRAY[5,10,20])[1+a.id%3] ELSE 0 END dc,
  CASE a.segment WHEN 'smb' THEN (ARRAY[1,2,2,3,6])[1+floor(5*pg_temp.h('pl',a.id*2+k))::int] WHEN 'mid_market' THEN (ARRAY[3,3,4,4,6])[1+floor(5*pg_temp.h('pl',a.id*2+k))::int] ELSE 4+floor(2*pg_temp.h('pl',a.id*2+k))::int END pid
 FROM (SELECT *,pg_temp.h('up',id)<.42 AND signed_up_at<now()-interval '60 days' up FROM accounts) a CROSS JOIN generate_series(1,2) k WHERE k=2 OR up) z JOIN plans p ON p.id=z.pid;

CREATE TABLE sla_policies (id int PRIMARY KEY, name text NOT NULL, priority ticket_priority NOT NULL, segment segment, first_response_minutes int NOT NULL, resolution_hours int NOT NULL, active boolean NOT NULL);
INSERT INTO sla_policies VALUES (1,'Standard low','low',NULL,1440,120,true),(2,'Standard normal','normal',NULL,480,72,true),(3,'Standard high','high',NULL,240,24,true),(4,'Standard urgent','urgent',NULL,60,8,true),(5,'Gold low','low','enterprise',480,72,true),(6,'Gold normal','normal','enterprise',240,48,true),(7,'Gold high','high','enterprise',60,12,true),(8,'Gold urgent','urgent','enterprise',15,4,true),(9,'Old catch-all','normal',NULL,720,96,false);

CREATE TABLE categories (id int PRIMARY KEY, name text NOT NULL, parent_id int REFERENCES categories);
INSERT INTO categories VALUES (1,'Billing',NULL),(2,'Technical',NULL),(3,'How-to',NULL),(4,'Account access',NULL),(5,'Feature request',NULL),(6,'Refund',1),(7,'Invoice question',1),(8,'Bug',2),(9,'Outage',2),(10,'Integration',2),(11,'Password reset',4),(12,'Single sign-on',4);

CREATE TABLE tickets (id int PRIMARY KEY, number text NOT NULL UNIQUE, subject text NOT NULL, account_id int NOT NULL REFERENCES accounts, requester_id int NOT NULL REFERENCES contacts, assignee_id int REFERENCES agents, team_id int NOT NULL REFERENCES teams, category_id int REFERENCES categories, sla_policy_id int REFERENCES sla_policies, channel ticket_channel NOT NULL, priority ticket_priority NOT NULL, status ticket_status NOT NULL, created_at timestamp NOT NULL, first_replied_at timestamp, solved_at timestamp, reopen_count int NOT NULL, escalated boolean NOT NULL, is_spam boolean NOT NULL, merged_into_id int REFERENCES tickets);
INSERT INTO tickets SELECT id,'HD-'||lpad(id::text,6,'0'),(ARRAY['Cannot log in','Charged twice','Export fails','Webhook not firing','Question about seats','Page is slow','Need a copy of my invoice','SSO error','Data missing in report','How do I add a user?'])[1+(id*7)%10],account_id,cid,CASE WHEN sp OR (st='new' AND id%3>0) OR (st='open' AND c>now()-interval '9 days' AND id%2=0) THEN NULL ELSE tm+6*(id%CASE WHEN tm<=4 THEN 7 ELSE 6 END) END,tm,cat,CASE WHEN id%19<>0 THEN CASE WHEN seg='enterprise' THEN 4 ELSE 0 END+CASE pr WHEN 'low' THEN 1 WHEN 'normal' THEN 2 WHEN 'high' THEN 3 ELSE 4 END END,ch::ticket_channel,pr::ticket_priority,st::ticket_status,c,fr,CASE WHEN st IN ('solved','closed') THEN greatest(c,coalesce(fr,c))+interval '1 hour'*(1+rh*power(pg_temp.h('sol',id),2.2)) END,CASE WHEN st<>'new' AND pg_temp.h('ro',id)<.11 THEN 1+floor(3*power(pg_temp.h('ro2',id),2))::int ELSE 0 END,pg_temp.h('esc',id)<CASE pr WHEN 'urgent' THEN .32 WHEN 'high' THEN .15 ELSE .04 END AND NOT sp,sp,NULL
FROM (SELECT *,CASE WHEN sp OR st='new' THEN NULL ELSE c+interval '1 minute'*round(CASE pr WHEN 'urgent' THEN 3+120*power(pg_temp.h('fr',id),2) WHEN 'high' THEN 8+430*power(pg_temp.h('fr',id),2) ELSE 12+1300*power(pg_temp.h('fr',id),2) END) END fr,CASE pr WHEN 'urgent' THEN 20 WHEN 'high' THEN 50 ELSE 150 END rh
 FROM (SELECT t.*,a.id account_id,a.segment seg,pg_temp.h('spam',t.id)<.025 sp,CASE WHEN pg_temp.h('spam',t.id)<.025 THEN 'closed' WHEN c>now()-interval '2 days' AND pg_temp.h('st',t.id)<.5 THEN 'new' WHEN c>now()-interval '18 days' THEN (ARRAY['open','open','pending','on_hold','solved','solved','closed'])[1+floor(7*pg_temp.h('st',t.id))::int] WHEN pg_temp.h('st',t.id)<.012 THEN 'open' WHEN pg_temp.h('st',t.id)<.022 THEN 'on_hold' WHEN pg_temp.h('st',t.id)<.03 THEN 'pending' WHEN c>now()-interval '40 days' THEN 'solved' ELSE 'closed' END st,
   CASE WHEN cat IN (1,6,7) THEN 5 WHEN a.segment='enterprise' THEN 6 WHEN cat IN (8,9,10,12) THEN 4 WHEN a.country IN ('AU','SG') THEN 3 WHEN a.country IN ('US','BR') THEN 2 ELSE 1 END tm
  FROM (SELECT i id,1+floor(700*power(pg_temp.h('rq',i),1.5))::int cid,date_trunc('minute',now()::timestamp-interval '1 hour'-interval '1 day'*(830*power(pg_temp.h('cr',i),1.25))) c,CASE WHEN i%29<>0 THEN (ARRAY[1,2,3,3,3,4,5,6,7,7,8,8,8,9,10,11,11,12])[1+floor(18*pg_temp.h('cat',i))::int] END cat,(ARRAY['email','email','email','chat','chat','phone','web_form','web_form','api'])[1+floor(9*pg_temp.h('chn',i))::int] ch,(ARRAY['low','low','normal','normal','normal','normal','high','high','urgent'])[1+floor(9*pg_temp.h('pri',i))::int] pr FROM generate_series(1,2900) i OFFSET 0) t JOIN contacts k ON k.id=t.cid JOIN accounts a ON a.id=k.account_id OFFSET 0) y OFFSET 0) x;
UPDATE tickets SET solved_at=now()::timestamp-interval '20 minutes' WHERE solved_at>now();
UPDATE tickets SET first_replied_at=NULL WHERE first_replied_at>now();
UPDATE tickets t SET merged_into_id=(SELECT max(o.id) FROM tickets o WHERE o.account_id=t.account_id AND o.id<t.id AND o.created_at<t.created_at) WHERE t.status='closed' AND t.id%37=0;

CREATE TABLE ticket_tags (ticket_id int NOT NULL REFERENCES tickets, tag text NOT NULL, PRIMARY KEY (ticket_id,tag));
INSERT INTO ticket_tags SELECT DISTINCT id,(ARRAY['vip','bug','refund','mobile','churn-risk','gdpr','bug','mobile','how-to'])[1+floor(9*pg_temp.h('tag',id*2+k))::int] FROM tickets CROSS JOIN generate_series(1,2) k WHERE pg_temp.h('tg',id*2+k)<.3;

CREATE TABLE messages (id int PRIMARY KEY, ticket_id int NOT NULL REFERENCES tickets, author author_kind NOT NULL, agent_id int REFERENCES agents, is_internal boolean NOT NULL, sent_at timestamp NOT NULL, word_count int NOT NULL);
INSERT INTO messages SELECT row_number() OVER (ORDER BY s,tid,k),tid,au::author_kind,CASE WHEN au='agent' THEN aid END,au='agent' AND k>2 AND pg_temp.h('int',tid*4+k)<.35,s,3+floor(160*power(pg_temp.h('wc',tid*4+k),1.6))::int
FROM (SELECT t.id tid,k,t.assignee_id aid,CASE WHEN k=1 THEN 'customer' WHEN k=2 THEN CASE WHEN t.channel='chat' AND t.id%4=0 THEN 'bot' ELSE 'agent' END WHEN t.assignee_id IS NULL OR pg_temp.h('au',t.id*4+k)<.45 THEN 'customer' ELSE 'agent' END au,CASE WHEN k=1 THEN t.created_at WHEN k=2 THEN t.first_replied_at ELSE least(t.first_replied_at+interval '1 hour'*(k-2)*(1+20*pg_temp.h('ms',t.id*4+k)),now()::timestamp) END s FROM tickets t CROSS JOIN generate_series(1,4) k WHERE t.created_at>now()-interval '420 days' AND (k=1 OR (t.first_replied_at IS NOT NULL AND t.assignee_id IS NOT NULL AND (k=2 OR pg_temp.h('mk',t.id*4+k)<.3)))) z;

CREATE TABLE sla_breaches (id int PRIMARY KEY, ticket_id int NOT NULL REFERENCES tickets, kind breach_kind NOT NULL, breached_at timestamp NOT NULL, minutes_over int NOT NULL, excused boolean NOT NULL);
INSERT INTO sla_breaches SELECT row_number() OVER (ORDER BY b,id),id,kd::breach_kind,b,(extract(epoch FROM e-b)/60)::int,pg_temp.h('exc',id)<.12 FROM (
 SELECT t.id,'first_response' kd,created_at+make_interval(mins=>first_response_minutes) b,coalesce(first_replied_at,now()::timestamp) e FROM tickets t JOIN sla_policies p ON p.id=t.sla_policy_id WHERE NOT is_spam
 UNION ALL SELECT t.id,'resolution',created_at+make_interval(hours=>resolution_hours),coalesce(solved_at,now()::timestamp) FROM tickets t JOIN sla_policies p ON p.id=t.sla_policy_id WHERE NOT is_spam) z WHERE e>b+interval '1 minute';

CREATE TABLE surveys (id int PRIMARY KEY, ticket_id int NOT NULL UNIQUE REFERENCES tickets, agent_id int REFERENCES agents, sent_at timestamp NOT NULL, answered_at timestamp, score int CHECK (score BETWEEN 1 AND 5), comment text);
INSERT INTO surveys SELECT row_number() OVER (ORDER BY s,id),id,assignee_id,s,CASE WHEN an THEN least(s+interval '1 hour'*(90*power(pg_temp.h('sa',id),2)),now()::timestamp) END,CASE WHEN an THEN sc END,CASE WHEN an AND pg_temp.h('cm',id)<.3 THEN CASE WHEN sc>=4 THEN (ARRAY['Great help, thanks','Fast and friendly','Solved right away'])[1+id%3] ELSE (ARRAY['Took far too long','Had to explain everything twice','Still not working'])[1+id%3] END END
FROM (SELECT id,assignee_id,solved_at+interval '5 minutes' s,pg_temp.h('an',id)<.38 an,(ARRAY[5,5,5,5,4,4,3,2,1])[1+floor(9*pg_temp.h('sc',id))::int] sc FROM tickets WHERE solved_at<now()-interval '1 hour' AND NOT is_spam AND merged_into_id IS NULL AND pg_temp.h('sv',id)<.85) z;
ANALYZE;
