-- press: a book publisher. Grown from three systems (editorial, royalties, trade sales): mixed styles, no keys declared.
-- All dates move with the day of loading. Money in GBP.
SET client_min_messages = warning;
SET client_encoding = 'UTF8';

CREATE TABLE imprint (code char(2), name varchar(40), publisher varchar(50), founded smallint);
COMMENT ON COLUMN imprint.publisher IS 'Publishing director in charge';

CREATE TABLE "Titles" ("TitleID" integer, "Title" varchar(80), "ImprintCode" char(2), "Genre" varchar(3), "FirstPublished" date, "Status" char(1), "Editor" varchar(40), "Language" char(2));
COMMENT ON TABLE "Titles" IS 'Works; the things sold are the editions';
COMMENT ON COLUMN "Titles"."Genre" IS 'LIT literary fiction, CRI crime, SFF science fiction and fantasy, BIO biography, HIS history, COO cookery, CHI children';
COMMENT ON COLUMN "Titles"."FirstPublished" IS 'Publication of the first edition, in the future for forthcoming titles. Frontlist = first published within the last 12 months, backlist = older';
COMMENT ON COLUMN "Titles"."Status" IS 'F forthcoming, P in print, R reprinting, O out of print';

CREATE TABLE "Editions" ("EditionID" integer, "TitleID" integer, "ISBN" char(13), "Format" char(2), "PubDate" date, "ListPrice" numeric(8,2), "Pages" smallint, "WithdrawnOn" date);
COMMENT ON COLUMN "Editions"."Format" IS 'HB hardback, PB paperback, EB e-book, AU audio book';
COMMENT ON COLUMN "Editions"."WithdrawnOn" IS 'No longer sold since; NULL = available';
COMMENT ON COLUMN "Editions"."Pages" IS 'NULL for audio';

CREATE TABLE "Authors" ("AuthorID" integer, "FullName" varchar(60), "PenName" varchar(60), "Country" char(2), "AgencyID" integer, "Email" varchar(60), "Died" date);
COMMENT ON COLUMN "Authors"."AgencyID" IS 'Literary agency; NULL = no agent';
COMMENT ON COLUMN "Authors"."PenName" IS 'NULL when writing under the own name';
COMMENT ON COLUMN "Authors"."Country" IS 'GB, IE, US, CA, AU, IN';

CREATE TABLE "TitleAuthors" ("TitleID" integer, "AuthorID" integer, "Role" char(1), "Seq" smallint);
COMMENT ON COLUMN "TitleAuthors"."Role" IS 'A author, T translator, I illustrator';

CREATE TABLE agencies (agency_id integer, agency_name varchar(50), city varchar(30), commission_pct numeric(4,1));

CREATE TABLE contracts (contract_no varchar(8), title_id integer, author_id integer, signed_on date, expires_on date, territory varchar(5), advance numeric(10,2), adv_paid numeric(10,2), state varchar(3), delivery_due date, delivered_on date);
COMMENT ON TABLE contracts IS 'Author contracts, one per title and contributor';
COMMENT ON COLUMN contracts.territory IS 'WRLD world, UKCW UK and Commonwealth, UKIE UK and Ireland';
COMMENT ON COLUMN contracts.advance IS 'Advance against royalties. A contract has earned out once the sum of royalty_stmt.earned reaches the advance';
COMMENT ON COLUMN contracts.adv_paid IS 'Part of the advance already paid';
COMMENT ON COLUMN contracts.state IS 'ACT active, TRM terminated, EXP expired, NEG still being negotiated';
COMMENT ON COLUMN contracts.expires_on IS 'NULL = for the term of copyright';
COMMENT ON COLUMN contracts.delivered_on IS 'Manuscript received; late when after delivery_due, or still NULL after it';

CREATE TABLE royalty_rates (contract_no varchar(8), fmt char(2), from_copies integer, pct numeric(4,2));
COMMENT ON TABLE royalty_rates IS 'Royalty scale: pct of list price from that many copies on';

