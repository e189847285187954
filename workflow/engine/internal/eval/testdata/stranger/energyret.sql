-- ENERGYRET: customer & billing, as grown since 2011
set jit = off;
create function r(k text) returns double precision language sql immutable as
$$ select (hashtext(k)::bigint + 2147483648) / 4294967296.0::double precision $$;
create function pick(a text[], k text) returns text language sql immutable as
$$ select a[1+floor(r(k)*array_length(a,1))::int] $$;

create table ref_code (grp varchar(12) not null, cd varchar(6) not null, descr varchar(80) not null, primary key (grp, cd));
comment on table ref_code is 'Code list for all modules: group, code, description';
insert into ref_code values
 ('CPL_CAT','BIL','Billing error'),('CPL_CAT','MET','Meter or reading'),('CPL_CAT','SWI','Switching delay'),('CPL_CAT','SVC','Customer service'),('CPL_CAT','PRI','Price increase'),('CPL_CAT','DDB','Direct debit'),
 ('CPL_OUT','U','Upheld'),('CPL_OUT','N','Not upheld'),('CPL_OUT','P','Partly upheld'),('CPL_OUT','O','Passed to ombudsman'),
 ('TERM','MOV','Moved home'),('TERM','PRC','Found a cheaper supplier'),('TERM','SVC','Unhappy with service'),('TERM','DEB','Terminated for debt'),('TERM','DEC','Deceased'),
 ('FV_TYP','INS','Smart meter installation'),('FV_TYP','EXC','Meter exchange'),('FV_TYP','RDG','Special reading'),('FV_TYP','DIS','Disconnection'),('FV_TYP','REP','Fault repair'),
 ('PAY','DD','Direct debit'),('PAY','BT','Bank transfer'),('PAY','CC','Card'),('PAY','CS','Cash at shop'),
 ('CHN','W','Website'),('CHN','T','Telesales'),('CHN','D','Door to door'),('CHN','P','Price comparison site');

create table ref_rgn (rgn_cd char(2) primary key, rgn_nm varchar(40) not null, grid_op varchar(40));
comment on column ref_rgn.grid_op is 'network (grid) operator';
insert into ref_rgn values ('NO','North','NordNetz'),('NE','North East','NordNetz'),('MI','Midlands','CentraGrid'),('WE','West','CentraGrid'),('SO','South','SudWire'),('SE','South East','SudWire'),('CA','Capital','MetroWire'),('IS','Islands',null);

create table t_agt (
  ag_id integer primary key, nm varchar(60) not null, team varchar(4) not null, mgr_ag_id integer, hire_dt date not null, left_dt date
);
comment on table t_agt is 'Agents: all employees that deal with customers (call centre, sales, field)';
comment on column t_agt.team is 'SAL sales, CC call centre, BCK back office, FLD field technicians, CMP complaints';
comment on column t_agt.mgr_ag_id is 'line manager (ag_id), null for heads of team';
insert into t_agt
select i, (array['Aida','Boris','Cora','Dan','Elif','Frank','Gwen','Henk','Ivo','Jana','Kofi','Lucy'])[1+(i*5+i/20)%12]||' '||(array['Marsh','Quist','Hale','Brook','Stroud','Finch','Ward','Pryce','Lund','Oates','Tully','Voss','Kemp','Rudd','Blythe','Crane','Dyer','Eames','Farr','Goss'])[1+i%20],
  (array['SAL','CC','BCK','FLD','CMP'])[1+(i-1)%5], case when i>5 then 1+(i-1)%5 end, current_date-300-floor(r('ah'||i)*2600)::int, case when i>5 and r('al'||i)<0.15 then current_date-floor(r('al2'||i)*280)::int end
from generate_series(1,45) i;

