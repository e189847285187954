package db

// Value is one cell: nil for NULL, else bool, int64, float64, string, []byte, Exact, or, in a Rowset, Clipped.
type Value any

// Exact is a value kept as the engine's own text because no Go type holds it without loss: numeric, date, time, interval,
// range, array, json, infinity.
type Exact string

// Clipped is the beginning of a text or blob that is longer than a Rowset keeps.
type Clipped struct {
	Text string
	Size int // of the whole, in bytes
}
