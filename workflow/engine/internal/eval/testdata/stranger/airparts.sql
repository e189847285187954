-- airparts: distributor of aircraft spare parts
SET client_min_messages = warning;
SET jit = off;
SET synchronous_commit = off;
CREATE FUNCTION pg_temp.r(i bigint, s int) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (hashint8(i * 1000003 + s * 7919) & 2147483647) / 2147483648.0::double precision $$;

CREATE TABLE part_category (
  category_id integer PRIMARY KEY,
  category_name text NOT NULL UNIQUE,
  parent_category_id integer REFERENCES part_category
);
CREATE TABLE warehouse (
  warehouse_id integer PRIMARY KEY,
  warehouse_code varchar(8) NOT NULL UNIQUE,
  city text NOT NULL,
  country_code char(2) NOT NULL,
  region text NOT NULL,
  opened_on date NOT NULL,
  closed_on date
);
CREATE TABLE staff (
  staff_id integer PRIMARY KEY,
  full_name text NOT NULL,
  job_title text NOT NULL,
  department text NOT NULL,
  manager_id integer REFERENCES staff,
  warehouse_id integer REFERENCES warehouse,
  hired_on date NOT NULL,
  left_on date
);
CREATE TABLE supplier (
  supplier_id integer PRIMARY KEY,
  supplier_name text NOT NULL,
  country_code char(2) NOT NULL,
  payment_terms_days integer NOT NULL,
  is_approved boolean NOT NULL,
  approval_expires_on date,
  quoted_lead_time_days integer NOT NULL
);
CREATE TABLE part (
  part_id integer PRIMARY KEY,
  part_number varchar(20) NOT NULL UNIQUE,
  description text NOT NULL,
  category_id integer NOT NULL REFERENCES part_category,
  preferred_supplier_id integer REFERENCES supplier,
  list_price numeric(10,2) NOT NULL,
  standard_cost numeric(10,2) NOT NULL,
  weight_kg numeric(8,2),
  is_hazmat boolean NOT NULL,
  is_serialised boolean NOT NULL,
  status text NOT NULL CHECK (status IN ('active','phase_out','obsolete')),
  introduced_on date NOT NULL
);
CREATE TABLE stock_level (
  warehouse_id integer NOT NULL REFERENCES warehouse,
  part_id integer NOT NULL REFERENCES part,
  quantity_on_hand integer NOT NULL,
  quantity_reserved integer NOT NULL,
  reorder_point integer NOT NULL,
  bin_location text,
  last_counted_on date,
  PRIMARY KEY (warehouse_id, part_id)
);
CREATE TABLE customer (
  customer_id integer PRIMARY KEY,
  customer_name text NOT NULL,
  segment text NOT NULL CHECK (segment IN ('airline','mro','charter','government','broker','internal')),
  country_code char(2) NOT NULL,
  region text NOT NULL,
  account_manager_id integer REFERENCES staff,
  credit_limit numeric(12,2),
  on_credit_hold boolean NOT NULL DEFAULT false,
  created_on date NOT NULL
);
CREATE TABLE quote (
  quote_id integer PRIMARY KEY,
  quote_number text NOT NULL UNIQUE,
  customer_id integer NOT NULL REFERENCES customer,
  sales_rep_id integer NOT NULL REFERENCES staff,
  quoted_on date NOT NULL,
  valid_until date NOT NULL,
  status text NOT NULL CHECK (status IN ('draft','sent','accepted','rejected','expired')),
  total_amount numeric(12,2) NOT NULL,
  rejection_reason text
);
CREATE TABLE sales_order (
  order_id integer PRIMARY KEY,
  order_number text NOT NULL UNIQUE,
  customer_id integer NOT NULL REFERENCES customer,
  quote_id integer REFERENCES quote,
  warehouse_id integer NOT NULL REFERENCES warehouse,
  sales_rep_id integer NOT NULL REFERENCES staff,
  ordered_on date NOT NULL,
  promised_on date NOT NULL,
  shipped_on date,
  status text NOT NULL CHECK (status IN ('open','picking','shipped','cancelled')),
  priority text NOT NULL CHECK (priority IN ('aog','critical','routine'))
);
CREATE TABLE sales_order_line (
  order_id integer NOT NULL REFERENCES sales_order,
  line_no integer NOT NULL,
  part_id integer NOT NULL REFERENCES part,
  quantity integer NOT NULL,
  unit_price numeric(10,2) NOT NULL,
  line_total numeric(12,2) NOT NULL,
  PRIMARY KEY (order_id, line_no)
);
CREATE TABLE customer_return (
  return_id integer PRIMARY KEY,
  order_id integer NOT NULL,
  line_no integer NOT NULL,
  returned_on date NOT NULL,
  quantity integer NOT NULL,
  reason text NOT NULL CHECK (reason IN ('wrong_part','damaged','defective','not_needed','missing_certificate')),
  credit_amount numeric(12,2),
  credited_on date,
  FOREIGN KEY (order_id, line_no) REFERENCES sales_order_line
);
CREATE TABLE purchase_order (
  po_id integer PRIMARY KEY,
  po_number text NOT NULL UNIQUE,
  supplier_id integer NOT NULL REFERENCES supplier,
  warehouse_id integer NOT NULL REFERENCES warehouse,
  buyer_id integer NOT NULL REFERENCES staff,
  ordered_on date NOT NULL,
  expected_on date NOT NULL,
  status text NOT NULL CHECK (status IN ('sent','part_received','received','cancelled'))
);
CREATE TABLE purchase_order_line (
  po_id integer NOT NULL REFERENCES purchase_order,
  line_no integer NOT NULL,
  part_id integer NOT NULL REFERENCES part,
  quantity_ordered integer NOT NULL,
  unit_cost numeric(10,2) NOT NULL,
  PRIMARY KEY (po_id, line_no)
);
CREATE TABLE goods_receipt (
  receipt_id integer PRIMARY KEY,
  po_id integer NOT NULL,
  line_no integer NOT NULL,
  received_on date NOT NULL,
  quantity_received integer NOT NULL,
  quantity_rejected integer NOT NULL DEFAULT 0,
  inspector_id integer REFERENCES staff,
  FOREIGN KEY (po_id, line_no) REFERENCES purchase_order_line
);

