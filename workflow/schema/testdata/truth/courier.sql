-- SWIFTLINE PARCEL - dump of tracking & billing (TRKDB)
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.h(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k || '/' || i), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE tb_dep (depcd char(3) PRIMARY KEY, depnm varchar(40) NOT NULL, ctynm varchar(30) NOT NULL, rgncd char(1) NOT NULL, sqm int, opndt date NOT NULL, mgrno int);
COMMENT ON TABLE tb_dep IS 'Depots';
COMMENT ON COLUMN tb_dep.rgncd IS 'N = North, M = Middle, S = South';
COMMENT ON COLUMN tb_dep.mgrno IS 'depot manager, tb_emp';
INSERT INTO tb_dep VALUES ('AMS','Amsterdam West','Amsterdam','N',7200,'2008-04-01',101),('RTM','Rotterdam Haven','Rotterdam','M',9100,'2006-09-01',102),('UTR','Utrecht Lage Weide','Utrecht','M',12400,'2005-01-15',103),('EIN','Eindhoven Acht','Eindhoven','S',5600,'2011-03-01',104),('GRQ','Groningen','Groningen','N',3100,'2014-06-01',105),('MST','Maastricht','Maastricht','S',2700,'2016-10-01',NULL);

CREATE TABLE tb_emp (empno int PRIMARY KEY, empnm varchar(50) NOT NULL, jobcd char(2) NOT NULL, depcd char(3) NOT NULL, hirdt date NOT NULL, trmdt date);
COMMENT ON TABLE tb_emp IS 'Employees';
COMMENT ON COLUMN tb_emp.jobcd IS 'DM = depot manager, DR = driver, SR = sorter, AM = account manager';
COMMENT ON COLUMN tb_emp.trmdt IS 'termination date, null = still employed';
INSERT INTO tb_emp SELECT 100+i,(ARRAY['Daan','Sanne','Bram','Lotte','Mehmet','Femke','Ruben','Iris','Youssef','Anouk','Joris','Marit','Sjoerd'])[1+(i*6)%13]||' '||(ARRAY['de Vries','Bakker','Visser','Smit','Meijer','Yilmaz','Mulder','Bos','Peeters','Hendriks','Dekker'])[1+(i*4)%11],
 CASE WHEN i<=6 THEN 'DM' WHEN i<=34 THEN 'DR' WHEN i<=48 THEN 'SR' ELSE 'AM' END,(ARRAY['AMS','RTM','UTR','EIN','GRQ','MST'])[CASE WHEN i<=6 THEN i ELSE 1+(i*5)%6 END],current_date-(200+(3000*pg_temp.h('hir',i))::int),CASE WHEN i%17=11 THEN current_date-i*3 END FROM generate_series(1,54) i;

CREATE TABLE tb_cust (custno int PRIMARY KEY, custnm varchar(60) NOT NULL, custtyp char(1) NOT NULL, ctynm varchar(30), zipcd char(7), vatno varchar(14), amgno int, crlmt numeric(10,2), stscd char(1) NOT NULL, opndt date NOT NULL, delind char(1) NOT NULL);
COMMENT ON TABLE tb_cust IS 'Customers (who pay for the parcels)';
COMMENT ON COLUMN tb_cust.custtyp IS 'W = web shop, B = other business, P = private person';
COMMENT ON COLUMN tb_cust.amgno IS 'account manager, tb_emp';
COMMENT ON COLUMN tb_cust.crlmt IS 'credit limit EUR';
COMMENT ON COLUMN tb_cust.stscd IS 'A = active, H = on credit hold, C = closed';
COMMENT ON COLUMN tb_cust.delind IS 'Y = deleted (kept for history), N = not';
INSERT INTO tb_cust SELECT 4000+i,CASE WHEN ty='P' THEN (ARRAY['Els','Kees','Noor','Tim','Fatima','Wim'])[1+i%6]||' '||(ARRAY['Janssen','Vos','Kuipers','Post','El Amrani','Brouwer','Schouten'])[1+(i*3)%7] ELSE (ARRAY['Fiets','Bloem','Boek','Tuin','Koffie','Speel','Schoen','Techno','Lampen','Wol','Vino','Hobby'])[1+i%12]||(ARRAY['direct','plaza','huis','shop','wereld','depot'])[1+(i/3)%6]||(ARRAY[' BV','.nl',' VOF'])[1+i%3] END,
 ty,(ARRAY['Amsterdam','Rotterdam','Utrecht','Eindhoven','Groningen','Maastricht','Zwolle','Breda'])[1+floor(8*power(pg_temp.h('ct',i),1.3))::int],(1000+i*53)%9000+1000||' AB',CASE WHEN ty<>'P' THEN 'NL'||(800000000+i*7717)||'B01' END,CASE WHEN ty<>'P' AND i%7<>0 THEN 149+i%6 END,CASE WHEN ty<>'P' THEN 500*(1+i%20) END,
 CASE WHEN pg_temp.h('cs',i)<.87 THEN 'A' WHEN pg_temp.h('cs',i)<.93 THEN 'H' ELSE 'C' END,current_date-(1800*pg_temp.h('co',i))::int,CASE WHEN i%38=0 THEN 'Y' ELSE 'N' END
