package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"parley/db/statement"
	"parley/tui/layout"
)

// refinements are queries over three small databases (a shop, a school, a hospital) and what is done to each: a part of the
// text and what stands in its place, separated by →.
var refinements = map[string][]string{
	"SELECT * FROM users": {
		"users→users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01'", "users→users ORDER BY name",
		"users→users WHERE country = 'Kenya'", "*→id, name, country, city, status, created_at", "*→count(*)", "users→users LIMIT 10",
		"* FROM users→country, count(*) AS users FROM users GROUP BY country", "users→users ORDER BY created_at DESC LIMIT 1",
		"* FROM users→users.*, orders.total FROM users JOIN orders ON orders.user_id = users.id", "*→DISTINCT country",
	},
	"SELECT products.name, sum(order_items.quantity * order_items.unit_price) AS revenue FROM order_items JOIN products ON products.id = order_items.product_id JOIN orders ON orders.id = order_items.order_id WHERE orders.status <> 'cancelled' GROUP BY products.id, products.name ORDER BY revenue DESC LIMIT 10": {
		"LIMIT 10→LIMIT 3", "DESC→ASC", " LIMIT 10→", "'cancelled'→'cancelled' AND products.category = 'Electronics'",
		"'cancelled'→'cancelled' AND orders.created_at >= '2026-01-01' AND orders.created_at < '2027-01-01'",
		"products.name, sum→products.name, products.category, sum", "AS revenue→AS revenue, count(DISTINCT orders.user_id) AS customers",
		"sum(order_items.quantity * order_items.unit_price) AS revenue→sum(order_items.quantity) AS pieces",
		"ORDER BY→HAVING sum(order_items.quantity * order_items.unit_price) > 10000 ORDER BY",
		"orders.id = order_items.order_id→orders.id = order_items.order_id JOIN users ON users.id = orders.user_id AND users.country IN ('Latvia', 'Lithuania', 'Estonia')",
		"WHERE orders.status <> 'cancelled' →",
	},
	"SELECT pupils.id, pupils.first_name, pupils.last_name, pupils.date_of_birth, classes.name AS class, teachers.last_name AS teacher, rooms.label AS room FROM pupils JOIN classes ON classes.id = pupils.class_id JOIN teachers ON teachers.id = classes.teacher_id LEFT JOIN rooms ON rooms.id = classes.room_id WHERE classes.school_year = 2026 ORDER BY pupils.last_name, pupils.first_name": {
		"2026→2027", "2026→2026 AND rooms.label IS NULL", ", pupils.date_of_birth→", "pupils.id, →", "LEFT JOIN→JOIN",
		"rooms.label AS room→rooms.label AS room, rooms.number_of_seats, classes.grade", "pupils.last_name, pupils.first_name→classes.name, pupils.last_name",
		"2026→2026 AND pupils.date_of_birth BETWEEN '2014-09-01' AND '2015-08-31'", "2026→2026 AND (teachers.last_name LIKE 'Mc%' OR teachers.last_name LIKE 'Mac%')",
		"classes.school_year = 2026→pupils.id IN (SELECT marks.pupil_id FROM marks WHERE marks.points < 50)",
	},
	"SELECT subjects.title, avg(marks.points) AS average, count(*) AS marks FROM marks JOIN subjects ON subjects.id = marks.subject_id GROUP BY subjects.title": {
		"GROUP BY→WHERE marks.given_on >= '2026-09-01' GROUP BY", "avg(marks.points) AS average→max(marks.points) AS best",
		"GROUP BY subjects.title→GROUP BY subjects.title HAVING count(*) >= 20", "GROUP BY subjects.title→GROUP BY subjects.title ORDER BY average DESC",
		", count(*) AS marks→", "subjects.title,→subjects.title, subjects.department,", "subjects.title, avg→avg",
		"marks.subject_id→marks.subject_id JOIN pupils ON pupils.id = marks.pupil_id WHERE pupils.class_id = 12",
		"GROUP BY subjects.title→GROUP BY subjects.title LIMIT 5", "marks.subject_id→marks.subject_id WHERE subjects.title IN ('Mathematics', 'Physics', 'Chemistry', 'Biology', 'Geography')",
	},
	"WITH stays AS (SELECT admissions.patient_id, admissions.ward_id, admissions.discharged_on - admissions.admitted_on AS days FROM admissions WHERE admissions.admitted_on >= '2026-01-01') SELECT wards.name, count(*) AS patients, avg(stays.days) AS average_stay FROM stays JOIN wards ON wards.id = stays.ward_id GROUP BY wards.name ORDER BY average_stay DESC": {
		"'2026-01-01'→'2025-01-01'", "'2026-01-01'→'2026-01-01' AND admissions.emergency = TRUE", "avg(stays.days) AS average_stay→max(stays.days) AS average_stay",
		"DESC→DESC LIMIT 5", "GROUP BY wards.name→WHERE wards.floor > 2 GROUP BY wards.name", "wards.name, count(*) AS patients→wards.name, wards.number_of_beds, count(*) AS patients",
		"SELECT wards→, beds AS (SELECT ward_id, count(*) AS beds FROM ward_beds GROUP BY ward_id) SELECT wards", "ORDER BY average_stay DESC→ORDER BY patients", " ORDER BY average_stay DESC→",
	},
	"SELECT patients.name, appointments.starts_at, doctors.name AS doctor FROM appointments JOIN patients ON patients.id = appointments.patient_id JOIN doctors ON doctors.id = appointments.doctor_id WHERE appointments.status IN ('booked', 'confirmed') AND doctors.department = 'cardiology' UNION ALL SELECT patients.name, visits.started_at, visits.doctor_name FROM visits JOIN patients ON patients.id = visits.patient_id": {
		"'cardiology'→'neurology'", "'booked', 'confirmed'→'booked', 'confirmed', 'waiting'", "UNION ALL→UNION", " AND doctors.department = 'cardiology'→",
		"visits.patient_id→visits.patient_id WHERE visits.started_at >= '2026-10-01'", "doctors.name AS doctor→doctors.name AS doctor, doctors.telephone_number", "visits.patient_id→visits.patient_id ORDER BY 2",
		"visits.doctor_name→visits.doctor_name, visits.telephone_number", "visits.patient_id→visits.patient_id LIMIT 100", "'booked', 'confirmed'→'booked'",
	},
}