CREATE INDEX ON sales_order (customer_id);
INSERT INTO part_category VALUES (1,'Engine',NULL),(2,'Airframe',NULL),(3,'Avionics',NULL),(4,'Cabin',NULL),(5,'Consumables',NULL),
 (6,'Fuel Pumps',1),(7,'Turbine Blades',1),(8,'Landing Gear',2),(9,'Wheels and Brakes',2),(10,'Displays',3),(11,'Sensors',3),(12,'Seats',4),(13,'Fasteners',5),(14,'Sealants',5),(15,'Galley',4);
INSERT INTO warehouse VALUES
 (1,'FRA1','Frankfurt','DE','Europe',current_date-4200,NULL),(2,'LYS1','Lyon','FR','Europe',current_date-3100,NULL),
 (3,'MIA1','Miami','US','Americas',current_date-3900,NULL),(4,'DFW1','Dallas','US','Americas',current_date-1500,NULL),
 (5,'SIN1','Singapore','SG','Asia Pacific',current_date-2800,NULL),(6,'DXB1','Dubai','AE','Middle East',current_date-1100,NULL),
 (7,'MAN1','Manchester','GB','Europe',current_date-3600,current_date-210);
INSERT INTO staff VALUES
 (1,'Helga Brandt','Managing Director','Management',NULL,1,current_date-4100,NULL),
 (2,'Marco Silvestri','Head of Sales','Sales',1,1,current_date-3500,NULL),
 (3,'Yvonne Tan','Head of Purchasing','Purchasing',1,5,current_date-2700,NULL),
 (4,'Peter Oakley','Head of Logistics','Logistics',1,7,current_date-3400,NULL),
 (5,'Claire Dumas','Sales Representative','Sales',2,2,current_date-2300,NULL),
 (6,'Jorge Medina','Sales Representative','Sales',2,3,current_date-1900,NULL),
 (7,'Aisha Rahman','Sales Representative','Sales',2,6,current_date-1000,NULL),
 (8,'Tom Becker','Sales Representative','Sales',2,1,current_date-1700,NULL),
 (9,'Wei Ling Koh','Sales Representative','Sales',2,5,current_date-1500,NULL),
 (10,'Dana Whitfield','Sales Representative','Sales',2,4,current_date-1400,current_date-160),
 (11,'Luc Moreau','Buyer','Purchasing',3,2,current_date-2000,NULL),
 (12,'Sandra Pohl','Buyer','Purchasing',3,1,current_date-1250,NULL),
 (13,'Ravi Menon','Buyer','Purchasing',3,5,current_date-1120,NULL),
 (14,'Kyle Barnes','Buyer','Purchasing',3,3,current_date-980,current_date-400),
 (15,'Anke Vogt','Quality Inspector','Logistics',4,1,current_date-2100,NULL),
 (16,'Paul Girard','Quality Inspector','Logistics',4,2,current_date-1350,NULL),
 (17,'Rosa Delgado','Quality Inspector','Logistics',4,3,current_date-800,NULL),
 (18,'Hamid Aziz','Warehouse Supervisor','Logistics',4,6,current_date-700,NULL),
 (19,'Joan Pickering','Warehouse Supervisor','Logistics',4,7,current_date-3000,current_date-210),
 (20,'Emil Novak','Sales Representative','Sales',2,1,current_date-200,NULL),
 (21,'Nina Castell','Accountant','Finance',1,1,current_date-900,NULL),
 (22,'Oliver Grant','Accountant','Finance',1,NULL,current_date-75,NULL);
