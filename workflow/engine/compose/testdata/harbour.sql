-- Short names whose comments say what they stand for: what rows are called, what codes mean, what has a last day.
CREATE TABLE brth (brth_id INTEGER PRIMARY KEY, bref TEXT NOT NULL UNIQUE, stat_cd VARCHAR(2) NOT NULL, typ_cd VARCHAR(1) NOT NULL, posts SMALLINT NOT NULL, elec_exp_dt DATE);
COMMENT ON TABLE brth IS 'Berths of the harbour, let or free';
COMMENT ON COLUMN brth.stat_cd IS 'LT let, VC vacant and clean, VR vacant, being repaired';
COMMENT ON COLUMN brth.typ_cd IS 'P pontoon, W wall';
COMMENT ON COLUMN brth.elec_exp_dt IS 'Electrical certificate valid until; NULL = no power';
INSERT INTO brth SELECT i, 'B' || i, (ARRAY['LT','LT','VC','VR'])[1 + i % 4], (ARRAY['P','W'])[1 + i % 2], 1 + i % 4, date '2026-06-01' + i * 3 FROM generate_series(1, 120) i;
CREATE TABLE dvr (dvr_id INTEGER PRIMARY KEY, dvr_name TEXT NOT NULL, med_exp_dt DATE);
COMMENT ON TABLE dvr IS 'Divers we call out';
COMMENT ON COLUMN dvr.med_exp_dt IS 'Medical valid until';
INSERT INTO dvr SELECT i, 'Diver ' || i, date '2026-06-01' + i * 30 FROM generate_series(1, 12) i;
CREATE TABLE wrk (wrk_no INTEGER PRIMARY KEY, brth_id INTEGER NOT NULL REFERENCES brth, dvr_id INTEGER REFERENCES dvr, stat_cd VARCHAR(2) NOT NULL, rptd_at TIMESTAMP NOT NULL);
COMMENT ON TABLE wrk IS 'Works orders: repairs and dredging jobs';
COMMENT ON COLUMN wrk.stat_cd IS 'NW new, AS with a diver, DN done awaiting invoice, CX cancelled';
INSERT INTO wrk SELECT 900 + i, 1 + i * 7 % 120, 1 + i % 9, (ARRAY['NW','AS','DN','CX'])[1 + i % 4], timestamp '2026-01-01 08:00' + i * interval '31 hours' FROM generate_series(1, 240) i;
