package usher

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"time"

	"github.com/tmaxmax/go-sse"
)

const (
	firstReconnect = time.Second
	maxReconnect   = 10 * time.Second
	// maxAsked is the longest wait that a server can ask for by Retry-After.
	maxAsked = time.Hour
)

// StreamEvent is an event of a stream.
type StreamEvent struct {
	// Type is such as guest.added. After snapshot, read the state again: earlier events are unknown.
	Type string
	Data json.RawMessage
	// ID is what to resume after: that of this event, or of the last one that had any.
	ID string
}

// follow iterates over the events of a stream. It reconnects when the connection breaks, and resumes after the last
// event. It ends after the last event, and with an error when the stream is refused for good, or the context ends.
func follow(ctx context.Context, client *Client, op operation, options []RequestOption) iter.Seq2[StreamEvent, error] {
	return func(yield func(StreamEvent, error) bool) {
		settings := settingsOf(options)
		settings.header.Set("Accept", "text/event-stream")
		address, err := client.address(op)
		if err != nil {
			yield(StreamEvent{}, err)
			return
		}
		for failures := 0; ; failures++ {
			goOn, err := client.readOnce(ctx, address, settings.header, func(event StreamEvent) bool {
				failures = 0
				return yield(event, nil) && !isLast(event, op.endsWith)
			})
			if !goOn {
				return
			}
			if err != nil && !passes(err) {
				yield(StreamEvent{}, err)
				return
			}
			if err := pause(ctx, min(maxAsked, askedBy(err)+reconnectDelay(failures))); err != nil {
				yield(StreamEvent{}, err)
				return
			}
		}
	}
}

// readOnce reads the events of one connection. It keeps the id of the last one in the header for the next connection,
// and returns false when the reader wants no more.
func (client *Client) readOnce(ctx context.Context, address string, header http.Header, yield func(StreamEvent) bool) (bool, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(silentFor, cancel)
	defer silence.Stop()
	request, err := client.request(ctx, http.MethodGet, address, nil, header)
	if err != nil {
		return true, err
	}
	response, err := client.http.Do(request)
	if err != nil {
		return true, &ConnectionError{err}
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		content, _ := io.ReadAll(response.Body)
		return true, errorOf(response, content)
	}
	body := watchedReader{response.Body, func() { silence.Reset(silentFor) }}
	for event, err := range sse.Read(body, &sse.ReadConfig{MaxEventSize: 1 << 24}) {
		if err != nil {
			return true, &ConnectionError{err}
		}
		if event.LastEventID != "" {
			header.Set("Last-Event-ID", event.LastEventID)
		}
		if event.Data == "" {
			continue
		}
		if !yield(StreamEvent{event.Type, json.RawMessage(event.Data), header.Get("Last-Event-ID")}) {
			return false, nil
		}
	}
	return true, nil
}

// isLast reports whether no event follows.
func isLast(event StreamEvent, endsWith string) bool {
	var data map[string]json.RawMessage
	if endsWith == "" || json.Unmarshal(event.Data, &data) != nil {
		return false
	}
	value, found := data[endsWith]
	return found && string(value) != "null"
}

// watchedReader calls onRead after each read.
type watchedReader struct {
	io.Reader
	onRead func()
}

func (reader watchedReader) Read(into []byte) (int, error) {
	count, err := reader.Reader.Read(into)
	reader.onRead()
	return count, err
}

// passes tells whether a failure is temporary: the stream may be opened again.
func passes(err error) bool {
	var refused *Error
	if errors.As(err, &refused) {
		return refused.Status >= 500 || refused.Status == 408 || refused.Status == 429
	}
	var lost *ConnectionError
	return errors.As(err, &lost)
}

// askedBy returns how long a refusal asks to wait.
func askedBy(err error) time.Duration {
	var refused *Error
	if errors.As(err, &refused) && refused.RetryAfter != nil {
		return *refused.RetryAfter
	}
	return 0
}

func reconnectDelay(failures int) time.Duration {
	limit := math.Min(float64(maxReconnect), float64(firstReconnect)*math.Pow(2, float64(failures)))
	return time.Duration(limit * (0.5 + mathrand.Float64()/2))
}
