-- Pocketwell: payments app with wallets, cards and merchant acceptance.
SET client_min_messages = warning; SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.u(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k || ':' || i::text), 3, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE countries (code char(2) PRIMARY KEY, name text NOT NULL, is_eu boolean NOT NULL);
INSERT INTO countries VALUES ('IE','Ireland',true),('DE','Germany',true),('FR','France',true),('ES','Spain',true),('SE','Sweden',true),('GB','United Kingdom',false),('NO','Norway',false),('PT','Portugal',true);

CREATE TABLE plans (id smallint PRIMARY KEY, name text NOT NULL, monthly_fee integer NOT NULL, free_transfers_per_month smallint);
COMMENT ON COLUMN plans.monthly_fee IS 'in euro cents';
INSERT INTO plans VALUES (1,'Basic',0,5),(2,'Plus',399,20),(3,'Premium',999,NULL),(4,'Family',1299,40);

CREATE TABLE customers (id integer PRIMARY KEY, full_name text NOT NULL, email text, country_code char(2) NOT NULL REFERENCES countries(code), plan_id smallint NOT NULL REFERENCES plans(id), kyc_status text NOT NULL, kyc_verified_at timestamptz, risk_level text, birth_date date, referred_by_id integer REFERENCES customers(id), signup_channel text, signed_up_at timestamptz NOT NULL, closed_at timestamptz, last_login_at timestamptz, is_test boolean NOT NULL DEFAULT false);
COMMENT ON COLUMN customers.kyc_status IS 'identity check: pending, verified, rejected';
COMMENT ON COLUMN customers.closed_at IS 'account closed, null while open';
COMMENT ON COLUMN customers.is_test IS 'internal test account';
INSERT INTO customers SELECT i,(ARRAY['Aoife','Bram','Celia','Dario','Elin','Fabian','Gaia','Henrik','Iris','Jonas','Klara','Liam','Mina'])[1+(i*5)%13]||' '||(ARRAY['Ashdown','Bellweather','Crane','Dovetail','Elmhurst','Farrow','Greenhalgh','Hollis','Ivarsson','Junker','Kettle'])[1+(i*3)%11],CASE WHEN i%17<>0 THEN 'user'||i||'@mail.example' END,(ARRAY['IE','IE','IE','DE','DE','FR','FR','ES','SE','GB','GB','NO'])[1+floor(12*pg_temp.u('co',i))::int],(ARRAY[1,1,1,1,1,1,2,2,3,4])[1+floor(10*pg_temp.u('pl',i))::int],k,CASE WHEN k='verified' THEN s+make_interval(hours=>(1+150*power(pg_temp.u('kv',i),3))::int) END,
 CASE WHEN i%29<>0 THEN (ARRAY['low','low','low','low','medium','medium','high'])[1+floor(7*pg_temp.u('ri',i))::int] END,CASE WHEN i%13<>0 THEN current_date-(6700+(18000*pg_temp.u('bd',i))::int) END,CASE WHEN i>40 AND pg_temp.u('rf',i)<.22 THEN 1+floor(39*power(pg_temp.u('rg',i),2))::int END,CASE WHEN i%19<>0 THEN (ARRAY['organic','organic','referral','paid_social','paid_search','partner'])[1+floor(6*pg_temp.u('ch',i))::int] END,s,
 CASE WHEN pg_temp.u('cl',i)<.09 THEN s+(now()-s)*(.2+.8*pg_temp.u('cm',i)) END,CASE WHEN i%31<>0 THEN now()-make_interval(hours=>(1+4000*power(pg_temp.u('ll',i),4))::int) END,i IN (5,118,402,555)
FROM (SELECT i,CASE WHEN i<=40 THEN now()-make_interval(days=>870-i*2) ELSE now()-make_interval(mins=>(780*1440*power(pg_temp.u('su',i),1.2))::int) END s,CASE WHEN i<=40 THEN 'verified' WHEN pg_temp.u('ky',i)<.83 THEN 'verified' WHEN pg_temp.u('ky',i)<.94 THEN 'pending' ELSE 'rejected' END k FROM generate_series(1,700) i) z;
UPDATE customers SET last_login_at=greatest(signed_up_at,least(last_login_at,coalesce(closed_at,now()))) WHERE last_login_at IS NOT NULL;

