package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"parley/db"
	"parley/db/demo"
	"parley/db/opener"
	"parley/dialog/archive"
	"parley/tui"
)

// The settings file names databases:
//
//	[connections]
//	prod = "postgres://ana@db.example/shop"
//	sales = "~/data/2026-*.csv"
//
// A name stands for its target wherever a database is named, and is looked for before files. Passwords do not belong there.

// resolve are the targets that a line of text names: those of a named connection, one database, or several files.
func (r *runtime) resolve(text string) ([]string, error) {
	if _, ok := r.connections()[text]; ok {
		return r.targets(text)
	}
	return targetsOf(tui.AtHome(text)), nil
}

// targets are databases as they were named, the name of a connection replaced by what it stands for.
func (r *runtime) targets(named ...string) ([]string, error) {
	if len(named) != 1 || named[0] == demo.Target {
		return named, nil
	}
	target, ok := r.connections()[named[0]]
	if !ok {
		return named, nil
	}
	if opener.HasPassword(target) {
		return nil, usage("The connection "+named[0]+" has a password in the settings file.",
			"Take it out there: it is looked for in ~/.pgpass, PGPASSWORD and the keyring, and else asked for.")
	}
	return targetsOf(tui.AtHome(target)), nil
}

// connections are the databases with names, which a form may add to.
func (r *runtime) connections() map[string]string {
	r.connectionsMu.Lock()
	defer r.connectionsMu.Unlock()
	return r.Connections
}

// tunnelOf is the command that makes a connection reachable; empty for none.
func (r *runtime) tunnelOf(name string) string {
	r.connectionsMu.Lock()
	defer r.connectionsMu.Unlock()
	return r.Tunnels[name]
}

// AddConnection implements tui.Host.
func (s *spot) AddConnection(name, target, tunnel string) (string, error) {
	r := s.desk.runtime
	switch _, taken := r.connections()[name]; {
	case taken || name == demo.Target:
		return "", fmt.Errorf("there is a database called %s already: choose another name", name)
	case strings.ContainsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '-' && c != '_' }):
		return "", errors.New("a name is made of letters, digits, - and _")
	case opener.HasPassword(target):
		return "", errors.New("a password does not belong in the settings: it is asked for")
	case tunnel != "" && addressOf(target) == "":
		return "", errors.New("a tunnel leads to a server by host and port")
	}
	target = anywhere(target)
	path, err := r.settingsPath()
	if err != nil {
		return "", err
	}
	err = changeFile(path, func(text []byte) ([]byte, error) {
		text, err := withNamed(text, "connections", name, target)
		if err != nil || tunnel == "" {
			return text, err
		}
		return withNamed(text, "tunnels", name, tunnel)
	})
	if err != nil {
		return "", err
	}
	r.connectionsMu.Lock()
	defer r.connectionsMu.Unlock()
	r.Connections = with(r.Connections, name, target)
	if tunnel != "" {
		r.Tunnels = with(r.Tunnels, name, tunnel)
	}
	return fmt.Sprintf("%s is in %s: --db %s, /db %s.", name, path, name, name), nil
}

// anywhere is a target as it is opened from any folder: paths are whole, or begin at home.
func anywhere(target string) string {
	if opener.IsServer(target) || strings.HasPrefix(target, "~/") || target == demo.Target {
		return target
	}
	return strings.Join(opener.Remembered(opener.Split([]string{target})...), ",")
}

// with is a map with one more entry; who reads the one before goes on with it.
func with(before map[string]string, name, value string) map[string]string {
	all := maps.Clone(before)
	if all == nil {
		all = map[string]string{}
	}
	all[name] = value
	return all
}

// withNamed puts a name at the head of a table of the settings, which is made where there is none.
func withNamed(text []byte, table, name, value string) ([]byte, error) {
	line := []byte(tomlText(name) + " = " + tomlText(value) + "\n")
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i, l := range lines {
		head, _, _ := bytes.Cut(l, []byte("#"))
		if string(bytes.TrimSpace(head)) == "["+table+"]" && bytes.HasSuffix(l, []byte("\n")) {
			return checked(bytes.Join(slices.Insert(lines, i+1, line), nil), text)
		}
	}
	if len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		text = append(slices.Clone(text), '\n')
	}
	return checked(slices.Concat(text, []byte("["+table+"]\n"), line), text)
}

