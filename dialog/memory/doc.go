// Package memory remembers what a conversation is about beyond a turn: for each subject (a query's main table) the
// constraints in force, with the turn that set them, for six hours (requirements §4).
//
// State is pure: time is an argument. Room is what a program holds: a State in memory, answered from at once, and a Store
// behind it that Sync reads and writes. Start reading at Room; the stores are Process and Redis.
//
// The package may import the Redis client; nothing above db is known to it.
package memory
