package tui

import (
	"context"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"parley/tui/text"
	"parley/tui/theme"
)

// Models finds language models, tries them and puts one in force. Find asks the ports of this machine, so it runs only when the
// person opens the list; only Try sends anything.
type Models interface {
	Find(ctx context.Context) []ModelFound
	Levels() []PrivacyLevel
	// Payload is what Try would send.
	Payload(ctx context.Context, m ModelFound) (string, error)
	Try(ctx context.Context, m ModelFound) (string, error)
	// Use keeps the choice for this run and the next ones.
	Use(m ModelFound) (string, error)
}

// ModelFound is a model to choose; a person names its Model where that is empty.
type ModelFound struct {
	Name, Where              string
	Local                    bool
	Provider, Model, BaseURL string
	Privacy                  string
}

// PrivacyLevel is what a model may see, with its effect.
type PrivacyLevel struct{ Name, Effect string }

// modelCommand opens the list of models; with a name it is the conversation's own command.
func (m *Model) modelCommand() tea.Cmd {
	ctx, models := m.ctx, m.options.Models
	return tea.Batch(m.say(Info, "looking for models on this machine"), func() tea.Msg { return modelsMsg{models.Find(ctx)} })
}

// modelsMsg brings the models that were found.
type modelsMsg struct{ found []ModelFound }

func (a modelsMsg) apply(m *Model) tea.Cmd {
	m.status.Clear()
	if len(a.found) == 0 {
		return m.open(newPager("Models", 84, wrapped("No model was found.\n\nparley looks for a key in ANTHROPIC_API_KEY, OPENAI_API_KEY or the keyring, for a server of Ollama, LM Studio, llama.cpp or vLLM on this machine, and for the programs claude, codex, gemini, llm and aichat.\n\nThe rules answer without one.")))
	}
	var choices []choice
	for _, f := range a.found {
		detail := ""
		if f.Local {
			detail = "stays on this machine"
		}
		choices = append(choices, choice{title: f.Name, detail: detail, below: f.Where, value: f})
	}
	return m.open(newPicker("Models", "search", choices, func(m *Model, c choice) tea.Cmd {
		found := c.value.(ModelFound)
		if found.Model != "" {
			return m.choosePrivacy(found)
		}
		return m.open(newPrompt("Which model of "+found.Name+"?", "its name, as the maker writes it", "", func(m *Model, name string) tea.Cmd {
			if name == "" {
				return nil
			}
			found.Model = name
			return m.choosePrivacy(found)
		}))
	}))
}

// choosePrivacy asks what the model may see, each level with its effect.
func (m *Model) choosePrivacy(found ModelFound) tea.Cmd {
	var choices []choice
	for _, l := range m.options.Models.Levels() {
		choices = append(choices, choice{title: l.Name, below: l.Effect, value: l.Name})
	}
	return m.open(newPicker("What may "+found.Model+" see?", "search", choices, func(m *Model, c choice) tea.Cmd {
		found.Privacy = c.value.(string)
		ctx, models := m.ctx, m.options.Models
		return func() tea.Msg {
			payload, err := models.Payload(ctx, found)
			return payloadMsg{found, payload, err}
		}
	}))
}

// payloadMsg brings what a trial would send.
type payloadMsg struct {
	found   ModelFound
	payload string
	err     error
}

func (a payloadMsg) apply(m *Model) tea.Cmd {
	if a.err != nil {
		return m.say(Bad, visibleOneLine(a.err.Error()))
	}
	return m.open(&consent{pager: newPager("This would be sent: a question about the demo", 100, wrapped(a.payload)), yes: func(m *Model) tea.Cmd {
		ctx, models := m.ctx, m.options.Models
		return tea.Batch(m.say(Info, "asking "+visibleOneLine(a.found.Model)), func() tea.Msg {
			said, err := models.Try(ctx, a.found)
			return triedMsg{a.found, said, err}
		})
	}})
}

// triedMsg brings what a model answered to its trial.
type triedMsg struct {
	found ModelFound
	said  string
	err   error
}

func (a triedMsg) apply(m *Model) tea.Cmd {
	if a.err != nil {
		return m.open(newPager("The model does not answer", 84, wrapped(a.err.Error())))
	}
	return m.open(&consent{pager: newPager("Use it from now on?", 100, wrapped(a.said)), yes: func(m *Model) tea.Cmd {
		said, err := m.options.Models.Use(a.found)
		if err != nil {
			return m.say(Bad, visibleOneLine(err.Error()))
		}
		return tea.Batch(m.say(Good, visibleOneLine(said)), m.send("/refresh"))
	}})
}

// consent is a text to read with a yes or a no; keys that scroll scroll, and every other key is no.
type consent struct {
	*pager
	yes func(m *Model) tea.Cmd
}

// Key takes y for yes.
func (c *consent) Key(m *Model, k tea.KeyMsg) tea.Cmd {
	if strings.EqualFold(k.String(), "y") {
		m.close()
		return c.yes(m)
	}
	return c.pager.Key(m, k)
}

// View draws the text with the keys that answer.
func (c *consent) View(th *theme.Theme, w, h int) window {
	out := c.pager.View(th, w, h)
	out.foot = "y yes · esc no"
	return out
}

// modelLine is the first screen's quiet line about models; empty where one answers already.
func (m *Model) modelLine(th *theme.Theme, w int) []string {
	if m.options.Models == nil || m.options.Maker != "rules" {
		return nil
	}
	if source := m.talk.Source(); source != nil && source.Assistant != nil && source.Assistant.Status() != "rules" {
		return nil
	}
	words, room := "find a language model to answer more; nothing is sent before a yes", w-12
	if text.Width(words) > room {
		words = "find a language model"
	}
	return []string{"   " + th.Key.Render(text.Fit("/model", 8)) + th.Muted.Render(text.Cut(words, room))}
}