CREATE TABLE wallets (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customers(id), currency char(3) NOT NULL, balance bigint NOT NULL, status text NOT NULL, is_primary boolean NOT NULL, opened_at timestamptz NOT NULL);
COMMENT ON COLUMN wallets.balance IS 'in minor units (cents, pence, öre)';
COMMENT ON COLUMN wallets.status IS 'active, frozen, closed';
INSERT INTO wallets SELECT row_number() OVER (ORDER BY o,c),c,cur,CASE st WHEN 'closed' THEN 0 ELSE (200000*power(pg_temp.u('ba',n),4))::int*CASE cur WHEN 'SEK' THEN 10 ELSE 1 END-CASE WHEN pg_temp.u('ng',n)<.02 THEN 2500 ELSE 0 END END,st,k=1,o
FROM (SELECT c.id c,k,c.id*4+k n,CASE WHEN k=1 AND country_code='GB' OR k=2 AND country_code='IE' THEN 'GBP' WHEN k=1 AND country_code='SE' OR k=3 THEN 'SEK' ELSE 'EUR' END cur,CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN pg_temp.u('ws',c.id*4+k)<.04 THEN 'frozen' ELSE 'active' END st,signed_up_at+make_interval(days=>(k-1)*9) o FROM customers c CROSS JOIN generate_series(1,3) k WHERE kyc_status<>'rejected' AND (k=1 OR k=2 AND country_code<>'DE' AND pg_temp.u('w2',c.id)<.35 OR k=3 AND country_code NOT IN ('SE','GB') AND pg_temp.u('w3',c.id)<.1)) z WHERE o<now();

CREATE TABLE transfers (id integer PRIMARY KEY, reference text NOT NULL UNIQUE, kind text NOT NULL, from_wallet_id integer REFERENCES wallets(id), to_wallet_id integer REFERENCES wallets(id), amount bigint NOT NULL, currency char(3) NOT NULL, fee integer NOT NULL, status text NOT NULL, failure_reason text, created_at timestamptz NOT NULL, completed_at timestamptz, note text);
COMMENT ON COLUMN transfers.kind IS 'top_up (from a bank to a wallet), withdrawal (wallet to bank), p2p (wallet to wallet)';
COMMENT ON COLUMN transfers.amount IS 'in minor units of the currency';
COMMENT ON COLUMN transfers.fee IS 'charged to the sender, minor units';
COMMENT ON COLUMN transfers.status IS 'pending, completed, failed, reversed';
INSERT INTO transfers SELECT row_number() OVER (ORDER BY t,i),'TR'||upper(substr(md5('tr'||i),1,9)),kind,CASE WHEN kind<>'top_up' THEN w END,CASE kind WHEN 'top_up' THEN w WHEN 'p2p' THEN coalesce((SELECT min(x.id) FROM wallets x WHERE x.currency=z.currency AND x.id>z.w),1) END,a,currency,CASE WHEN kind='withdrawal' THEN 50+(a/200)::int WHEN kind='p2p' AND pg_temp.u('fe',i)<.25 THEN 35 ELSE 0 END,st,CASE WHEN st='failed' THEN (ARRAY['insufficient_funds','insufficient_funds','bank_rejected','limit_exceeded','suspected_fraud'])[1+floor(5*pg_temp.u('fr',i))::int] END,t,CASE WHEN st IN ('completed','reversed') THEN least(t+make_interval(mins=>CASE kind WHEN 'p2p' THEN 0 ELSE (2+2800*power(pg_temp.u('ct',i),3))::int END,secs=>4),now()) END,CASE WHEN kind='p2p' AND i%3<>0 THEN (ARRAY['rent','dinner','thanks!','gift','trip','utilities'])[1+i%6] END
FROM (SELECT i,w.id w,w.currency,t,kind,((500+60000*power(pg_temp.u('am',i),3))*CASE w.currency WHEN 'SEK' THEN 10 ELSE 1 END)::int a,CASE WHEN t>now()-interval '2 days' AND pg_temp.u('ts',i)<.4 THEN 'pending' WHEN pg_temp.u('ts',i)<.07 THEN 'failed' WHEN pg_temp.u('ts',i)<.085 THEN 'reversed' ELSE 'completed' END st
 FROM (SELECT i,1+floor((SELECT count(*)-1 FROM wallets)*power(pg_temp.u('tw',i),1.3))::int wid,now()-make_interval(mins=>(700*1440*power(pg_temp.u('tt',i),1.4))::int) t0,(ARRAY['top_up','top_up','top_up','p2p','p2p','p2p','withdrawal'])[1+floor(7*pg_temp.u('tk',i))::int] kind FROM generate_series(1,3400) i) y JOIN wallets w ON w.id=y.wid CROSS JOIN LATERAL (SELECT greatest(t0,w.opened_at+(now()-w.opened_at)*pg_temp.u('tz',i)) t) q) z;

