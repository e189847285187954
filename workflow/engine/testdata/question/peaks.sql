-- Peaks and the huts below them.
CREATE TABLE peak (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, height INTEGER NOT NULL, first_climbed INTEGER);
INSERT INTO peak VALUES (1,'Weisshorn','Switzerland',4506,1861),(2,'Rigi','Switzerland',1798,NULL),(3,'Monte Viso','Italy',3841,1861),(4,'Ortler','Italy',3905,1804),(5,'Triglav','Slovenia',2864,1778),(6,'Snowdon','Wales',1085,NULL);
CREATE TABLE hut (id INTEGER PRIMARY KEY, name TEXT NOT NULL, peak_id INTEGER REFERENCES peak, beds INTEGER NOT NULL, night_price NUMERIC NOT NULL, status TEXT NOT NULL);
INSERT INTO hut VALUES (1,'Top Hut',1,30,45,'open'),(2,'Old Hut',1,12,20,'closed'),(3,'Blue Hut',3,60,38,'open'),(4,'Lake Hut',4,80,52,'open'),(5,'Crow Hut',5,25,30,'closed');
