package postgres

import (
	"testing"

	"parley/db"
	"parley/db/dbtest"
)

// mapped are places on a map, with what PostGIS brings for them.
const mapped = `CREATE EXTENSION postgis; CREATE EXTENSION fuzzystrmatch;
CREATE TABLE stores (id int PRIMARY KEY, name text, city text, opened date, geom geometry(Point, 4326), spot geography(Point, 4326));
INSERT INTO stores SELECT i, 'store ' || i, 'city ' || i % 5, '2024-01-01'::date + i, ST_SetSRID(ST_MakePoint(13 + i / 100.0, 52 + i / 100.0), 4326),
	ST_SetSRID(ST_MakePoint(13 + i / 100.0, 52 + i / 100.0), 4326)::geography FROM generate_series(1, 40) i;
CREATE TABLE areas (id int PRIMARY KEY, name text, people int, geom geometry(Polygon, 4326));
INSERT INTO areas SELECT i, 'area ' || i, 1000 * i, ST_MakeEnvelope(13 + i / 20.0, 52 + i / 20.0, 13.05 + i / 20.0, 52.05 + i / 20.0, 4326) FROM generate_series(1, 6) i;
CREATE TABLE roads (id int PRIMARY KEY, name text, geom geometry(LineString, 4326));
INSERT INTO roads SELECT i, 'road ' || i, ST_MakeLine(ST_SetSRID(ST_MakePoint(13, 52 + i / 10.0), 4326), ST_SetSRID(ST_MakePoint(14, 52 + i / 10.0), 4326)) FROM generate_series(1, 4) i;
CREATE INDEX ON stores USING gist (geom); CREATE INDEX ON areas USING gist (geom); ANALYZE;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO PUBLIC`