CREATE TABLE royalty_stmt (stmt_id integer, contract_no varchar(8), period_end date, units integer, earned numeric(10,2), payable numeric(10,2), sent_on date, paid_on date);
COMMENT ON TABLE royalty_stmt IS 'Half-yearly royalty statements';
COMMENT ON COLUMN royalty_stmt.earned IS 'Royalties earned in the period, before the advance is set off';
COMMENT ON COLUMN royalty_stmt.payable IS 'What is left to pay after the advance; 0 while not earned out';
COMMENT ON COLUMN royalty_stmt.paid_on IS 'NULL = not paid (yet), also when there is nothing to pay';

CREATE TABLE printers (prt_code char(3), prt_name varchar(40), country char(2));
CREATE TABLE "PrintRuns" ("RunNo" integer, "EditionID" integer, "PrinterCode" char(3), "Kind" char(1), "OrderedOn" date, "DueOn" date, "DeliveredOn" date, "Qty" integer, "Cost" numeric(10,2));
COMMENT ON COLUMN "PrintRuns"."Kind" IS 'F first printing, R reprint';
COMMENT ON COLUMN "PrintRuns"."Cost" IS 'Cost of the whole run; unit cost = Cost / Qty';
COMMENT ON COLUMN "PrintRuns"."DeliveredOn" IS 'NULL = still at the printer';

CREATE TABLE accounts (acct_no integer, acct_name varchar(50), chan varchar(3), country char(2), disc_pct numeric(4,1), opened date, closed date, rep varchar(40));
COMMENT ON TABLE accounts IS 'Trade customers';
COMMENT ON COLUMN accounts.chan IS 'IND independent bookshop, CHN chain, WHS wholesaler, WEB online retailer, LIB library supplier, DIG digital platform (e-books and audio only)';
COMMENT ON COLUMN accounts.rep IS 'Sales representative; NULL = house account';
COMMENT ON COLUMN accounts.closed IS 'NULL = open';

CREATE TABLE sales (line_id integer, invoice varchar(10), inv_date date, acct integer, isbn char(13), copies integer, disc_pct numeric(4,1), net_amt numeric(10,2), typ char(1));
COMMENT ON TABLE sales IS 'Invoice lines to the trade; net sales = net_amt of typ S less returns.credit';
COMMENT ON COLUMN sales.typ IS 'S sale, F free copy (review or sample, net 0), X cancelled line (ignore)';
COMMENT ON COLUMN sales.net_amt IS 'copies x list price less discount: gross sales before returns';

CREATE TABLE returns (ret_id integer, acct integer, isbn char(13), received date, copies integer, credit numeric(10,2), reason char(1), restocked boolean);
COMMENT ON COLUMN returns.reason IS 'O overstock, D damaged, W wrong delivery; may be NULL';
COMMENT ON COLUMN returns.restocked IS 'false = pulped, NULL = not checked yet';

CREATE FUNCTION pg_temp.h(k text, n int) RETURNS int LANGUAGE sql IMMUTABLE AS
  $$ SELECT (('x' || substr(md5(k),1,7))::bit(28)::int) % n $$;

INSERT INTO imprint VALUES ('HA','Harrow & Ash','Beatrice Lowe',1952),('NB','Nightboat','Callum Frost',1998),('TW','Tallow House','Beatrice Lowe',1976),('KP','Kestrel Papers','Imran Sethi',2009),('LL','Ladybell','Nora Quill',1988);
INSERT INTO agencies VALUES (1,'Marchmont & Vale','London',15),(2,'Greene Literary','London',15),(3,'Kessler Rights','New York',20),(4,'Tidewater Agency','Edinburgh',12.5),(5,'Sol Literary','Dublin',15),(6,'Paperbark','Sydney',17.5);
INSERT INTO printers VALUES ('CLW','Clayworth Press','GB'),('BRD','Bordelais Imprimeurs','FR'),('GDN','Gdansk Print','PL'),('SHZ','Shenzhen Color','CN'),('ALB','Albion Digital','GB');

INSERT INTO "Titles"
SELECT i, t, im, g, fp, CASE WHEN fp > current_date THEN 'F' WHEN fp < current_date - 1500 AND pg_temp.h('op'||i,100) < 45 THEN 'O' WHEN pg_temp.h('rp'||i,100) < 8 THEN 'R' ELSE 'P' END,
  CASE WHEN i % 14 = 6 THEN NULL ELSE (ARRAY['Judith Marsh','Owen Pike','Leila Haddad','Tom Arkwright','Saskia Bell','Grace Oduya'])[1 + pg_temp.h('ed'||i,6)] END, CASE WHEN i % 15 = 2 THEN 'FR' WHEN i % 29 = 5 THEN 'DE' ELSE 'EN' END
