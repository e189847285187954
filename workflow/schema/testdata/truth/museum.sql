-- Halden House Museum: tickets, members, museum shop, donations
-- psql -q -v ON_ERROR_STOP=1 -f museum.sql   (empty database; all dates move with the day of loading)
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;

CREATE FUNCTION pg_temp.u(i bigint, salt int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(i || '#' || salt), 3, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE department (
  id integer PRIMARY KEY,
  name text NOT NULL,
  cost_centre integer NOT NULL
);
INSERT INTO department VALUES (1,'Collections',4100),(2,'Visitor services',4200),(3,'Museum shop',4300),(4,'Education',4400),(5,'Administration',4900);

CREATE TABLE staff (
  id integer PRIMARY KEY,
  first_name text NOT NULL,
  last_name text NOT NULL,
  job_title text NOT NULL,
  department_id integer NOT NULL REFERENCES department,
  manager_id integer REFERENCES staff,
  hired_on date NOT NULL,
  left_on date,
  monthly_salary numeric(9,2) NOT NULL
);
INSERT INTO staff
SELECT i,
  (ARRAY['Agnes','Bertil','Clara','Dorian','Edith','Frank','Gudrun','Henrik','Ines','Jasper','Kirsten','Leif','Maud','Nils','Olga','Per'])[1 + (i * 7) % 16],
  (ARRAY['Ashworth','Bergman','Calloway','Dahl','Eastwood','Farrow','Grieg','Holloway','Iversen','Judd','Kemble','Lund','Marsh'])[1 + (i * 5) % 13],
  CASE WHEN i = 1 THEN 'Director' WHEN i <= 6 THEN 'Curator' WHEN i <= 8 THEN 'Designer' WHEN i <= 16 THEN 'Ticket clerk' WHEN i <= 21 THEN 'Shop assistant' ELSE 'Guide' END,
  CASE WHEN i = 1 THEN 5 WHEN i <= 8 THEN 1 WHEN i <= 16 THEN 2 WHEN i <= 21 THEN 3 ELSE 4 END,
  CASE WHEN i = 1 THEN NULL WHEN i IN (2, 9, 17, 22) THEN 1 WHEN i <= 8 THEN 2 WHEN i <= 16 THEN 9 WHEN i <= 21 THEN 17 ELSE 22 END,
  current_date - (300 + floor(4000 * pg_temp.u(i, 1)))::int,
  CASE WHEN i IN (7, 14, 24) THEN current_date - i * 8 END,
  CASE WHEN i = 1 THEN 6900 WHEN i <= 8 THEN 3600 + 50 * i ELSE 2350 + 25 * (i % 9) END
FROM generate_series(1, 26) i;

CREATE TABLE exhibition (
  id integer PRIMARY KEY,
  title text NOT NULL,
  curator_id integer NOT NULL REFERENCES staff,
  designer_id integer REFERENCES staff,
  status text NOT NULL CHECK (status IN ('planned','open','closed','cancelled')),
  opens_on date NOT NULL,
  closes_on date,
  gallery_floor smallint,
  budget numeric(12,2)
);
INSERT INTO exhibition VALUES
 (1,'The Permanent Collection',2,NULL,'open',current_date - 4000,NULL,0,NULL),
 (2,'Salt and Silver',3,7,'closed',current_date - 560,current_date - 380,1,82000),
 (3,'Maps of the North Sea',4,7,'closed',current_date - 390,current_date - 220,2,64500),
 (4,'The Glass Garden',3,8,'closed',current_date - 230,current_date - 70,1,118000),
 (5,'Women Who Built Boats',5,8,'open',current_date - 80,current_date + 90,1,97500),
 (6,'Toys of the 1950s',6,NULL,'open',current_date - 35,current_date + 120,2,41000),
 (7,'Letters from Iceland',4,8,'planned',current_date + 130,current_date + 300,2,58000),
 (8,'Night Trains',2,7,'cancelled',current_date - 100,NULL,NULL,36000);

CREATE TABLE member (
  id integer PRIMARY KEY,
  member_number integer NOT NULL UNIQUE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text,
  postcode integer,
  town text,
  level text NOT NULL CHECK (level IN ('individual','family','patron','student')),
  annual_fee numeric(8,2) NOT NULL,
  joined_on date NOT NULL,
  expires_on date NOT NULL,
  introduced_by_id integer REFERENCES member,
  deleted_at timestamp
);
INSERT INTO member
SELECT i, 50000 + i * 3,
  (ARRAY['Alice','Benjamin','Carla','David','Esther','Fiona','George','Hannah','Ivan','Jane','Karl','Louise','Martin','Nora','Oscar','Paula','Quentin','Rosa','Simon','Tessa'])[1 + (i * 7) % 20],
  (ARRAY['Adler','Brown','Cooper','Dixon','Ellis','Foster','Grant','Hughes','Irving','Jensen','Knight','Larsen','Moore','Newton','Owen','Price','Quinn','Reed','Shaw','Turner','Vance','Webb','York'])[1 + (i * 11) % 23],
  CASE WHEN i % 7 <> 0 THEN 'member' || i || '@post.example' END,
  CASE WHEN i % 31 <> 0 THEN 2000 + (i * 37) % 800 END,
  (ARRAY['Halden','Halden','Halden','Moss','Sarpsborg','Fredrikstad','Ski'])[1 + floor(7 * pg_temp.u(i, 2))::int],
  lv, CASE lv WHEN 'individual' THEN 45 WHEN 'family' THEN 80 WHEN 'patron' THEN 350 ELSE 20 END,
  j, j + CASE WHEN pg_temp.u(i, 4) < 0.72 THEN 365 * (1 + (current_date - j) / 365) ELSE 365 END,
  CASE WHEN i > 30 AND i % 6 = 0 THEN i / 3 END,
  CASE WHEN i % 29 = 0 THEN current_date - i % 60 + interval '10 hours' END
FROM (SELECT i, CASE WHEN x < 0.5 THEN 'individual' WHEN x < 0.8 THEN 'family' WHEN x < 0.86 THEN 'patron' ELSE 'student' END AS lv,
        current_date - floor(1400 * pg_temp.u(i, 5))::int AS j
      FROM (SELECT i, pg_temp.u(i, 3) x FROM generate_series(1, 220) i) a) b;

CREATE TABLE ticket_type (
  id integer PRIMARY KEY,
  name text NOT NULL,
  audience text NOT NULL,
  current_price numeric(6,2) NOT NULL,
  is_active boolean NOT NULL
);
INSERT INTO ticket_type VALUES (1,'Adult','individual',16,true),(2,'Concession','individual',12,true),(3,'Child','individual',6,true),(4,'Family','family',36,true),(5,'School group','group',4.5,true),(6,'Member entry','member',0,true),(7,'Evening ticket','individual',9,false);

CREATE TABLE ticket_type_price (
  ticket_type_id integer NOT NULL REFERENCES ticket_type,
  price numeric(6,2) NOT NULL,
  valid_from date NOT NULL,
  valid_to date,
  PRIMARY KEY (ticket_type_id, valid_from)
);
INSERT INTO ticket_type_price
SELECT t.id, CASE k WHEN 1 THEN round(t.current_price * 0.85, 1) WHEN 2 THEN round(t.current_price * 0.93, 1) ELSE t.current_price END,
  current_date - (ARRAY[1100, 600, 210])[k], CASE WHEN k < 3 THEN current_date - (ARRAY[601, 211])[k] WHEN t.id = 7 THEN current_date - 60 END
FROM ticket_type t, generate_series(1, 3) k;

CREATE TABLE ticket_order (
  id integer PRIMARY KEY,
  order_number text NOT NULL UNIQUE,
  channel text NOT NULL CHECK (channel IN ('desk','web','partner')),
  status text NOT NULL CHECK (status IN ('pending','paid','refunded','cancelled')),
  member_id integer REFERENCES member,
  exhibition_id integer REFERENCES exhibition,
  sold_by_id integer REFERENCES staff,
  refunded_by_id integer REFERENCES staff,
  ordered_at timestamp NOT NULL,
  visit_date date NOT NULL,
  checked_in_at timestamp,
  net_amount numeric(10,2) NOT NULL DEFAULT 0,
  tax_amount numeric(10,2) NOT NULL DEFAULT 0,
  total_amount numeric(10,2) NOT NULL DEFAULT 0
);
COMMENT ON COLUMN ticket_order.total_amount IS 'what the visitor pays, including tax';
INSERT INTO ticket_order (id, order_number, channel, status, member_id, exhibition_id, sold_by_id, refunded_by_id, ordered_at, visit_date, checked_in_at)
SELECT i, 'T' || lpad((i * 17 + 10000)::text, 6, '0'), ch, st,
  CASE WHEN pg_temp.u(i, 11) < 0.22 THEN 1 + floor(220 * pg_temp.u(i, 12))::int END,
  CASE WHEN pg_temp.u(i, 13) < 0.12 THEN NULL WHEN pg_temp.u(i, 13) < 0.45 THEN 1 WHEN age > 380 THEN 2 WHEN age > 225 THEN 3 WHEN age > 75 THEN 4 WHEN pg_temp.u(i, 14) < 0.65 OR age > 35 THEN 5 ELSE 6 END,
  CASE WHEN ch = 'desk' THEN 9 + floor(8 * power(pg_temp.u(i, 15), 1.3))::int END,
  CASE WHEN st = 'refunded' THEN 9 END,
  o, o::date + lead,
  CASE WHEN st = 'paid' AND o::date + lead < current_date AND (ch = 'desk' OR pg_temp.u(i, 16) < 0.93) THEN CASE WHEN lead = 0 THEN o + interval '7 minutes' ELSE o::date + lead + interval '10 hours' + floor(400 * pg_temp.u(i, 17)) * interval '1 minute' END END
FROM (
  SELECT i, age, ch, CASE WHEN ch = 'desk' THEN 0 ELSE floor(20 * power(pg_temp.u(i, 18), 2))::int END AS lead,
    current_date - age + interval '10 hours' + floor(420 * pg_temp.u(i, 19)) * interval '1 minute' AS o,
    CASE WHEN x < 0.04 THEN 'refunded' WHEN x < 0.11 AND ch <> 'desk' THEN 'cancelled' WHEN age < 22 AND ch <> 'desk' AND x > 0.55 THEN 'pending' ELSE 'paid' END AS st
  FROM (SELECT i, 1 + floor(540 * power(1 - i / 561.0, 1.1))::int AS age, pg_temp.u(i, 20) AS x,
          CASE WHEN pg_temp.u(i, 21) < 0.48 THEN 'desk' WHEN pg_temp.u(i, 21) < 0.91 THEN 'web' ELSE 'partner' END AS ch
        FROM generate_series(1, 560) i) a) b;

UPDATE ticket_order o SET member_id = NULL FROM member m WHERE m.id = o.member_id AND m.joined_on > o.ordered_at::date;

CREATE TABLE ticket_order_line (
  id integer PRIMARY KEY,
  ticket_order_id integer NOT NULL REFERENCES ticket_order,
  ticket_type_id integer NOT NULL REFERENCES ticket_type,
  quantity integer NOT NULL,
  unit_price numeric(6,2) NOT NULL,
  discount_amount numeric(8,2) NOT NULL,
  line_total numeric(10,2) NOT NULL
);
COMMENT ON COLUMN ticket_order_line.line_total IS 'quantity x unit price less discount, including tax';
INSERT INTO ticket_order_line
SELECT row_number() OVER (ORDER BY oid, k), oid, tt, q, p, d, q * p - d
FROM (
  SELECT *, CASE WHEN pg_temp.u(oid * 4 + k, 31) < 0.13 THEN round(q * p * 0.1, 2) ELSE 0 END AS d
  FROM (
    SELECT o.id AS oid, k, t.tt,
      CASE t.tt WHEN 5 THEN 12 + floor(16 * pg_temp.u(o.id * 4 + k, 32))::int WHEN 4 THEN 1 ELSE 1 + floor(3.4 * power(pg_temp.u(o.id * 4 + k, 33), 1.7))::int END AS q,
      (SELECT price FROM ticket_type_price h WHERE h.ticket_type_id = t.tt AND o.ordered_at::date >= h.valid_from ORDER BY h.valid_from DESC LIMIT 1) AS p
    FROM ticket_order o CROSS JOIN generate_series(1, 2) k
    CROSS JOIN LATERAL (SELECT CASE WHEN k = 2 THEN 3 WHEN o.member_id IS NOT NULL AND pg_temp.u(o.id, 34) < 0.6 THEN 6 WHEN pg_temp.u(o.id, 35) < 0.5 THEN 1 WHEN pg_temp.u(o.id, 35) < 0.7 THEN 2 WHEN pg_temp.u(o.id, 35) < 0.88 THEN 4 WHEN pg_temp.u(o.id, 35) < 0.94 THEN 5 ELSE 1 END AS tt) t
    WHERE (k = 1 OR (pg_temp.u(o.id, 36) < 0.2 AND t.tt <> 5)) AND o.id <> 77) x) y;
UPDATE ticket_order o SET total_amount = s.t, tax_amount = round(s.t - s.t / 1.12, 2), net_amount = s.t - round(s.t - s.t / 1.12, 2)
FROM (SELECT ticket_order_id, sum(line_total) t FROM ticket_order_line GROUP BY 1) s WHERE s.ticket_order_id = o.id;

CREATE TABLE supplier (
  id integer PRIMARY KEY,
  name text NOT NULL,
  town text,
  country text NOT NULL,
  payment_days smallint NOT NULL
);
INSERT INTO supplier VALUES (1,'Nordtrykk Print','Oslo','Norway',30),(2,'Porselen & Co','Porsgrunn','Norway',30),(3,'Little Fox Toys','Leeds','United Kingdom',45),(4,'Fjord Textiles','Bergen','Norway',14),(5,'Atelier Blanc','Lyon','France',60),(6,'Old Harbour Books',NULL,'Denmark',30);

CREATE TABLE product (
  id integer PRIMARY KEY,
  name text NOT NULL,
  category text NOT NULL,
  supplier_id integer REFERENCES supplier,
  purchase_price numeric(8,2) NOT NULL,
  sale_price numeric(8,2) NOT NULL,
  reorder_level integer,
  is_discontinued boolean NOT NULL DEFAULT false
);
INSERT INTO product VALUES
 (1,'Collection catalogue','Books',6,14.50,32,20,false),(2,'Postcard set','Stationery',1,1.20,4.5,100,false),(3,'Poster "Glass Garden"','Prints',1,3.10,14,30,false),
 (4,'Porcelain mug','Homeware',2,6.40,17.5,25,false),(5,'Wooden boat','Toys',3,8.20,24,15,false),(6,'Tin robot','Toys',3,6.90,19,15,false),
 (7,'Silk scarf','Accessories',5,21,59,8,false),(8,'Wool blanket','Homeware',4,38,95,5,false),(9,'Pencil tin','Stationery',1,2.40,7,60,false),
 (10,'Sea chart print','Prints',1,5.20,22,20,false),(11,'Glass paperweight','Homeware',5,9.80,28,12,false),(12,'Children''s guide','Books',6,3.90,9.5,40,false),
 (13,'Tea towel','Homeware',4,3.60,11,40,false),(14,'Silver brooch','Accessories',5,27,72,6,true),(15,'Jigsaw puzzle','Toys',3,7.70,21,NULL,false),(16,'Canvas bag','Accessories',NULL,2.90,12,50,false);

CREATE TABLE shop_sale (
  id integer PRIMARY KEY,
  receipt_number integer NOT NULL,
  sold_at timestamp NOT NULL,
  sold_by_id integer NOT NULL REFERENCES staff,
  member_id integer REFERENCES member,
  payment_method text,
  is_voided boolean NOT NULL
);
COMMENT ON COLUMN shop_sale.is_voided IS 'rung up by mistake and cancelled at the till';
INSERT INTO shop_sale
SELECT i, 880000 + i, current_date - age + interval '10 hours' + floor(430 * pg_temp.u(i, 41)) * interval '1 minute',
  17 + floor(5 * power(pg_temp.u(i, 42), 1.4))::int, CASE WHEN pg_temp.u(i, 43) < 0.19 THEN 1 + floor(220 * pg_temp.u(i, 44))::int END,
  CASE WHEN i % 53 = 0 THEN NULL WHEN pg_temp.u(i, 45) < 0.7 THEN 'card' WHEN pg_temp.u(i, 45) < 0.88 THEN 'cash' WHEN pg_temp.u(i, 45) < 0.96 THEN 'phone' ELSE 'voucher' END,
  pg_temp.u(i, 46) < 0.035
FROM (SELECT i, 1 + floor(500 * power(1 - i / 381.0, 1.2))::int AS age FROM generate_series(1, 380) i) a;

UPDATE shop_sale s SET member_id = NULL FROM member m WHERE m.id = s.member_id AND m.joined_on > s.sold_at::date;

CREATE TABLE shop_sale_line (
  id integer PRIMARY KEY,
  shop_sale_id integer NOT NULL REFERENCES shop_sale,
  product_id integer NOT NULL REFERENCES product,
  quantity integer NOT NULL,
  unit_price numeric(8,2) NOT NULL,
  discount_amount numeric(8,2) NOT NULL DEFAULT 0,
  net_amount numeric(10,2) NOT NULL,
  tax_amount numeric(10,2) NOT NULL,
  gross_amount numeric(10,2) NOT NULL,
  unit_cost numeric(8,2)
);
COMMENT ON COLUMN shop_sale_line.quantity IS 'negative when goods are brought back';
INSERT INTO shop_sale_line
SELECT row_number() OVER (ORDER BY sid, k), sid, pid, q, p, d, q * p - d - round((q * p - d) * 0.2, 2), round((q * p - d) * 0.2, 2), q * p - d, c
FROM (
  SELECT s.id AS sid, k, p.id AS pid, q.q, p.sale_price AS p, CASE WHEN s.member_id IS NOT NULL THEN round(q.q * p.sale_price * 0.1, 2) ELSE 0 END AS d, CASE WHEN p.id <> 15 THEN p.purchase_price END AS c
  FROM shop_sale s CROSS JOIN generate_series(1, 3) k
  JOIN product p ON p.id = 1 + floor(16 * power(pg_temp.u(s.id * 3 + k, 51), 1.4))::int
  CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.u(s.id * 3 + k, 52) < 0.025 THEN -1 WHEN pg_temp.u(s.id * 3 + k, 52) < 0.8 THEN 1 ELSE 2 + floor(3 * pg_temp.u(s.id * 3 + k, 53))::int END AS q) q
  WHERE k = 1 OR (k = 2 AND pg_temp.u(s.id, 54) < 0.38) OR (k = 3 AND pg_temp.u(s.id, 54) < 0.13)) x;

