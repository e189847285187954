-- coworking: operator of co-working spaces
set jit = off;
create function r(k text) returns double precision language sql immutable as
$$ select (hashtext(k)::bigint + 2147483648) / 4294967296.0::double precision $$;
create function pick(a text[], k text) returns text language sql immutable as
$$ select a[1+floor(r(k)*array_length(a,1))::int] $$;

create table location (
  location_id integer primary key,
  name text not null,
  city text not null,
  country text not null,
  opened_on date not null,
  closed_on date,
  manager_name text,
  floor_area_sqm integer not null
);
comment on column location.closed_on is 'null while the location is open';
comment on column location.manager_name is 'community manager; null when the post is vacant';
insert into location values
 (1,'Shoreditch Works','London','United Kingdom',current_date-2900,null,'Harriet Cole',2400),
 (2,'Southbank House','London','United Kingdom',current_date-2100,null,'Owen Tran',3100),
 (3,'King Street','Manchester','United Kingdom',current_date-1700,null,'Priya Nair',1500),
 (4,'Temple Yard','Bristol','United Kingdom',current_date-1250,null,null,900),
 (5,'Canal Saint-Martin','Paris','France',current_date-2300,null,'Chloé Girard',2000),
 (6,'Part-Dieu','Lyon','France',current_date-1500,null,'Marc Lefort',1200),
 (7,'Kreuzberg Loft','Berlin','Germany',current_date-1900,null,'Jonas Weber',2200),
 (8,'Speicherstadt','Hamburg','Germany',current_date-1100,null,'Lena Vogt',1300),
 (9,'Glockenbach','Munich','Germany',current_date-800,null,'Tobias Kern',1400),
 (10,'Eixample','Barcelona','Spain',current_date-1300,null,'Marta Soler',1800),
 (11,'Malasaña','Madrid','Spain',current_date-1000,current_date-130,null,1100),
 (12,'Grand Canal Dock','Dublin','Ireland',current_date-420,null,'Aoife Byrne',1600);

create table room (
  room_id integer primary key,
  location_id integer not null references location,
  name text not null,
  room_type text not null check (room_type in ('meeting','boardroom','phone_booth','event_space','studio')),
  capacity integer not null,
  hourly_rate numeric(8,2) not null,
  has_video boolean not null,
  is_bookable boolean not null default true
);
comment on column room.hourly_rate is 'list price in EUR per hour; 0 means free of charge for members';
comment on column room.is_bookable is 'false while under refurbishment';
insert into room
select i, l, pick(array['Ada','Turing','Curie','Hopper','Darwin','Noether','Tesla','Sagan','Lovelace','Fermi','Kepler','Pasteur'],'rn'||((l*7+k)))||' '||k,
  t, case t when 'meeting' then 4+2*floor(r('rc'||i)*4)::int when 'boardroom' then 14 when 'phone_booth' then 1 when 'event_space' then 60+20*floor(r('re'||i)*4)::int else 3 end,
  case t when 'meeting' then 18+floor(r('rh'||i)*5)::int*4 when 'boardroom' then 60 when 'phone_booth' then 0 when 'event_space' then 140 else 35 end,
  t in ('meeting','boardroom') and r('rv'||i)<0.7, r('rb'||i)>0.06
from (select (l-1)*8+k i, l, k, case k when 1 then 'event_space' when 2 then 'boardroom' when 3 then 'phone_booth' when 4 then 'phone_booth' when 5 then 'studio' else 'meeting' end t
      from generate_series(1,12) l, generate_series(1,8) k where not (k=5 and l%2=0)) x;

create table desk (
  desk_id integer primary key,
  location_id integer not null references location,
  desk_code text not null,
  floor integer not null,
  desk_type text not null check (desk_type in ('hot','dedicated')),
  status text not null check (status in ('free','occupied','out_of_service')),
  has_monitor boolean not null,
  unique (location_id, desk_code)
);
insert into desk
select row_number() over (order by l,k), l, chr(65+k/20)||lpad((k%20+1)::text,2,'0'), k/20+1,
  case when r('dt'||l||'-'||k)<0.4 then 'hot' else 'dedicated' end,
  case when r('ds'||l||'-'||k)<0.05 then 'out_of_service' when r('ds'||l||'-'||k)<0.62+l*0.02 then 'occupied' else 'free' end,
  r('dm'||l||'-'||k)<0.45
