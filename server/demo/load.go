package demo

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"riffle.dev/riffle/server/app"
)

// loadBatch is how many documents are appended at once.
const loadBatch = 500

// loadedSetting holds the revisions of catalogues that the team's resources have
// whole.
const loadedSetting = "demo.loaded"

// load the catalogues that are not whole yet, in this revision. One that was cut
// short begins anew: a document that is there already is only written again.
func (c Config) load(ctx context.Context) error {
	team, loaded := c.Content.Team, map[string]any{}
	if _, err := c.Settings.Setting(ctx, team, loadedSetting, &loaded); err != nil {
		return err
	}
	// Also where all is loaded: the caller promises scenes that answer.
	if err := c.serving(ctx); err != nil {
		return err
	}
	for _, cat := range c.Content.Catalogues {
		if fmt.Sprint(loaded[cat.Resource]) == cat.Revision {
			continue
		}
		begin := time.Now()
		n, err := loadOne(ctx, c.Nouns, c.Log, team, cat)
		if err != nil {
			return fmt.Errorf("%s: %w", cat.Resource, err)
		}
		if n < 0 {
			continue // the team's project has no such resource any more
		}
		loaded[cat.Resource] = cat.Revision
		if err := c.Settings.Set(ctx, team, loadedSetting, loaded); err != nil {
			return err
		}
		took := time.Since(begin)
		c.Log.Info("loaded", "team", team, "resource", cat.Resource, "documents", n, "took", took.Round(time.Millisecond),
			"a_second", int(float64(n)/took.Seconds()))
	}
	return nil
}

// serving waits until the newest version serves, or another one that was made
// live instead of it.
func (c Config) serving(ctx context.Context) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		have, err := c.Nouns.Versions(ctx, c.Content.Team, 0, 1)
		if err != nil {
			return err
		}
		if len(have) > 0 && !have[0].Loading {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the live version has not come up: %w", ctx.Err())
		case <-tick.C:
		}
	}
}

// loadOne gives the number of documents, -1 when there is no such resource.
func loadOne(ctx context.Context, nouns Documents, log *slog.Logger, team string, cat Catalogue) (n int, err error) {
	if ok, err := await(ctx, nouns, team, cat.Resource); err != nil || !ok {
		return -1, err
	}
	told := time.Now()
	var batch []app.Put
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		results, err := nouns.PutDocuments(ctx, team, cat.Resource, batch)
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
			log.Info("loading", "resource", cat.Resource, "documents", n)
		}
		return nil
	}
	line := 0
	for doc, err := range cat.Docs {
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