FROM (SELECT i, g,
   CASE g WHEN 'COO' THEN (ARRAY['The Bread','A Year of','Simple','The Coastal','Slow','My Mother''s'])[1 + i % 6] || ' ' || (ARRAY['Kitchen','Table','Suppers','Pickles','Baking'])[1 + (i / 6) % 5]
     WHEN 'BIO' THEN (ARRAY['Becoming','The Lives of','Searching for','After'])[1 + i % 4] || ' ' || (ARRAY['Ada Crane','Lord Penhallow','Nell Gray','Tobias Wren','Marguerite','Ivo Sand','The Brontes','Josef Lindt'])[1 + (i / 4) % 8]
     ELSE (ARRAY['The Salt','A Winter','The Last','Beneath the','The Glass','Nine','The Hollow','A Small','The Quiet','Under a','The Paper','The Drowned'])[1 + i % 12] || ' ' || (ARRAY['Road','Orchard','Lighthouse','Sisters','Harbour','Moon','Garden','Letters','City','Crows','Inheritance','River','Clockmaker','Tide','Empire'])[1 + (i * 7 / 3) % 15] END t,
   CASE g WHEN 'CHI' THEN 'LL' WHEN 'COO' THEN 'TW' WHEN 'CRI' THEN 'NB' WHEN 'SFF' THEN 'NB' WHEN 'HIS' THEN CASE WHEN i % 2 = 0 THEN 'KP' ELSE 'HA' END WHEN 'BIO' THEN 'KP' ELSE 'HA' END im,
   (current_date + 130 - (2600 * power(pg_temp.h('fp'||i,1000)/1000.0, 1.3))::int) fp
  FROM (SELECT i, (ARRAY['LIT','LIT','LIT','CRI','CRI','CRI','SFF','SFF','BIO','HIS','HIS','COO','CHI','CHI'])[1 + pg_temp.h('ge'||i,14)] g FROM generate_series(1,190) i) q) q2;
-- no two titles alike
UPDATE "Titles" t SET "Title" = t."Title" || ' ' || (ARRAY['Again','Revisited','of the North','and Other Stories','at Night'])[1 + t."TitleID" % 5] WHERE EXISTS (SELECT 1 FROM "Titles" o WHERE o."Title" = t."Title" AND o."TitleID" < t."TitleID");
UPDATE "Titles" t SET "Title" = t."Title" || ', Volume ' || (2 + t."TitleID" % 7) WHERE EXISTS (SELECT 1 FROM "Titles" o WHERE o."Title" = t."Title" AND o."TitleID" < t."TitleID");

INSERT INTO "Editions"
SELECT row_number() OVER (ORDER BY "TitleID", d, f)::int, "TitleID", '978' || lpad((1900000000 + "TitleID" * 7919 + k * 31)::text, 10, '0'), f, d,
  (CASE f WHEN 'HB' THEN 16.99 + pg_temp.h('lp'||"TitleID",8) WHEN 'PB' THEN 8.99 + pg_temp.h('lp'||"TitleID",4) WHEN 'EB' THEN 4.99 + pg_temp.h('lp'||"TitleID",5) ELSE 12.99 + pg_temp.h('lp'||"TitleID",9) END) + CASE WHEN "Genre" = 'COO' AND f = 'HB' THEN 6 ELSE 0 END,
  CASE WHEN f <> 'AU' THEN CASE WHEN "Genre" = 'CHI' THEN 32 + 8 * pg_temp.h('pg'||"TitleID",20) ELSE 180 + pg_temp.h('pg'||"TitleID",420) END END,
  CASE WHEN "Status" = 'O' THEN least(current_date - pg_temp.h('wd'||"TitleID",500), current_date) WHEN f = 'HB' AND d < current_date - 1100 AND pg_temp.h('wh'||"TitleID",100) < 45 THEN d + 900 END