INSERT INTO supplier
SELECT i, (ARRAY['Aerotek Components','Bavaria Flugteile','Cobalt Aviation','Delta Bearings','Euro Hydraulics','Falcon Avionics','Garonne Aero','Hanover Seals','Ibis Turbines','Jetstream Parts','Kestrel Fasteners','Lumen Displays','Meridian Wheels','Northwind Interiors','Orion Sensors','Pacific Rotables','Quadrant Fuel Systems','Rhone Composites','Sterling Galley','Tasman Aero Supply','Umbra Castings','Vector Gear'])[i],
 (ARRAY['US','DE','GB','US','IT','US','FR','DE','US','GB','NL','JP','US','FR','DE','SG','US','FR','GB','AU','IT','CA'])[i],
 (ARRAY[30,45,60,30,14])[1+i%5], i NOT IN (10,20,21), CASE WHEN i IN (10,20,21) THEN NULL ELSE current_date + (-60 + (i*53)%700) END, 10+(i*7)%40
FROM generate_series(1,22) i;
INSERT INTO part
SELECT i, upper(substr(c.category_name,1,2))||'-'||lpad((10000+i*37)::text,5,'0')||'-'||(i%9),
 (ARRAY['Standard','Heavy duty','Overhauled','Lightweight','Reinforced'])[1+i%5]||' '||lower(c.category_name)||' '||(ARRAY['kit','assembly','unit','module','set','element'])[1+i%6],
 c.category_id, CASE WHEN i%17=0 THEN NULL ELSE 1+(i*5)%20 END,
 p.pr, round(p.pr*(0.55+0.2*pg_temp.r(i,3))::numeric,2), CASE WHEN i%23=0 THEN NULL ELSE round((0.05+pg_temp.r(i,4)^3*80)::numeric,2) END,
 c.category_id=14 OR i%41=0, c.category_id IN (6,7,8,10,11), CASE WHEN i%19=0 THEN 'obsolete' WHEN i%11=0 THEN 'phase_out' ELSE 'active' END,
 current_date - (60+floor(pg_temp.r(i,5)*3000))::int
