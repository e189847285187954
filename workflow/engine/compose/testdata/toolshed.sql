-- A shed that lends tools: what runs out, what is still there, what is due and not done, and days that reach into what lies ahead.
CREATE TABLE helpers (helper_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, still_here BOOLEAN NOT NULL);
INSERT INTO helpers VALUES (1,'Ida','Berg',1),(2,'Jon','Vik',1),(3,'Kim','Aas',0);
CREATE TABLE members (member_id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, joined_on DATE NOT NULL, expires_on DATE NOT NULL);
INSERT INTO members VALUES (1,'Ana','a@s','2024-01-10','2026-12-10'),(2,'Bo','b@s','2025-03-01','2027-03-01'),(3,'Cy',NULL,'2026-12-01','2027-12-01');
CREATE TABLE tools (tool_id INTEGER PRIMARY KEY, title TEXT NOT NULL, kind TEXT NOT NULL, bought_on DATE NOT NULL, withdrawn_on DATE, keeper_id INTEGER NOT NULL REFERENCES helpers);
INSERT INTO tools VALUES (1,'Belt sander','power','2020-01-01',NULL,1),(2,'Hand saw','hand','2019-01-01','2025-01-01',2),(3,'Drill','power','2022-01-01',NULL,2);
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, supplier_name TEXT NOT NULL, contract_end_date DATE);
INSERT INTO suppliers VALUES (1,'Hammer and Sons','2026-12-20'),(2,'Blades Ltd','2027-06-30');
CREATE TABLE purchases (purchase_id INTEGER PRIMARY KEY, supplier_id INTEGER NOT NULL REFERENCES suppliers, ordered_on DATE NOT NULL, expected_on DATE NOT NULL, delivered_on DATE, due_on DATE, is_paid BOOLEAN NOT NULL, cost NUMERIC NOT NULL);
INSERT INTO purchases VALUES (1,1,'2026-09-01','2026-09-10','2026-09-12','2026-10-12',0,120),(2,2,'2026-10-01','2026-10-20',NULL,NULL,0,80),(3,2,'2026-08-01','2026-08-10','2026-08-09','2026-09-09',1,45);
CREATE TABLE chores (chore_id INTEGER PRIMARY KEY, title TEXT NOT NULL, priority TEXT NOT NULL, helper_id INTEGER NOT NULL REFERENCES helpers, entered_on DATE NOT NULL, chore_date DATE NOT NULL, is_done BOOLEAN NOT NULL);
INSERT INTO chores VALUES (1,'Oil the saws','high',1,'2026-10-01','2026-11-01',0),(2,'Sweep','low',2,'2026-10-02','2026-10-30',1),(3,'Sharpen','high',2,'2026-11-01','2026-12-04',0);
CREATE TABLE passes (pass_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, status TEXT NOT NULL, starts_on DATE NOT NULL, ends_on DATE);
INSERT INTO passes VALUES (1,1,'active','2024-01-10',NULL),(2,2,'cancelled','2025-03-01','2026-05-31'),(3,3,'cancelled','2023-12-01','2025-12-01');
CREATE TABLE workshops (workshop_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, status TEXT NOT NULL, booked_at TIMESTAMP NOT NULL, reserved_for TIMESTAMP NOT NULL);
INSERT INTO workshops VALUES (1,1,'attended','2026-08-20 10:00:00','2026-09-02 18:00:00'),(2,2,'no_show','2026-09-25 10:00:00','2026-10-03 18:00:00'),(3,2,'cancelled','2026-10-25 10:00:00','2026-12-03 18:00:00');
CREATE TABLE hires (hire_id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, tool_id INTEGER NOT NULL REFERENCES tools, state TEXT NOT NULL, hired_on DATE NOT NULL, revoked_on DATE);
INSERT INTO hires VALUES (1,1,1,'returned','2026-08-20',NULL),(2,2,3,'revoked','2025-12-20','2026-01-03'),(3,3,1,'out','2026-11-20',NULL);