// mappedStatements are what analysts ask of them.
var mappedStatements = []string{
	"SELECT name, ST_X(geom), ST_Y(geom) FROM stores ORDER BY name", "SELECT id, ST_AsText(geom) FROM stores LIMIT 5", "SELECT * FROM stores",
	"SELECT ST_AsGeoJSON(geom) FROM stores", "SELECT ST_AsGeoJSON(s.*) FROM stores s", "SELECT ST_AsGeoJSON(geom, 6)::json FROM areas",
	"SELECT a.name, count(*) FROM areas a JOIN stores s ON ST_Contains(a.geom, s.geom) GROUP BY a.name ORDER BY 2 DESC",
	"SELECT a.name, s.name FROM areas a LEFT JOIN stores s ON ST_Within(s.geom, a.geom)",
	"SELECT s.name FROM stores s WHERE ST_DWithin(s.spot, ST_MakePoint(13.1, 52.1)::geography, 5000)",
	"SELECT s.name, ST_Distance(s.spot, ST_SetSRID(ST_MakePoint(13.1, 52.1), 4326)::geography) AS metres FROM stores s ORDER BY metres LIMIT 3",
	"SELECT name FROM stores ORDER BY geom <-> ST_SetSRID(ST_MakePoint(13.1, 52.1), 4326) LIMIT 3",
	"SELECT name FROM stores ORDER BY geom <-> 'SRID=4326;POINT(13.1 52.1)'::geometry LIMIT 3",
	"SELECT name FROM stores WHERE geom && ST_MakeEnvelope(13, 52, 13.2, 52.2, 4326)",
	"SELECT name, ST_Area(geom::geography) / 1e6 AS km2, people / (ST_Area(geom::geography) / 1e6) AS density FROM areas",
	"SELECT name, ST_Length(geom::geography), ST_Length(ST_Transform(geom, 3857)) FROM roads",
	"SELECT r.name, count(*) FROM roads r JOIN areas a ON ST_Intersects(r.geom, a.geom) GROUP BY r.name",
	"SELECT ST_AsText(ST_Intersection(r.geom, a.geom)) FROM roads r, areas a WHERE ST_Crosses(r.geom, a.geom)",
	"SELECT ST_AsText(ST_Centroid(ST_Collect(geom))) FROM stores", "SELECT city, ST_Extent(geom) FROM stores GROUP BY city",
	"SELECT ST_AsText(ST_Union(geom)) FROM areas", "SELECT ST_NumGeometries(ST_Multi(ST_Union(ST_Buffer(geom::geometry, 0.01)))) FROM stores",
	"SELECT ST_AsText(ST_Buffer(spot, 100)) FROM stores LIMIT 1", "SELECT ST_AsText(ST_Simplify(geom, 0.01)), ST_NPoints(geom) FROM areas",
	"SELECT ST_AsText(ST_ConvexHull(ST_Collect(geom))) FROM stores", "SELECT ST_GeometryType(geom), ST_SRID(geom), count(*) FROM stores GROUP BY 1, 2",
	"SELECT name FROM areas WHERE NOT ST_IsValid(geom)", "SELECT ST_IsValidReason(geom), (ST_IsValidDetail(geom)).reason FROM areas",
	"SELECT (ST_Dump(ST_Collect(geom))).geom FROM stores", "SELECT (d).path, ST_AsText((d).geom) FROM (SELECT ST_DumpPoints(geom) AS d FROM areas) x",
	"SELECT ST_ClusterDBSCAN(geom, 0.05, 2) OVER () AS cluster, name FROM stores", "SELECT ST_ClusterKMeans(geom, 3) OVER () AS cluster, count(*) OVER () FROM stores",
	"SELECT ST_AsText(ST_MakeLine(geom ORDER BY opened)) FROM stores WHERE city = 'city 1'", "SELECT ST_AsMVTGeom(geom, ST_TileEnvelope(8, 137, 83)) FROM stores",
	"SELECT ST_AsMVT(q, 'stores') FROM (SELECT id, ST_AsMVTGeom(ST_Transform(geom, 3857), ST_TileEnvelope(8, 137, 83)) AS g FROM stores) q",
	"SELECT ST_GeoHash(geom, 6), count(*) FROM stores GROUP BY 1", "SELECT ST_AsText(ST_SnapToGrid(geom, 0.1)), count(*) FROM stores GROUP BY 1",
	"SELECT degrees(ST_Azimuth(a.geom, b.geom)) FROM stores a, stores b WHERE a.id = 1 AND b.id = 2", "SELECT PostGIS_Version(), PostGIS_Full_Version()",
	"SELECT s.name, n.name, n.d FROM stores s CROSS JOIN LATERAL (SELECT x.name, x.geom <-> s.geom AS d FROM stores x WHERE x.id <> s.id ORDER BY x.geom <-> s.geom LIMIT 1) n",
	"SELECT ST_AsText(h.geom), count(s.id) FROM ST_HexagonGrid(0.1, ST_MakeEnvelope(13, 52, 13.5, 52.5, 4326)) h LEFT JOIN stores s ON ST_Intersects(s.geom, h.geom) GROUP BY 1",
	"SELECT Find_SRID('public', 'stores', 'geom'), ST_DistanceSphere(a.geom, b.geom), ST_DistanceSpheroid(a.geom, b.geom) FROM stores a JOIN stores b ON a.id < b.id LIMIT 3",
	"SELECT a.name, b.name FROM areas a JOIN areas b ON ST_Touches(a.geom, b.geom) AND a.id < b.id", "SELECT ST_AsKML(geom), ST_AsGML(geom), ST_AsSVG(geom), ST_AsEWKT(geom) FROM stores",
	"SELECT ST_LineInterpolatePoint(geom, 0.5), ST_LineLocatePoint(geom, ST_StartPoint(geom)) FROM roads", "SELECT box2d(geom), box3d(geom), ST_XMin(geom), ST_YMax(geom::box3d) FROM areas",
	"SELECT g.name, ST_Equals(a.geom, g.geom), a.geom = g.geom, a.geom ~= g.geom FROM areas a, areas g", "SELECT DISTINCT geom FROM areas ORDER BY geom",
	"SELECT jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_agg(ST_AsGeoJSON(s)::jsonb)) FROM stores s",
	"SELECT * FROM geometry_columns", "SELECT * FROM geography_columns", "SELECT srid, auth_name, proj4text FROM spatial_ref_sys WHERE srid = 4326",
	"SELECT name, round(ST_Distance(geom::geography, ST_GeogFromText('POINT(13.4 52.5)'))::numeric / 1000, 1) FROM stores WHERE opened >= '2024-01-10'",
	"SELECT coalesce(a.name, 'none') AS area, sum(CASE WHEN s.opened < '2024-02-01' THEN 1 ELSE 0 END) FROM stores s LEFT JOIN areas a ON ST_Covers(a.geom, s.geom) GROUP BY 1",
	"SELECT levenshtein(name, 'store 1'), soundex(city), metaphone(city, 4) FROM stores", "SELECT ST_Subdivide(geom, 8) FROM areas",
}

// TestHarmlessStatementsRunOnAMap needs PostGIS, which not every server has.
func TestHarmlessStatementsRunOnAMap(t *testing.T) {
	t.Parallel()
	for name, more := range map[string]string{
		"by itself": "", "with addresses and shared borders": "; CREATE EXTENSION postgis_topology; CREATE EXTENSION postgis_tiger_geocoder; CREATE EXTENSION postgis_raster",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			admin := dbtest.Postgres(t)
			if have := all(t, open(t, admin, db.Settings{}), "SELECT count(*) FROM pg_available_extensions WHERE name = 'postgis'"); have[0] == "0" {
				t.Skip("the server has no PostGIS")
			}
			dbtest.Exec(t, admin, mapped+more)
			d := open(t, admin, db.Settings{})
			for _, sql := range mappedStatements {
				if refused(t, d, sql) {
					t.Errorf("refused: %s", sql)
				}
			}
		})
	}
}
