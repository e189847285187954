-- Tri-Valley Student Transport: routes, runs, fleet, drivers, incidents. Tables as taken over from the old midrange system.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.q(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k || '#' || i || '!'), 5, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE dptmst (dptcd char(2), dptnm varchar(30), towncd varchar(20), baycnt integer, opndat date);
COMMENT ON TABLE dptmst IS 'Depots (bus yards)';
INSERT INTO dptmst VALUES ('CY','Central Yard','Marlow',34,'1998-08-01'),('NY','North Yard','Pine Fork',18,'2006-08-15'),('WY','Westgate Yard','Westgate',14,'2012-01-05'),('SY','South Annex','Delmont',8,'2021-08-20');

CREATE TABLE schmst (schno integer, schnm varchar(40), schtyp char(1), dstno integer, town varchar(20), belltm time, dsmtm time, actflg char(1));
COMMENT ON TABLE schmst IS 'Schools served';
COMMENT ON COLUMN schmst.schtyp IS 'E = elementary, M = middle, H = high school, S = special education';
COMMENT ON COLUMN schmst.dstno IS 'School district: 1 Marlow Unified, 2 Pine Fork, 3 Westgate-Delmont';
COMMENT ON COLUMN schmst.belltm IS 'Morning bell';
COMMENT ON COLUMN schmst.dsmtm IS 'Dismissal';
INSERT INTO schmst VALUES (11,'Aspen Grove Elementary','E',1,'Marlow','08:40','15:05','Y'),(12,'Creekside Elementary','E',1,'Marlow','08:35','15:00','Y'),(13,'Harriet Moss Middle','M',1,'Marlow','08:10','14:45','Y'),(14,'Marlow High','H',1,'Marlow','07:30','14:15','Y'),(21,'Pine Fork Elementary','E',2,'Pine Fork','08:45','15:10','Y'),(22,'Pine Fork Middle','M',2,'Pine Fork','08:05','14:40','Y'),(23,'Ridgeline High','H',2,'Pine Fork','07:35','14:20','Y'),(31,'Westgate Elementary','E',3,'Westgate','08:50','15:15','Y'),(32,'Delmont Elementary','E',3,'Delmont','08:40','15:05','Y'),(33,'Westgate High','H',3,'Westgate','07:40','14:25','Y'),(41,'Bright Steps Center','S',1,'Marlow','09:00','14:30','Y'),(24,'Old Mill Elementary','E',2,'Pine Fork','08:45','15:10','N');

CREATE TABLE vehmst (vehno integer, regno varchar(8), vehtyp char(3), mkcd char(2), mdlyr integer, seatcap integer, wchcap integer, fuelcd char(1), dptcd char(2), acqdat date, dspdat date, stscd char(1), odord integer, nxtinsp date);
COMMENT ON TABLE vehmst IS 'Fleet';
COMMENT ON COLUMN vehmst.vehtyp IS 'BUS = full-size bus, MIN = minibus, WCV = wheelchair van';
COMMENT ON COLUMN vehmst.mkcd IS 'Make: BL Bluestar, TH Thornhill, IC Intercoach';
COMMENT ON COLUMN vehmst.wchcap IS 'Wheelchair positions';
COMMENT ON COLUMN vehmst.fuelcd IS 'D diesel, E electric, P propane';
COMMENT ON COLUMN vehmst.dspdat IS 'Date disposed of';
COMMENT ON COLUMN vehmst.stscd IS 'A = in service, W = in the workshop, S = spare, R = retired';
COMMENT ON COLUMN vehmst.odord IS 'Last odometer reading, miles';
COMMENT ON COLUMN vehmst.nxtinsp IS 'Next state inspection due';
INSERT INTO vehmst SELECT 500+i,'SB'||(3100+i*37),ty,(ARRAY['BL','BL','TH','IC'])[1+floor(4*pg_temp.q('mk',i))::int],extract(year FROM acq)::int,CASE ty WHEN 'BUS' THEN (ARRAY[54,72,77])[1+i%3] WHEN 'MIN' THEN 24 ELSE 8 END,CASE ty WHEN 'WCV' THEN 3 WHEN 'MIN' THEN i%2 ELSE 0 END,CASE WHEN acq>current_date-1400 AND pg_temp.q('fu',i)<.6 THEN 'E' WHEN pg_temp.q('fu',i)<.25 THEN 'P' ELSE 'D' END,(ARRAY['CY','CY','CY','NY','NY','WY','SY'])[1+floor(7*pg_temp.q('dp',i))::int],acq,CASE WHEN i IN (3,9,17,22,41) THEN current_date-i*12 END,CASE WHEN i IN (3,9,17,22,41) THEN 'R' WHEN i IN (6,19,33) THEN 'W' WHEN i IN (12,25,38,47) THEN 'S' ELSE 'A' END,(12000+(current_date-acq)*(24+15*pg_temp.q('od',i)))::int,CASE WHEN i NOT IN (3,9,17,22,41) THEN current_date-25+(320*pg_temp.q('in',i))::int END
FROM (SELECT i,CASE WHEN i<=34 THEN 'BUS' WHEN i<=43 THEN 'MIN' ELSE 'WCV' END ty,current_date-(200+(5200*pg_temp.q('acq',i))::int) acq FROM generate_series(1,50) i OFFSET 0) a;

