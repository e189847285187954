-- freight: a freight forwarder with warehouses. All dates move with the day of loading.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE ctry (
  ctry_cd  char(2) PRIMARY KEY,
  ctryname varchar(40) NOT NULL,
  eu_yn    char(1) NOT NULL
);

CREATE TABLE loc (
  loc_cd  char(5) PRIMARY KEY,
  locname varchar(40) NOT NULL,
  ctry_cd char(2) NOT NULL REFERENCES ctry
);

CREATE TABLE whse (
  whse_cd   char(3) PRIMARY KEY,
  whsename  varchar(40) NOT NULL,
  city      varchar(40) NOT NULL,
  ctry_cd   char(2) NOT NULL,
  cap_plt   integer NOT NULL,
  bonded_yn char(1) NOT NULL
);

CREATE TABLE emp (
  emp_no   integer PRIMARY KEY,
  fname    varchar(30) NOT NULL,
  lname    varchar(30) NOT NULL,
  jobtitle varchar(40) NOT NULL,
  whse_cd  char(3),
  hire_dt  date NOT NULL,
  left_dt  date
);

CREATE TABLE cust (
  cust_no   integer PRIMARY KEY,
  custname  varchar(60) NOT NULL,
  city      varchar(40),
  ctry_cd   char(2) NOT NULL REFERENCES ctry,
  email     varchar(80),
  seg_cd    char(1) NOT NULL,
  stat_cd   char(1) NOT NULL,
  salesrep  integer,
  crlimit   numeric(12,2) NOT NULL,
  paydays   smallint NOT NULL,
  since_dt  date NOT NULL
);
COMMENT ON TABLE cust IS 'Customers of the forwarder (the party that gets the invoice)';
COMMENT ON COLUMN cust.seg_cd IS 'M = manufacturer, R = retailer, W = wholesaler, P = pharma';
COMMENT ON COLUMN cust.stat_cd IS 'A = active, B = blocked, C = closed account';
COMMENT ON COLUMN cust.salesrep IS 'Our account manager, an employee number';
COMMENT ON COLUMN cust.crlimit IS 'Credit limit in EUR, for the sum of the unpaid invoices';
COMMENT ON COLUMN cust.paydays IS 'Payment term in days after the invoice date';

CREATE TABLE carr (
  carr_cd  char(4) PRIMARY KEY,
  carrname varchar(50) NOT NULL,
  mode_cd  char(1) NOT NULL,
  ctry_cd  char(2) NOT NULL,
  ctrend_dt date,
  actv_yn  char(1) NOT NULL
);
COMMENT ON TABLE carr IS 'Carriers: shipping lines, airlines, hauliers and rail operators that we buy transport from';
COMMENT ON COLUMN carr.mode_cd IS 'S = sea, A = air, R = road, T = rail (train)';
COMMENT ON COLUMN carr.ctrend_dt IS 'Last day of the contract; NULL = open-ended';

CREATE TABLE shpmt (
  shpmt_no  varchar(9) PRIMARY KEY,
  cust_no   integer NOT NULL REFERENCES cust,
  book_dt   date NOT NULL,
  mode_cd   char(1) NOT NULL,
  stat_cd   char(1) NOT NULL,
  orig_loc  char(5) NOT NULL REFERENCES loc,
  dest_loc  char(5) NOT NULL,
  incoterm  char(3),
  pcs       integer NOT NULL,
  wt_kg     numeric(10,1) NOT NULL,
  vol_cbm   numeric(8,2) NOT NULL,
  dg_yn     char(1) NOT NULL,
  etd_dt    date NOT NULL,
  eta_dt    date NOT NULL,
  dlvd_dt   date,
  handler   integer NOT NULL
);
COMMENT ON TABLE shpmt IS 'Shipments. Profit of a shipment = its charges minus the cost of its legs';
COMMENT ON COLUMN shpmt.mode_cd IS 'Main transport mode: S = sea, A = air, R = road, T = rail (train)';
COMMENT ON COLUMN shpmt.stat_cd IS 'B = booked, not yet departed; T = in transit; H = on hold; D = delivered; X = cancelled';
COMMENT ON COLUMN shpmt.dg_yn IS 'Y = dangerous goods';
COMMENT ON COLUMN shpmt.etd_dt IS 'Date of departure';
COMMENT ON COLUMN shpmt.eta_dt IS 'Arrival date promised to the customer; delivered after it = late';
COMMENT ON COLUMN shpmt.dlvd_dt IS 'Day of delivery; NULL while not delivered';
COMMENT ON COLUMN shpmt.handler IS 'Employee who handles the shipment';

