-- Ashgrove University: student records mart (admissions, teaching, fees, staff). Star schema, surrogate keys end in _sk, no foreign keys declared.
-- Plain SQL; loads into an empty database: psql -q -v ON_ERROR_STOP=1 -f campus.sql
-- Deterministic; the academic years move with the day of loading.
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET search_path = public, pg_temp;

CREATE FUNCTION pg_temp.f(i bigint, s text) RETURNS double precision LANGUAGE sql IMMUTABLE AS
$$ SELECT (('x' || substr(md5(s || '/' || i || '/campus'), 5, 7))::bit(28)::int) / 268435456.0::float8 $$;

CREATE TABLE dim_term (term_sk integer PRIMARY KEY, term_cd varchar(6) NOT NULL, term_nm varchar(20) NOT NULL, acad_yr smallint NOT NULL, start_dt date NOT NULL, end_dt date NOT NULL, census_dt date NOT NULL);
COMMENT ON TABLE dim_term IS 'Terms. A 1 Sep to 31 Dec, S 1 Jan to 31 May, U 1 Jun to 31 Aug';
COMMENT ON COLUMN dim_term.acad_yr IS 'calendar year in which the academic year begins (September)';
COMMENT ON COLUMN dim_term.census_dt IS 'day on which enrolments are counted for the ministry';
INSERT INTO dim_term
SELECT row_number() OVER (ORDER BY y, k) + 10, right(y::text, 2) || (ARRAY['A','S','U'])[k], (ARRAY['Autumn ','Spring ','Summer '])[k] || CASE k WHEN 1 THEN y ELSE y + 1 END, y,
 CASE k WHEN 1 THEN make_date(y, 9, 1) WHEN 2 THEN make_date(y + 1, 1, 1) ELSE make_date(y + 1, 6, 1) END, CASE k WHEN 1 THEN make_date(y, 12, 31) WHEN 2 THEN make_date(y + 1, 5, 31) ELSE make_date(y + 1, 8, 31) END,
 CASE k WHEN 1 THEN make_date(y, 10, 15) WHEN 2 THEN make_date(y + 1, 2, 15) ELSE make_date(y + 1, 6, 20) END
FROM generate_series(extract(year FROM current_date - interval '8 months')::int - 3, extract(year FROM current_date - interval '8 months')::int + 1) AS y, generate_series(1, 3) AS k;

CREATE TABLE dim_org (org_sk integer PRIMARY KEY, org_cd varchar(4) NOT NULL, org_nm varchar(50) NOT NULL, org_lvl char(1) NOT NULL, parent_org_sk integer, head_staff_sk integer);
COMMENT ON TABLE dim_org IS 'Organisation tree: faculties and, below them, departments';
COMMENT ON COLUMN dim_org.org_lvl IS 'F faculty, D department';
COMMENT ON COLUMN dim_org.head_staff_sk IS 'dean or head of department; null while vacant';
INSERT INTO dim_org VALUES (1,'ENG','Faculty of Engineering','F',NULL,1006),(2,'SCI','Faculty of Science','F',NULL,1013),(3,'HUM','Faculty of Humanities','F',NULL,1021),(4,'BUS','Business School','F',NULL,1030),
(11,'CSC','Computer Science','D',1,1001),(12,'MEC','Mechanical Engineering','D',1,1002),(13,'CIV','Civil Engineering','D',1,NULL),(21,'MAT','Mathematics','D',2,1004),(22,'BIO','Biology','D',2,1005),(23,'PHY','Physics','D',2,1007),
(31,'HIS','History','D',3,1008),(32,'LIN','Linguistics','D',3,1009),(41,'ACC','Accounting and Finance','D',4,1010),(42,'MKT','Marketing','D',4,NULL);