CREATE TABLE drvmst (drvno integer, fstnm varchar(20), lstnm varchar(20), dptcd char(2), hirdat date, trmdat date, shfcd char(1), hrlrt numeric(5,2), licexp date, medexp date, trnlvl integer);
COMMENT ON TABLE drvmst IS 'Drivers';
COMMENT ON COLUMN drvmst.shfcd IS 'F = full-time, P = part-time (split shift), S = substitute';
COMMENT ON COLUMN drvmst.trmdat IS 'Left on, blank if still employed';
COMMENT ON COLUMN drvmst.medexp IS 'Medical certificate valid until';
COMMENT ON COLUMN drvmst.licexp IS 'Commercial licence valid until';
COMMENT ON COLUMN drvmst.trnlvl IS '1 basic, 2 special needs, 3 instructor';
INSERT INTO drvmst SELECT 2000+i,(ARRAY['Marge','Leon','Terry','Bonita','Hank','Rosa','Dwight','Carla','Vern','Ines','Gus','Paulette','Arlo'])[1+(i*6)%13],(ARRAY['Beck','Ortega','Quill','Sandoval','Tripp','Muir','Lowry','Gantt','Eberle','Frost','Nye','Castle','Haas','Pruitt','Yoder'])[1+(i*7)%15],(ARRAY['CY','CY','CY','NY','NY','WY','SY'])[1+floor(7*pg_temp.q('dd',i))::int],current_date-(90+(4800*pg_temp.q('hi',i))::int),CASE WHEN i IN (5,16,27,38,49,52) THEN current_date-i*5 END,CASE WHEN i>46 THEN 'S' WHEN pg_temp.q('sh',i)<.45 THEN 'F' ELSE 'P' END,round((19+11*pg_temp.q('hr',i))::numeric,2),current_date-40+(1100*pg_temp.q('li',i))::int,CASE WHEN i%13<>0 THEN current_date-50+(700*pg_temp.q('me',i))::int END,CASE WHEN pg_temp.q('tl',i)<.6 THEN 1 WHEN pg_temp.q('tl',i)<.93 THEN 2 ELSE 3 END FROM generate_series(1,56) i;

