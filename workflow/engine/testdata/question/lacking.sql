CREATE TABLE brokers (broker_id INTEGER PRIMARY KEY, broker_name TEXT NOT NULL);
INSERT INTO brokers VALUES (1,'Ash'),(2,'Birch'),(3,'Cedar');
CREATE TABLE policies (policy_id INTEGER PRIMARY KEY, broker_id INTEGER REFERENCES brokers, premium NUMERIC NOT NULL);
INSERT INTO policies VALUES (1,1,100),(2,NULL,120),(3,2,90);
