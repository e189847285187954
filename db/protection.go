package db

// Protection is how the read-only promise stands.
type Protection struct {
	// ReadOnly is the engine's own answer.
	ReadOnly bool
	// Role is one of the roles below; empty where the engine has no roles.
	Role string
	// Failed says that an attack on purpose got through, or that the proof came to no end.
	Failed bool
	// Detail is one sentence on what was asked and answered.
	Detail string
}

// What a role may do.
const (
	ReadingRole = "read-only role"
	WritingRole = "can write"
	Superuser   = "SUPERUSER"
	UnknownRole = "unknown role" // the server does not say what it may do
)

// Safety sorts verdicts by how much stands between a statement and the data.
type Safety uint8

// The verdicts.
const (
	Unsafe  Safety = iota // the engine does not say that it only reads
	Guarded               // parley and the session only read; the role could do more
	Proven                // the engine itself could not write
)

// Verdict is the protection in the words of the status line.
func (p Protection) Verdict() (string, Safety) {
	switch {
	case !p.ReadOnly:
		return "NOT read-only", Unsafe
	case p.Failed:
		return "NOT PROVEN", Unsafe
	case p.Role == Superuser:
		return "guarded, SUPERUSER", Guarded
	case p.Role == WritingRole:
		return "guarded, role can write", Guarded
	case p.Role == UnknownRole:
		return "guarded, role unknown", Guarded
	}
	return "read-only: proven", Proven
}
