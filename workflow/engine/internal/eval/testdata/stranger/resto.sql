SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE outlets (
  outlet_id    integer PRIMARY KEY,
  outlet_name  varchar(60) NOT NULL,
  city         varchar(40) NOT NULL,
  postcode     varchar(10),
  phone        varchar(20),
  opened_on    date NOT NULL,
  closed_on    date,
  has_terrace  boolean NOT NULL DEFAULT false,
  has_delivery boolean NOT NULL DEFAULT false
);

CREATE TABLE dining_tables (
  table_id     integer PRIMARY KEY,
  outlet_id    integer NOT NULL REFERENCES outlets (outlet_id),
  table_number integer NOT NULL,
  seats        integer NOT NULL,
  is_outdoor   boolean NOT NULL DEFAULT false,
  UNIQUE (outlet_id, table_number)
);

CREATE TABLE menu_categories (
  category_id   integer PRIMARY KEY,
  category_name varchar(40) NOT NULL UNIQUE,
  is_drink      boolean NOT NULL DEFAULT false
);

CREATE TABLE menu_items (
  menu_item_id  integer PRIMARY KEY,
  item_name     varchar(60) NOT NULL,
  category_id   integer NOT NULL REFERENCES menu_categories (category_id),
  price         numeric(8,2) NOT NULL,
  cost          numeric(8,2) NOT NULL,
  is_vegetarian boolean NOT NULL,
  is_spicy      boolean NOT NULL,
  is_available  boolean NOT NULL,
  added_on      date NOT NULL
);

CREATE TABLE staff (
  staff_id     integer PRIMARY KEY,
  first_name   varchar(30) NOT NULL,
  last_name    varchar(30) NOT NULL,
  email        varchar(80),
  role         varchar(20) NOT NULL CHECK (role IN ('manager','chef','waiter','bartender','host','kitchen porter')),
  outlet_id    integer NOT NULL REFERENCES outlets (outlet_id),
  manager_id   integer REFERENCES staff (staff_id),
  hired_on     date NOT NULL,
  left_on      date,
  hourly_rate  numeric(6,2) NOT NULL,
  is_full_time boolean NOT NULL
);

CREATE TABLE shifts (
  shift_id      integer PRIMARY KEY,
  staff_id      integer NOT NULL REFERENCES staff (staff_id),
  outlet_id     integer NOT NULL REFERENCES outlets (outlet_id),
  starts_at     timestamp NOT NULL,
  ends_at       timestamp NOT NULL,
  break_minutes integer NOT NULL,
  status        varchar(12) NOT NULL CHECK (status IN ('scheduled','worked','sick','no_show','cancelled'))
);

CREATE TABLE customers (
  customer_id       integer PRIMARY KEY,
  full_name         varchar(60) NOT NULL,
  email             varchar(80),
  phone             varchar(20),
  city              varchar(40),
  joined_on         date NOT NULL,
  is_loyalty_member boolean NOT NULL,
  marketing_opt_in  boolean NOT NULL
);

CREATE TABLE orders (
  order_id        integer PRIMARY KEY,
  outlet_id       integer NOT NULL REFERENCES outlets (outlet_id),
  table_id        integer REFERENCES dining_tables (table_id),
  served_by       integer REFERENCES staff (staff_id),
  customer_id     integer REFERENCES customers (customer_id),
  order_type      varchar(10) NOT NULL CHECK (order_type IN ('dine_in','takeaway','delivery')),
  status          varchar(10) NOT NULL CHECK (status IN ('open','paid','cancelled','refunded')),
  ordered_at      timestamp NOT NULL,
  closed_at       timestamp,
  guest_count     integer,
  payment_method  varchar(10),
  subtotal        numeric(10,2) NOT NULL DEFAULT 0,
  discount_amount numeric(10,2) NOT NULL DEFAULT 0,
  total_amount    numeric(10,2) NOT NULL DEFAULT 0,
  tip_amount      numeric(10,2) NOT NULL DEFAULT 0
);

CREATE TABLE order_items (
  order_item_id    integer PRIMARY KEY,
  order_id         integer NOT NULL REFERENCES orders (order_id),
  menu_item_id     integer NOT NULL REFERENCES menu_items (menu_item_id),
  quantity         integer NOT NULL,
  unit_price       numeric(8,2) NOT NULL,
  is_complimentary boolean NOT NULL DEFAULT false
);

