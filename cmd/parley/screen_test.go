//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/demo"
	"parley/workflow/absence"
	"parley/workflow/engine/reader"
	"parley/workflow/llm/llmtest"
)

// asProgram makes the test binary behave as parley itself: the sessions below run the real main in a terminal of their own
// without building it again.
const asProgram = "PARLEY_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	trials, absence.Budget = reader.WholeTrials, 40*time.Second // what is found may not hang on how busy the machine is
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	data, err := os.MkdirTemp("", "parley-data-") // what runs of the tests keep is not the user's
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_DATA_HOME", data)
	shops, err := demoOpenedBefore()
	if err != nil {
		panic(err)
	}
	before := filepath.Join(data, "before") // what other runs of the tests read is kept beside
	if err := os.CopyFS(before, os.DirFS(filepath.Join(data, "parley", "profiles"))); err != nil {
		panic(err)
	}
	demoProfiles = os.DirFS(before)
	code := dbtest.Main(m)
	for _, shop := range shops {
		shop.Close()
	}
	os.RemoveAll(data)
	os.Exit(code)
}

// testsNow is the time that programs in terminals and shells of the tests take for now.
var testsNow = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// demoProfiles are the files that keep what was read of the demo's rows.
var demoProfiles fs.FS

// demoOpenedBefore opens the demo of today and of testsNow, so that runs of the tests need not make them, and reads the rows of the
// latter, so that nobody need read them again.
func demoOpenedBefore() (shops []db.Database, err error) {
	for _, day := range []time.Time{{}, testsNow} {
		shop, err := demo.Open(context.Background(), db.Settings{Now: day})
		if err != nil {
			return nil, err
		}
		shops = append(shops, shop)
	}
	o := options{Profile: "keep", Now: testsNow.Format(time.RFC3339), Timeout: 30 * time.Second, MaxTurns: 10, StateTTL: 21600, StateBytes: 10000}
	r, err := newRuntime(context.Background(), o, strings.NewReader(""), io.Discard, io.Discard)
	if err != nil {
		return nil, err
	}
	defer r.close()
	opening := r.open(demo.Target)
	defer opening.Close()
	_, err = opening.Wait(context.Background())
	return shops, err
}

// dataHome is a folder for the data of a user who opened the demo before, and nothing else.
func dataHome(t testing.TB) string {
	t.Helper()
	home := t.TempDir()
	if err := os.CopyFS(filepath.Join(home, "parley", "profiles"), demoProfiles); err != nil {
		t.Fatal(err)
	}
	return home
}

// terminal is a pseudo-terminal with parley in it.
type terminal struct {
	t    testing.TB
	file *os.File
	cmd  *exec.Cmd
	mute bool

	mu    sync.Mutex
	drawn bytes.Buffer
	from  int // what was drawn before the last key is not looked at
	done  chan error
	// read is closed once the last process that held the terminal has ended, and all that it wrote is in drawn.
	read chan struct{}
	// closing says that the terminal goes with what is drawn next.
	closing atomic.Bool
}

// started is what a session may change before the program starts.
type started struct {
	*exec.Cmd
	// mute terminals answer no question.
	mute bool
}

func openTerminal(t testing.TB, w, h uint16, change func(*started), args ...string) *terminal {
	t.Helper()
	cmd := started{Cmd: exec.Command(os.Args[0], args...)}
	cmd.Env = append(os.Environ(), asProgram+"=1", "TERM=xterm-256color", "NO_COLOR=", "CI=", "COLORTERM=truecolor",
		"XDG_CONFIG_HOME="+t.TempDir(), "XDG_DATA_HOME="+dataHome(t), "SSH_TTY=x", "PARLEY_NOW="+testsNow.Format(time.RFC3339))
	if change != nil {
		change(&cmd)
	}
	file, err := pty.StartWithSize(cmd.Cmd, &pty.Winsize{Cols: w, Rows: h})
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, file: file, cmd: cmd.Cmd, mute: cmd.mute, done: make(chan error, 1), read: make(chan struct{})}
	go func() {
		defer close(term.read)
		term.reads()
	}()
	go func() { term.done <- cmd.Wait() }()
	t.Cleanup(func() {
		cmd.Process.Kill()
		select {
		case <-term.read: // the last process that held the terminal has ended, the keeper of a killed one included
		case <-time.After(40 * time.Second):
			t.Error("a process holds the terminal of a program that has ended")
		}
		file.Close()
	})
	return term
}

