SELECT email FROM users WHERE status = 'active' AND city = 'Riga'
SELECT u.email, u.created_at FROM users AS u WHERE u.created_at > '2026-01-01' ORDER BY u.created_at DESC LIMIT 50
SELECT city, count(*) AS people FROM users WHERE country = 'Kenya' GROUP BY city HAVING count(*) > 5 ORDER BY people DESC
SELECT status, sum(total) AS worth, avg(total) AS mean FROM orders GROUP BY status ORDER BY worth DESC
SELECT name, price FROM products WHERE category IN ('Books', 'Toys') AND price < 20 ORDER BY price
SELECT category, min(price) AS cheapest, max(price) AS dearest FROM products GROUP BY category
SELECT p.name, i.quantity FROM order_items AS i JOIN products AS p ON p.id = i.product_id WHERE i.order_id = 17
SELECT u.country, sum(o.total) AS revenue FROM orders AS o JOIN users AS u ON u.id = o.user_id WHERE o.status <> 'cancelled' GROUP BY u.country ORDER BY revenue DESC LIMIT 10
SELECT u.name FROM users AS u LEFT JOIN orders AS o ON o.user_id = u.id WHERE o.id IS NULL
SELECT o.id, sum(i.quantity * i.unit_price) AS items, o.total FROM orders AS o JOIN order_items AS i ON i.order_id = o.id GROUP BY o.id, o.total
SELECT p.category, sum(i.quantity) AS pieces FROM order_items AS i JOIN products AS p ON p.id = i.product_id JOIN orders AS o ON o.id = i.order_id WHERE o.created_at >= '2026-07-01' GROUP BY p.category
SELECT count(DISTINCT user_id) AS buyers FROM orders WHERE status = 'paid'
SELECT user_id, count(*) AS orders FROM orders GROUP BY user_id HAVING count(*) >= 3
SELECT lower(email) AS email, length(name) AS letters FROM users WHERE email IS NOT NULL
SELECT name, CASE WHEN price > 100 THEN 'dear' WHEN price > 20 THEN 'usual' ELSE 'cheap' END AS band FROM products
SELECT upper(country) AS land, count(*) FROM users GROUP BY upper(country)
SELECT name FROM products WHERE id NOT IN (SELECT product_id FROM order_items)
SELECT avg(total) FROM orders WHERE user_id IN (SELECT id FROM users WHERE city = 'Nairobi')
SELECT id, total FROM orders WHERE total > (SELECT avg(total) FROM orders) ORDER BY total DESC
SELECT country, count(*) FILTER (WHERE status = 'active') AS active FROM users GROUP BY country
SELECT id, total, rank() OVER (PARTITION BY user_id ORDER BY total DESC) AS place FROM orders
SELECT id, created_at, row_number() OVER (ORDER BY created_at) AS n FROM orders
WITH spent AS (SELECT user_id, sum(total) AS worth FROM orders GROUP BY user_id) SELECT u.name, s.worth FROM spent AS s JOIN users AS u ON u.id = s.user_id ORDER BY s.worth DESC LIMIT 20
WITH sold AS (SELECT product_id, sum(quantity) AS pieces FROM order_items GROUP BY product_id) SELECT products.name, sold.pieces FROM sold JOIN products ON products.id = sold.product_id WHERE sold.pieces > 100
WITH firsts AS (SELECT user_id, min(created_at) AS first_order FROM orders GROUP BY user_id), active AS (SELECT id FROM users WHERE status = 'active') SELECT count(*) FROM firsts JOIN active ON active.id = firsts.user_id
SELECT * FROM orders WHERE created_at BETWEEN '2026-03-01' AND '2026-03-31' AND status IN ('paid', 'booked')
SELECT DISTINCT status FROM orders ORDER BY status
SELECT name FROM users WHERE name LIKE 'A%' OR name LIKE 'B%'
SELECT coalesce(city, 'unknown') AS place, count(*) AS people FROM users GROUP BY city ORDER BY people DESC
SELECT round(avg(unit_price), 2) AS mean FROM order_items WHERE quantity > 1
SELECT first_name, last_name, date_of_birth FROM pupils ORDER BY date_of_birth DESC LIMIT 10
SELECT p.last_name, c.name AS class FROM pupils AS p JOIN classes AS c ON c.id = p.class_id WHERE c.grade = 7 ORDER BY p.last_name
SELECT c.name, r.label FROM classes AS c LEFT JOIN rooms AS r ON r.id = c.room_id WHERE c.school_year = 2026
SELECT t.first_name, t.last_name, count(*) AS classes FROM teachers AS t JOIN classes AS c ON c.teacher_id = t.id GROUP BY t.first_name, t.last_name ORDER BY classes DESC
SELECT s.title, max(m.points) AS best, min(m.points) AS worst FROM marks AS m JOIN subjects AS s ON s.id = m.subject_id GROUP BY s.title
SELECT pupils.last_name, avg(marks.points) AS average FROM marks JOIN pupils ON pupils.id = marks.pupil_id GROUP BY pupils.last_name HAVING avg(marks.points) > 80 ORDER BY average DESC
SELECT s.department, count(*) AS subjects FROM subjects AS s GROUP BY s.department
SELECT label, number_of_seats FROM rooms WHERE number_of_seats >= 24 ORDER BY number_of_seats
SELECT last_name FROM teachers WHERE id NOT IN (SELECT teacher_id FROM classes)
SELECT c.grade, count(p.id) AS pupils FROM classes AS c LEFT JOIN pupils AS p ON p.class_id = c.id GROUP BY c.grade ORDER BY c.grade
SELECT m.given_on, count(*) AS marks FROM marks AS m WHERE m.given_on >= '2026-09-01' GROUP BY m.given_on ORDER BY m.given_on
SELECT p.first_name, m.points FROM pupils AS p JOIN marks AS m ON m.pupil_id = p.id JOIN subjects AS s ON s.id = m.subject_id WHERE s.title = 'Physics' AND m.points < 50
SELECT first_name || ' ' || last_name AS pupil FROM pupils WHERE class_id = 3
SELECT class_id, count(*) AS pupils FROM pupils GROUP BY class_id HAVING count(*) > 25
SELECT grade, school_year, count(*) FROM classes GROUP BY grade, school_year ORDER BY school_year DESC, grade
WITH averages AS (SELECT pupil_id, avg(points) AS average FROM marks GROUP BY pupil_id) SELECT p.last_name, a.average FROM averages AS a JOIN pupils AS p ON p.id = a.pupil_id WHERE a.average < 40
SELECT last_name FROM pupils UNION ALL SELECT last_name FROM teachers ORDER BY last_name
SELECT pupil_id, points, points - lag(points) OVER (PARTITION BY pupil_id ORDER BY given_on) AS change FROM marks
SELECT name FROM classes WHERE EXISTS (SELECT 1 FROM pupils WHERE pupils.class_id = classes.id)
SELECT title FROM subjects WHERE department = 'science' ORDER BY title
SELECT name, telephone FROM patients WHERE born_on < '1950-01-01' ORDER BY name
SELECT w.name, w.number_of_beds - count(b.id) AS missing FROM wards AS w LEFT JOIN ward_beds AS b ON b.ward_id = w.id GROUP BY w.name, w.number_of_beds
SELECT p.name, a.admitted_on, a.discharged_on FROM admissions AS a JOIN patients AS p ON p.id = a.patient_id JOIN wards AS w ON w.id = a.ward_id WHERE w.floor = 3
SELECT w.floor, count(*) AS admissions FROM admissions AS a JOIN wards AS w ON w.id = a.ward_id WHERE a.admitted_on >= '2026-01-01' GROUP BY w.floor ORDER BY admissions DESC
SELECT d.department, count(*) AS appointments FROM appointments AS a JOIN doctors AS d ON d.id = a.doctor_id WHERE a.status = 'booked' GROUP BY d.department ORDER BY appointments DESC
SELECT d.name, min(a.starts_at) AS next FROM doctors AS d JOIN appointments AS a ON a.doctor_id = d.id WHERE a.starts_at > '2026-11-01' GROUP BY d.name
SELECT name FROM patients WHERE id IN (SELECT patient_id FROM visits WHERE started_at >= '2026-10-01')
SELECT v.doctor_name, count(*) AS visits FROM visits AS v GROUP BY v.doctor_name HAVING count(*) > 10 ORDER BY visits DESC
SELECT avg(discharged_on - admitted_on) AS days FROM admissions WHERE discharged_on IS NOT NULL
SELECT ward_id, count(*) AS beds FROM ward_beds GROUP BY ward_id ORDER BY beds DESC LIMIT 1
SELECT p.name, count(*) AS visits FROM visits AS v JOIN patients AS p ON p.id = v.patient_id GROUP BY p.name ORDER BY visits DESC LIMIT 5
SELECT name, department FROM doctors WHERE department IN ('cardiology', 'neurology') ORDER BY department, name
SELECT a.starts_at, p.name AS patient, d.name AS doctor FROM appointments AS a JOIN patients AS p ON p.id = a.patient_id JOIN doctors AS d ON d.id = a.doctor_id ORDER BY a.starts_at
SELECT status, count(*) FROM appointments WHERE starts_at BETWEEN '2026-11-01' AND '2026-11-30' GROUP BY status
SELECT name FROM wards WHERE number_of_beds > (SELECT avg(number_of_beds) FROM wards)
SELECT patient_id FROM admissions WHERE emergency = TRUE AND discharged_on IS NULL
SELECT p.name FROM patients AS p WHERE NOT EXISTS (SELECT 1 FROM visits AS v WHERE v.patient_id = p.id)
WITH stays AS (SELECT ward_id, discharged_on - admitted_on AS days FROM admissions) SELECT wards.name, avg(stays.days) AS average FROM stays JOIN wards ON wards.id = stays.ward_id GROUP BY wards.name
SELECT name, number_of_beds, rank() OVER (ORDER BY number_of_beds DESC) AS place FROM wards
SELECT telephone FROM doctors UNION SELECT telephone FROM patients
SELECT id, name, CASE WHEN number_of_beds >= 20 THEN 'large' ELSE 'small' END AS size FROM wards ORDER BY size
SELECT o.created_at, u.name, o.total FROM orders AS o JOIN users AS u ON u.id = o.user_id WHERE u.status = 'active' AND o.total >= 100 ORDER BY o.created_at DESC LIMIT 25
SELECT products.category, count(*) AS items FROM products WHERE price IS NOT NULL GROUP BY products.category
SELECT order_id, max(unit_price) AS dearest FROM order_items GROUP BY order_id
SELECT u.country, u.city, count(o.id) AS orders FROM users AS u LEFT JOIN orders AS o ON o.user_id = u.id GROUP BY u.country, u.city ORDER BY orders DESC, u.country
SELECT count(*) AS cancelled FROM orders WHERE status = 'cancelled' AND created_at >= '2026-10-01'
SELECT name, email FROM users WHERE email NOT LIKE '%@example.com' ORDER BY name
SELECT users.name, orders.total FROM users JOIN orders ON orders.user_id = users.id WHERE orders.total > 500 OR users.status = 'suspended'
SELECT sum(quantity * unit_price) AS revenue FROM order_items WHERE product_id = 4
SELECT p.name, p.price, avg(i.unit_price) AS paid FROM products AS p JOIN order_items AS i ON i.product_id = p.id GROUP BY p.name, p.price HAVING avg(i.unit_price) < p.price
SELECT nullif(city, '') AS city FROM users LIMIT 5
SELECT substr(created_at, 1, 7) AS month, sum(total) AS revenue FROM orders GROUP BY substr(created_at, 1, 7) ORDER BY month
SELECT substr(created_at, 1, 4) AS year, status, count(*) AS orders FROM orders GROUP BY year, status ORDER BY year
SELECT cast(total AS integer) AS total FROM orders ORDER BY total DESC LIMIT 3
SELECT id FROM orders WHERE created_at < '2026-01-01' LIMIT 10 OFFSET 20
SELECT a.id, b.id FROM orders AS a JOIN orders AS b ON b.user_id = a.user_id WHERE a.id < b.id
SELECT u.name, o.total FROM users AS u CROSS JOIN orders AS o LIMIT 4
SELECT sum(total) OVER (ORDER BY created_at) AS running, created_at FROM orders
SELECT ntile(4) OVER (ORDER BY total) AS quarter, total FROM orders
SELECT status, count(*) * 100 / sum(count(*)) OVER () AS share FROM orders GROUP BY status
SELECT name FROM users EXCEPT SELECT name FROM patients
SELECT id FROM users INTERSECT SELECT user_id FROM orders
SELECT price, name FROM products ORDER BY price DESC NULLS LAST
SELECT abs(total) AS size FROM orders WHERE total < 0
SELECT max(price) - min(price) AS spread FROM products WHERE category = 'Books'
SELECT x.name FROM (SELECT name, price FROM products WHERE price > 50) AS x ORDER BY x.price
SELECT country FROM (SELECT country, count(*) AS n FROM users GROUP BY country) AS c WHERE c.n > 100
SELECT starts_at FROM appointments WHERE doctor_id = 4 AND status <> 'cancelled' ORDER BY starts_at LIMIT 1
SELECT points FROM marks WHERE subject_id IN (SELECT id FROM subjects WHERE title = 'Biology') ORDER BY points DESC
SELECT pupils.first_name, subjects.title, marks.points FROM marks JOIN pupils ON pupils.id = marks.pupil_id JOIN subjects ON subjects.id = marks.subject_id WHERE pupils.class_id = 2 ORDER BY pupils.first_name, subjects.title
