package demo

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Bounds of what is under way.
const (
	senders = 128  // requests at once
	waiting = 512  // arrivals that wait for one of them
	catchUp = .250 // seconds of arrivals sent at once after a pause; older ones are not made up
	giveUp  = 5 * time.Second
	retry   = time.Second // after the door could not be reached
	idle    = 200 * time.Millisecond
)

// Run sends requests to address, the server's, with the file's token until ctx
// ends. Arrivals are a Poisson process of the rate set at the moment.
func (t *Traffic) Run(ctx context.Context, address string, f File) error {
	const seed = 1
	calls, err := NewRequests(seed)
	if err != nil {
		return fmt.Errorf("demo: traffic: %w", err)
	}
	client := &http.Client{Timeout: giveUp, Transport: &http.Transport{MaxIdleConnsPerHost: senders, MaxConnsPerHost: senders,
		DisableCompression: true, IdleConnTimeout: time.Minute}}
	defer client.CloseIdleConnections()
	queue := make(chan Request, waiting)
	var wg sync.WaitGroup
	for range senders {
		wg.Go(func() {
			for r := range queue {
				t.send(ctx, client, address, f, r)
			}
		})
	}
	t.arrive(ctx, calls, queue, rand.New(rand.NewPCG(seed, 3)))
	close(queue)
	wg.Wait()
	return nil
}

// arrive puts requests into the queue when they are due.
func (t *Traffic) arrive(ctx context.Context, calls *Requests, queue chan<- Request, rng *rand.Rand) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	last := time.Now()
	debt := rng.ExpFloat64() // arrivals of rate 1 until the next one
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.changed:
		case <-timer.C:
		}
		t.endSurge(false)
		t.resize()
		now, rate := time.Now(), t.target()
		debt -= min(now.Sub(last).Seconds(), catchUp) * rate
		last = now
		for ; debt <= 0; debt += rng.ExpFloat64() {
			select {
			case queue <- calls.Next():
			default:
				t.count(func(c *Counts) { c.Dropped++ })
			}
		}
		wait := idle // also the longest time after which a surge's end is seen
		if rate > 0 {
			// Never less than 1 ms: several arrivals then come together.
			wait = min(max(time.Duration(debt/rate*float64(time.Second)), time.Millisecond), idle/2)
		}
		timer.Reset(wait)
	}
}

// send one request and throw the answer away.
func (t *Traffic) send(ctx context.Context, client *http.Client, address string, f File, r Request) {
	target := address + "/api/v1/teams/" + url.PathEscape(f.Team) + "/scenes/" + url.PathEscape(r.Scene) + "/serve"
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(r.Body))
	if err != nil {
		t.count(func(c *Counts) { c.Failed++ })
		return
	}
	req.Header.Set("Authorization", "Bearer "+f.Token)
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		t.count(func(c *Counts) { c.Failed++ })
		select { // the door is away: do not hammer at it
		case <-ctx.Done():
		case <-time.After(retry):
		}
		return
	}
	_, err = io.Copy(io.Discard, io.LimitReader(res.Body, 4<<20))
	_ = res.Body.Close() // read to its end
	t.count(func(c *Counts) {
		c.Sent++
		if err != nil || res.StatusCode != http.StatusOK {
			c.Failed++
		}
	})
}
