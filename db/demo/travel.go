package demo

import (
	"database/sql/driver"
	"time"
)

// ahead is how many days of departures there are, today among them.
const ahead = 366

var (
	cabins   = []string{"economy", "premium economy", "business", "first"}
	airlines = []string{"Kenya Airways", "British Airways", "Qatar Airways", "Ethiopian Airlines", "Lufthansa", "Air France"}
	fares    = map[string]float64{"economy": 420, "premium economy": 780, "business": 1900, "first": 4200}
)

// busy routes have every cabin class on every day; of the others one flight a day is for sale.
var busy = [][2]string{{"Nairobi", "London"}, {"Mombasa", "London"}}

var others = [][2]string{
	{"London", "Nairobi"}, {"London", "Mombasa"}, {"Nairobi", "Paris"}, {"Paris", "Nairobi"}, {"Nairobi", "Dubai"},
	{"Nairobi", "Mombasa"}, {"Nairobi", "New York"}, {"Berlin", "Madrid"}, {"London", "New York"}, {"Tokyo", "London"},
	{"Riga", "London"}, {"São Paulo", "Paris"}, {"Mumbai", "Dubai"}, {"Nairobi", "Zürich"},
}

func (g *generator) flightRows() [][]driver.Value {
	rows := make([][]driver.Value, 0, ahead*(len(busy)*len(cabins)*2+len(others)))
	for n := range ahead {
		day := g.today.AddDate(0, 0, n)
		for _, route := range busy {
			for _, cabin := range cabins {
				rows = append(rows, g.flight(route, day, stay(day), cabin), g.flight(route, day, 5+g.IntN(25), cabin))
			}
		}
		for _, route := range others {
			rows = append(rows, g.flight(route, day, g.IntN(30), choose(g, cabins)))
		}
	}
	return rows
}

// stay brings those who leave within a month before 20 February home on that day, and others after ten days.
func stay(day time.Time) int {
	back := time.Date(day.Year(), time.February, 20, 0, 0, 0, 0, time.UTC)
	if days := int(back.Sub(day).Hours() / 24); days > 0 && days <= 31 {
		return days
	}
	return 10
}

// flight is one way when stay is 0.
func (g *generator) flight(route [2]string, day time.Time, stay int, cabin string) []driver.Value {
	var back driver.Value
	if stay > 0 {
		back = date(day.AddDate(0, 0, stay))
	}
	price := cents(fares[cabin] * (0.8 + 0.6*g.Float64()))
	return []driver.Value{route[0], route[1], date(day), back, cabin, choose(g, airlines), price}
}