FROM generate_series(1,400) i
JOIN part_category c ON c.category_id = 6+(i*7)%10
CROSS JOIN LATERAL (SELECT round((CASE WHEN c.category_id IN (13,14) THEN 4+pg_temp.r(i,2)*60 ELSE 120+pg_temp.r(i,2)^2*6000 END)::numeric,2) pr) p;
INSERT INTO stock_level
SELECT w, i, CASE WHEN pg_temp.r(i*10+w,1)<0.08 THEN 0 ELSE floor(pg_temp.r(i*10+w,2)^2*120)::int END, 0, 5+(i%4)*5,
 CASE WHEN i%29=0 THEN NULL ELSE chr(65+i%8)||'-'||lpad((i%40)::text,2,'0')||'-'||(w+i)%6 END,
 CASE WHEN (i+w)%13=0 THEN NULL ELSE current_date-floor(pg_temp.r(i*10+w,3)*420)::int END
FROM generate_series(1,6) w, generate_series(1,400) i WHERE pg_temp.r(i*10+w,4)<0.6 AND i<=392;
UPDATE stock_level SET quantity_reserved = floor(quantity_on_hand*pg_temp.r(part_id*10+warehouse_id,6)*0.6)::int;
INSERT INTO customer
SELECT i, CASE WHEN i=92 THEN 'Orchid Regional' WHEN i=90 THEN 'AirParts Training Centre' WHEN i=91 THEN 'AirParts Engineering (internal)' ELSE
 (ARRAY['Nordic','Alpine','Iberia Coast','Gulf','Pacific','Atlantic','Summit','Sahara','Coral','Prairie','Baltic','Lotus','Andes'])[1+i%13]||' '||
 (ARRAY['Airlines','Aero Services','Jet Charter','Air Cargo','Technics','Aviation','Wings'])[1+i%7] END,
 CASE WHEN i>=90 AND i<=91 THEN 'internal' ELSE (ARRAY['airline','airline','mro','mro','charter','airline','government','broker'])[1+i%8] END,
 g.cc, g.rg, CASE WHEN i%12=0 THEN NULL ELSE 5+(i*3)%5 END, CASE WHEN i%15=0 OR i IN (90,91) THEN NULL ELSE (25000*(1+(i*7)%20))::numeric END, i%16=3 OR i IN (7,27),
 CASE WHEN i>80 THEN current_date-(i-78)*22 ELSE current_date-(700+(i*37)%1900) END
FROM generate_series(1,92) i CROSS JOIN LATERAL (SELECT (ARRAY['DE','FR','US','SG','AE','GB','US','ES','AU','BR'])[1+(i*3)%10] cc, (ARRAY['Europe','Europe','Americas','Asia Pacific','Middle East','Europe','Americas','Europe','Asia Pacific','Americas'])[1+(i*3)%10] rg) g;
INSERT INTO quote
SELECT i, 'Q-'||lpad(i::text,5,'0'), c.customer_id, 5+floor(pg_temp.r(i,2)*5)::int + CASE WHEN pg_temp.r(i,9)<0.05 AND d.d>170 THEN 0 ELSE 0 END, current_date-d.d, current_date-d.d+30,
 CASE WHEN d.d<=3 THEN CASE WHEN i%2=0 THEN 'draft' ELSE 'sent' END WHEN d.d<=30 AND pg_temp.r(i,3)<0.55 THEN 'sent'
      WHEN pg_temp.r(i,4)<0.46 THEN 'accepted' WHEN pg_temp.r(i,4)<0.72 THEN 'rejected' WHEN d.d>30 THEN 'expired' ELSE 'sent' END,
 round((200+pg_temp.r(i,5)^3*90000)::numeric,2), NULL