CREATE TABLE cards (id integer PRIMARY KEY, wallet_id integer NOT NULL REFERENCES wallets(id), kind text NOT NULL, last4 char(4) NOT NULL, status text NOT NULL, monthly_limit integer, issued_at timestamptz NOT NULL, activated_at timestamptz, expires_on date NOT NULL);
COMMENT ON COLUMN cards.kind IS 'virtual or physical';
COMMENT ON COLUMN cards.status IS 'inactive (not yet activated), active, blocked, lost, expired';
COMMENT ON COLUMN cards.monthly_limit IS 'in minor units; null = no limit';
INSERT INTO cards SELECT row_number() OVER (ORDER BY o,w),w,kind,lpad((n*7919%10000)::text,4,'0'),st,CASE WHEN n%5<>0 THEN (ARRAY[50000,100000,100000,250000])[1+n%4] END,o,CASE WHEN st<>'inactive' THEN least(o+make_interval(hours=>CASE kind WHEN 'virtual' THEN 1 ELSE 60+n%200 END),now()) END,(o+CASE WHEN st='expired' THEN interval '1 year' ELSE interval '3 years' END)::date
FROM (SELECT w.id w,w.id*3+k n,CASE WHEN k=1 THEN 'physical' ELSE 'virtual' END kind,w.opened_at+make_interval(hours=>k*20) o,CASE WHEN w.opened_at<now()-interval '380 days' AND pg_temp.u('cs',w.id*3+k)<.06 THEN 'expired' WHEN pg_temp.u('cs',w.id*3+k)<.10 THEN 'blocked' WHEN pg_temp.u('cs',w.id*3+k)<.14 THEN 'lost' WHEN pg_temp.u('cs',w.id*3+k)>.9 THEN 'inactive' ELSE 'active' END st FROM wallets w CROSS JOIN generate_series(1,2) k WHERE w.is_primary AND pg_temp.u('cd',w.id*3+k)<CASE k WHEN 1 THEN .8 ELSE .4 END) z WHERE o<now();

CREATE TABLE merchant_categories (code char(4) PRIMARY KEY, label text NOT NULL);
INSERT INTO merchant_categories VALUES ('5411','Groceries'),('5812','Restaurants'),('5541','Fuel'),('4111','Public transport'),('5732','Electronics'),('7995','Gambling'),('4722','Travel agencies'),('5651','Clothing'),('5815','Digital goods'),('8398','Charities');
CREATE TABLE merchants (id integer PRIMARY KEY, name text NOT NULL, category_code char(4) NOT NULL REFERENCES merchant_categories(code), country_code char(2) NOT NULL REFERENCES countries(code), fee_bps smallint NOT NULL, onboarded_on date NOT NULL, offboarded_on date, account_manager_id integer);
COMMENT ON COLUMN merchants.fee_bps IS 'our fee in basis points (150 = 1.5 %)';
INSERT INTO merchants SELECT i,(ARRAY['Blue','Copper','Little','North','Old Town','Velvet'])[1+((i-1)/10+i)%6]||' '||(ARRAY['Basket','Fork','Pump','Tram','Circuit','Dice','Compass','Thread','Pixel','Hands'])[1+(i-1)%10],(ARRAY['5411','5812','5541','4111','5732','7995','4722','5651','5815'])[1+(i-1)%10],(ARRAY['IE','IE','DE','FR','ES','GB','SE','IE'])[1+floor(8*pg_temp.u('mc',i))::int],(ARRAY[90,120,150,150,180,240])[1+floor(6*pg_temp.u('mf',i))::int],current_date-(100+(1000*pg_temp.u('mo',i))::int),CASE WHEN i IN (13,34,51) THEN current_date-i END,NULL FROM generate_series(1,60) i WHERE i%10<>0;

