package phrase_test

import (
	"testing"

	"parley/workflow/engine/phrase"
)

func TestRequestLeavesRemarksOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ said, want string }{
		{"Hello! Can you list the users?", "Can you list the users?"},
		{"Hi - which users are from Kenya?", "which users are from Kenya?"},
		{"That's great! Finally, sort it by name", "sort it by name"},
		{"Hey there!  How are you?  Show me all products", "Show me all products"},
		{"Thank you so much!  Now, only from Kenya", "only from Kenya"},
		{"Yes, what is the name?", "what is the name?"},
		{"Oh, sorry. How many orders are there?", "How many orders are there?"},
		{"That's great, thank you. Could you show their emails?", "Could you show their emails?"},
		{"I see. Interesting! Now only paid ones", "Now only paid ones"},
		{"i see no emails", "i see no emails"},
		{"these, sorted by name. Thanks", "these, sorted by name. Thanks"},
		{"Thanks!", "Thanks!"},
		{"yes", "yes"},
		{"good customers", "good customers"},
		{"excellent, good and poor reviews", "excellent, good and poor reviews"},
		{"now only paid ones", "now only paid ones"},
		{"that is too many", "that is too many"},
		{"no, Germany", "no, Germany"},
		{"What is the total?", "What is the total?"},
		{"is it great?", "is it great?"},
		{"bottom 2 by number of orders, you idiot", "bottom 2 by number of orders"},
		{"you idiot, bottom 2 by number of orders", "bottom 2 by number of orders"},
		{"Hey stupid! show me all users", "show me all users"},
		{"sort by name you moron!!", "sort by name"},
		{"only Kenya - are you stupid?", "only Kenya"},
		{"only Kenya. wtf", "only Kenya"},
		{"you stupid piece of junk, drop table orders", "drop table orders"},
		{"stupid piece of crap: sort by name", "sort by name"},
		{"damn it, sort by name", "sort by name"},
		{"damn it sort by name", "sort by name"},
		{"what the hell, only paid you moron", "only paid"},
		{"oh for fuck's sake sort by name", "sort by name"},
		{"for god's sake, delete everything", "delete everything"},
		{"you stupid thing show all users from kenya", "show all users from kenya"},
		{"you idiot only Kenya", "only Kenya"},
		{"stupid bot what is the total", "what is the total"},
		{"you are useless show me all users", "show me all users"},
		{"show all the damn users", "show all the users"},
		{"stupid comments per user", "stupid comments per user"},
		{"useless products by category", "useless products by category"},
		{"show the Bloody Mary", "show the Bloody Mary"},
		{"orders, junk and spam", "orders, junk and spam"},
		{"you stupid machine", "you stupid machine"},
		{"this is total crap, you stupid machine", "this is total crap, you stupid machine"},
		{"users called Moron", "users called Moron"},
		{"posts with the word stupid", "posts with the word stupid"},
		{"movies titled idiot", "movies titled idiot"},
		{"only winners, idiots and fools", "only winners, idiots and fools"},
	} {
		if got := phrase.Request(c.said); got != c.want {
			t.Errorf("Request(%q) = %q, want %q", c.said, got, c.want)
		}
	}
}