// reads keeps what the program draws, and answers what it asks the terminal.
func (x *terminal) reads() {
	chunk := make([]byte, 1<<16)
	for {
		n, err := x.file.Read(chunk)
		for _, asked := range [][2]string{{"\x1b]11;?", "\x1b]11;rgb:1616/1818/1d1d\x1b\\"}, {"\x1b[6n", "\x1b[1;1R"}, {"\x1b[c", "\x1b[?62;22c"}} {
			if !x.mute && bytes.Contains(chunk[:n], []byte(asked[0])) {
				x.file.WriteString(asked[1])
			}
		}
		x.mu.Lock()
		x.drawn.Write(chunk[:n])
		x.mu.Unlock()
		if x.closing.Load() {
			x.file.Close()
			return
		}
		if err != nil {
			return
		}
	}
}

// closes closes the terminal as its window would. A file that is being read stays open until the read ends, so it is closed by
// who reads.
func (x *terminal) closes() {
	x.closing.Store(true)
	x.says("a")
}

// says writes keys to the terminal; what is drawn from then on is what shows looks at.
func (x *terminal) says(keys string) {
	x.t.Helper()
	x.mu.Lock()
	x.from = x.drawn.Len()
	x.mu.Unlock()
	if _, err := io.WriteString(x.file, keys); err != nil {
		x.t.Fatal(err)
	}
}

// seen is what was drawn since the last keys, without styling.
func (x *terminal) seen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return ansi.Strip(string(x.drawn.Bytes()[x.from:]))
}

// shows waits until every text has been drawn since the last keys.
func (x *terminal) shows(texts ...string) {
	x.t.Helper()
	x.showsWithin(40*time.Second, texts...)
}