CREATE TABLE leg (
  leg_id   integer PRIMARY KEY,
  shpmt_no varchar(9) NOT NULL REFERENCES shpmt,
  seqno    smallint NOT NULL,
  carr_cd  char(4) NOT NULL,
  dist_km  integer NOT NULL,
  dep_pln  date NOT NULL,
  dep_act  date,
  arr_pln  date NOT NULL,
  arr_act  date,
  cost_amt numeric(10,2) NOT NULL
);

CREATE TABLE cntr (
  cntr_id  integer PRIMARY KEY,
  cntr_no  char(11) NOT NULL,
  shpmt_no varchar(9) NOT NULL,
  typ_cd   char(1) NOT NULL,
  size_ft  smallint NOT NULL,
  gross_kg integer NOT NULL,
  seal_no  varchar(10)
);
COMMENT ON TABLE cntr IS 'Containers loaded for a shipment (sea and rail only); one row per container and shipment';
COMMENT ON COLUMN cntr.typ_cd IS 'D = dry, R = reefer (refrigerated), O = open top, F = flat rack, T = tank';
COMMENT ON COLUMN cntr.size_ft IS 'Length in feet: 20, 40 or 45';

CREATE TABLE custdecl (
  decl_no   varchar(10) PRIMARY KEY,
  shpmt_no  varchar(9) NOT NULL REFERENCES shpmt,
  typ_cd    char(1) NOT NULL,
  stat_cd   char(1) NOT NULL,
  lodged_dt date NOT NULL,
  rel_dt    date,
  val_amt   numeric(12,2) NOT NULL,
  duty_amt  numeric(12,2) NOT NULL,
  vat_amt   numeric(12,2) NOT NULL
);
COMMENT ON TABLE custdecl IS 'Customs declarations';
COMMENT ON COLUMN custdecl.typ_cd IS 'I = import, E = export, T = transit';
COMMENT ON COLUMN custdecl.stat_cd IS 'L = lodged, Q = queried by customs, R = released, X = rejected';
COMMENT ON COLUMN custdecl.rel_dt IS 'Day on which customs released the goods (cleared); NULL if not released';
COMMENT ON COLUMN custdecl.val_amt IS 'Declared value of the goods in EUR';

CREATE TABLE chrgtyp (
  chrg_cd  char(3) PRIMARY KEY,
  chrgdesc varchar(40) NOT NULL
);

CREATE TABLE inv (
  inv_no    varchar(10) PRIMARY KEY,
  cust_no   integer NOT NULL REFERENCES cust,
  inv_dt    date NOT NULL,
  due_dt    date NOT NULL,
  paid_dt   date,
  total_amt numeric(12,2) NOT NULL
);

CREATE TABLE chrg (
  chrg_id  integer PRIMARY KEY,
  shpmt_no varchar(9) NOT NULL REFERENCES shpmt,
  chrg_cd  char(3) NOT NULL REFERENCES chrgtyp,
  chrg_dt  date NOT NULL,
  amt      numeric(10,2) NOT NULL,
  inv_no   varchar(10)
);

CREATE TABLE whsmov (
  mov_id   integer PRIMARY KEY,
  whse_cd  char(3) NOT NULL REFERENCES whse,
  cust_no  integer NOT NULL,
  shpmt_no varchar(9),
  mov_dt   date NOT NULL,
  dir_cd   char(1) NOT NULL,
  plts     integer NOT NULL
);
COMMENT ON TABLE whsmov IS 'Pallet movements in the warehouses; stock = in minus out';
COMMENT ON COLUMN whsmov.dir_cd IS 'I = in (received), O = out (sent off)';
COMMENT ON COLUMN whsmov.plts IS 'Number of pallets, always positive';

CREATE TABLE claim (
  claim_no  varchar(8) PRIMARY KEY,
  shpmt_no  varchar(9) NOT NULL REFERENCES shpmt,
  filed_dt  date NOT NULL,
  typ_cd    char(1) NOT NULL,
  stat_cd   char(1) NOT NULL,
  claim_amt numeric(10,2) NOT NULL,
  paid_amt  numeric(10,2)
);
COMMENT ON TABLE claim IS 'Claims of customers about a shipment';
COMMENT ON COLUMN claim.typ_cd IS 'D = damage, L = loss, T = delay';
COMMENT ON COLUMN claim.stat_cd IS 'O = open, S = settled, R = rejected';
COMMENT ON COLUMN claim.paid_amt IS 'What we paid out, EUR; NULL unless settled';