CREATE TABLE rtemst (rteno varchar(5), rtenm varchar(40), schno integer, dircd char(1), svctyp char(1), rtemi numeric(5,1), schdep time, dptcd char(2), vehno integer, drvno integer, effdat date, enddat date);
COMMENT ON TABLE rtemst IS 'Routes';
COMMENT ON COLUMN rtemst.dircd IS 'A = morning, to school; P = afternoon, home';
COMMENT ON COLUMN rtemst.svctyp IS 'R = regular, N = special needs, X = express';
COMMENT ON COLUMN rtemst.rtemi IS 'Length in miles';
COMMENT ON COLUMN rtemst.drvno IS 'Regular driver; blank = open route';
COMMENT ON COLUMN rtemst.schdep IS 'Scheduled departure';
INSERT INTO rtemst SELECT (100+k)||d,(ARRAY['Cedar Hill','Lake Road','Old County Line','Mill Street','Sunset Terrace','Quarry Road','Birch Hollow','Fairgrounds','River Bend','Stonegate','Meadow Lane','Highway 9','Orchard View','Depot Street','Kestrel Park','Juniper Flats','Church Hill','Dairy Road','North Loop','South Loop','Airport','Willow Creek','Summit','Lower Valley'])[k],s,d,CASE WHEN s=41 OR k=6 THEN 'N' WHEN k IN (12,21) THEN 'X' ELSE 'R' END,round((4+26*power(pg_temp.q('mi',k),1.4))::numeric,1),CASE d WHEN 'A' THEN time '06:20'+(interval '5 minutes')*floor(18*pg_temp.q('dep',k)) ELSE time '14:25'+(interval '5 minutes')*floor(12*pg_temp.q('dep',k)) END,(ARRAY['CY','CY','NY','CY','WY','NY','SY','CY'])[1+k%8],CASE WHEN s=41 THEN 544+k%6 ELSE 500+(ARRAY[1,2,4,5,7,8,10,11,13,14,15,16,18,20,21,23,24,26,27,28,29,30,31,32])[k] END,CASE WHEN k NOT IN (9,18) THEN 2000+(k*2+(CASE WHEN d='P' AND k%5=0 THEN 1 ELSE 0 END)) END,date '2019-08-20'+k*70,CASE WHEN k=23 THEN current_date-150 END
FROM (SELECT k,d,(ARRAY[14,11,12,13,23,21,22,33,31,32,41,14,23,33,11,13,41,22,21,12,14,31,24,32])[k] s FROM generate_series(1,24) k,(VALUES ('A'),('P')) v(d)) a;
INSERT INTO rtemst VALUES ('ZZ99','TEST ROUTE DO NOT USE',14,'A','R',1.0,'06:00','CY',NULL,NULL,'2020-01-01',NULL);

CREATE TABLE stpmst (stpno integer, stpnm varchar(40), town varchar(20), znecd char(1), hazflg char(1), sheltr char(1), addat date);
COMMENT ON TABLE stpmst IS 'Stops';
COMMENT ON COLUMN stpmst.znecd IS 'Zone: 1 inner, 2 outer, 3 rural';
COMMENT ON COLUMN stpmst.hazflg IS 'Y = hazardous crossing, N = not';
COMMENT ON COLUMN stpmst.sheltr IS 'Y = has a shelter';
INSERT INTO stpmst SELECT i,(ARRAY['Oak','Maple','2nd','5th','Elm','Cedar','Grant','Lincoln','Spruce','Main','Ridge','Harper'])[1+i%12]||' & '||(ARRAY['Walnut','Front','Park','Church','Hill','Lake','Mason','Willis','Depot','Canal','Vine'])[1+(i*5)%11],(ARRAY['Marlow','Marlow','Pine Fork','Westgate','Delmont'])[1+floor(5*pg_temp.q('st',i))::int],(1+floor(3*power(pg_temp.q('zn',i),1.3)))::int::text,CASE WHEN pg_temp.q('hz',i)<.13 THEN 'Y' ELSE 'N' END,CASE WHEN pg_temp.q('sl',i)<.3 THEN 'Y' WHEN i%17<>0 THEN 'N' END,current_date-(100+(4000*pg_temp.q('ad',i))::int) FROM generate_series(1,130) i;

CREATE TABLE rtestp (rteno varchar(5), seqno integer, stpno integer, schtm time);
COMMENT ON TABLE rtestp IS 'Stops of a route in their order';
INSERT INTO rtestp SELECT r.rteno,j,1+(substr(r.rteno,1,3)::int*5+j*(CASE r.dircd WHEN 'A' THEN 1 ELSE 1 END))%126,r.schdep+(interval '1 minute')*(4*j) FROM rtemst r CROSS JOIN LATERAL generate_series(1,4+floor(7*pg_temp.q('ns',substr(r.rteno,1,3)::int))::int) j WHERE r.rteno<>'ZZ99';

