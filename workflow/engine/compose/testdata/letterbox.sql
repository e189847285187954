-- A letter office whose clerks write the same state in small and in capital letters.
CREATE TABLE parcel (parcel_id INTEGER PRIMARY KEY, town TEXT NOT NULL, state TEXT NOT NULL, weight REAL NOT NULL);
INSERT INTO parcel VALUES (1,'Moss','Sent',2),(2,'Moss','sent',3),(3,'Ski','SENT',1),(4,'Ski','Stored',4),(5,'Moss','stored',2),(6,'Ski','Lost',9);