from generate_series(1,12) l, lateral generate_series(0, 25+((l*37)%50)) k;
update desk set status='out_of_service' where location_id=11;

create table plan (
  plan_id integer primary key,
  name text not null unique,
  category text not null check (category in ('flex','dedicated','office','virtual')),
  monthly_price numeric(10,2) not null,
  included_room_hours integer not null,
  is_sold boolean not null
);
comment on column plan.monthly_price is 'list price in EUR per desk and month';
comment on column plan.is_sold is 'false for legacy plans no longer offered to new customers';
insert into plan values
 (1,'Flex 10','flex',149,2,true),(2,'Flex Unlimited','flex',269,5,true),(3,'Dedicated Desk','dedicated',389,8,true),
 (4,'Dedicated Plus','dedicated',449,15,true),(5,'Private Office','office',560,20,true),(6,'Office Suite','office',640,40,true),
 (7,'Virtual Address','virtual',59,0,true),(8,'Night Owl','flex',99,0,false),(9,'Founders Club','office',510,30,true);

create table company (
  company_id integer primary key,
  name text not null,
  industry text,
  headcount integer,
  signed_up_on date not null,
  referred_by_company_id integer references company,
  is_internal boolean not null default false
);
comment on column company.referred_by_company_id is 'company that recommended us; null for companies that came on their own';
comment on column company.is_internal is 'true for our own group companies, which are not invoiced at market price';
insert into company
select i, (array['Blue','North','Bright','Quick','Silver','Green','Lunar','Urban','Solid','Nimble','Amber','Coral','Vivid'])[1+((i-1)/20+i)%13]||' '||
  (array['Fox','Harbor','Pixel','Ledger','Orchard','Signal','Foundry','Compass','Kite','Atlas','Metric','Pilot','Canvas','Loop','Grove','Forge','Anchor','Beacon','Studio','Labs'])[1+i%20]||' '||
  (array['Ltd','GmbH','SAS','SL','Partners','Group','& Co'])[1+(i/3)%7],
  case when r('ci'||i)<0.07 then null else pick(array['Software','Software','Software','Marketing','Design','Consulting','Legal','Fintech','Fintech','Health','Media','Non-profit'],'cj'||i) end,
  case when r('ch'||i)<0.1 then null else 1+floor(power(r('ck'||i),3)*80)::int end,
  current_date - (910 - floor(905*i/260.0))::int,
  case when i>20 and r('cr'||i)<0.18 then 1+floor(r('cs'||i)*20)::int end,
  false
from generate_series(1,260) i;
update company set is_internal=true, name=(array['Deskhaus Holding','Deskhaus Academy','Deskhaus Ventures'])[company_id/80+1] where company_id in (7,90,170);

create table member (
  member_id integer primary key,
  company_id integer references company,
  home_location_id integer not null references location,
  first_name text not null,
  last_name text not null,
  email text not null unique,
  is_team_admin boolean not null,
  joined_on date not null,
  left_on date
);
comment on column member.company_id is 'null for freelancers';
comment on column member.left_on is 'null while the membership is running';
insert into member
select i, c, case when c is null then 1+floor(r('mz'||i)*12)::int when r('ml'||i)<0.85 then 1+(c*7)%12 else 1+floor(r('mz'||i)*12)::int end,
  fn, ln, lower(translate(fn||'.'||ln,'éüñö ','euno'))||i||'@example.com', r('ma'||i)<0.12, j,
  case when r('mx'||i)<0.28 and j < current_date-60 then j + 30 + floor(r('my'||i)*(current_date-j-30))::int end
