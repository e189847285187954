package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/BurntSushi/toml"

	"parley/db"
	"parley/workflow/schema"
)

// wordsFile holds the user's synonyms, metrics and hidden columns of a database.
const wordsFile = "parley.toml"

// readWords reads parley.toml: the one beside a database's file, else the one of the user; empty when there is none.
func readWords(database db.Database) (schema.Settings, error) {
	path := wordsPath(database)
	var s schema.Settings
	if _, err := toml.DecodeFile(path, &s); err != nil && !errors.Is(err, os.ErrNotExist) {
		return s, failed(path+" cannot be read: "+err.Error()+".", "Correct it, or move it away.")
	}
	return s, nil
}

func wordsPath(database db.Database) string {
	if info, err := os.Stat(database.URL()); err == nil && info.Mode().IsRegular() {
		beside := filepath.Join(filepath.Dir(database.URL()), wordsFile)
		if _, err := os.Stat(beside); err == nil {
			return beside
		}
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return wordsFile
	}
	return filepath.Join(dir, "parley", wordsFile)
}