CREATE TABLE card_payments (id integer PRIMARY KEY, card_id integer NOT NULL REFERENCES cards(id), merchant_id integer NOT NULL REFERENCES merchants(id), amount integer NOT NULL, currency char(3) NOT NULL DEFAULT 'EUR', channel text NOT NULL, status text NOT NULL, decline_reason text, authorised_at timestamptz NOT NULL, settled_on date);
COMMENT ON COLUMN card_payments.amount IS 'in euro cents';
COMMENT ON COLUMN card_payments.status IS 'authorised (not yet settled), settled, declined, refunded';
COMMENT ON COLUMN card_payments.channel IS 'online, in_store, contactless';
COMMENT ON COLUMN card_payments.authorised_at IS 'time of the payment, also of declined ones';
INSERT INTO card_payments SELECT row_number() OVER (ORDER BY t,i),c,m,a,'EUR',ch,st,CASE WHEN st='declined' THEN (ARRAY['insufficient_funds','insufficient_funds','limit_exceeded','card_blocked','suspected_fraud','wrong_pin'])[1+floor(6*pg_temp.u('pdr',i))::int] END,t,CASE WHEN st IN ('settled','refunded') THEN t::date+1+(i%3) END
FROM (SELECT i,c.id c,m,t,ch,(150+30000*power(pg_temp.u('pa',i),4)*CASE WHEN m%10 IN (5,7) THEN 3 ELSE 1 END)::int a,CASE WHEN pg_temp.u('ps',i)<.075+CASE WHEN m%10=6 THEN .1 ELSE 0 END THEN 'declined' WHEN t>now()-interval '4 days' THEN 'authorised' WHEN pg_temp.u('ps',i)>.965 THEN 'refunded' ELSE 'settled' END st
 FROM (SELECT i,1+floor(((SELECT count(*) FROM cards)-1)*power(pg_temp.u('pc',i),1.2))::int cid,(ARRAY[1,1,1,2,2,3,4,5,6,7,8,9])[1+floor(12*pg_temp.u('pm',i))::int]+10*floor(6*power(pg_temp.u('pn',i),1.3))::int m,(ARRAY['online','in_store','contactless','contactless'])[1+floor(4*pg_temp.u('pch',i))::int] ch FROM generate_series(1,4600) i) y JOIN cards c ON c.id=y.cid AND c.activated_at IS NOT NULL JOIN merchants me ON me.id=y.m CROSS JOIN LATERAL (SELECT greatest(c.activated_at,me.onboarded_on::timestamptz) s) s CROSS JOIN LATERAL (SELECT s+(coalesce(me.offboarded_on::timestamptz,now())-s)*pg_temp.u('pt',i) t) q WHERE s<coalesce(me.offboarded_on::timestamptz,now())) z;

CREATE TABLE refunds (id integer PRIMARY KEY, payment_id integer NOT NULL REFERENCES card_payments(id), amount integer NOT NULL, reason text, created_at timestamptz NOT NULL);
COMMENT ON COLUMN refunds.amount IS 'in euro cents, may be a part of the payment';
INSERT INTO refunds SELECT row_number() OVER (ORDER BY authorised_at),id,CASE WHEN id%4=0 THEN amount/2 ELSE amount END,(ARRAY['returned_goods','duplicate','goodwill',NULL])[1+id%4],least(authorised_at+make_interval(hours=>30+id%300),now()) FROM card_payments WHERE status='refunded';

CREATE TABLE agents (id integer PRIMARY KEY, name text NOT NULL, team text NOT NULL, started_on date NOT NULL, left_on date);
INSERT INTO agents SELECT i,(ARRAY['Noor','Otis','Petra','Rafi','Sanne','Tove','Ugo','Vida'])[1+i%8]||' '||chr(64+i)||'.',CASE WHEN i<=12 THEN 'support' WHEN i<=18 THEN 'disputes' ELSE 'compliance' END,current_date-(150+i*37),CASE WHEN i IN (4,15) THEN current_date-i*9 END FROM generate_series(1,22) i;
UPDATE merchants SET account_manager_id=19+id%4;
ALTER TABLE merchants ADD FOREIGN KEY (account_manager_id) REFERENCES agents(id);