CREATE TABLE suppliers (
  supplier_id    integer PRIMARY KEY,
  supplier_name  varchar(60) NOT NULL,
  city           varchar(40),
  contact_name   varchar(60),
  contact_email  varchar(80),
  lead_time_days integer,
  is_active      boolean NOT NULL
);

CREATE TABLE ingredients (
  ingredient_id   integer PRIMARY KEY,
  ingredient_name varchar(60) NOT NULL,
  unit            varchar(10) NOT NULL,
  supplier_id     integer NOT NULL REFERENCES suppliers (supplier_id),
  is_perishable   boolean NOT NULL
);

CREATE TABLE purchases (
  purchase_id  integer PRIMARY KEY,
  supplier_id  integer NOT NULL REFERENCES suppliers (supplier_id),
  outlet_id    integer NOT NULL REFERENCES outlets (outlet_id),
  status       varchar(10) NOT NULL CHECK (status IN ('ordered','delivered','cancelled')),
  ordered_on   date NOT NULL,
  expected_on  date NOT NULL,
  delivered_on date,
  total_cost   numeric(10,2) NOT NULL DEFAULT 0,
  due_on       date,
  is_paid      boolean NOT NULL DEFAULT false
);

CREATE TABLE purchase_items (
  purchase_item_id integer PRIMARY KEY,
  purchase_id      integer NOT NULL REFERENCES purchases (purchase_id),
  ingredient_id    integer NOT NULL REFERENCES ingredients (ingredient_id),
  quantity         integer NOT NULL,
  unit_cost        numeric(8,2) NOT NULL
);

CREATE TABLE reservations (
  reservation_id  integer PRIMARY KEY,
  outlet_id       integer NOT NULL REFERENCES outlets (outlet_id),
  customer_id     integer NOT NULL REFERENCES customers (customer_id),
  table_id        integer REFERENCES dining_tables (table_id),
  booked_at       timestamp NOT NULL,
  reserved_for    timestamp NOT NULL,
  party_size      integer NOT NULL,
  status          varchar(10) NOT NULL CHECK (status IN ('booked','seated','cancelled','no_show')),
  source          varchar(10) NOT NULL CHECK (source IN ('phone','website','app')),
  special_request varchar(80)
);

CREATE TABLE reviews (
  review_id    integer PRIMARY KEY,
  outlet_id    integer NOT NULL REFERENCES outlets (outlet_id),
  order_id     integer REFERENCES orders (order_id),
  customer_id  integer REFERENCES customers (customer_id),
  platform     varchar(12) NOT NULL CHECK (platform IN ('google','tripadvisor','website')),
  rating       integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  comment_text varchar(160),
  reviewed_on  date NOT NULL,
  is_answered  boolean NOT NULL
);

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;
CREATE FUNCTION pg_temp.skew(k text, n int, p numeric) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT floor(n * power((('x' || substr(md5(k),1,7))::bit(28)::int % 10000) / 10000.0, p))::int $$;
CREATE FUNCTION pg_temp.pick(a text[], i int) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT a[1 + (i % array_length(a,1))] $$;
CREATE FUNCTION pg_temp.fn(i int) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(ARRAY['Amelia','Oliver','Priya','Callum','Sofia','Marco','Fiona','Declan','Aisha','Tom','Grace','Hamish','Lucia','Owen','Zara','Luca','Niamh','Ben','Chiara','Rhys','Megan','Ravi','Hannah','Connor','Elena','Jack','Yusuf','Isla','Matteo','Ruth','Adam','Bronwen','Kieran','Leila','George','Maya','Sean'], i) $$;
CREATE FUNCTION pg_temp.ln(i int) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT pg_temp.pick(ARRAY['Walsh','Patel','Rossi','Campbell','Hughes','Khan','Murphy','Bianchi','Evans','Thompson','Stewart','Romano','Clarke','Byrne','Ahmed','Davies','Greco','Wilson','Ferguson','Shaw','Costa','Begum','Robertson','Price','Kelly','Marino','Fletcher','Doyle','Singh','Morgan','Barker'], i) $$;