type refinement struct{ before, after *statement.Statement }

func refinementsOf(t *testing.T) []refinement {
	t.Helper()
	var out []refinement
	for sql, edits := range refinements {
		for _, e := range edits {
			old, present, ok := strings.Cut(e, "→")
			if !ok || strings.Count(sql, old) == 0 {
				t.Fatalf("%q is no edit of %q", e, sql)
			}
			out = append(out, refinement{parsed(t, sql), parsed(t, strings.Replace(sql, old, present, 1))})
		}
	}
	return out
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// newText are the texts, without blanks, that a refinement brought: lines that are new, words that are in those that changed.
func newText(r refinement) []string {
	var out []string
	for _, row := range statement.CompareWidth(r.before, r.after, 200).Rows {
		if row.Kind == statement.Same || row.Moved {
			continue
		}
		marked := slices.ContainsFunc(row.Right, func(s statement.Span) bool { return s.Mark })
		for _, s := range row.Right {
			if s.Token != statement.Space && s.Text != "," && (s.Mark || !marked) {
				out = append(out, squeezed(s.Text))
			}
		}
	}
	return out
}

// diffText is what the pane of the SQL shows on the side of the present statement.
func (s *screen) diffText() string {
	r := s.layout.At[layout.Diff]
	lines := strings.Split(s.plain(), "\n")[r.Y+1 : r.Y+r.H-1]
	var b strings.Builder
	for _, l := range lines {
		l = ansi.Cut(l, r.X+1, r.X+r.W-1)
		if _, right, both := strings.Cut(l, " │ "); both {
			l = right
		}
		b.WriteString(squeezed(l))
	}
	return b.String()
}

// wholeWords fails where a name or a literal is broken inside.
func wholeWords(t *testing.T, s *screen, r refinement) {
	t.Helper()
	words := map[string]bool{}
	for _, side := range []*statement.Statement{r.before, r.after} {
		for _, row := range statement.Compare(nil, side).Rows {
			for _, span := range row.Right {
				words[span.Text] = true
			}
		}
	}
	for _, l := range s.sql.content() {
		for _, span := range slices.Concat(l.left, l.right) {
			if span.Token != statement.Space && !words[span.Text] {
				t.Errorf("%q is broken at width %d", span.Text, s.sql.w)
			}
		}
	}
}

func TestTheChangeIsVisibleWithoutAKey(t *testing.T) {
	t.Parallel()
	all := refinementsOf(t)
	if len(all) < 60 {
		t.Fatalf("%d refinements", len(all))
	}
	var shares []float64 // lines shown for each that changed
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			s := newScreen(t, conversation(), size[0], size[1])
			s.ask("Show me all users")
			for _, r := range all {
				s.sql.Show(r.before, r.after, 1, 2)
				s.canvas.soil(everyPane)
				s.place()
				shown := s.diffText()
				for _, want := range newText(r) {
					if !strings.Contains(shown, want) {
						t.Errorf("%q is not to be seen:\n%s\n%s", want, r.after.SQL(), s.plain())
						break
					}
				}
				wholeWords(t, s, r)
				changed := 0
				for _, l := range s.sql.content() {
					if l.kind != statement.Same {
						changed++
					}
				}
				shares = append(shares, float64(len(s.sql.content()))/float64(max(changed, 1)))
			}
		})
	}
	slices.Sort(shares)
	median := shares[len(shares)/2]
	t.Logf("%d screens, %.2f lines shown for each that changed (median)", len(shares), median)
	if median > 3 {
		t.Errorf("%.2f lines are shown for each that changed", median)
	}
}