create table t_cust (
  cust_id integer primary key, cust_no varchar(12) not null unique, nm varchar(80) not null, cust_typ char(1) not null, rgn_cd char(2), city varchar(40), pcode varchar(8), email varchar(80),
  since_dt date not null, vuln_flg char(1) not null default 'N', ebill_flg char(1) not null default 'N', del_flg char(1) not null default 'N', ref_cust_id integer
);
comment on table t_cust is 'Customers. del_flg = Y rows are logically deleted (test or merged records) and must be left out of every report';
comment on column t_cust.cust_typ is 'R residential, S small business, I industrial';
comment on column t_cust.vuln_flg is 'Y = on the vulnerable customer register';
comment on column t_cust.ebill_flg is 'Y = paperless billing';
comment on column t_cust.since_dt is 'customer since';
comment on column t_cust.ref_cust_id is 'customer who recommended us (friends programme), else null';
insert into t_cust
select i, 'C'||lpad((400000+i*7)::text,7,'0'),
  case t when 'R' then pick(array['Amy','Bob','Cleo','Dirk','Ella','Finn','Gita','Hans','Iris','Joel','Kira','Leon'],'cf'||i)||' '||pick(array['Abbott','Barker','Cross','Dale','Elder','Frost','Grant','Holt','Ingram','Jarvis','Knox','Lamb','Mercer','Nash','Orr','Pike'],'cn'||i)
   when 'S' then pick(array['Corner','Old Town','Riverside','Park','Station','Harbour'],'cb'||i)||' '||pick(array['Bakery','Garage','Salon','Pharmacy','Cafe','Florist','Dental'],'cc'||i)||' '||i else pick(array['Norte','Delta','Omega','Titan','Vector'],'cd'||i)||' '||pick(array['Steel','Foods','Paper','Plastics','Logistics'],'ce'||i)||' '||i end,
  t, rg, (array['Ashford','Ashby','Brookton','Castleford','Denmoor','Eastleigh','Fenwick','Skerry'])[array_position(array['NO','NE','MI','WE','SO','SE','CA','IS'],rg)] , lpad((floor(r('cp'||i)*89999)+10000)::text,5,'0'),
  case when r('cm'||i)<0.82 then 'kunde'||i||'@example.net' end,
  current_date-(1400-floor(1398*power(i/1500.0,0.9)))::int, case when t='R' and r('cv'||i)<0.09 then 'Y' else 'N' end, case when r('cq'||i)<0.58 then 'Y' else 'N' end, case when r('cx'||i)<0.03 then 'Y' else 'N' end,
  case when r('cr'||i)<0.08 and i>50 then 1+floor(power(r('cs'||i),3)*i*0.8)::int end
from (select i, case when r('ct'||i)<0.83 then 'R' when r('ct'||i)<0.97 then 'S' else 'I' end t, (array['NO','NO','NE','MI','MI','MI','WE','SO','SO','SE','SE','CA','CA','CA','CA','IS'])[1+floor(r('cg'||i)*16)::int] rg from generate_series(1,1500) i) x;

create table t_sp (
  sp_id integer primary key, mpan varchar(13) not null, cust_id integer not null, rgn_cd char(2) not null, fuel char(1) not null, mtr_typ char(2) not null, eac_kwh integer, inst_dt date, st char(1) not null
);
comment on table t_sp is 'Supply points (delivery points), one per meter';
comment on column t_sp.fuel is 'E electricity, G gas';
comment on column t_sp.mtr_typ is 'SM smart, TR traditional, PP prepayment';
comment on column t_sp.eac_kwh is 'estimated annual consumption in kWh, null if not yet estimated';
comment on column t_sp.inst_dt is 'date the present meter was installed, null if unknown';
comment on column t_sp.st is 'L live, D disconnected, V vacant';
insert into t_sp
select row_number() over (order by cust_id,k), '20'||lpad((cust_id*1013+k)::text,11,'0'), cust_id, rgn_cd, case k when 1 then 'E' when 2 then 'G' else 'E' end,
  case when r('sm'||cust_id||k)<0.56 then 'SM' when r('sm'||cust_id||k)<0.9 then 'TR' else 'PP' end,
  case when r('se'||cust_id||k)<0.96 then round((case cust_typ when 'R' then 1500+r('sf'||cust_id||k)*4000 when 'S' then 7000+r('sf'||cust_id||k)*25000 else 150000+r('sf'||cust_id||k)*500000 end)*case k when 2 then 3 else 1 end)::int end,
  case when r('si'||cust_id||k)<0.9 then since_dt - 200 + floor(r('sj'||cust_id||k)*(current_date-since_dt+200))::int end, case when r('ss'||cust_id||k)<0.93 then 'L' when r('ss'||cust_id||k)<0.965 then 'D' else 'V' end
