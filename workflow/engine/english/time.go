package english

// CameWords say that what is spoken of has come already.
var CameWords = set("cameWords")

// ComingWords say of rows that a day of theirs is to come: what is due, starts or ends then.
var ComingWords = set("comingWords")

// Onwards stand behind the day from which a period is open.
var Onwards = set("onwards")