INSERT INTO outlets
SELECT id, nm, city, pc, ph, (current_date - o)::date, CASE WHEN c IS NULL THEN NULL ELSE (current_date - c)::date END, t, d
FROM (VALUES
 (1,'Basilico Soho','London','W1D 4HT','020 7946 0101',3900,NULL::int,false,true),
 (2,'Basilico Shoreditch','London','E1 6JE','020 7946 0102',3400,NULL,true,true),
 (3,'Basilico Deansgate','Manchester','M3 2BW','0161 496 0103',3100,NULL,true,true),
 (4,'Basilico Northern Quarter','Manchester','M4 1HN','0161 496 0104',2700,NULL,false,true),
 (5,'Basilico Bullring','Birmingham','B5 4BU','0121 496 0105',2550,NULL,false,true),
 (6,'Basilico Harbourside','Bristol','BS1 5DB','0117 496 0106',2300,NULL,true,false),
 (7,'Basilico Greenwich','London','SE10 9HT','020 7946 0107',2100,NULL,true,true),
 (8,'Basilico Old Town','Edinburgh','EH1 2NB','0131 496 0108',1950,NULL,false,true),
 (9,'Basilico Merchant City','Glasgow','G1 1LE','0141 496 0109',1700,NULL,false,true),
 (10,'Basilico Cardiff Bay','Cardiff','CF10 5BZ','029 2018 0110',1500,NULL,true,false),
 (11,'Basilico Briggate','Leeds','LS1 6NU','0113 496 0111',1300,NULL,false,true),
 (12,'Basilico Temple Bar','Dublin',NULL,'01 555 0112',1150,NULL,true,true),
 (13,'Basilico Meadowhall','Sheffield','S9 1EP','0114 496 0113',1600,390,false,false),
 (14,'Basilico Quayside','Newcastle','NE1 3DX','0191 498 0114',65,NULL,true,false)
) v(id,nm,city,pc,ph,o,c,t,d);

INSERT INTO dining_tables
SELECT (o-1)*10+n, o, n, (ARRAY[2,2,4,4,4,6,2,4,8,6])[n] + CASE WHEN n = 9 AND o % 4 = 0 THEN 2 ELSE 0 END, ot.has_terrace AND n IN (7,8,10)
FROM outlets ot, generate_series(1,14) o, generate_series(1,10) n WHERE ot.outlet_id = o ORDER BY 1;

INSERT INTO menu_categories VALUES (1,'Starters',false),(2,'Pizza',false),(3,'Pasta',false),(4,'Mains',false),(5,'Salads',false),
 (6,'Desserts',false),(7,'Kids',false),(8,'Soft Drinks',true),(9,'Wine',true),(10,'Beer',true),(11,'Coffee & Tea',true),(12,'Seasonal Specials',false);

