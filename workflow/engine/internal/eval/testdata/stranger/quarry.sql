-- quarry: sand, gravel and crushed rock; weighbridge, plant and laboratory. All dates move with the day of loading.
SET client_min_messages = warning;
CREATE FUNCTION pg_temp.h(i int, s int) RETURNS int LANGUAGE sql IMMUTABLE AS $$ SELECT ('x'||substr(md5(i::text||'/'||s::text),1,7))::bit(28)::int $$;
CREATE FUNCTION pg_temp.pick(a text[], i int, s int) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT a[1 + pg_temp.h(i,s) % array_length(a,1)] $$;

CREATE TABLE pitm (pitcd char(2) PRIMARY KEY, pitnm varchar(30), area varchar(10), rock char(1), plnend date, openfl char(1));
COMMENT ON TABLE pitm IS 'Our quarries';
COMMENT ON COLUMN pitm.rock IS 'L limestone, G granite, S sand and gravel';
COMMENT ON COLUMN pitm.plnend IS 'Planning permission runs out on';
COMMENT ON COLUMN pitm.openfl IS 'Y = working, N = mothballed';
INSERT INTO pitm VALUES ('GW','Greywell','North','L',current_date+900,'Y'),('HB','Hobden Bank','North','G',current_date+4200,'Y'),('CR','Croft Ridge','North','L',current_date+6000,'Y'),('MS','Marsh End','South','S',current_date+1500,'Y'),('TL','Tollard','South','S',current_date+7800,'Y'),('OX','Oxley Wood','South','G',current_date+250,'N');

CREATE TABLE prdgrp (gcd char(1) PRIMARY KEY, gnm varchar(30));
INSERT INTO prdgrp VALUES ('A','Asphalt and concrete stone'),('F','Fill and sub-base'),('S','Sand'),('D','Decorative'),('R','Armour and rock');

CREATE TABLE prdm (prdno varchar(6) PRIMARY KEY, prdnm varchar(40), gcd char(1), dens numeric(4,2), obs char(1), ce boolean);
COMMENT ON TABLE prdm IS 'Products';
COMMENT ON COLUMN prdm.dens IS 'Tonnes per cubic metre';
COMMENT ON COLUMN prdm.obs IS 'Y = no longer made';
COMMENT ON COLUMN prdm.ce IS 'Has a CE mark';
INSERT INTO prdm VALUES ('A0610','6/10 mm stone','A',1.45,'N',true),('A1020','10/20 mm stone','A',1.42,'N',true),('A0414','4/14 mm stone','A',1.44,'N',true),('F0075','Type 1 sub-base','F',1.90,'N',true),('F0150','Crusher run 0/150','F',1.85,'N',false),('F0040','Quarry dust','F',1.60,'N',false),('S0004','Sharp sand','S',1.55,'N',true),('S0002','Building sand','S',1.50,'N',true),('S0001','Plaster sand','S',1.48,'Y',true),('D0020','Golden gravel 20 mm','D',1.50,'N',false),('D0040','Cotswold chippings','D',1.40,'Y',false),('R1000','Armour stone 1-3 t','R',1.75,'N',false),('R0300','Gabion stone','R',1.60,'N',false);

CREATE TABLE cusm (cusno integer PRIMARY KEY, cusnm varchar(40), ctyp char(1), hdcus integer, opndt date, clsdt date, crlimc bigint);
COMMENT ON TABLE cusm IS 'Customers';
COMMENT ON COLUMN cusm.ctyp IS 'C contractor, M merchant, K ready-mix or concrete works, L local authority, B cash at the bridge, X our own works: transfers, not sales';
COMMENT ON COLUMN cusm.hdcus IS 'Head office account when this is a branch';
COMMENT ON COLUMN cusm.crlimc IS 'Credit limit in cents; null = cash only';
INSERT INTO cusm SELECT 3000+i, CASE WHEN i>136 THEN 'Own works '||i ELSE pg_temp.pick(ARRAY['Barlow','Keane','Tarrant','Mooney','Fenwick','Dacre','Pryor','Stanton','Hewitt','Lomax','Ridd'],i,1)||' '||pg_temp.pick(ARRAY['Civils','Groundworks','Builders Merchants','Readymix','Surfacing','Paving','Construction','Aggregates'],i,2)||' '||i END,
 CASE WHEN i>136 THEN 'X' ELSE substr('CCCCMMKKLB',1+pg_temp.h(i,3)%10,1) END, CASE WHEN i>20 AND i<=136 AND pg_temp.h(i,4)%5=0 THEN 3001+pg_temp.h(i,5)%20 END, current_date-CASE WHEN i%9=0 THEN pg_temp.h(i,6)%300 ELSE 400+pg_temp.h(i,6)%4000 END, CASE WHEN i%9>0 AND pg_temp.h(i,7)%18=0 THEN current_date-pg_temp.h(i,8)%500 END, CASE WHEN pg_temp.h(i,9)%8>0 THEN (ARRAY[500000,1000000,2500000,5000000,10000000])[1+pg_temp.h(i,10)%5] END FROM generate_series(1,140) i;