from t_cust, generate_series(1,3) k where k=1 or (k=2 and r('sg'||cust_id)<0.45) or (k=3 and cust_typ<>'R' and r('sh'||cust_id)<0.4);

create table t_trf (
  trf_cd varchar(8) primary key, trf_nm varchar(40) not null, fuel char(1) not null, fix_flg char(1) not null, grn_flg char(1) not null, unit_rt_c numeric(6,2) not null, stand_chg_c integer not null, exit_fee_c integer, valid_from date not null, valid_to date
);
comment on table t_trf is 'Tariffs';
comment on column t_trf.fix_flg is 'Y = fixed price, N = variable';
comment on column t_trf.grn_flg is 'Y = green energy';
comment on column t_trf.unit_rt_c is 'unit rate, cents per kWh';
comment on column t_trf.stand_chg_c is 'standing charge, cents per day';
comment on column t_trf.exit_fee_c is 'exit fee in cents, null = none';
comment on column t_trf.valid_to is 'last day on sale; null = still on sale';
insert into t_trf values
 ('E-STD','Standard Electricity','E','N','N',31.50,42,null,current_date-2000,null),('E-FIX12','Fix 12 Electricity','E','Y','N',28.90,40,5000,current_date-1400,null),('E-FIX24','Fix 24 Electricity','E','Y','N',27.40,40,7500,current_date-1400,current_date-210),
 ('E-GRN','Green Power','E','N','Y',33.10,44,null,current_date-1100,null),('E-GRNF','Green Fix','E','Y','Y',30.20,44,5000,current_date-700,null),('E-NIGHT','Night Saver','E','N','N',25.80,48,null,current_date-2000,current_date-500),
 ('G-STD','Standard Gas','G','N','N',9.80,35,null,current_date-2000,null),('G-FIX12','Fix 12 Gas','G','Y','N',8.90,33,4000,current_date-1400,null),('G-BIO','Bio Gas','G','N','Y',11.40,36,null,current_date-800,null),('E-BIZ','Business Power','E','N','N',24.60,90,null,current_date-2000,null);

create table t_ctr (
  ctr_id integer primary key, cust_id integer not null references t_cust, sp_id integer not null, trf_cd varchar(8) not null references t_trf, sgn_dt date not null, start_dt date not null, end_dt date, st char(1) not null, curr_flg smallint not null, chn char(1) not null, ag_id integer, term_rsn varchar(3)
);
comment on table t_ctr is 'Supply contracts; a supply point has one row per contract over time';
comment on column t_ctr.st is 'A active, T terminated, R replaced by a newer contract (renewal), C cancelled in the cooling-off period';
comment on column t_ctr.curr_flg is '1 = current contract of the supply point, else 0';
comment on column t_ctr.chn is 'sales channel, ref_code CHN';
comment on column t_ctr.ag_id is 'selling agent (t_agt), null for website and price comparison';
comment on column t_ctr.term_rsn is 'reason of termination, ref_code TERM, only for st = T';
insert into t_ctr
select row_number() over (order by sg, sp_id, k), cust_id, sp_id, trf, sg, sd, ed, st, (st='A')::int, ch,
  case when ch in ('T','D') then 1+5*floor(r('kag'||sp_id||k)*9)::int end, case when st='T' then (array['MOV','MOV','MOV','PRC','PRC','PRC','PRC','SVC','DEB','DEC'])[1+floor(r('ktr'||sp_id)*10)::int] end
