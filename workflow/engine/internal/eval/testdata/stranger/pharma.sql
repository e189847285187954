-- pharma: ERP extract of a pharmaceutical wholesaler (mm_ materials, sd_ sales, fi_ finance). Dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE mm_supplier (
  supp_id integer PRIMARY KEY, supp_no varchar(6) NOT NULL UNIQUE, supp_name varchar(60) NOT NULL, city varchar(40), ctry_cd char(2) NOT NULL,
  email varchar(80), lead_days smallint, gdp_cert_until date, blocked_ind char(1));
COMMENT ON TABLE mm_supplier IS 'Vendors: manufacturers and importers we buy from';
COMMENT ON COLUMN mm_supplier.supp_no IS 'Vendor number, V + 4 digits';
COMMENT ON COLUMN mm_supplier.ctry_cd IS 'Country: AT Austria, DE Germany, CH Switzerland, FR France, IN India, IT Italy, IE Ireland';
COMMENT ON COLUMN mm_supplier.lead_days IS 'Agreed delivery time in days';
COMMENT ON COLUMN mm_supplier.gdp_cert_until IS 'Last day on which the GDP certificate is valid; NULL = no certificate on file';
COMMENT ON COLUMN mm_supplier.blocked_ind IS 'X = blocked for purchasing, otherwise NULL';

CREATE TABLE mm_atc_group (atc_cd char(3) PRIMARY KEY, atc_text varchar(60) NOT NULL);
COMMENT ON TABLE mm_atc_group IS 'Therapeutic groups (ATC level 2)';

CREATE TABLE mm_product (
  mat_id integer PRIMARY KEY, mat_no varchar(8) NOT NULL UNIQUE, mat_text varchar(60) NOT NULL, atc_cd char(3) NOT NULL REFERENCES mm_atc_group,
  form_cd char(3) NOT NULL, strength varchar(12), pack_size smallint NOT NULL, rx_cd char(1) NOT NULL, cool_ind boolean NOT NULL,
  main_supp_id integer REFERENCES mm_supplier, list_prc numeric(10,2) NOT NULL, cost_prc numeric(10,2) NOT NULL, safety_stk integer NOT NULL,
  created_on date NOT NULL, discont_on date);
COMMENT ON TABLE mm_product IS 'Material master: one row per pack that can be sold';
COMMENT ON COLUMN mm_product.mat_no IS 'Material number';
COMMENT ON COLUMN mm_product.mat_text IS 'Product name with strength';
COMMENT ON COLUMN mm_product.form_cd IS 'Dosage form: TAB tablets, CAP capsules, INJ injection, SYR syrup, OIN ointment or gel, DRP drops, INH inhaler, PAT patch';
COMMENT ON COLUMN mm_product.pack_size IS 'Pieces per pack';
COMMENT ON COLUMN mm_product.rx_cd IS 'R = prescription only (Rx), O = over the counter (OTC), N = narcotic';
COMMENT ON COLUMN mm_product.cool_ind IS 'true = cold chain product, 2-8 degrees';
COMMENT ON COLUMN mm_product.main_supp_id IS 'Preferred supplier';
COMMENT ON COLUMN mm_product.list_prc IS 'List price per pack in EUR without VAT';
COMMENT ON COLUMN mm_product.cost_prc IS 'Standard cost per pack in EUR, used for valuing stock';
COMMENT ON COLUMN mm_product.safety_stk IS 'Safety stock in packs over all warehouses';
COMMENT ON COLUMN mm_product.discont_on IS 'Day the product was discontinued; NULL while it is in the range';

CREATE TABLE mm_warehouse (whs_cd char(3) PRIMARY KEY, whs_name varchar(40) NOT NULL, city varchar(40) NOT NULL, cap_pallets integer, cool_room boolean NOT NULL);
COMMENT ON COLUMN mm_warehouse.cap_pallets IS 'Capacity in pallet places';
COMMENT ON COLUMN mm_warehouse.cool_room IS 'true = has a cold room';

CREATE TABLE mm_batch (
  batch_id integer PRIMARY KEY, batch_no varchar(10) NOT NULL, mat_id integer NOT NULL REFERENCES mm_product, supp_id integer NOT NULL REFERENCES mm_supplier,
  mfg_dt date NOT NULL, exp_dt date NOT NULL, stat_cd char(1) NOT NULL);
COMMENT ON TABLE mm_batch IS 'Batches (lots) received from suppliers';
COMMENT ON COLUMN mm_batch.mfg_dt IS 'Date of manufacture';
COMMENT ON COLUMN mm_batch.exp_dt IS 'Expiry date';
COMMENT ON COLUMN mm_batch.stat_cd IS 'F = free for sale, Q = in quarantine, B = blocked, R = recalled by the manufacturer';