CREATE TABLE cuscrd (cusno integer, crst char(1), vfr date, vto date, byusr varchar(8));
COMMENT ON TABLE cuscrd IS 'Credit standing of a customer over time';
COMMENT ON COLUMN cuscrd.crst IS 'G good, W watch, S on stop: no loads';
COMMENT ON COLUMN cuscrd.vto IS 'Last day; null = holds today';
INSERT INTO cuscrd SELECT 3000+i,'G',current_date-800,CASE WHEN pg_temp.h(i,11)%3=0 THEN current_date-400+pg_temp.h(i,12)%250 END,'credit1' FROM generate_series(1,136) i;
INSERT INTO cuscrd SELECT cusno,CASE WHEN pg_temp.h(cusno,13)%2=0 THEN 'W' ELSE 'S' END,vto+1,CASE WHEN pg_temp.h(cusno,14)%2=0 THEN vto+40+pg_temp.h(cusno,15)%60 END,'credit2' FROM cuscrd WHERE vto IS NOT NULL;
INSERT INTO cuscrd SELECT cusno,CASE WHEN pg_temp.h(cusno,16)%4=0 THEN 'S' ELSE 'G' END,vto+1,NULL,'credit1' FROM cuscrd WHERE vto IS NOT NULL AND byusr='credit2';

CREATE TABLE jobm (jobno integer PRIMARY KEY, cusno integer, jobnm varchar(50), twn varchar(20), pitcd char(2), agrt integer, stdt date, endt date, jst char(1), rep varchar(20));
COMMENT ON TABLE jobm IS 'Jobs: building sites for which a tonnage was agreed';
COMMENT ON COLUMN jobm.agrt IS 'Tonnes agreed';
COMMENT ON COLUMN jobm.jst IS 'E enquiry, W won and running, F finished, L lost to another supplier';
INSERT INTO jobm SELECT 800+i, 3001+pg_temp.h(i,21)%136, pg_temp.pick(ARRAY['A38 widening','Business park','School extension','Housing phase','Wind farm tracks','Sewer renewal','Car park','Sea wall'],i,22)||' '||i, pg_temp.pick(ARRAY['Shelby','Norwich','Tarnford','Aldham','Brixworth','Kelso'],i,23), pg_temp.pick(ARRAY['GW','HB','CR','MS','TL'],i,24), (2+pg_temp.h(i,25)%14)*50, s, s+120+pg_temp.h(i,26)%300, CASE WHEN pg_temp.h(i,27)%6=0 THEN 'L' WHEN s>current_date-20 THEN 'E' WHEN s+120+pg_temp.h(i,26)%300<current_date THEN 'F' ELSE 'W' END, pg_temp.pick(ARRAY['Dawn Pell','Greg Moss','Isla Rowe'],i,28)
FROM (SELECT i, current_date-pg_temp.h(i,29)%600+40 s FROM generate_series(1,180) i) x;

