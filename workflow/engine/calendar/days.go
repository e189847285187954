package calendar

// eitherOf joins the last of several days to the others.
var eitherOf = map[string]bool{"and": true, "or": true, "&": true}

// days reads days of a month that follow each other, the month said with the first or the last of them: "Feb 10, 11 and 12", "the 10th
// or 11th of February". Days with others between them are no period.
func (c reader) days(i int) (Period, int) {
	if p, n := c.read(i); n > 0 && p.Grain == "day" {
		_, k := c.dayNumber(i + n - 1)
		count, m := c.daysAfter(i+n, p.From.Day())
		if p.To = p.From.AddDate(0, 0, count+1); k == 0 || count == 0 || p.To.AddDate(0, 0, -1).Month() != p.From.Month() {
			return Period{}, 0
		}
		return p, n + m
	}
	first, n := c.dayAlone(i)
	if n == 0 {
		return Period{}, 0
	}
	j, d := i+n, first
	for c.word(j) == "," {
		next, k := c.dayAlone(j + 1)
		if k == 0 || next != d+1 {
			return Period{}, 0
		}
		j, d = j+1+k, next
	}
	if !eitherOf[c.word(j)] {
		return Period{}, 0
	}
	p, k := c.read(j + 1)
	if k == 0 || p.Grain != "day" || p.From.Day() != d+1 {
		return Period{}, 0
	}
	p.From = p.From.AddDate(0, 0, first-d-1)
	return p, j + 1 + k - i
}

// daysAfter counts the days of the same month that are listed after one, each the next one, and how many words say so; none where they
// are not joined.
func (c reader) daysAfter(i, day int) (count, n int) {
	for j := i; ; {
		comma := c.word(j) == ","
		if comma {
			j++
		}
		last := eitherOf[c.word(j)]
		if last {
			j++
		}
		d, k := c.dayAlone(j)
		if k == 0 || d != day+count+1 || !comma && !last {
			return 0, 0
		}
		count, j = count+1, j+k
		if last {
			return count, j - i
		}
	}
}