INSERT INTO menu_items
SELECT id, nm, c, p, ct, v, s, a, (current_date - d)::date FROM (VALUES
 (1,'Margherita',2,10.50,2.60,true,false,true,2400),(2,'Diavola',2,13.50,3.90,false,true,true,2400),(3,'Spaghetti Carbonara',3,13.00,3.10,false,false,true,2400),
 (4,'Tiramisu',6,7.00,1.90,true,false,true,2400),(5,'Garlic Bread',1,5.50,1.10,true,false,true,2400),(6,'Lasagne',3,14.00,4.00,false,false,true,2400),
 (7,'Sparkling Water',8,3.20,0.50,true,false,true,2400),(8,'House Red',9,6.80,1.90,true,false,true,2400),(9,'Peroni',10,5.60,1.50,true,false,true,2400),
 (10,'Espresso',11,2.60,0.35,true,false,true,2400),(11,'Quattro Formaggi',2,13.00,3.80,true,false,true,2200),(12,'Bruschetta',1,6.50,1.40,true,false,true,2400),
 (13,'Cola',8,3.40,0.55,true,false,true,2400),(14,'House White',9,6.60,1.80,true,false,true,2400),(15,'Prosciutto e Rucola',2,14.50,4.60,false,false,true,1900),
 (16,'Penne Arrabbiata',3,11.50,2.30,true,true,true,2100),(17,'Caesar Salad',5,11.00,2.90,false,false,true,2000),(18,'Panna Cotta',6,6.50,1.50,false,false,true,2000),
 (19,'Cappuccino',11,3.30,0.60,true,false,true,2400),(20,'Calamari Fritti',1,8.90,3.00,false,false,true,1800),(21,'Chicken Milanese',4,17.50,5.20,false,false,true,1800),
 (22,'Vegetariana',2,12.00,3.10,true,false,true,2000),(23,'Seafood Linguine',3,17.00,5.90,false,false,true,1500),(24,'Prosecco',9,7.90,2.50,true,false,true,1900),
 (25,'Lemonade',8,3.60,0.50,true,false,true,1500),(26,'Ribeye Steak',4,26.00,10.50,false,false,true,1400),(27,'Burrata',1,9.80,3.90,true,false,true,1200),
 (28,'Sea Bass',4,21.00,8.20,false,false,true,1300),(29,'Kids Margherita',7,6.50,1.50,true,false,true,1800),(30,'Gelato',6,5.80,1.30,true,false,true,2000),
 (31,'Caprese Salad',5,9.50,2.80,true,false,true,1700),(32,'Nduja & Honey',2,14.00,4.10,false,true,true,900),(33,'Mushroom Risotto',4,14.50,3.40,true,false,true,1100),
 (34,'Kids Bolognese',7,6.90,1.70,false,false,true,1800),(35,'Moretti Zero',10,4.90,1.40,true,false,true,700),(36,'Gnocchi al Pesto',3,12.50,2.90,true,false,true,800),
 (37,'Chocolate Fondant',6,7.50,2.00,true,false,true,1000),(38,'Aperol Spritz',9,9.50,2.60,true,false,true,1300),(39,'Arancini',1,7.20,1.90,true,true,true,650),
 (40,'Marinara',2,9.00,1.90,true,false,true,1600),(41,'Fresh Mint Tea',11,3.00,0.40,true,false,true,1200),(42,'Truffle Tagliatelle',3,16.50,5.40,true,false,true,500),
 (43,'Craft IPA',10,6.20,1.90,true,false,true,850),(44,'Quinoa Salad',5,10.50,2.70,true,false,false,1400),(45,'Osso Buco',4,22.50,8.80,false,false,false,1500),
 (46,'Cannoli',6,6.20,1.60,true,false,true,400),(47,'Barolo',9,14.50,6.10,true,false,true,300),(48,'Vegan Tiramisu',6,7.80,2.30,true,false,true,12),
 (49,'Pumpkin Ravioli',3,15.00,3.70,true,false,false,9),(50,'Lobster Pizza',2,24.00,10.80,false,false,false,700)
) v(id,nm,c,p,ct,v,s,a,d);

INSERT INTO staff
SELECT i, f, l, CASE WHEN i % 17 = 5 THEN NULL ELSE lower(f) || '.' || lower(l) || '@basilico.example' END, r, o,
  CASE WHEN k = 0 THEN NULL ELSE o END,
  CASE WHEN o = 14 THEN current_date - 80 + pg_temp.h('hd'||i,14) WHEN k IN (0,2) THEN current_date - 1000 - pg_temp.h('hd'||i,140) ELSE current_date - 30 - pg_temp.h('hd'||i,1100) END,
  NULL,
  CASE r WHEN 'manager' THEN 19.5 WHEN 'chef' THEN 16.5 WHEN 'bartender' THEN 13.2 WHEN 'host' THEN 12.6 WHEN 'kitchen porter' THEN 11.9 ELSE 12.4 END + pg_temp.h('hr'||i,9) * 0.25,
  k < 3 OR pg_temp.h('ft'||i,100) < 40
FROM (SELECT i, (i-1) % 14 + 1 AS o, (i-1) / 14 AS k, pg_temp.fn(i*5) AS f, pg_temp.ln(i*3 + i/37) AS l,
  (ARRAY['manager','chef','waiter','waiter','bartender','waiter','kitchen porter','host','chef'])[(i-1)/14 + 1] AS r FROM generate_series(1,126) i) t;
UPDATE staff SET left_on = hired_on + 60 + pg_temp.h('lo'||staff_id, 700) WHERE outlet_id < 13 AND role <> 'manager' AND staff_id NOT BETWEEN 29 AND 42 AND staff_id % 6 IN (1,4);
UPDATE staff SET left_on = NULL WHERE left_on >= current_date;
UPDATE staff SET left_on = current_date - 390 WHERE outlet_id = 13;
UPDATE staff SET hired_on = current_date - 450 - pg_temp.h('h13'||staff_id,600) WHERE outlet_id = 13;

INSERT INTO shifts
SELECT row_number() OVER (ORDER BY s0, i), staff_id, outlet_id, s0, s0 + make_interval(mins => len), CASE WHEN len > 360 THEN 30 ELSE 0 END,
  CASE WHEN s0::date > current_date OR (s0::date = current_date AND x < 80) THEN CASE WHEN x < 95 THEN 'scheduled' ELSE 'cancelled' END
       WHEN x < 5 THEN 'sick' WHEN x < 7 THEN 'no_show' WHEN x < 9 THEN 'cancelled' ELSE 'worked' END
