// Package archive keeps sessions on disk: one log a session, every turn in it (requirements §5): a turn is written at its
// end, whatever the session's length. Nothing is written unless a Kept is made.
//
// A host works with it so:
//
//	store := archive.NewStore(dir, time.Now)              // no I/O
//	kept, err := store.Create(id, name)                   // a new file, locked; or
//	kept, err := store.Open(ref)                          // resume by id, name, or a part of the id
//	session, notice := kept.Session(place, settings)      // the last turns, ready to go on
//	…
//	kept.Take(place, session)                             // on the update loop, after each Commit: microseconds, no I/O
//	notice, err := kept.Write()                           // in a command: what Take saw goes to disk
//	…
//	kept.Close()                                          // after the last Write
//
// Take is called from the session's goroutine. Write may run beside it, and several at once: what was overtaken writes
// nothing. Write's notice is what to tell the user, once: a failure says so at its first turn and again when it is over;
// the conversation goes on meanwhile. Create and Open return a *Kept together with an error of type *WriteError when the
// folder cannot be written: it is usable, and tries again at each Write.
//
// For a list of sessions: List, Search, Read, Rename, Delete. They and Open return *NotFoundError, *AmbiguousError,
// *LockedError (another parley has it open), *DamagedError, *NewerError, *NameError, *ReadError and *WriteError; each reads
// as a sentence on what is wrong and one on what to do.
//
// What the files hold is format.go; how a log is laid out, log.go, read, scan.go, and written, file.go and disk.go; what happens to a
// damaged one, damage.go; what sessions are exported as, object.go.
// The package imports dialog, uuid and the standard library.
package archive