// showsWithin is shows for what may take its time.
func (x *terminal) showsWithin(most time.Duration, texts ...string) {
	x.t.Helper()
	deadline := time.Now().Add(most)
	for {
		missing := ""
		for _, s := range texts {
			if !strings.Contains(x.seen(), s) {
				missing = s
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(deadline) {
			x.t.Fatalf("%q was not drawn:\n%s", missing, x.seen())
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// tells says whether a text is drawn within a second.
func (x *terminal) tells(text string) bool {
	for deadline := time.Now().Add(time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(x.seen(), text) {
			return true
		}
	}
	return false
}

// last is all that was drawn, once it holds the texts: what a program wrote before it left may be read after that.
func (x *terminal) last(texts ...string) string {
	for deadline := time.Now().Add(40 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		x.mu.Lock()
		all := x.drawn.String()
		x.mu.Unlock()
		missing := slices.ContainsFunc(texts, func(s string) bool { return !strings.Contains(all, s) })
		if !missing || time.Now().After(deadline) {
			return all
		}
	}
}

// all is what was drawn from the first to the last, once the program and those it started have ended.
func (x *terminal) all() string {
	x.t.Helper()
	select {
	case <-x.read:
	case <-time.After(40 * time.Second):
		x.t.Error("a process holds the terminal of a program that has ended")
	}
	return x.last()
}

// leaves says the keys that leave, and checks that the program ended well.
func (x *terminal) leaves(keys string) {
	x.t.Helper()
	x.says(keys)
	x.left()
	x.ends(0)
}

// left waits until the program has ended, however it did. A turn counts as running for a moment after its rows are drawn: ctrl+c
// ends it then, and a question is asked before leaving, so ctrl+c is said until the program has left.
func (x *terminal) left() {
	x.t.Helper()
	for range 8 {
		select {
		case err := <-x.done:
			x.done <- err
			return
		case <-time.After(5 * time.Second):
			if x.givesBack() {
				continue // the terminal is as before: ctrl+c would be a signal to what ends by itself
			}
			_, _ = x.file.WriteString("\x03\x03") // an error says that the program has just left
		}
	}
	x.t.Fatalf("parley does not end:\n%s", x.seen())
}

// givesBack says that the program has left the alternate screen, as it does when it ends.
func (x *terminal) givesBack() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	all := x.drawn.String()
	return strings.LastIndex(all, "\x1b[?1049l") > strings.LastIndex(all, "\x1b[?1049h")
}

// ends waits until the program has left, and checks that the terminal is as before.
func (x *terminal) ends(code int) {
	x.t.Helper()
	select {
	case <-x.done:
	case <-time.After(40 * time.Second):
		x.t.Fatalf("parley does not leave:\n%s", x.seen())
	}
	if got := x.cmd.ProcessState.ExitCode(); got != code {
		x.t.Errorf("exit code %d, want %d", got, code)
	}
	all := x.last("\x1b[?1049l", "\x1b[?25h")
	if !strings.Contains(all, "\x1b[?1049l") || !strings.Contains(all, "\x1b[?25h") {
		x.t.Error("the alternate screen or the hidden cursor was left behind")
	}
	if strings.Contains(all, "goroutine ") {
		x.t.Error("a stack trace reached the terminal")
	}
}

// opened is a terminal in which parley has opened the demo.
func opened(t testing.TB, w, h uint16, args ...string) *terminal {
	t.Helper()
	return openedWith(t, w, h, nil, args...)
}

// openedWith is opened after a change of what is started.
func openedWith(t testing.TB, w, h uint16, change func(*started), args ...string) *terminal {
	t.Helper()
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	x := openTerminal(t, w, h, change, args...)
	x.shows(verdict(args))
	return x
}

// verdict is what the status line says once the database is open: the servers of tests are opened as a superuser.
func verdict(args []string) string {
	if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "postgres") }) {
		return db.Superuser
	}
	return "read-only: proven"
}

func TestSessionTypesADialogue(t *testing.T) {
	t.Parallel()
	x := opened(t, 160, 40)
	x.says("select * from users\r")
	x.shows("New query", "2,000 rows")
	x.says("Only from last month\r")
	x.shows("Refined query", "+WHERE", "2,000 → ")
	x.says("Sort by name\r")
	x.shows("+ORDER BY name")
	x.says("\x1a")
	x.shows("Turn 2 is in force")
	x.says("\x19")
	x.shows("Turn 3 is in force")
	x.leaves("/quit\r")
}

func TestSessionPastesSQLOfSeveralLines(t *testing.T) {
	t.Parallel()
	x := opened(t, 120, 36)
	x.says("\x1b[200~select status,\n       count(*) as n\nfrom orders group by status\x1b[201~")
	x.shows("group by status")
	x.says("\r")
	x.shows("6 rows", "· typed", "returned")
	x.leaves("\x03\x03")
}

func TestSessionResizesThroughEveryLayout(t *testing.T) {
	t.Parallel()
	x := opened(t, 200, 60)
	x.says("select * from users\r")
	x.shows("2,000 rows")
	for _, size := range [][2]uint16{{80, 24}, {59, 15}, {60, 16}, {120, 36}, {300, 90}} {
		x.says("")
		if err := pty.Setsize(x.file, &pty.Winsize{Cols: size[0], Rows: size[1]}); err != nil {
			t.Fatal(err)
		}
		want := "2,000 rows"
		if size[0] < 60 {
			want = "59 × 15 is too small."
		}
		x.shows(want)
	}
	x.leaves("\x03\x03")
}

func TestSessionWithTheMouse(t *testing.T) {
	t.Parallel()
	x := opened(t, 160, 40)
	x.says("select * from users\r")
	x.shows("2,000 rows", "Jānis Kalniņa")
	x.says("\x1b[<0;90;12M\x1b[<0;90;12m")
	x.shows("s sort")
	x.says("\x1b[<65;90;12M\x1b[<65;90;12M")
	x.shows("row ")
	x.says("\x1b[<0;72;6M\x1b[<0;72;6m")
	x.shows("sort by name", "+ORDER BY name", "→ 2,000 rows · ") // how long it took is drawn at the turn's end
	x.leaves("Q")
}

func TestSessionCancelsALongQueryAndGoesOn(t *testing.T) {
	t.Parallel()
	x := opened(t, 120, 36)
	x.says("select count(*) from order_items a, order_items b, order_items c\r")
	x.shows("esc cancels")
	time.Sleep(100 * time.Millisecond)
	x.says("\x1b")
	x.shows("Cancelled")
	x.says("\x03")
	x.shows("Input cleared")
	x.says("select count(*) as n from users\r")
	x.shows("1 row")
	x.leaves("\x03\x03")
}

func TestSessionReadsAResultOn(t *testing.T) {
	t.Parallel()
	x := opened(t, 160, 40, "--read-rows", "100")
	x.says("select * from users\r")
	x.shows("100+ rows", "limit of 100 rows reached")
	x.says("\x1b4Gj")
	x.shows("row 100", "m reads on by a new run")
	x.says("m")
	x.shows("400+ rows", "limit of 400 rows reached", "A new run, as of")
	x.says("jj")
	x.shows("row 102")
	x.says("\x1b1/more\r")
	x.shows("1,600+ rows", "limit of 1,600 rows reached") // before that, /more is answered that rows are still being read
	x.says("/more\r")
	x.shows("2,000 rows")
	x.leaves("\x03\x03")
}

func TestSessionAsksBeforeQuittingARunningQuery(t *testing.T) {
	t.Parallel()
	x := opened(t, 120, 36)
	x.says("select count(*) from order_items a, order_items b, order_items c\r")
	x.shows("esc cancels")
	x.says("/quit\r")
	x.shows("waiting")
	x.says("\t")
	x.says("Q")
	x.shows("Quit and cancel it?")
	x.says("y")
	x.ends(0)
}

func TestSessionAnswersBadInputWithSentences(t *testing.T) {
	t.Parallel()
	x := opened(t, 140, 40)
	x.says("\r")
	x.shows("Ask in plain words")
	x.says("delete from users\r")
	x.shows("Refused")
	x.says("select * from user\r")
	x.shows("no table user")
	x.says(strings.Repeat("long ", 2000))
	x.shows("characters")
	x.says("\x03")
	x.shows("Input cleared")
	x.says("/nosuchcommand\r")
	x.shows("no command /nosuchcommand")
	x.says("\x1b[200~\x1b]0;evil\x07\x1b[201~")
	x.shows("evil")
	x.leaves("\x03\x03\x03")
}

func TestSessionSteersFromTheGrid(t *testing.T) {
	t.Parallel()
	x := opened(t, 200, 50)
	x.says("select * from users\r")
	x.shows("2,000 rows", "Jānis Kalniņa")
	x.says("\x1b4")
	x.shows("s sort")
	x.says("llls")
	x.shows("sort by country", "+ORDER BY country")
	x.says("f")
	x.shows("only country =", "+WHERE country =")
	x.says("D")
	x.shows("count by country", "GROUP BY country", "→ 1 row · ")
	x.leaves("Q")
}

func TestSessionShowsHelpPaletteAndTables(t *testing.T) {
	t.Parallel()
	x := opened(t, 120, 36)
	x.says("?")
	x.shows("Help ─ Ask", "ctrl+n")
	x.says("\x1b")
	x.shows("talk a query into shape") // else the next key is read with it, as alt with that key
	x.says("\x10")
	x.shows("what do you want to do?", "Undo")
	x.says("tables")
	x.shows("Tables and columns")
	x.says("\r")
	x.shows("order_items", "You could ask")
	x.says("\x1b")
	x.shows("talk a query into shape") // else the next key is read with it, as alt with that key
	x.says("/theme light\r")
	x.shows("Theme light")
	x.leaves("\x03\x03")
}

func TestSessionEditsSQLInTheEditor(t *testing.T) {
	t.Parallel()
	script := llmtest.Script(t, "edit", `echo 'SELECT name FROM users WHERE id = 7' > "$1"`)
	x := openedWith(t, 140, 40, func(c *started) { c.Env = append(c.Env, "EDITOR="+script, "VISUAL=") })
	x.says("select * from users\r")
	x.shows("2,000 rows")
	x.says("\x07")
	x.shows("+WHERE id = 7", "2,000 → 1 row")
	x.leaves("\x03\x03")
}

// TestSessionOnATerminalThatAnswersNothing: Bubble Tea would wait five seconds for the background, the screen waits a part
// of one; and a terminal that answers late types nothing.
func TestSessionOnATerminalThatAnswersNothing(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	opened := func(mute bool) (x *terminal, took time.Duration) {
		begun := time.Now()
		x = openTerminal(t, 120, 36, func(c *started) { c.mute = mute; c.Env = append(c.Env, "COLORFGBG=0;15") })
		x.shows("Ask or refine")
		return x, time.Since(begun)
	}
	usual, answered := opened(false)
	usual.leaves("\x03\x03")
	x, took := opened(true)
	if took > 2*answered+4*time.Second {
		t.Errorf("the first frame waited %v for an answer", took)
	}
	x.shows("read-only: proven")
	x.says("select count(*) as \x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?62;22cone from users\r")
	x.shows("select count(*) as one", "1 row")
	x.leaves("\x03\x03")
	if asked := strings.Count(x.drawn.String(), "\x1b]11;?"); asked != 1 {
		t.Errorf("the terminal was asked %d times for its background", asked)
	}
}

// Who types on while parley starts loses no letter, whenever they come: before it has asked the terminal what it is, or meanwhile.
func TestWhatIsTypedWhileParleyStartsIsKept(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	x := openTerminal(t, 120, 36, nil)
	typed := "select count(*) as early from users where id < 4321"
	for _, letter := range typed {
		if _, err := io.WriteString(x.file, string(letter)); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
	}
	x.says("\r")
	x.shows("SELECT count(*) AS early", "WHERE id < 4321", "1 row")
	x.leaves("\x03\x03")
}

// Far from home there is no system clipboard: the terminal's takes what is copied, and the screen says so.
func TestSessionCopiesThroughTheTerminalAndSavesAQuery(t *testing.T) {
	t.Parallel()
	x := opened(t, 140, 40)
	x.says("select * from users\r")
	x.shows("2,000 rows")
	x.says("\x1b4")
	x.shows("row 1 ·")
	x.says("ly")
	x.shows("Copied the cell to the terminal's clipboard.")
	if !strings.Contains(x.drawn.String(), osc52.New("Jānis Kalniņa").String()) {
		t.Error("the cell did not go to the terminal")
	}
	x.says("_")
	x.shows("name is hidden here")
	x.says("1/save everyone\r")
	x.shows("Saved as everyone")
	x.says("/new how many products\r")
	x.shows("1 row")
	x.says("/open everyone\r")
	x.shows("select * from users", "2,000 rows") // ctrl+c would cancel a turn under way
	x.leaves("\x03\x03")
}

func TestTerminationSignalRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	x := opened(t, 120, 36)
	x.says("")
	if err := x.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	x.ends(130)
}

