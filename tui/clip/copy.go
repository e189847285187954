// Package clip brings text to a clipboard: the system's, the terminal's, or a file.
//
// Start reading at Clipboard.
package clip

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/atotto/clipboard"
	"github.com/aymanbagabas/go-osc52/v2"
)

// maxOSC52 is the most that terminals take through OSC 52, in bytes of text.
const maxOSC52 = 128 << 10

// Clipboard is where copied text goes: the system's clipboard, else the terminal's (OSC 52), else a file.
type Clipboard struct {
	// Native puts text on the system's clipboard; nil when there is none, or when it is another machine's.
	Native func(string) error
	// Escape writes an escape sequence to the terminal; nil when nothing may be written.
	Escape func(string)
	// Folder is where the file goes.
	Folder string
	Now    func() time.Time
}

// System writes and reads the clipboard of this machine; both are nil where there is none or the user sits at another machine (ssh).
func System() (write func(string) error, read func() (string, error)) {
	if clipboard.Unsupported || os.Getenv("SSH_CONNECTION") != "" || os.Getenv("SSH_TTY") != "" {
		return nil, nil
	}
	return clipboard.WriteAll, clipboard.ReadAll
}

// Copy brings text to the first place that takes it and says which that was.
func (c Clipboard) Copy(text string) (where string, err error) {
	if c.Native != nil && c.Native(text) == nil {
		return "the clipboard", nil
	}
	if c.Escape != nil && len(text) <= maxOSC52 {
		c.Escape(osc52.New(text).String())
		return "the terminal's clipboard", nil
	}
	return c.file(text)
}

// file writes the text where the user can fetch it.
func (c Clipboard) file(text string) (string, error) {
	folder := c.Folder
	if folder == "" {
		folder = os.TempDir()
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("make the folder for copied text: %w", err)
	}
	file, err := os.CreateTemp(folder, c.Now().Format("copied-20060102-150405")+"-*.txt") // no name that others could foresee; mode 0600
	if err != nil {
		return "", fmt.Errorf("write copied text: %w", err)
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("write copied text: %w", err), os.Remove(file.Name()))
	}
	return file.Name(), nil
}