CREATE TABLE dim_prog (prog_sk integer PRIMARY KEY, prog_cd varchar(6) NOT NULL, prog_nm varchar(60) NOT NULL, award_cd varchar(4) NOT NULL, lvl_cd char(1) NOT NULL, mode_cd char(2) NOT NULL, org_sk integer NOT NULL, home_fee_p integer, intl_fee_p integer, last_intake_yr smallint);
COMMENT ON TABLE dim_prog IS 'Degree programmes';
COMMENT ON COLUMN dim_prog.lvl_cd IS 'U undergraduate, T taught postgraduate, R research';
COMMENT ON COLUMN dim_prog.mode_cd IS 'FT full time, PT part time';
COMMENT ON COLUMN dim_prog.home_fee_p IS 'yearly tuition for home students, in pence';
COMMENT ON COLUMN dim_prog.intl_fee_p IS 'yearly tuition for overseas students, in pence; null = not offered to them';
COMMENT ON COLUMN dim_prog.last_intake_yr IS 'academic year of the last intake of a programme that is being closed, else null';
INSERT INTO dim_prog
SELECT n, cd, nm, aw, lv, md, o, hf * 100, xf * 100, CASE WHEN n IN (9, 17) THEN extract(year FROM current_date - interval '8 months')::int - 1 END
FROM (VALUES (1,'UCS','Computer Science','BSc','U','FT',11,9250,21400),(2,'UME','Mechanical Engineering','BEng','U','FT',12,9250,22800),(3,'UCE','Civil Engineering','BEng','U','FT',13,9250,22100),(4,'UMA','Mathematics','BSc','U','FT',21,9250,19800),
(5,'UBI','Biology','BSc','U','FT',22,9250,21900),(6,'UPH','Physics','BSc','U','FT',23,9250,22400),(7,'UHI','History','BA','U','FT',31,9250,17600),(8,'ULI','Linguistics','BA','U','FT',32,9250,17900),(9,'UAH','Ancient History','BA','U','FT',31,9250,17600),
(10,'UAF','Accounting and Finance','BSc','U','FT',41,9250,20300),(11,'UMK','Marketing Management','BA','U','FT',42,9250,20100),(12,'TDS','Data Science','MSc','T','FT',11,12400,26900),(13,'TAI','Artificial Intelligence','MSc','T','FT',11,13100,28200),(14,'TSE','Structural Engineering','MSc','T','FT',13,11900,25400),
(15,'TFI','Finance','MSc','T','FT',41,14800,29500),(16,'TMB','Executive MBA','MBA','T','PT',42,21500,NULL),(17,'TPH','Public History','MA','T','PT',31,6100,NULL),(18,'RCS','Computer Science Research','PhD','R','FT',11,4800,20700),(19,'RBI','Life Sciences Research','PhD','R','FT',22,4800,22300),(20,'TQC','Quantum Computing','MSc','T','FT',23,13300,28900)) AS v(n, cd, nm, aw, lv, md, o, hf, xf);

CREATE TABLE dim_staff (staff_sk integer PRIMARY KEY, staff_no varchar(7) NOT NULL, full_nm varchar(60) NOT NULL, org_sk integer NOT NULL, role_cd varchar(4) NOT NULL, contract_cd char(1) NOT NULL, fte numeric(3,2) NOT NULL, annual_pay_k numeric(6,1), hire_dt date NOT NULL, leave_dt date);
COMMENT ON TABLE dim_staff IS 'Staff, academic and administrative';
COMMENT ON COLUMN dim_staff.role_cd IS 'PROF professor, SLEC senior lecturer, LECT lecturer, TFEL teaching fellow, ADMN administrator';
COMMENT ON COLUMN dim_staff.contract_cd IS 'P permanent, F fixed term, H paid by the hour';
COMMENT ON COLUMN dim_staff.annual_pay_k IS 'full-time salary in thousands of pounds a year; null for hourly staff';
COMMENT ON COLUMN dim_staff.leave_dt IS 'null while employed';
INSERT INTO dim_staff
SELECT 1000 + i, 'S' || 40000 + i * 13,
 (ARRAY['Helen','Ravi','Ingrid','Martin','Chloe','Obinna','Fiona','Andrei','Grace','Tomas','Leila','Howard','Mina','Patrick','Yuki','Sandra','Oliver','Esther','Bruno'])[1 + (i * 7) % 19] || ' ' ||
 (ARRAY['Marlowe','Sengupta','Lund','Ferreira','Oakes','Nwosu','Tremaine','Volkov','Hadley','Prior','Rahimi','Birch','Castell','Doyle','Mori','Whitlock','Quayle'])[1 + (i * 5) % 17],
 (ARRAY[11,12,13,21,22,23,31,32,41,42,11,11,41,12])[1 + (i * 3 + i / 14) % 14], rl, ct, CASE ct WHEN 'H' THEN 0.2 ELSE (ARRAY[1,1,1,0.8,1,0.5,1])[1 + i % 7] END,
 CASE WHEN ct <> 'H' THEN round((CASE rl WHEN 'PROF' THEN 82 WHEN 'SLEC' THEN 58 WHEN 'LECT' THEN 45 WHEN 'TFEL' THEN 37 ELSE 29 END + 16 * pg_temp.f(i, 'pay'))::numeric, 1) END,
 hd, CASE WHEN i % 14 = 5 THEN least(current_date - (15 + i * 4), current_date - 1) END
FROM (SELECT i, CASE WHEN i <= 14 THEN 'PROF' WHEN pg_temp.f(i, 'rl') < 0.22 THEN 'SLEC' WHEN pg_temp.f(i, 'rl') < 0.58 THEN 'LECT' WHEN pg_temp.f(i, 'rl') < 0.8 THEN 'TFEL' ELSE 'ADMN' END AS rl,
  CASE WHEN i <= 14 OR pg_temp.f(i, 'ct') < 0.62 THEN 'P' WHEN pg_temp.f(i, 'ct') < 0.86 THEN 'F' ELSE 'H' END AS ct, current_date - (700 + floor(6500 * pg_temp.f(i, 'hd'))::int) AS hd FROM generate_series(1, 96) AS i) AS a;