FROM (SELECT t.*, 1 k, 'HB' f, "FirstPublished" d FROM "Titles" t WHERE "TitleID" % 7 <> 3
  UNION ALL SELECT t.*, 2, 'PB', CASE WHEN "TitleID" % 7 = 3 THEN "FirstPublished" ELSE "FirstPublished" + 270 + pg_temp.h('pb'||"TitleID",120) END FROM "Titles" t WHERE "TitleID" % 13 <> 8
  UNION ALL SELECT t.*, 3, 'EB', "FirstPublished" + pg_temp.h('eb'||"TitleID",20) FROM "Titles" t WHERE "Genre" NOT IN ('CHI','COO') OR "TitleID" % 3 = 0
  UNION ALL SELECT t.*, 4, 'AU', "FirstPublished" + 30 + pg_temp.h('au'||"TitleID",200) FROM "Titles" t WHERE pg_temp.h('ha'||"TitleID",100) < 33) q WHERE d < current_date + 220;

INSERT INTO "Authors"
SELECT i, f || ' ' || l, CASE WHEN i % 11 = 4 THEN (ARRAY['A. J.','R. K.','Max','E. L.','Robin'])[1 + i % 5] || ' ' || (ARRAY['Thorne','Sable','Winter','Locke','Grey','March','Vane'])[1 + i % 7] END,
  (ARRAY['GB','GB','GB','GB','IE','US','US','CA','AU','IN'])[1 + pg_temp.h('ac'||i,10)], CASE WHEN pg_temp.h('ag'||i,100) < 72 THEN 1 + pg_temp.h('ai'||i,6) END, CASE WHEN i % 6 = 5 THEN NULL ELSE lower(f) || '.' || lower(l) || '@' || (ARRAY['mail.com','writers.org','post.net'])[1 + i % 3] END,
  CASE WHEN i % 24 = 10 THEN current_date - (100 + pg_temp.h('di'||i,3000)) END
FROM (SELECT i, (ARRAY['Margaret','Edwin','Saoirse','Tariq','Helen','Rufus','Anjali','Conor','Dorothy','Miles','Esther','Piers','Yasmin','Gwen','Lionel','Ruth'])[1 + (i*3) % 16] f, (ARRAY['Hale','Okafor','Brannigan','Mehta','Sutton','Pryce','Ellery','Marlowe','Fenn','Castell','Drummond','Ashby','Keane','Rahman','Tolliver','Winship','Yates','Abbott','Corrigan'])[1 + i % 19] l FROM generate_series(1,128) i) q;
-- authors 121..128 have no title
INSERT INTO "TitleAuthors" SELECT "TitleID", CASE WHEN pg_temp.h('p1'||"TitleID",100) < 45 THEN 1 + pg_temp.h('ta'||"TitleID",24) ELSE 1 + pg_temp.h('ta'||"TitleID",120) END, 'A', 1 FROM "Titles";
INSERT INTO "TitleAuthors" SELECT "TitleID", 25 + pg_temp.h('tb'||"TitleID",95), 'A', 2 FROM "Titles" t WHERE pg_temp.h('tc'||"TitleID",100) < 14 AND NOT EXISTS (SELECT 1 FROM "TitleAuthors" a WHERE a."TitleID" = t."TitleID" AND a."AuthorID" = 25 + pg_temp.h('tb'||t."TitleID",95));
INSERT INTO "TitleAuthors" SELECT "TitleID", 100 + pg_temp.h('td'||"TitleID",8), 'T', 3 FROM "Titles" WHERE "Language" <> 'EN';
INSERT INTO "TitleAuthors" SELECT "TitleID", 108 + pg_temp.h('te'||"TitleID",9), 'I', 3 FROM "Titles" t WHERE "Genre" = 'CHI' AND NOT EXISTS (SELECT 1 FROM "TitleAuthors" a WHERE a."TitleID" = t."TitleID" AND a."AuthorID" = 108 + pg_temp.h('te'||t."TitleID",9));