from (
 select sp_id, cust_id, k, case when k=1 then s1 else s2-10 end sg, case when k=1 then s1+14 else s2 end sd,
   case when k=1 and n=2 then s2-1 when canc then s1+9 when term then (case when n=2 then s2 else s1+14 end) + 40 + floor(r('kte'||sp_id)*greatest(current_date-(case when n=2 then s2 else s1 end)-60,1))::int end ed,
   case when k=1 and n=2 then 'R' when canc then 'C' when term then 'T' else 'A' end st,
   case when fuel='G' then (array['G-STD','G-STD','G-FIX12','G-FIX12','G-BIO'])[1+floor(r('ktf'||sp_id||k)*5)::int] when cust_typ<>'R' then 'E-BIZ' else (array['E-STD','E-STD','E-STD','E-FIX12','E-FIX12','E-FIX24','E-GRN','E-GRNF','E-NIGHT'])[1+floor(r('ktf'||sp_id||k)*9)::int] end trf,
   (array['W','W','W','P','P','P','T','T','D'])[1+floor(r('kch'||sp_id||k)*9)::int] ch
 from (select s.*, c.cust_typ, since_dt s1, since_dt+380+floor(r('ks2'||sp_id)*60)::int s2, case when since_dt<current_date-450 and r('kn'||sp_id)<0.6 then 2 else 1 end n,
         since_dt<current_date-90 and r('kt'||sp_id)<0.2 term, r('kc'||sp_id)<0.035 and not (since_dt<current_date-450 and r('kn'||sp_id)<0.6) canc
       from t_sp s join t_cust c using (cust_id)) a, generate_series(1,2) k where k<=n) x;
update t_ctr set end_dt=current_date-5 where st='T' and end_dt>current_date;

create table t_mrd (
  mrd_id integer primary key, sp_id integer not null, rd_dt date not null, rd_val integer not null, src char(1) not null, ok_flg char(1) not null
);
comment on table t_mrd is 'Meter readings';
comment on column t_mrd.rd_val is 'meter index in kWh';
comment on column t_mrd.src is 'C given by the customer, S smart meter, E estimated, F field visit';
comment on column t_mrd.ok_flg is 'N = rejected by plausibility check';
insert into t_mrd
select row_number() over (order by d, sp_id), sp_id, d, (1000+floor(r('mb'||sp_id)*20000)+coalesce(eac_kwh,3000)/365.0*(d-(current_date-900)))::int, case when mtr_typ='SM' and r('ms'||sp_id||'/'||(current_date-d))<0.93 then 'S' when r('mt'||sp_id||'/'||(current_date-d))<0.45 then 'E' when r('mt'||sp_id||'/'||(current_date-d))<0.88 then 'C' else 'F' end, case when r('mo'||sp_id||'/'||(current_date-d))<0.025 then 'N' else 'Y' end
from (select s.*, current_date - (sp_id%91) - 91*j d, c.since_dt from t_sp s join t_cust c using (cust_id), generate_series(0,9) j) x where d>=since_dt and (st='L' or d<current_date-200) and d<=current_date and r('mz'||sp_id||'/'||(current_date-d))<0.95;

create table t_bill (
  bill_id integer primary key, bill_no varchar(14) not null, cust_id integer not null, ctr_id integer not null, bill_dt date not null, due_dt date not null, per_from date not null, per_to date not null, kwh integer not null, net_c bigint not null, vat_c bigint not null, est_flg char(1) not null, st char(1) not null, rem_lvl smallint not null default 0
);
comment on table t_bill is 'Bills, quarterly. All amounts in cents';
comment on column t_bill.net_c is 'amount without VAT, cents';
comment on column t_bill.vat_c is 'VAT, cents';
comment on column t_bill.est_flg is 'Y = based on an estimated reading';
comment on column t_bill.st is 'O open (not paid), P paid, X cancelled (reversed; never counts), W written off';
comment on column t_bill.rem_lvl is 'number of reminders sent, 0 to 3';
insert into t_bill
select n, 'B'||to_char(bd,'YYMM')||'-'||lpad(n::text,6,'0'), cust_id, ctr_id, bd, bd+21, bd-91, bd-1, kwh, net, round(net*0.19)::bigint, case when r('be'||n)<0.24 then 'Y' else 'N' end, st,
  case when st in ('O','W') and bd+21<current_date then 1+least(2,(current_date-bd-21)/30) when r('bl'||n)<0.1 and st='P' then 1 else 0 end