CREATE TABLE dim_student (stud_sk integer PRIMARY KEY, stud_no varchar(8) NOT NULL, given_nm varchar(20) NOT NULL, family_nm varchar(30) NOT NULL, birth_dt date NOT NULL, gender_cd char(1), fee_status_cd char(1) NOT NULL, ctry_iso char(2), prog_sk integer NOT NULL, entry_term_sk integer NOT NULL, tutor_staff_sk integer, status_cd char(2) NOT NULL, eff_from date NOT NULL, eff_to date, curr_ind char(1) NOT NULL);
COMMENT ON TABLE dim_student IS 'Students with history: a new row (new stud_sk) whenever the programme or the status changes; stud_no stays the same';
COMMENT ON COLUMN dim_student.fee_status_cd IS 'H home, O overseas';
COMMENT ON COLUMN dim_student.ctry_iso IS 'country of domicile';
COMMENT ON COLUMN dim_student.tutor_staff_sk IS 'personal tutor';
COMMENT ON COLUMN dim_student.status_cd IS 'EN enrolled, LA leave of absence, WD withdrawn, GR graduated';
COMMENT ON COLUMN dim_student.curr_ind IS 'Y for the row in force today';
CREATE TEMP TABLE st0 AS
SELECT i, 'A' || 2000000 + i * 17 AS no, t.term_sk, t.start_dt, t.acad_yr, p.prog_sk, p.lvl_cd, CASE WHEN p.intl_fee_p IS NOT NULL AND pg_temp.f(i, 'dom') < CASE p.lvl_cd WHEN 'U' THEN 0.2 ELSE 0.5 END THEN 'O' ELSE 'H' END AS fs
FROM generate_series(1, 760) AS i
JOIN dim_term t ON t.term_cd LIKE '%A' AND t.acad_yr = (SELECT min(acad_yr) FROM dim_term) + floor(4 * power(pg_temp.f(i, 'ent'), 0.85))::int AND t.start_dt <= current_date
JOIN LATERAL (SELECT * FROM dim_prog WHERE prog_sk = 1 + floor(19 * power(pg_temp.f(i, 'prg'), 1.15))::int) AS p ON p.last_intake_yr IS NULL OR p.last_intake_yr >= t.acad_yr;
INSERT INTO dim_student
SELECT 20000 + row_number() OVER (ORDER BY i, k), no,
 (ARRAY['Amelia','Jack','Zainab','Oscar','Freya','Arjun','Lily','Tariq','Isobel','Chen','Harriet','Dylan','Nadia','Reuben','Maeve','Kofi','Elsie','Hiro','Poppy','Mateo','Sana','Finn','Alba'])[1 + (i * 11) % 23],
 (ARRAY['Ashworth','Bello','Chowdhury','Dacre','Evans','Farouk','Garnett','Huang','Iqbal','Jarvis','Khan','Langley','Mensah','Newbold','Okoro','Pickard','Quinlan','Rossi','Sato','Turnbull','Usman','Vance','Wu','Yilmaz','Zielinski','Holt','Novak','Kerr','Mistry'])[1 + (i * 8) % 29],
 make_date(acad_yr - CASE lvl_cd WHEN 'U' THEN 18 + floor(3 * pg_temp.f(i, 'ag'))::int ELSE 22 + floor(14 * pg_temp.f(i, 'ag'))::int END, 1 + i % 12, 1 + i % 28),
 CASE WHEN i % 71 = 0 THEN NULL WHEN i % 67 = 3 THEN 'X' WHEN pg_temp.f(i, 'gd') < 0.51 THEN 'F' ELSE 'M' END, fs,
 CASE fs WHEN 'H' THEN 'GB' ELSE (ARRAY['CN','IN','NG','US','CN','IN','AE','MY','PK'])[1 + floor(9 * pg_temp.f(i, 'iso'))::int] END,
 CASE WHEN k = 1 AND chg = 'PRG' THEN 1 + prog_sk % 11 ELSE prog_sk END, term_sk, CASE WHEN i % 37 <> 0 THEN 1001 + floor(80 * pg_temp.f(i, 'tut'))::int END,
 CASE WHEN k = 1 AND chg IS NOT NULL THEN 'EN' WHEN chg IN ('WD','LA','GR') THEN chg ELSE 'EN' END,
 CASE k WHEN 1 THEN start_dt - 20 ELSE cd END, CASE WHEN k = 1 AND chg IS NOT NULL THEN cd - 1 END, CASE WHEN k = 1 AND chg IS NOT NULL THEN 'N' ELSE 'Y' END