FROM (SELECT i, s.staff_id, CASE WHEN pg_temp.h('sx'||i,30) = 0 AND s.outlet_id < 12 THEN s.outlet_id % 11 + 1 ELSE s.outlet_id END AS outlet_id,
   d + make_interval(hours => 9 + pg_temp.h('sh'||i,9)) AS s0, 240 + 30 * pg_temp.h('sl'||i,11) AS len, pg_temp.h('ss'||i,100) AS x, d, s.hired_on, s.left_on
  FROM (SELECT i, (current_date + 12 - pg_temp.h('sd'||i,760))::timestamp AS d, 1 + pg_temp.h('sp'||i,126) AS sid FROM generate_series(1,15000) i) g JOIN staff s ON s.staff_id = g.sid) q
WHERE d >= hired_on AND (left_on IS NULL OR d <= left_on);

INSERT INTO customers
SELECT i, f || ' ' || l, CASE WHEN pg_temp.h('ce'||i,100) < 14 THEN NULL ELSE lower(f) || '.' || lower(l) || i || '@mail.example' END,
 CASE WHEN pg_temp.h('cp'||i,100) < 22 THEN NULL ELSE '07700 9' || lpad(pg_temp.h('cn'||i,100000)::text,5,'0') END,
 CASE WHEN pg_temp.h('cc'||i,100) < 5 THEN NULL ELSE pg_temp.pick(ARRAY['London','London','London','Manchester','Manchester','Birmingham','Bristol','Edinburgh','Glasgow','Cardiff','Leeds','Dublin','Newcastle','Liverpool'], pg_temp.h('ct'||i,14)) END,
 current_date - 5 - pg_temp.h('cj'||i,1200), pg_temp.h('cl'||i,100) < 45, pg_temp.h('cm'||i,100) < 55
FROM (SELECT i, pg_temp.fn(i*11) AS f, pg_temp.ln(i*7 + i/37) AS l FROM generate_series(1,600) i) t;

INSERT INTO orders (order_id, outlet_id, table_id, served_by, customer_id, order_type, status, ordered_at, closed_at, guest_count, payment_method)
SELECT row_number() OVER (ORDER BY ts, i), o,
  CASE WHEN ty = 'dine_in' THEN (o-1)*10 + 1 + pg_temp.h('ot'||i, CASE WHEN o IN (3,7,11) THEN 9 ELSE 10 END) END,
  CASE WHEN ty = 'delivery' THEN NULL ELSE o + 14 * (ARRAY[2,3,5,3])[1 + pg_temp.h('ow'||i,4)] END,
  CASE WHEN pg_temp.h('oc'||i,100) < 42 THEN NULL ELSE 1 + pg_temp.skew('ok'||i,560,1.7) END,
  ty, st, ts, CASE WHEN st IN ('open','cancelled') THEN NULL ELSE ts + make_interval(mins => CASE WHEN ty = 'dine_in' THEN 45 + pg_temp.h('om'||i,80) ELSE 15 + pg_temp.h('om'||i,35) END) END,
  CASE WHEN ty = 'dine_in' THEN 1 + pg_temp.skew('og'||i,7,1.4) END,
  CASE WHEN st IN ('open','cancelled') THEN NULL ELSE (ARRAY['card','card','card','cash','app'])[1 + pg_temp.h('op'||i,5)] END
FROM (SELECT i, o2 AS o, d + make_interval(hours => (ARRAY[12,13,13,14,15,17,18,19,19,20,20,21])[1 + pg_temp.h('oh'||i,12)], mins => pg_temp.h('on'||i,60)) AS ts,
   CASE WHEN pg_temp.h('oy'||i,100) < 62 THEN 'dine_in' WHEN pg_temp.h('oy'||i,100) < 80 OR o2 IN (6,10,13,14) THEN 'takeaway' ELSE 'delivery' END AS ty,
   CASE WHEN d = current_date AND pg_temp.h('os'||i,100) < 50 THEN 'open' WHEN pg_temp.h('os'||i,100) >= 95 THEN 'cancelled' WHEN pg_temp.h('os'||i,100) >= 93 THEN 'refunded' ELSE 'paid' END AS st
  FROM (SELECT i, d, CASE WHEN o = 13 AND d > current_date - 391 THEN 3 WHEN o = 14 AND d < current_date - 64 THEN 1 WHEN d >= current_date - 64 AND pg_temp.h('o14'||i,18) = 0 THEN 14 ELSE o END AS o2
   FROM (SELECT i, 1 + pg_temp.skew('oo'||i,14,1.3) AS o,
     (CASE WHEN extract(dow FROM d0) IN (1,2) AND pg_temp.h('ov'||i,2) = 0 AND d0 < current_date THEN d0 - ((extract(dow FROM d0)::int + 1) % 7) ELSE d0 END)::timestamp AS d
    FROM (SELECT i, current_date - pg_temp.h('od'||i,800) AS d0 FROM generate_series(1,7600) i) a) b) c) e;