INSERT INTO contracts
SELECT 'K' || (10000 + row_number() OVER (ORDER BY fp, tid, aid) * 3), tid, aid, sg, CASE WHEN pg_temp.h('ex'||tid||aid,100) < 30 THEN sg + 365 * (5 + pg_temp.h('ey'||tid,6)) END, (ARRAY['WRLD','WRLD','UKCW','UKCW','UKIE'])[1 + pg_temp.h('tr'||tid,5)], adv, CASE WHEN fp > current_date THEN round(adv * 0.5, 2) ELSE adv END, 'ACT', sg + 240 + pg_temp.h('du'||tid,120), sg + 225 + pg_temp.h('dl'||tid||aid,190)
FROM (SELECT t."TitleID" tid, a."AuthorID" aid, t."FirstPublished" fp, t."FirstPublished" - (520 + pg_temp.h('sg'||t."TitleID",300)) sg, round((CASE WHEN a."Role" <> 'A' THEN 600 + pg_temp.h('av'||t."TitleID",1400) ELSE 1500 + power(pg_temp.h('av'||t."TitleID"||a."AuthorID",1000)/1000.0,3) * 42000 END)::numeric, -2) + pg_temp.h('a5'||t."TitleID"||a."AuthorID",9) * 25 adv FROM "Titles" t JOIN "TitleAuthors" a USING ("TitleID")) q;
UPDATE contracts SET delivered_on = NULL WHERE delivered_on > current_date OR (title_id IN (SELECT "TitleID" FROM "Titles" WHERE "Status" = 'F') AND pg_temp.h('nd'||contract_no,100) < 35);
UPDATE contracts SET state = 'EXP' WHERE expires_on < current_date;
UPDATE contracts SET state = 'TRM' WHERE state = 'ACT' AND pg_temp.h('tm'||contract_no,100) < 5 AND signed_on < current_date - 900;
INSERT INTO contracts SELECT 'K' || (90000 + i), NULL, 121 + i, NULL, NULL, 'WRLD', 5000 + 1250 * i, 0, 'NEG', NULL, NULL FROM generate_series(1,4) i;
INSERT INTO royalty_rates
SELECT contract_no, f, n, CASE f WHEN 'HB' THEN 10 WHEN 'PB' THEN 7.5 WHEN 'EB' THEN 25 ELSE 20 END + CASE n WHEN 0 THEN 0 WHEN 5000 THEN 2.5 ELSE 5 END - CASE WHEN pg_temp.h('rr'||contract_no,4) = 0 THEN 1.5 ELSE 0 END
FROM contracts, unnest(ARRAY['HB','PB','EB','AU']) f, unnest(ARRAY[0,5000,15000]) n WHERE (f IN ('HB','PB') OR n = 0) AND state <> 'NEG';

INSERT INTO "PrintRuns"
SELECT row_number() OVER (ORDER BY oo, eid)::int, eid, p, kd, oo, oo + 42, CASE WHEN dl <= current_date THEN dl END, q, round((q * (CASE f WHEN 'HB' THEN 2.45 ELSE 1.12 END + pg_temp.h('uc'||eid||n,70)/100.0 + 900.0/q) * CASE p WHEN 'SHZ' THEN 0.86 WHEN 'ALB' THEN 1.3 ELSE 1 END)::numeric, 2)
FROM (SELECT e."EditionID" eid, e."Format" f, n, CASE n WHEN 0 THEN 'F' ELSE 'R' END kd, (ARRAY['CLW','CLW','GDN','GDN','BRD','SHZ','ALB'])[1 + pg_temp.h('pr'||e."EditionID"||n,7)] p,
   e."PubDate" - 75 + n * (150 + pg_temp.h('po'||e."EditionID",160)) oo, e."PubDate" - 75 + n * (150 + pg_temp.h('po'||e."EditionID",160)) + 30 + pg_temp.h('pd'||e."EditionID"||n,30) dl,
   100 * (CASE n WHEN 0 THEN 12 + pg_temp.h('pq'||e."EditionID",60) ELSE 5 + pg_temp.h('pq'||e."EditionID"||n,30) END) q
  FROM "Editions" e CROSS JOIN generate_series(0,4) n WHERE e."Format" IN ('HB','PB') AND (n = 0 OR pg_temp.h('pn'||e."EditionID",10) >= 4 + n)) z WHERE oo <= current_date;