FROM (SELECT *, CASE WHEN grad <= current_date AND c0 <> 'WD' THEN 'GR' WHEN c0 IN ('WD','LA') AND d0 <= current_date THEN c0 WHEN c0 = 'PRG' AND lvl_cd = 'U' AND d0 <= current_date THEN 'PRG' END AS chg,
        CASE WHEN grad <= current_date AND c0 <> 'WD' THEN grad ELSE d0 END AS cd
      FROM (SELECT *, start_dt + CASE lvl_cd WHEN 'U' THEN 1040 WHEN 'T' THEN 395 ELSE 1200 END AS grad, start_dt + 40 + floor(500 * pg_temp.f(i, 'cdt'))::int AS d0,
              CASE WHEN pg_temp.f(i, 'chg') < 0.07 THEN 'WD' WHEN pg_temp.f(i, 'chg') < 0.1 THEN 'LA' WHEN pg_temp.f(i, 'chg') < 0.15 THEN 'PRG' ELSE '' END AS c0 FROM st0) AS a) AS b
CROSS JOIN LATERAL generate_series(1, CASE WHEN chg IS NULL THEN 1 ELSE 2 END) AS k;

CREATE TABLE dim_crs (crs_sk integer PRIMARY KEY, crs_cd varchar(8) NOT NULL, crs_ttl varchar(60) NOT NULL, org_sk integer NOT NULL, cr_pts smallint NOT NULL, crs_lvl smallint NOT NULL, retired_dt date);
COMMENT ON TABLE dim_crs IS 'Courses (modules)';
COMMENT ON COLUMN dim_crs.cr_pts IS 'credit points';
COMMENT ON COLUMN dim_crs.crs_lvl IS '4 first year, 5 second year, 6 third year, 7 master';
COMMENT ON COLUMN dim_crs.retired_dt IS 'null while the course is on offer';
INSERT INTO dim_crs
SELECT 300 + n, o.org_cd || (4 + n % 4) || lpad((n * 7 % 100)::text, 2, '0'), v.ttl, o.org_sk, (ARRAY[20,20,15,30,10])[1 + n % 5], 4 + n % 4, CASE WHEN n IN (12, 29, 44) THEN current_date - 200 - n END
FROM (VALUES (1,11,'Programming Fundamentals'),(2,11,'Algorithms'),(3,11,'Databases'),(4,11,'Machine Learning'),(5,11,'Computer Networks'),(6,11,'Software Project'),(7,12,'Thermodynamics'),(8,12,'Fluid Mechanics'),(9,12,'Materials'),(10,12,'Robotics'),(11,13,'Structures'),(12,13,'Surveying'),(13,13,'Geotechnics'),(14,13,'Bridge Design'),
(15,21,'Calculus'),(16,21,'Linear Algebra'),(17,21,'Probability'),(18,21,'Statistics'),(19,21,'Number Theory'),(20,22,'Cell Biology'),(21,22,'Genetics'),(22,22,'Ecology'),(23,22,'Bioinformatics'),(24,23,'Mechanics'),(25,23,'Quantum Physics'),(26,23,'Optics'),(27,23,'Astrophysics'),
(28,31,'Medieval Europe'),(29,31,'Palaeography'),(30,31,'The Cold War'),(31,31,'Archives and Sources'),(32,32,'Phonetics'),(33,32,'Syntax'),(34,32,'Sociolinguistics'),(35,41,'Financial Accounting'),(36,41,'Auditing'),(37,41,'Corporate Finance'),(38,41,'Taxation'),(39,41,'Derivatives'),
(40,42,'Marketing Principles'),(41,42,'Consumer Behaviour'),(42,42,'Brand Management'),(43,42,'Digital Marketing'),(44,42,'Direct Mail'),(45,11,'Ethics of Computing'),(46,22,'Field Methods')) AS v(n, os, ttl) JOIN dim_org o ON o.org_sk = v.os;

CREATE TABLE dim_sect (sect_sk integer PRIMARY KEY, crs_sk integer NOT NULL, term_sk integer NOT NULL, sect_no smallint NOT NULL, lead_staff_sk integer, deliv_cd char(1) NOT NULL, seat_cap smallint, cancel_flg boolean NOT NULL);
COMMENT ON TABLE dim_sect IS 'Sections: a course as taught in one term';
COMMENT ON COLUMN dim_sect.lead_staff_sk IS 'lecturer in charge; null = not assigned yet';
COMMENT ON COLUMN dim_sect.deliv_cd IS 'C on campus, O online, B blended';
COMMENT ON COLUMN dim_sect.seat_cap IS 'places; null = no limit';
COMMENT ON COLUMN dim_sect.cancel_flg IS 'true = did not run';
INSERT INTO dim_sect
SELECT row_number() OVER (ORDER BY t.term_sk, c.crs_sk, k) + 5000, c.crs_sk, t.term_sk, k,
 CASE WHEN h % 19 <> 0 THEN (SELECT staff_sk FROM dim_staff s WHERE s.role_cd <> 'ADMN' AND (s.leave_dt IS NULL OR s.leave_dt > t.start_dt) ORDER BY CASE WHEN s.org_sk = c.org_sk THEN 0 ELSE 1 END, pg_temp.f(h, 'ld' || s.staff_sk) LIMIT 1) END,
 CASE WHEN pg_temp.f(h, 'dl') < 0.62 THEN 'C' WHEN pg_temp.f(h, 'dl') < 0.82 THEN 'B' ELSE 'O' END, CASE WHEN pg_temp.f(h, 'dl') < 0.82 THEN 12 + 4 * floor(10 * pg_temp.f(h, 'cap'))::int END, pg_temp.f(h, 'cn') < 0.05