CREATE TABLE mm_stock (
  batch_id integer NOT NULL REFERENCES mm_batch, whs_cd char(3) NOT NULL REFERENCES mm_warehouse, qty_oh integer NOT NULL, qty_rsv integer NOT NULL,
  bin_loc varchar(8), last_cnt_dt date, PRIMARY KEY (batch_id, whs_cd));
COMMENT ON TABLE mm_stock IS 'Current stock per batch and warehouse, in packs';
COMMENT ON COLUMN mm_stock.qty_oh IS 'Packs on hand';
COMMENT ON COLUMN mm_stock.qty_rsv IS 'Of these, packs reserved for sales orders';
COMMENT ON COLUMN mm_stock.bin_loc IS 'Storage bin';
COMMENT ON COLUMN mm_stock.last_cnt_dt IS 'Last physical count';

CREATE TABLE mm_po_head (
  po_id integer PRIMARY KEY, po_no varchar(10) NOT NULL UNIQUE, supp_id integer NOT NULL REFERENCES mm_supplier, whs_cd char(3) NOT NULL REFERENCES mm_warehouse,
  po_dt date NOT NULL, exp_dlv_dt date NOT NULL, dlv_dt date, stat_cd char(1) NOT NULL, buyer varchar(40));
COMMENT ON TABLE mm_po_head IS 'Purchase orders to suppliers';
COMMENT ON COLUMN mm_po_head.exp_dlv_dt IS 'Delivery date confirmed by the supplier';
COMMENT ON COLUMN mm_po_head.dlv_dt IS 'Day of the complete delivery; NULL while not complete';
COMMENT ON COLUMN mm_po_head.stat_cd IS 'O = open, P = partly delivered, D = delivered in full, X = cancelled';

CREATE TABLE mm_po_item (
  po_id integer NOT NULL REFERENCES mm_po_head, line_no smallint NOT NULL, mat_id integer NOT NULL REFERENCES mm_product, qty_ord integer NOT NULL,
  qty_rcv integer NOT NULL, unit_prc numeric(10,2) NOT NULL, PRIMARY KEY (po_id, line_no));
COMMENT ON COLUMN mm_po_item.qty_ord IS 'Packs ordered';
COMMENT ON COLUMN mm_po_item.qty_rcv IS 'Packs received so far';
COMMENT ON COLUMN mm_po_item.unit_prc IS 'Purchase price per pack in EUR';

CREATE TABLE sd_rep (
  rep_id integer PRIMARY KEY, first_nm varchar(30) NOT NULL, last_nm varchar(30) NOT NULL, email varchar(80), region varchar(10) NOT NULL,
  hired_on date NOT NULL, left_on date, mgr_id integer REFERENCES sd_rep, quota_amt numeric(12,2));
COMMENT ON TABLE sd_rep IS 'Sales representatives';
COMMENT ON COLUMN sd_rep.left_on IS 'Last working day; NULL while employed';
COMMENT ON COLUMN sd_rep.mgr_id IS 'The rep''s boss; NULL for the head of sales';
COMMENT ON COLUMN sd_rep.quota_amt IS 'Sales target per calendar year in EUR';

CREATE TABLE sd_price_list (plist_id integer PRIMARY KEY, plist_cd varchar(4) NOT NULL, plist_name varchar(40) NOT NULL, valid_from date NOT NULL, valid_to date);
COMMENT ON COLUMN sd_price_list.valid_to IS 'NULL = valid until further notice';
CREATE TABLE sd_price_item (plist_id integer NOT NULL REFERENCES sd_price_list, mat_id integer NOT NULL REFERENCES mm_product, prc numeric(10,2) NOT NULL, PRIMARY KEY (plist_id, mat_id));
COMMENT ON COLUMN sd_price_item.prc IS 'Price per pack in EUR on this price list';

CREATE TABLE sd_pharmacy (
  cust_id integer PRIMARY KEY, cust_no varchar(6) NOT NULL UNIQUE, cust_name varchar(60) NOT NULL, cust_type_cd char(1) NOT NULL, city varchar(40) NOT NULL, region varchar(10) NOT NULL,
  email varchar(80), rep_id integer REFERENCES sd_rep, plist_id integer REFERENCES sd_price_list, since_dt date NOT NULL, credit_lim numeric(12,2), pay_days smallint NOT NULL, blocked_ind char(1));
COMMENT ON TABLE sd_pharmacy IS 'Customers: the pharmacies we supply';
COMMENT ON COLUMN sd_pharmacy.cust_type_cd IS 'I = independent, C = chain, H = hospital pharmacy, O = online pharmacy';
COMMENT ON COLUMN sd_pharmacy.rep_id IS 'Rep who looks after the customer today; NULL = house account';
COMMENT ON COLUMN sd_pharmacy.credit_lim IS 'Credit limit in EUR; NULL = unlimited';
COMMENT ON COLUMN sd_pharmacy.pay_days IS 'Payment term in days';
COMMENT ON COLUMN sd_pharmacy.blocked_ind IS 'X = blocked for delivery, otherwise NULL';

