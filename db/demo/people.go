package demo

import (
	"database/sql/driver"
	"fmt"
	"strings"
	"time"
)

type user struct{ created time.Time }

// land is a country with its towns and the names people have there.
type land struct {
	name         string
	cities       []string
	first, names []string
}

var lands = []land{
	{"Kenya", []string{"Nairobi", "Mombasa", "Kisumu", "Nakuru"}, []string{"Baraka", "Wanjiru", "Achieng", "Kamau", "Njeri", "Otieno"}, []string{"Otieno", "Mwangi", "Wambui", "Kiptoo", "Odhiambo"}},
	{"United Kingdom", []string{"London", "Leeds", "Glasgow", "Cardiff"}, []string{"Olivia", "George", "Amelia", "Harry", "Isla", "Zoë"}, []string{"Smith", "Taylor", "O'Brien", "Walker", "Evans"}},
	{"Germany", []string{"Berlin", "München", "Köln", "Hamburg"}, []string{"Jürgen", "Anna", "Lukas", "Mia", "Jörg", "Lena"}, []string{"Müller", "Schmidt", "Weiß", "Krüger", "Bauer"}},
	{"France", []string{"Paris", "Lyon", "Orléans", "Nîmes"}, []string{"Chloé", "Hugo", "Inès", "François", "Léa", "Noé"}, []string{"Dubois", "Lefèvre", "Moreau", "Garçon", "Petit"}},
	{"Latvia", []string{"Rīga", "Liepāja", "Daugavpils"}, []string{"Ana", "Jānis", "Līga", "Mārtiņš", "Elīna"}, []string{"Lūse", "Bērziņš", "Kalniņa", "Ozols"}},
	{"United States", []string{"New York", "Austin", "Seattle", "Chicago"}, []string{"Emma", "Liam", "Ava", "Noah", "Sofía", "Mason"}, []string{"Johnson", "García", "Brown", "Nguyen", "Davis"}},
	{"Japan", []string{"Tokyo", "Osaka", "Kyoto"}, []string{"陽菜", "蓮", "Yuki", "Hana", "Sōta"}, []string{"佐藤", "鈴木", "Tanaka", "Itō"}},
	{"Brazil", []string{"São Paulo", "Rio de Janeiro", "Brasília"}, []string{"João", "Larissa", "Thiago", "Beatriz", "Antônio"}, []string{"Silva", "Conceição", "Araújo", "Souza"}},
	{"India", []string{"Mumbai", "Delhi", "Chennai", "Pune"}, []string{"Aarav", "Priya", "Rohan", "Ananya", "Kabir"}, []string{"Sharma", "Patel", "Iyer", "Singh"}},
	{"Spain", []string{"Madrid", "Málaga", "A Coruña"}, []string{"Lucía", "Iñigo", "María", "Álvaro", "Núria"}, []string{"Fernández", "Muñoz", "Ibáñez", "López"}},
}

// standings are the states of an account, as often as they are listed.
var standings = []string{"active", "active", "active", "active", "active", "active", "inactive", "inactive", "suspended"}

func (g *generator) userRows() [][]driver.Value {
	rows := make([][]driver.Value, userCount)
	g.users = make([]user, userCount)
	for i := range rows {
		l := choose(g, lands)
		first, last := choose(g, l.first), choose(g, l.names)
		g.users[i] = user{created: g.past(g.today.Add(-history))}
		email := fmt.Sprintf("%s%d@example.com", plain(first), i+1)
		rows[i] = []driver.Value{first + " " + last, g.sometimes(80, email), l.name, g.sometimes(20, choose(g, l.cities)), choose(g, standings), stamp(g.users[i].created)}
	}
	return rows
}

// plain is the part of a name that an address can hold.
func plain(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, name)
	if ascii == "" {
		ascii = "user"
	}
	return strings.ToLower(ascii)
}
