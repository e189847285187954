package project_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"parley/workflow"
)

// Which name a stretch of words is, by the words that stand for names: a longer name before those in it, of two that overlap the one beside
// which all words have a part, and none where its last noun goes on to be another thing, or other rows are asked for.
func TestWhichNameAStretchOfWordsIs(t *testing.T) {
	t.Parallel()
	p := taughtSource(t, "library").Project
	for said, want := range map[string]string{
		"lending per branch":                             "lendingzq per branch",
		"lending space per branch":                       "lending space per branch",
		"copies on shelf per genre":                      "copies on shelf per genre",
		"books on shelf":                                 "books onshelfzq",
		"loan days per member":                           "loandayspermemberzq",
		"average loan days per member group":             "average loan days per member group",
		"payments by fee":                                "payments byfeezq",
		"payments by fee plan":                           "payments by fee plan",
		"loans per hour of the day":                      "loans per hourofthedayzq",
		"members without a sponsor":                      "members withoutasponsorzq",
		"fees of no sponsor members":                     "feezq of no sponsor members",
		"fees of without a sponsor members":              "feezq of withoutasponsorzq members",
		"members with a sponsor":                         "members not withoutasponsorzq",
		"members with the sponsor name":                  "members with the sponsor name",
		"books with no loans":                            "books with noloanszq",
		"members with no loans":                          "members with no loans",
		"books with no loans in the last 6 months":       "books with no loans in the last 6 months",
		"renewals logs":                                  "renewals logs",
		"renewal logs":                                   "renewallogzq",
		"books called Copies":                            "books called Copies",
		"loans with dust":                                "loans withdustzq",
		"loans with a dust book":                         "loans with a dust book",
		"which branches missed their goal last month":    "which branches missedtheirgoalzq last month",
		"loans cancelled without a reason":               "loans cancelledwithoutareasonzq",
		"fee income of members in France in euro":        "feeincomeineurozq of members in France",
		"fee income in France of members, in euro, 2026": "feeincomeineurozq in France of members, 2026",
		"members invited in 2025":                        "members invitedzq in 2025",
		"who has invited the most members":               "who has invited the most members",
		"members who invited more than 3 others":         "members who invited more than 3 others",
		"members invited by Sam":                         "members invited by Sam",
		"how many members were invited by country":       "how many members wasinvitedzq by country",
	} {
		if got := p.Read(said); got != want {
			t.Errorf("%q is read as %q, want %q", said, got, want)
		}
		if got := p.Unread(p.Read(said)); strings.Contains(got, "zq") {
			t.Errorf("%q comes back as %q", said, got)
		}
	}
}

// frames are sentences around names, right and wrong ones; a second line of a pair is feedback on the first.
var frames = []string{
	"%s", "%s per %s", "average %s of %s by country", "members with %s", "which branches %s last month", "show %s and %s", "loans %s in 2026 without %s",
	"how many %s are there", "top 3 members by %s", "branches > including %s", "loans > only %s", "payments > without %s", "members > by %s", "loans per month > sort by %s",
	"books called %s", "members > add %s", "share of %s in %s", "what is %s", "loans > not %s but %s", "%ss of xyzzy", "payments > more than 3 %s",
}

// No text that leaves the engine holds a word that stands for a name, whatever is asked.
func TestNoWordThatStandsForANameGetsOut(t *testing.T) {
	t.Parallel()
	source := taughtSource(t, "library")
	var names []string
	for _, d := range source.Project.Definitions {
		names = append(names, d.Words...)
	}
	const asked = 400
	random := rand.New(rand.NewPCG(7, 11))
	for range asked {
		frame := frames[random.IntN(len(frames))]
		for strings.Contains(frame, "%s") {
			frame = strings.Replace(frame, "%s", names[random.IntN(len(names))], 1)
		}
		for _, text := range toldOf(t, source, strings.Split(frame, " > ")) {
			if strings.Contains(strings.ToLower(text), "zq") {
				t.Errorf("%q: %s", frame, text)
			}
		}
	}
}

// toldOf is all that is told of a question and the feedback on it.
func toldOf(t *testing.T, source *workflow.Source, said []string) []string {
	t.Helper()
	request := workflow.Request{Question: said[0], Now: noon}
	draft, err := source.Generator.Generate(t.Context(), request)
	out := append(textsOf(draft), errorTexts(err)...)
	if err != nil || len(said) == 1 {
		return out
	}
	request.Question = said[1]
	draft, err = source.Refiner.Refine(t.Context(), workflow.Refine{Request: request, Original: said[0], Earlier: said[:1], Current: draft.Statement})
	return append(append(out, textsOf(draft)...), errorTexts(err)...)
}

func textsOf(d *workflow.Draft) []string {
	if d == nil {
		return nil
	}
	out := []string{d.Explanation, d.Rival, d.Question, d.Word, d.Label, d.Differs, d.Meaning.Text, fmt.Sprint(d.Understood, d.Ignored, d.Notes, d.Supposed)}
	if d.Statement != nil {
		out = append(out, d.Statement.SQL())
	}
	for _, o := range d.Others {
		out = append(out, textsOf(o)...)
	}
	return out
}

func errorTexts(err error) []string {
	if err == nil {
		return nil
	}
	out := []string{err.Error()}
	var unknown *workflow.NotUnderstood
	var several *workflow.Ambiguous
	if errors.As(err, &unknown) {
		out = append(out, fmt.Sprint(unknown.Words, unknown.Suggestions, unknown.Notes, unknown.Refusal, unknown.Absent))
		out = append(out, textsOf(unknown.Partial)...)
	}
	if errors.As(err, &several) {
		out = append(out, fmt.Sprint(several.Question, several.Notes))
		for _, d := range several.Readings {
			out = append(out, textsOf(d)...)
		}
	}
	return out
}
