package dialog

import (
	"strings"
	"testing"
)

// travel is a vocabulary of two subjects that no key joins.
func travel() *Lexicon {
	l := NewLexicon()
	for _, table := range []string{"flights", "payments"} {
		l.AddTable(table)
	}
	for phrase, e := range map[string]Entity{
		"Nairobi": {ValueEntity, "flights", "origin"}, "Mombasa": {ValueEntity, "flights", "origin"}, "economy": {ValueEntity, "flights", "cabin_class"},
		"price": {ColumnEntity, "flights", "price"}, "return date": {ColumnEntity, "flights", "return_date"}, "KES": {ValueEntity, "payments", "currency"},
	} {
		l.Add(phrase, e)
	}
	l.Seal()
	return l
}

// TestReturningReadsWhatIsComeBackTo: what an input names, whether it comes back, firmly or not, and what else it says.
func TestReturningReadsWhatIsComeBackTo(t *testing.T) {
	t.Parallel()
	v := travel()
	for input, want := range map[string]string{
		"back to the flights":                        "firmly flights: ",
		"Let's go back to the flights.":              "firmly flights: ",
		"can we return to those flights please":      "firmly flights: ",
		"the same trip in economy":                   "back (flights): in economy",
		"those payments again":                       "back payments: ",
		"payments again":                             "back payments: ",
		"the earlier flights, sorted by price":       "firmly flights: sorted by price",
		"as before but from Mombasa":                 "firmly (flights): from Mombasa",
		"same as before, but in economy":             "firmly (flights): in economy",
		"the flights we looked at before":            "firmly flights: ",
		"my previous payments in KES":                "firmly payments: in KES",
		"the flights once more":                      "firmly flights: ",
		"that trip again":                            "back : ",
		"back to the flights, but from Mombasa":      "firmly flights: from Mombasa",
		"the same flights at night":                  "back flights: at night",
		"return date Feb 20":                         "no (flights): return date Feb 20",
		"flights in the same month":                  "no flights: flights in the same month",
		"flights earlier than May":                   "no flights: flights earlier than May",
		"flights from an airline that is late":       "no flights: flights from an airline that is late",
		"flights from Nairobi":                       "no flights: flights from Nairobi",
		"ok, the flights: same day but from Mombasa": "firmly flights: same day but from Mombasa",
		"the flights, on the same day from Mombasa":  "firmly flights: on the same day from Mombasa",
		"flights: from Mombasa":                      "no flights: flights: from Mombasa",
		"what was that flights list again?":          "back flights: ",
		"what was the price of those payments again": "back payments: what was the price of them",
		"switch back to payments and sort by amount": "firmly payments: sort by amount",
	} {
		r := Returning(input, v)
		got := "no "
		switch {
		case r.Firmly:
			got = "firmly "
		case r.Back:
			got = "back "
		}
		got += strings.Join(r.Subjects, " ")
		if len(r.Subjects) == 0 && len(r.Fits) > 0 {
			got += "(" + strings.Join(r.Fits, " ") + ")"
		}
		rest := r.Rest
		if !r.Back {
			rest = input // nothing is taken off it
		}
		if got += ": " + rest; got != want {
			t.Errorf("%s\n got %s\nwant %s", input, got, want)
		}
	}
	if r := Returning("back to the flights", nil); r.Back {
		t.Errorf("without a vocabulary %+v", r)
	}
}

// TestEachPhraseOfComingBackComesBack: no phrase of the list is shadowed by another.
func TestEachPhraseOfComingBackComesBack(t *testing.T) {
	t.Parallel()
	v := travel()
	for _, m := range returns {
		for _, input := range []string{m.words + " flights", "flights " + m.words} {
			r := Returning(input, v)
			if m.words == "that" && strings.HasPrefix(input, "flights") {
				continue
			}
			if !r.Back || r.Firmly != m.firmly && !r.Firmly || len(r.Subjects) != 1 || r.Rest != "" {
				t.Errorf("%q: %+v", input, r)
			}
		}
	}
}

// TestModelIsAskedAsTheStrategySays: hybrid asks only where the rules answer low, and nobody where the intent is settled.
func TestModelIsAskedAsTheStrategySays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		strategy   Strategy
		confidence Confidence
		settled    bool
		route      Route
		want       bool
	}{
		{Rules, Low, false, RouteQuery, false},
		{Hybrid, Low, false, RouteQuery, true},
		{Hybrid, Medium, false, RouteQuery, false},
		{Hybrid, High, false, RouteQuery, false},
		{Hybrid, Low, true, RouteQuery, false},
		{LLM, High, false, RouteQuery, true},
		{LLM, Low, false, RouteQuery, true},
		{LLM, High, true, RouteQuery, false},
		{LLM, Low, false, RouteAnswer, false},
	} {
		d := Detection{Route: c.route, Confidence: c.confidence, Settled: c.settled}
		if got := d.AsksModel(c.strategy); got != c.want {
			t.Errorf("%+v: %t", c, got)
		}
	}
}

// TestFollowUpPhrasesAreEvidence: each phrase that the multi-turn document lists shows, for no other sign may hide its loss.
func TestFollowUpPhrasesAreEvidence(t *testing.T) {
	t.Parallel()
	for sign, phrases := range map[Sign]string{
		SignFollowUp: "tell me more; more about; what about; how about; how does it; can you compare; what the difference; is it better; any other; similar to; like that; another option",
		SignStrong:   "too many; too few; wrong; missing",
		SignThose:    "those; these; they; them; themselves",
		SignSame:     "the same; the one; previous; above; mentioned",
	} {
		for phrase := range strings.SplitSeq(phrases, "; ") {
			var x text
			var e evidence
			x.read("zebra " + phrase + " zebra")
			e.form(&x)
			if !e.shows(sign) || e.text[sign] != phrase {
				t.Errorf("%q shows %q for %v", phrase, e.text[sign], sign)
			}
		}
	}
}