FROM dim_term t CROSS JOIN dim_crs c CROSS JOIN generate_series(1, 2) AS k CROSS JOIN LATERAL (SELECT t.term_sk * 10000 + c.crs_sk * 10 + k AS h) AS x
WHERE t.start_dt <= current_date + 60 AND (c.retired_dt IS NULL OR c.retired_dt > t.start_dt) AND CASE right(t.term_cd, 1) WHEN 'A' THEN c.crs_sk % 5 < 4 WHEN 'S' THEN c.crs_sk % 5 > 0 ELSE c.crs_sk % 9 = 2 END AND (k = 1 OR c.crs_sk % 3 = 0) AND c.crs_sk <> 346;

CREATE TABLE fact_enrol (enrol_sk integer PRIMARY KEY, stud_sk integer NOT NULL, stud_no varchar(8) NOT NULL, sect_sk integer NOT NULL, enrol_dt date NOT NULL, drop_dt date, mark_pct numeric(4,1), outcome_cd char(1), attempt_no smallint NOT NULL, graded_ts timestamp);
COMMENT ON TABLE fact_enrol IS 'Course enrolments, one row a student and section';
COMMENT ON COLUMN fact_enrol.stud_sk IS 'the student row in force on the day of enrolment';
COMMENT ON COLUMN fact_enrol.drop_dt IS 'day the student dropped the section, else null';
COMMENT ON COLUMN fact_enrol.mark_pct IS 'final mark 0 to 100, null until marked';
COMMENT ON COLUMN fact_enrol.outcome_cd IS 'P pass, F fail, D deferred; null = not decided yet';
INSERT INTO fact_enrol
SELECT row_number() OVER (ORDER BY ed, no, sect_sk) + 700000, sk, no, sect_sk, ed, dr, mk, CASE WHEN mk IS NULL THEN CASE WHEN over AND dr IS NULL AND pg_temp.f(h, 'df') < 0.8 THEN 'D' END WHEN mk >= 40 THEN 'P' ELSE 'F' END, CASE WHEN pg_temp.f(h, 'at') < 0.06 THEN 2 ELSE 1 END,
 CASE WHEN mk IS NOT NULL THEN least(end_dt + make_interval(days => 6 + (h % 20)::int, hours => 9 + (h % 8)::int), now()::timestamp) END
FROM (
  SELECT z.*, CASE WHEN over AND dr IS NULL AND pg_temp.f(h, 'mk') > 0.035 THEN round((26 + 66 * power(pg_temp.f(h, 'mk2'), 0.75) - CASE WHEN crs_sk % 7 = 0 THEN 9 ELSE 0 END)::numeric, 1) END AS mk
  FROM (
    SELECT s0.no, sx.sk, e.sect_sk, e.crs_sk, t.end_dt, h, t.start_dt - 12 + (h % 20)::int AS ed, t.end_dt < current_date - 5 AS over,
      CASE WHEN pg_temp.f(h, 'dr') < 0.055 AND t.start_dt + 10 + (h % 50)::int < current_date THEN t.start_dt + 10 + (h % 50)::int END AS dr,
      row_number() OVER (PARTITION BY s0.i, t.term_sk ORDER BY CASE WHEN c.org_sk = p.org_sk THEN pg_temp.f(h, 'ch') * 0.5 WHEN c.org_sk / 10 = p.org_sk / 10 THEN pg_temp.f(h, 'ch') ELSE 0.45 + pg_temp.f(h, 'ch') END) AS r, s0.i, t.term_cd
    FROM st0 s0 JOIN dim_prog p USING (prog_sk) JOIN dim_term t ON t.start_dt >= s0.start_dt AND t.start_dt <= current_date + 5 AND t.acad_yr < s0.acad_yr + CASE p.lvl_cd WHEN 'T' THEN 1 ELSE 3 END
    JOIN dim_sect e ON e.term_sk = t.term_sk AND NOT e.cancel_flg AND e.sect_no = CASE WHEN s0.i % 3 = 0 AND e.crs_sk % 3 = 0 THEN 2 ELSE 1 END JOIN dim_crs c USING (crs_sk)
    CROSS JOIN LATERAL (SELECT s0.i * 10000::bigint + e.sect_sk % 10000 AS h) AS hh
    CROSS JOIN LATERAL (SELECT d.stud_sk AS sk, d.status_cd FROM dim_student d WHERE d.stud_no = s0.no AND d.eff_from <= t.start_dt AND (d.eff_to IS NULL OR d.eff_to >= t.start_dt) ORDER BY d.eff_from LIMIT 1) AS sx
    WHERE p.lvl_cd <> 'R' AND sx.status_cd = 'EN'
  ) AS z WHERE r <= CASE WHEN term_cd LIKE '%U' THEN CASE WHEN i % 6 = 0 THEN 1 ELSE 0 END ELSE 2 + i % 2 END AND ed <= current_date
) AS y;