UPDATE orders o SET served_by = 28 + o.outlet_id FROM staff s WHERE s.staff_id = o.served_by AND (o.ordered_at::date < s.hired_on OR o.ordered_at::date > coalesce(s.left_on, current_date));
UPDATE customers c SET joined_on = f.d FROM (SELECT customer_id, min(ordered_at)::date AS d FROM orders GROUP BY 1) f WHERE f.customer_id = c.customer_id AND f.d < c.joined_on;

INSERT INTO order_items
SELECT row_number() OVER (ORDER BY t.order_id, t.menu_item_id), t.order_id, t.menu_item_id, 1 + pg_temp.skew('iq'||t.order_id||'/'||n,3,1.8),
  CASE WHEN free THEN 0 WHEN t.ordered_at < date_trunc('year', current_date) THEN round(m.price * 0.95, 1) ELSE m.price END, free
FROM (SELECT DISTINCT ON (order_id, menu_item_id) * FROM (
   SELECT o.order_id, o.ordered_at, n, 1 + pg_temp.skew('im'||o.order_id||'/'||n,47,1.35) AS menu_item_id, pg_temp.h('if'||o.order_id||'/'||n,60) = 0 AS free
   FROM orders o, generate_series(1, 5) n WHERE n <= 1 + pg_temp.h('in'||o.order_id,4) OR (n = 5 AND o.guest_count > 4)) z
   ORDER BY order_id, menu_item_id, n) t
JOIN menu_items m ON m.menu_item_id = t.menu_item_id AND m.added_on <= t.ordered_at::date;
INSERT INTO order_items
SELECT (SELECT max(order_item_id) FROM order_items) + row_number() OVER (ORDER BY o.order_id), o.order_id, 1, 1, 10.50, false
FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.order_id);
UPDATE orders o SET subtotal = t.s, discount_amount = CASE WHEN pg_temp.h('di'||o.order_id,100) < 14 THEN round(t.s * (ARRAY[0.1,0.15,0.2])[1 + pg_temp.h('dj'||o.order_id,3)], 2) ELSE 0 END
FROM (SELECT order_id, sum(quantity * unit_price) AS s FROM order_items GROUP BY 1) t WHERE t.order_id = o.order_id;
UPDATE orders SET total_amount = subtotal - discount_amount;
UPDATE orders SET tip_amount = round(total_amount * (5 + pg_temp.h('tp'||order_id,11)) / 100.0, 1) WHERE status = 'paid' AND order_type = 'dine_in' AND pg_temp.h('tq'||order_id,100) < 68;

INSERT INTO suppliers VALUES
 (1,'Fratelli Fresh Produce','London','Gianni Rossi','orders@fratellifresh.example',2,true),(2,'Northern Dairy Co','Leeds','Paula Shaw','sales@northerndairy.example',3,true),
 (3,'Thames Meat Wholesale','London','Derek Price','desk@thamesmeat.example',2,true),(4,'Napoli Imports','Manchester','Carla Greco','info@napoliimports.example',7,true),
 (5,'Celtic Seafoods','Cardiff','Bronwen Davies','orders@celticsea.example',1,true),(6,'Vino Diretto','Bristol','Matteo Costa',NULL,10,true),
 (7,'Highland Beverages','Glasgow','Hamish Stewart','trade@highlandbev.example',4,true),(8,'Miller & Sons Flour','Birmingham','Ruth Miller','ruth@millerflour.example',5,true),
 (9,'Bean & Leaf Roasters','Edinburgh','Isla Ferguson','hello@beanleaf.example',3,true),(10,'CleanPack Supplies','Birmingham','Adam Barker','sales@cleanpack.example',6,true),
 (11,'Sicilian Sun','Liverpool','Enzo Marino',NULL,8,false),(12,'Green Acre Organics','Bristol','Maya Clarke','maya@greenacre.example',3,true),
 (13,'Dolce Desserts','Leeds','Elena Romano','orders@dolce.example',4,false),(14,'Isle of Skye Shellfish','Edinburgh','Kieran Campbell','kieran@skyeshellfish.example',2,true);

