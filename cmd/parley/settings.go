package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"parley/dialog/bounded"
	"parley/tui"
)

// settingList are the settings that the file can hold, with their values in this run, for the screen's palette. Secrets and
// what is told once a run (which database, which session) are not among them.
func (r *runtime) settingList() []tui.Setting {
	line := commandLine{options: r.options}
	parser, err := newParser(&line, kong.ResolverFunc(nothingResolved), io.Discard, io.Discard, func(int) {})
	if err != nil {
		return nil
	}
	var out []tui.Setting
	for _, group := range parser.Model.AllFlags(true) {
		for _, flag := range group {
			if flag.Help == "" || slices.Contains([]string{"help", "version", "config", "session", "db", "password", "room", "user", "debug-keys"}, flag.Name) ||
				strings.Contains(flag.Name, "key") {
				continue
			}
			out = append(out, tui.Setting{Name: flag.Name, Help: flag.Help, Value: settingValue(flag.Target)})
		}
	}
	return out
}

func nothingResolved(*kong.Context, *kong.Path, *kong.Flag) (any, error) { return nil, nil }

// settingValue is a flag's value as it is written.
func settingValue(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Map {
		return strings.Trim(fmt.Sprint(v.Interface()), "[]")
	}
	return fmt.Sprint(v.Interface())
}

// SetSetting implements tui.Host: a setting goes to the file, whose comments and other lines stay. It holds from the next start.
func (s *spot) SetSetting(name, value string) (string, error) {
	path, err := s.desk.runtime.settingsPath()
	if err != nil {
		return "", err
	}
	if err := setInFile(path, name, value); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s = %s is in %s, from the next start on.", name, value, path), nil
}

// settingsPath is the settings file of the run, which may not be there yet.
func (r *runtime) settingsPath() (string, error) {
	path := cmp.Or(r.Config, defaultSettingsPath())
	if path == "" {
		return "", errors.New("there is no folder for settings: set XDG_CONFIG_HOME, or HOME")
	}
	return path, nil
}

func setInFile(path, name, value string) error {
	written, err := literal(name, value)
	if err != nil {
		return err
	}
	return changeFile(path, func(text []byte) ([]byte, error) { return withSetting(text, name, written) })
}

// changeFile puts what a change makes of the settings file in its place.
func changeFile(path string, change func(text []byte) ([]byte, error)) error {
	text, err := settingsText(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read the settings: %w", err)
	}
	if text, err = change(text); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	if err := replaceWhole(path, text); err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	return nil
}

// literal is a value as TOML writes it, once parley has taken it as the flag's.
func literal(name, value string) (string, error) {
	var line commandLine
	parser, err := newParser(&line, kong.ResolverFunc(nothingResolved), io.Discard, io.Discard, func(int) {})
	if err != nil {
		return "", err
	}
	if _, err := parser.Parse([]string{"--" + name + "=" + value, "screen"}); err != nil {
		wrong, todo := plainly(err.Error())
		return "", errors.New(strings.TrimPrefix(wrong, "--") + " " + todo)
	}
	if err := line.validate(); err != nil {
		return "", err
	}
	for _, group := range parser.Model.AllFlags(true) {
		for _, flag := range group {
			if flag.Name == name {
				return literalOf(flag.Target, value)
			}
		}
	}
	return "", fmt.Errorf("there is no setting %s", name)
}

func literalOf(v reflect.Value, value string) (string, error) {
	kind := v.Type()
	if kind.Kind() == reflect.Pointer {
		kind = kind.Elem()
	}
	switch {
	case kind.Kind() == reflect.Slice || kind.Kind() == reflect.Map:
		return "", errors.New("this setting is a list: write it in the file itself")
	case kind.Kind() == reflect.Bool:
		return value, nil
	case kind.PkgPath() == "" && (kind.Kind() == reflect.Int || kind.Kind() == reflect.Float64):
		return value, nil
	}
	return tomlText(value), nil
}

// withSetting puts a setting into the text of a settings file: in the place of the one that is there, whose comment stays, else
// before the first table.
func withSetting(text []byte, name, value string) ([]byte, error) {
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := len(lines)
	for i, l := range lines {
		trimmed := strings.TrimSpace(string(l))
		if strings.HasPrefix(trimmed, "[") {
			at = i
			break
		}
		key, rest, ok := strings.Cut(trimmed, "=")
		if !ok || strings.Trim(strings.TrimSpace(key), `"`) != name {
			continue
		}
		comment := ""
		if hash := commentAt(rest); hash >= 0 {
			comment = "  " + strings.TrimSpace(rest[hash:])
		}
		lines[i] = []byte(name + " = " + value + comment + "\n")
		return checked(bytes.Join(lines, nil), text)
	}
	line := []byte(name + " = " + value + "\n")
	if at == len(lines) && len(text) > 0 && !bytes.HasSuffix(text, []byte("\n")) {
		line = append([]byte("\n"), line...)
	}
	return checked(bytes.Join(slices.Insert(lines, at, line), nil), text)
}

// commentAt is where a comment begins after a value on a line; negative where there is none.
func commentAt(s string) int {
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '#':
			return i
		}
	}
	return -1
}

// checked refuses a text that is no longer read: a value of several lines stood there.
func checked(text, before []byte) ([]byte, error) {
	var is, was map[string]any
	if err := bounded.TOML(string(text), &is); err != nil {
		return nil, fmt.Errorf("the settings file would not be read any more: %w; change it by hand", err)
	}
	if err := bounded.TOML(string(before), &was); err == nil && len(is) < len(was) {
		return nil, errors.New("the settings file would lose a line; change it by hand")
	}
	return text, nil
}

// tomlText writes a text as TOML reads it; Go's own escapes are others.
func tomlText(s string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(s) // a text has a form
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}
