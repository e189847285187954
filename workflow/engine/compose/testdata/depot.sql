-- A wholesaler's old system: short names, codes in one table, days as numbers.
CREATE TABLE s_cd (cd_typ TEXT NOT NULL, cd_val TEXT NOT NULL, cd_dsc TEXT NOT NULL, PRIMARY KEY (cd_typ, cd_val));
INSERT INTO s_cd VALUES ('ORDSTS','O','Open'),('ORDSTS','S','Shipped'),('ORDSTS','C','Cancelled'),('CHN','W','Web'),('CHN','B','Branch'),('CHN','P','Phone'),('RGN','NO','North'),('RGN','SO','South'),('RGN','EA','East');
CREATE TABLE m_cst (cst_no INTEGER PRIMARY KEY, cst_nm TEXT NOT NULL, rgn_cd TEXT NOT NULL, reg_dt INTEGER NOT NULL);
INSERT INTO m_cst VALUES (1,'Arden Tools','NO',20240105),(2,'Bell & Sons','SO',20250310),(3,'Corvin','EA',20260611),(4,'Dray','NO',20260702);
CREATE TABLE t_ord_hdr (ord_no INTEGER PRIMARY KEY, cst_no INTEGER NOT NULL REFERENCES m_cst, ord_dt INTEGER NOT NULL, dlv_dt INTEGER, sts_cd TEXT NOT NULL, chn_cd TEXT NOT NULL, tot_amt REAL NOT NULL);
INSERT INTO t_ord_hdr VALUES (11,1,20261003,20261007,'S','W',120),(12,1,20261019,NULL,'O','B',80),(13,2,20261101,20261110,'S','P',300),(14,3,20261104,NULL,'C','W',45),(15,3,20260920,20260922,'S','W',60);
CREATE TABLE t_ord_dtl (ord_no INTEGER NOT NULL REFERENCES t_ord_hdr, ln_no INTEGER NOT NULL, prd_no INTEGER NOT NULL, qty INTEGER NOT NULL, PRIMARY KEY (ord_no, ln_no));
INSERT INTO t_ord_dtl VALUES (11,1,7,2),(11,2,8,1),(12,1,7,5),(13,1,9,4),(14,1,7,1),(15,1,8,3);
CREATE TABLE m_tar (tar_no INTEGER PRIMARY KEY, zone TEXT NOT NULL, rate REAL NOT NULL, vld_from_dt INTEGER NOT NULL, vld_to_dt INTEGER NOT NULL);
INSERT INTO m_tar VALUES (1,'near',4.5,20240101,20251231),(2,'near',5.1,20260101,99991231),(3,'far',9.9,20240101,99991231);