FROM (SELECT i,CASE WHEN pg_temp.h('ty',i)<.5 THEN 'W' WHEN pg_temp.h('ty',i)<.8 THEN 'B' ELSE 'P' END ty FROM generate_series(1,150) i) a;

CREATE TABLE tb_veh (vehno int PRIMARY KEY, plateno varchar(8) NOT NULL, vehtyp char(2) NOT NULL, depcd char(3) NOT NULL, payldkg int NOT NULL, buydt date, odokm int NOT NULL, stscd char(1) NOT NULL);
COMMENT ON COLUMN tb_veh.vehtyp IS 'VN = van, TR = truck, EC = e-cargo bike';
COMMENT ON COLUMN tb_veh.payldkg IS 'payload in kg';
COMMENT ON COLUMN tb_veh.odokm IS 'odometer reading in km';
COMMENT ON COLUMN tb_veh.stscd IS 'O = in operation, R = in repair, S = sold';
INSERT INTO tb_veh SELECT i,'V'||lpad((i*37%1000)::text,3,'0')||'-'||chr(65+i%26)||'X',ty,(ARRAY['AMS','RTM','UTR','EIN','GRQ','MST'])[1+i%6],CASE ty WHEN 'VN' THEN 1100 WHEN 'TR' THEN 7500 ELSE 120 END,current_date-(2500*pg_temp.h('vb',i))::int,(190000*pg_temp.h('odo',i))::int,CASE WHEN i%13=5 THEN 'R' WHEN i%19=7 THEN 'S' ELSE 'O' END FROM (SELECT i,CASE WHEN i%5=0 THEN 'TR' WHEN i%7=0 THEN 'EC' ELSE 'VN' END ty FROM generate_series(1,40) i) a;

CREATE TABLE tb_svc (svccd char(3) PRIMARY KEY, svcnm varchar(30) NOT NULL, bsprc numeric(6,2) NOT NULL, kgprc numeric(6,2) NOT NULL, tgthrs int NOT NULL);
COMMENT ON TABLE tb_svc IS 'Services on offer';
COMMENT ON COLUMN tb_svc.bsprc IS 'base price per parcel, EUR without VAT';
COMMENT ON COLUMN tb_svc.kgprc IS 'price per kg, EUR without VAT';
COMMENT ON COLUMN tb_svc.tgthrs IS 'promised hours from pick-up to delivery';
INSERT INTO tb_svc VALUES ('STD','Standard',4.95,.22,48),('EXP','Express next day',8.50,.35,24),('SDD','Same day',16.90,.60,10),('LBX','Letterbox parcel',3.20,.05,48),('RET','Return parcel',4.10,.20,72);