FROM generate_series(1,1800) i CROSS JOIN LATERAL (SELECT 900-floor(900*(i/1800.0)^0.9)::int d) d
JOIN customer c ON c.customer_id = 1+floor(pg_temp.r(i,1)^1.4*86)::int;
UPDATE quote SET rejection_reason=(ARRAY['price','price','lead time','competitor','no budget'])[1+quote_id%5] WHERE status='rejected' AND quote_id%13<>0;
INSERT INTO sales_order
SELECT i,'SO-'||lpad((100000+i)::text,6,'0'), c.customer_id, NULL, w.w,
 CASE WHEN d.d<160 THEN (ARRAY[5,6,7,8,9,20])[1+floor(pg_temp.r(i,2)*6)::int] ELSE (ARRAY[5,6,7,8,9,10])[1+floor(pg_temp.r(i,2)*6)::int] END,
 current_date-d.d, current_date-d.d+p.lead, NULL, 'open', p.pr
FROM generate_series(1,5200) i
CROSS JOIN LATERAL (SELECT 910-floor(910*(i/5200.0)^0.85)::int d) d
CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.r(i,6)<0.09 THEN 'aog' WHEN pg_temp.r(i,6)<0.31 THEN 'critical' ELSE 'routine' END pr, CASE WHEN pg_temp.r(i,6)<0.09 THEN 1 WHEN pg_temp.r(i,6)<0.31 THEN 4 ELSE 12 END lead) p
CROSS JOIN LATERAL (SELECT CASE WHEN d.d>215 THEN (ARRAY[1,1,1,2,3,3,4,5,5,6,7])[1+floor(pg_temp.r(i,7)*11)::int] ELSE (ARRAY[1,1,1,2,2,3,3,4,5,5,6])[1+floor(pg_temp.r(i,7)*11)::int] END w) w
JOIN customer c ON c.customer_id = CASE WHEN pg_temp.r(i,8)<0.02 THEN 90+i%2 ELSE 1+floor(pg_temp.r(i,1)^1.5*88)::int END;
UPDATE sales_order SET status='cancelled' WHERE pg_temp.r(order_id,11) < CASE warehouse_id WHEN 6 THEN 0.11 WHEN 3 THEN 0.08 ELSE 0.05 END;
UPDATE sales_order s SET shipped_on=x.sh, status='shipped' FROM (SELECT order_id, ordered_on + (CASE priority WHEN 'aog' THEN floor(pg_temp.r(order_id,12)*3) WHEN 'critical' THEN 1+floor(pg_temp.r(order_id,12)*5) ELSE 3+floor(pg_temp.r(order_id,12)^2*18) END)::int sh FROM sales_order) x
 WHERE x.order_id=s.order_id AND s.status<>'cancelled' AND x.sh<=current_date AND NOT (current_date-s.ordered_on<60 AND pg_temp.r(s.order_id,13)<0.07);
UPDATE sales_order SET status='picking' WHERE status='open' AND pg_temp.r(order_id,14)<0.4;
UPDATE sales_order s SET quote_id=q.quote_id FROM (
  SELECT DISTINCT ON (o.order_id) o.order_id, q.quote_id FROM quote q JOIN LATERAL (SELECT order_id FROM sales_order o WHERE o.customer_id=q.customer_id AND o.ordered_on BETWEEN q.quoted_on+1 AND q.valid_until ORDER BY o.ordered_on,o.order_id LIMIT 1) o ON true WHERE q.status='accepted' ORDER BY o.order_id,q.quote_id) q WHERE q.order_id=s.order_id;