CREATE TABLE fact_applic (applic_sk integer PRIMARY KEY, applic_no varchar(9) NOT NULL, cand_nm varchar(50) NOT NULL, prog_sk integer NOT NULL, intake_term_sk integer NOT NULL, fee_status_cd char(1) NOT NULL, chan_cd char(1) NOT NULL, tariff_pts smallint, recv_dt date NOT NULL, reader_staff_sk integer, decis_cd char(1), decis_dt date, reply_cd char(1), reply_dt date, stud_no varchar(8));
COMMENT ON TABLE fact_applic IS 'Applications for admission';
COMMENT ON COLUMN fact_applic.chan_cd IS 'C central clearing service, D direct, A agent';
COMMENT ON COLUMN fact_applic.tariff_pts IS 'entry points from school leaving exams; null for postgraduates';
COMMENT ON COLUMN fact_applic.reader_staff_sk IS 'admissions tutor who read it';
COMMENT ON COLUMN fact_applic.decis_cd IS 'U unconditional offer, C conditional offer, R rejected, W withdrawn by the candidate; null = still open';
COMMENT ON COLUMN fact_applic.reply_cd IS 'reply of the candidate to an offer: A accepted, D declined; null = no reply';
COMMENT ON COLUMN fact_applic.stud_no IS 'filled when the candidate enrolled';
INSERT INTO fact_applic
SELECT row_number() OVER (ORDER BY rd, key) + 90000, 'AP' || 100000 + row_number() OVER (ORDER BY rd, key), nm, prog_sk, term_sk, fs, CASE WHEN fs = 'O' AND pg_temp.f(key, 'ac') < 0.6 THEN 'A' WHEN lvl_cd = 'U' AND pg_temp.f(key, 'ac') < 0.85 THEN 'C' ELSE 'D' END,
 CASE WHEN lvl_cd = 'U' THEN 72 + 8 * floor(12 * pg_temp.f(key, 'tp'))::int END, rd, CASE WHEN dd IS NOT NULL OR key % 3 = 0 THEN 1001 + floor(60 * power(pg_temp.f(key, 'rdr'), 1.5))::int END,
 CASE WHEN dd IS NOT NULL THEN dc END, dd, CASE WHEN rp <= current_date THEN rc END, CASE WHEN rp <= current_date AND rc IS NOT NULL THEN rp END, sno
FROM (
  SELECT *, CASE WHEN dc IS NOT NULL AND d1 <= current_date THEN d1 END AS dd, CASE WHEN dc IN ('U','C') THEN d1 + 4 + floor(55 * pg_temp.f(key, 'rp'))::int END AS rp
  FROM (
    SELECT x.*, rd + 5 + floor(70 * power(pg_temp.f(key, 'dd'), 1.4))::int AS d1,
      CASE WHEN sno IS NOT NULL THEN CASE WHEN pg_temp.f(key, 'dc') < 0.4 THEN 'U' ELSE 'C' END WHEN pg_temp.f(key, 'dc') < 0.12 THEN 'U' WHEN pg_temp.f(key, 'dc') < 0.46 THEN 'C' WHEN pg_temp.f(key, 'dc') < 0.9 THEN 'R' WHEN pg_temp.f(key, 'dc') < 0.95 THEN 'W' END AS dc,
      CASE WHEN sno IS NOT NULL THEN 'A' WHEN pg_temp.f(key, 'rc') < 0.2 THEN 'A' WHEN pg_temp.f(key, 'rc') < 0.75 THEN 'D' END AS rc
    FROM (
      SELECT s0.i AS key, s0.no AS sno, d.given_nm || ' ' || d.family_nm AS nm, s0.prog_sk, s0.term_sk, s0.fs, s0.lvl_cd, s0.start_dt - 150 - floor(190 * pg_temp.f(s0.i, 'rv'))::int AS rd
      FROM st0 s0 JOIN LATERAL (SELECT * FROM dim_student d WHERE d.stud_no = s0.no LIMIT 1) AS d ON true WHERE s0.acad_yr > (SELECT min(acad_yr) FROM dim_term)
      UNION ALL
      SELECT 100000 + i, NULL, (ARRAY['Aaron','Bettina','Carlos','Divya','Emeka','Flora','Gethin','Hana','Ibrahim','Juno','Kirsty','Luca'])[1 + i % 12] || ' ' || (ARRAY['Abbot','Baines','Chandra','Drummond','Eze','Fonseca','Gill','Hoang','Innes','Jha','Kaplan','Lowe','Moyo'])[1 + (i * 5) % 13],
        p.prog_sk, t.term_sk, CASE WHEN p.intl_fee_p IS NOT NULL AND pg_temp.f(i, 'xo') < 0.34 THEN 'O' ELSE 'H' END, p.lvl_cd, t.start_dt - 60 - floor(290 * pg_temp.f(i, 'xr'))::int
      FROM generate_series(1, 1500) AS i JOIN dim_prog p ON p.prog_sk = 1 + floor(19 * power(pg_temp.f(i, 'xp'), 1.3))::int JOIN dim_term t ON t.term_cd LIKE '%A' AND t.acad_yr = (SELECT min(acad_yr) FROM dim_term) + 1 + floor(4 * pg_temp.f(i, 'xt'))::int
      WHERE p.last_intake_yr IS NULL OR p.last_intake_yr >= t.acad_yr
    ) AS x WHERE rd <= current_date
  ) AS y
) AS z;

