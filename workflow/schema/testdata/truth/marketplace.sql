-- Lumora Market: data mart of the marketplace (sellers, orders, payouts). Star schema, nightly rebuilt, no constraints except primary keys.
-- All amounts are integers in euro cents (*_cents). Date keys are yyyymmdd, 0 = not yet / unknown. Relative to the day of loading.
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.g(a bigint, b text) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(b || a || b), 9, 7))::bit(28)::int) / 268435456.0::float8 $$;
CREATE FUNCTION pg_temp.dk(d date) RETURNS integer LANGUAGE sql IMMUTABLE AS
$$ SELECT (extract(year FROM d) * 10000 + extract(month FROM d) * 100 + extract(day FROM d))::int $$;

CREATE TABLE dim_date (
  date_key integer PRIMARY KEY, full_date date, year_no smallint, quarter_no smallint, month_no smallint, month_name varchar(9), iso_week smallint, weekday_no smallint, is_weekend boolean, is_holiday boolean);
INSERT INTO dim_date VALUES (0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO dim_date SELECT pg_temp.dk(d::date), d::date, extract(year FROM d), extract(quarter FROM d), extract(month FROM d), trim(to_char(d, 'Month')), extract(week FROM d), extract(isodow FROM d), extract(isodow FROM d) > 5, to_char(d, 'MMDD') IN ('0101','0501','1225','1226')
FROM generate_series(current_date - 900, current_date + 60, interval '1 day') d;

CREATE TABLE dim_country (country_key smallint PRIMARY KEY, iso2 char(2), country_name varchar(30) NOT NULL, vat_rate numeric(4,1), is_eu boolean);
INSERT INTO dim_country VALUES (0,NULL,'Unknown',NULL,NULL),(1,'DE','Germany',19,true),(2,'FR','France',20,true),(3,'NL','Netherlands',21,true),(4,'AT','Austria',20,true),(5,'CH','Switzerland',8.1,false),(6,'PL','Poland',23,true);

CREATE TABLE dim_category (category_key smallint PRIMARY KEY, category_name varchar(30) NOT NULL, department_name varchar(30) NOT NULL, commission_pct numeric(4,1) NOT NULL);
INSERT INTO dim_category VALUES (1,'Lamps','Home',12),(2,'Textiles','Home',12),(3,'Ceramics','Home',12),(4,'Jewellery','Fashion',15),(5,'Bags','Fashion',14),(6,'Board games','Leisure',10),(7,'Bicycle parts','Leisure',8),(8,'Art prints','Art',18),(9,'Vintage books','Art',10);

CREATE TABLE dim_seller (
  seller_key integer PRIMARY KEY, seller_id varchar(8) NOT NULL, shop_name varchar(50) NOT NULL, legal_name varchar(60), country_key smallint NOT NULL, tier_cd char(1) NOT NULL, status_cd char(1) NOT NULL, vat_registered boolean, signup_date_key integer NOT NULL, row_valid_from date NOT NULL, row_valid_to date, is_current boolean NOT NULL);
COMMENT ON TABLE dim_seller IS 'Sellers, type 2: one row per version, a seller is identified by seller_id';
COMMENT ON COLUMN dim_seller.tier_cd IS 'B = basic, P = plus, X = premium';
COMMENT ON COLUMN dim_seller.status_cd IS 'A = active, H = on hold, T = terminated, N = onboarding';
INSERT INTO dim_seller
SELECT row_number() OVER (ORDER BY v, n), 'S' || 10000 + n * 7,
 (ARRAY['Amber','Birch','Copper','Dune','Ember','Fern','Garnet','Hazel','Indigo','Juniper','Kestrel','Linden','Moss'])[1 + (n * 5) % 13] || ' ' || (ARRAY['Studio','Atelier','Goods','Workshop','& Co','Corner','Supply','Makers'])[1 + (n * 3) % 8], CASE WHEN n % 7 <> 0 THEN (ARRAY['Braun','Leclerc','de Vries','Hofer','Keller','Nowicki','Simonis','Petit','Vogt'])[1 + (n * 4) % 9] || ' ' || (ARRAY['GmbH','SARL','BV','e.U.'])[1 + n % 4] END,
 CASE WHEN n % 31 = 0 THEN 0 ELSE (ARRAY[1,1,1,2,2,3,4,5,6])[1 + floor(9 * pg_temp.g(n, 'co'))::int] END,
 CASE WHEN v = 2 THEN CASE WHEN n % 8 = 0 THEN 'X' ELSE 'P' END WHEN pg_temp.g(n, 'ti') < 0.6 OR n % 4 = 0 THEN 'B' WHEN pg_temp.g(n, 'ti') < 0.9 THEN 'P' ELSE 'X' END, CASE WHEN v = 1 AND n % 4 = 0 THEN 'A' WHEN n IN (9, 41) THEN 'T' WHEN n IN (17, 30, 52) THEN 'H' WHEN n >= 62 THEN 'N' ELSE 'A' END,
 CASE WHEN n % 11 <> 0 THEN pg_temp.g(n, 'vr') < 0.7 END, pg_temp.dk(su), CASE v WHEN 1 THEN su ELSE current_date - 210 - n END, CASE WHEN v = 1 AND n % 4 = 0 AND n < 60 THEN current_date - 211 - n END, v = 2 OR NOT (n % 4 = 0 AND n < 60)
FROM (SELECT n, v, CASE WHEN n >= 62 THEN current_date - 5 - n % 5 ELSE current_date - 430 - floor(400 * pg_temp.g(n, 'su'))::int END AS su FROM generate_series(1, 64) n, generate_series(1, 2) v WHERE v = 1 OR (n % 4 = 0 AND n < 60)) q;

CREATE TABLE dim_buyer (buyer_key integer PRIMARY KEY, buyer_name varchar(50) NOT NULL, email_hash varchar(12), country_key smallint NOT NULL, birth_year smallint, segment_cd varchar(3), first_order_date_key integer NOT NULL, signup_date_key integer NOT NULL, is_deleted boolean NOT NULL);
COMMENT ON TABLE dim_buyer IS 'buyer_key 0 = guest checkout';
COMMENT ON COLUMN dim_buyer.segment_cd IS 'NEW = new, REG = regular, VIP = best buyers, SLP = sleeping';
INSERT INTO dim_buyer VALUES (0, 'Guest', NULL, 0, NULL, NULL, 0, 0, false);
INSERT INTO dim_buyer SELECT i, (ARRAY['Alma','Bastian','Cleo','Denis','Elsa','Fabian','Gloria','Hugo','Ida','Jonas','Kim','Leonie','Mats','Nele','Otto','Pia','Romy','Sam','Tilda','Vincent'])[1 + (i * 9) % 20] || ' ' || (ARRAY['Arnold','Blanc','Coster','Dietz','Ernst','Faber','Girard','Hess','Ivens','Junker','Koch','Lambert','Mulder','Nagel','Roche','Smit','Thoma'])[1 + (i * 5) % 17],
 substr(md5('mail' || i), 1, 12), (ARRAY[1,1,1,1,2,2,3,4,5,6,0])[1 + floor(11 * pg_temp.g(i, 'bc'))::int], CASE WHEN i % 5 <> 0 THEN 1950 + floor(56 * pg_temp.g(i, 'by'))::int END, CASE WHEN i % 26 = 0 THEN NULL WHEN pg_temp.g(i, 'sg') < 0.3 THEN 'NEW' WHEN pg_temp.g(i, 'sg') < 0.75 THEN 'REG' WHEN pg_temp.g(i, 'sg') < 0.85 THEN 'VIP' ELSE 'SLP' END, 0, pg_temp.dk(current_date - 400 - floor(400 * pg_temp.g(i, 'bs'))::int), i % 43 = 0
FROM generate_series(1, 260) i;

CREATE TABLE dim_product (product_key integer PRIMARY KEY, sku varchar(12) NOT NULL, product_name varchar(60) NOT NULL, category_key smallint, owner_seller_id varchar(8) NOT NULL, list_price_cents integer NOT NULL, weight_g integer, listing_status_cd char(1) NOT NULL, listed_date_key integer NOT NULL);
COMMENT ON COLUMN dim_product.owner_seller_id IS 'dim_seller.seller_id (all versions)';
COMMENT ON COLUMN dim_product.listing_status_cd IS 'L = live, P = paused, D = draft, R = removed by us';
INSERT INTO dim_product SELECT i, 'LM' || 30000 + i * 13, (ARRAY['Small','Large','Hand-made','Blue','Oak','Linen','Vintage','Round'])[1 + (i * 3) % 8] || ' ' || (ARRAY['table lamp','cushion','vase','ring','tote bag','card game','bell','print','novel'])[c], CASE WHEN i % 37 <> 0 THEN c END, 'S' || 10000 + (1 + (i * 11) % 61) * 7,
 (ARRAY[6900,2900,3800,5900,4500,2400,1600,3200,1400])[c] * (60 + (i * 23) % 90) / 100 / 50 * 50, CASE WHEN i % 6 <> 0 THEN (ARRAY[1900,400,900,20,350,600,120,150,380])[c] + (i * 17) % 90 END, CASE WHEN pg_temp.g(i, 'ls') < 0.83 THEN 'L' WHEN pg_temp.g(i, 'ls') < 0.92 THEN 'P' WHEN pg_temp.g(i, 'ls') < 0.96 THEN 'D' ELSE 'R' END, pg_temp.dk(current_date - 400 - i % 90)
FROM (SELECT i, 1 + (i * 7) % 9 AS c FROM generate_series(1, 150) i) q;

CREATE TABLE dim_payment_method (payment_method_key smallint PRIMARY KEY, method_name varchar(20) NOT NULL, fee_pct numeric(4,2) NOT NULL);
INSERT INTO dim_payment_method VALUES (1,'Credit card',1.6),(2,'PayPal',2.5),(3,'Invoice',3.1),(4,'Bank transfer',0.3),(5,'Gift card',0);

CREATE TABLE fact_order_line (
  order_line_key integer PRIMARY KEY, order_no bigint NOT NULL, order_date_key integer NOT NULL, ship_date_key integer NOT NULL, delivery_date_key integer NOT NULL, buyer_key integer NOT NULL, seller_key integer NOT NULL, product_key integer NOT NULL, ship_country_key smallint NOT NULL, bill_country_key smallint NOT NULL, payment_method_key smallint,
  line_status_cd char(2) NOT NULL, is_test boolean NOT NULL, qty smallint NOT NULL, unit_price_cents integer NOT NULL, gross_cents integer NOT NULL, discount_cents integer NOT NULL, net_cents integer NOT NULL, tax_cents integer NOT NULL, shipping_cents integer NOT NULL, commission_cents integer NOT NULL, payment_fee_cents integer);
COMMENT ON COLUMN fact_order_line.line_status_cd IS 'PL = placed, SH = shipped, DL = delivered, RT = returned, CN = cancelled';
COMMENT ON COLUMN fact_order_line.gross_cents IS 'qty x unit_price_cents, VAT included';
COMMENT ON COLUMN fact_order_line.net_cents IS 'gross_cents - discount_cents - tax_cents';
COMMENT ON COLUMN fact_order_line.tax_cents IS 'VAT contained in gross_cents - discount_cents';
COMMENT ON COLUMN fact_order_line.commission_cents IS 'what Lumora keeps of the line, without VAT; 0 when cancelled';
COMMENT ON COLUMN fact_order_line.is_test IS 'order placed by our own people';
INSERT INTO fact_order_line
SELECT row_number() OVER (ORDER BY d, o, k), 5000000 + o * 3, pg_temp.dk(d), CASE WHEN st IN ('SH','DL','RT') THEN pg_temp.dk(least(d + sd, current_date)) ELSE 0 END, CASE WHEN st IN ('DL','RT') THEN pg_temp.dk(least(d + sd + dd, current_date)) ELSE 0 END, b, sk, pk, sc, CASE WHEN sc > 0 AND pg_temp.g(o, 'bl') < 0.06 THEN 1 + o % 6 ELSE sc END, CASE WHEN o % 83 <> 0 THEN (ARRAY[1,1,1,2,2,2,3,3,4,5])[1 + floor(10 * pg_temp.g(o, 'pm'))::int] END,
 st, o % 61 = 0, q, p, q * p, di, q * p - di - tx, tx, CASE WHEN k = 1 THEN CASE WHEN q * p > 6000 THEN 0 ELSE 490 END ELSE 0 END, CASE WHEN st = 'CN' THEN 0 ELSE round((q * p - di - tx) * cp / 100) END, CASE WHEN o % 83 <> 0 AND st <> 'CN' THEN round((q * p - di) * 0.018) END
FROM (SELECT x.*, round((q * p - di) - (q * p - di) / (1 + coalesce(c.vat_rate, 19) / 100))::int AS tx FROM (
  SELECT o, k, d, 1 + o % 4 AS sd, 2 + (o * 5) % 6 AS dd, CASE WHEN pg_temp.g(o, 'gu') < 0.12 THEN 0 ELSE y.buyer_key END AS b, s.seller_key AS sk, pr.product_key AS pk, y.country_key AS sc, z.q, pr.list_price_cents AS p, CASE WHEN pg_temp.g(o, 'di') < 0.18 THEN z.q * pr.list_price_cents / 10 ELSE 0 END AS di, coalesce(ca.commission_pct, 12) AS cp,
   CASE WHEN pg_temp.g(o * 4 + k, 'st') < 0.05 THEN 'CN' WHEN d > current_date - 3 THEN 'PL' WHEN d > current_date - 9 THEN 'SH' WHEN pg_temp.g(o * 4 + k, 'st') < 0.12 THEN 'RT' WHEN pg_temp.g(o * 4 + k, 'st') < 0.135 THEN 'SH' ELSE 'DL' END AS st
  FROM (SELECT o, current_date - 1 - floor(400 * power(1 - o / 431.0, 1.25))::int AS d FROM generate_series(1, 430) o) ord JOIN dim_buyer y ON y.buyer_key = 1 + floor(258 * power(pg_temp.g(o, 'bu'), 1.4))::int CROSS JOIN generate_series(1, 3) k
  JOIN dim_product pr ON pr.product_key = 1 + floor(150 * power(pg_temp.g(o * 4 + k, 'pr'), 1.3))::int LEFT JOIN dim_category ca USING (category_key)
  JOIN dim_seller s ON s.seller_id = pr.owner_seller_id AND d >= s.row_valid_from AND d <= coalesce(s.row_valid_to, 'infinity')
  CROSS JOIN LATERAL (SELECT 1 + floor(2.6 * power(pg_temp.g(o * 4 + k, 'q'), 2.4))::int AS q) z
  WHERE k = 1 OR (k = 2 AND pg_temp.g(o, 'k') < 0.27) OR (k = 3 AND pg_temp.g(o, 'k') < 0.09)) x LEFT JOIN dim_country c ON c.country_key = x.sc) w;
UPDATE dim_buyer b SET first_order_date_key = f FROM (SELECT buyer_key, min(order_date_key) f FROM fact_order_line WHERE buyer_key > 0 GROUP BY 1) s WHERE s.buyer_key = b.buyer_key;

CREATE TABLE fact_refund (refund_key integer PRIMARY KEY, order_line_key integer, buyer_key integer NOT NULL, seller_key integer NOT NULL, request_date_key integer NOT NULL, refund_date_key integer NOT NULL, reason_cd varchar(3), refund_status_cd char(1) NOT NULL, borne_by_cd char(1) NOT NULL, refund_cents integer NOT NULL, commission_back_cents integer NOT NULL);
COMMENT ON COLUMN fact_refund.reason_cd IS 'DMG = damaged, NAR = not arrived, CHM = change of mind, WRG = wrong item';
COMMENT ON COLUMN fact_refund.refund_status_cd IS 'O = open, P = paid out, D = declined';
COMMENT ON COLUMN fact_refund.borne_by_cd IS 'S = seller, L = Lumora';
COMMENT ON COLUMN fact_refund.refund_cents IS 'paid to the buyer, VAT included';
COMMENT ON COLUMN fact_refund.commission_back_cents IS 'commission given back to the seller';
INSERT INTO fact_refund
SELECT row_number() OVER (ORDER BY rd, order_line_key), CASE WHEN order_line_key % 47 <> 0 THEN order_line_key END, buyer_key, seller_key, pg_temp.dk(rd), CASE st WHEN 'P' THEN pg_temp.dk(least(rd + 6, current_date)) ELSE 0 END, CASE WHEN order_line_key % 15 <> 0 THEN (ARRAY['DMG','DMG','CHM','CHM','CHM','NAR','WRG'])[1 + floor(7 * pg_temp.g(order_line_key, 'rr'))::int] END, st, CASE WHEN pg_temp.g(order_line_key, 'bb') < 0.8 THEN 'S' ELSE 'L' END, CASE WHEN order_line_key % 6 = 0 THEN (gross_cents - discount_cents) / 2 ELSE gross_cents - discount_cents END, CASE WHEN st = 'P' THEN commission_cents ELSE 0 END
FROM (SELECT f.*, least(d.full_date + 9 + order_line_key % 12, current_date - 1) AS rd, CASE WHEN d.full_date > current_date - 30 THEN 'O' WHEN line_status_cd <> 'RT' AND pg_temp.g(order_line_key, 'rs') < 0.4 THEN 'D' ELSE 'P' END AS st FROM fact_order_line f JOIN dim_date d ON d.date_key = f.order_date_key WHERE line_status_cd = 'RT' OR (line_status_cd IN ('SH','DL') AND pg_temp.g(order_line_key, 'rf') < 0.05)) q;

CREATE TABLE fact_payout (payout_key integer PRIMARY KEY, payout_no varchar(12) NOT NULL, seller_key integer NOT NULL, period_start_key integer NOT NULL, period_end_key integer NOT NULL, payout_date_key integer NOT NULL, status_cd char(1) NOT NULL, sales_cents integer NOT NULL, commission_cents integer NOT NULL, refund_cents integer NOT NULL, adjustment_cents integer, payout_cents integer NOT NULL);
COMMENT ON TABLE fact_payout IS 'Monthly payout to each seller';
COMMENT ON COLUMN fact_payout.status_cd IS 'C = calculated (draft), H = held, P = paid, F = failed (sent back by the bank)';
COMMENT ON COLUMN fact_payout.payout_cents IS 'sales - commission - refunds + adjustment';
INSERT INTO fact_payout
SELECT row_number() OVER (ORDER BY m, sk), 'PO' || 70000 + row_number() OVER (ORDER BY m, sk) * 3, sk, pg_temp.dk(m), pg_temp.dk((m + interval '1 month')::date - 1), CASE WHEN st IN ('P','F') THEN pg_temp.dk(m2 + 4 + (sk % 3)) ELSE 0 END, st, s, c, r, a, s - c - r + coalesce(a, 0)
FROM (SELECT *, (m + interval '1 month')::date AS m2, CASE WHEN (m + interval '1 month')::date > current_date - 8 THEN 'C' WHEN pg_temp.g(sk * 10000 + (m - date '2020-01-01'), 'ps') < 0.03 THEN 'F' WHEN pg_temp.g(sk * 10000 + (m - date '2020-01-01'), 'ps') < 0.07 THEN 'H' ELSE 'P' END AS st, CASE WHEN pg_temp.g(sk * 10000 + (m - date '2020-01-01'), 'ad') < 0.08 THEN (ARRAY[-500, 1000, -1250, 250])[1 + sk % 4] END AS a
  FROM (SELECT f.seller_key AS sk, date_trunc('month', d.full_date)::date AS m, sum(gross_cents - discount_cents + shipping_cents)::int AS s, sum(f.commission_cents)::int AS c, coalesce(sum(r.x), 0)::int AS r FROM fact_order_line f JOIN dim_date d ON d.date_key = f.order_date_key LEFT JOIN (SELECT order_line_key, sum(refund_cents - commission_back_cents) AS x FROM fact_refund WHERE refund_status_cd = 'P' AND borne_by_cd = 'S' GROUP BY 1) r USING (order_line_key) WHERE NOT f.is_test AND f.line_status_cd <> 'CN' GROUP BY 1, 2) g WHERE m < date_trunc('month', current_date) OR sk % 3 = 0) h;

CREATE TABLE fact_seller_balance (snapshot_date_key integer NOT NULL, seller_key integer NOT NULL, balance_cents bigint NOT NULL, reserve_cents bigint NOT NULL, open_orders_cnt integer, PRIMARY KEY (snapshot_date_key, seller_key));
COMMENT ON TABLE fact_seller_balance IS 'What we owe each seller at the end of the month (negative: the seller owes us)';
COMMENT ON COLUMN fact_seller_balance.reserve_cents IS 'part of the balance held back as security';
INSERT INTO fact_seller_balance SELECT pg_temp.dk(d), seller_key, bal, greatest(bal, 0) / 10, CASE WHEN (seller_key + m) % 19 <> 0 THEN floor(7 * pg_temp.g(seller_key * 100 + m, 'oo'))::int END
FROM (SELECT s.seller_key, m, d, CASE WHEN pg_temp.g(s.seller_key * 100 + m, 'bn') < 0.05 THEN -1 ELSE 1 END * floor(1500 + 42000 * power(pg_temp.g(s.seller_key * 100 + m, 'ba'), 2))::bigint AS bal FROM dim_seller s, LATERAL (SELECT m, (date_trunc('month', current_date) - m * interval '1 month')::date - 1 AS d FROM generate_series(0, 8) m) z WHERE d >= row_valid_from AND d <= coalesce(row_valid_to, 'infinity')) q;

CREATE TABLE fact_review (review_key integer PRIMARY KEY, order_line_key integer NOT NULL, buyer_key integer NOT NULL, seller_key integer NOT NULL, review_date_key integer NOT NULL, stars smallint NOT NULL, shipping_stars smallint, review_text varchar(60), is_hidden boolean NOT NULL);
COMMENT ON COLUMN fact_review.is_hidden IS 'taken down by moderation';
INSERT INTO fact_review SELECT row_number() OVER (ORDER BY order_line_key), order_line_key, buyer_key, seller_key, pg_temp.dk(least(full_date + 12 + order_line_key % 9, current_date)), 5 - floor(4.6 * power(pg_temp.g(order_line_key, 'rv'), 2.6))::int, CASE WHEN order_line_key % 4 <> 0 THEN 5 - floor(4.9 * power(pg_temp.g(order_line_key, 'rw'), 2))::int END, CASE WHEN order_line_key % 3 = 0 THEN (ARRAY['Lovely','As described','Arrived late','Smaller than expected','Would buy again'])[1 + order_line_key % 5] END, pg_temp.g(order_line_key, 'rh') < 0.05
FROM fact_order_line f JOIN dim_date d ON d.date_key = f.order_date_key WHERE line_status_cd IN ('DL','RT') AND buyer_key > 0 AND pg_temp.g(order_line_key, 'rx') < 0.34;

CREATE TABLE fact_ad_charge (ad_charge_key integer PRIMARY KEY, seller_key integer NOT NULL, product_key integer, charge_date_key integer NOT NULL, placement_cd char(1) NOT NULL, impressions integer NOT NULL, clicks integer NOT NULL, cost_per_click_cents integer NOT NULL, charge_cents integer NOT NULL, credited boolean NOT NULL);
COMMENT ON TABLE fact_ad_charge IS 'Advertising sold to sellers';
COMMENT ON COLUMN fact_ad_charge.placement_cd IS 'S = search results, H = home page, N = newsletter';
COMMENT ON COLUMN fact_ad_charge.charge_cents IS 'clicks x cost_per_click_cents, without VAT';
COMMENT ON COLUMN fact_ad_charge.credited IS 'true = charge taken back, click fraud';
INSERT INTO fact_ad_charge SELECT i, sk, CASE WHEN p <> 'N' THEN pk END, pg_temp.dk(d), p, c * (18 + i % 40) + i % 17, c, cpc, c * cpc, pg_temp.g(i, 'cr') < 0.04
FROM (SELECT i, s.seller_key AS sk, pr.product_key AS pk, d, CASE WHEN pg_temp.g(i, 'pl') < 0.68 THEN 'S' WHEN pg_temp.g(i, 'pl') < 0.9 THEN 'H' ELSE 'N' END AS p, 3 + floor(90 * power(pg_temp.g(i, 'cl'), 2.2))::int AS c, 14 + (i * 7) % 35 AS cpc
  FROM (SELECT i, current_date - 1 - (260 - i) * 390 / 260 AS d FROM generate_series(1, 260) i) a JOIN dim_product pr ON pr.product_key = 1 + floor(70 * pg_temp.g(i, 'ap'))::int * 2 JOIN dim_seller s ON s.seller_id = pr.owner_seller_id AND d >= s.row_valid_from AND d <= coalesce(s.row_valid_to, 'infinity')) q;
ANALYZE;
