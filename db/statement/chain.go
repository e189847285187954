package statement

import pg "github.com/pganalyze/pg_query_go/v6"

// The C library's parser writes its tree out by recursion: some 25,000 levels overflow its stack and kill the process, before the
// tree can be looked at. What nests by brackets stops at the parser's own stack, long before; what nests to the left has none: sums,
// casts, postfixes, JOIN, UNION. They are counted on the tokens of long texts.
const (
	// longChain is the most tokens that may follow each other on one level of brackets with nothing between them that begins a new
	// expression, and manySets the most set operations and joins of a text. Both are far above MaxDepth.
	longChain = 10_000
	manySets  = 5_000
)

// parsed is the tree of a text, whoever wrote it: all that is parsed comes by here.
func parsed(text string) (*pg.ParseResult, error) {
	if chained(text) {
		return nil, errDepth
	}
	return pg.Parse(text)
}

// chained says that a text may nest so deep to the left that it must not be parsed.
func chained(text string) bool {
	if len(text) <= longChain {
		return false
	}
	tokens, err := scan(text)
	if err != nil {
		return false // the parser fails on it as well, with no tree to write
	}
	runs, sets := []int{0}, 0
	for _, t := range tokens {
		switch top := len(runs) - 1; t.token {
		case pg.Token_ASCII_40, pg.Token_ASCII_91, pg.Token_CASE: // ( [
			runs[top]++
			runs = append(runs, 0)
		case pg.Token_ASCII_41, pg.Token_ASCII_93, pg.Token_END_P: // ) ]
			if top > 0 {
				runs = runs[:top]
			}
		case pg.Token_ASCII_44, pg.Token_AND, pg.Token_OR, pg.Token_WHEN, pg.Token_THEN, pg.Token_ELSE: // ,
			runs[top] = 0
		case pg.Token_UNION, pg.Token_EXCEPT, pg.Token_INTERSECT, pg.Token_JOIN:
			sets++
		default:
			runs[top]++
		}
		if runs[len(runs)-1] > longChain || sets > manySets {
			return true
		}
	}
	return false
}
