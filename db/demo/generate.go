package demo

import (
	"database/sql/driver"
	"fmt"
	"math/rand/v2"
	"time"
)

// How many rows each table has; flights has a few for every day (travel.go).
const (
	userCount    = 2_000
	orderCount   = 20_000
	reviewCount  = 7_000
	paymentCount = 12_000
)

// history is how far back the rows go.
const history = 730 * 24 * time.Hour

// generator makes rows from one stream of random numbers, table after table.
type generator struct {
	*rand.Rand
	today    time.Time
	users    []user
	products []product
	orders   []order
}

func newGenerator(today time.Time) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(2026, 1)), today: today}
}

// tables are in an order in which every foreign key points to a table before.
func (g *generator) tables() []table {
	return []table{
		{"users", 6, g.userRows},
		{"categories", 1, g.categoryRows},
		{"products", 5, g.productRows},
		{"orders", 4, g.orderRows},
		{"order_items", 4, g.itemRows},
		{"reviews", 5, g.reviewRows},
		{"flights", 7, g.flightRows},
		{"payments", 5, g.paymentRows},
	}
}

// choose picks one of the choices.
func choose[T any](g *generator, choices []T) T { return choices[g.IntN(len(choices))] }

// past is a moment between from and midnight of today, to the second.
func (g *generator) past(from time.Time) time.Time {
	span := int64(g.today.Sub(from) / time.Second)
	return from.Add(time.Duration(g.Int64N(max(span, 1))) * time.Second)
}

// sometimes is v, or NULL in one of n cases.
func (g *generator) sometimes(n int, v driver.Value) driver.Value {
	if g.IntN(n) == 0 {
		return nil
	}
	return v
}

// stamp and date are how SQLite's own functions write times.
func stamp(t time.Time) string { return t.Format("2006-01-02 15:04:05") }
func date(t time.Time) string  { return t.Format("2006-01-02") }

type order struct {
	user    int
	created time.Time
}

// lives are the ways of an order, as often as they are listed.
var lives = []string{"delivered", "delivered", "delivered", "delivered", "shipped", "shipped", "processing", "pending", "cancelled", "returned"}

func (g *generator) orderRows() [][]driver.Value {
	rows := make([][]driver.Value, orderCount)
	g.orders = make([]order, orderCount)
	for i := range rows {
		// The sum of two draws favours users with a small number: a few order often, most seldom.
		buyer := (g.IntN(userCount) * g.IntN(userCount)) / userCount
		o := order{user: buyer, created: g.past(g.users[buyer].created)}
		g.orders[i] = o
		status := choose(g, lives)
		var shipped driver.Value
		if status == "delivered" || status == "shipped" || status == "returned" {
			shipped = stamp(o.created.Add(time.Duration(6+g.IntN(90)) * time.Hour))
		}
		rows[i] = []driver.Value{int64(buyer + 1), status, stamp(o.created), shipped}
	}
	return rows
}

func (g *generator) itemRows() [][]driver.Value {
	rows := make([][]driver.Value, 0, orderCount*5/2)
	for i := range g.orders {
		for range 1 + g.IntN(4) {
			at := g.IntN(len(g.products))
			p := g.products[at]
			discount := float64(100-5*g.IntN(4)) / 100
			rows = append(rows, []driver.Value{int64(i + 1), int64(at + 1), int64(1 + g.IntN(3)*g.IntN(2)), cents(p.price * discount)})
		}
	}
	return rows
}

func (g *generator) reviewRows() [][]driver.Value {
	rows := make([][]driver.Value, reviewCount)
	for i := range rows {
		at := g.IntN(len(g.products))
		rating := 1 + max(g.IntN(5), g.IntN(5))
		comment := g.sometimes(4, choose(g, opinions[rating-1]))
		buyer := g.IntN(userCount)
		rows[i] = []driver.Value{int64(at + 1), int64(buyer + 1), int64(rating), comment, stamp(g.past(g.users[buyer].created))}
	}
	return rows
}

func (g *generator) paymentRows() [][]driver.Value {
	rows := make([][]driver.Value, paymentCount)
	for i := range rows {
		amount := float64(100 * (1 + g.IntN(200)))
		if g.IntN(3) == 0 {
			amount = cents(g.Float64() * 900)
		}
		rows[i] = []driver.Value{amount, choose(g, currencies), fmt.Sprintf("+2547%08d", g.IntN(60_000)*1_657), g.sometimes(5, choose(g, purposes)), stamp(g.past(g.today.Add(-history)))}
	}
	for i, amount := range []float64{5000, 3000, 5000, 1200} {
		rows[i*97+11] = []driver.Value{amount, "KES", "+254712345678", purposes[i], stamp(g.today.AddDate(0, 0, -9*i-2).Add(9*time.Hour + 12*time.Minute))}
	}
	return rows
}

var (
	currencies = []string{"KES", "KES", "KES", "USD", "EUR"}
	purposes   = []string{"Rent", "School fees", "Groceries", "Birthday gift", "Café Zürich", "Invoice", "Loan repayment", "Airtime"}
	opinions   = [5][]string{
		{"Broke after a week.", "Not as described.", "Très déçu."},
		{"Could be better.", "Arrived late, box damaged.", "Too small."},
		{"Does the job.", "Average.", "Ganz in Ordnung."},
		{"Good value.", "Works well.", "Me gusta mucho."},
		{"Excellent!", "Best I ever bought.", "素晴らしい", "Would buy again."},
	}
)

// cents rounds to two decimals.
func cents(v float64) float64 { return float64(int64(v*100+0.5)) / 100 }