// targetsOf are the databases that a text names: several data files, or one, whose path may have blanks in it.
func targetsOf(text string) []string {
	if _, err := os.Stat(text); err == nil || strings.Contains(text, "://") || strings.Contains(text, "=") {
		return []string{text}
	}
	if several := opener.Split(strings.Fields(text)); opener.AllData(several) {
		return several
	}
	return opener.Split([]string{text})
}

// named are the databases of the command line: none is the demo.
func (r *runtime) named(more ...string) []string {
	var named []string
	for _, target := range append(slices.Clone(r.DB), more...) {
		if target != "" {
			named = append(named, target)
		}
	}
	return opener.Split(named)
}

// Databases implements tui.Host: the demo, those that the settings name, those of this session and those of kept ones.
func (s *spot) Databases() []tui.Place { return listed(s.known()) }

// Neighbours implements tui.Host.
func (s *spot) Neighbours(ctx context.Context) []tui.Place {
	list := s.known()
	before := len(list)
	for _, n := range s.neighbours(ctx) {
		list.add(tui.Place{Name: n.Name, Origin: "same server"}, []string{n.Target})
	}
	return listed(list[before:])
}

// neighbours are the other databases of the server that is open here; none where it cannot say.
func (s *spot) neighbours(ctx context.Context) []db.Neighbour {
	source, err := s.opening.Wait(ctx)
	if err != nil {
		return nil
	}
	server, ok := source.Database.(db.Neighbourly)
	if !ok {
		return nil
	}
	found, err := server.Neighbours(ctx)
	if err != nil {
		s.desk.runtime.log.Info("the other databases of the server are not known", "error", err)
	}
	return found
}

// beside is the database of the same server that a name means, where nothing else is called so.
func (s *spot) beside(ctx context.Context, name string) (targets []string, ok bool) {
	if _, err := os.Stat(name); err == nil || name == demo.Target || s.desk.runtime.connections()[name] != "" || strings.ContainsAny(name, `/\:=*,`) {
		return nil, false
	}
	ctx, cancel := context.WithTimeout(ctx, besideFor)
	defer cancel()
	for _, n := range s.neighbours(ctx) {
		if n.Name == name {
			return []string{n.Target}, true
		}
	}
	return nil, false
}

// besideFor is how long the server is asked for a database by name.
const besideFor = 3 * time.Second

func (s *spot) known() places {
	list := places{{tui.Place{Name: demo.Name, To: tui.Destination{Targets: []string{demo.Target}}}, archive.Place{Targets: []string{demo.Target}}}}
	for _, name := range slices.Sorted(maps.Keys(s.desk.runtime.connections())) {
		place := tui.Place{Name: name, Origin: "settings"}
		targets, err := s.desk.runtime.resolve(name)
		if err != nil {
			place.Off = err.Error()
		}
		place.To.Targets = targets
		list.add(place, targets)
	}
	for _, p := range s.desk.places(s) {
		list.add(tui.Place{Name: p.Name, Origin: "this session"}, p.Targets)
	}
	kept, _ := s.Sessions("") // without a folder of sessions there are none
	for _, entry := range kept {
		if entry.Err == nil && len(entry.Place.Targets) > 0 {
			list.add(tui.Place{Name: entry.Place.Name, Origin: "recent"}, entry.Place.Targets)
		}
	}
	return list
}

// places are databases to choose from, each once, under the first name it came with.
type places []struct {
	tui.Place
	at archive.Place
}

func listed(l places) []tui.Place {
	shown := make([]tui.Place, len(l))
	for i := range l {
		shown[i] = l[i].Place
	}
	return shown
}

func (l *places) add(place tui.Place, targets []string) {
	at := archive.Place{Name: place.Name, Targets: opener.Remembered(targets...)}
	for _, known := range *l {
		if known.at.Same(at) && place.Off == "" {
			return
		}
	}
	place.To.Targets = targets
	*l = append(*l, struct {
		tui.Place
		at archive.Place
	}{place, at})
}

// places are the databases of a session: those in its file and those opened in this run.
func (d *desk) places(of *spot) []archive.Place {
	d.mu.Lock()
	defer d.mu.Unlock()
	var places []archive.Place
	if of.kept != nil {
		places = of.kept.Places()
	}
	for _, s := range d.spots {
		if s.id == of.id {
			p := s.place
			p.Name = s.name
			places = append(places, p)
		}
	}
	return places
}