UPDATE "PrintRuns" SET "DeliveredOn" = NULL WHERE "DueOn" > current_date - 45 AND pg_temp.h('ld'||"RunNo",100) < 38;
INSERT INTO accounts
SELECT 2000 + i * 7, CASE ch WHEN 'IND' THEN (ARRAY['Corner','Harbour','Old Mill','Lantern','Owl & Page','Foxglove','Blue Door','Tidal'])[1 + i % 8] || ' Books ' || (ARRAY['York','Bath','Galway','Leeds','Oxford','Dublin','Cardiff','Perth','Norwich'])[1 + i % 9]
   ELSE (ARRAY['Waterford Stores','Pages & Co','Blackfriars Books','Grandfield Wholesale','Bertrand Trade','NorthStar Wholesale','Amazonia','Bookheap','Volumo','County Libraries Supply','LibServe','Kindling Store','Audiblia','Kobolt'])[i - 66] END, ch,
   CASE WHEN i % 9 IN (2,5) THEN 'IE' WHEN i IN (69, 72, 75) THEN 'US' WHEN i % 17 = 4 THEN 'AU' ELSE 'GB' END, CASE ch WHEN 'IND' THEN 38 + i % 5 WHEN 'CHN' THEN 50 WHEN 'WHS' THEN 55 WHEN 'WEB' THEN 52.5 WHEN 'LIB' THEN 35 ELSE 30 END,
   current_date - (200 + pg_temp.h('ao'||i,4000)), CASE WHEN i IN (7,19,33,58) THEN current_date - (30 + i * 5) END, CASE WHEN ch = 'IND' AND i % 10 <> 3 THEN (ARRAY['Piers Nolan','Abi Walker','Fergus Dunn'])[1 + pg_temp.h('rp'||i,3)] WHEN ch = 'CHN' THEN 'Abi Walker' WHEN ch IN ('WHS','LIB') THEN 'Fergus Dunn' END
FROM (SELECT i, CASE WHEN i <= 66 THEN 'IND' WHEN i <= 69 THEN 'CHN' WHEN i <= 72 THEN 'WHS' WHEN i <= 75 THEN 'WEB' WHEN i <= 77 THEN 'LIB' ELSE 'DIG' END ch FROM generate_series(1,80) i) q;
UPDATE accounts SET opened = current_date - 95 WHERE acct_no = 2000 + 41 * 7;

INSERT INTO sales
SELECT row_number() OVER (ORDER BY d, a)::int, 'N' || to_char(d,'YYMMDD') || lpad((a % 997)::text,3,'0'), d, a, isbn, q, dp, CASE WHEN ty = 'S' THEN round(q * lp * (1 - dp / 100), 2) ELSE 0 END, ty
FROM (SELECT d, ac.acct_no a, e."ISBN" isbn, e."ListPrice" lp, CASE WHEN ty = 'F' THEN 1 ELSE (CASE ac.chan WHEN 'IND' THEN 1 + pg_temp.h('q'||i,8) WHEN 'CHN' THEN 6 + pg_temp.h('q'||i,70) WHEN 'WHS' THEN 10 + pg_temp.h('q'||i,90) WHEN 'WEB' THEN 5 + pg_temp.h('q'||i,80) WHEN 'LIB' THEN 2 + pg_temp.h('q'||i,20) ELSE 3 + pg_temp.h('q'||i,45) END * (CASE WHEN d < e."PubDate" + 60 THEN 2 ELSE 1 END))::int END q, CASE WHEN ty = 'F' THEN 100 ELSE ac.disc_pct END dp, ty
  FROM (SELECT i, current_date - pg_temp.h('sd'||i,745) d, 1 + (pg_temp.h('se'||i,100000)/100000.0 * (SELECT count(*) FROM "Editions"))::int % (SELECT count(*) FROM "Editions")::int eid,
      CASE WHEN pg_temp.h('sc'||i,100) < 44 THEN 1 + pg_temp.h('sa'||i,66) ELSE 67 + pg_temp.h('sa'||i,11) END pa, 78 + pg_temp.h('sb'||i,3) da, CASE WHEN pg_temp.h('st'||i,1000) < 22 THEN 'F' WHEN pg_temp.h('st'||i,1000) < 35 THEN 'X' ELSE 'S' END ty FROM generate_series(1,27000) i) s
  JOIN "Editions" e ON e."EditionID" = s.eid JOIN accounts ac ON ac.acct_no = 2000 + 7 * CASE WHEN e."Format" IN ('EB','AU') THEN s.da ELSE s.pa END
  WHERE d >= e."PubDate" AND (e."WithdrawnOn" IS NULL OR d < e."WithdrawnOn") AND d >= ac.opened AND (ac.closed IS NULL OR d <= ac.closed)
    AND pg_temp.h('pop'||e."TitleID",100) >= pg_temp.h('pp'||i,90) AND (d > current_date - 745 AND (e."PubDate" > d - 700 OR pg_temp.h('bk'||i,3) > 0) OR false)
    AND (extract(month FROM d) IN (10,11,12) OR pg_temp.h('se2'||i,10) < 8)) z;

