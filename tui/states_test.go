package tui

import (
	"fmt"
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"parley/dialog"
	"parley/dialog/archive"
	"parley/dialog/saved"
)

// joined are two queries of several tables, for what the pane of the SQL does with them.
const (
	joined = "WITH spent AS (SELECT orders.user_id, sum(order_items.quantity * order_items.unit_price) AS spent, max(orders.created_at) AS last_order FROM orders " +
		"JOIN order_items ON order_items.order_id = orders.id WHERE orders.status <> 'cancelled' GROUP BY orders.user_id) " +
		"SELECT users.name, spent.spent, spent.last_order FROM spent JOIN users ON users.id = spent.user_id ORDER BY spent.spent DESC LIMIT 10"
	joinedOn = "WITH spent AS (SELECT orders.user_id, sum(order_items.quantity * order_items.unit_price) AS spent, max(orders.created_at) AS last_order FROM orders " +
		"JOIN order_items ON order_items.order_id = orders.id WHERE orders.status <> 'cancelled' GROUP BY orders.user_id) " +
		"SELECT users.name, users.country, spent.spent, spent.last_order FROM spent JOIN users ON users.id = spent.user_id WHERE users.country = 'Kenya' ORDER BY spent.spent DESC LIMIT 3"
)

func editJoined(s *screen) {
	s.ask(joined)
	s.press("alt+3", "e")
	s.modal.(*sqlEditor).field.Set(joinedOn)
	s.press("ctrl+s")
	s.settle()
}

// states are what the SQL, the editor, the history and Home come to look like, by name.
var states = map[string]func(s *screen){
	"editor": func(s *screen) { s.ask("Show me all users"); s.press("alt+3", "e") },
	"editor_proposals": func(s *screen) {
		s.ask("Show me all users")
		s.press("alt+3", "e")
		s.typed(" WHERE cou")
	},
	"editor_error": func(s *screen) {
		s.ask("Show me all users")
		s.press("alt+3", "e")
		s.modal.(*sqlEditor).field.Set("SELECT id, contry\nFROM users")
		s.press("ctrl+s")
		s.settle()
	},
	"waiting": func(s *screen) {
		s.ask("Show me all users")
		s.press("tab", "R", "1")
		s.typed("Only from last month")
		s.press("enter")
		s.waitWhileRunning("not run yet")
	},
	"with":  func(s *screen) { s.ask(joined); s.press("alt+3", "F") },
	"hunks": editJoined,
	"chip":  func(s *screen) { editJoined(s); s.press("alt+3", "n") },
	"joins": func(s *screen) { s.ask(joined); s.press("alt+3", "J") },
	"names": func(s *screen) { s.ask(joined); s.press("alt+3", "o"); s.settle() },
	"compare": func(s *screen) {
		s.ask("Show me all users")
		s.ask("Only from last month")
		s.press("alt+3", "=")
		s.settle()
	},
	"timeline": func(s *screen) {
		s.ask("Show me all users")
		s.ask("Only from last month")
		s.press("ctrl+z")
		s.ask("Sort by name")
		s.ask("show me all orders")
		s.press("alt+2", "B")
		s.settle()
	},
	"commands": func(s *screen) { s.ask("Show me all users"); s.typed("/ex") },
	"home":     func(s *screen) { s.ask("/home"); s.settle() },
	"board":    func(s *screen) { s.ask("/board monday"); s.settle() },
}

// figure answers every saved question with a number.
func figure([]string) (*dialog.Turn, error) {
	return &dialog.Turn{Result: &dialog.Result{Rows: 1, Columns: []string{"n"}, Preview: [][]string{{"1234"}}}}, nil
}

func TestGoldenStates(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		for name, drive := range states {
			t.Run(fmt.Sprintf("%s_%dx%d", name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				folder := t.TempDir()
				if err := saved.Folder(folder).Save("monthly", []string{"monthly"}); err != nil {
					t.Fatal(err)
				}
				if err := saved.Folder(folder).SetBoard("monday", []string{"monthly"}); err != nil {
					t.Fatal(err)
				}
				h := &host{
					places:   []Place{{Name: "shop", Origin: "settings", To: Destination{Database: "shop"}}},
					sessions: []archive.Entry{{ID: "s1", Name: "the audit", First: "how many"}},
					answer:   figure,
				}
				s := newScreen(t, conversation(), size[0], size[1], func(o *Options) { o.Host, o.Saved = h, folder })
				drive(s)
				exact(t, s, size[0], size[1], name)
				golden.RequireEqual(t, s.plain())
			})
		}
	}
}
