package usher

import "net/http"

type requestSettings struct {
	header     http.Header
	nulls      []string
	onResponse func(*http.Response)
}

// RequestOption changes one request.
type RequestOption func(*requestSettings)

// WithIdempotencyKey gives a POST a key of your own. By default each call has its own, the same for all attempts.
func WithIdempotencyKey(key string) RequestOption {
	return WithHeader("Idempotency-Key", key)
}

// WithIfMatch refuses the write if the resource has changed since you read it with this ETag.
func WithIfMatch(etag string) RequestOption {
	return WithHeader("If-Match", etag)
}

// WithLastEventID resumes a stream after the event with this id.
func WithLastEventID(id string) RequestOption {
	return WithHeader("Last-Event-ID", id)
}

// WithHeader sends a header.
func WithHeader(name, value string) RequestOption {
	return func(settings *requestSettings) { settings.header.Set(name, value) }
}

// WithNull sends null for fields of the body, which empties them: a field that is nil is left out.
func WithNull(fields ...string) RequestOption {
	return func(settings *requestSettings) { settings.nulls = append(settings.nulls, fields...) }
}

// OnResponse is called with each successful response, whose body has been read, for example to read its ETag.
func OnResponse(call func(*http.Response)) RequestOption {
	return func(settings *requestSettings) { settings.onResponse = call }
}

func settingsOf(options []RequestOption) requestSettings {
	settings := requestSettings{header: http.Header{}}
	for _, option := range options {
		option(&settings)
	}
	return settings
}