-- helpers, gone with the session
CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;

INSERT INTO ctry VALUES ('NL','Netherlands','Y'),('DE','Germany','Y'),('BE','Belgium','Y'),('FR','France','Y'),('IT','Italy','Y'),
 ('ES','Spain','Y'),('PL','Poland','Y'),('AT','Austria','Y'),('GB','United Kingdom','N'),('CH','Switzerland','N'),('CN','China','N'),
 ('SG','Singapore','N'),('IN','India','N'),('VN','Vietnam','N'),('US','United States','N'),('BR','Brazil','N'),('AE','United Arab Emirates','N'),('JP','Japan','N');

INSERT INTO loc VALUES ('NLRTM','Rotterdam','NL'),('DEHAM','Hamburg','DE'),('BEANR','Antwerp','BE'),('FRLEH','Le Havre','FR'),
 ('ITGOA','Genoa','IT'),('ESBCN','Barcelona','ES'),('PLGDN','Gdansk','PL'),('GBFXT','Felixstowe','GB'),('DEDUI','Duisburg','DE'),('ATVIE','Vienna','AT'),
 ('CNSHA','Shanghai','CN'),('CNSZX','Shenzhen','CN'),('SGSIN','Singapore','SG'),('INNSA','Nhava Sheva','IN'),('VNSGN','Ho Chi Minh City','VN'),
 ('USNYC','New York','US'),('USLAX','Los Angeles','US'),('BRSSZ','Santos','BR'),('AEJEA','Jebel Ali','AE'),('JPTYO','Tokyo','JP');

INSERT INTO whse VALUES ('RTM','Maasvlakte Hub','Rotterdam','NL',4200,'Y'),('HAM','Hamburg Altenwerder','Hamburg','DE',3600,'Y'),
 ('ANR','Antwerp Left Bank','Antwerp','BE',2400,'Y'),('VEN','Venlo Crossdock','Venlo','NL',1800,'N'),('DUI','Duisburg Logport','Duisburg','DE',2900,'N'),
 ('GDN','Gdansk Terminal Store','Gdansk','PL',1500,'N'),('FXT','Felixstowe Bond Store','Felixstowe','GB',900,'Y');

INSERT INTO emp
SELECT 100+i, f, l, CASE WHEN i<=6 THEN 'Account Manager' WHEN i<=20 THEN 'Forwarding Agent' WHEN i<=24 THEN 'Customs Specialist' ELSE 'Warehouse Clerk' END,
  CASE WHEN i>24 THEN (ARRAY['RTM','HAM','ANR','VEN','DUI','GDN','RTM','HAM','RTM','ANR','DUI','VEN'])[i-24] END,
  current_date - 40 - pg_temp.h('hire'||i, 3300),
  CASE WHEN i IN (18,24,29,33) THEN current_date - 20 - pg_temp.h('left'||i,500) END
FROM unnest(
 ARRAY['Anneke','Jürgen','Sophie','Marek','Claire','Tom','Bart','Lotte','Henrik','Ines','Paolo','Katarzyna','Daan','Miriam','Stefan','Fleur','Ahmed','Julia','Ruben','Elena','Pieter','Nadia','Lukas','Wim','Sjoerd','Karl','Joke','Femke','Uwe','Ania','Milan','Heike','Ton','Griet','Selim','Mieke'],
 ARRAY['de Vries','Brandt','Lemaire','Kowalski','Dubois','Whitaker','Janssen','Smit','Olsen','Carvalho','Ricci','Nowak','Visser','Stein','Hoffmann','Meijer','El Amrani','Krüger','Bakker','Popescu','van Dijk','Haddad','Weber','Claes','Hoekstra','Petersen','Mulder','Bos','Schmitz','Zielinska','Horvat','Vogel','Kuipers','Maes','Yildiz','Peeters']) WITH ORDINALITY t(f,l,i);
UPDATE emp SET hire_dt = left_dt - 700 WHERE left_dt IS NOT NULL AND hire_dt > left_dt - 100;
-- agents who left do not handle recent shipments; see below

