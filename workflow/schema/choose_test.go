package schema_test

import (
	"strings"
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// port is a catalogue of short forms that only comments and neighbours explain.
func port() *db.Schema {
	table := func(name, comment string, columns ...db.Column) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Kind: "table", Comment: comment, Columns: columns, Primary: []string{columns[0].Name}}
	}
	text := func(name string) db.Column { return db.Column{Name: name, Type: db.Text} }
	day := func(name string) db.Column { return db.Column{Name: name, Type: db.Date} }
	number := func(name string) db.Column { return db.Column{Name: name, Type: db.Integer} }
	return &db.Schema{Tables: []db.Table{
		table("vsl_typ", "Vessel types", text("vsl_typ_cd"), text("typ_nm")),
		table("vsl_mst", "Ships in our care", number("vsl_id"), text("vsl_nm"), text("cty_nm"), text("ctry_cd"), day("cls_dt")),
		table("trp_leg", "", number("leg_id"), text("org_cd"), text("dst_cd"), number("dist_km"), number("dly_min")),
		table("dly_log", "Delays of a leg, with their reason", number("dly_id"), number("leg_id")),
	}}
}

func TestNeighboursAndCommentsSayWhatShortFormsStandFor(t *testing.T) {
	t.Parallel()
	x := schema.New(port())
	for name, want := range map[string]string{
		"vsl_mst.vsl_nm": "vessel name", "vsl_mst.cty_nm": "city name", "vsl_mst.ctry_cd": "country code", "vsl_mst.cls_dt": "closed date",
		"trp_leg.org_cd": "origin code", "trp_leg.dst_cd": "destination code", "trp_leg.dist_km": "distance kilometer", "trp_leg.dly_min": "delay minute",
	} {
		found := false
		for _, c := range x.Columns {
			if c.String() == name {
				found = true
				if got := c.Spoken(); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
		}
		if !found {
			t.Errorf("no %s", name)
		}
	}
	if got := x.Table("vsl_mst").Spoken(); got != "vessel" {
		t.Errorf("vsl_mst is %q, want vessel", got)
	}
}

func TestWorkOrdersAreNoIncome(t *testing.T) {
	t.Parallel()
	money := func(name string) db.Column { return db.Column{Name: name, Type: db.Decimal} }
	key := func(name string) db.Column { return db.Column{Name: name, Type: db.Integer} }
	owns := func(column, target string) []db.ForeignKey {
		return []db.ForeignKey{{Columns: []string{column}, Target: db.TableName{Name: target}, TargetColumns: []string{"crane_id"}}}
	}
	x := schema.New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "cranes"}, Kind: "table", Primary: []string{"crane_id"}, Columns: []db.Column{key("crane_id")}},
		{TableName: db.TableName{Name: "work_orders"}, Kind: "table", Primary: []string{"work_order_id"}, Foreign: owns("crane_id", "cranes"), Columns: []db.Column{key("work_order_id"), key("crane_id"), money("part_amount")}},
		{TableName: db.TableName{Name: "crane_bookings"}, Kind: "table", Primary: []string{"booking_id"}, Foreign: owns("crane_id", "cranes"), Columns: []db.Column{key("booking_id"), key("crane_id"), money("tax_amount"), money("booking_amount")}},
	}})
	for _, c := range x.Metrics() {
		if got := c.Metric.Expression.SQL(); got != "crane_bookings.booking_amount" {
			t.Errorf("%s is %s", c.Spoken(), got)
		}
	}
	if len(x.Metrics()) == 0 {
		t.Error("nothing comes in")
	}
}

// What stands beside a short form, and what its comment begins with, says what it stands for.
func TestShortFormsByTypeNeighbourAndComment(t *testing.T) {
	t.Parallel()
	col := func(name string, kind db.Type, comment string) db.Column {
		return db.Column{Name: name, Type: kind, Comment: comment}
	}
	x := schema.New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "crs"}, Comment: "Course catalogue", Columns: []db.Column{
			col("st_dt", db.Date, ""), col("end_dt", db.Date, ""), col("lng_cd", db.Text, ""), col("lvl_md", db.Text, ""), col("fin_grd", db.Integer, "final grade 0-100"),
			col("rec_lvl", db.Text, "recommended level"), col("cntr_typ", db.Text, ""),
		}},
		{TableName: db.TableName{Name: "att"}, Comment: "Attendance register", Columns: []db.Column{col("att_cd", db.Text, ""), col("pmt_mth", db.Text, "")}},
		{TableName: db.TableName{Name: "enr"}, Comment: "Enrolments of students in classes", Columns: []db.Column{col("enr_id", db.Integer, "")}},
		{TableName: db.TableName{Name: "stu"}, Comment: "Students incl. prospects", Columns: []db.Column{col("stu_id", db.Integer, "")}},
		{TableName: db.TableName{Name: "vhc"}, Comment: "Every van we own or have owned", Columns: []db.Column{col("vhc_id", db.Integer, "")}},
	}})
	for name, want := range map[string]string{
		"crs.st_dt": "start date", "crs.lng_cd": "language code", "crs.lvl_md": "level mode", "crs.fin_grd": "final grade", "crs.rec_lvl": "recommended level",
		"crs.cntr_typ": "contract type", "att.att_cd": "attendance code", "att.pmt_mth": "payment method",
	} {
		table, column, _ := strings.Cut(name, ".")
		if got := x.Table(table).Column(column).Spoken(); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{"crs": "courses", "att": "attendances", "enr": "student enrolments", "stu": "students", "vhc": "vans"} {
		if got := x.Table(name).Said(); got != want {
			t.Errorf("%s is called %q, want %q", name, got, want)
		}
	}
}
