package reader

import (
	"sync"
	"time"
)

const (
	// trialHolds is how long what came of a trial is taken for what would come of it again: the readings of one turn, and of the next,
	// share most of their statements. What is shown is always run anew.
	trialHolds = 20 * time.Second
	// mostRemembered is how many trials are remembered: some 100 bytes and 8 for each column of each.
	mostRemembered = 1000
)

// remembered holds what came of the latest trials on one database, by their statements. Nil remembers nothing.
type remembered struct {
	mu     sync.Mutex
	trials map[string]rememberedTrial
}

type rememberedTrial struct {
	Trial
	at time.Time
}

// of is what came of a statement a moment ago.
func (r *remembered) of(sql string) (Trial, bool) {
	if r == nil {
		return Trial{}, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.trials[sql]
	return t.Trial, ok && time.Since(t.at) < trialHolds
}

// keep remembers a trial; when there are too many, all others are forgotten.
func (r *remembered) keep(sql string, t Trial) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.trials) >= mostRemembered {
		clear(r.trials)
	}
	r.trials[sql] = rememberedTrial{t, time.Now()}
}