INSERT INTO cust
SELECT 1000+i, n, c[1+(i%20)], cc[1+(i%20)],
  CASE WHEN i%11<>4 THEN 'logistics@'||regexp_replace(lower(translate(split_part(n,' ',1),'üöäéè','uoaee')),'[^a-z]','','g')||'.example' END,
  (ARRAY['M','R','M','W','R','P','M','W'])[1+pg_temp.h('seg'||i,8)],
  CASE WHEN i IN (14,37) THEN 'B' WHEN i IN (22,45,58) THEN 'C' ELSE 'A' END,
  CASE WHEN i%17<>0 THEN 101 + pg_temp.h('rep'||i,6) END,
  (ARRAY[15000,25000,40000,60000,100000])[1+pg_temp.h('crl'||i,5)], (ARRAY[14,30,30,45])[1+pg_temp.h('pd'||i,4)],
  current_date - 1150 - pg_temp.h('since'||i,2600)
FROM unnest(ARRAY['Alpenholz GmbH','Brouwer Bikes BV','Cassel Textiles','Delmare Foods','Eikenhof Meubelen','Fjordline Seafood','Gerhardt Pumpen','Hansa Coffee','Iberica Ceramics','Jansen Agro','Kessler Pharma','Lumière Cosmetics','Meridian Toys','Nordlicht Lampen','Oltremare Wines','Pelikan Paints','Quadra Furniture','Rheintal Chemie','Solaris Panels','Tulip Trading','Ubbink Plastics','Vanderveld Flowers','Wolff Werkzeuge','Xenon Medical','Yara Garments','Zwart Automotive','Atlas Tyres','Bellini Shoes','Castell Glass','Dortmund Stahl','Elbe Kaffee','Fabrica Moda','Grünwald Optik','Helvetia Instruments','Inova Robotics','Kaspar Outdoor','Lindner Elektro','Mosel Wein Export','Novamed','Ostsee Fisch','Polska Mebel','Quercus Floors','Rosenthal Home','Schuurman Tools','Terranova Spices','Unimar Electronics','Veldhoven Lighting','Weser Papier','Albion Ceramics','Baltica Timber','Corvina Sportswear','Duna Batteries','Estrella Fruits','Falk Machines','Gala Gifts','Holm & Zoon','Intertea','Juno Baby','Kroon Packaging','Lotus Kitchens']) WITH ORDINALITY t(n,i),
 (SELECT ARRAY['Rotterdam','Hamburg','Antwerp','Lyon','Milan','Berlin','Utrecht','Warsaw','London','Zurich','Munich','Eindhoven','Barcelona','Vienna','Cologne','Ghent','Amsterdam','Bremen','Paris','Manchester'] c,
  ARRAY['NL','DE','BE','FR','IT','DE','NL','PL','GB','CH','DE','NL','ES','AT','DE','BE','NL','DE','FR','GB'] cc) a;

INSERT INTO carr VALUES
 ('NSLU','Northstar Line','S','DE',current_date+60,'Y'),('BLAN','Blue Anchor Shipping','S','NL',current_date+300,'Y'),('PACO','Pacific Orient Lines','S','SG',current_date+20,'Y'),
 ('MEDT','Meditrans Container','S','IT',NULL,'Y'),('DRGN','Dragon Pearl Line','S','CN',current_date+420,'Y'),
 ('SKYC','SkyCargo Europe','A','DE',current_date+85,'Y'),('TULA','Tulip Air Freight','A','NL',NULL,'Y'),('GULF','Gulf Wings Cargo','A','AE',current_date+200,'Y'),
 ('RTRA','Rijntransport','R','NL',current_date+130,'Y'),('KRAK','Krakow Trucking','R','PL',current_date+45,'Y'),('SCHN','Schnellspedition Huber','R','DE',NULL,'Y'),
 ('ALPT','Alpine Trans','R','AT',current_date+250,'Y'),('FLAN','Flandria Road','R','BE',current_date-15,'Y'),
 ('EURB','Eurasia Rail Bridge','T','PL',current_date+10,'Y'),('RUHR','Ruhr Rail Cargo','T','DE',NULL,'Y'),
 ('OLDE','Olde Harbour Lines','S','GB',current_date-700,'N'),('IBEX','Ibex Haulage','R','ES',NULL,'Y'),('NIPP','Nippon Air Express','A','JP',current_date+75,'Y');

