package db

// Value is one cell: nil for NULL, else bool, int64, float64, string, []byte, time.Time, or Exact.
type Value any

// Exact is a value kept as the engine's own text because no Go type holds it without loss: numeric, interval, range,
// array, json, infinity, dates before year 1.
type Exact string
