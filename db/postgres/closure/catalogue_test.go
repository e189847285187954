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

// TestWhatTypesAreMadeOfIsFoundHoweverDeep goes from the last of types, each made of the one before it, to the first, which runs code.
func TestWhatTypesAreMadeOfIsFoundHoweverDeep(t *testing.T) {
	t.Parallel()
	const spy = firstNormal - 1
	for _, n := range []int{1, 2, 60, 65, 66, 300, 5000} {
		for _, kind := range []string{"b", "d"} {
			a := Answers{Functions: [][]string{{fmt.Sprint(spy), "s", "spy", "f", "plpgsql", "v", "", "1", "0", "", "23", "16", "", "", "", "", "", ""}}}
			for i := range n {
				of, runs := fmt.Sprint(firstNormal+i-1), ""
				if i == 0 {
					of, runs = "23", fmt.Sprint(spy)
				}
				// A domain is made once of the type below it, what a liar tells of twice.
				twice := map[string]string{"b": of, "d": "0"}[kind]
				a.Types = append(a.Types, []string{fmt.Sprint(firstNormal + i), "s", fmt.Sprint("t", i), kind, of, twice, "0", runs, ""})
			}
			c := Load(a, []string{"s"}, nil)
			last := uint32(firstNormal + n - 1)
			if c.follow(node{typeNode, last}, true) == nil {
				t.Errorf("the last of %d types of kind %s is said to run nothing", n, kind)
			}
			c.madeOf(last, map[uint32]bool{})
			c.row(last)
			c.container(last)
		}
	}
}
