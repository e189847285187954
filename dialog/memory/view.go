package memory

import (
	"encoding/json"
	"fmt"
	"time"
)

// View is a room for the context viewer: the subject spoken of last comes first.
type View struct {
	Room     string
	Subjects []SubjectView
}

// SubjectView is what is remembered of one subject.
type SubjectView struct {
	Subject    string
	Parameters []ParameterView
}

// ParameterView is a parameter with its age, and how long it will live; Left is 0 for a pinned one.
type ParameterView struct {
	Parameter
	Age, Left time.Duration
}

// View lists what is remembered and within its time.
func (r *Room) View(now time.Time) View {
	r.mu.Lock()
	defer r.mu.Unlock()
	view := View{Room: r.name}
	for _, subject := range r.state.names() {
		shown := SubjectView{Subject: subject}
		for _, p := range r.state.Subjects[subject] {
			if !p.live(now, r.settings.ttl()) {
				continue
			}
			v := ParameterView{Parameter: p, Age: now.Sub(p.Set)}
			if !p.Pinned {
				v.Left = p.Set.Add(r.settings.ttl()).Sub(now)
			}
			shown.Parameters = append(shown.Parameters, v)
		}
		switch {
		case len(shown.Parameters) == 0:
		case subject == r.state.Service:
			view.Subjects = append([]SubjectView{shown}, view.Subjects...)
		default:
			view.Subjects = append(view.Subjects, shown)
		}
	}
	return view
}

// Export is the room as JSON, in the form it is stored in, indented.
func (r *Room) Export(now time.Time) ([]byte, error) {
	r.mu.Lock()
	state := r.state.clone()
	r.mu.Unlock()
	state.expire(now, r.settings.ttl())
	data, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("export room %s: %w", r.name, err)
	}
	return data, nil
}

// Import takes up an exported room, as a kept session does when it is resumed; what the room knows already stays. From is
// where a person took it from, empty for what was this room's own. It returns what was taken up.
func (r *Room) Import(data []byte, from string, now time.Time) (taken []Found, err error) {
	other, err := decode(data)
	if err != nil {
		return nil, err
	}
	gone := other.expire(now, r.settings.ttl())
	r.change(func(s *State) {
		if found := s.takeOver(other, from, now); s == r.state {
			taken = found
		}
		if s.Service == "" {
			s.Service = other.Service
		}
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fade(gone)
	return taken, nil
}