CREATE TABLE prcl (pitcd char(2), prdno varchar(6), cusno integer, prcc integer, vfr date, vto date);
COMMENT ON TABLE prcl IS 'Prices ex quarry';
COMMENT ON COLUMN prcl.cusno IS 'Null = list price; otherwise the price agreed with that customer';
COMMENT ON COLUMN prcl.prcc IS 'Cents per tonne';
COMMENT ON COLUMN prcl.vto IS 'Last day; null = open end';
INSERT INTO prcl SELECT pitcd, prdno, NULL, (800+pg_temp.h(ascii(pitcd)*100+row_number() OVER (ORDER BY pitcd,prdno)::int,31)%1800)+g*60, (date_trunc('year',current_date)-interval '2 years')::date+g*365, CASE WHEN g<2 THEN (date_trunc('year',current_date)-interval '2 years')::date+g*365+364 END FROM pitm, prdm, generate_series(0,2) g WHERE pitcd<>'OX';
INSERT INTO prcl SELECT pg_temp.pick(ARRAY['GW','HB','CR','MS','TL'],i,33), p.prdno, 3001+pg_temp.h(i,34)%136, 700+pg_temp.h(i,35)%1500, current_date-(30+pg_temp.h(i,36)%400), CASE WHEN pg_temp.h(i,37)%3=0 THEN current_date-15+pg_temp.h(i,38)%120 END FROM generate_series(1,150) i JOIN LATERAL (SELECT prdno FROM prdm ORDER BY prdno OFFSET pg_temp.h(i,39)%13 LIMIT 1) p ON true;

CREATE TABLE hlr (hlrno smallint PRIMARY KEY, hlrnm varchar(30), own char(1));
COMMENT ON TABLE hlr IS 'Hauliers';
COMMENT ON COLUMN hlr.own IS 'Y = our own lorries, N = subcontractor, C = customer''s own lorry';
INSERT INTO hlr VALUES (0,'Customer collects','C'),(1,'Company fleet','Y'),(2,'Sykes Tippers','N'),(3,'D & R Haulage','N'),(4,'Bramley Transport','N'),(5,'Eastway Bulk','N');

CREATE TABLE wbtkt (tktno integer PRIMARY KEY, pitcd char(2), dirn char(1), ints timestamp, outts timestamp, regno varchar(8), hlrno smallint, cusno integer, jobno integer, prdno varchar(6), grskg integer, tarkg integer, amtc integer, hlgc integer, tst char(1), opr varchar(8), invdt date);
COMMENT ON TABLE wbtkt IS 'Weighbridge tickets';
COMMENT ON COLUMN wbtkt.dirn IS 'O out: material leaves us, I in: inert waste tipped for backfill';
COMMENT ON COLUMN wbtkt.ints IS 'Weighed in (lorry arrives)';
COMMENT ON COLUMN wbtkt.outts IS 'Weighed out (lorry leaves)';
COMMENT ON COLUMN wbtkt.grskg IS 'Laden weight, kg; net weight = laden - tare';
COMMENT ON COLUMN wbtkt.tarkg IS 'Empty weight (tare), kg';
COMMENT ON COLUMN wbtkt.amtc IS 'Value of the material, cents, without VAT; for tipping the gate fee';
COMMENT ON COLUMN wbtkt.hlgc IS 'Haulage charged, cents, on top of the material';
COMMENT ON COLUMN wbtkt.tst IS 'K ok, V void, C calibration run (no load sold)';
COMMENT ON COLUMN wbtkt.opr IS 'Bridge operator';
COMMENT ON COLUMN wbtkt.invdt IS 'Day of the invoice; null = not billed yet';
INSERT INTO wbtkt SELECT 1200000+row_number() OVER (ORDER BY t,i), pit, dr, t, t+make_interval(mins=>12+pg_temp.h(i,51)%35+CASE pit WHEN 'GW' THEN 9 ELSE 0 END), 'TR'||lpad((100+pg_temp.h(i,52)%140)::text,3,'0')||chr(65+pg_temp.h(i,52)%5), hl, cu, CASE WHEN dr='O' THEN (SELECT jobno FROM jobm j WHERE j.cusno=cu AND jst IN ('W','F') AND t::date BETWEEN stdt AND endt ORDER BY jobno LIMIT 1) END, CASE WHEN dr='O' THEN pr END, tare+net, tare, CASE WHEN st='C' THEN 0 WHEN dr='I' THEN net*6/10 ELSE (net*(800+pg_temp.h(ascii(pr)*31+ascii(pit),53)%1600)/1000.0)::int END, CASE WHEN hl=0 OR dr='I' OR st='C' THEN 0 ELSE net*(350+pg_temp.h(i,54)%300)/1000 END, st, pg_temp.pick(ARRAY['jo','ken','mags','rita'],i,55),
 CASE WHEN st='K' AND t<current_date-8 AND pg_temp.h(i,56)%30>0 THEN t::date+3+pg_temp.h(i,57)%5 END
