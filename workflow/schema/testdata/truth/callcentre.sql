-- VOCALIS Contact Services, operations & billing (export of schema OPS)
set client_encoding = 'UTF8'; set client_min_messages = warning; set search_path = public, pg_temp;
create function pg_temp.z(k text, n bigint) returns float8 language sql immutable as
$$ select ((hashtext(k || n || 'v')::bigint + 2147483648) % 1000003) / 1000003.0::float8 $$;

create table md_site (sitecd varchar(3) primary key, sitenm varchar(30) not null, cntrycd char(2) not null, seatcnt smallint not null, opndt date);
comment on table md_site is 'sites (operating centres)';
comment on column md_site.seatcnt is 'work places';
insert into md_site values ('GDN','Gdansk','PL',90,date '2011-05-01'),('POR','Porto','PT',120,date '2014-09-01'),('LEI','Leipzig','DE',60,date '2008-02-01'),('RMT','Home office','DE',0,null);

create table md_agnt (agntid integer primary key, agntfnm varchar(20) not null, agntlnm varchar(30) not null, sitecd varchar(3), tldagntid integer, emptp varchar(1) not null, lngcd varchar(2), hirdt date not null, trmdt date, hrlywg numeric(6,2));
comment on table md_agnt is 'agents (people who take calls), incl. team leaders';
comment on column md_agnt.tldagntid is 'team leader';
comment on column md_agnt.emptp is 'employment: F = full time, P = part time, T = temp';
comment on column md_agnt.lngcd is 'first language';
comment on column md_agnt.hrlywg is 'hourly wage EUR';
insert into md_agnt
select 300 + i, (array['Ana','Bruno','Celina','Dawid','Eva','Filip','Gosia','Hugo','Ilse','Joao','Kasia','Lars','Marta','Nuno','Ola','Pedro','Rita','Sven','Tina','Zofia'])[1 + (i*7)%20],
 (array['Almeida','Bauer','Costa','Duarte','Engel','Ferreira','Gorski','Hahn','Ivanov','Jung','Kowalska','Lopes','Maier','Nowak','Oliveira','Pinto','Reis','Sikora','Teixeira','Wolf'])[1 + (i*3 + i/20)%20],
 case when z < 0.45 then 'POR' when z < 0.78 then 'GDN' when z < 0.94 then 'LEI' else 'RMT' end,
 case when i > 6 then 301 + i % 6 end, case when i <= 6 or pg_temp.z('et', i) < 0.62 then 'F' when pg_temp.z('et', i) < 0.9 then 'P' else 'T' end,
 case when i % 23 <> 0 then (array['PT','PT','PL','PL','DE','EN'])[1 + floor(6*pg_temp.z('ln', i))::int] end,
 current_date - (90 + floor(2100*pg_temp.z('hd', i))::int), case when i > 6 and i % 9 = 0 then current_date - i end, case when i <= 6 then 19.5 else round((10.4 + 4*pg_temp.z('wg', i))::numeric, 2) end
from (select i, pg_temp.z('st', i) as z from generate_series(1, 64) i) a;

create table md_cstm (cstno integer primary key, cstnm varchar(40) not null, indcd varchar(2), cntrycd char(2), acmagntid integer, stscd varchar(1) not null, cntrctdt date, pymtdys smallint);
comment on table md_cstm is 'customers = companies that have their calls handled by us';
comment on column md_cstm.indcd is 'TC = telecom, RT = retail, UT = utilities, TR = travel, FN = finance';
comment on column md_cstm.stscd is 'A = active, N = under notice, E = ended, P = prospect';
comment on column md_cstm.acmagntid is 'account manager';
comment on column md_cstm.pymtdys is 'days of credit';
insert into md_cstm values (2001,'Bluewave Mobile','TC','PT',301,'A',current_date-1600,30),(2002,'Kaufhaus Lindner','RT','DE',302,'A',current_date-1240,30),(2003,'Stadtwerke Elbtal','UT','DE',302,'A',current_date-990,14),
(2004,'AeroBaltic','TR','PL',303,'N',current_date-870,45),(2005,'Banco Minho','FN','PT',301,'A',current_date-640,30),(2006,'Zielony Market','RT','PL',303,'A',current_date-410,30),(2007,'Holiday Nest','TR','GB',null,'A',current_date-300,30),
(2008,'Fibra Norte','TC','PT',304,'E',current_date-1900,30),(2009,'Solar Direkt','UT','DE',304,'A',current_date-150,14),(2010,'Quickparcel',null,'DE',305,'P',null,null);

