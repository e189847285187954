-- Ironwood Fitness: membership system, nine clubs.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
SET search_path = public, pg_temp;
CREATE FUNCTION pg_temp.h(k text, i bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(k || '#' || i), 1, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE clubs (
  id integer PRIMARY KEY, name text NOT NULL, town text NOT NULL, region text NOT NULL, opened_on date NOT NULL, closed_on date, floor_area_sqm integer, manager_id integer);
INSERT INTO clubs VALUES
(1,'Ironwood Leeds Dock','Leeds','Yorkshire','2012-03-01',NULL,1850,1),(2,'Ironwood Headingley','Leeds','Yorkshire','2014-09-15',NULL,920,2),
(3,'Ironwood York','York','Yorkshire','2015-01-10',NULL,1200,3),(4,'Ironwood Harrogate','Harrogate','Yorkshire','2016-06-01',NULL,780,4),
(5,'Ironwood Deansgate','Manchester','North West','2016-11-20',NULL,2100,5),(6,'Ironwood Salford','Manchester','North West','2018-02-05',NULL,1400,6),
(7,'Ironwood Preston','Preston','North West','2019-05-01',current_date - 210,640,NULL),(8,'Ironwood Quayside','Newcastle','North East','2020-10-01',NULL,1550,8),
(9,'Ironwood Durham','Durham','North East',current_date - 95,NULL,880,9);

CREATE TABLE employees (
  id integer PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, job_title text NOT NULL, club_id integer NOT NULL REFERENCES clubs, reports_to_id integer REFERENCES employees,
  hired_on date NOT NULL, left_on date, hourly_wage numeric(6,2) NOT NULL);
INSERT INTO employees
SELECT i, (ARRAY['Megan','Josh','Aisha','Callum','Beth','Tariq','Fiona','Liam','Zoe','Dominic','Hannah','Ravi','Steph'])[1 + (i*5)%13],
 (ARRAY['Hartley','Sykes','Mahmood','Dobson','Ferguson','Kaur','Whitaker','Nolan','Bennett','Okoro','Pickering'])[1 + (i*3)%11],
 CASE WHEN i <= 9 THEN 'Club manager' WHEN i % 3 = 0 THEN 'Instructor' WHEN i % 3 = 1 THEN 'Personal trainer' ELSE 'Receptionist' END,
 CASE WHEN i <= 9 THEN i ELSE 1 + (i*7) % 9 END, NULL, current_date - (120 + (2400*pg_temp.h('hire',i))::int),
 CASE WHEN i IN (7,19,31,40) THEN current_date - i*4 END, round((11.5 + CASE WHEN i <= 9 THEN 9 ELSE 0 END + 6*pg_temp.h('wage',i))::numeric,2)
FROM generate_series(1,48) i;
UPDATE employees SET reports_to_id = club_id WHERE id > 9;
ALTER TABLE clubs ADD FOREIGN KEY (manager_id) REFERENCES employees;

CREATE TABLE membership_plans (
  id integer PRIMARY KEY, name text NOT NULL, monthly_price numeric(7,2) NOT NULL, joining_fee numeric(7,2) NOT NULL, minimum_months integer NOT NULL, includes_classes boolean NOT NULL, is_on_sale boolean NOT NULL);
INSERT INTO membership_plans VALUES (1,'Off-Peak',19.99,0,1,false,true),(2,'Standard',29.99,15,1,true,true),(3,'Standard 12',24.99,0,12,true,true),(4,'All Clubs',42.00,20,1,true,true),(5,'Student',17.50,0,3,true,true),(6,'Corporate',22.00,0,12,true,true),(7,'Founder',14.99,0,12,true,false);

CREATE TABLE members (
  id integer PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, email text, gender text, date_of_birth date, postcode text,
  home_club_id integer NOT NULL REFERENCES clubs, referred_by_id integer REFERENCES members, marketing_consent boolean NOT NULL, joined_on date NOT NULL, deleted_at timestamp);
COMMENT ON COLUMN members.deleted_at IS 'set when a member asked to be erased; the row stays for the accounts';
INSERT INTO members
SELECT i, (ARRAY['Emily','Jack','Olivia','Mohammed','Chloe','Thomas','Sophie','Daniel','Amelia','Ryan','Priya','Lewis','Grace','Owen','Natalie','Ben','Isla','Kieran','Maya','Adam','Lucy','Marcus','Ella'])[1 + (i*7)%23],
 (ARRAY['Smith','Jones','Khan','Taylor','Walker','Robinson','Green','Hughes','Patel','Ward','Turner','Lister','Cooper','Barker','Holmes','Shaw','Murphy','Ali','Dixon'])[1 + (i*11)%19],
 CASE WHEN i%13<>0 THEN 'member'||i||'@mail.example' END, (ARRAY['female','female','male','male','male',NULL])[1+floor(6*pg_temp.h('gen',i))::int],
 CASE WHEN i%17<>0 THEN current_date - (6200 + (17000*power(pg_temp.h('dob',i),1.6))::int) END,
 (ARRAY['LS1','LS6','YO1','HG1','M3','M50','PR1','NE1','DH1'])[c]||' '||(i%9+1)||'AB', c,
 CASE WHEN i > 40 AND pg_temp.h('ref',i) < .15 THEN 1+floor(39*pg_temp.h('refby',i))::int END, pg_temp.h('mk',i)<.62, j,
 CASE WHEN i%59=0 THEN (j+((current_date-j)*pg_temp.h('del',i))::int)::timestamp END
FROM (SELECT i, 1+floor(9*power(pg_temp.h('club',i),1.4))::int c, current_date - (1300*power(pg_temp.h('join',i),1.3))::int j FROM generate_series(1,520) i) a;

CREATE TABLE memberships (
  id integer PRIMARY KEY, member_id integer NOT NULL REFERENCES members, plan_id integer NOT NULL REFERENCES membership_plans, sold_by_id integer REFERENCES employees, sold_at_club_id integer REFERENCES clubs,
  status text NOT NULL CHECK (status IN ('active','frozen','cancelled','pending')), monthly_price numeric(7,2) NOT NULL, signed_at timestamp NOT NULL, starts_on date NOT NULL, ends_on date, cancellation_reason text);
COMMENT ON COLUMN memberships.monthly_price IS 'what this member pays, may differ from the plan';
INSERT INTO memberships
SELECT row_number() OVER (ORDER BY s, m), m, p, CASE WHEN pg_temp.h('sb',m)<.6 THEN 10+floor(38*pg_temp.h('sb2',m))::int END, CASE WHEN pg_temp.h('sb',m)<.75 THEN c END,
 st, round(pl.monthly_price * CASE WHEN pg_temp.h('pd',m*3+k)<.1 THEN .8 ELSE 1 END,2), s + interval '10 hours' + make_interval(mins=>m%600), s + CASE WHEN st='pending' THEN 14 ELSE m%6 END,
 CASE WHEN st='cancelled' THEN s + greatest(20,((current_date-s)*pg_temp.h('end',m*3+k))::int) END,
 CASE WHEN st='cancelled' AND pg_temp.h('rn',m)<.8 THEN (ARRAY['moved away','too expensive','too expensive','not using it','not using it','injury','joined competitor'])[1+floor(7*pg_temp.h('crs',m*3+k))::int] END
FROM (SELECT id m, home_club_id c, k, CASE WHEN k=1 THEN joined_on ELSE joined_on + ((current_date-joined_on)*.6)::int END s,
  1+floor(7*power(pg_temp.h('plan',id*3+k),1.2))::int p,
  CASE WHEN k=1 AND pg_temp.h('two',id)<.22 THEN 'cancelled' WHEN joined_on>current_date-6 AND k=1 THEN 'pending' WHEN pg_temp.h('mst',id*3+k)<.66 THEN 'active' WHEN pg_temp.h('mst',id*3+k)<.72 THEN 'frozen' ELSE 'cancelled' END st
 FROM members CROSS JOIN generate_series(1,2) k WHERE (k=1 OR pg_temp.h('two',id)<.22) AND id%37<>0) a JOIN membership_plans pl ON pl.id=p;

CREATE TABLE membership_status_changes (
  id integer PRIMARY KEY, membership_id integer NOT NULL REFERENCES memberships, old_status text, new_status text NOT NULL, changed_at timestamp NOT NULL, changed_by_id integer REFERENCES employees);
INSERT INTO membership_status_changes
SELECT row_number() OVER (ORDER BY t, id), id, o, n, t, CASE WHEN id%4<>0 THEN 10+id%38 END FROM (
 SELECT id, NULL o, 'pending' n, signed_at t FROM memberships
 UNION ALL SELECT id,'pending','active',least(starts_on::timestamp + interval '6 hours', now()::timestamp) FROM memberships WHERE status<>'pending'
 UNION ALL SELECT id,'active','frozen',now()::timestamp - make_interval(days=>1+id%40) FROM memberships WHERE status='frozen'
 UNION ALL SELECT id,'active','cancelled',ends_on::timestamp - interval '3 days' FROM memberships WHERE status='cancelled') z;

CREATE TABLE class_types (id integer PRIMARY KEY, name text NOT NULL, category text NOT NULL, duration_minutes integer NOT NULL, intensity integer NOT NULL);
COMMENT ON COLUMN class_types.intensity IS '1 easy to 5 hard';
INSERT INTO class_types VALUES (1,'Vinyasa Yoga','Mind & body',60,2),(2,'Pilates','Mind & body',50,2),(3,'Spin','Cardio',45,4),(4,'HIIT 30','Cardio',30,5),(5,'Body Pump','Strength',55,4),(6,'Boxfit','Cardio',45,5),(7,'Aqua Aerobics','Pool',45,2),(8,'Zumba','Dance',50,3),(9,'Kettlebells','Strength',40,4);

CREATE TABLE class_sessions (
  id integer PRIMARY KEY, class_type_id integer NOT NULL REFERENCES class_types, club_id integer NOT NULL REFERENCES clubs, instructor_id integer REFERENCES employees, substitute_instructor_id integer REFERENCES employees,
  starts_at timestamp NOT NULL, capacity integer NOT NULL, is_cancelled boolean NOT NULL);
INSERT INTO class_sessions
SELECT i, 1+floor(9*power(pg_temp.h('ct',i),1.2))::int, 1+floor(8*power(pg_temp.h('cc',i),1.3))::int, CASE WHEN i%41<>0 THEN 12+3*(i%12) END, CASE WHEN pg_temp.h('sub',i)<.07 THEN 12+3*((i+5)%12) END,
 current_date + 12 - (380*pg_temp.h('cd',i))::int + make_interval(hours=>6+floor(14*pg_temp.h('ch',i))::int, mins=>15*(i%4)), 10+2*(i%9), pg_temp.h('can',i)<.04 FROM generate_series(1,420) i;

CREATE TABLE class_bookings (
  id integer PRIMARY KEY, session_id integer NOT NULL REFERENCES class_sessions, member_id integer NOT NULL REFERENCES members, status text NOT NULL, booked_at timestamp NOT NULL, cancelled_at timestamp, rating integer);
COMMENT ON COLUMN class_bookings.status IS 'booked, attended, no_show, cancelled or waitlisted';
COMMENT ON COLUMN class_bookings.rating IS '1 to 5 stars, given after the class';
INSERT INTO class_bookings
SELECT row_number() OVER (ORDER BY b, s, m), s, m, st, b, CASE WHEN st='cancelled' THEN b + (sa-b)*pg_temp.h('bc',s*1000+m) END, CASE WHEN st='attended' AND pg_temp.h('rt',s*1000+m)<.4 THEN 2+floor(4*power(pg_temp.h('rt2',s*1000+m),.5))::int END
FROM (SELECT s.id s, m.id m, s.starts_at sa, least(s.starts_at - make_interval(hours=>2+(150*pg_temp.h('bl',s.id*1000+m.id))::int), now()::timestamp - interval '5 minutes') b,
  CASE WHEN s.is_cancelled THEN 'cancelled' WHEN s.starts_at>now() THEN CASE WHEN pg_temp.h('bs',s.id*1000+m.id)<.9 THEN 'booked' ELSE 'waitlisted' END WHEN pg_temp.h('bs',s.id*1000+m.id)<.72 THEN 'attended' WHEN pg_temp.h('bs',s.id*1000+m.id)<.84 THEN 'no_show' WHEN pg_temp.h('bs',s.id*1000+m.id)<.95 THEN 'cancelled' ELSE 'waitlisted' END st
 FROM class_sessions s JOIN members m ON m.home_club_id=s.club_id AND m.joined_on<=s.starts_at::date AND pg_temp.h('bk',s.id*1000+m.id)<.025) a;

CREATE TABLE check_ins (
  id integer PRIMARY KEY, member_id integer NOT NULL REFERENCES members, club_id integer NOT NULL REFERENCES clubs, checked_in_at timestamp NOT NULL, checked_out_at timestamp);
INSERT INTO check_ins
SELECT row_number() OVER (ORDER BY t), m, c, t, CASE WHEN pg_temp.h('co',n)<.7 THEN t + make_interval(mins=>25+(80*pg_temp.h('dur',n))::int) END
FROM (SELECT n, m.id m, CASE WHEN pg_temp.h('ho',n)<.88 THEN m.home_club_id ELSE 5 END c, m.joined_on + ((current_date-m.joined_on-1)*pg_temp.h('ci',n))::int + make_interval(hours=>6+floor(16*pg_temp.h('cih',n))::int, mins=>n%60) t
 FROM generate_series(1,900) n JOIN members m ON m.id=1+floor(519*power(pg_temp.h('cm',n),1.3))::int) a WHERE t < now();

CREATE TABLE invoices (
  id integer PRIMARY KEY, invoice_number text NOT NULL UNIQUE, member_id integer NOT NULL REFERENCES members, club_id integer NOT NULL REFERENCES clubs, status text NOT NULL CHECK (status IN ('draft','sent','paid','overdue','void')),
  issued_on date NOT NULL, due_on date NOT NULL, net_total numeric(9,2) NOT NULL, vat_total numeric(9,2) NOT NULL, gross_total numeric(9,2) NOT NULL);
CREATE TABLE invoice_lines (
  id integer PRIMARY KEY, invoice_id integer NOT NULL REFERENCES invoices, membership_id integer REFERENCES memberships, description text NOT NULL, line_kind text NOT NULL, quantity integer NOT NULL, unit_price numeric(8,2) NOT NULL, discount_percent numeric(4,1) NOT NULL, net_amount numeric(9,2) NOT NULL);
COMMENT ON COLUMN invoice_lines.unit_price IS 'without VAT';
CREATE TEMP TABLE x AS SELECT row_number() OVER (ORDER BY d, ms) id, ms, mem, c, d, price, g, CASE WHEN d>current_date-2 THEN 'draft' WHEN u<.035 THEN 'void' WHEN d>current_date-14 AND u<.6 THEN 'sent' WHEN u>.955 THEN 'overdue' ELSE 'paid' END st
 FROM (SELECT a.id ms, a.member_id mem, m.home_club_id c, (a.starts_on + make_interval(months=>g))::date d, a.monthly_price price, g, pg_temp.h('inv',a.id*100+g) u
  FROM memberships a JOIN members m ON m.id=a.member_id CROSS JOIN generate_series(0,40,4) g WHERE a.status<>'pending') q JOIN memberships b ON b.id=q.ms WHERE d<=current_date AND (b.ends_on IS NULL OR d<b.ends_on);
INSERT INTO invoices SELECT id,'IW-'||(20000+id),mem,c,st,d,d+14,0,0,0 FROM x;
INSERT INTO invoice_lines SELECT row_number() OVER (ORDER BY id,o), id, ms, ds, kd, q, p, dc, round(q*p*(1-dc/100),2) FROM (
 SELECT id,1 o,ms,'Membership fee' ds,'membership' kd,4 q,round(price/1.2,2) p,CASE WHEN pg_temp.h('ild',id)<.1 THEN 10.0 ELSE 0 END dc FROM x
 UNION ALL SELECT id,2,NULL,'Joining fee','joining_fee',1,12.50,0 FROM x WHERE g=0 AND ms%3=0
 UNION ALL SELECT id,3,NULL,'Personal training session','personal_training',1+floor(5*pg_temp.h('ptq',id))::int,29.17,CASE WHEN pg_temp.h('ptd',id)<.2 THEN 15 ELSE 0 END FROM x WHERE pg_temp.h('pt',id)<.18
 UNION ALL SELECT id,4,NULL,'Towel hire','extras',1+id::int%3,1.67,0 FROM x WHERE pg_temp.h('tw',id)<.09) z;
UPDATE invoices i SET net_total=n, vat_total=round(n*.2,2), gross_total=n+round(n*.2,2) FROM (SELECT invoice_id, sum(net_amount) n FROM invoice_lines GROUP BY 1) l WHERE l.invoice_id=i.id;

CREATE TABLE payments (
  id integer PRIMARY KEY, invoice_id integer NOT NULL REFERENCES invoices, method text NOT NULL, status text NOT NULL CHECK (status IN ('succeeded','failed','refunded')), amount numeric(9,2) NOT NULL, paid_at timestamp NOT NULL);
INSERT INTO payments SELECT row_number() OVER (ORDER BY t, id), id, (ARRAY['direct_debit','direct_debit','direct_debit','card','card','cash'])[1+floor(6*pg_temp.h('pm',id))::int], st, gross_total, t FROM (
 SELECT id, gross_total, CASE WHEN pg_temp.h('pr',id)<.02 THEN 'refunded' ELSE 'succeeded' END st, least(issued_on + (12*pg_temp.h('pday',id))::int + interval '9 hours', now()::timestamp) t FROM invoices WHERE status='paid'
 UNION ALL SELECT id, gross_total, 'failed', issued_on + interval '7 hours' FROM invoices WHERE status IN ('paid','overdue') AND pg_temp.h('pf',id)<.06) z;
ANALYZE;
