package english

// This file has the words that names of columns and tables are made of.

// KeyWords end the name of a key that is meant itself: "the supplier number".
var KeyWords = set("keyWords")

// KindHeads are last words of what columns of kinds are called.
var KindHeads = set("kindHeads")

// KindWords are words of columns and tables that say of which kind something is.
var KindWords = set("kindWords")

// PlainHeads are last words of names that people leave out: "region" for region_name.
var PlainHeads = set("plainHeads")

// ValueDenials stand before a word of a value and deny it: a payment is no non-payment.
var ValueDenials = set("valueDenials")