create table md_cmpgn (cmpgncd varchar(6) primary key, cmpgnnm varchar(40) not null, cstno integer not null, cmpgnty varchar(1) not null, bllmd varchar(1) not null, stscd varchar(1) not null, strdt date, enddt date, slatgtsec smallint);
comment on table md_cmpgn is 'campaigns / service lines run for a customer';
comment on column md_cmpgn.cmpgnty is 'I = inbound, O = outbound sales, B = back office';
comment on column md_cmpgn.bllmd is 'billed per M = minute, C = call, H = agent hour';
comment on column md_cmpgn.stscd is 'L = live, R = ramp-up, S = stopped';
comment on column md_cmpgn.slatgtsec is 'agreed answer time in seconds';
insert into md_cmpgn values ('BWSVC','Bluewave Service',2001,'I','M','L',current_date-1500,null,20),('BWSAL','Bluewave Win-back',2001,'O','C','L',current_date-700,null,null),('LINORD','Lindner Orders',2002,'I','C','L',current_date-1200,null,30),
('ELBHOT','Elbtal Hotline',2003,'I','M','L',current_date-980,null,30),('ABRES','AeroBaltic Reservations',2004,'I','M','L',current_date-860,current_date+60,20),('BMCRD','Banco Minho Cards',2005,'I','M','L',current_date-630,null,15),
('ZMCARE','Zielony Care',2006,'I','C','L',current_date-400,null,40),('HNBACK','Holiday Nest Back office',2007,'B','H','L',current_date-290,null,null),('FNSUP','Fibra Support',2008,'I','M','S',current_date-1890,current_date-240,20),('SDLEAD','Solar Leads',2009,'O','H','R',current_date-140,null,null);

create table md_rslt (rsltcd varchar(3) primary key, rsltdsc varchar(30) not null, scsflg char(1) not null);
comment on table md_rslt is 'call results (wrap-up codes)';
comment on column md_rslt.scsflg is 'Y = counts as success';
insert into md_rslt values ('SLV','Solved','Y'),('FUP','Follow-up needed','N'),('ESC','Escalated','N'),('SAL','Sale closed','Y'),('NIN','Not interested','N'),('CBK','Call back','N'),('WRG','Wrong number','N');

create table h_rate (rateid integer primary key, cmpgncd varchar(6) not null, ratety varchar(2) not null, rateamt numeric(8,3) not null, vldfr date not null, vldto date);
comment on table h_rate is 'price list by campaign; open ended = valid now';
comment on column h_rate.ratety is 'ST = standard, NT = night and weekend';
comment on column h_rate.rateamt is 'EUR per unit of bllmd';
insert into h_rate
select row_number() over (order by c.cmpgncd, t, k), c.cmpgncd, t, round((case c.bllmd when 'M' then 0.62 when 'C' then 3.4 else 24.5 end * case t when 'NT' then 1.3 else 1 end * (1 + 0.04*k) * (0.9 + 0.2*pg_temp.z(c.cmpgncd, 1)))::numeric, 3),
 case k when 1 then c.strdt else greatest(c.strdt, current_date - 320) + 10 end, case k when 1 then greatest(c.strdt, current_date - 320) + 9 else c.enddt end
from md_cmpgn c, unnest(array['ST','NT']) t, generate_series(1,2) k;