CREATE TABLE fact_charge (charge_sk integer PRIMARY KEY, stud_no varchar(8) NOT NULL, term_sk integer NOT NULL, chg_typ varchar(3) NOT NULL, amt_p bigint NOT NULL, post_dt date NOT NULL, due_dt date NOT NULL, void_flg boolean NOT NULL);
COMMENT ON TABLE fact_charge IS 'Fees charged to students';
COMMENT ON COLUMN fact_charge.chg_typ IS 'TUI tuition, ACM accommodation, LIB library fine, LAT late payment fee, BUR bursary or discount (negative)';
COMMENT ON COLUMN fact_charge.amt_p IS 'amount in pence';
COMMENT ON COLUMN fact_charge.void_flg IS 'true = cancelled, never to be counted';
INSERT INTO fact_charge
SELECT row_number() OVER (ORDER BY post_dt, no, ty) + 300000, no, term_sk, ty, am, post_dt, post_dt + CASE ty WHEN 'LIB' THEN 14 ELSE 30 END, pg_temp.f(h, 'vd' || ty) < 0.025
FROM (
  SELECT s0.no, t.term_sk, v.ty, s0.i * 100 + t.term_sk AS h, t.start_dt + CASE v.ty WHEN 'LIB' THEN 30 + s0.i % 60 WHEN 'LAT' THEN 45 ELSE s0.i % 9 END AS post_dt,
   CASE v.ty WHEN 'TUI' THEN (CASE s0.fs WHEN 'O' THEN p.intl_fee_p ELSE p.home_fee_p END) / 2 WHEN 'ACM' THEN 248000 + 21000 * (s0.i % 5) WHEN 'LIB' THEN 250 + 50 * (s0.i % 40) WHEN 'LAT' THEN 7500 ELSE -50000 - 25000 * (s0.i % 5) END::bigint AS am
  FROM st0 s0 JOIN dim_prog p USING (prog_sk) JOIN dim_term t ON t.start_dt >= s0.start_dt AND t.start_dt <= current_date AND t.term_cd NOT LIKE '%U' AND t.acad_yr < s0.acad_yr + CASE p.lvl_cd WHEN 'T' THEN 1 ELSE 3 END
  JOIN (VALUES ('TUI',1.0),('ACM',0.3),('LIB',0.13),('LAT',0.06),('BUR',0.16)) AS v(ty, pr) ON pg_temp.f(s0.i * 100 + CASE WHEN v.ty IN ('ACM','BUR') THEN t.acad_yr ELSE t.term_sk END, v.ty) < v.pr
  JOIN LATERAL (SELECT 1 FROM dim_student d WHERE d.stud_no = s0.no AND d.status_cd = 'EN' AND d.eff_from <= t.start_dt AND (d.eff_to IS NULL OR d.eff_to >= t.start_dt) LIMIT 1) AS ok ON true
) AS a WHERE post_dt <= current_date;

