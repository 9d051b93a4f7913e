// The driver of the Go SDK. See ../../driver.ts for the protocol.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	usher "usher.example/usher-go"
)

type request struct {
	Do             string            `json:"do"`
	BaseURL        string            `json:"base_url"`
	APIKey         string            `json:"api_key"`
	MaxRetries     int               `json:"max_retries"`
	TimeoutSeconds float64           `json:"timeout_seconds"`
	Method         string            `json:"method"`
	IDs            []string          `json:"ids"`
	Body           json.RawMessage   `json:"body"`
	Query          json.RawMessage   `json:"query"`
	IdempotencyKey string            `json:"idempotency_key"`
	LastEventID    string            `json:"last_event_id"`
	Take           int               `json:"take"`
	Headers        map[string]string `json:"headers"`
	Secrets        []string          `json:"secrets"`
	Now            int64             `json:"now"`
}

type driver struct {
	client *usher.Client
	next   func() (usher.StreamEvent, error, bool)
	stop   func()
}

func (driver *driver) perform(asked request) (any, error) {
	switch asked.Do {
	case "connect":
		timeout := time.Duration(asked.TimeoutSeconds * float64(time.Second))
		client, err := usher.New(asked.BaseURL, usher.WithAPIKey(asked.APIKey), usher.WithMaxRetries(asked.MaxRetries), usher.WithTimeout(timeout))
		driver.client = client
		return nil, err
	case "call":
		return resultOf(driver.call(asked))
	case "list":
		return itemsOf(driver.call(asked), asked.Take)
	case "verify":
		return verify(asked)
	case "follow":
		events := driver.call(asked)[0].Interface().(iter.Seq2[usher.StreamEvent, error])
		driver.next, driver.stop = iter.Pull2(events)
		return nil, nil
	case "next":
		event, err, found := driver.next()
		if !found {
			return nil, nil
		}
		return map[string]any{"id": event.ID, "type": event.Type, "data": event.Data}, err
	case "unfollow":
		driver.stop()
		return nil, nil
	}
	return nil, fmt.Errorf("%s is unknown", asked.Do)
}

// call calls a method by its name, such as queues.guests.add.
func (driver *driver) call(asked request) []reflect.Value {
	names := strings.Split(asked.Method, ".")
	place := reflect.ValueOf(driver.client)
	for _, name := range names[:len(names)-1] {
		place = reflect.Indirect(place).FieldByName(pascal(name))
	}
	method := place.MethodByName(pascal(names[len(names)-1]))
	given := []reflect.Value{reflect.ValueOf(context.Background())}
	for _, id := range asked.IDs {
		given = append(given, reflect.ValueOf(id))
	}
	kind := method.Type()
	for index := len(given); index < kind.NumIn()-1; index++ {
		given = append(given, decoded(asked, kind.In(index)))
	}
	if asked.IdempotencyKey != "" {
		given = append(given, reflect.ValueOf(usher.WithIdempotencyKey(asked.IdempotencyKey)))
	}
	if asked.LastEventID != "" {
		given = append(given, reflect.ValueOf(usher.WithLastEventID(asked.LastEventID)))
	}
	return method.Call(given)
}

// decoded is the body or the query of a request, as a method wants it.
func decoded(asked request, kind reflect.Type) reflect.Value {
	content := asked.Body
	if content == nil {
		content = asked.Query
	}
	value := reflect.New(kind)
	if content != nil {
		if err := json.Unmarshal(content, value.Interface()); err != nil {
			panic(err)
		}
	}
	return value.Elem()
}

func pascal(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// resultOf is what a method answers; of a list, the first page.
func resultOf(results []reflect.Value) (any, error) {
	if page := results[0].MethodByName("Page"); page.IsValid() {
		results = page.Call(nil)
	}
	err, _ := results[len(results)-1].Interface().(error)
	return results[0].Interface(), err
}

func itemsOf(results []reflect.Value, take int) (any, error) {
	items := []any{}
	for item, err := range results[0].MethodByName("All").Call(nil)[0].Seq2() {
		if !err.IsNil() {
			return nil, err.Interface().(error)
		}
		items = append(items, item.Interface())
		if len(items) == take {
			break
		}
	}
	return items, nil
}

func verify(asked request) (any, error) {
	header := http.Header{}
	for name, value := range asked.Headers {
		header.Set(name, value)
	}
	var body string
	if err := json.Unmarshal(asked.Body, &body); err != nil {
		return nil, err
	}
	return usher.VerifyWebhook([]byte(body), header, asked.Secrets, usher.WithNow(time.Unix(asked.Now, 0)))
}

func failureOf(err error) map[string]any {
	var refused *usher.Error
	var untrusted *usher.WebhookError
	var lost *usher.ConnectionError
	switch {
	case errors.As(err, &refused):
		return apiFailure(refused)
	case errors.As(err, &untrusted):
		return map[string]any{"kind": "webhook", "code": untrusted.Code}
	case errors.As(err, &lost) && lost.Timeout():
		return map[string]any{"kind": "timeout"}
	case errors.As(err, &lost):
		return map[string]any{"kind": "connection"}
	}
	return map[string]any{"kind": "usage", "message": err.Error()}
}

func apiFailure(refused *usher.Error) map[string]any {
	failure := map[string]any{"kind": "api", "status": refused.Status, "request_id": refused.RequestID, "code": nil}
	if refused.Code != "" {
		failure["code"] = refused.Code
	}
	if refused.RetryAfter != nil {
		failure["retry_after_seconds"] = refused.RetryAfter.Seconds()
	}
	pointers := []string{}
	for _, field := range refused.Fields {
		pointers = append(pointers, field.Pointer)
	}
	failure["pointers"] = pointers
	return failure
}

func main() {
	driver := &driver{}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked request
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		value, err := driver.perform(asked)
		if err != nil {
			answers.Encode(map[string]any{"error": failureOf(err)})
		} else {
			answers.Encode(map[string]any{"value": value})
		}
	}
}
