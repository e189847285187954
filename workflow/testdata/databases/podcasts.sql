-- Podcasts: hosts, shows, episodes, sponsors and the slots that they bought.
CREATE TABLE host (host_id integer PRIMARY KEY, full_name text NOT NULL, city text NOT NULL, started date NOT NULL);
INSERT INTO host VALUES (1,'Ruth Adeyemi','Lagos','2019-03-01'),(2,'Per Lindqvist','Malmö','2020-06-15'),(3,'Carla Núñez','Quito','2018-01-10'),(4,'Ian Webb','Leeds','2022-09-05'),(5,'Mina Sato','Osaka','2021-11-20');
CREATE TABLE show (show_id integer PRIMARY KEY, title text NOT NULL, genre text NOT NULL, host_id integer NOT NULL REFERENCES host, launched date NOT NULL);
INSERT INTO show VALUES (1,'Night Trains','Travel',1,'2021-02-01'),(2,'Cold Coffee','Comedy',2,'2020-09-01'),(3,'Ledger Lines','Business',3,'2019-05-01'),(4,'Deep Roots','Science',3,'2022-01-15'),(5,'Half Time','Sport',4,'2023-03-20'),(6,'Paper Moon','Culture',5,'2022-07-07'),(7,'Slow Water','Science',1,'2024-04-04'),(8,'Street Food','Travel',4,'2025-01-01');
CREATE TABLE episode (episode_id integer PRIMARY KEY, show_id integer NOT NULL REFERENCES show, name text NOT NULL, minutes integer NOT NULL, downloads integer NOT NULL, released date NOT NULL);
INSERT INTO episode SELECT n, 1 + n % 8, 'Episode ' || n, 18 + (n * 17) % 53, 500 + (n * n * 37) % 9001, DATE '2026-11-20' - n * 3 FROM generate_series(1, 240) n;
CREATE TABLE sponsor (sponsor_id integer PRIMARY KEY, company text NOT NULL, industry text NOT NULL, country text NOT NULL);
INSERT INTO sponsor VALUES (1,'Brightly','Software','Sweden'),(2,'Oatfield','Food','United Kingdom'),(3,'Nimbus Bank','Finance','Nigeria'),(4,'Trailhead','Clothing','Canada'),(5,'Kettle & Co','Food','United Kingdom'),(6,'Lumo','Energy','Japan');
CREATE TABLE slot (slot_id integer PRIMARY KEY, episode_id integer NOT NULL REFERENCES episode, sponsor_id integer NOT NULL REFERENCES sponsor, seconds integer NOT NULL, fee numeric(8,2) NOT NULL);
INSERT INTO slot SELECT n, 1 + (n * 7) % 240, 1 + (n * 5 + n / 40) % 6, (ARRAY[15,30,60])[1 + n % 3], 120 + (n * 53) % 611 FROM generate_series(1, 400) n;
