// Package usher calls the Usher API and verifies its webhooks.
package usher

import (
	"errors"
	"net/http"
	"strings"
	"time"
)

// Client is the Usher API as methods: client.Queues.Guests.Add(ctx, queueID, usher.GuestCreate{Name: "Ada"}).
//
// Methods return an *Error for an error response, and a *ConnectionError if there is none. A POST gets its own
// Idempotency-Key, and what is safe to repeat (GET, and POST by its key) is retried after 429, 503, 409 with
// Retry-After, timeouts and failed connections, not before Retry-After.
type Client struct {
	Resources
	baseURL    string
	token      func() (string, error)
	http       *http.Client
	maxRetries int
	timeout    time.Duration
}

// Option changes how a client works.
type Option func(*Client)

// WithAPIKey authenticates with an API key.
func WithAPIKey(key string) Option {
	return WithAccessToken(func() (string, error) { return key, nil })
}

// WithAccessToken authenticates with an OAuth access token; the function returns a valid one, and is called before
// every request.
func WithAccessToken(token func() (string, error)) Option {
	return func(client *Client) { client.token = token }
}

// WithHTTPClient is used instead of http.DefaultClient. Give it no timeout of its own: streams stay open.
func WithHTTPClient(httpClient *http.Client) Option {
	return func(client *Client) { client.http = httpClient }
}

// WithMaxRetries sets the maximum number of retries per request; 3 by default, 0 for none.
func WithMaxRetries(retries int) Option {
	return func(client *Client) { client.maxRetries = retries }
}

// WithTimeout sets how long one attempt may take; 30 seconds by default. Streams stay open.
func WithTimeout(timeout time.Duration) Option {
	return func(client *Client) { client.timeout = timeout }
}

// New returns a client of the Usher at a base URL, without /v1.
func New(baseURL string, options ...Option) (*Client, error) {
	client := &Client{
		baseURL:    strings.TrimRight(baseURL, "/"),
		http:       http.DefaultClient,
		maxRetries: 3,
		timeout:    30 * time.Second,
	}
	for _, option := range options {
		option(client)
	}
	if client.token == nil {
		return nil, errors.New("usher: an API key or an access token is needed")
	}
	httpClient := *client.http
	httpClient.CheckRedirect = refuseRedirect
	client.http = &httpClient
	client.Resources = newResources(client)
	return client, nil
}

// refuseRedirect gives the redirect itself as the response: the API has none, and whatever else redirects would get the
// credential on another port, by plain HTTP or on a subdomain, or make a GET of a POST.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Ptr returns a pointer to a value, for optional fields.
func Ptr[Value any](value Value) *Value {
	return &value
}
