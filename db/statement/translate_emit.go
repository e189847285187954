package statement

import (
	"strconv"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// partsByPattern are the parts of a date by their letter in strftime.
var partsByPattern = map[string]string{"%Y": "year", "%m": "month", "%d": "day", "%H": "hour", "%M": "minute", "%S": "second",
	"%j": "doy", "%w": "dow", "%V": "week"}

// toChar are the letters of strftime as to_char writes them.
var toChar = []struct{ strftime, postgres string }{
	{"%Y", "YYYY"}, {"%m", "MM"}, {"%d", "DD"}, {"%H", "HH24"}, {"%M", "MI"}, {"%S", "SS"}, {"%j", "DDD"}, {"%V", "IW"},
}

// strftimePattern translates a pattern of to_char that is made of known letters and punctuation alone.
func strftimePattern(pattern string) (string, bool) {
	out := pattern
	for _, p := range toChar {
		out = strings.ReplaceAll(out, p.postgres, p.strftime)
	}
	return out, pattern != "" && onlyPunctuation(out)
}

func toCharPattern(pattern string) (string, bool) {
	if !onlyPunctuation(pattern) {
		return "", false
	}
	out := pattern
	for _, p := range toChar {
		out = strings.ReplaceAll(out, p.strftime, p.postgres)
	}
	return out, !strings.Contains(out, "%")
}

// onlyPunctuation says that apart from strftime's letters there is nothing that the other pattern language could read.
func onlyPunctuation(pattern string) bool {
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c == '%' && i+1 < len(pattern) {
			i++
			continue
		}
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '"' || c == '%' {
			return false
		}
	}
	return true
}

func (f form) expr(i int) Expr { return Expr{f.args[i]} }

func emitSQLite(f form) *pg.Node {
	switch f.kind {
	case truncForm:
		return SQLite.Trunc(f.word, sqliteMoment(f.expr(0))).node
	case partForm:
		return SQLite.Part(f.word, sqliteMoment(f.expr(0))).node
	case todayForm:
		return Call("date", Literal("now")).node
	case nowForm:
		return Call("datetime", Literal("now")).node
	case dateForm:
		if isText(f.args[0]) {
			return f.args[0]
		}
		return Call("date", f.expr(0)).node
	case timeForm:
		if isText(f.args[0]) {
			return f.args[0]
		}
		return Call("datetime", f.expr(0)).node
	case shiftForm:
		return sqliteShift(f)
	case patternForm:
		return Call("strftime", Literal(f.word), sqliteMoment(f.expr(0))).node
	case joinForm:
		return Call("group_concat", f.expr(0), f.expr(1)).node
	case findForm:
		return Call("instr", f.expr(0), f.expr(1)).node
	case sliceForm:
		return Call("substr", exprsOf(f.args)...).node
	case greatestForm:
		return Call("max", exprsOf(f.args)...).node
	case leastForm:
		return Call("min", exprsOf(f.args)...).node
	case likeForm:
		return exprNode(pg.A_Expr_Kind_AEXPR_LIKE, f.word+"~~", f.args[0], f.args[1])
	default:
		return Binary("-", Call("julianday", f.expr(0)), Call("julianday", f.expr(1))).node
	}
}

func isText(n *pg.Node) bool { return n.GetAConst().GetSval() != nil }

// sqliteMoment leaves date('now') and its like as 'now', which every date function takes.
func sqliteMoment(x Expr) Expr {
	name, args, _, _, ok := x.AsCall()
	if ok && len(args) == 1 && (name == "date" || name == "datetime") {
		if v, ok := args[0].AsLiteral(); ok && v == "now" {
			return args[0]
		}
	}
	return x
}

