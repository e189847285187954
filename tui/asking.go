package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/dialog"
	"parley/workflow"
)

// choose asks which reading was meant, where the maker found several: each with a glance at what it brings. What fits none of them
// is an input like any.
func (m *Model) choose(reply *workflow.Reply) tea.Cmd {
	if len(reply.Choices) == 0 || reply.Turn.Route != dialog.RouteClarify {
		return nil
	}
	var choices []choice
	for _, d := range reply.Choices {
		c := choice{title: d.Called(), glance: d.Glance, value: d}
		if d.Statement != nil {
			c.below = visibleOneLine(d.Statement.SQL())
		}
		choices = append(choices, c)
	}
	input := reply.Turn.Input
	return m.open(newReadings(questionOf(reply), "choose, or say something else", choices, func(m *Model, c choice) tea.Cmd {
		return m.start(input, m.talk.BeginDraft(input, c.value.(*workflow.Draft)))
	}))
}

// questionOf is the question back in a line: what it asks about a word, else that there are several readings.
func questionOf(reply *workflow.Reply) string {
	if d := reply.Choices[0]; d.Word != "" && reply.Turn.Failure != nil {
		question, _, _ := strings.Cut(reply.Turn.Failure.Message, "?")
		return visibleOneLine(question) + "?"
	}
	return "Which one did you mean?"
}

// otherReadings offers the readings that the one on screen was preferred to, each with what it brings and what it changes: a doubt is
// changed where it is told.
func (m *Model) otherReadings() tea.Cmd {
	look, ctx := m.talk.Others(), m.ctx
	if look == nil {
		return m.say(Info, needsOthers(m))
	}
	if why := busy(m); why != "" {
		return m.say(Info, why)
	}
	turn := m.talk.Session().Current()
	return func() tea.Msg { return othersMsg{turn, look(ctx)} }
}

// othersMsg are the other readings of a turn, looked at.
type othersMsg struct {
	turn   *dialog.Turn
	others []*workflow.Draft
}

func (o othersMsg) apply(m *Model) tea.Cmd {
	current := m.talk.Session().Current()
	switch {
	case current == nil || current.ID != o.turn.ID:
		return nil // the conversation went on
	case len(o.others) == 0:
		return m.say(Info, "The other readings bring the same rows.")
	}
	var choices []choice
	for _, d := range o.others {
		choices = append(choices, choice{title: d.Called(), glance: d.Glance, below: visibleOneLine(d.Differs), value: d})
	}
	input := o.turn.Input
	return m.open(newReadings("Read it otherwise", "choose, or say something else", choices, func(m *Model, c choice) tea.Cmd {
		return m.start(input, m.talk.BeginDraft(input, c.value.(*workflow.Draft)))
	}))
}

// chooseParts lists what was understood, part by part: choosing one offers the other ways to have it.
func (m *Model) chooseParts() tea.Cmd {
	if why := needsParts(m); why != "" {
		return m.say(Info, why)
	}
	var choices []choice
	for _, p := range m.talk.Parts() {
		var ways []string
		for _, w := range p.Ways {
			ways = append(ways, w.Said())
		}
		choices = append(choices, choice{title: p.Words, below: strings.Join(ways, " · "), value: p})
	}
	return m.open(newReadings("What was understood", "which part is to change?", choices, func(m *Model, c choice) tea.Cmd {
		part := c.value.(workflow.Part)
		look, ctx, turn := m.talk.Weigh(part.Ways), m.ctx, m.talk.Session().Current()
		if look == nil || busy(m) != "" {
			return m.say(Info, busy(m))
		}
		return func() tea.Msg { return waysMsg{turn, part.Words, look(ctx)} }
	}))
}

// waysMsg are the other ways to have a part of the answer, looked at.
type waysMsg struct {
	turn *dialog.Turn
	part string
	ways []*workflow.Draft
}

func (w waysMsg) apply(m *Model) tea.Cmd {
	current := m.talk.Session().Current()
	switch {
	case current == nil || current.ID != w.turn.ID:
		return nil // the conversation went on
	case len(w.ways) == 0:
		return m.say(Info, "However it is read, the rows are the same.")
	}
	var choices []choice
	for _, d := range w.ways {
		choices = append(choices, choice{title: d.Said(), glance: d.Glance, below: visibleOneLine(d.Differs), value: d})
	}
	return m.open(newReadings(visibleOneLine("Instead of: "+w.part), "choose, or say something else", choices, func(m *Model, c choice) tea.Cmd {
		d := c.value.(*workflow.Draft)
		return m.start(d.Said(), m.talk.BeginWritten(d.Said(), d.Statement.SQL()))
	}))
}
