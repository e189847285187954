-- A small shop of journeys, telephones and money, with names of columns that are not the demo's.
CREATE TABLE app_user (user_no integer PRIMARY KEY, full_name text NOT NULL, mail text, nation text, state text NOT NULL, joined_on date NOT NULL);
COMMENT ON COLUMN app_user.state IS 'active, dormant or closed';
CREATE TABLE flight (flight_no integer PRIMARY KEY, "from" text NOT NULL, "to" text NOT NULL, leaves_on date NOT NULL, back_on date, cabin text NOT NULL, carrier text NOT NULL, fare numeric(10,2) NOT NULL, stops integer NOT NULL);
COMMENT ON COLUMN flight.back_on IS 'day of the return flight; null for one way';
CREATE TABLE payment (pay_no integer PRIMARY KEY, sender text NOT NULL, recipient text NOT NULL, amt numeric(12,2) NOT NULL, currency text NOT NULL, sent_at timestamp NOT NULL, memo text);
CREATE TABLE phone (phone_id integer PRIMARY KEY, brand text NOT NULL, model text NOT NULL, price_usd numeric(8,2) NOT NULL, storage_gb integer NOT NULL, battery_mah integer NOT NULL, released_on date NOT NULL);
SELECT setseed(0.5);
INSERT INTO app_user SELECT i, (ARRAY['Ada','Ben','Cora','Dan','Eva','Finn','Gus','Hana'])[1 + i % 8] || ' ' || (ARRAY['Otieno','Kamau','Berzins','Silva','Novak','Mwangi','Ozols'])[1 + i % 7] || ' ' || i,
  'u' || i || '@mail.example', (ARRAY['Kenya','Latvia','Brazil','Uganda'])[1 + i % 4], (ARRAY['active','active','dormant','closed'])[1 + (i / 3) % 4], date '2026-11-20' - (i * 7 % 700)
FROM generate_series(1, 300) i;
INSERT INTO flight SELECT row_number() over (), f, t, d, CASE WHEN n < 3 THEN d + 10 END, (ARRAY['economy','premium economy','business','first'])[1 + (n + extract(day from d)::int) % 4],
  (ARRAY['Kenya Airways','British Airways','Qatar Airways','Lufthansa','Air France'])[1 + (n * 3 + extract(doy from d)::int) % 5], 300 + (n * 517 + extract(doy from d)::int * 131) % 1900, (n + extract(doy from d)::int) % 3
FROM (VALUES ('Nairobi','London'), ('London','Nairobi'), ('Mombasa','London'), ('London','Mombasa'), ('Nairobi','Paris'), ('Paris','Nairobi')) r (f, t),
  generate_series(date '2026-11-22', date '2027-06-30', interval '1 day') g (day), LATERAL (SELECT day::date) x (d), generate_series(0, 3) n;
INSERT INTO payment SELECT i, '+2547' || lpad((12345670 + i % 9)::text, 8, '0'), '+2547' || lpad((12345670 + (i + 1 + i / 9) % 9)::text, 8, '0'), (1 + (i * 7) % 6) * 1000, (ARRAY['KES','KES','USD'])[1 + i % 3],
  timestamp '2026-11-20 09:00' - i * interval '13 hours', (ARRAY['rent','lunch',NULL,'school fees'])[1 + i % 4]
FROM generate_series(1, 240) i;
INSERT INTO phone VALUES (1,'Samsung','Galaxy A54',399,128,5000,'2023-03-24'), (2,'Samsung','Galaxy S24 Ultra',1299,512,5000,'2024-01-31'), (3,'Apple','iPhone 15',829,128,3349,'2023-09-22'),
 (4,'Apple','iPhone SE',449,64,2018,'2022-03-18'), (5,'Nokia','G42',199,128,5000,'2023-06-28'), (6,'Nokia','XR21',479,128,4800,'2023-05-03'), (7,'Google','Pixel 8a',489,128,4492,'2024-05-14'),
 (8,'Google','Pixel 9 Pro',999,256,4700,'2024-09-04'), (9,'Xiaomi','Redmi Note 13',249,256,5000,'2024-01-15'), (10,'Xiaomi','14T',549,256,5000,'2024-09-26'), (11,'Sony','Xperia 10',379,128,5000,'2024-06-07'),
 (12,'Sony','Xperia 1',1199,256,5000,'2024-05-17'), (13,'Fairphone','5',649,256,4200,'2023-09-14'), (14,'Motorola','Edge 40',429,256,4400,'2023-05-04');
