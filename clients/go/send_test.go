package usher

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// given returns a client of a server that keeps the bodies it is sent and answers with the status.
func given(t *testing.T, status int) (*Client, *[]string) {
	bodies := []string{}
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		bodies = append(bodies, string(body))
		response.Header().Set("ETag", `"1"`)
		response.WriteHeader(status)
		io.WriteString(response, `{"id":"q_1"}`)
	}))
	t.Cleanup(server.Close)
	client, err := New(server.URL, WithAPIKey("usk_test"))
	if err != nil {
		t.Fatal(err)
	}
	return client, &bodies
}

func TestGivenFieldsToEmptyWhenAQueueIsUpdatedThenTheyAreSentAsNull(t *testing.T) {
	client, bodies := given(t, 200)
	etag := ""
	onResponse := OnResponse(func(response *http.Response) { etag = response.Header.Get("ETag") })
	update := QueueUpdate{Name: Ptr("Bar")}
	if _, err := client.Queues.Update(context.Background(), "q_1", &update, WithNull("capacity"), onResponse); err != nil {
		t.Fatal(err)
	}
	if want := `{"capacity":null,"name":"Bar"}`; (*bodies)[0] != want {
		t.Errorf("sent %s, want %s", (*bodies)[0], want)
	}
	if etag != `"1"` {
		t.Errorf("the response had the ETag %s", etag)
	}
}

func TestGivenAnOptionalBodyWhenNoneIsGivenThenNoneIsSent(t *testing.T) {
	client, bodies := given(t, 200)
	if _, err := client.Queues.Pause(context.Background(), "q_1", nil); err != nil {
		t.Fatal(err)
	}
	if (*bodies)[0] != "" {
		t.Errorf("sent %s", (*bodies)[0])
	}
}

func TestGivenAnEmptyListWhenItIsSentThenItIsNotLeftOut(t *testing.T) {
	client, bodies := given(t, 200)
	update := GuestUpdate{Tags: []string{}}
	if _, err := client.Guests.Update(context.Background(), "gst_1", &update); err != nil {
		t.Fatal(err)
	}
	if want := `{"tags":[]}`; (*bodies)[0] != want {
		t.Errorf("sent %s, want %s", (*bodies)[0], want)
	}
}

func TestGivenAContextThatEndedWhenACallIsMadeThenItsReasonIsFound(t *testing.T) {
	client, bodies := given(t, 200)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := client.Queues.Get(ctx, "q_1"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if len(*bodies) != 0 {
		t.Error("it was sent")
	}
}

func TestGivenRetryAfterAsADateWhenItIsReadThenTheTimeUntilItIsLeft(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	header := http.Header{"Retry-After": {"Tue, 01 Dec 2026 12:00:30 GMT"}}
	if wait := retryAfter(header, now); wait == nil || *wait != 30*time.Second {
		t.Errorf("got %v", wait)
	}
}

func TestAttackGivenAServerThatRedirectsWhenATokenIsAskedForThenTheSecretDoesNotGoElsewhere(t *testing.T) {
	asked := 0
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	var refused *Error
	if _, err := ClientCredentials(server.URL, "oac_1", "ucs_1")(); !errors.As(err, &refused) || refused.Status != 307 {
		t.Errorf("got %v", err)
	}
	if asked != 0 {
		t.Error("it was asked elsewhere")
	}
}

func TestAttackGivenARetryAfterThatOverflowsWhenItIsReadThenItIsNotTheOppositeOfAWait(t *testing.T) {
	for _, seconds := range []string{"99999999999999999", "18446744074", "86400"} {
		wait := retryAfter(http.Header{"Retry-After": {seconds}}, time.Now())
		if wait == nil || *wait != 24*time.Hour {
			t.Errorf("%s is %v", seconds, wait)
			continue
		}
		if _, helps := delayBeforeRetry(&Error{Status: 429, RetryAfter: wait}, 0); helps {
			t.Errorf("%s is waited", seconds)
		}
	}
}
