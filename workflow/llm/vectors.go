package llm

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/philippgille/chromem-go"

	"parley/workflow"
	"parley/workflow/llm/fence"
	"parley/workflow/llm/provider"
	"parley/workflow/schema"
)

// Beside the words of retrieve.go, tables may be found by vectors, when the user names a model for them: what the
// catalogue says of a table, at the privacy level in force, is embedded once, in the background, and kept by its content;
// a question is embedded when it is asked. Nothing is embedded while the whole schema fits into a request. That vectors
// help has not been shown with a real endpoint yet, so they are off unless asked for.

// Embeddings say who makes vectors; the zero value makes none.
type Embeddings struct {
	Model string
	// BaseURL is a server that speaks OpenAI's /embeddings; empty means the provider's own, where it speaks that.
	BaseURL string
	// KeyCommand prints the key of that server; a server that is neither OpenAI's nor the provider's gets no other key.
	KeyCommand string
	// Price is money for a million tokens; 0 means the price of the model's input, which is more than vectors cost.
	Price float64
	// Cache is the folder that keeps vectors, without the texts that they stand for; empty means memory.
	Cache string
}

const (
	batch        = 64              // texts in one request
	longestText  = 8000            // bytes of one text
	askVectors   = 3 * time.Second // for a question: later than this the words alone count
	buildVectors = 10 * time.Minute
	nearest      = 30 // tables that vectors may add
)

// vectors makes vectors and keeps them by content. It serves any number of databases.
type vectors struct {
	embedder provider.Embedder
	cache    *chromem.Collection
}

func openVectors(ctx context.Context, s Settings) (*vectors, error) {
	if s.Embeddings.Model == "" {
		return nil, nil
	}
	p := s.Provider.At(s.Embeddings.BaseURL, s.Embeddings.KeyCommand)
	p.Model = s.Embeddings.Model
	embedder, err := provider.OpenEmbedder(ctx, p)
	if err != nil {
		return nil, err
	}
	store := chromem.NewDB()
	if s.Embeddings.Cache != "" {
		if store, err = chromem.NewPersistentDB(s.Embeddings.Cache, false); err != nil {
			return nil, fmt.Errorf("read kept vectors: %w; remove the folder %s, it is made anew", err, s.Embeddings.Cache)
		}
	}
	target := embedder.Target()
	cache, err := store.GetOrCreateCollection(target.Host+" "+target.Model, nil, neverEmbed)
	if err != nil {
		return nil, fmt.Errorf("keep vectors: %w", err)
	}
	return &vectors{embedder: embedder, cache: cache}, nil
}

// neverEmbed stands where chromem would ask a server of its own choice.
func neverEmbed(context.Context, string) ([]float32, error) {
	return nil, errors.New("a text without a vector")
}

// content is the name under which a text's vector is kept.
func content(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// of gives the vectors of texts, in order; those that are kept are not asked for again.
func (v *vectors) of(ctx context.Context, texts []string, ask func(context.Context, []string) ([][]float32, error)) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var missing []int
	for i, text := range texts {
		if kept, err := v.cache.GetByID(ctx, content(text)); err == nil {
			out[i] = kept.Embedding
		} else {
			missing = append(missing, i)
		}
	}
	for part := range slices.Chunk(missing, batch) {
		asked := make([]string, len(part))
		for k, i := range part {
			asked[k] = texts[i]
		}
		made, err := ask(ctx, asked)
		if err != nil {
			return nil, err
		}
		for k, i := range part {
			out[i] = made[k]
			if err := v.cache.AddDocument(ctx, chromem.Document{ID: content(texts[i]), Embedding: made[k]}); err != nil {
				return nil, fmt.Errorf("keep a vector: %w", err)
			}
		}
	}
	return out, nil
}

// nearness finds tables of one database by vectors, once they are made.
type nearness struct {
	mu     sync.Mutex
	busy   bool
	tables *chromem.Collection // by the table's id; nil until all are made
	retry  time.Time           // not before, after a failure
}

// start has the vectors made in the background, unless they are made or being made.
func (n *nearness) start(make func(context.Context) (*chromem.Collection, error), failed func(error), pause time.Duration) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.busy || n.tables != nil || time.Now().Before(n.retry) {
		return
	}
	n.busy = true
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), buildVectors)
		defer cancel()
		tables, err := make(ctx)
		n.mu.Lock()
		defer n.mu.Unlock()
		n.busy, n.tables = false, tables
		if err != nil {
			n.retry = time.Now().Add(pause)
			failed(err)
		}
	}()
}

func (n *nearness) ready() *chromem.Collection {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.tables
}

// byMeaning is the tables nearest to a text; nil while there are no vectors. The first call has them made.
func (a *Assistant) byMeaning(ctx context.Context, tell func(workflow.Progress), text string, turn *Spent) []*schema.Table {
	if a.model.vectors == nil {
		return nil
	}
	if a.near.ready() == nil {
		a.near.start(a.tableVectors, func(err error) { a.log.Warn("no vectors of tables", "error", err) }, a.model.rest.pause)
		return nil
	}
	return a.nearTo(ctx, tell, text, turn)
}