INSERT INTO shpmt
SELECT 'SH'||lpad(g::text,6,'0'), 1001 + least(pg_temp.h('c1'||g,55), pg_temp.h('c2'||g,90)), bd, m,
  CASE WHEN pg_temp.h('x'||g,100)<5 THEN 'X' WHEN dl<=current_date THEN 'D' WHEN pg_temp.h('hold'||g,100)<16 THEN 'H' WHEN etd<=current_date THEN 'T' ELSE 'B' END,
  loc[o+1], loc[d+1], (ARRAY['FOB','EXW','DAP','CIF','FCA','DDP',NULL])[1+pg_temp.h('inc'||g,7)],
  1+pg_temp.h('pcs'||g,60),
  CASE m WHEN 'A' THEN 40+pg_temp.h('w'||g,20000)/10.0 WHEN 'R' THEN 300+pg_temp.h('w'||g,180000)/10.0 ELSE 2000+pg_temp.h('w'||g,300000)/10.0 END,
  CASE m WHEN 'A' THEN 0.3+pg_temp.h('v'||g,1200)/100.0 WHEN 'R' THEN 2+pg_temp.h('v'||g,6000)/100.0 ELSE 10+pg_temp.h('v'||g,9000)/100.0 END,
  CASE WHEN pg_temp.h('dg'||g,100)<8 THEN 'Y' ELSE 'N' END, etd, eta,
  CASE WHEN dl<=current_date AND pg_temp.h('x'||g,100)>=5 THEN dl END, 107+least(pg_temp.h('hd'||g,14),pg_temp.h('he'||g,18))
FROM (SELECT *, eta + CASE WHEN pg_temp.h('late'||g,100) < CASE m WHEN 'S' THEN 38 WHEN 'T' THEN 30 WHEN 'R' THEN 18 ELSE 12 END
              THEN 1+pg_temp.h('ld'||g, CASE m WHEN 'S' THEN 14 WHEN 'A' THEN 3 ELSE 6 END) ELSE -pg_temp.h('el'||g,2) END AS dl
  FROM (SELECT *, etd + CASE m WHEN 'S' THEN 18+pg_temp.h('t'||g,20) WHEN 'A' THEN 2+pg_temp.h('t'||g,4) WHEN 'T' THEN 11+pg_temp.h('t'||g,8) ELSE 2+pg_temp.h('t'||g,6) END AS eta,
    CASE WHEN m='R' THEN (d0%10) WHEN imp THEN d0%10 WHEN m='T' THEN 10+d0%2 ELSE 10+d0%10 END AS d,
    CASE WHEN m='R' THEN (d0%10 + 1 + o0%9)%10 WHEN m='T' THEN CASE WHEN imp THEN 10+o0%2 ELSE 8+o0%2 END WHEN imp THEN 10+least(o0%10,o0%7) ELSE o0%8 END AS o
    FROM (SELECT g, bd, bd + 2 + pg_temp.h('etd'||g,9) AS etd, substr('SSSSSSSSSAAAARRRRRTT',1+pg_temp.h('m'||g,20),1)::char(1) AS m,
        pg_temp.h('imp'||g,10)<7 AS imp, least(pg_temp.h('d1'||g,10),pg_temp.h('d2'||g,14)) AS d0, pg_temp.h('o'||g,630) AS o0
      FROM (SELECT g, (current_date - 1100 + round(1100*(g/4200.0)^0.87)::int) AS bd FROM generate_series(1,4200) g) a0) a) b) c,
 (SELECT array_agg(l ORDER BY n) loc FROM unnest(ARRAY['NLRTM','DEHAM','BEANR','FRLEH','ITGOA','ESBCN','PLGDN','GBFXT','DEDUI','ATVIE','CNSHA','CNSZX','SGSIN','INNSA','VNSGN','USNYC','USLAX','BRSSZ','AEJEA','JPTYO']) WITH ORDINALITY z(l,n)) q;
-- closed accounts stopped booking, some customers went quiet
UPDATE shpmt SET cust_no = 1001 + pg_temp.h('ra'||shpmt_no,9) WHERE cust_no IN (1022,1045,1051,1033) AND book_dt > current_date - 420;
-- reassign: nobody handles bookings made after he left or before he came
UPDATE shpmt s SET handler = 107 + pg_temp.h('re'||s.shpmt_no,5) FROM emp e WHERE e.emp_no=s.handler AND e.left_dt IS NOT NULL AND s.book_dt > e.left_dt;
UPDATE emp SET hire_dt = hire_dt - 1200 WHERE emp_no BETWEEN 101 AND 114;