// longSQL is a statement of some lines.
func longSQL(t testing.TB, lines int, changed string) *statement.Statement {
	t.Helper()
	var b strings.Builder
	b.WriteString("SELECT a FROM t WHERE ")
	for i := range lines {
		fmt.Fprintf(&b, "column_%d > %d AND ", i, i)
	}
	s, err := statement.Parse(b.String()+changed, statement.PostgreSQL, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestALongComparisonRunsBesideAndTheOldOneStays(t *testing.T) {
	t.Parallel()
	p := &sqlPane{}
	p.SetSize(layout.Rect{W: 120, H: 20})
	p.Show(parsed(t, "SELECT a FROM t"), parsed(t, "SELECT b FROM t"), 1, 2)
	if p.Need() != nil {
		t.Error("a short comparison runs beside")
	}
	old := len(p.content())
	p.Show(longSQL(t, 600, "x = 1"), longSQL(t, 600, "x = 2"), 2, 3)
	first := p.Need()
	switch {
	case first == nil || p.Need() != nil:
		t.Fatal("a long comparison is begun not at all, or twice")
	case len(p.content()) != old || p.note() != "comparing …":
		t.Errorf("%d lines in place of the %d from before, %q", len(p.content()), old, p.note())
	}
	p.Show(longSQL(t, 600, "x = 1"), longSQL(t, 600, "x = 3"), 2, 4)
	second := p.Need()
	m := &Model{sql: p}
	first().(laidMsg).apply(m)
	if !p.waiting() {
		t.Error("an overtaken comparison is shown")
	}
	second().(laidMsg).apply(m)
	if p.waiting() || p.note() != "+1 -1 · side by side" || len(p.content()) > 6 {
		t.Errorf("%q, %d lines", p.note(), len(p.content()))
	}
}

// BenchmarkShowing2000Lines is what the loop waits for when a turn of 2,000 lines comes: beside-ms is the comparison that runs beside
// it, and must be at most 100.
func BenchmarkShowing2000Lines(b *testing.B) {
	before, after := longSQL(b, 2000, "x = 1"), longSQL(b, 2000, "x = 2")
	var beside time.Duration
	runs := 0
	for b.Loop() {
		p := &sqlPane{}
		p.SetSize(layout.Rect{W: 120, H: 40})
		p.Show(before, after, 1, 2)
		p.Wanted()
		p.Least()
		b.StopTimer()
		started := time.Now()
		p.Need()().(laidMsg).apply(&Model{sql: p})
		beside += time.Since(started)
		runs++
		b.StartTimer()
	}
	b.ReportMetric(float64(beside.Microseconds())/1000/float64(runs), "beside-ms")
}