from (select i, case when r('mc'||i)>=0.13 then c end c,
        pick(array['Anna','Ben','Clara','David','Emma','Felix','Grace','Hugo','Inés','Jack','Kim','Liam','Maya','Noah','Olga','Paul','Rosa','Sam','Tara','Yusuf'],'mf'||i) fn,
        pick(array['Adler','Bauer','Costa','Dupont','Evans','Fischer','García','Hughes','Ivanov','Jones','Klein','Lopez','Moreau','Novak','Okafor','Patel','Rossi','Schmidt','Taylor','Walsh'],'mn'||i) ln,
        (select signed_up_on from company where company_id=c) + floor(r('mj'||i)*r('mj2'||i)*(current_date-(select signed_up_on from company where company_id=c)))::int j
      from (select i, 1+floor(power(r('mcc'||i),1.2)*245)::int c from generate_series(1,1700) i) y) x;

create table contract (
  contract_id integer primary key,
  company_id integer not null references company,
  plan_id integer not null references plan,
  location_id integer not null references location,
  desks integer not null,
  monthly_fee numeric(10,2) not null,
  discount_pct numeric(4,1) not null default 0,
  signed_on date not null,
  start_date date not null,
  end_date date,
  status text not null check (status in ('pending','active','ended','terminated')),
  termination_reason text
);
comment on column contract.end_date is 'last day; null for rolling contracts without agreed end';
comment on column contract.status is 'pending = signed, not started; ended = ran out as agreed; terminated = given notice before the agreed end';
comment on column contract.monthly_fee is 'EUR per month for all desks, net, after discount';
insert into contract
select row_number() over (order by signed, company_id, k), company_id, p, l, d, round((select monthly_price from plan where plan_id=p)*d*(1-disc/100.0),2), disc, signed, st, e,
  case when st>current_date then 'pending' when e is not null and e<current_date then case when term then 'terminated' else 'ended' end else 'active' end,
  case when term and e is not null and e<current_date then pick(array['price','moved city','too small','closed business','went remote','service'],'kr'||company_id||'-'||k) end
from (
 select c.company_id, k, signed, signed+least(5+floor(r('kst'||key)*25)::int, 40) st,
   case when r('kt'||key)<0.30 then null when r('kt'||key)<0.55 then signed+5+floor(r('kst'||key)*25)::int+60+floor(r('kte'||key)*400)::int else signed+5+floor(r('kst'||key)*25)::int+365 end e,
   r('kt'||key) between 0.30 and 0.55 term,
   case when r('kp'||key)<0.93 then (array[1,2,2,3,3,3,4,5,5,6,7,8])[1+floor(r('kp2'||key)*12)::int] else 7 end p,
   case when k=1 then 1+(c.company_id*7)%12 else 1+floor(r('kl'||key)*12)::int end l,
   1+floor(power(r('kd'||key),2.2)*18)::int d,
   (array[0,0,0,0,5,10,10,15,20])[1+floor(r('kdi'||key)*9)::int] disc
 from (select company_id, k, company_id||'-'||k key, least(signed_up_on + case when k=1 then floor(r('ks'||company_id)*20)::int else (k-1)*180+floor(r('ks2'||company_id||k)*150)::int end, current_date-2) signed,
              signed_up_on
       from company, generate_series(1,3) k
       where (k=1 and r('kn'||company_id)<0.93) or (k=2 and r('kn'||company_id)<0.5 and signed_up_on<current_date-330) or (k=3 and r('kn'||company_id)<0.22 and signed_up_on<current_date-510)) c
) x;

update contract set location_id=10 where location_id=11 and start_date>=current_date-130;
update contract set location_id=8 where location_id=12 and start_date<current_date-420;
update contract set location_id=7 where location_id=9 and start_date<current_date-800;
update contract set end_date=current_date-130, status='ended', termination_reason=null where location_id=11 and status='active';
update contract set end_date=current_date-130 where location_id=11 and end_date>current_date-130;
update member set home_location_id=10 where home_location_id=11 and (left_on is null or left_on>current_date-130);