CREATE TABLE f_shp (shpno bigint PRIMARY KEY, trkno varchar(12) NOT NULL, custno int NOT NULL, svccd char(3) NOT NULL, ordep char(3) NOT NULL, dsdep char(3) NOT NULL, rcvnm varchar(50), rcvzip char(7), wgtkg numeric(6,2), pcs int NOT NULL, crtdts timestamp NOT NULL, pckdts timestamp, prmdts timestamp NOT NULL, dlvdts timestamp, drvno int, stscd char(2) NOT NULL, codamt numeric(8,2), insval numeric(9,2));
COMMENT ON TABLE f_shp IS 'Shipments, one row a consignment';
COMMENT ON COLUMN f_shp.ordep IS 'origin depot'; COMMENT ON COLUMN f_shp.dsdep IS 'destination depot';
COMMENT ON COLUMN f_shp.pcs IS 'number of parcels'; COMMENT ON COLUMN f_shp.wgtkg IS 'weight kg, null if never weighed';
COMMENT ON COLUMN f_shp.crtdts IS 'created (label printed)'; COMMENT ON COLUMN f_shp.pckdts IS 'picked up';
COMMENT ON COLUMN f_shp.prmdts IS 'promised delivery'; COMMENT ON COLUMN f_shp.dlvdts IS 'delivered';
COMMENT ON COLUMN f_shp.drvno IS 'driver who delivered, tb_emp';
COMMENT ON COLUMN f_shp.stscd IS 'NW = new, TR = in transit, DL = delivered, RT = returned to sender, LS = lost, CN = cancelled';
COMMENT ON COLUMN f_shp.codamt IS 'cash on delivery to collect for the sender'; COMMENT ON COLUMN f_shp.insval IS 'insured value';
INSERT INTO f_shp
SELECT 800000+i,'SL'||(70000000+i*91),c,sv,o,d,(ARRAY['A. Jansen','P. de Boer','M. Kok','S. van Dam','T. Willems','K. Prins','R. Maas'])[1+(i*5)%7],(1000+i*77)%9000+1000||' '||chr(65+i%26)||'C',CASE WHEN i%27<>0 THEN round((.2+CASE sv WHEN 'LBX' THEN 1 ELSE 14 END*power(pg_temp.h('w',i),2))::numeric,2) END,CASE WHEN pg_temp.h('pc',i)<.6 THEN 1 ELSE 4+(i*7)%60 END,t,
 CASE WHEN st NOT IN ('NW','CN') THEN p END,p+make_interval(hours=>g),CASE WHEN st='DL' THEN least(p+make_interval(mins=>(g*60*(.45+.75*power(pg_temp.h('dl',i),1.5)))::int),now()::timestamp) END,CASE WHEN st IN('DL','RT') AND i%30<>0 THEN 107+floor(28*pg_temp.h('drv',i))::int END,st,CASE WHEN pg_temp.h('cod',i)<.06 THEN round((10+140*pg_temp.h('cd',i))::numeric,2) END,CASE WHEN pg_temp.h('ins',i)<.12 THEN 100*(1+i%10) END
FROM (SELECT i,c,sv,o,d,t,t+interval '5 hours' p,(SELECT tgthrs FROM tb_svc WHERE svccd=sv) g,CASE WHEN pg_temp.h('s',i)<.035 THEN 'CN' WHEN t>now()-interval '40 hours' THEN 'NW' WHEN t>now()-interval '6 days' THEN 'TR' WHEN pg_temp.h('s',i)<.075 THEN 'RT' WHEN pg_temp.h('s',i)<.085 THEN 'LS' ELSE 'DL' END st
 FROM (SELECT i,4001+floor(150*power(pg_temp.h('c',i),1.6))::int c,(ARRAY['STD','STD','STD','STD','EXP','EXP','LBX','LBX','SDD','RET'])[1+floor(10*pg_temp.h('sv',i))::int] sv,(ARRAY['UTR','UTR','RTM','RTM','AMS','AMS','EIN','GRQ','MST'])[1+floor(9*pg_temp.h('o',i))::int] o,(ARRAY['AMS','AMS','RTM','UTR','EIN','EIN','GRQ','MST'])[1+floor(8*pg_temp.h('ds',i))::int] d,now()::timestamp-interval '1 hour'-make_interval(hours=>(9000*power(pg_temp.h('t',i),1.1))::int) t FROM generate_series(1,640) i) a) b;