CREATE TABLE pupmst (pupno integer, fstnm varchar(20), lstnm varchar(20), schno integer, grdlv integer, amrte varchar(5), pmrte varchar(5), stpno integer, ndcd char(1), regdat date, wthdat date, delflg char(1), prtphn varchar(14));
COMMENT ON TABLE pupmst IS 'Pupils entitled to transport';
COMMENT ON COLUMN pupmst.grdlv IS 'Grade, 0 = kindergarten';
COMMENT ON COLUMN pupmst.ndcd IS 'N none, W wheelchair, A aide must ride along, M medical plan';
COMMENT ON COLUMN pupmst.wthdat IS 'Withdrawn from transport on';
COMMENT ON COLUMN pupmst.delflg IS 'D = record deleted';
COMMENT ON COLUMN pupmst.prtphn IS 'Phone of parent';
INSERT INTO pupmst SELECT 70000+i,(ARRAY['Ava','Noah','Mia','Liam','Zoe','Eli','Ruby','Max','Lila','Theo','Iris','Owen','Nora','Jude'])[1+(i*5)%14],(ARRAY['Adler','Boone','Cruz','Dorsey','Ellis','Fargo','Gibbs','Hayden','Iverson','Jarvis','Keane','Lund','Mercer','Noble','Osgood','Price','Rusk','Snow','Toomey'])[1+(i*8)%19],r.schno,CASE s.schtyp WHEN 'E' THEN floor(6*pg_temp.q('gr',i)) WHEN 'M' THEN 6+floor(3*pg_temp.q('gr',i)) WHEN 'H' THEN 9+floor(4*pg_temp.q('gr',i)) ELSE floor(12*pg_temp.q('gr',i)) END::int,CASE WHEN i%15<>0 THEN (100+k)||'A' END,CASE WHEN i%11<>0 THEN (100+k)||'P' END,1+((100+k)*5+1+floor(4*pg_temp.q('ps',i))::int)%126,CASE WHEN s.schtyp='S' THEN (ARRAY['W','W','A','M','N'])[1+floor(5*pg_temp.q('nd',i))::int] WHEN pg_temp.q('nd',i)<.03 THEN 'A' WHEN pg_temp.q('nd',i)<.06 THEN 'M' ELSE 'N' END,rd,CASE WHEN pg_temp.q('wd',i)<.11 THEN rd+((current_date-rd)*pg_temp.q('wd2',i))::int END,CASE WHEN i%47=0 THEN 'D' END,CASE WHEN i%8<>0 THEN '555-01'||lpad((i%100)::text,2,'0') END
FROM (SELECT i,1+floor(24*power(pg_temp.q('pr',i),1.2))::int k,current_date-(30+floor(1050*pg_temp.q('rg',i)))::int rd FROM generate_series(1,900) i OFFSET 0) a JOIN rtemst r ON r.rteno=(100+k)||'A' JOIN schmst s ON s.schno=r.schno;

CREATE TABLE triplg (tripno integer, rteno varchar(5), tripdt date, vehno integer, drvno integer, actdep time, dlymin integer, dlycd char(1), ridcnt integer, stscd char(1));
COMMENT ON TABLE triplg IS 'Trip log: one run of a route on a day';
COMMENT ON COLUMN triplg.stscd IS 'C = completed, X = cancelled, B = broken down on the way';
COMMENT ON COLUMN triplg.dlymin IS 'Minutes late at the last stop, 0 = on time';
COMMENT ON COLUMN triplg.dlycd IS 'Cause of delay: T traffic, W weather, M mechanical, D driver, P pupil loading';
COMMENT ON COLUMN triplg.ridcnt IS 'Pupils on board';
INSERT INTO triplg SELECT row_number() OVER (ORDER BY dt,x.rteno)+300000,x.rteno,dt,CASE WHEN pg_temp.q('tv',n)<.9 THEN x.vehno ELSE (ARRAY[512,525,538,547])[1+n%4] END,CASE WHEN x.drvno IS NULL OR pg_temp.q('td',n)<.08 THEN 2047+n%9 ELSE x.drvno END,CASE WHEN st<>'X' THEN x.schdep+(interval '1 minute')*floor(dl*.4) END,CASE WHEN st<>'X' THEN dl END,CASE WHEN st<>'X' AND dl>0 AND n%19<>0 THEN CASE WHEN st='B' THEN 'M' WHEN extract(month FROM dt) IN (12,1,2) AND pg_temp.q('ww',n)<.4 THEN 'W' ELSE (ARRAY['T','T','T','P','D','M'])[1+floor(6*pg_temp.q('dc',n))::int] END END,CASE WHEN st<>'X' AND n%37<>0 THEN CASE WHEN x.svctyp='N' THEN 2+floor(6*pg_temp.q('rc',n)) ELSE 12+floor(45*pg_temp.q('rc',n)) END END::int,st
FROM (SELECT y.*,CASE WHEN pg_temp.q('ts',n)<.025 THEN 'X' WHEN pg_temp.q('ts',n)<.037 THEN 'B' ELSE 'C' END st,CASE WHEN pg_temp.q('dy',n)<.68 THEN 0 ELSE 1+floor(44*power(pg_temp.q('dy2',n),2.2)) END::int dl FROM (SELECT r.*,d.dt,(d.g*48+r.o) n FROM (SELECT *,row_number() OVER (ORDER BY rteno)-1 o FROM rtemst WHERE rteno<>'ZZ99') r JOIN (SELECT g,current_date-g dt FROM generate_series(0,740) g WHERE extract(isodow FROM current_date-g)<6 AND extract(month FROM current_date-g) NOT IN (7,8)) d ON (r.o+d.g)%5=0 AND d.dt<=coalesce(r.enddat,current_date) OFFSET 0) y OFFSET 0) x;

