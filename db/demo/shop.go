package demo

import (
	"database/sql/driver"
	"time"
)

type product struct{ price float64 }

// shelf is a category, what it sells and about what it costs.
type shelf struct {
	category string
	kinds    []string
	brands   []string
	from, to float64
}

var shelves = []shelf{
	{"Electronics", []string{"Laptop", "Phone", "Tablet", "Headphones", "Camera", "Monitor", "Speaker", "Smartwatch"}, []string{"Nova", "Zenit", "Kestrel", "Lumen", "Orbit", "Pixelle"}, 40, 1600},
	{"Books", []string{"Novel", "Cookbook", "Atlas", "Biography", "Poems", "Grammar", "Thriller"}, []string{"The Quiet", "A Short", "My First", "The Great", "Étude", "Collected"}, 6, 45},
	{"Clothing", []string{"Jacket", "Shirt", "Jeans", "Dress", "Socks", "Sneakers"}, []string{"Blue", "Linen", "Warm", "Classic", "Kikoy", "Winter"}, 5, 180},
	{"Home", []string{"Lamp", "Chair", "Kettle", "Rug", "Desk", "Mirror", "Vase"}, []string{"Oak", "Steel", "Bamboo", "Porcelain", "Söderhamn", "Clay"}, 12, 420},
	{"Toys", []string{"Puzzle", "Train", "Robot", "Kite", "Blocks", "Doll"}, []string{"Happy", "Mini", "Giant", "Wooden", "Magic", "Flying"}, 4, 90},
	{"Sports", []string{"Ball", "Racket", "Tent", "Bike", "Mat", "Helmet"}, []string{"Trail", "Pro", "Junior", "Alpine", "City", "Sprint"}, 9, 900},
	{"Beauty", []string{"Soap", "Shampoo", "Perfume", "Cream", "Brush"}, []string{"Rose", "Argan", "Pure", "Marula", "Crème", "Sea"}, 3, 120},
	{"Garden", []string{"Spade", "Hose", "Planter", "Grill", "Bench"}, []string{"Green", "Terra", "Sunny", "Robust", "Rustic", "Zen"}, 8, 350},
	{"Food", []string{"Coffee", "Tea", "Honey", "Chocolate", "Spices", "Olive Oil"}, []string{"Mount Kenya", "Assam", "Wild", "Dark", "Jalapeño", "Organic"}, 3, 40},
	{"Music", []string{"Guitar", "Keyboard", "Drum", "Ukulele", "Microphone"}, []string{"Stage", "Studio", "Folk", "Electric", "Vintage", "Junior"}, 25, 1100},
}

func (g *generator) categoryRows() [][]driver.Value {
	rows := make([][]driver.Value, len(shelves))
	for i, s := range shelves {
		rows[i] = []driver.Value{s.category}
	}
	return rows
}

func (g *generator) productRows() [][]driver.Value {
	var rows [][]driver.Value
	for i, s := range shelves {
		for _, kind := range s.kinds {
			for _, brand := range s.brands {
				p := product{price: cents(s.from + (s.to-s.from)*g.Float64()*g.Float64())}
				g.products = append(g.products, p)
				launched := g.past(g.today.Add(-history - 365*24*time.Hour))
				rows = append(rows, []driver.Value{brand + " " + kind, int64(i + 1), p.price, g.sometimes(25, int64(g.IntN(500))), stamp(launched)})
			}
		}
	}
	return rows
}
