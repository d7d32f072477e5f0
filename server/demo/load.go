package demo

import (
	"context"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"riffle.dev/riffle/examples"
	"riffle.dev/riffle/server/app"
)

// loadBatch is how many documents are appended at once.
const loadBatch = 500

// loadedSetting holds which catalogues the team's resources have whole.
const loadedSetting = "demo.loaded"

type catalogue struct {
	resource string
	docs     iter.Seq2[[]byte, error]
}

// catalogues in the order in which they are loaded. Their names with a revision
// stand in the setting: a new revision is loaded over the old one.
func catalogues() []catalogue {
	return []catalogue{{"apps", examples.Apps()}, {"people", examples.PeopleDocs()}, {"poems", examples.Poems()}}
}

// revision of the embedded data; raise it when they change.
const revision = 1

// load the catalogues that are not whole yet. One that was cut short begins
// anew: a document that is there already is only written again.
func (c Config) load(ctx context.Context) error {
	loaded := map[string]int{}
	if _, err := c.Settings.Setting(ctx, Team, loadedSetting, &loaded); err != nil {
		return err
	}
	// Also where all is loaded: the caller promises a demo that answers.
	if _, err := await(ctx, c.Nouns, Team, "apps"); err != nil {
		return err
	}
	for _, cat := range catalogues() {
		if loaded[cat.resource] == revision {
			continue
		}
		begin := time.Now()
		n, err := loadOne(ctx, c.Nouns, c.Log, Team, cat)
		if err != nil {
			return fmt.Errorf("%s: %w", cat.resource, err)
		}
		if n < 0 {
			continue // the team's project has no such resource any more
		}
		loaded[cat.resource] = revision
		if err := c.Settings.Set(ctx, Team, loadedSetting, loaded); err != nil {
			return err
		}
		took := time.Since(begin)
		c.Log.Info("demo: loaded", "resource", cat.resource, "documents", n, "took", took.Round(time.Millisecond),
			"a_second", int(float64(n)/took.Seconds()))
	}
	return nil
}

// loadOne gives the number of documents, -1 when there is no such resource.
func loadOne(ctx context.Context, nouns Documents, log *slog.Logger, team string, cat catalogue) (n int, err error) {
	if ok, err := await(ctx, nouns, team, cat.resource); err != nil || !ok {
		return -1, err
	}
	told := time.Now()
	var batch []app.Put
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		results, err := nouns.PutDocuments(ctx, team, cat.resource, batch)
		if err != nil {
			return err
		}
		for _, r := range results {
			if r.Error != nil {
				return fmt.Errorf("document %d, %s: %s", r.Line, r.Key, r.Error.Message)
			}
		}
		n += len(batch)
		batch = nil
		if time.Since(told) > 2*time.Second {
			told = time.Now()
			log.Info("demo: loading", "resource", cat.resource, "documents", n)
		}
		return nil
	}
	line := 0
	for doc, err := range cat.docs {
		if err != nil {
			return 0, err
		}
		line++
		if batch = append(batch, app.Put{Line: line, JSON: append([]byte(nil), doc...)}); len(batch) == loadBatch {
			if err := flush(); err != nil {
				return 0, err
			}
		}
	}
	return n, flush()
}

// await a resource of the live version, which this instance may take a moment
// to bring up. False when the version has resources but not this one.
func await(ctx context.Context, nouns Documents, team, resource string) (bool, error) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		all := nouns.Resources(team)
		for _, r := range all {
			if r.Name == resource {
				return true, nil
			}
		}
		if len(all) > 0 {
			return false, nil
		}
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("the live version has not come up: %w", ctx.Err())
		case <-tick.C:
		}
	}
}