CREATE TABLE incmst (incno integer, incts timestamp, tripno integer, vehno integer, drvno integer, pupno integer, inctyp char(3), sevcd integer, injcnt integer, clsdat date, costamt numeric(9,2), polrpt char(1));
COMMENT ON TABLE incmst IS 'Incidents';
COMMENT ON COLUMN incmst.inctyp IS 'ACC accident, BEH misbehaviour, MED medical emergency, MEC mechanical failure, LFT pupil left behind, CMP complaint of a parent';
COMMENT ON COLUMN incmst.sevcd IS '1 = minor to 4 = critical';
COMMENT ON COLUMN incmst.injcnt IS 'Persons injured';
COMMENT ON COLUMN incmst.clsdat IS 'Closed on, blank while open';
COMMENT ON COLUMN incmst.polrpt IS 'Y = police report filed';
INSERT INTO incmst SELECT 4000+row_number() OVER (ORDER BY t.tripno),t.tripdt+t.actdep+(interval '1 minute')*floor(50*pg_temp.q('im',t.tripno)),CASE WHEN t.tripno%9<>0 THEN t.tripno END,t.vehno,t.drvno,CASE WHEN ty IN ('BEH','MED','LFT') THEN 70001+floor(900*power(pg_temp.q('ip',t.tripno),2))::int END,ty,sv,CASE WHEN ty IN ('ACC','MED') AND sv>1 THEN 1+floor(3*power(pg_temp.q('ij',t.tripno),3)) ELSE 0 END::int,CASE WHEN t.tripdt<current_date-45 AND pg_temp.q('ic',t.tripno)<.93 OR pg_temp.q('ic',t.tripno)<.3 THEN least(current_date,t.tripdt+1+floor(40*power(pg_temp.q('id',t.tripno),2))::int) END,CASE WHEN ty IN ('ACC','MEC') THEN round((120+sv*sv*700*pg_temp.q('co',t.tripno))::numeric,2) END,CASE WHEN ty='ACC' AND sv>=2 THEN 'Y' ELSE 'N' END
FROM (SELECT *,(ARRAY['ACC','BEH','BEH','BEH','MED','MEC','LFT','CMP','CMP'])[1+floor(9*pg_temp.q('it',tripno))::int] ty,1+floor(4*power(pg_temp.q('is',tripno),2.3))::int sv FROM triplg WHERE stscd='B' OR (actdep IS NOT NULL AND pg_temp.q('inc',tripno)<.075) OFFSET 0) t;