INSERT INTO leg
SELECT row_number() OVER (ORDER BY shpmt_no, seqno), shpmt_no, seqno, carr, km, dp, CASE WHEN dp + dd <= current_date AND stat_cd NOT IN ('B') THEN dp+dd END,
  ap, CASE WHEN ap+ad <= current_date AND stat_cd NOT IN ('B') THEN ap+ad END, cost
FROM (SELECT s.shpmt_no, q.seqno, s.stat_cd,
   CASE WHEN q.main THEN CASE s.mode_cd WHEN 'S' THEN (ARRAY['NSLU','BLAN','PACO','MEDT','DRGN','NSLU','BLAN','NSLU'])[1+pg_temp.h('cs'||s.shpmt_no,8)]
        WHEN 'A' THEN (ARRAY['SKYC','TULA','GULF','SKYC'])[1+pg_temp.h('ca'||s.shpmt_no,4)] WHEN 'T' THEN (ARRAY['EURB','RUHR','EURB'])[1+pg_temp.h('ct'||s.shpmt_no,3)]
        ELSE (ARRAY['RTRA','KRAK','SCHN','ALPT','FLAN','RTRA'])[1+pg_temp.h('cr'||s.shpmt_no,6)] END
     ELSE (ARRAY['RTRA','KRAK','SCHN','FLAN','RTRA','SCHN','KRAK'])[1+pg_temp.h('cp'||s.shpmt_no||q.seqno,7)] END AS carr,
   CASE WHEN NOT q.main THEN 30+pg_temp.h('km'||s.shpmt_no||q.seqno,500) WHEN s.mode_cd='R' THEN 350+pg_temp.h('km'||s.shpmt_no,1500) ELSE 5500+pg_temp.h('km'||s.shpmt_no,14000) END AS km,
   CASE WHEN q.main THEN s.etd_dt WHEN q.seqno=1 THEN s.etd_dt-2 ELSE s.eta_dt-1 END AS dp,
   CASE WHEN q.main THEN CASE WHEN q.last THEN s.eta_dt ELSE s.eta_dt-1 END WHEN q.seqno=1 THEN s.etd_dt-1 ELSE s.eta_dt END AS ap,
   CASE WHEN pg_temp.h('dd'||s.shpmt_no||q.seqno,10)<2 THEN 1 ELSE 0 END AS dd,
   CASE WHEN q.last AND s.dlvd_dt IS NOT NULL THEN s.dlvd_dt-s.eta_dt WHEN pg_temp.h('ad'||s.shpmt_no||q.seqno,10)<2 THEN 1 ELSE 0 END AS ad,
   round((CASE WHEN NOT q.main THEN 90+pg_temp.h('co'||s.shpmt_no||q.seqno,30000)/100.0 WHEN s.mode_cd='S' THEN 600+s.wt_kg*0.055+pg_temp.h('co'||s.shpmt_no,60000)/100.0
      WHEN s.mode_cd='A' THEN 120+s.wt_kg*1.9 WHEN s.mode_cd='T' THEN 800+s.wt_kg*0.08 ELSE 220+s.wt_kg*0.06+pg_temp.h('co'||s.shpmt_no,30000)/100.0 END)::numeric,2) AS cost
 FROM shpmt s, LATERAL (VALUES (1, s.mode_cd='R', s.mode_cd='R'),(2, true, s.mode_cd='A'),(3,false,true)) q(seqno,main,last)
 WHERE s.stat_cd<>'X' AND q.seqno <= CASE s.mode_cd WHEN 'R' THEN 1 WHEN 'A' THEN 2 ELSE 3 END) z;

INSERT INTO cntr
SELECT row_number() OVER (ORDER BY s.shpmt_no,k), (ARRAY['NSLU','BLAU','PACU','MEDU','DRGU'])[1+pg_temp.h('cp'||s.shpmt_no||k,5)]||lpad(pg_temp.h('cn'||s.shpmt_no||k,9999999)::text,7,'0'),
  s.shpmt_no, substr('DDDDDDDDDRRRROFT',1+pg_temp.h('cy'||s.shpmt_no||k,16),1), (ARRAY[20,40,40,40,20,45])[1+pg_temp.h('cz'||s.shpmt_no||k,6)],
  4000+pg_temp.h('cg'||s.shpmt_no||k,22000), CASE WHEN s.stat_cd<>'B' THEN 'SL'||(100000+pg_temp.h('sl'||s.shpmt_no||k,899999)) END