// nearTo is the tables nearest to a text, once their vectors are made; the text's own is asked for unless it is kept.
func (a *Assistant) nearTo(ctx context.Context, tell func(workflow.Progress), text string, turn *Spent) []*schema.Table {
	v, tables := a.model.vectors, a.near.ready()
	ctx, cancel := context.WithTimeout(ctx, askVectors)
	defer cancel()
	asked, err := v.of(ctx, []string{bounded(text, longestText)}, func(ctx context.Context, texts []string) ([][]float32, error) {
		return a.embed(ctx, texts, tell, turn)
	})
	if err != nil {
		a.log.Warn("no vector of the question", "error", err)
		return nil
	}
	return a.nearestTo(ctx, tables, asked[0])
}

// nearestTo ranks the tables by a vector; among equally near ones the order is that of the schema, so that the same
// question makes the same request.
func (a *Assistant) nearestTo(ctx context.Context, tables *chromem.Collection, vector []float32) []*schema.Table {
	found, err := tables.QueryEmbedding(ctx, vector, tables.Count(), nil, nil)
	if err != nil {
		a.log.Warn("no tables by vectors", "error", err)
		return nil
	}
	place := func(r chromem.Result) int { id, _ := strconv.Atoi(r.ID); return id }
	slices.SortFunc(found, func(x, y chromem.Result) int {
		return cmp.Or(cmp.Compare(y.Similarity, x.Similarity), cmp.Compare(place(x), place(y)))
	})
	var out []*schema.Table
	for _, f := range found[:min(nearest, len(found))] {
		out = append(out, a.source.Index.Tables[place(f)])
	}
	return out
}

// tableVectors makes the vectors of all tables that a model may know.
func (a *Assistant) tableVectors(ctx context.Context) (*chromem.Collection, error) {
	lasting := a.catalogue
	lasting.Lasting = true
	var ids, texts []string
	for i, t := range a.source.Index.Tables {
		if fence.Usable(t.Name) {
			ids, texts = append(ids, strconv.Itoa(i)), append(texts, bounded(lasting.Table(ctx, t), longestText))
		}
	}
	made, err := a.model.vectors.of(ctx, texts, func(ctx context.Context, texts []string) ([][]float32, error) {
		return a.embed(ctx, texts, func(workflow.Progress) {}, nil)
	})
	if err != nil {
		return nil, err
	}
	tables, err := chromem.NewDB().CreateCollection("tables", nil, neverEmbed)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		if err := tables.AddDocument(ctx, chromem.Document{ID: id, Embedding: made[i]}); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// embed sends texts, tells how it goes, and keeps the books of the turn, or of the session alone where it is part of none.
func (a *Assistant) embed(ctx context.Context, texts []string, tell func(workflow.Progress), turn *Spent) ([][]float32, error) {
	m, e := a.model, a.model.vectors.embedder
	if err := m.ledger.allow(turn); err != nil {
		return nil, err
	}
	ctx, payload := provider.Record(ctx, e)
	t, started := e.Target(), time.Now()
	sent := workflow.Sent{Provider: t.Provider, Model: t.Model, Host: t.Host, Local: t.Local, Level: a.settings.Privacy.String()}
	tell(workflow.Progress{Kind: workflow.Asking, Sent: sent})
	made, usage, err := e.Embed(ctx, texts)
	sent.Elapsed, sent.InputTokens = time.Since(started), usage.Input
	if err != nil {
		sent.Failure = err.Error()
	} else if usage.Input == 0 {
		sent.Estimated = true
		for _, text := range texts {
			sent.InputTokens += tokens(text)
		}
	}
	if sent.Priced = a.settings.vectorPrice() > 0; sent.Priced {
		sent.Cost = float64(sent.InputTokens) * a.settings.vectorPrice() / 1e6
	}
	m.ledger.record(sent, turn)
	m.payloads.add(Payload{Payload: payload(), Sent: sent, At: started})
	tell(workflow.Progress{Kind: workflow.Answered, Sent: sent})
	return made, err
}

// fusing is the constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009): how little the first ranks differ.
const fusing = 60

// fused joins two rankings: what stands high in both comes first.
func fused(x, y []*schema.Table) []*schema.Table {
	if len(y) == 0 {
		return x
	}
	score := map[*schema.Table]float64{}
	var out []*schema.Table
	for _, ranking := range [][]*schema.Table{x, y} {
		for i, t := range ranking {
			if score[t] == 0 {
				out = append(out, t)
			}
			score[t] += 1 / float64(fusing+i+1)
		}
	}
	slices.SortStableFunc(out, func(a, b *schema.Table) int { return cmp.Compare(score[b], score[a]) })
	return out
}