FROM (SELECT i, (ARRAY['GW','GW','HB','CR','MS','TL'])[1+pg_temp.h(i,41)%6] pit, CASE WHEN pg_temp.h(i,42)%9=0 THEN 'I' ELSE 'O' END dr, CASE WHEN extract(isodow FROM current_date-1-pg_temp.h(i,43)%700)=7 THEN current_date-2-pg_temp.h(i,43)%700 ELSE current_date-1-pg_temp.h(i,43)%700 END+time '06:00'+make_interval(mins=>pg_temp.h(i,44)%660) t,
 CASE WHEN pg_temp.h(i,45)%2=0 THEN 0 ELSE 1+pg_temp.h(i,46)%5 END hl, CASE WHEN pg_temp.h(i,40)%22=0 THEN 3137+pg_temp.h(i,47)%4 ELSE 3001+(pg_temp.h(i,47)%140)*(pg_temp.h(i,48)%140)/140 END cu, (ARRAY['A0610','A1020','A0414','F0075','F0075','F0150','F0040','S0004','S0002','D0020','R1000','R0300'])[1+pg_temp.h(i,49)%12] pr, 13000+pg_temp.h(i,58)%2500 tare, 9000+pg_temp.h(i,59)%20500 net, CASE WHEN pg_temp.h(i,60)%40=0 THEN 'V' WHEN pg_temp.h(i,60)%90=1 THEN 'C' ELSE 'K' END st FROM generate_series(1,7000) i) x;

CREATE TABLE blst (blno integer PRIMARY KEY, pitcd char(2), fce varchar(6), bldt date, hls smallint, expkg integer, tns integer, vib numeric(4,1), cmpl smallint, misfr boolean);
COMMENT ON TABLE blst IS 'Blasts';
COMMENT ON COLUMN blst.fce IS 'Face';
COMMENT ON COLUMN blst.hls IS 'Holes drilled';
COMMENT ON COLUMN blst.expkg IS 'Explosives used, kg';
COMMENT ON COLUMN blst.tns IS 'Tonnes brought down';
COMMENT ON COLUMN blst.vib IS 'Peak vibration at the nearest house, mm/s; the permit allows 6.0';
COMMENT ON COLUMN blst.cmpl IS 'Complaints from neighbours';
INSERT INTO blst SELECT i, (ARRAY['GW','HB','CR'])[1+pg_temp.h(i,61)%3], 'F'||(1+pg_temp.h(i,62)%6), current_date-700+i*3, 12+pg_temp.h(i,63)%40, 1500+pg_temp.h(i,64)%4500, 8000+pg_temp.h(i,65)%16000, 1+(pg_temp.h(i,66)%60)/10.0+CASE WHEN i%17=0 THEN 1.3 ELSE 0 END, CASE WHEN pg_temp.h(i,67)%6=0 THEN 1+pg_temp.h(i,68)%4 ELSE 0 END, pg_temp.h(i,69)%40=0 FROM generate_series(1,232) i;

