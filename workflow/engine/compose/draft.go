package compose

import (
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// draft is a meaning in the making.
type draft struct {
	composer *Composer
	plan     plan
	query    *meaning.Query
	// entity is the thing whose rows or figures are shown; nil when figures stand by themselves.
	entity *schema.Table
	// above is the key by which the rows of the figures refer to the thing, where it is of their own table.
	above  *schema.Edge
	score  float64
	doubts []string
	takes  []string
	now    time.Time
	words  []string
	// leaving says that what does not go together may be left out; left are the words of it.
	leaving bool
	left    []string
}

// fork is a copy that goes its own way, at a cost or a gain.
func (d *draft) fork(score float64) *draft {
	c := *d
	q := *d.query
	q.Show, q.Where, q.Having, q.Per, q.Sort = slices.Clone(q.Show), slices.Clone(q.Where), slices.Clone(q.Having), slices.Clone(q.Per), slices.Clone(q.Sort)
	c.query = &q
	c.doubts, c.takes = slices.Clone(d.doubts), slices.Clone(d.takes)
	c.score += score
	return &c
}

func (d *draft) doubt(words ...string) { d.doubts = append(d.doubts, strings.Join(words, " ")) }

// way is how far a row of one table is from the row of another that it refers to; ok is false when there is none.
func (d *draft) way(from, to *schema.Table) (steps int, ok bool) {
	path, ok := meaning.Way(d.composer.index, from, to, nil)
	return len(path), ok
}