CREATE TABLE sd_so_head (
  so_id integer PRIMARY KEY, so_no varchar(10) NOT NULL UNIQUE, cust_id integer NOT NULL REFERENCES sd_pharmacy, rep_id integer REFERENCES sd_rep,
  whs_cd char(3) NOT NULL REFERENCES mm_warehouse, ord_dt date NOT NULL, ship_dt date, stat_cd char(2) NOT NULL, chan_cd char(1) NOT NULL, prio_cd char(1) NOT NULL);
COMMENT ON TABLE sd_so_head IS 'Sales orders of the pharmacies';
COMMENT ON COLUMN sd_so_head.rep_id IS 'Rep who is credited with the order';
COMMENT ON COLUMN sd_so_head.stat_cd IS '10 = entered, 20 = being picked, 30 = shipped, 40 = invoiced, 90 = cancelled (does not count as sales)';
COMMENT ON COLUMN sd_so_head.chan_cd IS 'P = phone, W = web shop, E = EDI';
COMMENT ON COLUMN sd_so_head.prio_cd IS 'N = normal, E = express';

CREATE TABLE sd_so_item (
  so_id integer NOT NULL REFERENCES sd_so_head, line_no smallint NOT NULL, mat_id integer NOT NULL REFERENCES mm_product, batch_id integer REFERENCES mm_batch,
  qty integer NOT NULL, unit_prc numeric(10,2) NOT NULL, disc_pct numeric(4,1) NOT NULL, net_amt numeric(12,2) NOT NULL, PRIMARY KEY (so_id, line_no));
COMMENT ON TABLE sd_so_item IS 'Lines of the sales orders';
COMMENT ON COLUMN sd_so_item.batch_id IS 'Batch delivered; NULL until picked';
COMMENT ON COLUMN sd_so_item.qty IS 'Packs';
COMMENT ON COLUMN sd_so_item.disc_pct IS 'Discount in percent';
COMMENT ON COLUMN sd_so_item.net_amt IS 'Line value in EUR after discount, without VAT; sales = sum of net_amt of orders that are not cancelled, by order date';

CREATE TABLE sd_return (
  ret_id integer PRIMARY KEY, so_id integer NOT NULL, line_no smallint NOT NULL, ret_dt date NOT NULL, qty integer NOT NULL, reason_cd char(2) NOT NULL,
  stat_cd char(1) NOT NULL, credit_amt numeric(12,2), FOREIGN KEY (so_id, line_no) REFERENCES sd_so_item);
COMMENT ON TABLE sd_return IS 'Returns by pharmacies, at most one per order line';
COMMENT ON COLUMN sd_return.qty IS 'Packs sent back';
COMMENT ON COLUMN sd_return.reason_cd IS 'DA = damaged, SD = short dated, WR = wrong item delivered, RC = recall, OM = ordered by mistake';
COMMENT ON COLUMN sd_return.stat_cd IS 'R = requested, A = accepted, J = rejected';
COMMENT ON COLUMN sd_return.credit_amt IS 'Credit note in EUR; NULL unless accepted';

CREATE TABLE fi_invoice (
  inv_id integer PRIMARY KEY, inv_no varchar(10) NOT NULL UNIQUE, so_id integer NOT NULL UNIQUE REFERENCES sd_so_head, inv_dt date NOT NULL, due_dt date NOT NULL,
  net_amt numeric(12,2) NOT NULL, vat_amt numeric(12,2) NOT NULL, gross_amt numeric(12,2) NOT NULL, paid_dt date, dunn_lvl smallint NOT NULL);
