package dialog

import "testing"

func TestAYesIsAYesAndNothingMore(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]bool{"yes": true, "yes, please": true, "": false, "no": false, "yes, only the active ones": false, "show all users": false} {
		if Agrees(input) != want {
			t.Errorf("%q: %t", input, !want)
		}
	}
}

func TestAQuestionBackIsAnsweredByNumberPlaceOrWords(t *testing.T) {
	t.Parallel()
	readings := []string{
		"country and number of rows of users for each country", "number of different city of users", "number of rows of users", "total price of products for each category",
	}
	for input, want := range map[string]int{
		"1": 0, "2": 1, "2.": 1, "#3": 2, "number 3": 2, "option two": 1, "the second": 1, "the second one please": 1, "I meant the third": 2, "the last one": 3, "yes": 0, "number one": 0,
		"by country": 0, "per country": 0, "I meant the city": 1, "different cities": 1, "by categories": 3, "the total": 3, "the one with the price": 3,
		"5": -1, "0": -1, "top 2": -1, "users": -1, "by city": -1, "the ones over 2": -1, "": -1, "no": -1, "thanks": -1, "/2": -1,
		"how many cities are there?": -1, "show the total price": -1, "only active": -1, "the first two": -1, "neither of the two": -1,
	} {
		at, ok := Choose(input, readings, shop())
		if !ok {
			at = -1
		}
		if at != want {
			t.Errorf("%q: %d, want %d", input, at, want)
		}
	}
}