FROM shpmt s, generate_series(1,4) k WHERE s.mode_cd IN ('S','T') AND s.stat_cd<>'X' AND k <= 1+least(pg_temp.h('ck'||s.shpmt_no,4),pg_temp.h('cl'||s.shpmt_no,4));

INSERT INTO custdecl
SELECT 'CD'||lpad(row_number() OVER (ORDER BY lo, shpmt_no, t)::text,7,'0'), shpmt_no, t,
  CASE WHEN rj THEN 'X' WHEN lo+dy<=current_date THEN 'R' WHEN pg_temp.h('q'||shpmt_no||t,10)<6 THEN 'Q' ELSE 'L' END, lo,
  CASE WHEN NOT rj AND lo+dy<=current_date THEN lo+dy END, v, CASE WHEN t='I' THEN round(v*(pg_temp.h('dt'||shpmt_no,120))/1000.0,2) ELSE 0 END, CASE WHEN t='I' THEN round(v*0.2,2) ELSE 0 END
FROM (SELECT s.shpmt_no, t, CASE WHEN t='I' THEN s.eta_dt-3 ELSE s.etd_dt-2 END AS lo,
    CASE WHEN pg_temp.h('cy'||s.shpmt_no||t,10)<7 THEN pg_temp.h('cd'||s.shpmt_no||t,3) ELSE 3+pg_temp.h('ce'||s.shpmt_no||t,12) END + CASE WHEN pg_temp.h('qq'||s.shpmt_no||t,10)=0 THEN 30 ELSE 0 END AS dy, pg_temp.h('rj'||s.shpmt_no||t,60)=0 AS rj,
    round((1500+s.wt_kg*(1+pg_temp.h('va'||s.shpmt_no,80)/20.0))::numeric,2) AS v
  FROM shpmt s JOIN loc o ON o.loc_cd=s.orig_loc JOIN loc d ON d.loc_cd=s.dest_loc JOIN ctry oc ON oc.ctry_cd=o.ctry_cd JOIN ctry dc ON dc.ctry_cd=d.ctry_cd,
    LATERAL (VALUES ('I'),('E'),('T')) x(t)
  WHERE s.stat_cd<>'X' AND ((t='I' AND dc.eu_yn='Y' AND oc.eu_yn='N') OR (t='E' AND oc.eu_yn='Y' AND dc.eu_yn='N') OR (t='T' AND oc.eu_yn='N' AND dc.eu_yn='Y' AND pg_temp.h('tr'||s.shpmt_no,8)=0))
    AND pg_temp.h('nd'||s.shpmt_no,25)<>0) z
WHERE lo <= current_date;

INSERT INTO chrgtyp VALUES ('FRT','Freight'),('FSC','Fuel surcharge'),('THC','Terminal handling'),('DOC','Documentation fee'),('CLR','Customs clearance'),('INS','Cargo insurance'),('STO','Storage'),('DEM','Demurrage'),('ESC','Escort service');

INSERT INTO chrg
SELECT row_number() OVER (ORDER BY s.shpmt_no, x.n), s.shpmt_no, x.cd, s.etd_dt + x.off, round(x.a::numeric,2), NULL
FROM shpmt s, LATERAL (SELECT sum(cost_amt) c FROM leg l WHERE l.shpmt_no=s.shpmt_no) lc,
 LATERAL (VALUES (1,'FRT',0,lc.c*(0.92+pg_temp.h('fm'||s.shpmt_no,40)/100.0),true),(2,'FSC',0,lc.c*0.07,pg_temp.h('f'||s.shpmt_no,10)<7),
  (3,'THC',1,140+pg_temp.h('th'||s.shpmt_no,160),s.mode_cd IN ('S','T')),(4,'DOC',0,35+5*pg_temp.h('do'||s.shpmt_no,6),true),
  (5,'CLR',1,65+pg_temp.h('cl'||s.shpmt_no,90),EXISTS (SELECT 1 FROM custdecl k WHERE k.shpmt_no=s.shpmt_no)),(6,'INS',0,20+s.wt_kg*0.01,pg_temp.h('in'||s.shpmt_no,4)=0),
  (7,'STO',3,50+pg_temp.h('st'||s.shpmt_no,500),pg_temp.h('so'||s.shpmt_no,9)=0),(8,'DEM',4,120+pg_temp.h('de'||s.shpmt_no,900),s.mode_cd='S' AND s.dlvd_dt>s.eta_dt+4)) x(n,cd,off,a,ok)