CREATE TABLE stock_count (
  product_id integer NOT NULL REFERENCES product,
  counted_on date NOT NULL,
  counted_by_id integer REFERENCES staff,
  quantity_on_hand integer,
  PRIMARY KEY (product_id, counted_on)
);
INSERT INTO stock_count
SELECT p.id, (date_trunc('month', current_date) - m * interval '1 month')::date, CASE WHEN m % 5 <> 0 THEN 17 + m % 4 END,
  CASE WHEN (p.id * 7 + m) % 41 <> 0 THEN greatest(0, round(coalesce(p.reorder_level, 10) * (0.6 + 2.2 * pg_temp.u(p.id * 100 + m, 61))))::int END
FROM product p, generate_series(0, 14) m;

CREATE TABLE donation (
  id integer PRIMARY KEY,
  member_id integer REFERENCES member,
  donor_name text,
  exhibition_id integer REFERENCES exhibition,
  status text NOT NULL CHECK (status IN ('pledged','received','withdrawn')),
  pledged_on date NOT NULL,
  received_on date,
  amount numeric(10,2) NOT NULL
);
INSERT INTO donation
SELECT i, CASE WHEN m THEN 1 + floor(220 * pg_temp.u(i, 71))::int END,
  CASE WHEN NOT m AND i % 4 <> 0 THEN (ARRAY['Halden Savings Bank','Friends of the Museum','Lions Club','Borg Shipping','Estate of R. Lie'])[1 + i % 5] END,
  CASE WHEN pg_temp.u(i, 72) < 0.5 THEN 1 + i % 6 END, st, d, CASE WHEN st = 'received' THEN least(d + floor(30 * pg_temp.u(i, 73))::int, current_date) END,
  CASE WHEN m THEN 10 * (1 + floor(25 * power(pg_temp.u(i, 74), 3))) ELSE 250 * (1 + floor(30 * power(pg_temp.u(i, 74), 2))) END
FROM (SELECT i, i % 5 <> 0 AS m, current_date - floor(700 * pg_temp.u(i, 75))::int AS d,
        CASE WHEN pg_temp.u(i, 76) < 0.78 THEN 'received' WHEN pg_temp.u(i, 76) < 0.93 THEN 'pledged' ELSE 'withdrawn' END AS st FROM generate_series(1, 110) i) a;
ANALYZE;
