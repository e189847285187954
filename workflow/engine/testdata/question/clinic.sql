-- A clinic, made for these questions: people with dates of birth, keys that are compared by mistake, dates that lie apart.
CREATE TABLE departments (department_id INTEGER PRIMARY KEY, name TEXT NOT NULL, floor INTEGER NOT NULL);
INSERT INTO departments VALUES (1, 'Cardiology', 1), (2, 'Neurology', 1), (3, 'Surgery', 2), (4, 'Paediatrics', 3);

CREATE TABLE rooms (room_id INTEGER PRIMARY KEY, department_id INTEGER NOT NULL REFERENCES departments, beds INTEGER NOT NULL);
INSERT INTO rooms VALUES (1, 1, 2), (2, 1, 4), (3, 2, 3), (4, 3, 1), (5, 3, 6), (6, 4, 5);

CREATE TABLE doctors (doctor_id INTEGER PRIMARY KEY, department_id INTEGER NOT NULL REFERENCES departments,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, salary REAL NOT NULL, hired_on DATE NOT NULL);
INSERT INTO doctors VALUES
  (1, 1, 'Ada', 'Okoro', 9000, '2011-03-01'), (2, 1, 'Ben', 'Lindqvist', 7000, '2019-09-15'), (3, 2, 'Carla', 'Mendes', 8200, '2015-01-10'),
  (4, 2, 'Deniz', 'Aksoy', 6100, '2024-06-01'), (5, 3, 'Eva', 'Novak', 11000, '2008-11-20'), (6, 3, 'Femi', 'Adeyemi', 9500, '2021-02-01'),
  (7, 4, 'Greta', 'Holm', 5900, '2022-05-05');

CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, gender TEXT NOT NULL,
  birth_date DATE NOT NULL, city TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO patients SELECT i, substr('AnnaBoraCiroDinaEmirFayaGinoHana', 1 + 4 * (i % 8), 4), 'Family' || i,
  CASE WHEN i % 3 = 0 THEN 'male' ELSE 'female' END, date('1935-02-03', (i * 251) || ' days'),
  CASE i % 4 WHEN 0 THEN 'Lagos' WHEN 1 THEN 'Porto' WHEN 2 THEN 'Malmo' ELSE 'Izmir' END FROM n;

CREATE TABLE appointments (appointment_id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients,
  doctor_id INTEGER NOT NULL REFERENCES doctors, starts_at DATETIME NOT NULL, status TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
INSERT INTO appointments SELECT i, 1 + i * 7 % 110, 1 + i % 6, datetime('2025-12-01 09:00', (i * 29) || ' hours'),
  CASE WHEN i % 9 = 0 THEN 'missed' WHEN i % 5 = 0 THEN 'cancelled' ELSE 'done' END FROM n;

CREATE TABLE diagnoses (diagnosis_id INTEGER PRIMARY KEY, appointment_id INTEGER NOT NULL REFERENCES appointments, description TEXT NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 90)
INSERT INTO diagnoses SELECT i, i * 3, CASE WHEN i % 2 = 0 THEN 'Asthma' WHEN i % 3 = 0 THEN 'Migraine' ELSE 'Fracture' END FROM n;

CREATE TABLE medications (medication_id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL NOT NULL, requires_prescription BOOLEAN NOT NULL);
INSERT INTO medications VALUES (1, 'Aspirin', 3.5, 0), (2, 'Salbutamol', 12, 1), (3, 'Insulin', 40, 1), (4, 'Triptan', 18.25, 1);

CREATE TABLE prescriptions (prescription_id INTEGER PRIMARY KEY, diagnosis_id INTEGER NOT NULL REFERENCES diagnoses,
  medication_id INTEGER NOT NULL REFERENCES medications, prescribed_on DATE NOT NULL, days INTEGER NOT NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO prescriptions SELECT i, 1 + i * 7 % 90, CASE i % 3 WHEN 0 THEN 1 WHEN 1 THEN 2 ELSE 4 END, date('2026-01-05', (i * 5) || ' days'), 5 + i % 20 FROM n;

CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients, amount REAL NOT NULL,
  issued_on DATE NOT NULL, paid_on DATE);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO invoices SELECT i, 1 + i * 11 % 110, 20 + i * 37 % 400, date('2026-01-02', (i * 8 / 5) || ' days'),
  CASE WHEN i % 6 = 0 THEN NULL ELSE date('2026-01-02', (i * 8 / 5 + 3 + i % 30) || ' days') END FROM n;
