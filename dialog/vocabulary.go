package dialog

import (
	"slices"
	"sync"
)

// Vocabulary is what a session knows of its database when it asks what an input is about (requirements §2): names and
// values by their words, and how far tables lie apart. It answers at once, from memory, and always the same. A nil
// Vocabulary is a database of which nothing is known. Its dynamic type is a pointer, for sessions compare it.
type Vocabulary interface {
	// Find returns what a phrase names, best first; none when it names nothing. The phrase is normalised (see Normalize):
	// one to four words, "order item". Synonyms count as names.
	Find(phrase string) []Entity
	// Distance is the number of foreign keys between two tables, 0 for the same table; negative when no way is known.
	// Tables are named as in Entity.
	Distance(from, to string) int
	// Size is the number of tables: sharing one means more where there are many.
	Size() int
}

// Entity is a table, column or value of a database. Names are lower case, as they stand in SQL.
type Entity struct {
	Kind EntityKind
	// Table is the table, the column's table or the value's.
	Table string
	// Column is the column or the value's column; empty for a table.
	Column string
}

// EntityKind says what an Entity is.
type EntityKind uint8

// The kinds of entities.
const (
	SubjectEntity EntityKind = iota
	ColumnEntity
	ValueEntity
)

// Lexicon is a Vocabulary in memory: fill it, then share it; it is not changed once a session uses it.
type Lexicon struct {
	names  map[string][]Entity
	crowds map[string]map[Entity]bool // the entities of a name that many have, while it is filled
	index  map[string]int
	keys   [][]int

	mu       sync.Mutex
	distance map[int][]int8 // from those tables that somebody asked about, once it is filled
}

// NewLexicon is an empty lexicon.
func NewLexicon() *Lexicon {
	return &Lexicon{names: make(map[string][]Entity), crowds: make(map[string]map[Entity]bool), index: make(map[string]int)}
}

// Add makes a word or phrase name an entity; call it for names, synonyms and values.
func (l *Lexicon) Add(phrase string, e Entity) {
	key := Normalize(phrase)
	if key == "" {
		return
	}
	if l.has(key, e) {
		return
	}
	l.names[key] = append(l.names[key], e)
}

// crowded is from how many entities of one name on they are looked up: every table of a big schema has an "id".
const crowded = 16

func (l *Lexicon) has(key string, e Entity) bool {
	list := l.names[key]
	if len(list) < crowded {
		return slices.Contains(list, e)
	}
	known := l.crowds[key]
	if known == nil {
		known = make(map[Entity]bool, 2*len(list))
		for _, e := range list {
			known[e] = true
		}
		l.crowds[key] = known
	}
	was := known[e]
	known[e] = true
	return was
}

// AddTable adds a table by its own name.
func (l *Lexicon) AddTable(table string) {
	l.node(table)
	l.Add(table, Entity{Kind: SubjectEntity, Table: table})
}

// AddKey adds a foreign key between two tables.
func (l *Lexicon) AddKey(from, to string) {
	a, b := l.node(from), l.node(to)
	l.keys[a], l.keys[b] = append(l.keys[a], b), append(l.keys[b], a)
}

func (l *Lexicon) node(table string) int {
	i, ok := l.index[table]
	if !ok {
		i = len(l.keys)
		l.index[table] = i
		l.keys = append(l.keys, nil)
	}
	return i
}

// Seal ends the filling; call it after the last AddKey.
func (l *Lexicon) Seal() {
	clear(l.crowds)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.distance = make(map[int][]int8)
}

// reach is the breadth-first distance from one table to each.
func (l *Lexicon) reach(start int) []int8 {
	far := make([]int8, len(l.keys))
	for i := range far {
		far[i] = -1
	}
	far[start] = 0
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, next := range l.keys[queue[0]] {
			if far[next] < 0 && far[queue[0]] < 100 {
				far[next] = far[queue[0]] + 1
				queue = append(queue, next)
			}
		}
	}
	return far
}

// Find implements Vocabulary.
func (l *Lexicon) Find(phrase string) []Entity { return l.names[phrase] }

// Size implements Vocabulary.
func (l *Lexicon) Size() int { return len(l.keys) }

// Distance implements Vocabulary.
func (l *Lexicon) Distance(from, to string) int {
	a, okA := l.index[from]
	b, okB := l.index[to]
	if !okA || !okB {
		return -1
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.distance == nil {
		return -1
	}
	if l.distance[a] == nil {
		l.distance[a] = l.reach(a) // of a big schema's tables few are ever asked about
	}
	return int(l.distance[a][b])
}

var _ Vocabulary = (*Lexicon)(nil)