INSERT INTO ingredients
SELECT row_number() OVER (), n, u, s, p FROM (VALUES
 ('Tomatoes','kg',1,true),('Basil','kg',1,true),('Rocket','kg',1,true),('Lemons','kg',1,true),('Mushrooms','kg',1,true),
 ('Mozzarella','kg',2,true),('Cream','litre',2,true),('Butter','kg',2,true),('Parmesan','kg',2,false),
 ('Chicken Breast','kg',3,true),('Ribeye','kg',3,true),('Minced Beef','kg',3,true),
 ('Prosciutto','kg',4,false),('Olive Oil','litre',4,false),('Dried Pasta','kg',4,false),('Tinned Tomatoes','kg',4,false),
 ('Sea Bass Fillets','kg',5,true),('Squid','kg',5,true),('Prawns','kg',5,true),('Red Wine','bottle',6,false),('White Wine','bottle',6,false),('Prosecco','bottle',6,false),
 ('Lager','bottle',7,false),('Cola Syrup','litre',7,false),('Mineral Water','bottle',7,false),('Pizza Flour','kg',8,false),('Semolina','kg',8,false),
 ('Coffee Beans','kg',9,false),('Mint Tea','box',9,false),('Takeaway Boxes','box',10,false),('Napkins','box',10,false),('Blood Oranges','kg',11,true),
 ('Organic Spinach','kg',12,true),('Ladyfingers','box',13,false),('Lobster','kg',14,true)) v(n,u,s,p);

INSERT INTO purchases (purchase_id, supplier_id, outlet_id, status, ordered_on, expected_on, delivered_on, due_on, is_paid)
SELECT row_number() OVER (ORDER BY d, i), s, o, st, d, ex, CASE WHEN st = 'delivered' THEN dl END, CASE WHEN st = 'delivered' THEN dl + 30 END,
  st = 'delivered' AND CASE WHEN dl + 30 < current_date - 120 THEN true WHEN dl + 30 < current_date THEN pg_temp.h('pp'||i,100) < 85 ELSE pg_temp.h('pp'||i,100) < 30 END
FROM (SELECT i, s, o, d, ex, dl, CASE WHEN pg_temp.h('ps'||i,100) < 4 THEN 'cancelled' WHEN dl > current_date THEN 'ordered' WHEN d > current_date - 30 AND pg_temp.h('ps'||i,100) > 90 THEN 'ordered' ELSE 'delivered' END AS st
 FROM (SELECT i, su.supplier_id AS s, CASE WHEN o = 13 AND d > current_date - 395 THEN 2 WHEN o = 14 AND d < current_date - 70 THEN 5 ELSE o END AS o, d, d + su.lead_time_days AS ex,
   d + greatest(1, su.lead_time_days + CASE WHEN pg_temp.h('pl'||i,100) < 12 + su.supplier_id * 2 THEN 1 + pg_temp.h('pm'||i,6) ELSE -pg_temp.h('pm'||i,2) END) AS dl
  FROM (SELECT i, 1 + pg_temp.skew('pu'||i,13,1.2) AS s0, 1 + pg_temp.skew('po'||i,14,1.2) AS o, (current_date - pg_temp.h('pd'||i,800)) AS d FROM generate_series(1,1500) i) a
  JOIN suppliers su ON su.supplier_id = CASE WHEN a.s0 IN (11,13) AND d > current_date - 300 THEN 4 ELSE a.s0 END) b) c;
INSERT INTO purchase_items
SELECT row_number() OVER (ORDER BY p.purchase_id, g.ingredient_id), p.purchase_id, g.ingredient_id, 4 + pg_temp.h('pq'||p.purchase_id||'/'||g.ingredient_id,40),
  round((2.2 + pg_temp.h('pc'||g.ingredient_id,140) / 10.0) * (0.95 + pg_temp.h('pv'||p.purchase_id,12) / 100.0), 2)
