package dialog

import "slices"

// Topic is what an answer from the screen speaks about (requirements §3).
type Topic uint8

// The topics.
const (
	NoTopic Topic = iota
	// TopicQuery is "what does this query do?".
	TopicQuery
	// TopicRows is "how many rows is that?".
	TopicRows
	// TopicChanges is "what changed?".
	TopicChanges
	// TopicReason is "why?".
	TopicReason
	// TopicColumns is "what columns are these?".
	TopicColumns
	// TopicTime is "how long did it take?".
	TopicTime
	// TopicHistory is "what did I ask?".
	TopicHistory
	// TopicThanks, TopicGreeting, TopicLeaving, TopicYes and TopicNo are small talk.
	TopicThanks
	TopicGreeting
	TopicLeaving
	TopicYes
	TopicNo
)

// answers are whole questions about what is on screen.
var answers = map[string]Topic{
	"what does this query do": TopicQuery, "what does the query do": TopicQuery, "what does it do": TopicQuery, "what does that do": TopicQuery,
	"what does this do": TopicQuery, "explain": TopicQuery, "explain this": TopicQuery, "explain that": TopicQuery, "explain it": TopicQuery,
	"explain the query": TopicQuery, "explain this query": TopicQuery, "what does this mean": TopicQuery, "what is this": TopicQuery,
	"what am i looking at": TopicQuery, "what is this query": TopicQuery, "what does the sql do": TopicQuery, "explain the sql": TopicQuery,
	"how many rows is that": TopicRows, "how many rows": TopicRows, "how many rows are there": TopicRows, "how many rows is this": TopicRows,
	"how many rows are these": TopicRows, "how many rows are those": TopicRows, "how many results": TopicRows, "how many results are there": TopicRows,
	"how many rows did it return": TopicRows, "how many rows did that return": TopicRows, "how many rows were returned": TopicRows, "how many rows did i get": TopicRows,
	"what changed": TopicChanges, "what has changed": TopicChanges, "what did you change": TopicChanges, "what did that change": TopicChanges,
	"what is different": TopicChanges, "what is different now": TopicChanges, "what different": TopicChanges, "what the difference": TopicChanges, "show the changes": TopicChanges, "show me the changes": TopicChanges,
	"why": TopicReason, "why is that": TopicReason, "why that": TopicReason, "why this": TopicReason, "how come": TopicReason, "why did you do that": TopicReason,
	"how did you understand that": TopicReason, "how did you understand this": TopicReason, "how did you get that": TopicReason, "how did you get this": TopicReason, "are you sure": TopicReason,
	"what columns are these": TopicColumns, "what columns are there": TopicColumns, "which columns are these": TopicColumns, "which columns are shown": TopicColumns, "what columns are shown": TopicColumns,
	"how long did it take": TopicTime, "how long did that take": TopicTime, "how long did this take": TopicTime, "how fast was it": TopicTime, "how fast was that": TopicTime,
	"what did i ask": TopicHistory, "what was my question": TopicHistory, "what did i ask before": TopicHistory, "what was the question": TopicHistory, "what did i ask first": TopicHistory,
}

// Words that make up small talk: an input of nothing else is small talk.
var (
	thanks   = []string{"thanks", "thank", "thankyou", "thx", "ty", "cheers", "great", "perfect", "nice", "cool", "awesome", "excellent", "good", "wonderful", "ok", "okay", "interesting", "super", "brilliant", "amazing", "fine", "alright", "👍", "lovely", "fantastic"}
	greeting = []string{"hi", "hello", "hey", "greetings"}
	leaving  = []string{"bye", "goodbye", "farewell", "ciao", "cya"}
	yes      = []string{"yes", "yep", "yeah", "yup", "sure", "correct", "right", "exactly", "yea"}
	no       = []string{"no", "nope", "nah"}
	filler   = []string{
		"you", "very", "much", "so", "a", "lot", "that", "is", "it", "all", "please", "there", "for", "your", "help", "the", "this", "works", "job", "again", "morning", "afternoon",
		"evening", "day", "have", "s", "was", "helpful", "i", "got", "see", "well", "done", "and", "many", "everything", "now", "oh", "ah", "wow", "then", "really", "just", "what", "wanted", "needed",
	}
)

// route says whether an input leaves the query alone: a question about what is on screen, or small talk.
func (t *text) route(previous bool) (Route, Topic) {
	if t.n == 0 || t.n > 9 {
		return RouteQuery, NoTopic
	}
	if topic, ok := answers[t.plain]; ok {
		return RouteAnswer, topic // without a query the answer says that there is none
	}
	topic := t.smallTalk()
	if topic == TopicYes && previous {
		return RouteQuery, NoTopic // agreement is for the query on screen, which stays
	}
	if topic != NoTopic {
		return RouteClarify, topic
	}
	return RouteQuery, NoTopic
}

// smallTalk is the topic of an input that says nothing about data.
func (t *text) smallTalk() Topic {
	topic := NoTopic
	for i := range t.n {
		w := t.word(i)
		said := talkTopic(w)
		if said == NoTopic && !slices.Contains(filler, w) {
			return NoTopic
		}
		if topic == NoTopic || said == TopicLeaving { // "good bye", "thanks, bye"
			topic = said
		}
	}
	return topic
}

func talkTopic(w string) Topic {
	switch {
	case slices.Contains(thanks, w):
		return TopicThanks
	case slices.Contains(greeting, w):
		return TopicGreeting
	case slices.Contains(leaving, w):
		return TopicLeaving
	case slices.Contains(yes, w):
		return TopicYes
	case slices.Contains(no, w):
		return TopicNo
	}
	return NoTopic
}