// TestHeldKeyTakesFewBytesAndLosesNoStep holds a scroll key at 30 a second: every step arrives, and none of them is a large
// piece of the screen, neither in view nor behind its edge, where every row moves.
func TestHeldKeyTakesFewBytesAndLosesNoStep(t *testing.T) {
	t.Parallel()
	x := openedOnOrders(t)
	const most = 8 << 10
	row := 1
	for _, steps := range []int{40, 15, 15} {
		from := x.size()
		for range steps {
			x.says("j")
			time.Sleep(time.Second / 30)
		}
		row += steps
		x.shows(fmt.Sprintf("row %d ·", row))
		each := (x.size() - from) / steps
		t.Logf("%d bytes for each step to row %d", each, row)
		if each > most {
			t.Errorf("a step of the cursor takes %d bytes, want at most %d", each, most)
		}
	}
	x.leaves("Q")
}

// openedOnOrders is a terminal of 200×60 with the keys on the first of 20,000 rows.
func openedOnOrders(t testing.TB) *terminal {
	t.Helper()
	x := opened(t, 200, 60)
	x.says("select * from orders\r")
	x.shows("20,000 rows")
	x.says("\x1b4")
	x.shows("row 1 ·")
	return x
}

// size is how many bytes the program has drawn.
func (x *terminal) size() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.drawn.Len()
}