COMMENT ON TABLE fi_invoice IS 'Invoices, one per invoiced sales order';
COMMENT ON COLUMN fi_invoice.gross_amt IS 'Amount payable in EUR, VAT included';
COMMENT ON COLUMN fi_invoice.paid_dt IS 'Day of payment; NULL while unpaid';
COMMENT ON COLUMN fi_invoice.dunn_lvl IS 'Number of reminders sent, 0 to 3';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;
CREATE FUNCTION pg_temp.pick(k text, a text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT a[1 + (('x' || substr(md5(k),1,7))::bit(28)::int) % array_length(a,1)] $$;

INSERT INTO mm_supplier
SELECT i, 'V'||(1000+i*7), nm, city, cc, CASE WHEN i%9=4 THEN NULL ELSE 'orders@'||lower(regexp_replace(nm,'[^A-Za-z]','','g'))||'.example' END,
 7+pg_temp.h('ld'||i,30), CASE WHEN i IN (9,17) THEN NULL ELSE current_date-60+pg_temp.h('gdp'||i,700) END, CASE WHEN i IN (6,20) THEN 'X' END
FROM (VALUES (1,'Alpina Pharma','Innsbruck','AT'),(2,'Donau Generics','Linz','AT'),(3,'Rheinmed','Köln','DE'),(4,'Hansa Arznei','Hamburg','DE'),(5,'Bavaria Biotech','München','DE'),
(6,'Helvetia Labs','Basel','CH'),(7,'Limmat Therapeutics','Zürich','CH'),(8,'Laboratoires Garonne','Toulouse','FR'),(9,'Lyon Santé','Lyon','FR'),(10,'Deccan Remedies','Hyderabad','IN'),
(11,'Gujarat Lifecare','Ahmedabad','IN'),(12,'Konkan Pharma','Mumbai','IN'),(13,'Farmaceutici Adria','Trieste','IT'),(14,'Milano Farma','Milano','IT'),(15,'Shannon Biologics','Limerick','IE'),
(16,'Cork Medicines','Cork','IE'),(17,'Steirische Heilmittel','Graz','AT'),(18,'Spree Vaccines','Berlin','DE'),(19,'Neckar Pharma','Stuttgart','DE'),(20,'Punjab Formulations','Ludhiana','IN'),
(21,'Wachau Naturheil','Krems','AT'),(22,'Elbe Opiates','Dresden','DE')) v(i,nm,city,cc);

INSERT INTO mm_atc_group VALUES ('N02','Analgesics'),('M01','Anti-inflammatory drugs'),('J01','Antibiotics'),('A10','Diabetes drugs'),('A02','Acid disorder drugs'),('C10','Cholesterol drugs'),
('C09','Renin-angiotensin drugs'),('C07','Beta blockers'),('R03','Asthma drugs'),('N06','Antidepressants'),('N05','Sedatives'),('R06','Antihistamines'),('R05','Cough and cold'),
('A11','Vitamins'),('J07','Vaccines'),('B01','Blood thinners'),('H03','Thyroid drugs'),('S01','Eye care'),('L01','Cancer drugs');

INSERT INTO mm_product
SELECT id, 'M'||lpad((id*13+100)::text,5,'0'), nm||' '||st, atc, form, st, CASE WHEN form IN ('TAB','CAP') THEN (ARRAY[20,30,50,100])[1+pg_temp.h('ps'||id,4)] WHEN form='INJ' THEN 5 WHEN form='PAT' THEN 10 ELSE 1 END,
 rx, cool, CASE WHEN id%29=5 THEN NULL WHEN rx='N' THEN 22 WHEN atc='J07' THEN 18 ELSE 1+pg_temp.h('ms'||g,19) END, lp, round(lp*(0.62+pg_temp.h('c'||id,18)/100.0),2),
 200+100*pg_temp.h('ss'||id,11), CASE WHEN id IN (14,33,50,71,86) THEN current_date-pg_temp.h('cr'||id,40)-3 ELSE current_date-1100-pg_temp.h('cr'||id,1500) END,
 CASE WHEN id IN (7,8,23,38,61) THEN current_date-30-pg_temp.h('di'||id,60) WHEN id IN (27,44,77) THEN current_date-400-pg_temp.h('di'||id,100) END
FROM (SELECT (g-1)*2+k AS id, g, nm, atc, form, rx, cool, CASE k WHEN 1 THEN s1 ELSE s2 END AS st, round(p*(CASE k WHEN 1 THEN 1 ELSE 1.6 END),2) AS lp
 FROM (VALUES (1,'Paracetamol','N02','TAB','O',false,'500 mg','1000 mg',3.20),(2,'Ibuprofen','M01','TAB','O',false,'200 mg','400 mg',4.10),(3,'Diclofenac Gel','M01','OIN','O',false,'1 %','2 %',6.90),
 (4,'Amoxicillin','J01','CAP','R',false,'500 mg','1000 mg',7.40),(5,'Azithromycin','J01','TAB','R',false,'250 mg','500 mg',9.80),(6,'Ciprofloxacin','J01','TAB','R',false,'250 mg','500 mg',8.60),
 (7,'Metformin','A10','TAB','R',false,'500 mg','850 mg',4.70),(8,'Insulin Glargine','A10','INJ','R',true,'100 IU/ml','300 IU/ml',54.00),(9,'Insulin Lispro','A10','INJ','R',true,'100 IU/ml','200 IU/ml',47.50),
 (10,'Semaglutide','A10','INJ','R',true,'0.5 mg','1 mg',112.00),(11,'Omeprazole','A02','CAP','R',false,'20 mg','40 mg',5.90),(12,'Pantoprazole','A02','TAB','O',false,'20 mg','40 mg',6.30),
 (13,'Atorvastatin','C10','TAB','R',false,'20 mg','40 mg',8.20),(14,'Simvastatin','C10','TAB','R',false,'20 mg','40 mg',6.10),(15,'Rosuvastatin','C10','TAB','R',false,'10 mg','20 mg',11.40),
 (16,'Ramipril','C09','TAB','R',false,'2.5 mg','5 mg',5.20),(17,'Lisinopril','C09','TAB','R',false,'10 mg','20 mg',5.60),(18,'Losartan','C09','TAB','R',false,'50 mg','100 mg',7.90),
 (19,'Bisoprolol','C07','TAB','R',false,'2.5 mg','5 mg',4.80),(20,'Metoprolol','C07','TAB','R',false,'50 mg','100 mg',5.10),(21,'Salbutamol','R03','INH','R',false,'100 mcg','200 mcg',7.70),
 (22,'Budesonide','R03','INH','R',false,'200 mcg','400 mcg',21.30),(23,'Morphine','N02','INJ','N',false,'10 mg','20 mg',18.60),(24,'Oxycodone','N02','TAB','N',false,'10 mg','20 mg',24.90),
 (25,'Fentanyl','N02','PAT','N',false,'25 mcg','50 mcg',38.20),(26,'Tramadol','N02','CAP','R',false,'50 mg','100 mg',6.80),(27,'Sertraline','N06','TAB','R',false,'50 mg','100 mg',9.10),
 (28,'Escitalopram','N06','TAB','R',false,'10 mg','20 mg',9.70),(29,'Diazepam','N05','TAB','R',false,'5 mg','10 mg',4.40),(30,'Zolpidem','N05','TAB','R',false,'5 mg','10 mg',5.30),
 (31,'Cetirizine','R06','TAB','O',false,'5 mg','10 mg',4.60),(32,'Loratadine','R06','TAB','O',false,'5 mg','10 mg',4.90),(33,'Ambroxol','R05','SYR','O',false,'15 mg/5ml','30 mg/5ml',5.50),
 (34,'Xylometazoline','R05','DRP','O',false,'0.05 %','0.1 %',3.90),(35,'Vitamin D3','A11','DRP','O',false,'400 IU','1000 IU',7.20),(36,'Vitamin B12','A11','TAB','O',false,'100 mcg','1000 mcg',8.40),
 (37,'Influenza Vaccine','J07','INJ','R',true,'junior','adult',62.00),(38,'Hepatitis B Vaccine','J07','INJ','R',true,'10 mcg','20 mcg',88.00),(39,'Enoxaparin','B01','INJ','R',false,'40 mg','60 mg',43.00),
 (40,'Apixaban','B01','TAB','R',false,'2.5 mg','5 mg',66.00),(41,'Levothyroxine','H03','TAB','R',false,'50 mcg','100 mcg',4.30),(42,'Latanoprost','S01','DRP','R',true,'0.005 %','0.01 %',13.60),
 (43,'Hyaluron Eye Drops','S01','DRP','O',false,'0.1 %','0.2 %',8.80)) v(g,nm,atc,form,rx,cool,s1,s2,p), generate_series(1,2) k) x;

INSERT INTO mm_warehouse VALUES ('W01','Central Vienna','Vienna',5200,true),('W02','South Graz','Graz',2400,true),('W03','North Linz','Linz',2100,false),('W04','West Innsbruck','Innsbruck',1300,true),('W05','Overflow St. Pölten','St. Pölten',900,false);

INSERT INTO mm_batch
SELECT i, chr(65+pg_temp.h('bl'||i,26))||chr(65+pg_temp.h('bm'||i,26))||lpad(pg_temp.h('bn'||i,100000)::text,5,'0'), p.mat_id, coalesce(CASE WHEN pg_temp.h('alt'||i,10)=0 THEN 2 END, p.main_supp_id, 3),
 e - CASE WHEN pg_temp.h('ml'||i,2)=0 THEN 730 ELSE 1095 END, e, CASE WHEN pg_temp.h('bs'||i,100)<84 THEN 'F' WHEN pg_temp.h('bs'||i,100)<91 THEN 'Q' WHEN pg_temp.h('bs'||i,100)<96 THEN 'B' ELSE 'R' END
FROM (SELECT i, 1+pg_temp.h('bmat'||i,86) AS m, current_date-150+pg_temp.h('be'||i,900) AS e FROM generate_series(1,640) i) x JOIN mm_product p ON p.mat_id=x.m
WHERE x.m NOT IN (14,33,50,27,44);

INSERT INTO mm_stock
SELECT b.batch_id, w.whs_cd, q, CASE WHEN b.stat_cd='F' AND b.exp_dt>current_date THEN q*pg_temp.h('rs'||b.batch_id||w.whs_cd,30)/100 ELSE 0 END,
 chr(65+pg_temp.h('bi'||b.batch_id,8))||'-'||lpad(pg_temp.h('bj'||b.batch_id||w.whs_cd,40)::text,2,'0')||'-'||(1+pg_temp.h('bk'||b.batch_id,6)),
 CASE WHEN pg_temp.h('lc'||b.batch_id,12)=0 THEN NULL ELSE current_date-pg_temp.h('ld'||b.batch_id||w.whs_cd,330) END
FROM mm_batch b JOIN mm_warehouse w ON pg_temp.h('sw'||b.batch_id||w.whs_cd,100) < CASE w.whs_cd WHEN 'W01' THEN 60 WHEN 'W02' THEN 38 WHEN 'W03' THEN 32 WHEN 'W04' THEN 22 ELSE 8 END
CROSS JOIN LATERAL (SELECT CASE WHEN pg_temp.h('z'||b.batch_id||w.whs_cd,9)=0 THEN 0 ELSE (5+pg_temp.h('q'||b.batch_id||w.whs_cd,240))*(CASE WHEN b.exp_dt<current_date THEN 1 ELSE 3 END)/3 END AS q) z;

INSERT INTO mm_po_head
SELECT i, 'PO'||(450000+i*3), s, pg_temp.pick('pw'||i,ARRAY['W01','W01','W01','W02','W03','W04']), d, e,
 CASE WHEN st='D' THEN least(dl,current_date) END, st, pg_temp.pick('bu'||i,ARRAY['Petra Lang','Georg Wimmer','Sonja Egger','Hannes Pichler'])
FROM (SELECT *, CASE WHEN pg_temp.h('px'||i,100)<5 THEN 'X' WHEN dl<=current_date AND pg_temp.h('py'||i,100)<97 THEN 'D' WHEN pg_temp.h('pz'||i,3)=0 THEN 'P' ELSE 'O' END AS st
 FROM (SELECT *, e-4+pg_temp.h('pd'||i,14) AS dl FROM (SELECT i, sp.supp_id AS s, current_date-pg_temp.h('po'||i,880) AS d, current_date-pg_temp.h('po'||i,880)+sp.lead_days AS e
  FROM generate_series(1,900) i JOIN mm_supplier sp ON sp.supp_id = 1+pg_temp.h('pos'||i,22) AND sp.supp_id NOT IN (20,21,9)) a) b) c;

INSERT INTO mm_po_item
SELECT h.po_id, l, p.mat_id, q, CASE h.stat_cd WHEN 'D' THEN q-CASE WHEN pg_temp.h('sh'||h.po_id||l,15)=0 THEN 10 ELSE 0 END WHEN 'P' THEN q/2 ELSE 0 END, round(p.cost_prc*(0.92+pg_temp.h('pp'||h.po_id||l,14)/100.0),2)
FROM mm_po_head h CROSS JOIN LATERAL generate_series(1,1+pg_temp.h('pl'||h.po_id,4)) l
JOIN mm_product p ON p.mat_id = 1+(pg_temp.h('pm'||h.po_id,86)+l*17)%86 AND p.created_on<=h.po_dt
CROSS JOIN LATERAL (SELECT 50*(1+pg_temp.h('pq'||h.po_id||l,24)) AS q) z;

INSERT INTO sd_rep
SELECT i, f, l, lower(f)||'.'||lower(replace(replace(l,'ö','oe'),'ü','ue'))||'@medvertrieb.example', r, current_date-lo-hd, CASE WHEN lo>0 THEN current_date-lo END, CASE WHEN i=1 THEN NULL WHEN i<=4 THEN 1 WHEN r='East' THEN 2 WHEN r='South' THEN 3 ELSE 4 END, qt
FROM (VALUES (1,'Brigitte','Hofer','East',3900,0,NULL::numeric),(2,'Markus','Steiner','East',3200,0,100000),(3,'Ilse','Moser','South',2800,0,90000),(4,'Thomas','Gruber','West',2700,0,90000),(5,'Eva','Leitner','East',2100,0,160000),
(6,'Stefan','Bauer','East',1800,0,160000),(7,'Nina','Fuchs','South',1500,0,140000),(8,'Karl','Eder','South',2500,240,140000),(9,'Julia','Wagner','North',1300,0,140000),(10,'Peter','Schmid','North',900,0,130000),
(11,'Anna','Brunner','West',1700,0,130000),(12,'Lukas','Haas','West',40,0,80000),(13,'Maria','Winkler','North',2000,0,150000),(14,'Jakob','Reiter','East',25,0,80000)) v(i,f,l,r,hd,lo,qt);

INSERT INTO sd_price_list VALUES (1,'STD','Standard',current_date-1500,NULL),(2,'CHN','Chain contract',current_date-900,NULL),(3,'HOS','Hospital tender',current_date-500,current_date+230),(4,'ONL','Online pharmacies',current_date-700,NULL),(5,'OLD','Hospital tender (old)',current_date-1300,current_date-501);
INSERT INTO sd_price_item
SELECT l.plist_id, p.mat_id, round(p.list_prc*CASE l.plist_id WHEN 1 THEN 1 WHEN 2 THEN 0.93 WHEN 3 THEN 0.86+pg_temp.h('hp'||p.mat_id,20)/100.0 WHEN 4 THEN 0.97 ELSE 0.9 END,2)
FROM sd_price_list l JOIN mm_product p ON l.plist_id=1 OR pg_temp.h('pi'||l.plist_id||p.mat_id,10)<7;

INSERT INTO sd_pharmacy
SELECT i, 'C'||lpad((i*37+1000)::text,5,'0'), CASE t WHEN 'H' THEN 'Klinikum-Apotheke '||city||CASE WHEN i>100 THEN ' II' ELSE '' END WHEN 'C' THEN pg_temp.pick('ch'||i,ARRAY['MediPlus','Vita Pharm'])||' '||city||' '||i
  WHEN 'O' THEN pg_temp.pick('on'||i,ARRAY['apo-click','medishop','pillbox24'])||' '||i ELSE nm||' '||city END,
 t, city, CASE WHEN city IN ('Vienna','St. Pölten','Eisenstadt') THEN 'East' WHEN city IN ('Graz','Klagenfurt','Villach') THEN 'South' WHEN city IN ('Linz','Wels','Steyr') THEN 'North' ELSE 'West' END,
 CASE WHEN i%13=7 THEN NULL ELSE 'apo'||i||'@'||pg_temp.pick('em'||i,ARRAY['apotheke','gesund','pharmamail'])||'.example' END,
 NULL, CASE t WHEN 'C' THEN 2 WHEN 'H' THEN 3 WHEN 'O' THEN 4 ELSE 1 END, current_date-CASE WHEN i IN (40,90) THEN 12 ELSE 920+pg_temp.h('si'||i,2500) END,
 CASE WHEN t='H' THEN NULL ELSE 1000*(1+pg_temp.h('cl'||i,8)) END, CASE t WHEN 'H' THEN 60 WHEN 'C' THEN 30 ELSE 14 END, CASE WHEN i%19=3 THEN 'X' END
FROM (SELECT i, CASE WHEN i%10=1 THEN 'H' WHEN i%10 IN (2,5,8) THEN 'C' WHEN i%20=4 THEN 'O' ELSE 'I' END AS t,
 pg_temp.pick('ci'||i,ARRAY['Vienna','Vienna','Vienna','Graz','Graz','Linz','Salzburg','Innsbruck','Klagenfurt','Villach','Wels','St. Pölten','Dornbirn','Steyr','Eisenstadt']) AS city,
 (ARRAY['Löwen-Apotheke','Adler-Apotheke','Engel-Apotheke','Stern-Apotheke','Rathaus-Apotheke','Marien-Apotheke','Bären-Apotheke','Stadt-Apotheke','Sonnen-Apotheke','Kreuz-Apotheke','Rosen-Apotheke','Linden-Apotheke','Park-Apotheke'])[1+(i*7)%13] AS nm
 FROM generate_series(1,130) i) x;
UPDATE sd_pharmacy SET rep_id = CASE WHEN cust_id%17=6 THEN NULL ELSE CASE region WHEN 'East' THEN (ARRAY[2,5,5,6,6])[1+pg_temp.h('rp'||cust_id,5)] WHEN 'South' THEN (ARRAY[3,7,7])[1+pg_temp.h('rp'||cust_id,3)]
 WHEN 'North' THEN (ARRAY[9,10,13])[1+pg_temp.h('rp'||cust_id,3)] ELSE (ARRAY[4,11,11])[1+pg_temp.h('rp'||cust_id,3)] END END;

INSERT INTO sd_so_head
SELECT i, 'SO'||(700000+i*2), p.cust_id, CASE WHEN p.region='South' AND d<current_date-240 AND pg_temp.h('ke'||p.cust_id,3)=0 THEN 8 ELSE p.rep_id END,
 CASE p.region WHEN 'East' THEN 'W01' WHEN 'South' THEN 'W02' WHEN 'North' THEN 'W03' ELSE 'W04' END, d,
 CASE WHEN st IN ('30','40') THEN least(d+pg_temp.h('sd'||i,CASE WHEN pg_temp.h('pr'||i,8)=0 THEN 2 ELSE 6 END),current_date) END, st,
 CASE WHEN p.cust_type_cd IN ('H','C') THEN pg_temp.pick('cn'||i,ARRAY['E','E','E','W','P']) ELSE pg_temp.pick('cn'||i,ARRAY['P','P','W','W','W','E']) END, CASE WHEN pg_temp.h('pr'||i,8)=0 THEN 'E' ELSE 'N' END
FROM (SELECT i, d, c, CASE WHEN pg_temp.h('st'||i,100)<(CASE WHEN pg_temp.h('cn'||i,5)<2 THEN 8 ELSE 4 END) THEN '90' WHEN d>current_date-3 THEN pg_temp.pick('s1'||i,ARRAY['10','10','20','30']) WHEN d>current_date-9 THEN pg_temp.pick('s2'||i,ARRAY['20','30','30','40'])
  WHEN pg_temp.h('s3'||i,120)=0 THEN '20' WHEN pg_temp.h('s3'||i,60)=1 THEN '30' ELSE '40' END AS st
 FROM (SELECT i, current_date-pg_temp.h('od'||i,900) AS d, 1+(pg_temp.h('oc'||i,130)*pg_temp.h('ow'||i,130)/CASE WHEN pg_temp.h('oz'||i,2)=0 THEN 130 ELSE 1+pg_temp.h('ow'||i,130) END) AS c FROM generate_series(1,6000) i) a) b
JOIN sd_pharmacy p ON p.cust_id=b.c WHERE p.cust_id NOT IN (40,90,59,112,127) AND d>=p.since_dt;

INSERT INTO sd_so_item
SELECT so_id, l, mat_id, CASE WHEN stat_cd IN ('30','40') AND b.ids IS NOT NULL THEN b.ids[1+pg_temp.h('ib'||so_id||l,array_length(b.ids,1))] END, q, up, dp, round(q*up*(1-dp/100),2)
FROM (SELECT h.so_id, l, h.stat_cd, p.mat_id, CASE WHEN p.list_prc>40 THEN 1+pg_temp.h('iq'||h.so_id||l,6) ELSE 2+pg_temp.h('iq'||h.so_id||l,28) END * CASE WHEN c.cust_type_cd='H' THEN 3 ELSE 1 END AS q,
 coalesce(pi.prc,p.list_prc) AS up, (CASE WHEN pg_temp.h('dp'||h.so_id||l,10)<6 THEN 0 ELSE (ARRAY[2,3,5,7.5,10])[1+pg_temp.h('dq'||h.so_id||l,CASE c.cust_type_cd WHEN 'I' THEN 3 ELSE 5 END)] END)::numeric(4,1) AS dp
 FROM sd_so_head h JOIN sd_pharmacy c ON c.cust_id=h.cust_id CROSS JOIN LATERAL generate_series(1,1+pg_temp.h('nl'||h.so_id,4)) l
 JOIN mm_product p ON p.mat_id = 1+(pg_temp.h('im'||h.so_id,86)+l*l*11)%86 AND p.created_on<=h.ord_dt AND (p.discont_on IS NULL OR p.discont_on>h.ord_dt) AND p.mat_id NOT IN (33,50,69,74,10)
 LEFT JOIN sd_price_item pi ON pi.plist_id=c.plist_id AND pi.mat_id=p.mat_id) x
LEFT JOIN (SELECT mat_id AS bm, array_agg(batch_id ORDER BY batch_id) AS ids FROM mm_batch GROUP BY 1) b ON b.bm=x.mat_id;

DELETE FROM sd_so_head h WHERE NOT EXISTS (SELECT 1 FROM sd_so_item i WHERE i.so_id=h.so_id);

INSERT INTO sd_return
SELECT row_number() OVER (ORDER BY h.ship_dt, i.so_id, i.line_no), i.so_id, i.line_no, rd, q, pg_temp.pick('rr'||i.so_id||i.line_no,ARRAY['DA','DA','DA','SD','SD','WR','WR','RC','OM']), st,
 CASE WHEN st='A' THEN round(i.net_amt*q/i.qty,2) END
FROM sd_so_item i JOIN sd_so_head h ON h.so_id=i.so_id AND h.stat_cd IN ('30','40')
CROSS JOIN LATERAL (SELECT h.ship_dt+2+pg_temp.h('rd'||i.so_id,25) AS rd, 1+pg_temp.h('rq'||i.so_id||i.line_no,i.qty) AS q, pg_temp.h('rs'||i.so_id||i.line_no,10) AS r) z
CROSS JOIN LATERAL (SELECT CASE WHEN rd>current_date-8 THEN 'R' WHEN r<8 THEN 'A' ELSE 'J' END AS st) y
WHERE pg_temp.h('ret'||i.so_id||i.line_no,100)<6 AND rd<=current_date;

INSERT INTO fi_invoice
SELECT row_number() OVER (ORDER BY id, so_id), 'INV'||(200000+row_number() OVER (ORDER BY id, so_id)), so_id, id, id+pay_days, n, round(n*0.1,2), n+round(n*0.1,2), pd, CASE WHEN pd IS NULL AND id+pay_days<current_date THEN least(3,(current_date-id-pay_days)/21) ELSE 0 END
FROM (SELECT h.so_id, h.ship_dt+pg_temp.h('iv'||h.so_id,2) AS id, c.pay_days, t.n,
  CASE WHEN pg_temp.h('up'||h.so_id,100)<3 THEN NULL WHEN h.ship_dt+1+c.pay_days-8+pg_temp.h('pdx'||h.so_id,28)<=current_date THEN h.ship_dt+1+c.pay_days-8+pg_temp.h('pdx'||h.so_id,28) END AS pd
 FROM sd_so_head h JOIN sd_pharmacy c ON c.cust_id=h.cust_id JOIN (SELECT so_id, sum(net_amt) AS n FROM sd_so_item GROUP BY 1) t ON t.so_id=h.so_id WHERE h.stat_cd='40') x WHERE id<=current_date;

ANALYZE;
