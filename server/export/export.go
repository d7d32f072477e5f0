package export

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"riffle.dev/riffle/engine/trace"
)

// Bounds of what waits.
const (
	queued   = 1024 // requests
	together = 64   // requests sent in one call
	patience = 10 * time.Second
	maxValue = 512 // characters of an attribute
)

// Options of an Exporter.
type Options struct {
	Endpoint string // such as http://127.0.0.1:4318; "": as the OTEL_ variables say
	Version  string // of the build
	Log      *slog.Logger
}

// Wanted tells whether the environment asks for an export.
func Wanted(getenv func(string) string) bool {
	return !strings.EqualFold(getenv("OTEL_SDK_DISABLED"), "true") && !strings.EqualFold(getenv("OTEL_TRACES_EXPORTER"), "none") &&
		(getenv("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != "")
}

// Exporter sends records. Safe for any number of goroutines; Run is one.
type Exporter struct {
	out   *otlptrace.Exporter
	log   *slog.Logger
	spans *sdk.TracerProvider
	made  *collector
	queue chan job

	sent, dropped, failed atomic.Int64
	ill                   bool // the last call failed; of Run
}

type job struct {
	team    string
	version int64
	record  *trace.Record
}

// Counts of requests since the start.
type Counts struct {
	Sent    int64 // taken by the collector
	Dropped int64 // the queue was full, or the process ended
	Failed  int64 // the collector did not take them
}

// New makes an exporter; nothing is sent before Run. The error is of the endpoint.
func New(ctx context.Context, opt Options) (*Exporter, error) {
	options := []otlptracehttp.Option{otlptracehttp.WithRetry(otlptracehttp.RetryConfig{Enabled: true, InitialInterval: time.Second, MaxInterval: 5 * time.Second, MaxElapsedTime: patience})}
	if opt.Endpoint != "" {
		u, err := url.Parse(opt.Endpoint)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, errors.New("want the address of a collector such as http://127.0.0.1:4318")
		}
		if u.Path == "" || u.Path == "/" {
			u.Path = "/v1/traces"
		}
		options = append(options, otlptracehttp.WithEndpointURL(u.String()))
	}
	out, err := otlptracehttp.New(ctx, options...)
	if err != nil {
		return nil, err
	}
	about, err := resource.Merge(resource.NewSchemaless(attribute.String("service.name", "riffle"), attribute.String("service.version", opt.Version)), resource.Environment())
	if err != nil {
		return nil, err
	}
	e := &Exporter{out: out, log: opt.Log, made: &collector{}, queue: make(chan job, queued)}
	limits := sdk.NewSpanLimits()
	limits.AttributeValueLengthLimit = maxValue
	e.spans = sdk.NewTracerProvider(sdk.WithIDGenerator(ids{}), sdk.WithSampler(sdk.AlwaysSample()), sdk.WithResource(about), sdk.WithRawSpanLimits(limits), sdk.WithSpanProcessor(e.made))
	return e, nil
}

// Add a record, which must not change any more, or drop it. It never waits.
func (e *Exporter) Add(team string, version int64, r *trace.Record) {
	select {
	case e.queue <- job{team, version, r}:
	default:
		e.dropped.Add(1)
	}
}

// Counts as they are now.
func (e *Exporter) Counts() Counts {
	return Counts{e.sent.Load(), e.dropped.Load(), e.failed.Load()}
}

// Run sends until ctx ends, then what waits, within the patience for one call.
func (e *Exporter) Run(ctx context.Context) {
	for {
		select {
		case j := <-e.queue:
			e.send(ctx, e.batch(j))
			continue
		case <-ctx.Done():
		}
		break
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	for len(e.queue) > 0 && last.Err() == nil {
		e.send(last, e.batch(<-e.queue))
	}
	for len(e.queue) > 0 {
		<-e.queue
		e.dropped.Add(1)
	}
	_ = e.out.Shutdown(last) // it only closes connections
}

// batch is a request with those that wait behind it.
func (e *Exporter) batch(first job) []job {
	out := []job{first}
	for len(out) < together {
		select {
		case j := <-e.queue:
			out = append(out, j)
		default:
			return out
		}
	}
	return out
}

// send them in one call.
func (e *Exporter) send(ctx context.Context, jobs []job) {
	for i := range jobs {
		e.write(&jobs[i])
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := e.out.ExportSpans(ctx, e.made.take())
	switch {
	case err == nil:
		e.sent.Add(int64(len(jobs)))
	default:
		e.failed.Add(int64(len(jobs)))
	}
	if ill := err != nil; ill != e.ill {
		e.ill = ill
		if ill {
			e.log.Warn("traces can't be exported; they are counted, and tried again with the next", "error", err)
		} else {
			e.log.Info("traces are exported again")
		}
	}
}

// collector takes spans as they end.
type collector struct {
	mu   sync.Mutex
	done []sdk.ReadOnlySpan
}

func (c *collector) take() []sdk.ReadOnlySpan {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.done
	c.done = nil
	return out
}

// OnStart implements sdk.SpanProcessor.
func (c *collector) OnStart(context.Context, sdk.ReadWriteSpan) {}

// OnEnd implements sdk.SpanProcessor.
func (c *collector) OnEnd(s sdk.ReadOnlySpan) {
	c.mu.Lock()
	c.done = append(c.done, s)
	c.mu.Unlock()
}

// Shutdown implements sdk.SpanProcessor.
func (c *collector) Shutdown(context.Context) error { return nil }

// ForceFlush implements sdk.SpanProcessor.
func (c *collector) ForceFlush(context.Context) error { return nil }
