package duckdb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"parley/db"
	"parley/db/duckdb/engine"
	"parley/db/scratch"
	"parley/db/worker"
)

// processName is what lists of processes call the worker.
const processName = "parley-duckdb"

// A worker is this program, started under that name: it never comes past this line.
func init() { worker.Run(processName, engine.Handle()) }

// beside is what DuckDB's process may take beside its memory, in MB.
const beside = 50

// spec is what a worker for some megabytes of memory may do.
func spec(folder *scratch.Folder, megabytes int) worker.Spec {
	return worker.Spec{Name: processName, Folder: folder.Path(""), Memory: int64(megabytes+beside) << 20}
}

// logs are what DuckDB may leave beside a database file; reading takes them in (https://duckdb.org/docs/stable/internals/storage).
var logs = []string{"", ".wal", ".wal.checkpoint", ".wal.recovery", ".checkpoint.wal"}

// start starts a worker that has the files open.
func (d *Database) start(ctx context.Context) (*worker.Client, error) {
	s := spec(d.scratch, engine.Megabytes(d.settings.Memory))
	for _, source := range d.opening.Sources {
		s.Read = append(s.Read, source.Files...)
	}
	d.files = identify(s.Read)
	if len(d.opening.Sources) == 0 {
		for _, log := range logs {
			s.Read = append(s.Read, d.opening.Path+log)
		}
	}
	client, err := worker.Start(ctx, s)
	if err != nil {
		return nil, db.Interrupted(d.startFailure(err), ctx)
	}
	var opened engine.Opened
	if err := client.Call(ctx, engine.MethodOpen, d.opening, &opened); err != nil {
		client.Close()
		return nil, db.Interrupted(d.openFailure(err), ctx)
	}
	if d.opening.Tables == nil {
		d.opening.Tables = opened.Tables // made once: they lie in the folder
	}
	return client, nil
}

// acquire gives the worker, starting one if there is none. Who has it releases it.
func (d *Database) acquire(ctx context.Context) (*worker.Client, error) {
	select {
	case d.starting <- struct{}{}:
		defer func() { <-d.starting }()
	case <-ctx.Done():
		return nil, db.Interrupted(ctx.Err(), ctx)
	}
	client, err := d.living()
	if client != nil || err != nil {
		return client, err
	}
	if client, err = d.start(ctx); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.worker = client
	if d.shut {
		d.letGo()
		return nil, errShut()
	}
	d.users++
	return client, nil
}

func errShut() error {
	return &db.Error{Kind: db.Lost, Message: "The database is closed.", Hint: "Open it again.", Position: -1}
}

// living gives the worker that there is; nil when there is none, or none that may open the files as they are now.
func (d *Database) living() (*worker.Client, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shut {
		return nil, errShut()
	}
	if d.worker != nil && d.users == 0 && d.files.changed() {
		d.letGo()
	}
	if d.worker == nil || d.worker.Ended() != nil {
		return nil, nil //nolint:nilnil // there is none
	}
	if d.timer != nil {
		d.timer.Stop()
	}
	d.users++
	return d.worker, nil
}

// release takes the worker back; the last one starts the clock after which it ends.
func (d *Database) release() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.users--; d.users > 0 {
		return
	}
	if d.shut {
		d.letGo()
		return
	}
	d.timer = time.AfterFunc(d.idle, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.letGo()
	})
}

// letGo ends the worker if nobody uses it.
func (d *Database) letGo() {
	if d.timer != nil {
		d.timer.Stop()
	}
	if d.users == 0 && d.worker != nil {
		d.worker.Close()
		d.worker = nil
	}
}

// call asks the worker for one value.
func (d *Database) call(ctx context.Context, method string, args, into any) error {
	ctx, cancel := d.settings.Deadline(ctx)
	defer cancel()
	return d.again(func() error {
		client, err := d.acquire(ctx)
		if err != nil {
			return err
		}
		defer d.release()
		return db.Interrupted(ended(client.Call(ctx, method, args, into)), ctx)
	})
}