from (select *, case when r('bs'||n)<0.018 then 'X' when r('bs'||n)<0.03 and bd<current_date-200 then 'W' when bd<current_date-75 and r('bs'||n)<0.965 then 'P' when r('bs'||n)<0.45 and bd<current_date-12 then 'P' else 'O' end st
  from (select row_number() over (order by bd, ctr_id) n, cust_id, ctr_id, bd, kwh, round(kwh*unit_rt_c + 91*stand_chg_c)::bigint net
  from (select c.cust_id, c.ctr_id, g::date bd, t.unit_rt_c, t.stand_chg_c, round(coalesce(s.eac_kwh,3000)/4.0*(0.7+r('bk'||c.ctr_id||'/'||(current_date-g::date))*0.3 + case when extract(month from g) in (1,2,3,12) then 0.35 else 0 end))::int kwh
    from t_ctr c join t_sp s using (sp_id) join t_trf t on t.trf_cd=c.trf_cd, lateral generate_series((c.start_dt+91)::timestamp, least(coalesce(c.end_dt+20,current_date),current_date)::timestamp, interval '91 days') g where c.st<>'C' and g>=current_date-910) y) z) q;

create table t_pay (
  pay_id integer primary key, bill_id integer not null, pay_dt date not null, amt_c bigint not null, meth char(2) not null, rev_flg char(1) not null default 'N'
);
comment on table t_pay is 'Payments received for bills, cents';
comment on column t_pay.meth is 'ref_code PAY';
comment on column t_pay.rev_flg is 'Y = bounced (returned by the bank), does not count as paid';
insert into t_pay
select row_number() over (order by d, bill_id, rv), bill_id, d, amt, m, rv from (
  select bill_id, least(bill_dt+4+floor(r('pd'||bill_id)*r('pe'||bill_id)*75)::int,current_date) d, net_c+vat_c amt, (array['DD','DD','DD','DD','DD','BT','BT','CC','CC','CS'])[1+floor(r('pm'||bill_id)*10)::int] m, 'N' rv from t_bill where st='P'
  union all select bill_id, least(bill_dt+3,current_date), net_c+vat_c, 'DD', 'Y' from t_bill where st in ('P','O','W') and r('pr'||bill_id)<0.03
  union all select bill_id, least(bill_dt+18,current_date), round((net_c+vat_c)*0.4)::bigint, 'BT', 'N' from t_bill where st='O' and r('pp'||bill_id)<0.2) x;

create table t_cpl (
  cpl_id integer primary key, cust_id integer not null, opn_ts timestamp not null, cls_ts timestamp, cat_cd varchar(3) not null, sev smallint not null, ag_id integer, outc char(1), comp_c integer
);
comment on table t_cpl is 'Complaints';
comment on column t_cpl.cls_ts is 'closed at; null = still open';
comment on column t_cpl.cat_cd is 'ref_code CPL_CAT';
comment on column t_cpl.sev is '1 serious, 2 medium, 3 minor';
comment on column t_cpl.ag_id is 'handling agent, null = not yet assigned';
comment on column t_cpl.outc is 'ref_code CPL_OUT, null while open';
comment on column t_cpl.comp_c is 'compensation paid in cents, null = none';
insert into t_cpl
select i, cu, o, case when clo then o+make_interval(hours => 5+floor(r('qd'||i)*r('qe'||i)*55*24)::int) end, (array['BIL','BIL','BIL','BIL','MET','MET','SWI','SVC','SVC','PRI','PRI','DDB'])[1+floor(r('qc'||i)*12)::int], (array[1,2,2,2,3,3,3])[1+floor(r('qs'||i)*7)::int],
  case when clo or r('qa'||i)<0.7 then 5+5*floor(r('qb'||i)*r('qb2'||i)*9)::int end, case when clo then (array['U','U','U','N','N','N','P','P','O'])[1+floor(r('qo'||i)*9)::int] end, case when clo and r('qp'||i)<0.27 then 1000+500*floor(r('qr'||i)*18)::int end