CREATE TABLE stprsn (rsn char(2) PRIMARY KEY, rtxt varchar(30), plnd char(1));
COMMENT ON TABLE stprsn IS 'Why the plant stood still';
COMMENT ON COLUMN stprsn.plnd IS 'Y = planned';
INSERT INTO stprsn VALUES ('BL','Blockage','N'),('BT','Belt damage','N'),('EL','Electrical','N'),('SC','Screen change','Y'),('SV','Planned service','Y'),('NF','No feed','N'),('WX','Weather','N');
CREATE TABLE stpev (evno integer PRIMARY KEY, pitcd char(2), plt char(1), bgts timestamp, fnts timestamp, rsn char(2), delfl smallint);
COMMENT ON TABLE stpev IS 'Stoppages of the plant';
COMMENT ON COLUMN stpev.plt IS 'P primary crusher, S secondary and screens, W wash plant';
COMMENT ON COLUMN stpev.fnts IS 'Running again; null = still down';
COMMENT ON COLUMN stpev.delfl IS '1 = entered by mistake';
INSERT INTO stpev SELECT i, (ARRAY['GW','HB','CR','MS','TL'])[1+pg_temp.h(i,71)%5], substr('PPSSSW',1+pg_temp.h(i,72)%6,1), b, CASE WHEN i IN (1991,1994,1999) THEN NULL ELSE b+make_interval(mins=>8+(pg_temp.h(i,73)%30)*(pg_temp.h(i,74)%22),secs=>pg_temp.h(i,77)%60) END, (ARRAY['BL','BL','BL','BT','EL','SC','SV','NF','WX'])[1+pg_temp.h(i,75)%9], CASE WHEN pg_temp.h(i,76)%30=0 THEN 1 ELSE 0 END FROM (SELECT i, current_date-2000*interval '7 hours'+i*interval '7 hours'-interval '3 hours' b FROM generate_series(1,2000) i) x;

CREATE TABLE labres (smpno integer, pitcd char(2), prdno varchar(6), smpdt date, prpcd varchar(4), val numeric(7,2), lolim numeric(7,2), uplim numeric(7,2), reptfl char(1), PRIMARY KEY (smpno, prpcd));
COMMENT ON TABLE labres IS 'Results of the laboratory, one row for each sample and property';
COMMENT ON COLUMN labres.prpcd IS 'FI fines % passing 63 micron, FLK flakiness index, LA Los Angeles coefficient, MC moisture %, PSV polished stone value';
COMMENT ON COLUMN labres.lolim IS 'Lower limit, null = none';
COMMENT ON COLUMN labres.uplim IS 'Upper limit, null = none';
COMMENT ON COLUMN labres.reptfl IS 'Y = a repeat test of a sample that had failed';
INSERT INTO labres SELECT i, (ARRAY['GW','HB','CR','MS','TL'])[1+pg_temp.h(i,81)%5], (ARRAY['A0610','A1020','A0414','F0075','S0004','S0002'])[1+pg_temp.h(i,82)%6], current_date-pg_temp.h(i,83)%540, p, CASE p WHEN 'FI' THEN (pg_temp.h(i,84)%47)/10.0 WHEN 'FLK' THEN 5+pg_temp.h(i,85)%19 WHEN 'LA' THEN 14+pg_temp.h(i,86)%18 WHEN 'MC' THEN (pg_temp.h(i,87)%80)/10.0 ELSE 48+pg_temp.h(i,88)%20 END, CASE p WHEN 'PSV' THEN 50 END, CASE p WHEN 'FI' THEN 4 WHEN 'FLK' THEN 20 WHEN 'LA' THEN 30 WHEN 'MC' THEN 7.5 END, CASE WHEN pg_temp.h(i,89)%15=0 THEN 'Y' ELSE 'N' END FROM generate_series(1,640) i, unnest(ARRAY['FI','FLK','LA','MC','PSV']) p WHERE pg_temp.h(i*7+ascii(p)+length(p),90)%5>0;

CREATE TABLE stksrv (pitcd char(2), prdno varchar(6), svdt date, tns integer, meth char(1), PRIMARY KEY (pitcd, prdno, svdt));
COMMENT ON TABLE stksrv IS 'Stockpiles as surveyed, about once a month';
COMMENT ON COLUMN stksrv.tns IS 'Tonnes on the ground on that day';
COMMENT ON COLUMN stksrv.meth IS 'D drone, E estimate by eye';
INSERT INTO stksrv SELECT pitcd, prdno, (date_trunc('month',current_date)-m*interval '1 month')::date-pg_temp.h(ascii(pitcd),95)%6, 150+pg_temp.h(ascii(pitcd)*977+m*31+k,96)%9000, CASE WHEN pg_temp.h(ascii(pitcd)*977+m*31+k,97)%5=0 THEN 'E' ELSE 'D' END FROM (SELECT *, row_number() OVER (ORDER BY prdno)::int k FROM prdm) p, pitm, generate_series(0,14) m WHERE pitcd<>'OX' AND pg_temp.h(ascii(pitcd)*13+k,98)%4>0;