FROM purchases p JOIN ingredients g ON g.supplier_id = p.supplier_id
WHERE pg_temp.h('pi'||p.purchase_id||'/'||g.ingredient_id,100) < 60 OR g.ingredient_id = (SELECT min(ingredient_id) FROM ingredients x WHERE x.supplier_id = p.supplier_id);
UPDATE purchases p SET total_cost = t.c FROM (SELECT purchase_id, sum(quantity * unit_cost) AS c FROM purchase_items GROUP BY 1) t WHERE t.purchase_id = p.purchase_id;

INSERT INTO reservations
SELECT row_number() OVER (ORDER BY bk, i), o, 1 + pg_temp.h('rc'||i,580), CASE WHEN st = 'cancelled' OR pg_temp.h('rt'||i,100) < 20 THEN NULL ELSE (o-1)*10 + 1 + pg_temp.h('rn'||i,9) END,
  bk, ts, ps, st, CASE WHEN x2 < 35 THEN 'phone' WHEN x2 < 75 THEN 'website' ELSE 'app' END,
  CASE WHEN pg_temp.h('rq'||i,100) < 18 THEN pg_temp.pick(ARRAY['window seat','high chair','birthday cake','gluten free','wheelchair access','quiet corner'], pg_temp.h('rr'||i,6)) END
FROM (SELECT i, o, ts, least(ts - make_interval(days => pg_temp.skew('rb'||i,30,2.0), hours => 3 + pg_temp.h('rh'||i,5)), current_date::timestamp - interval '4 hours' + make_interval(mins => -pg_temp.h('ri'||i,600))) AS bk,
   CASE WHEN pg_temp.h('rp'||i,100) < 4 THEN 9 + pg_temp.h('rz'||i,5) ELSE 2 + pg_temp.skew('rz'||i,7,1.7) END AS ps, pg_temp.h('ra'||i,100) AS x2,
   CASE WHEN ts >= current_date THEN CASE WHEN x < 88 THEN 'booked' ELSE 'cancelled' END WHEN x < 80 - o THEN 'seated' WHEN x < 90 - o/2 THEN 'cancelled' ELSE 'no_show' END AS st
 FROM (SELECT i, x, ts, CASE WHEN o = 13 AND ts > current_date - 391 THEN 3 WHEN o = 14 AND ts < current_date - 60 THEN 8 ELSE o END AS o
  FROM (SELECT i, 1 + pg_temp.skew('ro'||i,14,1.2) AS o, pg_temp.h('rs'||i,100) AS x,
   (current_date + 25 - pg_temp.h('rd'||i,780))::timestamp + make_interval(hours => (ARRAY[12,13,18,19,19,20,20])[1 + pg_temp.h('re'||i,7)], mins => 15 * pg_temp.h('rf'||i,4)) AS ts FROM generate_series(1,3600) i) a) b) c;

INSERT INTO reviews
SELECT row_number() OVER (ORDER BY d, order_id), outlet_id, order_id, customer_id, (ARRAY['google','google','tripadvisor','website'])[1 + pg_temp.h('vp'||order_id,4)], r,
  CASE WHEN pg_temp.h('vc'||order_id,100) < 20 THEN NULL WHEN r >= 4 THEN pg_temp.pick(ARRAY['Lovely pizza and quick service','Best tiramisu in town','Great night out, will be back','Friendly staff','Good value for a family lunch'], pg_temp.h('vt'||order_id,5))
    WHEN r = 3 THEN pg_temp.pick(ARRAY['Food fine, a bit slow','Average for the price','Nice place but noisy'], pg_temp.h('vt'||order_id,3))
    ELSE pg_temp.pick(ARRAY['Cold food and a long wait','Rude waiter','Wrong order twice','Overpriced and bland'], pg_temp.h('vt'||order_id,4)) END,
  d, pg_temp.h('va'||order_id,100) < CASE WHEN d > current_date - 60 THEN 40 ELSE 75 END
FROM (SELECT order_id, outlet_id, customer_id, least(ordered_at::date + 1 + pg_temp.h('vd'||order_id,5), current_date) AS d,
  CASE WHEN pg_temp.h('vr'||order_id,100) < 5 + outlet_id % 5 * 3 THEN 1 + pg_temp.h('vs'||order_id,2) WHEN pg_temp.h('vr'||order_id,100) < 30 THEN 3 WHEN pg_temp.h('vr'||order_id,100) < 62 THEN 4 ELSE 5 END AS r
 FROM orders WHERE status IN ('paid','refunded') AND pg_temp.h('vx'||order_id,100) < 15) t;

ANALYZE;
