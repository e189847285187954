package closure

import (
	"fmt"
	"testing"
)

// ringOf are answers about types, each made of the one behind it, the last of the first.
func ringOf(n int) (rows [][]string) {
	for i := range n {
		of := fmt.Sprint(firstNormal + (i+1)%n)
		kind := "b"
		if i%2 == 1 {
			kind = "d"
		}
		rows = append(rows, []string{fmt.Sprint(firstNormal + i), "s", fmt.Sprint("t", i), kind, of, of, "0", "", ""})
	}
	return rows
}

func TestTypesThatAreMadeOfThemselvesAreFollowedToAnEnd(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 2, 3, 5000} {
		c := Load(Answers{Types: ringOf(n)}, nil, nil)
		for oid := range c.types {
			c.madeOf(oid, map[uint32]bool{})
			c.row(oid)
			c.container(oid)
			(&resolver{c: c, types: map[uint32]bool{}}).attainable(oid)
		}
		if len(c.types) != n {
			t.Errorf("%d types of %d", len(c.types), n)
		}
	}
}