CREATE TABLE disputes (id integer PRIMARY KEY, payment_id integer NOT NULL REFERENCES card_payments(id), agent_id integer REFERENCES agents(id), reason text NOT NULL, disputed_amount integer NOT NULL, status text NOT NULL, opened_at timestamptz NOT NULL, resolved_at timestamptz);
COMMENT ON COLUMN disputes.disputed_amount IS 'in euro cents';
COMMENT ON COLUMN disputes.status IS 'open, under_review, won (customer got the money back), lost, withdrawn';
INSERT INTO disputes SELECT row_number() OVER (ORDER BY o,id),id,CASE WHEN id%9<>0 THEN 13+id%6 END,(ARRAY['not_received','not_received','unauthorised','unauthorised','duplicate','wrong_amount','defective'])[1+floor(7*pg_temp.u('dr',id))::int],amount,st,o,CASE WHEN st NOT IN ('open','under_review') THEN least(o+make_interval(hours=>(24+900*power(pg_temp.u('dd',id),1.5))::int),now()) END
FROM (SELECT *,CASE WHEN o>now()-interval '14 days' OR pg_temp.u('dx',id)<.05 THEN 'open' WHEN o>now()-interval '40 days' OR pg_temp.u('dx',id)<.1 THEN 'under_review' WHEN pg_temp.u('dx',id)<.55 THEN 'won' WHEN pg_temp.u('dx',id)<.9 THEN 'lost' ELSE 'withdrawn' END st FROM (SELECT *,authorised_at+make_interval(hours=>(20+700*power(pg_temp.u('do',id),2))::int) o FROM card_payments WHERE status='settled' AND pg_temp.u('di',id)<CASE WHEN merchant_id%10 IN (6,9) THEN .14 ELSE .045 END) y WHERE o<now()) z;

CREATE TABLE support_tickets (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customers(id), agent_id integer REFERENCES agents(id), topic text NOT NULL, channel text NOT NULL, priority text NOT NULL, opened_at timestamptz NOT NULL, first_reply_at timestamptz, closed_at timestamptz, satisfaction smallint);
COMMENT ON COLUMN support_tickets.satisfaction IS '1 (bad) to 5 (great), null = not rated';
INSERT INTO support_tickets SELECT row_number() OVER (ORDER BY o,i),c,CASE WHEN i%15<>0 THEN 1+floor(12*pg_temp.u('sa',i))::int END,(ARRAY['login','card','card','transfer','transfer','fees','identity_check','other'])[1+floor(8*pg_temp.u('sp',i))::int],(ARRAY['chat','chat','email','phone'])[1+i%4],(ARRAY['low','normal','normal','normal','high'])[1+floor(5*pg_temp.u('sq',i))::int],o,f,CASE WHEN f IS NOT NULL AND pg_temp.u('sc',i)<.93 THEN least(f+make_interval(mins=>(10+6000*power(pg_temp.u('sd',i),3))::int),now()) END,CASE WHEN pg_temp.u('sc',i)<.45 AND f IS NOT NULL THEN 1+floor(5*power(pg_temp.u('ss',i),.6))::int END
FROM (SELECT i,c.id c,o,CASE WHEN o<now()-interval '1 day' AND i%15<>0 THEN o+make_interval(mins=>(3+1300*power(pg_temp.u('sf',i),4))::int) END f FROM generate_series(1,950) i JOIN customers c ON c.id=1+floor(699*power(pg_temp.u('st',i),1.6))::int CROSS JOIN LATERAL (SELECT c.signed_up_at+(now()-c.signed_up_at)*pg_temp.u('so',i) o) q) z;

CREATE TABLE payouts (id integer PRIMARY KEY, merchant_id integer NOT NULL REFERENCES merchants(id), period_start date NOT NULL, period_end date NOT NULL, gross bigint NOT NULL, fees bigint NOT NULL, net bigint NOT NULL, status text NOT NULL, paid_on date);
COMMENT ON TABLE payouts IS 'monthly settlement with merchants, amounts in euro cents; net = gross - fees';
COMMENT ON COLUMN payouts.status IS 'scheduled, paid, on_hold';
INSERT INTO payouts SELECT row_number() OVER (ORDER BY ps,merchant_id),merchant_id,ps,(ps+interval '1 month')::date-1,g,f,g-f,st,CASE WHEN st='paid' THEN least((ps+interval '1 month')::date+2+merchant_id%7,current_date) END
FROM (SELECT *,CASE WHEN ps>=date_trunc('month',current_date)-interval '1 month' AND merchant_id%3=0 THEN 'scheduled' WHEN pg_temp.u('po',merchant_id*1000+(ps-date '2020-01-01'))<.03 THEN 'on_hold' ELSE 'paid' END st FROM (SELECT p.merchant_id,date_trunc('month',p.settled_on)::date ps,sum(p.amount) g,sum(round(p.amount*m.fee_bps/10000.0))::bigint f FROM card_payments p JOIN merchants m ON m.id=p.merchant_id WHERE p.status='settled' AND p.settled_on<date_trunc('month',current_date) GROUP BY 1,2) y) z;
ANALYZE;