INSERT INTO sales_order_line
SELECT o.order_id, n, p.part_id, q.q, u.u, q.q*u.u FROM sales_order o CROSS JOIN LATERAL generate_series(1,1+floor(pg_temp.r(o.order_id,20)^2*5)::int) n
JOIN part p ON p.part_id=1+floor(pg_temp.r(o.order_id*10+n,21)^1.6*385)::int
CROSS JOIN LATERAL (SELECT 1+floor(pg_temp.r(o.order_id*10+n,22)^3*CASE WHEN p.list_price<70 THEN 200 ELSE 8 END)::int q) q
CROSS JOIN LATERAL (SELECT round(p.list_price*(ARRAY[1,1,1,0.95,0.9,0.85])[1+(o.order_id+n)%6]::numeric,2) u) u;
INSERT INTO customer_return
SELECT row_number() OVER (ORDER BY t.rd, t.order_id, t.line_no), t.order_id, t.line_no, t.rd, t.q, t.reason, CASE WHEN t.cr THEN round(t.q*t.unit_price,2) END, CASE WHEN t.cr THEN t.rd+4+(t.order_id%9) END
FROM (SELECT l.*, o.shipped_on+3+floor(pg_temp.r(l.order_id*10+l.line_no,31)*35)::int rd, 1+floor(pg_temp.r(l.order_id*10+l.line_no,32)*l.quantity)::int q,
  (ARRAY['wrong_part','damaged','defective','defective','not_needed','missing_certificate','not_needed'])[1+floor(pg_temp.r(l.order_id*10+l.line_no,33)*7)::int] reason,
  (o.shipped_on+60<current_date AND pg_temp.r(l.order_id*10+l.line_no,34)<0.9) cr
  FROM sales_order_line l JOIN sales_order o USING (order_id) JOIN part p USING (part_id) WHERE o.shipped_on IS NOT NULL AND pg_temp.r(l.order_id*10+l.line_no,30) < CASE p.category_id WHEN 10 THEN 0.09 WHEN 12 THEN 0.07 ELSE 0.035 END) t WHERE t.rd<=current_date;
INSERT INTO purchase_order
SELECT i,'PO-'||lpad((40000+i)::text,6,'0'), 1+floor(pg_temp.r(i,41)^1.3*20)::int, CASE WHEN d.d>240 THEN 1+floor(pg_temp.r(i,42)*7)::int ELSE 1+floor(pg_temp.r(i,42)*6)::int END,
 CASE WHEN d.d>400 THEN 11+floor(pg_temp.r(i,43)*4)::int ELSE 11+floor(pg_temp.r(i,43)*3)::int END, current_date-d.d, current_date-d.d+s.quoted_lead_time_days, CASE WHEN pg_temp.r(i,44)<0.05 THEN 'cancelled' ELSE 'sent' END
FROM generate_series(1,1500) i CROSS JOIN LATERAL (SELECT 905-floor(905*(i/1500.0)^0.95)::int d) d JOIN supplier s ON s.supplier_id=1+floor(pg_temp.r(i,41)^1.3*20)::int;
INSERT INTO purchase_order_line
SELECT o.po_id, n, p.part_id, q.q, round(p.standard_cost*(0.92+0.2*pg_temp.r(o.po_id*10+n,53))::numeric,2)
FROM purchase_order o CROSS JOIN LATERAL generate_series(1,1+floor(pg_temp.r(o.po_id,50)*4)::int) n JOIN part p ON p.part_id=1+floor(pg_temp.r(o.po_id*10+n,51)*400)::int
CROSS JOIN LATERAL (SELECT (5*(1+floor(pg_temp.r(o.po_id*10+n,52)*CASE WHEN p.list_price<70 THEN 60 ELSE 6 END)))::int q) q;
INSERT INTO goods_receipt
SELECT row_number() OVER (ORDER BY t.rd,t.po_id,t.line_no,t.k), t.po_id,t.line_no,t.rd,t.qr, CASE WHEN pg_temp.r(t.po_id*10+t.line_no,62)<0.08 THEN 1+floor(t.qr*0.2)::int ELSE 0 END, CASE WHEN pg_temp.r(t.po_id*10+t.line_no,63)<0.12 THEN NULL ELSE 15+(t.po_id+t.line_no)%3 END
FROM (SELECT l.po_id,l.line_no,k, o.expected_on-6+floor(pg_temp.r(l.po_id,60)^1.5*24)::int + (k-1)*9 + CASE WHEN l.line_no=3 THEN 5 ELSE 0 END rd,
   CASE WHEN sp.two THEN CASE k WHEN 1 THEN l.quantity_ordered-l.quantity_ordered/3 ELSE l.quantity_ordered/3 END ELSE l.quantity_ordered END qr
  FROM purchase_order_line l JOIN purchase_order o USING (po_id) CROSS JOIN LATERAL (SELECT pg_temp.r(l.po_id*10+l.line_no,61)<0.15 two) sp CROSS JOIN LATERAL generate_series(1,CASE WHEN sp.two THEN 2 ELSE 1 END) k
  WHERE o.status<>'cancelled' AND pg_temp.r(l.po_id*10+l.line_no,64)<0.985) t WHERE t.rd<=current_date AND t.qr>0;
