-- lift: a lift (elevator) service company, tables as they came over from the AS/400. Dates move with the day of loading.
SET client_min_messages = warning;
CREATE FUNCTION pg_temp.h(i int, s int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT ('x'||substr(md5(i::text||'/'||s::text),1,7))::bit(28)::int $$;
CREATE FUNCTION pg_temp.pick(a text[], i int, s int) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT a[1 + pg_temp.h(i,s) % array_length(a,1)] $$;

CREATE TABLE dpt (dpcd char(3) PRIMARY KEY, dpnm varchar(30), rgn varchar(2));
COMMENT ON TABLE dpt IS 'Service depots';
COMMENT ON COLUMN dpt.rgn IS 'NO north, SO south, EA east';
INSERT INTO dpt VALUES ('HAM','Hamburg','NO'),('BRE','Bremen','NO'),('MUC','Munich','SO'),('STU','Stuttgart','SO'),('BER','Berlin','EA'),('LEI','Leipzig','EA');

CREATE TABLE cust (custno integer PRIMARY KEY, cname varchar(50), ctyp char(1), town varchar(30), payterm smallint, clsdt date, tstflg char(1));
COMMENT ON TABLE cust IS 'Customers (owners and managers of buildings)';
COMMENT ON COLUMN cust.ctyp IS 'H housing association, O office landlord, P public sector, R retail, K hospital or care home';
COMMENT ON COLUMN cust.payterm IS 'Payment term in days';
COMMENT ON COLUMN cust.clsdt IS 'Account closed on; null = account is live';
COMMENT ON COLUMN cust.tstflg IS 'Y = dummy account for training, leave it out of every report';
INSERT INTO cust SELECT 10000+i,
 pg_temp.pick(ARRAY['Alster','Elbe','Isar','Neckar','Spree','Weser','Linden','Rosen','Markt','Berg','Hafen','Stadt'],i,1)||pg_temp.pick(ARRAY['hof','bau','haus','park','tor','blick'],i,2)||' '||pg_temp.pick(ARRAY['Wohnen eG','Immobilien GmbH','Klinikum','Center KG','Verwaltung','Bezirksamt'],i,3)||' '||i,
 substr('HHHOOPPRRK',1+pg_temp.h(i,4)%10,1), pg_temp.pick(ARRAY['Hamburg','Bremen','Munich','Stuttgart','Berlin','Leipzig'],i,5),
 (ARRAY[14,30,30,60])[1+pg_temp.h(i,6)%4], CASE WHEN pg_temp.h(i,7)%14=0 THEN current_date-(40+pg_temp.h(i,8)%700) END, CASE WHEN i IN (17,88) THEN 'Y' ELSE 'N' END
FROM generate_series(1,160) i;

CREATE TABLE site (siteid integer PRIMARY KEY, custno integer, snam varchar(50), strt varchar(40), town varchar(30), bldtyp char(2), dpcd char(3));
COMMENT ON TABLE site IS 'Buildings in which our units stand';
COMMENT ON COLUMN site.bldtyp IS 'RE residential, OF office, HO hospital, SH shopping, ST station or public building';
INSERT INTO site SELECT i, 10000+1+pg_temp.h(i,11)%160, pg_temp.pick(ARRAY['Tower','Residence','Arcade','House','Court','Annex'],i,12)||' '||pg_temp.pick(ARRAY['North','South','Nord','Mitte','West','Ost','Am Markt','Am Ring'],i,13)||' '||i,
 pg_temp.pick(ARRAY['Bahnhofstr.','Hauptstr.','Ringstr.','Schulweg','Lange Reihe'],i,14)||' '||(1+pg_temp.h(i,15)%140), d.dpnm, pg_temp.pick(ARRAY['RE','RE','RE','OF','OF','HO','SH','ST'],i,16), d.dpcd
FROM generate_series(1,340) i JOIN LATERAL (SELECT * FROM dpt ORDER BY dpcd OFFSET pg_temp.h(i,17)%6 LIMIT 1) d ON true;

CREATE TABLE unit (unitno varchar(8) PRIMARY KEY, siteid integer, mfr varchar(20), drv char(1), nofl smallint, ldkg integer, insdt date, takdt date, ustat char(1), sdt date, dcmdt date);
COMMENT ON TABLE unit IS 'Lifts, escalators and platforms that we look after or have looked after';
COMMENT ON COLUMN unit.mfr IS 'Manufacturer';
COMMENT ON COLUMN unit.drv IS 'T traction, H hydraulic, M machine-room-less, E escalator, P platform lift';
COMMENT ON COLUMN unit.nofl IS 'Number of stops';
COMMENT ON COLUMN unit.ldkg IS 'Rated load, kg';
COMMENT ON COLUMN unit.insdt IS 'Year of build: day on which it was installed';
COMMENT ON COLUMN unit.takdt IS 'Taken into our portfolio on';
COMMENT ON COLUMN unit.ustat IS 'I in service, O out of service (standing still), M under modernisation, D decommissioned';
COMMENT ON COLUMN unit.sdt IS 'Since when the unit has its present state';
INSERT INTO unit SELECT 'L'||lpad(i::text,5,'0'), 1+pg_temp.h(i,21)%340, pg_temp.pick(ARRAY['Kone','Otis','Schindler','Schindler','Thyssen','Orona','Haushahn'],i,22),
 substr('TTTHHMMMEP',1+pg_temp.h(i,23)%10,1), 2+pg_temp.h(i,24)%14, (ARRAY[320,450,630,630,1000,1600])[1+pg_temp.h(i,25)%6],
 current_date-(900+pg_temp.h(i,26)%14000), current_date-(60+pg_temp.h(i,27)%800), s.st, current_date-(3+pg_temp.h(i,29)%150), CASE WHEN s.st='D' THEN current_date-(3+pg_temp.h(i,29)%150) END
FROM generate_series(1,760) i, LATERAL (SELECT CASE WHEN pg_temp.h(i,28)%30=0 THEN 'D' WHEN pg_temp.h(i,28)%30 IN (1,2) THEN 'O' WHEN pg_temp.h(i,28)%30=3 THEN 'M' ELSE 'I' END st) s;

CREATE TABLE uattr (unitno varchar(8), atcd varchar(6), atval varchar(30), PRIMARY KEY (unitno, atcd));
COMMENT ON TABLE uattr IS 'Technical particulars of a unit, one row for each particular that is known';
COMMENT ON COLUMN uattr.atcd IS 'CTRL make of controller, FBS fire brigade switch (Y/N), EMTEL emergency phone (GSM, PSTN, VOIP, NONE), SPEED metres per second, DOOR kind of door';
INSERT INTO uattr SELECT unitno,'CTRL',pg_temp.pick(ARRAY['NewLift FST','Kollmorgen','Relay','Schneider','LCE'],substr(unitno,2)::int,31) FROM unit;
INSERT INTO uattr SELECT unitno,'FBS',pg_temp.pick(ARRAY['Y','N','N','N'],substr(unitno,2)::int,32) FROM unit WHERE pg_temp.h(substr(unitno,2)::int,33)%3>0;
INSERT INTO uattr SELECT unitno,'EMTEL',pg_temp.pick(ARRAY['GSM','GSM','PSTN','PSTN','VOIP','NONE'],substr(unitno,2)::int,34) FROM unit WHERE drv<>'E';
INSERT INTO uattr SELECT unitno,'SPEED',pg_temp.pick(ARRAY['0.6','1.0','1.0','1.6','2.5'],substr(unitno,2)::int,35) FROM unit WHERE drv IN ('T','M');

CREATE TABLE emp (empno integer PRIMARY KEY, fnam varchar(20), lnam varchar(20), grd char(2), dpcd char(3), hirdt date, lvdt date);
COMMENT ON TABLE emp IS 'Field staff';
COMMENT ON COLUMN emp.grd IS 'AP apprentice, FI fitter, SF senior fitter, SU supervisor';
COMMENT ON COLUMN emp.lvdt IS 'Left the company on; null = still with us';
INSERT INTO emp SELECT 500+i, pg_temp.pick(ARRAY['Anna','Jonas','Mehmet','Piotr','Lars','Uwe','Sven','Katja','Ivan','Ali','Heiko','Timo'],i,41), pg_temp.pick(ARRAY['Schmidt','Brandt','Yilmaz','Kowalski','Petersen','Vogel','Krause','Lorenz','Novak','Demir','Hahn','Busch','Engel','Roth'],i,42),
 pg_temp.pick(ARRAY['AP','FI','FI','FI','SF','SF','SU'],i,43), (ARRAY['HAM','BRE','MUC','STU','BER','LEI'])[1+i%6], current_date-(200+pg_temp.h(i,44)%5000), CASE WHEN pg_temp.h(i,45)%9=0 THEN current_date-(10+pg_temp.h(i,46)%180) END
FROM generate_series(1,54) i;

CREATE TABLE contr (contrno varchar(9) PRIMARY KEY, custno integer NOT NULL, cttyp char(2), ctst char(1), sgndt date, vfr date, vto date, notmth smallint, cncdt date, cncrsn char(1));
COMMENT ON TABLE contr IS 'Service contracts; the units and fees are in contrun';
COMMENT ON COLUMN contr.cttyp IS 'BA basic (inspection and grease), CO comfort (with callouts), FU full cover (parts as well)';
COMMENT ON COLUMN contr.ctst IS 'Q quoted, A active, N notice given (still running), E ended';
COMMENT ON COLUMN contr.sgndt IS 'Signed on';
COMMENT ON COLUMN contr.vfr IS 'Runs from';
COMMENT ON COLUMN contr.vto IS 'End of the present term; active contracts renew on that day unless notice was given';
COMMENT ON COLUMN contr.notmth IS 'Months of notice';
COMMENT ON COLUMN contr.cncdt IS 'Day on which the customer gave notice';
COMMENT ON COLUMN contr.cncrsn IS 'P price, Q quality of service, S building sold, C lost to a competitor';
INSERT INTO contr SELECT 'C'||lpad(i::text,6,'0'), 10000+1+(i*37)%160, pg_temp.pick(ARRAY['BA','CO','CO','FU','FU'],i,51), st, vf-(10+pg_temp.h(i,52)%60), vf,
 CASE WHEN st='E' THEN cn+60 ELSE current_date+(5+pg_temp.h(i,53)%700) END, (ARRAY[3,3,6])[1+pg_temp.h(i,54)%3], CASE WHEN st='N' THEN current_date-(5+pg_temp.h(i,58)%90) WHEN st='E' THEN cn END, CASE WHEN st IN ('N','E') THEN pg_temp.pick(ARRAY['P','P','Q','S','C'],i,55) END
FROM (SELECT i, CASE WHEN pg_temp.h(i,56)%20=0 THEN 'Q' WHEN pg_temp.h(i,56)%20 IN (1,2) THEN 'N' WHEN pg_temp.h(i,56)%20 IN (3,4,5) THEN 'E' ELSE 'A' END st, current_date-(720+pg_temp.h(i,57)%1500) vf, current_date-(61+pg_temp.h(i,59)%560) cn FROM generate_series(1,210) i) x;
UPDATE contr SET sgndt=NULL, vfr=current_date+30, vto=current_date+30+730 WHERE ctst='Q';

CREATE TABLE contrun (contrno varchar(9), unitno varchar(8), vfr date, vto date, mfeec integer);
COMMENT ON TABLE contrun IS 'Which unit is on which contract, at what fee; a new row is made when the fee is adjusted';
COMMENT ON COLUMN contrun.vfr IS 'Row holds from';
COMMENT ON COLUMN contrun.vto IS 'Row holds until; 9999-12-31 = until further notice';
COMMENT ON COLUMN contrun.mfeec IS 'Monthly fee in cents, net';
INSERT INTO contrun SELECT c.contrno, u.unitno, x.f, x.t, x.fee FROM unit u JOIN site s USING (siteid) JOIN LATERAL (SELECT * FROM contr c WHERE c.custno=s.custno ORDER BY md5(c.contrno||u.unitno) LIMIT 1) c ON true,
 LATERAL (VALUES (c.vfr, CASE WHEN c.ctst='Q' THEN date '9999-12-31' ELSE c.vfr+364 END, 6000+(pg_temp.h(substr(u.unitno,2)::int,61)%120)*100),
   (c.vfr+365, CASE WHEN c.ctst='E' THEN c.vto WHEN u.ustat='D' THEN u.dcmdt ELSE date '9999-12-31' END, 6500+(pg_temp.h(substr(u.unitno,2)::int,61)%120)*106)) x(f,t,fee)
WHERE pg_temp.h(substr(u.unitno,2)::int,62)%12>0 AND x.f<=x.t AND NOT (c.ctst='Q' AND x.f>c.vfr);

CREATE TABLE fltcd (fcd char(3) PRIMARY KEY, fdsc varchar(40), fgrp varchar(20));
COMMENT ON TABLE fltcd IS 'Fault codes, entered by the fitter when the call is closed';
INSERT INTO fltcd VALUES ('D01','Door does not close','Door'),('D02','Door operator belt','Door'),('D03','Landing lock','Door'),('C01','Controller board','Control'),('C02','Encoder lost position','Control'),('M01','Brake','Machine'),('M02','Oil leak','Machine'),('V01','Vandalism','Outside cause'),('V02','Object in the sill','Outside cause'),('V03','Power cut','Outside cause'),('N01','No fault found','None');

CREATE TABLE cout (jobno integer PRIMARY KEY, unitno varchar(8), rptts timestamp, dsptts timestamp, arrts timestamp, clrts timestamp, entr char(1), prio smallint, fcd char(3), empno integer, billc integer, voidfl boolean);
COMMENT ON TABLE cout IS 'Callouts (breakdowns reported to the desk)';
COMMENT ON COLUMN cout.rptts IS 'Reported by the caller';
COMMENT ON COLUMN cout.dsptts IS 'Given to a fitter';
COMMENT ON COLUMN cout.arrts IS 'Fitter on site';
COMMENT ON COLUMN cout.clrts IS 'Closed, lift running again; null = still open';
COMMENT ON COLUMN cout.entr IS 'Y = somebody trapped in the car';
COMMENT ON COLUMN cout.prio IS '1 within the hour, 2 same day, 3 next working day';
COMMENT ON COLUMN cout.billc IS 'Charged to the customer, cents; 0 when the contract covers it';
COMMENT ON COLUMN cout.voidfl IS 'true = duplicate or mistake of the desk, does not count';
INSERT INTO cout SELECT 300000+i, 'L'||lpad((1+((pg_temp.h(i,71)%760)*(pg_temp.h(i,72)%760)/760))::text,5,'0'), r, r+make_interval(mins=>3+pg_temp.h(i,73)%25), CASE WHEN op AND i%2=0 THEN NULL ELSE r+make_interval(mins=>25+pg_temp.h(i,74)%140+CASE WHEN e='Y' THEN 0 ELSE 90 END) END,
 CASE WHEN op THEN NULL ELSE r+make_interval(mins=>180+pg_temp.h(i,75)%600+CASE WHEN e='Y' THEN -95 ELSE 60 END) END, e, CASE WHEN e='Y' THEN 1 ELSE 1+pg_temp.h(i,76)%3 END, CASE WHEN op THEN NULL ELSE (ARRAY['D01','D01','D01','D02','D03','C01','C02','M01','M02','V01','V01','V02','V03','N01'])[1+pg_temp.h(i,77)%14] END, 501+pg_temp.h(i,78)%54,
 CASE WHEN pg_temp.h(i,79)%3=0 THEN 12000+(pg_temp.h(i,80)%300)*100 ELSE 0 END, pg_temp.h(i,81)%25=0
FROM (SELECT i, current_date-make_interval(days=>pg_temp.h(i,82)%720)+make_interval(mins=>pg_temp.h(i,83)%1440) r, CASE WHEN pg_temp.h(i,84)%11=0 THEN 'Y' ELSE 'N' END e, pg_temp.h(i,82)%720<6 AND pg_temp.h(i,85)%2=0 op FROM generate_series(1,3600) i) x WHERE r<current_date;

CREATE TABLE pmvis (visid integer PRIMARY KEY, unitno varchar(8), pldt date, dndt date, empno integer, vst char(1), mins smallint);
COMMENT ON TABLE pmvis IS 'Planned maintenance visits';
COMMENT ON COLUMN pmvis.pldt IS 'Planned for';
COMMENT ON COLUMN pmvis.dndt IS 'Carried out on';
COMMENT ON COLUMN pmvis.vst IS 'P planned, D done, N no access, C cancelled';
INSERT INTO pmvis SELECT row_number() OVER (ORDER BY p, u.unitno), u.unitno, p, CASE WHEN s='D' THEN p+pg_temp.h(k,91)%20-4 END, 501+pg_temp.h(k,92)%54, s, CASE WHEN s='D' THEN 30+pg_temp.h(k,93)%90 END
FROM unit u, generate_series(0,7) g, LATERAL (SELECT substr(u.unitno,2)::int*10+g k) a, LATERAL (SELECT current_date+60-g*90-pg_temp.h(k,94)%30 p) b, LATERAL (SELECT CASE WHEN p>current_date-17 THEN 'P' WHEN pg_temp.h(k,95)%20=0 THEN 'N' WHEN pg_temp.h(k,95)%20=1 THEN 'C' WHEN pg_temp.h(k,95)%20=2 AND p>current_date-200 THEN 'P' ELSE 'D' END s) c;

CREATE TABLE insp (insid integer PRIMARY KEY, unitno varchar(8), insdt date, body varchar(10), ityp char(1), res char(1), nxtdt date);
COMMENT ON TABLE insp IS 'Statutory inspections by a notified body';
COMMENT ON COLUMN insp.ityp IS 'M main inspection, I intermediate';
COMMENT ON COLUMN insp.res IS '0 no defects, 1 minor defects, 2 serious defects, 3 dangerous: shut down';
COMMENT ON COLUMN insp.nxtdt IS 'Next inspection due by';
INSERT INTO insp SELECT row_number() OVER (ORDER BY d, unitno), unitno, d, pg_temp.pick(ARRAY['TUEV','TUEV','DEKRA','GTUE'],k,101), CASE WHEN g%2=0 THEN 'M' ELSE 'I' END, substr('0000011112223',1+pg_temp.h(k,102)%13,1), d+365
FROM (SELECT unitno, g, k, current_date-g*365-pg_temp.h(k,103)%395 d FROM (SELECT unitno, g, substr(unitno,2)::int*4+g k FROM unit, generate_series(0,1) g) y) x;

CREATE TABLE inspdef (insid integer, seqn smallint, sev char(1), dtxt varchar(60), fixby date, fixdt date, PRIMARY KEY (insid, seqn));
COMMENT ON TABLE inspdef IS 'Defects written down at an inspection';
COMMENT ON COLUMN inspdef.sev IS 'L light, S serious, D dangerous';
COMMENT ON COLUMN inspdef.fixby IS 'Deadline set by the inspector';
COMMENT ON COLUMN inspdef.fixdt IS 'Put right on; null = still open';
INSERT INTO inspdef SELECT insid, n, CASE WHEN res='3' AND n=1 THEN 'D' WHEN res IN ('2','3') AND n<=2 THEN 'S' ELSE 'L' END, pg_temp.pick(ARRAY['Emergency phone dead','Ropes worn','Pit lighting missing','Door force too high','Oil in pit','Sign missing','Brake lining worn'],insid*5+n,111), insdt+CASE WHEN res='3' THEN 14 ELSE 60 END,
 CASE WHEN pg_temp.h(insid*5+n,112)%7=0 OR insdt>current_date-20 THEN NULL ELSE LEAST(insdt+5+pg_temp.h(insid*5+n,113)%110, current_date-1) END
FROM insp, generate_series(1,4) n WHERE res>'0' AND n<=1+pg_temp.h(insid,114)%4;

CREATE TABLE inv (invno integer PRIMARY KEY, custno integer, ityp char(1), refno varchar(9), invdt date, duedt date, paydt date, netc integer, vatc integer, ist char(1));
COMMENT ON TABLE inv IS 'Outgoing invoices and credit notes';
COMMENT ON COLUMN inv.ityp IS 'M maintenance fee, B callout billed, R repair order, G credit note (amounts are negative)';
COMMENT ON COLUMN inv.refno IS 'Contract for M, job for B, free text otherwise';
COMMENT ON COLUMN inv.netc IS 'Net, cents';
COMMENT ON COLUMN inv.vatc IS 'VAT, cents';
COMMENT ON COLUMN inv.ist IS 'O open, P paid, D disputed by the customer (not paid), X cancelled, counts nowhere';
INSERT INTO inv SELECT 700000+row_number() OVER (ORDER BY d, i), cu, ty, ref, d, d+pt, CASE WHEN st='P' THEN LEAST(d+pt-8+pg_temp.h(i,125)%40, current_date-1) END, amt, round(amt*0.19)::int, st
FROM (SELECT i, c.custno cu, c.payterm pt, ty, CASE ty WHEN 'M' THEN (SELECT min(contrno) FROM contr k WHERE k.custno=c.custno) WHEN 'B' THEN (300001+pg_temp.h(i,126)%3600)::text END ref, current_date-pg_temp.h(i,121)%730-1 d,
  CASE ty WHEN 'M' THEN 30000+(pg_temp.h(i,122)%2500)*100 WHEN 'B' THEN 12000+(pg_temp.h(i,122)%300)*100 WHEN 'G' THEN -(5000+(pg_temp.h(i,122)%400)*100) ELSE 40000+(pg_temp.h(i,122)%9000)*100 END amt,
  CASE WHEN pg_temp.h(i,124)%40=0 THEN 'X' WHEN pg_temp.h(i,124)%40=1 THEN 'D' WHEN pg_temp.h(i,124)%40 IN (2,3) OR pg_temp.h(i,121)%730<35 THEN 'O' ELSE 'P' END st
  FROM (SELECT i, substr('MMMMBBRRRG',1+pg_temp.h(i,120)%10,1) ty, 10001+pg_temp.h(i,123)%160 cn FROM generate_series(1,2400) i) z JOIN cust c ON c.custno=z.cn) x;