create table t_call (callid bigint primary key, cmpgncd varchar(6) not null, agntid integer, trfagntid integer, calldt timestamp not null, cllrno varchar(16), drccd varchar(1) not null, stscd varchar(1) not null, rsltcd varchar(3), wtsec integer, tlksec integer, hldsec integer, acwsec integer, rptflg smallint not null);
comment on table t_call is 'calls';
comment on column t_call.agntid is 'agent who took or placed the call, null if nobody did';
comment on column t_call.trfagntid is 'agent the call was transferred to';
comment on column t_call.drccd is 'I = in, O = out';
comment on column t_call.stscd is 'H = handled, A = abandoned by caller, N = no answer (out), V = voice mail, T = test call';
comment on column t_call.wtsec is 'seconds in the queue'; comment on column t_call.tlksec is 'talk time, seconds'; comment on column t_call.hldsec is 'hold time, seconds';
comment on column t_call.acwsec is 'after call work, seconds'; comment on column t_call.rptflg is '1 = same caller rang within 7 days before';
insert into t_call
select 9100000 + i*4, cmp, case when st in ('H','T','N') then ag end, case when st = 'H' and pg_temp.z('tr', i) < 0.06 then 301 + (i*5)%30 end, dt,
 case when i % 19 <> 0 then '+' || (351910000000 + (i*7919*13)%9999999)::text end, case when ty = 'O' then 'O' else 'I' end, st,
 case when st = 'H' and pg_temp.z('rs0', i) > 0.04 then case when ty = 'O' then (array['SAL','NIN','NIN','NIN','CBK','CBK','WRG'])[1+floor(7*pg_temp.z('rs', i))::int] else (array['SLV','SLV','SLV','SLV','FUP','FUP','ESC'])[1+floor(7*pg_temp.z('rs', i))::int] end end,
 case when ty <> 'O' then floor(case when st = 'A' then 60 else 8 end + 130*power(pg_temp.z('wt', i), 2.2))::int end,
 case when st = 'H' then floor(55 + 620*power(pg_temp.z('tk', i), 1.8))::int when st = 'T' then 12 end, case when st = 'H' then greatest(0, floor(160*pg_temp.z('ho', i) - 90)::int) end, case when st = 'H' then floor(15 + 90*pg_temp.z('ac', i))::int end,
 case when pg_temp.z('rp', i) < 0.14 then 1 else 0 end
from (select i, c.cmpgncd as cmp, c.cmpgnty as ty, 307 + floor(58*power(pg_temp.z('ag', i), 1.2))::int as ag,
  current_date - age + interval '8 hours' + floor(700*pg_temp.z('hr', i))*interval '1 minute' + (i%60)*interval '1 second' as dt,
  case when pg_temp.z('cs', i) < 0.012 then 'T' when c.cmpgnty = 'O' then case when pg_temp.z('cs', i) < 0.36 then 'N' else 'H' end when pg_temp.z('cs', i) < 0.10 then 'A' when pg_temp.z('cs', i) < 0.13 then 'V' else 'H' end as st
 from (select i, 1 + (600 - i)*400/600 as age, pg_temp.z('cm', i) as x from generate_series(1,600) i) g
 join md_cmpgn c on c.cmpgncd = case when x < 0.27 then 'BWSVC' when x < 0.37 then 'BWSAL' when x < 0.53 then 'LINORD' when x < 0.65 then 'ELBHOT' when x < 0.73 then 'ABRES' when x < 0.85 then 'BMCRD' when x < 0.92 then 'ZMCARE' when age > 240 then 'FNSUP' when age < 140 then 'SDLEAD' else 'BWSVC' end) q;

create table t_svy (svyid integer primary key, callid bigint not null, svydt date not null, scr smallint, npsscr smallint, cmnttx varchar(80));
comment on table t_svy is 'caller survey after the call';
comment on column t_svy.scr is 'satisfaction 1 (bad) to 5 (good), null = survey not answered';
comment on column t_svy.npsscr is 'would recommend 0-10';
insert into t_svy select row_number() over (order by callid) + 100, callid, calldt::date, case when y > 0.3 then 5 - floor(4.99*power(pg_temp.z('sc', callid), 2.5))::int end, case when y > 0.3 then 10 - floor(10.99*power(pg_temp.z('sc', callid), 2))::int end,
 case when y > 0.85 then (array['friendly','had to wait too long','problem still there','thank you','very competent'])[1+(callid%5)::int] end
from (select *, pg_temp.z('sy', callid) as y from t_call where stscd = 'H' and pg_temp.z('sv', callid) < 0.33) a;