CREATE TABLE wrkord (wono integer, vehno integer, opndat date, clsdat date, wotyp char(1), prtamt numeric(8,2), labhrs numeric(5,1), vndnm varchar(30), cncflg char(1));
COMMENT ON TABLE wrkord IS 'Workshop orders';
COMMENT ON COLUMN wrkord.wotyp IS 'P preventive maintenance, R repair, I state inspection, T tires';
COMMENT ON COLUMN wrkord.prtamt IS 'Parts, dollars';
COMMENT ON COLUMN wrkord.vndnm IS 'Outside garage; blank = own workshop';
COMMENT ON COLUMN wrkord.cncflg IS 'Y = order cancelled';
INSERT INTO wrkord SELECT 8000+row_number() OVER (ORDER BY od,i),v.vehno,od,CASE WHEN od+du<=current_date AND i%40<>0 THEN od+du END,(ARRAY['P','P','P','R','R','R','I','T'])[1+floor(8*pg_temp.q('wt',i))::int],CASE WHEN i%14<>0 THEN round((25+1500*power(pg_temp.q('wp',i),3))::numeric,2) END,round((.5+14*power(pg_temp.q('wh',i),2))::numeric,1),CASE WHEN pg_temp.q('vn',i)<.22 THEN (ARRAY['Keller Diesel Service','Valley Truck & Bus','Glassworks Mobile'])[1+i%3] END,CASE WHEN i%33=0 THEN 'Y' ELSE 'N' END
FROM (SELECT i,501+floor(50*power(pg_temp.q('wv',i),1.15))::int vn,current_date-floor(800*pg_temp.q('wo',i))::int od,floor(18*power(pg_temp.q('wd',i),2))::int du FROM generate_series(1,720) i OFFSET 0) a JOIN vehmst v ON v.vehno=a.vn AND od<=coalesce(v.dspdat,current_date) AND od>v.acqdat;

CREATE TABLE fultxn (txnno integer, vehno integer, drvno integer, fuldat date, qty numeric(7,2), amt numeric(8,2), odord integer, sitcd char(1));
COMMENT ON TABLE fultxn IS 'Fuelling and charging';
COMMENT ON COLUMN fultxn.qty IS 'Gallons, for electric vehicles kWh';
COMMENT ON COLUMN fultxn.sitcd IS 'Y = own yard, O = outside station';
INSERT INTO fultxn SELECT 60000+i,v.vehno,CASE WHEN i%16<>0 THEN 2001+floor(55*pg_temp.q('fd',i))::int END,fd,qt,round((qt*CASE v.fuelcd WHEN 'E' THEN .14 WHEN 'P' THEN 2.6 ELSE 3.9+.4*pg_temp.q('fp',i) END)::numeric,2),greatest(500,v.odord-((current_date-fd)*28)),CASE WHEN pg_temp.q('fs',i)<.84 THEN 'Y' ELSE 'O' END
FROM (SELECT i,501+floor(50*pg_temp.q('fv',i))::int vn,current_date-floor(720*pg_temp.q('fdt',i))::int fd,round((12+45*pg_temp.q('fq',i))::numeric,2) qt FROM generate_series(1,2600) i OFFSET 0) a JOIN vehmst v ON v.vehno=a.vn AND fd<=coalesce(v.dspdat,current_date) AND fd>v.acqdat;

CREATE TABLE drvabs (absno integer, drvno integer, absdat date, abscd char(1), hrs numeric(3,1), subno integer);
COMMENT ON TABLE drvabs IS 'Absences of drivers';
COMMENT ON COLUMN drvabs.abscd IS 'S sick, V vacation, U no-show, J jury duty or other leave';
COMMENT ON COLUMN drvabs.subno IS 'Driver who stood in';
INSERT INTO drvabs SELECT i,d.drvno,ad,(ARRAY['S','S','S','V','V','U','J'])[1+floor(7*pg_temp.q('ac',i))::int],CASE WHEN pg_temp.q('ah',i)<.7 THEN 8 ELSE 4 END,CASE WHEN pg_temp.q('as',i)<.72 THEN 2047+floor(10*pg_temp.q('as2',i))::int END
FROM (SELECT i,2001+floor(46*power(pg_temp.q('ad',i),1.4))::int dn,current_date-floor(700*pg_temp.q('aa',i))::int ad FROM generate_series(1,650) i OFFSET 0) a JOIN drvmst d ON d.drvno=a.dn AND ad>=d.hirdat AND ad<=coalesce(d.trmdat,current_date) AND extract(isodow FROM ad)<6;