from (select i, o, cu, o<current_date-58 and r('qx'||i)<0.97 or o<current_date-56 and r('qx'||i)<0.5 clo from (select i, (current_date-(895-floor(894.9*power(i/1150.0,0.8)))::int)::timestamp+make_interval(mins=>480+floor(r('qt'||i)*560)::int) o, 1+floor(r('qu'||i)*r('qu3'||i)*1480)::int cu from generate_series(1,1150) i) a
  ) b join t_cust c on c.cust_id=b.cu and c.since_dt<=b.o::date;

create table t_swi (
  swi_id integer primary key, sp_id integer not null, dirn char(1) not null, req_dt date not null, done_dt date, st char(1) not null, oth_sup varchar(30) not null
);
comment on table t_swi is 'Switching requests between suppliers';
comment on column t_swi.dirn is 'I = in (customer comes to us), O = out (customer leaves us)';
comment on column t_swi.st is 'P pending, D done, R rejected, W withdrawn by the customer';
comment on column t_swi.oth_sup is 'the other supplier';
insert into t_swi
select i, 1+floor(r('ws'||i)*2100)::int, case when r('wd'||i)<0.57 then 'I' else 'O' end, d, case when st='D' then least(d+5+floor(r('wf'||i)*r('wg'||i)*40)::int,current_date) end, st, pick(array['Voltaro','Voltaro','Voltaro','Brightway','Brightway','OneGas','PowerPlus','Lumen24'],'wo'||i)
from (select i, d, case when d>current_date-25 and r('wx'||i)<0.7 then 'P' when r('wx'||i)<0.82 then 'D' when r('wx'||i)<0.93 then 'R' else 'W' end st from (select i, current_date-(900-floor(899.9*i/1400.0))::int d from generate_series(1,1400) i) a) b;

create table t_fv (
  fv_id integer primary key, sp_id integer not null, ag_id integer, typ varchar(3) not null, ord_dt date not null, sched_dt date not null, done_dt date, st char(1) not null, cost_c integer
);
comment on table t_fv is 'Field visits';
comment on column t_fv.ag_id is 'technician (t_agt), null = not yet assigned';
comment on column t_fv.typ is 'ref_code FV_TYP';
comment on column t_fv.sched_dt is 'appointment';
comment on column t_fv.st is 'S scheduled, D done, N no access (customer not at home), C called off';
comment on column t_fv.cost_c is 'cost in cents, null unless done or no access';
insert into t_fv
select i, 1+floor(r('vs'||i)*2100)::int, case when st<>'S' or r('va'||i)<0.6 then 4+5*floor(r('vb'||i)*9)::int end, (array['INS','INS','INS','INS','EXC','EXC','RDG','RDG','DIS','REP'])[1+floor(r('vt'||i)*10)::int], od, sd, case when st='D' then least(sd+case when r('vl'||i)<0.12 then 3 else 0 end,current_date) end, st,
  case when st in ('D','N') then 2500+100*floor(r('vc'||i)*110)::int end
from (select i, od, sd, case when sd>=current_date then 'S' when sd>current_date-40 and r('vx'||i)<0.08 then 'S' when r('vx'||i)<0.79 then 'D' when r('vx'||i)<0.92 then 'N' else 'C' end st
  from (select i, od, od+2+floor(r('vd'||i)*24)::int sd from (select i, current_date-(890-floor(889.9*power(i/1600.0,0.85)))::int od from generate_series(1,1600) i) a) b) c;

create index on t_bill (cust_id);
create index on t_mrd (sp_id, rd_dt);
drop function pick(text[],text);
drop function r(text);
analyze;