create table t_shft (shftid integer primary key, agntid integer not null, cmpgncd varchar(6), shftdt date not null, plnmin smallint not null, lgdmin smallint, brkmin smallint, stscd varchar(1) not null, wgamt numeric(8,2));
comment on table t_shft is 'shifts of agents';
comment on column t_shft.plnmin is 'planned minutes'; comment on column t_shft.lgdmin is 'minutes logged in'; comment on column t_shft.brkmin is 'minutes of break';
comment on column t_shft.stscd is 'P = planned, W = worked, S = sick, N = no show';
comment on column t_shft.wgamt is 'wage paid, EUR';
insert into t_shft
select 60000 + i, s.agntid, cm, s.d, s.pl, case when s.st = 'W' then s.pl - floor(30*pg_temp.z('lg', i))::int end, case when s.st = 'W' then 20 + 5*(i%5) end, s.st,
 case when s.st in ('W','S') then round(s.pl/60.0*a.hrlywg, 2) end
from (select i, 307 + (i*11)%58 as agntid, current_date + 12 - i*400/520 as d, case when i%4 = 0 then 300 else 480 end as pl, case when i%21 = 0 then null else (array['BWSVC','BWSVC','LINORD','ELBHOT','BMCRD','ZMCARE','HNBACK','ABRES'])[1+(i*3)%8] end as cm,
   case when i*400/520 < 12 then 'P' when pg_temp.z('ss', i) < 0.06 then 'S' when pg_temp.z('ss', i) < 0.085 then 'N' else 'W' end as st from generate_series(1,520) i) s join md_agnt a on a.agntid = s.agntid;

create table t_qa (qaid integer primary key, callid bigint not null, agntid integer not null, evlagntid integer not null, evldt date, qascr numeric(5,2), stscd varchar(1) not null);
comment on table t_qa is 'quality evaluations of calls';
comment on column t_qa.agntid is 'agent evaluated'; comment on column t_qa.evlagntid is 'evaluator (team leader)';
comment on column t_qa.qascr is 'points out of 100'; comment on column t_qa.stscd is 'D = draft, F = final, C = contested';
insert into t_qa select row_number() over (order by callid), callid, agntid, 301 + (callid/4)%6, case when s <> 'D' then least(calldt::date + 3, current_date) end, round((60 + 40*sqrt(pg_temp.z('qs', callid)))::numeric, 1), s
from (select *, case when pg_temp.z('qd', callid) < 0.1 then 'D' when pg_temp.z('qd', callid) < 0.16 then 'C' else 'F' end as s from t_call where stscd = 'H' and pg_temp.z('qa', callid) < 0.22) a;

create table t_inv (invno integer primary key, cstno integer not null, invdt date, duedt date, stscd varchar(1) not null, netamt numeric(12,2), vatamt numeric(12,2), grsamt numeric(12,2), crtagntid integer, aprvagntid integer);
comment on table t_inv is 'invoices to customers, EUR';
comment on column t_inv.stscd is 'D = draft, S = sent, P = paid, O = overdue, X = cancelled';
comment on column t_inv.crtagntid is 'made out by'; comment on column t_inv.aprvagntid is 'approved by';
create table t_invln (invno integer not null, lnno smallint not null, cmpgncd varchar(6), lntx varchar(40), qty numeric(10,1) not null, untprc numeric(8,3) not null, dscpct numeric(4,1), lnnetamt numeric(12,2) not null, primary key (invno, lnno));
comment on table t_invln is 'invoice lines';
comment on column t_invln.dscpct is 'discount in percent, null = none'; comment on column t_invln.lnnetamt is 'qty * untprc less discount, without VAT';
insert into t_inv
select 24000 + row_number() over (order by m desc, cstno), cstno, (date_trunc('month', current_date) - m*interval '1 month')::date + 2, (date_trunc('month', current_date) - m*interval '1 month')::date + 2 + pymtdys,
 case when z > 0.965 then 'X' when m = 0 then case when z < 0.5 then 'D' else 'S' end when m = 1 then case when z < 0.5 then 'S' else 'P' end when z < 0.07 then 'O' else 'P' end, null, null, null, 305, case when z < 0.8 then 301 end