WHERE s.stat_cd<>'X' AND x.ok AND s.etd_dt + x.off <= current_date;

INSERT INTO inv
SELECT 'IN'||lpad(row_number() OVER (ORDER BY idt, cust_no)::text,6,'0'), cust_no, idt, idt+paydays,
  CASE WHEN pg_temp.h('np'||cust_no||m,100)<3 THEN NULL WHEN idt+paydays+py<=current_date THEN idt+paydays+py END, t
FROM (SELECT s.cust_no, c.paydays, date_trunc('month',k.chrg_dt)::date m, (date_trunc('month',k.chrg_dt)+interval '1 month')::date + pg_temp.h('id'||s.cust_no||date_trunc('month',k.chrg_dt)::date,6) AS idt,
    -8 + least(pg_temp.h('py'||s.cust_no||date_trunc('month',k.chrg_dt)::date,45), 10+pg_temp.h('pz'||s.cust_no,40)) AS py, sum(k.amt) t
  FROM chrg k JOIN shpmt s USING (shpmt_no) JOIN cust c USING (cust_no) GROUP BY 1,2,3,4,5) z WHERE idt <= current_date;
UPDATE chrg k SET inv_no=i.inv_no FROM shpmt s, inv i WHERE s.shpmt_no=k.shpmt_no AND i.cust_no=s.cust_no
  AND date_trunc('month',i.inv_dt)=date_trunc('month',k.chrg_dt)+interval '1 month';

INSERT INTO whsmov
SELECT row_number() OVER (ORDER BY dt, g, dir), wh, cu, sh, dt, dir, p
FROM (SELECT g, y.dir, a.wh, a.cu, CASE WHEN y.dir='I' THEN a.sh END sh, CASE WHEN y.dir='I' THEN a.dt ELSE a.dt+1+pg_temp.h('dw'||g,50) END dt,
    CASE WHEN y.dir='I' THEN a.p ELSE greatest(1,a.p - CASE WHEN pg_temp.h('pp'||g,20)=0 THEN 3 ELSE 0 END) END p
  FROM (SELECT row_number() OVER (ORDER BY s.shpmt_no)::int g, s.shpmt_no sh, s.cust_no cu, s.dlvd_dt dt, 2+pg_temp.h('pl'||s.shpmt_no,32) p,
      (ARRAY['RTM','HAM','ANR','VEN','DUI','GDN','RTM','HAM','RTM','DUI'])[1+pg_temp.h('wh'||s.shpmt_no,10)] wh
    FROM shpmt s WHERE s.dlvd_dt IS NOT NULL AND s.dlvd_dt > current_date-760 AND pg_temp.h('us'||s.shpmt_no,10)<7) a, (VALUES ('I'),('O')) y(dir)) z
WHERE dt <= current_date;

INSERT INTO claim
SELECT 'CL'||lpad(row_number() OVER (ORDER BY fd, shpmt_no)::text,5,'0'), shpmt_no, fd, substr('DDDDLLTTT',1+pg_temp.h('ty'||shpmt_no,9),1), st, a,
  CASE WHEN st='S' THEN round(a*(30+pg_temp.h('pa'||shpmt_no,71))/100.0,2) END
FROM (SELECT s.shpmt_no, s.dlvd_dt+2+pg_temp.h('fd'||s.shpmt_no,25) fd, CASE WHEN s.dlvd_dt > current_date-60 AND pg_temp.h('so'||s.shpmt_no,10)<7 THEN 'O' ELSE substr('SSSSRRO',1+pg_temp.h('sx'||s.shpmt_no,7),1) END st,
    round((150+pg_temp.h('am'||s.shpmt_no,700000)/100.0)::numeric,2) a
  FROM shpmt s WHERE s.dlvd_dt IS NOT NULL AND pg_temp.h('clm'||s.shpmt_no,100) < CASE WHEN s.dlvd_dt>s.eta_dt THEN 14 ELSE 4 END) z WHERE fd<=current_date;
ANALYZE;
