package statement

// Expressions that each engine writes in its own way.

// Trunc cuts a date or time down to a grain: year, quarter, month, week (from Monday), day or hour. The result sorts and
// groups; on SQLite it is text ('2026', '2026-Q4', '2026-10', '2026-10-05', '2026-10-05 14:00'), elsewhere a date, or a
// timestamp for the hour.
func (d Dialect) Trunc(grain string, x Expr) Expr {
	if d == SQLite {
		return truncSQLite(grain, x)
	}
	t := Call("date_trunc", Literal(grain), x)
	if grain == "hour" {
		return t
	}
	return Cast(t, "date")
}

func truncSQLite(grain string, x Expr) Expr {
	switch grain {
	case "quarter":
		quarter := Binary("/", Binary("+", strftime("%m", x), Literal(2)), Literal(3))
		return Binary("||", Binary("||", Call("strftime", Literal("%Y"), x), Literal("-Q")), quarter)
	case "week":
		// The next Sunday, or the day itself when it is one, less six days is the week's Monday.
		return Call("date", x, Literal("weekday 0"), Literal("-6 days"))
	case "day":
		return Call("date", x)
	}
	format := map[string]string{"year": "%Y", "month": "%Y-%m", "hour": "%Y-%m-%d %H:00"}[grain]
	return Call("strftime", Literal(format), x)
}

// strftime is one part of a date as an integer.
func strftime(format string, x Expr) Expr {
	return Cast(Call("strftime", Literal(format), x), "integer")
}

// Part is one part of a date or time as a number: year, quarter, month, week (ISO), day, doy, dow (Sunday is 0), hour,
// minute or second.
func (d Dialect) Part(part string, x Expr) Expr {
	if d != SQLite {
		return extract(part, x)
	}
	if part == "quarter" {
		return Binary("/", Binary("+", strftime("%m", x), Literal(2)), Literal(3))
	}
	format := map[string]string{"year": "%Y", "month": "%m", "week": "%V", "day": "%d", "doy": "%j", "dow": "%w",
		"hour": "%H", "minute": "%M", "second": "%S"}[part]
	return strftime(format, x)
}

// secondsIn are the units of a time between two moments; a year is of the calendar's mean length.
var secondsIn = map[string]float64{"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 86400 * 365.2425 / 12, "year": 86400 * 365.2425}

// Elapsed is the time from one moment to a later one, in a unit from second to year; false for no unit.
func (d Dialect) Elapsed(unit string, later, earlier Expr) (Expr, bool) {
	seconds := secondsIn[unit]
	switch {
	case seconds == 0:
		return Expr{}, false
	case d == SQLite && unit == "day":
		return Binary("-", Call("julianday", later), Call("julianday", earlier)), true
	case d == SQLite:
		return Binary("*", Binary("-", Call("julianday", later), Call("julianday", earlier)), Literal(secondsIn["day"]/seconds)), true
	}
	epoch := func(x Expr) Expr { return d.Part("epoch", Cast(x, "timestamp")) }
	return Binary("/", Binary("-", epoch(later), epoch(earlier)), Literal(seconds)), true
}

// Divide is division with fractions; by zero it gives NULL everywhere.
func (d Dialect) Divide(l, r Expr) Expr {
	switch d {
	case SQLite:
		return Binary("/", Cast(l, "real"), r)
	case DuckDB:
		return Binary("/", l, NonZero(r))
	default:
		return Binary("/", Cast(l, "double precision"), NonZero(r))
	}
}
