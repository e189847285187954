-- Memberships that hold from a first to a last day, which may not be known yet.
CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT NOT NULL);
INSERT INTO members VALUES (1,'Ines','Porto'),(2,'Rui','Porto'),(3,'Marta','Braga'),(4,'Tomas','Faro');
CREATE TABLE memberships (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members, plan TEXT NOT NULL, starts_on DATE NOT NULL, ends_on DATE);
INSERT INTO memberships VALUES (1,1,'year','2026-01-10',NULL),(2,2,'month','2025-03-01','2025-12-31'),(3,3,'year','2026-12-01','2027-11-30'),(4,3,'month','2026-02-01','2026-04-30');
CREATE TABLE closures (id INTEGER PRIMARY KEY, room TEXT NOT NULL, closed_on DATE NOT NULL, is_announced BOOLEAN NOT NULL);
INSERT INTO closures VALUES (1,'pool','2026-03-01',1),(2,'pool','2026-06-11',0),(3,'weights','2026-09-20',0);