CREATE TABLE f_evt (evtno bigint PRIMARY KEY, shpno bigint NOT NULL, evtcd char(2) NOT NULL, depcd char(3), evtdts timestamp NOT NULL, empno int);
COMMENT ON TABLE f_evt IS 'Tracking events (scans)';
COMMENT ON COLUMN f_evt.evtcd IS 'PU = picked up, AR = arrived at depot, OD = out for delivery, NA = nobody at home, DV = delivered';
INSERT INTO f_evt SELECT row_number() OVER (ORDER BY t,s,cd),s,cd,d,t,CASE WHEN (s+length(d))%5<>0 THEN 107+(s*3%42)::int END FROM (
 SELECT shpno s,'PU' cd,ordep d,pckdts t FROM f_shp WHERE pckdts IS NOT NULL
 UNION ALL SELECT shpno,'AR',dsdep,pckdts+(dlvdts-pckdts)*.6 FROM f_shp WHERE dlvdts IS NOT NULL AND ordep<>dsdep
 UNION ALL SELECT shpno,'OD',dsdep,pckdts+(dlvdts-pckdts)*.85 FROM f_shp WHERE dlvdts IS NOT NULL
 UNION ALL SELECT shpno,'NA',dsdep,pckdts+(dlvdts-pckdts)*.9 FROM f_shp WHERE dlvdts IS NOT NULL AND shpno%9=0
 UNION ALL SELECT shpno,'DV',dsdep,dlvdts FROM f_shp WHERE dlvdts IS NOT NULL) z;

CREATE TABLE f_inv (invno int PRIMARY KEY, custno int NOT NULL, invdt date NOT NULL, duedt date NOT NULL, invtyp char(1) NOT NULL, stscd char(1) NOT NULL, netamt numeric(10,2) NOT NULL, vatamt numeric(10,2) NOT NULL, grsamt numeric(10,2) NOT NULL);
COMMENT ON COLUMN f_inv.invtyp IS 'I = invoice, C = credit note (amounts negative)';
COMMENT ON COLUMN f_inv.stscd IS 'D = draft, O = open, P = paid, X = void';
COMMENT ON COLUMN f_inv.netamt IS 'net amount EUR'; COMMENT ON COLUMN f_inv.vatamt IS 'VAT 21 %'; COMMENT ON COLUMN f_inv.grsamt IS 'gross amount = netamt + vatamt';
CREATE TABLE f_invln (invno int NOT NULL, lnno int NOT NULL, shpno bigint, chgcd char(3) NOT NULL, qty int NOT NULL, untprc numeric(8,2) NOT NULL, dscamt numeric(8,2) NOT NULL, netamt numeric(10,2) NOT NULL, PRIMARY KEY (invno, lnno));
COMMENT ON TABLE f_invln IS 'Invoice lines';
COMMENT ON COLUMN f_invln.chgcd IS 'FRT = freight, FUE = fuel surcharge, INS = insurance, CRD = credit';
COMMENT ON COLUMN f_invln.untprc IS 'unit price'; COMMENT ON COLUMN f_invln.dscamt IS 'discount'; COMMENT ON COLUMN f_invln.netamt IS 'qty * untprc - dscamt';
CREATE TEMP TABLE x AS SELECT s.*,date_trunc('month',crtdts)::date mon,dense_rank() OVER (ORDER BY date_trunc('month',crtdts),custno) g FROM f_shp s WHERE stscd NOT IN ('CN','NW');
INSERT INTO f_inv SELECT 52000+g,custno,dt,dt+30,'I',CASE WHEN dt=current_date THEN 'D' WHEN pg_temp.h('iv',g)<.03 THEN 'X' WHEN dt>current_date-35 AND pg_temp.h('iv',g)<.7 OR pg_temp.h('iv',g)>.96 THEN 'O' ELSE 'P' END,0,0,0 FROM (SELECT DISTINCT g,custno,least((mon+interval '1 month')::date,current_date) dt FROM x) q;
INSERT INTO f_invln SELECT 52000+g,row_number() OVER (PARTITION BY g ORDER BY shpno,o),shpno,cd,q,p,ds,round(q*p-ds,2) FROM (
 SELECT g,shpno,1 o,'FRT' cd,pcs q,round(bsprc+kgprc*coalesce(wgtkg,1),2) p,CASE WHEN custno%4=0 THEN round(pcs*bsprc*.1,2) ELSE 0 END ds FROM x JOIN tb_svc USING (svccd)
 UNION ALL SELECT g,shpno,2,'FUE',1,round(bsprc*.06,2),0 FROM x JOIN tb_svc USING (svccd)
 UNION ALL SELECT g,shpno,3,'INS',1,round(insval*.015,2),0 FROM x WHERE insval IS NOT NULL) z;