create table booking (
  booking_id integer primary key,
  room_id integer not null references room,
  member_id integer not null references member,
  booked_at timestamp not null,
  starts_at timestamp not null,
  ends_at timestamp not null,
  attendees integer,
  status text not null check (status in ('confirmed','completed','cancelled','no_show')),
  cancelled_at timestamp,
  amount numeric(10,2) not null,
  channel text not null
);
comment on column booking.amount is 'EUR charged; 0 when covered by included hours, free rooms or cancelled in time';
comment on column booking.channel is 'app, web, front_desk or partner';
comment on column booking.status is 'confirmed = still to take place today; no_show = nobody came';
insert into booking
select i, room_id, m.member_id, s - make_interval(hours => 2+floor(power(r('bl'||i),2)*400)::int), s, s + make_interval(mins=>30*dur), 
  case when r('bat'||i)<0.15 then null else 1+floor(r('bat2'||i)*capacity)::int end, st,
  case when st='cancelled' then s - make_interval(mins => 20+floor(r('bca'||i)*1.9*60)::int) end,
  case when st='cancelled' or r('bin'||i)<0.35 then 0 else round(hourly_rate*dur/2.0,2) end,
  (array['app','app','app','app','web','web','web','front_desk','front_desk','partner'])[1+floor(r('bch'||i)*10)::int]
from (
 select i, dur, rm.room_id, rm.capacity, rm.hourly_rate, rm.location_id, d + make_interval(mins => 480+30*floor(r('bh'||i)*20)::int) s,
   case when d=current_date then 'confirmed' when r('bst'||i)<0.11+0.008*rm.location_id then 'cancelled' when r('bst'||i)<0.26 then 'no_show' when r('bst'||i)<1 then 'completed' end st
 from (select i, (current_date - (905 - floor(905.9*power(i/12500.0,0.72)))::int)::timestamp d, 1+floor(power(r('bdu'||i),1.7)*7)::int dur from generate_series(1,12500) i offset 0) a
 join (select *, row_number() over (order by room_id) rn, count(*) over () n from room) rm on rm.rn = 1+floor(power(r('brm'||i),1.25)*90)::int
 offset 0) b
join member m on m.member_id = 1+floor(power(r('bm'||i),1.6)*1600)::int
where not (b.location_id=11 and b.s::date>current_date-130) and not (b.location_id=12 and b.s::date<current_date-420) and not (b.location_id=9 and b.s::date<current_date-800) and m.joined_on<=b.s::date and (m.left_on is null or m.left_on>=b.s::date);

create table visitor (
  visitor_id integer primary key,
  location_id integer not null references location,
  host_member_id integer references member,
  full_name text not null,
  purpose text not null,
  checked_in_at timestamp not null,
  checked_out_at timestamp
);
comment on column visitor.host_member_id is 'null for walk-ins and people on a tour';
comment on column visitor.purpose is 'meeting, tour, interview, delivery or event';
comment on column visitor.checked_out_at is 'null when the visitor did not check out';
insert into visitor
select i, case when m.member_id is null then 1+floor(r('vl'||i)*10)::int else m.home_location_id end, m.member_id,
  pick(array['Alex','Bea','Carl','Dora','Eli','Fay','Gus','Hana','Ian','Julia'],'vf'||i)||' '||pick(array['Stone','Marsh','Ruiz','Lang','Petit','Brandt','Moss','Quinn','Sato','Berg'],'vn'||i),
  case when m.member_id is null then pick(array['tour','tour','delivery','event'],'vp'||i) else pick(array['meeting','meeting','meeting','interview','event'],'vp'||i) end,
  s, case when r('vo'||i)<0.8 then s + make_interval(mins => 10+floor(r('vd'||i)*150)::int) end
from (select i, (current_date - (900 - floor(899.5*i/2600.0))::int)::timestamp + make_interval(mins => 510+floor(r('vh'||i)*500)::int) s from generate_series(1,2600) i) a
left join member m on m.member_id = case when r('vm'||i)<0.7 then 1+floor(r('vmm'||i)*1700)::int end and m.joined_on <= s::date and (m.left_on is null or m.left_on >= s::date)
where not (coalesce(m.home_location_id,0)=12 and s::date<current_date-420) and not (coalesce(m.home_location_id,0)=11 and s::date>=current_date-130) and not (coalesce(m.home_location_id,0)=9 and s::date<current_date-800);