// again does something once more where the worker was ended for the sake of another statement, which did not stop.
func (d *Database) again(do func() error) error {
	err := do()
	if ended := new(worker.Ended); db.KindOf(err) == db.Lost && errors.As(err, &ended) && ended.Why == worker.Stuck {
		return do()
	}
	return err
}

// identities are what files were, by path: one that was replaced under its name is another, which the worker may not open.
type identities map[string]os.FileInfo

func identify(paths []string) identities {
	found := identities{}
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			found[path] = info
		}
	}
	return found
}

func (i identities) changed() bool {
	for path, was := range i {
		if is, err := os.Stat(path); err == nil && !os.SameFile(was, is) {
			return true
		}
	}
	return false
}

// WriteParquet makes a Parquet file of a CSV file, in a worker of its own. Both files must be there.
func WriteParquet(ctx context.Context, csv, path string, columns []engine.ParquetColumn, rows int64) error {
	folder, err := scratch.NewFolder(scratchName)
	if err != nil {
		return err
	}
	defer folder.Close() //nolint:errcheck // the next one sweeps what this one leaves
	if csv, err = filepath.Abs(csv); err != nil {
		return err
	}
	if path, err = filepath.Abs(path); err != nil {
		return err
	}
	s := spec(folder, engine.ParquetMegabytes)
	s.Read, s.Write = []string{csv}, []string{path}
	client, err := worker.Start(ctx, s)
	if err != nil {
		return db.Interrupted(err, ctx)
	}
	defer client.Close()
	err = client.Call(ctx, engine.MethodParquet, engine.Parquet{CSV: csv, Path: path, Columns: columns, Rows: rows, Spill: folder.Path(spillName)}, nil)
	return db.Interrupted(ended(err), ctx)
}

// ended says in a sentence what ended a worker; of other failures it makes nothing.
func ended(err error) error {
	var e *worker.Ended
	if !errors.As(err, &e) {
		return err
	}
	said := &db.Error{Kind: db.Lost, Position: -1, Cause: e, Hint: "Nothing else is lost, and the next statement starts DuckDB anew."}
	switch e.Why {
	case worker.Memory:
		said.Kind, said.Message, said.Hint = db.Resources, "DuckDB took more memory than it may, and was ended.", engine.MemoryHint
	case worker.Stuck:
		said.Message = "DuckDB was ended, because a statement did not stop."
	case worker.Processor:
		said.Kind, said.Message, said.Hint = db.Timeout, "DuckDB computed on after the end of the statement's time, and was ended.", db.TimeoutHint
	case worker.Closed:
		said.Message, said.Hint = "The database is closed.", "Open it again."
	default:
		said.Message = fmt.Sprintf("DuckDB crashed over this (%s).", e.Reason())
	}
	return said
}

// openFailure is why the files could not be opened.
func (d *Database) openFailure(err error) error {
	var e *worker.Ended
	switch {
	case errors.As(err, &e) && e.Why == worker.Crashed:
		return &db.Error{Kind: db.NotDatabase, Position: -1, Cause: e, Hint: "The file is damaged.",
			Message: fmt.Sprintf("%s cannot be opened: DuckDB crashed over it (%s).", d.opening.Name, e.Reason())}
	case db.KindOf(err) == db.Busy:
		return d.held(err)
	}
	return ended(err)
}

func (d *Database) startFailure(err error) error {
	if errors.Is(err, os.ErrPermission) {
		return &db.Error{Kind: db.Permission, Position: -1, Cause: err, Message: "You may not read " + d.opening.Name + ".", Hint: "Check the file's permissions."}
	}
	return fmt.Errorf("open %s: %w", d.opening.Name, err)
}

// held adds to the failure who has the file open: the worker may not look at other processes.
func (d *Database) held(err error) error {
	var e *db.Error
	pid := holder(d.opening.Path)
	if !errors.As(err, &e) || pid == 0 {
		return err
	}
	said := *e
	said.Message = fmt.Sprintf("Process %d has %s open for writing.", pid, d.opening.Name)
	if line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); err == nil {
		if program, _, _ := strings.Cut(string(line), "\x00"); program != "" {
			said.Message = fmt.Sprintf("%s (process %d) has %s open for writing.", filepath.Base(program), pid, d.opening.Name)
		}
	}
	return &said
}
