-- auction: an auction house. m_ = master data, t_ = transactions, j_ = combinations of flags, x_ = rates.
-- All dates move with the day of loading.
SET client_min_messages = warning;
CREATE FUNCTION pg_temp.h(i int, s int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT ('x'||substr(md5(i::text||'/'||s::text),1,7))::bit(28)::int $$;
CREATE FUNCTION pg_temp.pick(a text[], i int, s int) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT a[1 + pg_temp.h(i,s) % array_length(a,1)] $$;

CREATE TABLE m_dept (dc char(2) PRIMARY KEY, dname varchar(30), div varchar(12));
INSERT INTO m_dept VALUES ('PI','Pictures','Fine Art'),('PR','Prints','Fine Art'),('FU','Furniture','Decorative'),('CE','Ceramics & Glass','Decorative'),('JW','Jewellery','Luxury'),('WT','Watches','Luxury'),('WI','Wine & Spirits','Luxury'),('BK','Books & Maps','Collectors');

CREATE TABLE m_staff (sid integer PRIMARY KEY, snm varchar(40), rl varchar(4), dc char(2), dtfrom date, dtto date);
COMMENT ON COLUMN m_staff.rl IS 'SPEC specialist, AUCT auctioneer, PORT porter, ADMN office';
COMMENT ON COLUMN m_staff.dtto IS 'Last working day; null while employed';
INSERT INTO m_staff SELECT i, pg_temp.pick(ARRAY['Harriet','Oliver','Clara','Rupert','Imogen','Felix','Beatrix','Hugo','Tamsin','Miles'],i,1)||' '||pg_temp.pick(ARRAY['Ashcroft','Penrose','Lacey','Thorne','Quill','Marchetti','Voss','Harcourt','Bellamy','Swift','Okafor'],i,2),
 (ARRAY['SPEC','SPEC','SPEC','AUCT','PORT','ADMN'])[1+i%6], (ARRAY['PI','PR','FU','CE','JW','WT','WI','BK'])[1+(i/6+i)%8], current_date-(300+pg_temp.h(i,3)%4000), CASE WHEN pg_temp.h(i,4)%10=0 THEN current_date-pg_temp.h(i,5)%250-1 END FROM generate_series(1,48) i;

CREATE TABLE m_pers (pid integer PRIMARY KEY, pnm varchar(60), ptyp char(1), cc char(2), regdt date, kycst char(1), kycdt date, clsf char(1), delts timestamp, mrgpid integer);
COMMENT ON TABLE m_pers IS 'Everybody we deal with: bidders, buyers and vendors (consignors)';
COMMENT ON COLUMN m_pers.ptyp IS 'P private, T trade (dealer), I institution or museum';
COMMENT ON COLUMN m_pers.cc IS 'Country of residence, two letters';
COMMENT ON COLUMN m_pers.regdt IS 'Registered on';
COMMENT ON COLUMN m_pers.kycst IS 'Identity check: 0 not begun, 1 papers in, 2 cleared, 9 refused';
COMMENT ON COLUMN m_pers.clsf IS 'A key client, B regular, C occasional, N new';
COMMENT ON COLUMN m_pers.delts IS 'Row deleted at (erasure requests, duplicates); such a row is not a client any more';
COMMENT ON COLUMN m_pers.mrgpid IS 'For a duplicate: the row that is kept';
INSERT INTO m_pers SELECT 20000+i, pg_temp.pick(ARRAY['Alistair','Marie','Giovanni','Chen','Sofia','Peter','Aiko','Ludwig','Nadia','George','Emma','Ravi'],i,11)||' '||pg_temp.pick(ARRAY['Whitmore','Dubois','Conti','Wei','Lindqvist','Crane','Sato','von Hagen','Petrov','Hale','Laurent','Mehta','Stone','Fairfax'],i,12)||CASE WHEN i%11=0 THEN ' Fine Art Ltd' ELSE '' END,
 CASE WHEN i%11=0 THEN 'T' WHEN i%53=0 THEN 'I' ELSE 'P' END, pg_temp.pick(ARRAY['GB','GB','GB','GB','FR','DE','US','US','CH','IT','JP','HK'],i,13), current_date-CASE WHEN i%4=0 THEN pg_temp.h(i,14)%300 ELSE 300+pg_temp.h(i,14)%3000 END,
 substr('0122222229',1+pg_temp.h(i,15)%10,1), CASE WHEN pg_temp.h(i,15)%10>1 THEN current_date-pg_temp.h(i,16)%300 END, CASE WHEN i%4=0 THEN 'N' ELSE substr('ABBCCCCC',1+pg_temp.h(i,17)%8,1) END,
 CASE WHEN pg_temp.h(i,18)%30=0 THEN current_date-pg_temp.h(i,19)%400+time '11:30' END, CASE WHEN pg_temp.h(i,18)%30=0 AND i%2=0 AND i>1 THEN 20000+i/2 END FROM generate_series(1,900) i;

CREATE TABLE m_cat (catid integer PRIMARY KEY, parcat integer, catnm varchar(40), dc char(2));
COMMENT ON TABLE m_cat IS 'Categories of lots, two levels';
COMMENT ON COLUMN m_cat.parcat IS 'Category above; null at the top';
INSERT INTO m_cat SELECT row_number() OVER (ORDER BY dc)*10, NULL, dname, dc FROM m_dept;
INSERT INTO m_cat SELECT c.catid+n, c.catid, x, c.dc FROM m_cat c JOIN (VALUES ('PI',ARRAY['Old Masters','Impressionist','Contemporary']),('PR',ARRAY['Etchings','Photographs']),('FU',ARRAY['Georgian','Mid-century','Clocks']),('CE',ARRAY['Porcelain','Studio glass']),('JW',ARRAY['Rings','Brooches','Loose stones','Necklaces']),('WT',ARRAY['Wristwatches','Pocket watches']),('WI',ARRAY['Bordeaux','Whisky','Champagne']),('BK',ARRAY['Atlases','First editions'])) v(d,a) ON v.d=c.dc, unnest(v.a) WITH ORDINALITY z(x,n);

CREATE TABLE m_sale (saleno integer PRIMARY KEY, sttl varchar(60), dc char(2), loc varchar(3), stp char(1), vwdt date, sldt date, ccy char(3), sst char(1), auct integer);
COMMENT ON TABLE m_sale IS 'Auctions';
COMMENT ON COLUMN m_sale.loc IS 'LON London, PAR Paris, NYC New York, WEB online only';
COMMENT ON COLUMN m_sale.stp IS 'L live in the room, O online timed, T trial run for the staff: not a sale, never to be counted';
COMMENT ON COLUMN m_sale.vwdt IS 'First day of viewing';
COMMENT ON COLUMN m_sale.sldt IS 'Day of the auction';
COMMENT ON COLUMN m_sale.ccy IS 'Currency of the sale: every amount of its lots, bids and invoices is in it';
COMMENT ON COLUMN m_sale.sst IS 'P planned, H held, X called off';
INSERT INTO m_sale SELECT 1000+i, CASE WHEN tp='T' THEN 'Rehearsal '||i ELSE d.dname||' '||(ARRAY['Spring','Evening','Collectors''','Estate','Autumn'])[1+i%5]||' Sale '||i END, d.dc, loc, tp, dt-5, dt, CASE loc WHEN 'PAR' THEN 'EUR' WHEN 'NYC' THEN 'USD' ELSE 'GBP' END, CASE WHEN pg_temp.h(i,23)%17=0 THEN 'X' WHEN dt>=current_date THEN 'P' ELSE 'H' END, 4+6*(i%8)
FROM (SELECT i, current_date-720+i*11 dt, CASE WHEN i IN (9,33,58) THEN 'T' WHEN l='WEB' THEN 'O' ELSE 'L' END tp, l loc FROM (SELECT i, (ARRAY['LON','LON','LON','PAR','NYC','WEB'])[1+pg_temp.h(i,21)%6] l FROM generate_series(1,72) i) y) x JOIN LATERAL (SELECT * FROM m_dept ORDER BY dc OFFSET i%8 LIMIT 1) d ON true;

CREATE TABLE t_cons (consno integer PRIMARY KEY, vpid integer, rcvdt date, agrdt date, cmbp integer, spec integer, src char(1));
COMMENT ON TABLE t_cons IS 'Consignments: goods handed in by a vendor';
COMMENT ON COLUMN t_cons.vpid IS 'The vendor';
COMMENT ON COLUMN t_cons.rcvdt IS 'Goods received';
COMMENT ON COLUMN t_cons.agrdt IS 'Vendor''s agreement signed; null = not signed yet';
COMMENT ON COLUMN t_cons.cmbp IS 'Vendor''s commission in basis points of the hammer price (1500 = 15 %)';
COMMENT ON COLUMN t_cons.spec IS 'Specialist who brought it in';
COMMENT ON COLUMN t_cons.src IS 'E estate of somebody deceased, D divorce or debt, C collector, T trade stock';
INSERT INTO t_cons SELECT 5000+i, 20001+pg_temp.h(i,31)%900, s.sldt-40-pg_temp.h(i,32)%90, CASE WHEN pg_temp.h(i,33)%15>0 THEN s.sldt-35-pg_temp.h(i,34)%5 END, (ARRAY[0,500,1000,1200,1500,1500,2000])[1+pg_temp.h(i,35)%7],
 (SELECT sid FROM m_staff f WHERE f.rl='SPEC' AND f.dc=s.dc ORDER BY md5(sid::text||i::text) LIMIT 1), substr('EEDCCT',1+pg_temp.h(i,36)%6,1) FROM generate_series(1,650) i JOIN m_sale s ON s.saleno=1001+(i%72);

CREATE TABLE j_lot (jid smallint PRIMARY KEY, guar boolean, vats char(1), expl char(1), ill boolean);
COMMENT ON TABLE j_lot IS 'Combinations of markings that a lot may carry';
COMMENT ON COLUMN j_lot.guar IS 'A minimum price was guaranteed to the vendor';
COMMENT ON COLUMN j_lot.vats IS 'VAT: M margin scheme, F full rate, I temporary import';
COMMENT ON COLUMN j_lot.expl IS 'Export licence: N not needed, R required, G granted';
COMMENT ON COLUMN j_lot.ill IS 'Illustrated in the printed catalogue';
INSERT INTO j_lot SELECT row_number() OVER (), g, v, e, l FROM (VALUES (true),(false)) a(g),(VALUES ('M'),('F'),('I')) b(v),(VALUES ('N'),('R'),('G')) c(e),(VALUES (true),(false)) d(l);

CREATE TABLE t_lot (lotid integer PRIMARY KEY, saleno integer, lno smallint, consno integer, catid integer, ltxt varchar(80), estlo integer, esthi integer, resv integer, hamr integer, bpid integer, jid smallint, coldt date);
COMMENT ON TABLE t_lot IS 'Lots. Prices are whole units of the currency of the sale';
COMMENT ON COLUMN t_lot.lno IS 'Number in the catalogue';
COMMENT ON COLUMN t_lot.estlo IS 'Low estimate';
COMMENT ON COLUMN t_lot.esthi IS 'High estimate';
COMMENT ON COLUMN t_lot.resv IS 'Reserve; null = sold without reserve';
COMMENT ON COLUMN t_lot.hamr IS 'Last price called in the room; a lot is only sold when its status says so';
COMMENT ON COLUMN t_lot.bpid IS 'Who bought it';
COMMENT ON COLUMN t_lot.coldt IS 'Collected by the buyer on';

CREATE TABLE t_lotst (lotid integer, seq smallint, st char(1), sts timestamp, cur char(1), PRIMARY KEY (lotid, seq));
COMMENT ON TABLE t_lotst IS 'History of a lot, a row for each step';
COMMENT ON COLUMN t_lotst.st IS 'C catalogued, W withdrawn before the sale, S sold, B bought in (did not reach its reserve), A sold afterwards by private arrangement, R sale rescinded (goods come back)';
COMMENT ON COLUMN t_lotst.cur IS 'Y = the state of today';

CREATE TABLE t_bid (bidid integer PRIMARY KEY, lotid integer, pid integer, amt integer, bts timestamp, ch char(1), rtrts timestamp);
COMMENT ON COLUMN t_bid.ch IS 'R in the room, P phone, A absentee (commission) bid, W web';
COMMENT ON COLUMN t_bid.rtrts IS 'Bid retracted at; such a bid is void';

CREATE TEMP TABLE l0 AS SELECT k.*, CASE WHEN sst<>'H' THEN NULL WHEN pg_temp.h(k.lotid,41)%24=0 THEN 'W' WHEN pg_temp.h(k.lotid,41)%24<=5 THEN 'B' WHEN pg_temp.h(k.lotid,41)%24=6 THEN 'A' WHEN pg_temp.h(k.lotid,42)%35=0 THEN 'R' ELSE 'S' END fs,
  1+pg_temp.h(k.lotid,43)%9 nb FROM (SELECT row_number() OVER (ORDER BY s.saleno,g)::int lotid, s.saleno, s.sst, s.sldt, s.dc, s.loc, s.stp, g lno, (ARRAY[80,150,300,600,1200,3000,8000,25000])[1+pg_temp.h(s.saleno*100+g,44)%8] lo FROM m_sale s, generate_series(1,32+s.saleno%20) g) k;
INSERT INTO t_lot SELECT lotid, saleno, lno, (SELECT min(consno)+72*(lno%9) FROM t_cons c WHERE 1001+((c.consno-5000)%72)=l0.saleno), (SELECT catid FROM m_cat c WHERE c.dc=l0.dc AND parcat IS NOT NULL ORDER BY md5(catid::text||lotid::text) LIMIT 1),
 pg_temp.pick(ARRAY['A fine','A pair of','An early','A rare','A group of','An important','A signed'],lotid,45)||' '||pg_temp.pick(ARRAY['portrait','piece','example','set','study','item','specimen'],lotid,46), lo, (lo*1.5)::int, CASE WHEN pg_temp.h(lotid,47)%4>0 THEN (lo*0.9)::int END,
 CASE fs WHEN 'S' THEN h WHEN 'R' THEN h WHEN 'A' THEN (lo*0.85)::int WHEN 'B' THEN (lo*0.7)::int END, CASE WHEN fs IN ('S','R','A') THEN 20001+(pg_temp.h(lotid*20+nb,48)%(CASE WHEN lotid%3=0 THEN 60 ELSE 880 END)) END, 1+CASE WHEN lotid%9=0 THEN 0 ELSE 18 END+pg_temp.h(lotid,49)%18,
 CASE WHEN fs IN ('S','A') AND pg_temp.h(lotid,50)%8>0 AND sldt+2+pg_temp.h(lotid,51)%40<current_date THEN sldt+2+pg_temp.h(lotid,51)%40 END
FROM (SELECT l0.*, GREATEST((lo*0.9)::int,(lo*(70+pg_temp.h(lotid,52)%(CASE WHEN lotid%7=0 THEN 330 ELSE 110 END))/100.0)::int) h FROM l0) l0;
INSERT INTO t_lotst SELECT lotid,1,'C',sldt-30+time '09:00',CASE WHEN fs IS NULL THEN 'Y' ELSE 'N' END FROM l0;
INSERT INTO t_lotst SELECT lotid,2,CASE fs WHEN 'A' THEN 'B' WHEN 'R' THEN 'S' ELSE fs END,CASE WHEN fs='W' THEN sldt-3+time '15:00' ELSE sldt+time '14:00'+lno*interval '1 minute' END,CASE WHEN fs IN ('A','R') THEN 'N' ELSE 'Y' END FROM l0 WHERE fs IS NOT NULL;
INSERT INTO t_lotst SELECT lotid,3,fs,LEAST(sldt+4+pg_temp.h(lotid,53)%25,current_date-1)+time '10:00','Y' FROM l0 WHERE fs IN ('A','R');
INSERT INTO t_bid SELECT row_number() OVER (ORDER BY l.lotid,g), l.lotid, 20001+(pg_temp.h(l.lotid*20+g,48)%(CASE WHEN l.lotid%3=0 THEN 60 ELSE 880 END)), (t.hamr*(0.4+0.6*g/nb))::int, sldt+time '14:00'+(l.lno*60-40+g*4)*interval '1 second', CASE WHEN stp='O' THEN 'W' ELSE substr('RRPPAWWW',1+pg_temp.h(l.lotid*20+g,54)%8,1) END, CASE WHEN g<nb AND pg_temp.h(l.lotid*20+g,55)%45=0 THEN sldt+time '20:00' END
FROM l0 l JOIN t_lot t USING (lotid), generate_series(1,9) g WHERE g<=nb AND fs IN ('S','R','B');

CREATE TABLE t_inv (invno integer PRIMARY KEY, pid integer, saleno integer, isdt date, duedt date, hamt numeric(12,2), prem numeric(12,2), vat numeric(12,2), paidt date, ivst char(1));
COMMENT ON TABLE t_inv IS 'Invoices to buyers, one for each buyer and sale';
COMMENT ON COLUMN t_inv.hamt IS 'Sum of hammer prices';
COMMENT ON COLUMN t_inv.prem IS 'Buyer''s premium: our income';
COMMENT ON COLUMN t_inv.vat IS 'VAT on the premium';
COMMENT ON COLUMN t_inv.ivst IS 'I issued, P paid, L handed to lawyers (still owed), V void';
INSERT INTO t_inv SELECT 90000+row_number() OVER (ORDER BY sldt,bpid), bpid, saleno, sldt+1, sldt+15, ham, round(ham*0.26,2), round(ham*0.052,2), CASE WHEN st='P' THEN LEAST(sldt+1+pg_temp.h(saleno*7+bpid,61)%40,current_date-1) END, st
FROM (SELECT t.bpid, t.saleno, l.sldt, sum(t.hamr)::numeric ham, CASE WHEN max(l.fs)='R' AND count(*)=1 THEN 'V' WHEN pg_temp.h(t.saleno*7+t.bpid,62)%18=0 OR l.sldt>current_date-12 THEN 'I' WHEN pg_temp.h(t.saleno*7+t.bpid,62)%45=1 THEN 'L' ELSE 'P' END st FROM t_lot t JOIN l0 l USING (lotid) WHERE l.fs IN ('S','R') GROUP BY t.bpid,t.saleno,l.sldt) x;

CREATE TABLE t_setl (setno integer PRIMARY KEY, consno integer, saleno integer, ham numeric(12,2), com numeric(12,2), chg numeric(12,2), duedt date, paidt date, hld char(1));
COMMENT ON TABLE t_setl IS 'What we owe to vendors after a sale: ham - com - chg';
COMMENT ON COLUMN t_setl.ham IS 'Hammer total of the vendor''s lots';
COMMENT ON COLUMN t_setl.com IS 'Our commission';
COMMENT ON COLUMN t_setl.chg IS 'Charges passed on (photography, insurance)';
COMMENT ON COLUMN t_setl.paidt IS 'Paid out on; null = not yet';
COMMENT ON COLUMN t_setl.hld IS 'Held back: T title disputed, B buyer has not paid, null = not held';
INSERT INTO t_setl SELECT 40000+row_number() OVER (ORDER BY sldt,consno), consno, saleno, ham, round(ham*cmbp/10000.0,2), n*25, sldt+35, CASE WHEN sldt+30<current_date AND hl IS NULL AND pg_temp.h(consno,71)%14>0 THEN LEAST(sldt+30+pg_temp.h(consno,72)%14,current_date-1) END, hl
FROM (SELECT t.consno,t.saleno,l.sldt,c.cmbp,sum(t.hamr)::numeric ham,count(*) n, CASE WHEN pg_temp.h(t.consno,73)%25=0 THEN 'T' WHEN pg_temp.h(t.consno,73)%25=1 THEN 'B' END hl FROM t_lot t JOIN l0 l USING (lotid) JOIN t_cons c USING (consno) WHERE l.fs IN ('S','A') GROUP BY 1,2,3,4) x;

CREATE TABLE x_fx (ccy char(3), vfr date, vto date, gbp numeric(10,5), PRIMARY KEY (ccy, vfr));
COMMENT ON TABLE x_fx IS 'Rates for the books: one unit of ccy in pounds, by month. The house reports in pounds, at the rate of the day of the sale';
COMMENT ON COLUMN x_fx.vto IS 'Last day on which the rate holds';
INSERT INTO x_fx SELECT c, m::date, (m+interval '1 month')::date-1, CASE c WHEN 'GBP' THEN 1 WHEN 'EUR' THEN 0.84+(pg_temp.h((m::date-date '2000-01-01'),81)%50)/1000.0 ELSE 0.76+(pg_temp.h((m::date-date '2000-01-01'),82)%60)/1000.0 END
FROM unnest(ARRAY['GBP','EUR','USD']) c, generate_series(date_trunc('month',current_date)-interval '30 months', date_trunc('month',current_date)+interval '2 months', interval '1 month') m;