create table invoice (
  invoice_id integer primary key,
  invoice_number text not null unique,
  contract_id integer not null references contract,
  issued_on date not null,
  due_on date not null,
  net_amount numeric(12,2) not null,
  vat_amount numeric(12,2) not null,
  total_amount numeric(12,2) not null,
  status text not null check (status in ('draft','sent','paid','void'))
);
comment on column invoice.status is 'draft = not yet sent; sent = waiting for payment; paid = settled in full; void = cancelled, does not count as revenue';
comment on column invoice.net_amount is 'EUR without VAT; revenue is reported net';
insert into invoice
select n, 'INV-'||to_char(iss,'YYYY')||'-'||lpad(n::text,5,'0'), contract_id, iss, iss+30, fee, round(fee*.2,2), fee+round(fee*.2,2),
  case when r('is'||n)<0.02 then 'void' when iss>current_date-4 then 'draft' when r('ip'||n)<0.965 and iss<current_date-50 then 'paid' when r('ip'||n)<0.55 then 'paid' else 'sent' end
from (select row_number() over (order by g, contract_id) n, contract_id, g::date iss, monthly_fee + case when r('ix'||contract_id||'/'||(current_date-g::date))<0.2 then round((r('iy'||contract_id||'/'||(current_date-g::date))*180)::numeric,2) else 0 end fee
      from contract, lateral generate_series(start_date::timestamp, least(coalesce(end_date,current_date),current_date)::timestamp, interval '1 month') g) x;

create table payment (
  payment_id integer primary key,
  invoice_id integer not null references invoice,
  paid_on date not null,
  amount numeric(12,2) not null,
  method text not null
);
comment on column payment.amount is 'EUR gross; negative for refunds';
comment on column payment.method is 'direct_debit, card or bank_transfer';
insert into payment
select row_number() over (order by paid, invoice_id), invoice_id, paid, amt, case when invoice_id%2=0 or r('pm'||invoice_id)<0.2 then 'direct_debit' else pick(array['card','bank_transfer'],'pm2'||invoice_id) end
from (select invoice_id, least(issued_on + 3+floor(r('pd'||invoice_id)*r('pe'||invoice_id)*70)::int, current_date) paid, total_amount amt from invoice where status='paid'
      union all select invoice_id, least(issued_on+20,current_date), round(total_amount*0.5,2) from invoice where status='sent' and r('pp'||invoice_id)<0.25
      union all select invoice_id, least(issued_on+60,current_date), -round(total_amount*0.3,2) from invoice where status='paid' and r('pr'||invoice_id)<0.012) x;

create table support_ticket (
  ticket_id integer primary key,
  location_id integer not null references location,
  member_id integer references member,
  category text not null,
  priority text not null check (priority in ('low','normal','high','urgent')),
  status text not null check (status in ('open','in_progress','resolved','closed')),
  opened_at timestamp not null,
  first_response_at timestamp,
  resolved_at timestamp,
  satisfaction integer check (satisfaction between 1 and 5)
);
comment on column support_ticket.category is 'wifi, access, cleaning, billing, climate, printing or noise';
comment on column support_ticket.member_id is 'null when raised by our own staff';
comment on column support_ticket.satisfaction is '1 (bad) to 5 (excellent), null when the member did not answer the survey';
comment on column support_ticket.resolved_at is 'null while not solved; resolved and closed tickets are both solved';
insert into support_ticket
select i, l, m, cat, pr, case when solved then case when r('ts'||i)<0.75 then 'closed' else 'resolved' end when r('ts'||i)<0.6 then 'open' else 'in_progress' end, o,
  case when solved or r('tf'||i)<0.6 then o + make_interval(mins => 5+floor(r('tfr'||i)*case pr when 'urgent' then 60 when 'high' then 180 else 900 end)::int) end,
  case when solved then o + make_interval(hours => 16 + floor(r('tr'||i)*r('tr2'||i)*case pr when 'urgent' then 40 when 'high' then 100 else 240 end)::int) end,
  case when solved and m is not null and r('tsa'||i)<0.45 then (array[1,2,3,3,4,4,4,5,5,5])[1+floor(r('tsb'||i)*10)::int] end
