-- Lumen+ : analytics warehouse of the streaming service (star; loaded nightly; keys are not declared)
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
CREATE FUNCTION pg_temp.h(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5('L' || i || k), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;
CREATE FUNCTION pg_temp.dk(d date) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT to_char(d,'YYYYMMDD')::int $$;

CREATE TABLE dim_date (date_key integer PRIMARY KEY, full_date date NOT NULL, year_no smallint NOT NULL, quarter_no smallint NOT NULL, month_no smallint NOT NULL, month_name varchar(9) NOT NULL, month_key integer NOT NULL, day_name varchar(9) NOT NULL, weekend_flg boolean NOT NULL);
COMMENT ON TABLE dim_date IS 'One row per calendar day; date_key = yyyymmdd, month_key = yyyymm';
INSERT INTO dim_date SELECT pg_temp.dk(d::date),d::date,extract(year from d),extract(quarter from d),extract(month from d),trim(to_char(d,'Month')),to_char(d,'YYYYMM')::int,trim(to_char(d,'Day')),extract(isodow from d)>5 FROM generate_series(date_trunc('year',current_date)-interval '4 years',date_trunc('year',current_date)+interval '2 years'-interval '1 day',interval '1 day') d;

CREATE TABLE dim_country (country_key integer PRIMARY KEY, iso_cd char(2) NOT NULL, country_name varchar(40) NOT NULL, market_cd varchar(5) NOT NULL, currency_cd char(3) NOT NULL, vat_pct numeric(4,1) NOT NULL);
COMMENT ON COLUMN dim_country.market_cd IS 'NORD = Nordics, DACH = German-speaking, IBER = Iberia, ROE = rest of Europe';
INSERT INTO dim_country VALUES (1,'SE','Sweden','NORD','SEK',25),(2,'NO','Norway','NORD','NOK',25),(3,'DK','Denmark','NORD','DKK',25),(4,'DE','Germany','DACH','EUR',19),(5,'AT','Austria','DACH','EUR',20),(6,'CH','Switzerland','DACH','CHF',8.1),(7,'ES','Spain','IBER','EUR',21),(8,'PT','Portugal','IBER','EUR',23),(9,'IE','Ireland','ROE','EUR',23);

CREATE TABLE dim_plan (plan_key integer PRIMARY KEY, plan_cd varchar(6) NOT NULL, plan_name varchar(30) NOT NULL, ad_tier_flg boolean NOT NULL, max_streams smallint NOT NULL, list_price_eur numeric(6,2) NOT NULL, row_from_key integer NOT NULL, row_to_key integer, current_flg boolean NOT NULL);
COMMENT ON TABLE dim_plan IS 'Price plans, type 2: a price change makes a new row; plan_cd stays';
INSERT INTO dim_plan SELECT k,cd,nm,ad,ms,pr,pg_temp.dk((current_date-f)::date),CASE WHEN t IS NOT NULL THEN pg_temp.dk((current_date-t)::date) END,t IS NULL FROM (VALUES (1,'ADS','Basic with ads',true,1,4.99,900,NULL::int),(2,'STD','Standard',false,2,8.99,1400,366),(3,'STD','Standard',false,2,9.99,365,NULL),(4,'PRM','Premium',false,4,14.99,1400,NULL),(5,'FAM','Family',false,6,17.99,700,NULL),(6,'STU','Student',false,1,5.49,800,NULL)) v(k,cd,nm,ad,ms,pr,f,t);

CREATE TABLE dim_subscriber (subscriber_key integer PRIMARY KEY, subscriber_no varchar(10) NOT NULL, display_name varchar(50), email_hash char(12), birth_year smallint, country_key integer NOT NULL, plan_key integer, signup_date_key integer NOT NULL, churn_date_key integer, acq_channel_cd varchar(4), status_cd char(1) NOT NULL, referred_by_key integer);
COMMENT ON TABLE dim_subscriber IS 'Subscribers (accounts); -1 = unknown';
COMMENT ON COLUMN dim_subscriber.plan_key IS 'plan of today, the last plan for churned ones';
COMMENT ON COLUMN dim_subscriber.status_cd IS 'A = active, T = free trial, P = paused, C = churned, X = test account';
COMMENT ON COLUMN dim_subscriber.acq_channel_cd IS 'ORG = organic, PAID = paid ads, PART = partner bundle, REF = referral';
INSERT INTO dim_subscriber VALUES (-1,'-','Unknown',NULL,NULL,4,NULL,pg_temp.dk((current_date-1400)::date),NULL,NULL,'X',NULL);
INSERT INTO dim_subscriber SELECT i,'LS'||(30000+i*7),(ARRAY['Ebba','Jonas','Marta','Felix','Ingrid','Pablo','Lena','Rui','Siobhan','Anton','Greta','Tiago','Clara','Emil','Nuria','Kasper','Heidi'])[1+(i*5)%17]||' '||(ARRAY['Lindgren','Huber','Costa','Moreno','Olsen','Bauer','Nyberg','Egli','Byrne','Santos','Vega','Krogh','Winter'])[1+(i*3)%13],CASE WHEN i%10<>0 THEN substr(md5('e'||i),1,12) END,CASE WHEN i%8<>0 THEN 1950+floor(56*power(pg_temp.h('by',i),.7))::int END,
 1+floor(9*power(pg_temp.h('ct',i),1.2))::int,(ARRAY[1,1,1,3,3,3,3,4,4,5,6,2])[1+floor(12*pg_temp.h('pl',i))::int],pg_temp.dk(s),CASE WHEN st='C' THEN pg_temp.dk(s+10+((current_date-s-10)*pg_temp.h('ch',i))::int) END,CASE WHEN r THEN 'REF' ELSE (ARRAY['ORG','ORG','PAID','PAID','PAID','PART',NULL])[1+floor(7*pg_temp.h('aq',i))::int] END,st,CASE WHEN r THEN 1+floor(49*pg_temp.h('rb',i))::int END
FROM (SELECT i,s,i>50 AND pg_temp.h('rf',i)<.1 r,CASE WHEN i%83=0 THEN 'X' WHEN s>current_date-14 THEN 'T' WHEN pg_temp.h('st',i)<.62 THEN 'A' WHEN pg_temp.h('st',i)<.66 THEN 'P' ELSE 'C' END st FROM (SELECT i,(current_date-(1000*power(pg_temp.h('sg',i),1.2))::int)::date s FROM generate_series(1,480) i) a) b;

CREATE TABLE dim_title (title_key integer PRIMARY KEY, title_name varchar(60) NOT NULL, title_type_cd char(1) NOT NULL, genre varchar(20) NOT NULL, release_year smallint NOT NULL, runtime_min smallint, original_flg boolean NOT NULL, studio_key integer, age_rating smallint, added_date_key integer, removed_date_key integer);
COMMENT ON COLUMN dim_title.title_type_cd IS 'M = movie, S = series, D = documentary';
COMMENT ON COLUMN dim_title.original_flg IS 'true = own production (Lumen Original)';
COMMENT ON COLUMN dim_title.age_rating IS 'minimum age';
INSERT INTO dim_title SELECT i,(ARRAY['The Silent','Northern','Last','Paper','Broken','Golden','Midnight','Little','Wild','Second','Glass','Hidden','Summer'])[1+(i*5)%13]||' '||(ARRAY['Harbour','Detectives','Orchard','Empire','Signal','Winter','Kitchen','Witness','Island','Promise','Station'])[1+(i*4)%11],(ARRAY['M','M','M','S','S','D'])[1+floor(6*pg_temp.h('tt',i))::int],(ARRAY['Drama','Drama','Crime','Crime','Comedy','Comedy','Sci-Fi','Family','Romance','Thriller'])[1+floor(10*pg_temp.h('gn',i))::int],extract(year from current_date)::int-floor(25*power(pg_temp.h('ry',i),2))::int,CASE WHEN i%29<>0 THEN 22+floor(110*pg_temp.h('rt',i))::int END,pg_temp.h('or',i)<.2,CASE WHEN i%15<>0 THEN 1+floor(7*pg_temp.h('sd',i))::int END,(ARRAY[0,6,12,12,16,18])[1+floor(6*pg_temp.h('ag',i))::int],pg_temp.dk((current_date-(1100*pg_temp.h('ad',i))::int)::date),CASE WHEN i%14=0 THEN pg_temp.dk((current_date-i)::date) END FROM generate_series(1,120) i;

CREATE TABLE dim_studio (studio_key integer PRIMARY KEY, studio_name varchar(40) NOT NULL, country_key integer);
INSERT INTO dim_studio VALUES (1,'Lumen Originals',1),(2,'Fjordfilm',2),(3,'Donau Studios',5),(4,'Casa Azul',7),(5,'Blackthorn Pictures',9),(6,'Alpenlicht',6),(7,'Aurora Nordic',1),(8,'Tejo Filmes',8);

CREATE TABLE dim_device (device_key integer PRIMARY KEY, device_name varchar(30) NOT NULL, device_class_cd char(2) NOT NULL);
COMMENT ON COLUMN dim_device.device_class_cd IS 'TV, MO = mobile, WB = web browser, CO = console';
INSERT INTO dim_device VALUES (1,'Smart TV app','TV'),(2,'Streaming stick','TV'),(3,'iPhone / iPad','MO'),(4,'Android phone','MO'),(5,'Web browser','WB'),(6,'Game console','CO');

CREATE TABLE fact_view (view_id integer PRIMARY KEY, start_date_key integer NOT NULL, start_hour smallint NOT NULL, subscriber_key integer NOT NULL, title_key integer NOT NULL, device_key integer NOT NULL, watched_min numeric(6,1) NOT NULL, completed_flg boolean NOT NULL, buffering_sec integer, ad_impressions integer NOT NULL);
COMMENT ON TABLE fact_view IS 'One row per playback';
COMMENT ON COLUMN fact_view.watched_min IS 'minutes watched';
INSERT INTO fact_view SELECT i,pg_temp.dk((current_date-(400*power(pg_temp.h('vd',i),1.2))::int)::date),(ARRAY[7,12,17,18,19,20,20,21,21,22,23])[1+floor(11*pg_temp.h('vh',i))::int],CASE WHEN i%71=0 THEN -1 ELSE 1+floor(480*power(pg_temp.h('vs',i),1.4))::int END,t.title_key,1+floor(6*power(pg_temp.h('vv',i),1.5))::int,round((coalesce(t.runtime_min,60)*CASE WHEN c THEN 1 ELSE pg_temp.h('wm',i) END)::numeric,1),c,CASE WHEN pg_temp.h('bf',i)<.9 THEN floor(40*power(pg_temp.h('bs',i),5))::int END,CASE WHEN i%4=0 THEN i%7 ELSE 0 END
FROM (SELECT i,pg_temp.h('cm',i)<.46 c,1+floor(120*power(pg_temp.h('vt',i),1.6))::int tk FROM generate_series(1,1200) i) a JOIN dim_title t ON t.title_key=a.tk;

CREATE TABLE fact_billing (billing_id integer PRIMARY KEY, invoice_no varchar(12) NOT NULL, billing_date_key integer NOT NULL, paid_date_key integer, subscriber_key integer NOT NULL, plan_key integer NOT NULL, country_key integer NOT NULL, bill_status_cd char(1) NOT NULL, gross_amt_eur numeric(8,2) NOT NULL, discount_amt_eur numeric(8,2) NOT NULL, vat_amt_eur numeric(8,2) NOT NULL, net_amt_eur numeric(8,2) NOT NULL, gross_amt_local numeric(9,2) NOT NULL, currency_cd char(3) NOT NULL);
COMMENT ON TABLE fact_billing IS 'Subscription charges, one row per billing period';
COMMENT ON COLUMN fact_billing.bill_status_cd IS 'P = paid, O = open, F = payment failed (written off), R = refunded in full, V = void (billed in error)';
COMMENT ON COLUMN fact_billing.gross_amt_eur IS 'price charged before discount, with VAT';
COMMENT ON COLUMN fact_billing.net_amt_eur IS 'gross_amt_eur - discount_amt_eur - vat_amt_eur, what we keep';
INSERT INTO fact_billing SELECT id,'B'||(700000+id),pg_temp.dk(d),CASE WHEN st IN ('P','R') THEN pg_temp.dk(least(d+(4*pg_temp.h('pd',id))::int,current_date)) END,sk,pk,ck,st,g,ds,v,g-ds-v,round(g*rate,2),cur FROM (
 SELECT *,round((g-ds)*vat/(100+vat),2) v,CASE WHEN pg_temp.h('bst',id)<.02 THEN 'V' WHEN pg_temp.h('bst',id)<.045 THEN 'R' WHEN pg_temp.h('bst',id)<.075 THEN 'F' WHEN d>current_date-6 THEN 'O' ELSE 'P' END st,CASE cur WHEN 'SEK' THEN 11.3 WHEN 'NOK' THEN 11.6 WHEN 'DKK' THEN 7.46 WHEN 'CHF' THEN .95 ELSE 1 END rate FROM (
 SELECT row_number() OVER (ORDER BY d,s.subscriber_key) id,d::date d,s.subscriber_key sk,p.plan_key pk,c.country_key ck,c.vat_pct vat,c.currency_cd cur,p.list_price_eur g,CASE WHEN pg_temp.h('dc',s.subscriber_key*100+extract(month from d)::int)<.12 THEN round(p.list_price_eur*.25,2) ELSE 0 END ds
 FROM dim_subscriber s JOIN dim_country c USING (country_key) CROSS JOIN LATERAL generate_series(to_date(s.signup_date_key::text,'YYYYMMDD')+interval '14 days',coalesce(to_date(s.churn_date_key::text,'YYYYMMDD'),current_date)::timestamp,interval '3 months') d JOIN dim_plan p ON p.plan_key=CASE WHEN s.plan_key=3 AND d<current_date-365 THEN 2 ELSE s.plan_key END WHERE s.status_cd<>'X' AND d>current_date-700) a) b;

CREATE TABLE fact_subscriber_snapshot (month_key integer NOT NULL, snapshot_date_key integer NOT NULL, country_key integer NOT NULL, plan_cd varchar(6) NOT NULL, active_subs integer NOT NULL, new_subs integer NOT NULL, churned_subs integer NOT NULL, mrr_eur numeric(12,2) NOT NULL, PRIMARY KEY (month_key,country_key,plan_cd));
COMMENT ON TABLE fact_subscriber_snapshot IS 'Subscriber base at each month end; active_subs and mrr_eur must not be added up over months';
INSERT INTO fact_subscriber_snapshot SELECT to_char(m,'YYYYMM')::int,pg_temp.dk((m+interval '1 month'-interval '1 day')::date),country_key,plan_cd,n,nw,cu,round(n*p,2) FROM (
 SELECT m,s.country_key,pl.plan_cd,count(*) FILTER (WHERE s.churn_date_key IS NULL OR s.churn_date_key>=pg_temp.dk((m+interval '1 month')::date)) n,count(*) FILTER (WHERE s.signup_date_key>=pg_temp.dk(m::date)) nw,count(*) FILTER (WHERE s.churn_date_key BETWEEN pg_temp.dk(m::date) AND pg_temp.dk((m+interval '1 month'-interval '1 day')::date)) cu,max(pl.list_price_eur) p
 FROM generate_series(date_trunc('month',current_date)-interval '12 months',date_trunc('month',current_date)-interval '1 month',interval '1 month') m JOIN dim_subscriber s ON s.status_cd<>'X' AND s.signup_date_key<pg_temp.dk((m+interval '1 month')::date) AND (s.churn_date_key IS NULL OR s.churn_date_key>=pg_temp.dk(m::date)) JOIN dim_plan pl USING (plan_key) GROUP BY 1,2,3) z;

CREATE TABLE fact_content_cost (cost_id integer PRIMARY KEY, title_key integer NOT NULL, posting_date_key integer NOT NULL, cost_type_cd varchar(3) NOT NULL, amount_eur numeric(12,2) NOT NULL, approved_flg boolean NOT NULL);
COMMENT ON COLUMN fact_content_cost.cost_type_cd IS 'LIC = licence fee, PRD = own production, DUB = dubbing and subtitles';
COMMENT ON COLUMN fact_content_cost.approved_flg IS 'false = planned, not booked yet';
INSERT INTO fact_content_cost SELECT row_number() OVER (ORDER BY title_key,k),title_key,pg_temp.dk((current_date-(500*pg_temp.h('cc',title_key*5+k))::int)::date),CASE WHEN k=3 THEN 'DUB' WHEN original_flg THEN 'PRD' ELSE 'LIC' END,round((CASE WHEN k=3 THEN 10 WHEN original_flg THEN 90 ELSE 25 END*(1+2*pg_temp.h('ca',title_key*5+k)))::numeric,2),pg_temp.h('ap',title_key*5+k)<.94 FROM dim_title CROSS JOIN generate_series(1,3) k WHERE pg_temp.h('hc',title_key*5+k)<.6;

CREATE TABLE fact_support_ticket (ticket_id integer PRIMARY KEY, opened_date_key integer NOT NULL, closed_date_key integer, subscriber_key integer NOT NULL, topic_cd varchar(4) NOT NULL, csat_score smallint, handling_min integer);
COMMENT ON COLUMN fact_support_ticket.topic_cd IS 'BILL = billing, PLAY = playback problem, ACCT = account, CONT = content request';
COMMENT ON COLUMN fact_support_ticket.csat_score IS 'satisfaction, 1 to 5';
INSERT INTO fact_support_ticket SELECT i,pg_temp.dk((current_date-o)::date),CASE WHEN o>2 AND i%19<>0 THEN pg_temp.dk((current_date-o+1+(i%3)%o)::date) END,1+floor(480*pg_temp.h('ts',i))::int,(ARRAY['BILL','BILL','PLAY','PLAY','PLAY','ACCT','CONT'])[1+floor(7*pg_temp.h('tp',i))::int],CASE WHEN pg_temp.h('cs',i)<.45 THEN 1+floor(5*power(pg_temp.h('c2',i),.6))::int END,CASE WHEN o>2 THEN 3+floor(45*power(pg_temp.h('hm',i),2))::int END FROM (SELECT i,(360*pg_temp.h('to',i))::int o FROM generate_series(1,210) i) a;
ANALYZE;
