package archive_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db/dbtest/seed"
	"parley/dialog"
	"parley/dialog/archive"
)

// crashFolder is set in the process that writes until it is killed.
const crashFolder = "PARLEY_TEST_CRASH_FOLDER"

func TestMain(m *testing.M) {
	if folder := os.Getenv(crashFolder); folder != "" {
		fmt.Println("failed:", writeForEver(folder))
		os.Exit(1)
	}
	if folder := os.Getenv(fullDisk); folder != "" {
		if err := writeOnAFullDisk(folder); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// writeForEver says turn after turn into the folder's session, and tells each number once it is kept.
func writeForEver(folder string) error {
	store := archive.NewStore(folder, time.Now)
	kept, err := store.Open("load")
	if err != nil {
		return err
	}
	session, _ := kept.Session(shop, dialog.Settings{})
	filler := strings.Repeat("and status = 'active' ", 40)
	for {
		intent := dialog.Refinement
		if session.Current() == nil || session.Next()%7 == 0 {
			intent = dialog.NewQuery
		}
		number := session.Next()
		input := fmt.Sprintf("turn %d", number)
		turn := dialog.Turn{Input: input, Time: time.Now(), Intent: intent, Result: &dialog.Result{SQL: "SELECT 1 -- " + input + filler}}
		if _, err := session.Record(session.Begin(uuid.New()), turn); err != nil {
			return err
		}
		kept.Take(shop, session)
		if _, err := kept.Write(); err != nil {
			return err
		}
		fmt.Println(number)
	}
}

// TestKillAtAnyMomentLosesNoCompletedTurn kills a writer with SIGKILL at random moments, a hundred times on one session:
// every turn that was told to be kept is in the file, at most one more, and the file is whole.
func TestKillAtAnyMomentLosesNoCompletedTurn(t *testing.T) {
	t.Parallel()
	kills := 100
	if testing.Short() {
		kills = 10
	}
	random := seed.Random(t)
	folder := filepath.Join(t.TempDir(), "sessions")
	store := archive.NewStore(folder, time.Now)
	c := begin(t, store, "load")
	c.say("turn 1", "SELECT 1", dialog.NewQuery)
	c.shut()
	last := 1
	for kill := range kills {
		told := runAndKill(t, folder, random.IntN(6), time.Duration(random.IntN(4000))*time.Microsecond)
		last = max(last, told)
		last = checkTurns(t, store, last)
		if t.Failed() {
			t.Fatalf("after kill %d", kill+1)
		}
	}
	if asides, _ := filepath.Glob(filepath.Join(folder, "*damaged*")); len(asides) > 0 {
		t.Errorf("damaged files: %v", asides)
	}
	t.Logf("%d kills, %d turns", kills, last)
}

// runAndKill starts a writer, waits for a number of turns and a moment more, kills it, and returns the last turn it told.
func runAndKill(t *testing.T, folder string, turns int, moment time.Duration) (told int) {
	t.Helper()
	writer := exec.Command(os.Args[0])
	writer.Env = append(os.Environ(), crashFolder+"="+folder)
	out, err := writer.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := writer.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	read := func() bool {
		text, err := lines.ReadString('\n')
		if err != nil {
			return false
		}
		number, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			t.Errorf("the writer said %q", text)
			return false
		}
		told = number
		return true
	}
	for range turns + 1 {
		if !read() {
			break
		}
	}
	time.Sleep(moment)
	writer.Process.Kill()
	for read() {
	}
	io.Copy(io.Discard, lines)
	writer.Wait()
	return told
}

// checkTurns reads the session and wants every turn up to the last one told, and at most one more.
func checkTurns(t *testing.T, store *archive.Store, told int) (last int) {
	t.Helper()
	record, err := store.Read("load")
	if err != nil {
		t.Error(err)
		return told
	}
	if n := len(record.Turns); n != told && n != told+1 {
		t.Errorf("%d turns in the file, %d were kept", n, told)
	}
	for i, turn := range record.Turns {
		if turn.Number != i+1 || turn.Input != fmt.Sprintf("turn %d", i+1) {
			t.Errorf("turn %d is %d, %q", i+1, turn.Number, turn.Input)
			break
		}
	}
	if path := record.Path(0); len(path) != len(record.Turns) {
		t.Errorf("the line holds %d of %d turns", len(path), len(record.Turns))
	}
	return len(record.Turns)
}
