package main

import (
	"cmp"
	"context"
	"os/user"
	"time"

	"parley/dialog/memory"
)

// storeTime is the longest that a turn's end waits for the store of remembered parameters; the copy in memory goes on.
const storeTime = 2 * time.Second

// room is where parameters are remembered: in process, or in Redis when REDIS_URL is set. The database's name is the
// room's unless --room or --session name another.
func (r *runtime) room(database string) (*memory.Room, error) {
	return r.roomNamed(cmp.Or(r.Room, r.Session, database))
}

func (r *runtime) roomNamed(name string) (*memory.Room, error) {
	store, err := r.memoryStore()
	if err != nil {
		return nil, err
	}
	return r.roomIn(store, name), nil
}

// roomIn is a room whose parameters a store keeps.
func (r *runtime) roomIn(store memory.Store, name string) *memory.Room {
	return memory.NewRoom(r.userName(), name, store, memory.Settings{TTL: time.Duration(r.StateTTL) * time.Second, MaxSize: r.StateBytes})
}

// memoryStore is shared by all rooms of a run.
func (r *runtime) memoryStore() (memory.Store, error) {
	if r.memory != nil {
		return r.memory, nil
	}
	if r.RedisURL == "" {
		r.memory = &memory.Process{Now: r.clock}
		return r.memory, nil
	}
	redis, err := memory.NewRedis(r.RedisURL)
	if err != nil {
		return nil, usage("REDIS_URL cannot be used: "+err.Error()+".", "Write it like redis://host:6379/0, or unset it.")
	}
	r.memory = redis
	return redis, nil
}

func (r *runtime) userName() string {
	if r.User != "" {
		return r.User
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "user"
}

// syncRoom brings a room and its store together.
func (r *runtime) syncRoom(ctx context.Context, room *memory.Room) error {
	ctx, stop := context.WithTimeout(ctx, storeTime)
	defer stop()
	err := room.Sync(ctx, r.clock())
	if err != nil {
		r.log.Warn("remembered parameters are kept in memory only", "error", err)
	}
	return err
}

// syncTold is syncRoom for who reads what is said: that parameters are kept in memory only is said once.
func (r *runtime) syncTold(room *memory.Room) {
	if err := r.syncRoom(r.ctx, room); err != nil && !r.storeTold {
		r.storeTold = true
		r.tell("Remembered parameters are kept in memory only: " + err.Error() + ".")
	}
}

// sync is syncRoom where there is nobody to tell: the log has it, and the turn goes on from the copy in memory.
func (r *runtime) sync(room *memory.Room) { _ = r.syncRoom(r.ctx, room) }