// BenchmarkKeyThroughTheTerminal is a key on its way through a pseudo-terminal to the line that shows it. p95-ms must be at
// most 25 and should be 12; bytes/op at most 8,192 and should be 2,048.
func BenchmarkKeyThroughTheTerminal(b *testing.B) {
	x := openedOnOrders(b)
	var took []time.Duration
	from, row := x.size(), 1
	for b.Loop() {
		row++
		started := time.Now()
		x.says("j")
		x.draws(fmt.Sprintf("row %s ·", count(row)))
		took = append(took, time.Since(started))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(x.size()-from)/float64(len(took)), "bytes/op")
}

// BenchmarkHeldKey holds a scroll key at 30 a second for a second and looks, one step later, how many steps are not on
// screen yet: behind must be 0.
func BenchmarkHeldKey(b *testing.B) {
	x := openedOnOrders(b)
	row, behind := 1, 0
	for b.Loop() {
		for range 30 {
			x.says("j")
			time.Sleep(time.Second / 30)
		}
		row += 30
		for !strings.Contains(x.seen(), fmt.Sprintf("row %s ·", count(row))) {
			behind++
			time.Sleep(time.Second / 30)
		}
	}
	b.ReportMetric(float64(behind), "behind")
}

// draws waits, without a pause between looks, until a text has been drawn since the last keys.
func (x *terminal) draws(text string) {
	for deadline := time.Now().Add(40 * time.Second); !strings.Contains(x.seen(), text); {
		if time.Now().After(deadline) {
			x.t.Fatalf("%q was not drawn:\n%s", text, x.seen())
		}
		time.Sleep(100 * time.Microsecond)
	}
}