CREATE TABLE fact_pymt (pymt_sk integer PRIMARY KEY, charge_sk integer, stud_no varchar(8) NOT NULL, amt_p bigint NOT NULL, recv_dt date NOT NULL, book_dt date, meth_cd char(2) NOT NULL, payer_cd char(1) NOT NULL);
COMMENT ON TABLE fact_pymt IS 'Payments received';
COMMENT ON COLUMN fact_pymt.charge_sk IS 'charge it settles; null = not matched yet';
COMMENT ON COLUMN fact_pymt.amt_p IS 'amount in pence; refunds are negative';
COMMENT ON COLUMN fact_pymt.book_dt IS 'day it reached the ledger, null while in transit';
COMMENT ON COLUMN fact_pymt.meth_cd IS 'CC card, BT bank transfer, DD direct debit';
COMMENT ON COLUMN fact_pymt.payer_cd IS 'S student or family, L student loan company, E employer or sponsor';
INSERT INTO fact_pymt
SELECT row_number() OVER (ORDER BY rd, charge_sk, k) + 600000, CASE WHEN (charge_sk + k) % 61 <> 0 THEN charge_sk END, stud_no, am, rd, CASE WHEN rd + charge_sk % 4 <= current_date THEN rd + charge_sk % 4 END, mt, pc
FROM (
  SELECT c.charge_sk, c.stud_no, k, CASE WHEN k = 3 THEN -(c.amt_p / 10) WHEN n = 1 THEN c.amt_p WHEN k = 1 THEN c.amt_p * 2 / 5 ELSE c.amt_p - c.amt_p * 2 / 5 END AS am,
   c.due_dt - 25 + floor(60 * power(pg_temp.f(c.charge_sk, 'pd'), 1.3))::int + (k - 1) * 35 AS rd, (ARRAY['BT','CC','DD','DD','CC'])[1 + floor(5 * pg_temp.f(c.charge_sk, 'mt'))::int] AS mt,
   CASE WHEN c.chg_typ = 'TUI' AND c.amt_p = 462500 AND pg_temp.f(c.charge_sk, 'pc') < 0.7 THEN 'L' WHEN pg_temp.f(c.charge_sk, 'pc') > 0.94 THEN 'E' ELSE 'S' END AS pc
  FROM fact_charge c CROSS JOIN LATERAL (SELECT CASE WHEN c.chg_typ IN ('TUI','ACM') AND pg_temp.f(c.charge_sk, 'np') < 0.3 THEN 2 ELSE 1 END AS n) AS y CROSS JOIN generate_series(1, 3) AS k
  WHERE c.amt_p > 0 AND NOT c.void_flg AND ((k <= n AND pg_temp.f(c.charge_sk + k, 'px') > 0.08) OR (k = 3 AND c.charge_sk % 67 = 0))
) AS p WHERE rd <= current_date;

CREATE TABLE fact_attend (sect_sk integer NOT NULL, wk_start_dt date NOT NULL, expect_cnt smallint NOT NULL, present_cnt smallint NOT NULL, PRIMARY KEY (sect_sk, wk_start_dt));
COMMENT ON TABLE fact_attend IS 'Attendance by section and teaching week (campus and blended sections only)';
INSERT INTO fact_attend
SELECT s.sect_sk, w, n, round(n * (0.93 - 0.02 * wk - 0.25 * power(pg_temp.f(s.sect_sk * 20 + wk, 'att'), 2) - CASE WHEN s.crs_sk % 6 = 1 THEN 0.08 ELSE 0 END))::int
FROM dim_sect s JOIN dim_term t USING (term_sk) JOIN (SELECT sect_sk, count(*) AS n FROM fact_enrol WHERE drop_dt IS NULL GROUP BY 1) AS e USING (sect_sk) CROSS JOIN generate_series(1, 11) AS wk
CROSS JOIN LATERAL (SELECT (date_trunc('week', t.start_dt + 14)::date + 7 * (wk - 1))::date AS w) AS x
WHERE s.deliv_cd <> 'O' AND right(t.term_cd, 1) <> 'U' AND w < current_date - 6;

CREATE TABLE bridge_sect_staff (sect_sk integer NOT NULL, staff_sk integer NOT NULL, duty_cd char(1) NOT NULL, wk_hrs numeric(3,1) NOT NULL, PRIMARY KEY (sect_sk, staff_sk));
COMMENT ON TABLE bridge_sect_staff IS 'Who teaches in a section and for how many hours a week';
COMMENT ON COLUMN bridge_sect_staff.duty_cd IS 'L lecture, T tutorial, M marking';
INSERT INTO bridge_sect_staff SELECT sect_sk, lead_staff_sk, 'L', 1.5 + (sect_sk % 7) * 0.5 FROM dim_sect WHERE lead_staff_sk IS NOT NULL AND NOT cancel_flg;
INSERT INTO bridge_sect_staff SELECT sect_sk, 1015 + floor(75 * pg_temp.f(sect_sk, 'tt'))::int, CASE WHEN sect_sk % 4 = 0 THEN 'M' ELSE 'T' END, 1 + (sect_sk % 5) * 0.5 FROM dim_sect WHERE NOT cancel_flg AND pg_temp.f(sect_sk, 'ht') < 0.55 ON CONFLICT DO NOTHING;
ANALYZE;
