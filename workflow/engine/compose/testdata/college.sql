-- A small college: terms that lie on the calendar, people who advise and people who study.
CREATE TABLE terms (id INTEGER PRIMARY KEY, name TEXT NOT NULL, starts_on DATE NOT NULL, ends_on DATE NOT NULL);
INSERT INTO terms VALUES (1,'Fall 2025','2025-09-01','2026-01-15'),(2,'Spring 2026','2026-02-01','2026-06-30'),(3,'Fall 2026','2026-09-01','2027-01-15');
CREATE TABLE advisors (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, email TEXT);
INSERT INTO advisors VALUES (1,'Ana Brand','a@x'),(2,'Ben Cole','b@x'),(3,'Col Dane','');
CREATE TABLE students (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, country TEXT NOT NULL, advisor_id INTEGER REFERENCES advisors, scholarship REAL);
INSERT INTO students VALUES (1,'Cleo Dunn','Kenya',1,500),(2,'Dag Elm','Norway',1,0),(3,'Eva Fry','Kenya',NULL,NULL),(4,'Finn Gale','Italy',2,900);
CREATE TABLE courses (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
INSERT INTO courses VALUES (1,'Optics'),(2,'Botany'),(3,'Logic');
CREATE TABLE enrollments (id INTEGER PRIMARY KEY, student_id INTEGER NOT NULL REFERENCES students, course_id INTEGER NOT NULL REFERENCES courses, term_id INTEGER NOT NULL REFERENCES terms, grade REAL);
INSERT INTO enrollments VALUES (1,1,1,3,NULL),(2,1,2,2,1.5),(3,2,1,3,NULL),(4,3,3,1,2.0);
CREATE TABLE loans (id INTEGER PRIMARY KEY, student_id INTEGER NOT NULL REFERENCES students, amount REAL NOT NULL, due_on DATE NOT NULL, status TEXT NOT NULL);
INSERT INTO loans VALUES (1,1,300,'2026-10-01','open'),(2,2,200,'2026-09-01','repaid'),(3,4,100,'2027-01-01','open'),(4,4,50,'2026-03-01','cancelled');
CREATE TABLE complaint_types (code TEXT PRIMARY KEY, description TEXT NOT NULL);
INSERT INTO complaint_types VALUES ('N','Noise at night'),('H','Heating broken'),('F','Food hygiene');
CREATE TABLE complaints (id INTEGER PRIMARY KEY, type_code TEXT NOT NULL REFERENCES complaint_types, student_id INTEGER NOT NULL REFERENCES students, received_at DATETIME NOT NULL, closed_at DATETIME);
INSERT INTO complaints VALUES (1,'N',1,'2026-10-01 08:00:00','2026-10-03 09:00:00'),(2,'N',2,'2026-11-01 08:00:00',NULL),(3,'H',3,'2026-11-02 10:00:00','2026-11-02 18:00:00'),(4,'F',4,'2026-11-09 10:00:00',NULL);