UPDATE purchase_order o SET status = CASE WHEN x.rec>=x.ord THEN 'received' ELSE 'part_received' END
FROM (SELECT l.po_id, sum(l.quantity_ordered) ord, sum(coalesce(g.q,0)) rec FROM purchase_order_line l LEFT JOIN (SELECT po_id,line_no,sum(quantity_received) q FROM goods_receipt GROUP BY 1,2) g USING (po_id,line_no) GROUP BY 1) x
WHERE x.po_id=o.po_id AND o.status='sent' AND x.rec>0;

COMMENT ON COLUMN part.list_price IS 'Price per unit in EUR before discount';
COMMENT ON COLUMN part.standard_cost IS 'Standard purchasing cost per unit in EUR';
COMMENT ON COLUMN part.status IS 'active, phase_out (sold until stock runs out), obsolete (no longer sold)';
COMMENT ON COLUMN part.preferred_supplier_id IS 'Supplier we normally buy from; null when sourced case by case';
COMMENT ON COLUMN part.is_hazmat IS 'Dangerous goods, needs special handling';
COMMENT ON COLUMN stock_level.quantity_reserved IS 'Part of the quantity on hand already allocated to orders; available = on hand minus reserved';
COMMENT ON COLUMN stock_level.reorder_point IS 'Replenish when the quantity on hand falls below this';
COMMENT ON COLUMN stock_level.last_counted_on IS 'Last physical stock count, null if never counted';
COMMENT ON COLUMN customer.segment IS 'airline, mro (maintenance, repair and overhaul shop), charter, government, broker, internal (our own departments)';
COMMENT ON COLUMN customer.account_manager_id IS 'Staff member looking after the account, null = unassigned (house account)';
COMMENT ON COLUMN customer.credit_limit IS 'EUR; null = prepayment only';
COMMENT ON COLUMN sales_order.priority IS 'aog = aircraft on ground, critical, routine';
COMMENT ON COLUMN sales_order.shipped_on IS 'Null until the goods have left the warehouse';
COMMENT ON COLUMN sales_order.promised_on IS 'Ship date promised to the customer; late if shipped after it';
COMMENT ON COLUMN sales_order.quote_id IS 'Quote the order came from, null for direct orders';
COMMENT ON COLUMN sales_order.status IS 'open, picking, shipped, cancelled; open and picking are not yet shipped';
COMMENT ON COLUMN sales_order_line.line_total IS 'quantity * unit_price, EUR net';
COMMENT ON COLUMN sales_order_line.unit_price IS 'Price charged, after discount';
COMMENT ON COLUMN customer_return.credited_on IS 'Null until the credit note has been issued';
COMMENT ON COLUMN purchase_order.expected_on IS 'Delivery date confirmed by the supplier';
COMMENT ON COLUMN purchase_order.status IS 'sent (nothing received yet), part_received, received, cancelled';
COMMENT ON COLUMN goods_receipt.quantity_rejected IS 'Units out of quantity_received that failed the incoming inspection';
COMMENT ON COLUMN goods_receipt.inspector_id IS 'Null when booked in without inspection';
COMMENT ON COLUMN supplier.is_approved IS 'Holds a valid quality approval';
COMMENT ON COLUMN supplier.quoted_lead_time_days IS 'Lead time the supplier quotes, calendar days';
COMMENT ON COLUMN warehouse.closed_on IS 'Null while in operation';
COMMENT ON COLUMN staff.left_on IS 'Null for current employees';
ANALYZE;