// count is a number of rows as the screen writes it.
func count(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

func TestSessionBeginsAtHomeWhereConnectionsAreNamed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "prices.csv")
	settings := filepath.Join(t.TempDir(), "config.toml")
	for path, text := range map[string]string{file: "product,price\nlamp,20\n", settings: "[connections]\nprices = \"" + file + "\"\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	x := openTerminal(t, 120, 36, nil, "--config", settings)
	x.shows("Home", "prices", "settings")
	x.says("pri\r")
	x.shows("Now on prices")
	x.says("select * from prices\r")
	x.shows("lamp")
	x.says("/db\r")
	x.shows("ecommerce (demo)")
	x.says("demo\r")
	x.shows("Now on ecommerce")
	x.says("/db prices\r")
	x.shows("Now on prices")
	x.leaves("/quit\r")
}

func TestSessionAsksForThePasswordThatTheServerWants(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	url, as := dbtest.WithPasswords(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT 'seen' AS v; GRANT SELECT ON t TO guarded")
	x := openTerminal(t, 140, 40, func(c *started) { c.Env = append(c.Env, "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent") }, "--db", as)
	x.shows("Password of guarded@127.0.0.1", "no keyring")
	x.says("wrong\r")
	x.shows("Not accepted")
	x.says("sesame\r")
	x.shows("read-only: proven")
	x.says("select v from t\r")
	x.shows("seen")
	x.leaves("\x03\x03")
	if strings.Contains(x.drawn.String(), "sesame") {
		t.Error("the password was drawn")
	}
}

func TestSessionOutlivesItsServer(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the whole program")
	}
	url, kill := dbtest.Cluster(t)
	dbtest.Exec(t, url, "CREATE TABLE t AS SELECT i AS v, 'r' || i AS name FROM generate_series(1, 3000) i")
	x := openTerminal(t, 140, 40, nil, "--db", url)
	x.shows(db.Superuser)
	x.says("select v, name from t order by v\r")
	x.shows("3,000 rows", "r1")
	kill()
	x.says("select count(*) as n from t\r")
	x.shows("No PostgreSQL server answers", "Check that it runs")
	x.says("\x1b4G")
	x.shows("r3000")
	x.leaves("Q")
}