from (select i, o, l, case when r('tm'||i)<0.9 then 1+floor(power(r('tmm'||i),1.3)*1500)::int end m,
        pick(array['wifi','wifi','wifi','access','access','cleaning','billing','billing','climate','climate','printing','noise'],'tc'||i) cat,
        (array['low','low','normal','normal','normal','normal','high','high','urgent'])[1+floor(r('tpr'||i)*9)::int] pr,
        o < current_date-16 and r('tso'||i)<0.975 or o<current_date-2 and r('tso'||i)<0.6 solved
      from (select i, (current_date - (900 - floor(900*power(i/1900.0,0.85)))::int)::timestamp + make_interval(mins=>420+floor(r('toh'||i)*600)::int) o, 1+floor(power(r('tl'||i),1.2)*12)::int l from generate_series(1,1900) i offset 0) y
      where not (l=11 and o>current_date-130) and not (l=12 and o<current_date-420)) x;

create table event (
  event_id integer primary key,
  location_id integer not null references location,
  room_id integer references room,
  title text not null,
  event_type text not null,
  starts_at timestamp not null,
  seats integer not null,
  ticket_price numeric(8,2) not null,
  status text not null check (status in ('held','cancelled','planned'))
);
comment on column event.event_type is 'networking, workshop, talk, wellness or party';
comment on column event.ticket_price is 'EUR; 0 for free events';
comment on column event.room_id is 'null for events outside the building';
insert into event
select i, l, case when r('er'||i)<0.9 then (l-1)*8+1 end,
  case t when 'networking' then 'Founders breakfast' when 'workshop' then pick(array['SEO workshop','Tax for freelancers','Pitch clinic','Data basics'],'et'||i) when 'talk' then pick(array['Fireside chat','Lightning talks','Meet the investor'],'et'||i) when 'wellness' then pick(array['Yoga at noon','Running club'],'et'||i) else pick(array['Summer party','Friday drinks','Housewarming'],'et'||i) end || ' #'||i,
  t, d + make_interval(hours => 12+floor(r('eh'||i)*7)::int), 15+5*floor(r('es'||i)*10)::int, case when r('ep'||i)<0.65 then 0 else (array[5,10,15,25])[1+floor(r('ep2'||i)*4)::int] end,
  case when d>=current_date then 'planned' when r('ec'||i)<0.08 then 'cancelled' else 'held' end
from (select i, (array[1,2,3,5,6,7,8,10,9,4])[1+i%10] l, (current_date - (890 - i*5))::timestamp d, pick(array['networking','networking','workshop','workshop','talk','wellness','party'],'ety'||i) t from generate_series(1,182) i) x
where not (l=9 and d<current_date-800);

create table event_registration (
  event_id integer not null references event,
  member_id integer not null references member,
  registered_at timestamp not null,
  attended boolean,
  primary key (event_id, member_id)
);
comment on column event_registration.attended is 'null as long as the event has not taken place or was cancelled';
insert into event_registration
select e.event_id, m.member_id, least(e.starts_at - make_interval(hours => 3+floor(r('rr'||e.event_id||'-'||m.member_id)*300)::int), current_date::timestamp), case when e.status='held' then r('ra'||e.event_id||'-'||m.member_id)<0.72 end
from event e join member m on m.joined_on<=e.starts_at::date-14 and (m.left_on is null or m.left_on>e.starts_at::date) and (hashint8(e.event_id*100003::bigint+m.member_id)::bigint + 2147483648) / 4294967296.0 < case when m.home_location_id=e.location_id then 0.17 else 0.004 end;

create index on booking (starts_at);
create index on invoice (contract_id);
drop function pick(text[],text);
drop function r(text);
analyze;
