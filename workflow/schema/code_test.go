package schema_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// coded is a schema whose comments spell codes out.
func coded() *db.Schema {
	return &db.Schema{Tables: []db.Table{{
		TableName: db.TableName{Name: "boats"}, Kind: "table", Comment: "Boats for hire; a boat is afloat while scrap_on is null. grade 1 = racing, 2 = touring. agent_id NULL = hired direct with us",
		Columns: []db.Column{
			{Name: "state_cd", Type: db.Text, Comment: "M = moored, H = hired out (rented), R = under repair, waiting"},
			{Name: "class", Type: db.Integer, Comment: "1: dinghy 2: yacht"},
			{Name: "flag_country", Type: db.Text, Comment: "IS Iceland, FO Faroe Islands; NULL for visitors"},
			{Name: "crane_flg", Type: db.Boolean, Comment: "true = lifted by crane (crane launch)"},
			{Name: "self_steering_flg", Type: db.Boolean},
			{Name: "sold_on", Type: db.Date, Comment: "NULL while the boat is operating"},
			{Name: "scrap_on", Type: db.Date},
			{Name: "surveyor", Type: db.Integer, Comment: "NULL until approved"},
			{Name: "marks", Type: db.Integer, Comment: "1 to 5, null = not rated"},
			{Name: "agent", Type: db.Integer, Comment: "null = nobody has insured it"},
			{Name: "charter", Type: db.Integer, Comment: "company, null = private booking"},
			{Name: "grade", Type: db.Integer},
			{Name: "agent_id", Type: db.Integer},
			{Name: "sail_cd", Type: db.Text, Comment: "state of the sails: W white, B brown (tanned), T torn"},
			{Name: "chan", Type: db.Text, Comment: "O = online charter agency, P = by phone, M = e-mail"},
			{Name: "berth", Type: db.Integer, Comment: "NULL = still at sea"},
			{Name: "tester", Type: db.Integer, Comment: "skipper, NULL = not assigned yet"},
			{Name: "follows", Type: db.Integer, Comment: "Number of the boat before; null = new build"},
			{Name: "buyer_id", Type: db.Integer, Comment: "null: sold abroad, without papers"},
			{Name: "phase_cd", Type: db.Text, Comment: "Ashore: H = hauled out, P = painted. Sailing: G = on a cruise, D = day trip only"},
			{Name: "note", Type: db.Text, Comment: "\x1b[31mX = red\x1b[0m, Y = \x00"},
		},
	}}}
}

func TestCommentsSpellCodesOut(t *testing.T) {
	t.Parallel()
	x := schema.New(coded())
	for phrase, want := range map[string]string{
		"moored": "state_cd M", "hired out": "state_cd H", "rented": "state_cd H", "under repair": "state_cd R", "dinghy": "class 1", "Yacht": "class 2",
		"iceland": "flag_country IS", "faroe islands": "flag_country FO", "lifted by crane": "crane_flg true", "crane launch": "crane_flg true",
		"self steering": "self_steering_flg true", "operating": "sold_on empty", "afloat": "scrap_on empty", "approved": "surveyor filled", "rated": "marks filled", "insured": "agent filled", "hired direct": "agent_id empty", "direct": "agent_id empty", "white": "sail_cd W", "oca": "chan O", "email": "chan M", "e-mail": "chan M", "OCAs": "chan O", "torn": "sail_cd T", "tanned": "sail_cd B", "at sea": "berth empty", "assigned": "tester filled", "unassigned": "tester empty", "new build": "follows empty", "abroad": "buyer_id empty", "ashore": "phase_cd P", "hauled out": "phase_cd H", "sailing": "phase_cd D", "racing": "grade 1", "touring": "grade 2",
	} {
		var got []string
		for _, m := range x.Values(phrase) {
			value := fmt.Sprint(m.Value)
			switch m.Presence {
			case schema.Empty:
				value = "empty"
			case schema.Filled:
				value = "filled"
			}
			got = append(got, m.Column.Name+" "+value)
		}
		if !slices.Contains(got, want) {
			t.Errorf("%q is %v, want %s", phrase, got, want)
		}
	}
}

// What holds of some rows alone that were sold is no word for all that were.
func TestStatesOnSomeTermsAreNone(t *testing.T) {
	t.Parallel()
	x := schema.New(&db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "lots"}, Columns: []db.Column{{Name: "reserve", Type: db.Integer, Nullable: true, Comment: "Reserve; null = sold without reserve"}}}}})
	for _, m := range x.Values("sold") {
		t.Errorf("what was sold is %s", m.Column)
	}
}

// The things of which a comment tells are no state: a booking without a company is no word for all without one.
func TestThingsOfACommentAreNoState(t *testing.T) {
	t.Parallel()
	for _, m := range schema.New(coded()).Values("booking") {
		t.Errorf("a booking is %s", m.Column)
	}
}

func TestCommentsNameWhatTheyDescribe(t *testing.T) {
	t.Parallel()
	s := &db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "fct_rl"}, Comment: "One row per receipt line. Amounts are in EUR", Columns: []db.Column{{Name: "nrr", Comment: "Net recurring revenue in US dollars; counts while active"}}},
		{TableName: db.TableName{Name: "dim_p"}, Comment: "Doctors, nurse practitioners and therapists who see patients", Columns: []db.Column{{Name: "x1", Comment: "when the note was filed"}}},
	}}
	x := schema.New(s)
	for words, want := range map[string]string{"receipt line": "fct_rl", "doctors": "dim_p", "nurse practitioners": "dim_p", "therapist": "dim_p", "net recurring revenue": "fct_rl.nrr"} {
		best, score := "", 0.0
		said := strings.Fields(words)
		for _, m := range x.Phrases(said) {
			if m.Score() > score && m.To-m.From == len(said) {
				best, score = m.Table.Name, m.Score()
				if m.Column != nil {
					best = m.Column.String()
				}
			}
		}
		if best != want {
			t.Errorf("%q names %q, want %q", words, best, want)
		}
	}
	if names := x.Table("dim_p").Column("x1").Names; len(names) > 2 {
		t.Errorf("a clause names a column: %v", names)
	}
}

func FuzzComments(f *testing.F) {
	f.Add("R = rejected, H = hired", "One row per line; a b is c while d is null")
	f.Add("\x1b]0;x\a = (((", "((((")
	f.Add(strings.Repeat("A = b, ", 50), strings.Repeat("NULL while x ", 40))
	f.Fuzz(func(t *testing.T, comment, table string) {
		s := &db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: table}, Comment: table, Columns: []db.Column{{Name: comment, Type: db.Text, Comment: comment}}}}}
		x := schema.New(s)
		for _, c := range x.Columns {
			for _, code := range c.Codes {
				if len(code.Phrase) > 100 {
					t.Errorf("a phrase of %d bytes", len(code.Phrase))
				}
			}
		}
		x.Phrases(strings.Fields(table))
	})
}
