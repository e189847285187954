package project

import (
	"errors"
	"io/fs"
	"path/filepath"
	"sync"
)

// Keeper changes the files of a project, and holds what was told for the session alone.
type Keeper struct {
	// Trust notes folders whose project the user begins.
	Trust Trust

	mu      sync.Mutex
	places  Places
	session string
}

// Set says where the files are.
func (k *Keeper) Set(places Places) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.places = places
}

// Session is the layer of what was told in this run.
func (k *Keeper) Session() (*Layer, []Problem) {
	k.mu.Lock()
	defer k.mu.Unlock()
	layer, problems := Parse("this session", k.session)
	layer.Scope = Session
	return layer, problems
}

// Change is what an edit would make of the file of a scope.
func (k *Keeper) Change(scope Scope, edit func(text string) string) (Change, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var c Change
	folder := ""
	switch scope {
	case Session:
		c.Before = k.session
	case Mine:
		folder = k.places.Mine
	default:
		if folder = k.places.Shared; folder == "" {
			folder = k.places.New
		}
	}
	if scope != Session {
		if folder == "" {
			return c, errors.New("there is no project here: say \"for me\" or \"session\"")
		}
		c.Path = filepath.Join(folder, FileName)
		text, err := readFile(c.Path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return c, err
		}
		c.Before = text
	}
	c.After = edit(c.Before)
	return c, nil
}

// Write makes a change, unless the file is not any more what it was.
func (k *Keeper) Write(c Change) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.Path == "" {
		k.session = c.After
		return nil
	}
	now, err := readFile(c.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if now != c.Before {
		return errors.New(c.Path + " was changed meanwhile: say it again")
	}
	if err := WriteFile(c.Path, c.After); err != nil {
		return err
	}
	if folder := filepath.Dir(c.Path); folder == k.places.New {
		k.places.Shared, k.places.New = folder, ""
		return k.Trust.Say(folder, true)
	}
	return nil
}

// Scope is where "y" keeps a definition: in the project where there is one, else for the user alone.
func (p *Project) Scope() Scope {
	if p.Places.Shared != "" {
		return Shared
	}
	return Mine
}