// sqliteShift moves a date by days and more as a date when it is one, everything else as date and time.
func sqliteShift(f form) *pg.Node {
	name, args, _, _, ok := f.expr(0).AsCall()
	shift := f.word
	if n, unit, _ := strings.Cut(shift, " "); unit == "weeks" {
		if weeks, err := strconv.Atoi(n[1:]); err == nil {
			shift = n[:1] + strconv.Itoa(7*weeks) + " days"
		}
	}
	if ok && (name == "date" || name == "datetime") && len(args) > 0 {
		return Call(name, append(args, Literal(shift))...).node
	}
	return Call("datetime", f.expr(0), Literal(shift)).node
}

func emitPostgres(f form) *pg.Node {
	switch f.kind {
	case patternForm:
		if p, ok := toCharPattern(f.word); ok {
			return Call("to_char", moment(f.expr(0)), Literal(p)).node
		}
		return Call("strftime", Literal(f.word), f.expr(0)).node
	case joinForm:
		return Call("string_agg", Cast(f.expr(0), "text"), f.expr(1)).node
	case findForm:
		return Call("strpos", f.expr(0), f.expr(1)).node
	case daysForm:
		seconds := extract("epoch", Binary("-", moment(f.expr(0)), moment(f.expr(1))))
		return Binary("/", seconds, Literal(86400)).node
	}
	return emitBoth(f, PostgreSQL)
}

func emitDuckDB(f form) *pg.Node {
	switch f.kind {
	case patternForm:
		return Call("strftime", moment(f.expr(0)), Literal(f.word)).node
	case joinForm:
		return Call("string_agg", f.expr(0), f.expr(1)).node
	case findForm:
		return Call("instr", f.expr(0), f.expr(1)).node
	case daysForm:
		seconds := extract("epoch", Binary("-", moment(f.expr(0)), moment(f.expr(1))))
		return Binary("/", seconds, Literal(86400)).node
	}
	return emitBoth(f, DuckDB)
}

// emitBoth writes what PostgreSQL and DuckDB say alike.
func emitBoth(f form, d Dialect) *pg.Node {
	switch f.kind {
	case truncForm:
		return d.Trunc(f.word, moment(f.expr(0))).node
	case partForm:
		return Cast(d.Part(f.word, moment(f.expr(0))), "integer").node
	case todayForm:
		return today().node
	case nowForm:
		return Call("now").node
	case dateForm:
		if isNow(f.expr(0)) {
			return today().node
		}
		return Cast(f.expr(0), "date").node
	case timeForm:
		return moment(f.expr(0)).node
	case shiftForm:
		by := Cast(Literal(f.word[1:]), "interval")
		return Binary(f.word[:1], f.expr(0), by).node
	case sliceForm:
		return Call("substr", exprsOf(f.args)...).node
	case greatestForm:
		return Call("greatest", exprsOf(f.args)...).node
	case leastForm:
		return Call("least", exprsOf(f.args)...).node
	default:
		return exprNode(pg.A_Expr_Kind_AEXPR_ILIKE, f.word+"~~*", f.args[0], f.args[1])
	}
}

func today() Expr {
	return Expr{&pg.Node{Node: &pg.Node_SqlvalueFunction{SqlvalueFunction: &pg.SQLValueFunction{
		Op: pg.SQLValueFunctionOp_SVFOP_CURRENT_DATE, Typmod: -1, Location: -1}}}}
}

func isNow(x Expr) bool {
	v, ok := x.AsLiteral()
	return ok && v == "now"
}

// moment is x as a date or time: 'now' the present, anything that is not plainly a time cast to one, since SQLite keeps
// dates as text.
func moment(x Expr) Expr {
	if isNow(x) {
		return Call("now")
	}
	if _, t, ok := x.AsCast(); ok && (t == "date" || strings.HasPrefix(t, "timestamp")) {
		return x
	}
	if name, _, _, _, ok := x.AsCall(); ok && (name == "now" || name == "date_trunc") {
		return x
	}
	if x.node.GetSqlvalueFunction() != nil {
		return x
	}
	return Cast(x, "timestamp")
}