INSERT INTO returns
SELECT row_number() OVER (ORDER BY rd, line_id)::int, acct, isbn, rd, rc, round(net_amt * rc / copies, 2), CASE WHEN line_id % 23 = 5 THEN NULL WHEN pg_temp.h('rr'||line_id,100) < 78 THEN 'O' WHEN pg_temp.h('rr'||line_id,100) < 93 THEN 'D' ELSE 'W' END, CASE WHEN rd > current_date - 6 THEN NULL ELSE pg_temp.h('rk'||line_id,100) < 63 END
FROM (SELECT s.*, inv_date + 45 + pg_temp.h('rd'||line_id,150) rd, greatest(1, (copies * (0.2 + pg_temp.h('rc'||line_id,70)/100.0))::int) rc FROM sales s JOIN accounts a ON a.acct_no = s.acct WHERE s.typ = 'S' AND a.chan IN ('IND','CHN','WHS','WEB') AND pg_temp.h('rt'||line_id,100) < CASE a.chan WHEN 'CHN' THEN 26 WHEN 'WHS' THEN 19 ELSE 12 END) q WHERE rd <= current_date AND rc <= copies;

INSERT INTO royalty_stmt
SELECT row_number() OVER (ORDER BY pe, contract_no)::int, contract_no, pe, u, e, greatest(0, cum - advance) - greatest(0, cum - e - advance), CASE WHEN pe + 80 + pg_temp.h('ss'||contract_no||pe,14) <= current_date THEN pe + 80 + pg_temp.h('ss'||contract_no||pe,14) END, NULL
FROM (SELECT *, sum(e) OVER (PARTITION BY contract_no ORDER BY pe) cum FROM (
  SELECT c.contract_no, c.advance, pe::date pe, u, round(u * (0.62 + pg_temp.h('re'||c.contract_no||pe,60)/100.0)::numeric * CASE WHEN r."Role" = 'A' THEN 1 ELSE 0.2 END, 2) e
  FROM contracts c JOIN "Titles" t ON t."TitleID" = c.title_id JOIN (SELECT DISTINCT ON ("TitleID","AuthorID") * FROM "TitleAuthors" ORDER BY 1, 2, 3) r ON r."TitleID" = c.title_id AND r."AuthorID" = c.author_id
   CROSS JOIN generate_series(date_trunc('year',current_date) - interval '5 years', current_date, interval '6 months') ps CROSS JOIN LATERAL (SELECT ps + interval '6 months' - interval '1 day' pe) x
   CROSS JOIN LATERAL (SELECT 20 + ((3600 + 26 * pg_temp.h('pop'||t."TitleID",100)) * (0.25 + pg_temp.h('ru'||c.contract_no||pe,90)/100.0) / (1 + greatest(0, (pe::date - t."FirstPublished") / 120.0) ^ 1.3))::int u) y
  WHERE pe < current_date AND pe >= t."FirstPublished" AND c.state <> 'NEG' AND NOT (c.state = 'EXP' AND pe > c.expires_on)) a) b;
UPDATE royalty_stmt SET paid_on = sent_on + 10 + pg_temp.h('rp'||stmt_id,35) WHERE payable > 0 AND pg_temp.h('np'||stmt_id,100) > 3 AND sent_on + 10 + pg_temp.h('rp'||stmt_id,35) <= current_date;
ANALYZE;
