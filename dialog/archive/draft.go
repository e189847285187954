package archive

import (
	"encoding/json"
	"errors"
	"slices"
)

// draftLine holds what was typed and not sent, in place of what was: texts in their order, the one at the caret last.
type draftLine struct {
	Draft []string `json:"draft"`
}

// TakeDraft notes what was typed about a database and not sent; nothing when all of it was. Passwords in it are masked, as in turns.
func (k *Kept) TakeDraft(p Place, draft []string) {
	var kept []string
	for _, text := range draft {
		kept = append(kept, withoutPasswords(text))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if slices.Equal(kept, k.head.draft) {
		return
	}
	if len(k.entries) == 0 {
		k.head.Current = k.database(p)
	}
	k.head.setDraft(kept)
	k.wait(draftLine{kept})
	k.touch()
}

// Draft is what was typed and not sent.
func (k *Kept) Draft() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.head.draft)
}

// setDraft puts the draft beside the head, and what a list says of it into the head.
func (h *head) setDraft(draft []string) {
	h.draft, h.Unsent = draft, ""
	if n := len(draft); n > 0 {
		h.Unsent = firstWords(draft[n-1])
	}
}

// foldDraft takes a draft's line in.
func (h *head) foldDraft(line []byte) error {
	var d draftLine
	if err := json.Unmarshal(line, &d); err != nil {
		return err
	}
	h.setDraft(d.Draft)
	return nil
}

// Strays are the drafts of sessions about a place in which nothing was ever said, since their program was killed, the oldest first, and
// what opening those sessions had to tell. When
// they are kept elsewhere, forget(true) removes those sessions; forget(false) leaves them. One that is open anywhere is not among them.
func (s *Store) Strays(p Place, folder string) (draft, notices []string, forget func(kept bool) error) {
	entries, err := s.List()
	if err != nil {
		return nil, nil, func(bool) error { return nil }
	}
	var found []*Kept
	for _, e := range slices.Backward(entries) {
		if !e.Auto || e.Name != "" || e.Err != nil || e.Turns > 0 || e.Unsent == "" || !e.about(p, folder) {
			continue
		}
		if k, err := s.Open(e.ID); err == nil {
			found, draft = append(found, k), append(draft, k.Draft()...)
			if k.notice != "" {
				notices = append(notices, k.notice)
			}
		}
	}
	return draft, notices, func(kept bool) error {
		var errs []error
		for _, k := range found {
			errs = append(errs, k.Close())
			if kept {
				errs = append(errs, s.Delete(k.ID()))
			}
		}
		return errors.Join(errs...)
	}
}

// about says whether a session is the one to continue at a place, or, where the place has no targets, in a folder.
func (e *Entry) about(p Place, folder string) bool {
	if len(p.Targets) > 0 {
		return e.Place.Same(p)
	}
	return folder != "" && e.Folder == folder
}
