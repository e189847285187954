package meaning

import "testing"

// A figure is called after its column and how it was put together, and no word of that twice.
func TestAFigureIsNotCalledTwiceTheSame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ fn, of, want, alias string }{
		{"sum", "amount", "total amount", "total_amount"},
		{"sum", "total", "sum of total", "sum_of_total"},
		{"sum", "order total", "sum of order total", "sum_of_order_total"},
		{"avg", "total", "average total", "average_total"},
		{"avg", "average score", "average of average score", "average_of_average_score"},
	} {
		if got := together(c.fn, c.of); got != c.want || identifier(got) != c.alias {
			t.Errorf("%s of %s: %q, %q; want %q, %q", c.fn, c.of, got, identifier(got), c.want, c.alias)
		}
	}
}