INSERT INTO f_inv SELECT 60000+row_number() OVER (ORDER BY shpno),custno,least((crtdts+interval '50 days')::date,current_date-1),least((crtdts+interval '50 days')::date,current_date-1)+30,'C','P',0,0,0 FROM f_shp WHERE stscd='LS' AND crtdts<now()-interval '20 days';
INSERT INTO f_invln SELECT 60000+row_number() OVER (ORDER BY shpno),1,shpno,'CRD',-1,25,0,-25 FROM f_shp WHERE stscd='LS' AND crtdts<now()-interval '20 days';
UPDATE f_inv i SET netamt=n,vatamt=round(n*.21,2),grsamt=n+round(n*.21,2) FROM (SELECT invno,sum(netamt) n FROM f_invln GROUP BY 1) l WHERE l.invno=i.invno;

CREATE TABLE f_clm (clmno int PRIMARY KEY, shpno bigint NOT NULL, opndt date NOT NULL, clsdt date, rsncd char(2) NOT NULL, stscd char(1) NOT NULL, clmamt numeric(8,2) NOT NULL, payamt numeric(8,2));
COMMENT ON TABLE f_clm IS 'Claims for lost, late or damaged parcels';
COMMENT ON COLUMN f_clm.rsncd IS 'LO = lost, DM = damaged, LT = late'; COMMENT ON COLUMN f_clm.stscd IS 'O = open, A = accepted, R = rejected';
COMMENT ON COLUMN f_clm.clmamt IS 'amount claimed'; COMMENT ON COLUMN f_clm.payamt IS 'amount paid out';
INSERT INTO f_clm SELECT row_number() OVER (ORDER BY o,shpno),shpno,o,CASE WHEN st<>'O' THEN least(o+18,current_date) END,CASE WHEN stscd='LS' THEN 'LO' WHEN shpno%3=0 THEN 'LT' ELSE 'DM' END,st,a,CASE WHEN st='A' THEN round(a*.7,2) END
FROM (SELECT f.*,(crtdts+interval '6 days')::date o,CASE WHEN crtdts>now()-interval '30 days' THEN 'O' WHEN pg_temp.h('cl',shpno)<.6 THEN 'A' ELSE 'R' END st,round((20+180*pg_temp.h('ca',shpno))::numeric,2) a FROM f_shp f WHERE (stscd='LS' OR (stscd='DL' AND pg_temp.h('hc',shpno)<.08)) AND crtdts<now()-interval '7 days') z;

CREATE TABLE d_fuel (vehno int NOT NULL, fuldt date NOT NULL, ltr numeric(6,2) NOT NULL, amt numeric(8,2) NOT NULL, odokm int NOT NULL, PRIMARY KEY (vehno, fuldt));
COMMENT ON TABLE d_fuel IS 'Fuel card transactions';
COMMENT ON COLUMN d_fuel.ltr IS 'litres'; COMMENT ON COLUMN d_fuel.amt IS 'EUR without VAT';
INSERT INTO d_fuel SELECT vehno,current_date-k*24-vehno%20,l,round(l*1.52,2),greatest(0,odokm-k*900) FROM (SELECT *,round((25+CASE vehtyp WHEN 'TR' THEN 130 ELSE 40 END*pg_temp.h('fl',vehno*50+k))::numeric,2) l FROM tb_veh CROSS JOIN generate_series(0,14) k WHERE vehtyp<>'EC' AND pg_temp.h('fh',vehno*50+k)<.8) z;

CREATE TABLE d_depstk (snpdt date NOT NULL, depcd char(3) NOT NULL, pclcnt int NOT NULL, oldcnt int NOT NULL, PRIMARY KEY (snpdt, depcd));
COMMENT ON TABLE d_depstk IS 'Parcels lying in the depot at 6 a.m., snapshot per day';
COMMENT ON COLUMN d_depstk.pclcnt IS 'parcels in depot'; COMMENT ON COLUMN d_depstk.oldcnt IS 'of which older than 3 days';
INSERT INTO d_depstk SELECT current_date-k,depcd,n,(n*.12*pg_temp.h('old',k*10+ascii(depcd)))::int FROM (SELECT depcd,k,(40+sqm/60.0*(.5+pg_temp.h(depcd,k)))::int n FROM tb_dep CROSS JOIN generate_series(0,89) k) z;
ANALYZE;
