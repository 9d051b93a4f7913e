package usher

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// operation is a request before it is sent.
type operation struct {
	method string
	// path with %s for each id.
	path  string
	ids   []string
	query url.Values
	body  any
	// endsWith is the field of an event's data that is null until the last event; empty: there is no last one.
	endsWith string
}

// send returns the data of the answer.
func send[Data any](ctx context.Context, client *Client, op operation, options []RequestOption) (*Data, error) {
	content, status, err := client.do(ctx, op, options)
	if err != nil {
		return nil, err
	}
	var data Data
	if err := json.Unmarshal(content, &data); err != nil {
		// Such as the page of a proxy, which answers 200.
		return nil, &Error{Status: status, Detail: "the answer cannot be read: " + err.Error()}
	}
	return &data, nil
}

func sendForText(ctx context.Context, client *Client, op operation, options []RequestOption) (string, error) {
	content, _, err := client.do(ctx, op, options)
	return string(content), err
}

func sendForNothing(ctx context.Context, client *Client, op operation, options []RequestOption) error {
	_, _, err := client.do(ctx, op, options)
	return err
}

// do sends an operation, and again where that is safe and helps; it returns the body of the answer and its status.
func (client *Client) do(ctx context.Context, op operation, options []RequestOption) ([]byte, int, error) {
	settings := settingsOf(options)
	address, err := client.address(op)
	if err != nil {
		return nil, 0, err
	}
	body, err := bodyOf(op, settings.nulls)
	if err != nil {
		return nil, 0, err
	}
	if op.method == http.MethodPost && settings.header.Get("Idempotency-Key") == "" {
		settings.header.Set("Idempotency-Key", rand.Text())
	}
	// Only POST is done once under its key: servers ignore it elsewhere.
	isRepeatable := op.method == http.MethodGet || op.method == http.MethodPost
	for retries := 0; ; retries++ {
		content, status, err := client.attempt(ctx, op.method, address, body, settings)
		if err == nil || !isRepeatable || retries >= client.maxRetries || ctx.Err() != nil {
			return content, status, err
		}
		delay, helps := delayBeforeRetry(err, retries)
		if !helps {
			return nil, 0, err
		}
		if err := pause(ctx, delay); err != nil {
			return nil, 0, &ConnectionError{err}
		}
	}
}

func (client *Client) attempt(ctx context.Context, method, address string, body []byte, settings requestSettings) ([]byte, int, error) {
	ctx, cancel := context.WithTimeout(ctx, client.timeout)
	defer cancel()
	request, err := client.request(ctx, method, address, body, settings.header)
	if err != nil {
		return nil, 0, err
	}
	response, err := client.http.Do(request)
	if err != nil {
		return nil, 0, &ConnectionError{err}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, 0, &ConnectionError{err}
	}
	if response.StatusCode >= 300 {
		return nil, 0, errorOf(response, content)
	}
	if settings.onResponse != nil {
		settings.onResponse(response)
	}
	return content, response.StatusCode, nil
}

func (client *Client) request(ctx context.Context, method, address string, body []byte, header http.Header) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	token, err := client.token()
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Usher-Version", APIVersion)
	request.Header.Set("User-Agent", userAgent)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range header {
		request.Header[name] = values
	}
	return request, nil
}

func (client *Client) address(op operation) (string, error) {
	escaped := make([]any, len(op.ids))
	for index, id := range op.ids {
		if strings.Trim(id, ".") == "" && len(id) <= 2 {
			return "", fmt.Errorf("%w, not %q", ErrInvalidID, id)
		}
		escaped[index] = url.PathEscape(id)
	}
	address := client.baseURL + fmt.Sprintf(op.path, escaped...)
	if len(op.query) > 0 {
		address += "?" + op.query.Encode()
	}
	return address, nil
}

// bodyOf returns the JSON of a body, with null for the fields that are to be emptied; nil if there is none.
func bodyOf(op operation, nulls []string) ([]byte, error) {
	if op.body == nil && len(nulls) == 0 {
		return nil, nil
	}
	content, err := json.Marshal(op.body)
	if err != nil || len(nulls) == 0 {
		return content, err
	}
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(content, &fields); err != nil {
		return nil, err
	}
	if fields == nil {
		fields = map[string]json.RawMessage{}
	}
	for _, name := range nulls {
		fields[name] = json.RawMessage("null")
	}
	return json.Marshal(fields)
}