from (select cstno, pymtdys, m, pg_temp.z('in', cstno*20 + m) as z from md_cstm, generate_series(0, 16) m where stscd <> 'P' and cntrctdt < date_trunc('month', current_date) - m*interval '1 month' and not (cstno = 2008 and m < 8)) a;
insert into t_invln
select i.invno, row_number() over (partition by i.invno order by c.cmpgncd, k), c.cmpgncd, case k when 1 then 'Services ' || to_char(i.invdt - 10, 'MM/YYYY') else 'Night and weekend' end, q, p, d, round(q*p*(1 - coalesce(d,0)/100), 2)
from t_inv i join md_cmpgn c using (cstno) cross join generate_series(1,2) k
cross join lateral (select round((case c.bllmd when 'M' then 9000 when 'C' then 1700 else 420 end*case k when 1 then 1 else 0.16 end*(0.6 + pg_temp.z('q'||c.cmpgncd, i.invno*2+k)))::numeric, case c.bllmd when 'C' then 0 else 1 end) as q,
  (select rateamt from h_rate h where h.cmpgncd = c.cmpgncd and h.ratety = case k when 1 then 'ST' else 'NT' end order by (i.invdt between h.vldfr and coalesce(h.vldto, 'infinity')) desc, vldfr desc limit 1) as p, case when i.cstno in (2001, 2005) then 3.0 end as d) x
where (k = 1 or pg_temp.z('nt', i.invno) < 0.4) and c.strdt < i.invdt;
update t_inv i set netamt = s.n, vatamt = round(s.n*case when cstno in (2002,2003,2009) then 0.19 else 0 end, 2), grsamt = s.n + round(s.n*case when cstno in (2002,2003,2009) then 0.19 else 0 end, 2) from (select invno, sum(lnnetamt) n from t_invln group by 1) s where s.invno = i.invno;

delete from t_inv where netamt is null;

create table t_pymt (pymtid integer primary key, cstno integer not null, invno integer, pymtdt date not null, pymtamt numeric(12,2) not null, mthcd varchar(1), rvsflg char(1) not null);
comment on table t_pymt is 'payments received';
comment on column t_pymt.mthcd is 'T = transfer, D = direct debit'; comment on column t_pymt.rvsflg is 'Y = reversed by the bank (money went back)';
insert into t_pymt select row_number() over (order by invdt, invno) + 700, cstno, case when invno % 37 <> 0 then invno end, least(duedt + floor(20*pg_temp.z('pd', invno) - 8)::int, current_date), case when f = 2 then grsamt when invno % 23 = 0 then round(grsamt/2, 2) else grsamt end, case when cstno = 2003 then 'D' when cstno <> 2007 then 'T' end, case when f = 2 then 'Y' else 'N' end
from t_inv, generate_series(1,2) f where stscd = 'P' and (f = 1 or pg_temp.z('rv', invno) < 0.05) and grsamt > 0;

create table s_bklg (snpdt date not null, cmpgncd varchar(6) not null, opncnt integer not null, ovdcnt integer not null, oldhrs numeric(6,1), primary key (snpdt, cmpgncd));
comment on table s_bklg is 'weekly picture of open cases (backlog) by campaign';
comment on column s_bklg.opncnt is 'cases open'; comment on column s_bklg.ovdcnt is 'of these overdue'; comment on column s_bklg.oldhrs is 'age of the oldest case in hours';
insert into s_bklg select d, cmpgncd, o, floor(o*0.3*pg_temp.z('ov'||cmpgncd, n))::int, case when o > 0 then round((2 + 90*pg_temp.z('oh'||cmpgncd, n))::numeric, 1) end
from (select c.cmpgncd, n, date_trunc('week', current_date)::date - 7*n as d, floor(60*power(pg_temp.z('ob'||c.cmpgncd, n), 1.5)*(1+length(c.cmpgnnm)/20.0))::int as o from md_cmpgn c, generate_series(0,39) n where c.stscd <> 'S' and c.strdt < current_date - 7*n) a;
analyze;
