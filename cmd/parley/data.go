package main

import (
	"errors"
	"os"
	"path/filepath"
)

// dataPath is a place in the user's data folder below parley: $XDG_DATA_HOME, which the XDG specification wants absolute, or
// ~/.local/share.
func dataPath(name string) (string, error) {
	data := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", errors.New("there is no folder for parley's data: set XDG_DATA_HOME, or HOME")
		}
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(data, "parley", name), nil
}

// savedFolder is where saved queries and copies that no clipboard takes are kept; empty when there is no place for them.
func savedFolder() string {
	folder, err := dataPath("saved")
	if err != nil {
		return ""
	}
	return folder
}

// goldenFile is where confirmed queries lie; empty when there is no place for them.
func (o modelOptions) goldenFile() string {
	if o.Golden != "" {
		return o.Golden
	}
	file, err := dataPath("golden.sql")
	if err != nil {
		return ""
	}
	return file
}
