package statement

// SQLite takes a JOIN without a condition, also in front of further joins; the grammar would wait for one. Such a join
// gets ON TRUE, which is what it means.

var joinEnd = upperSet(`join natural left right full inner cross where group having window order limit union intersect
	except on using`)

func completeJoin(toks []lexeme, join int) {
	before := wordAtIndex(toks, previous(toks, join))
	if before == "OUTER" {
		before = wordAtIndex(toks, previous(toks, previous(toks, join)))
	}
	if before == "CROSS" || naturalJoin(toks, join) {
		return
	}
	end, last := endOfJoin(toks, join)
	if w := wordAtIndex(toks, end); w == "ON" || w == "USING" || last == join {
		return
	}
	toks[last].out += " ON TRUE"
}

func naturalJoin(toks []lexeme, join int) bool {
	for i := previous(toks, join); i >= 0 && joinEnd[toks[i].word()] || wordAtIndex(toks, i) == "OUTER"; i = previous(toks, i) {
		if toks[i].word() == "NATURAL" {
			return true
		}
	}
	return false
}

// endOfJoin finds the token that ends the joined source, and the last one of the source itself.
func endOfJoin(toks []lexeme, join int) (end, last int) {
	level := 0
	last = join
	for end = next(toks, join); end < len(toks); end = next(toks, end) {
		t := toks[end]
		switch {
		case t.raw == "(":
			level++
		case t.raw == ")":
			if level--; level < 0 {
				return end, last
			}
		case level == 0 && (t.raw == "," || t.raw == ";" || joinEnd[t.word()]):
			return end, last
		}
		last = end
	}
	return end, last
}
