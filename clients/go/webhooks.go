package usher

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ErrInvalidSecret is returned for a webhook secret that is not whsec_ and base64, as Usher has shown it.
var ErrInvalidSecret = errors.New("usher: a webhook secret is whsec_ and base64, as Usher has shown it")

// Why a delivery cannot be trusted.
const (
	WebhookMissingHeader     = "missing_header"
	WebhookMalformedHeader   = "malformed_header"
	WebhookSignatureMismatch = "signature_mismatch"
	WebhookTimestampTooOld   = "timestamp_too_old"
	WebhookTimestampTooNew   = "timestamp_too_new"
	WebhookMalformedBody     = "malformed_body"
)

// WebhookError is about a delivery that must not be processed. It contains no delivery data and may be logged.
type WebhookError struct{ Code string }

func (err *WebhookError) Error() string { return "usher: webhook refused: " + err.Code }

// WebhookEvent is the event of a delivery. New types and fields may be added at any time: ignore what you do not know.
type WebhookEvent struct {
	// Event is its type, such as guest.added.
	Event     string          `json:"event"`
	Timestamp string          `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
	Meta      json.RawMessage `json:"meta"`
	// DeliveryID is webhook-id: the same for all attempts of a delivery. Use it to skip what you have already handled.
	DeliveryID string `json:"-"`
}

type verification struct {
	tolerance time.Duration
	now       time.Time
}

// VerifyOption changes how deliveries are verified.
type VerifyOption func(*verification)

// WithTolerance sets by how much a delivery's time may differ from the receiver's; five minutes by default.
func WithTolerance(tolerance time.Duration) VerifyOption {
	return func(check *verification) { check.tolerance = tolerance }
}

// WithNow sets the receiver's time.
func WithNow(now time.Time) VerifyOption {
	return func(check *verification) { check.now = now }
}

var (
	secretForm = regexp.MustCompile(`^whsec_[A-Za-z0-9+/]+={0,2}$`)
	// The signed parts are joined by dots, so the id must not contain one.
	idForm        = regexp.MustCompile(`^[^.\s]{1,256}$`)
	timestampForm = regexp.MustCompile(`^[0-9]{1,11}$`)
)

// VerifyWebhook verifies the Standard Webhooks signature (standardwebhooks.com) of a delivery and returns its event.
// The body is as it came. The secrets are those of the endpoint: several during a rotation, any of which may match.
//
// The error is a *WebhookError for a delivery that must not be processed, and ErrInvalidSecret for a malformed secret.
func VerifyWebhook(body []byte, header http.Header, secrets []string, options ...VerifyOption) (*WebhookEvent, error) {
	check := verification{tolerance: 5 * time.Minute, now: time.Now()}
	for _, option := range options {
		option(&check)
	}
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	signatures := header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, &WebhookError{WebhookMissingHeader}
	}
	if !idForm.MatchString(id) || !timestampForm.MatchString(timestamp) {
		return nil, &WebhookError{WebhookMalformedHeader}
	}
	if !isSigned(keys, id+"."+timestamp+".", body, strings.Split(signatures, " ")) {
		return nil, &WebhookError{WebhookSignatureMismatch}
	}
	if err := check.age(timestamp); err != nil {
		return nil, err
	}
	event := WebhookEvent{DeliveryID: id}
	if err := json.Unmarshal(body, &event); err != nil || event.Event == "" {
		return nil, &WebhookError{WebhookMalformedBody}
	}
	return &event, nil
}

func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, ErrInvalidSecret
	}
	keys := make([][]byte, len(secrets))
	for index, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || !secretForm.MatchString(secret) {
			return nil, ErrInvalidSecret
		}
		keys[index] = key
	}
	return keys, nil
}

// isSigned compares in constant time.
func isSigned(keys [][]byte, prefix string, body []byte, signatures []string) bool {
	for _, key := range keys {
		code := hmac.New(sha256.New, key)
		code.Write([]byte(prefix))
		code.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(code.Sum(nil))
		for _, signature := range signatures {
			if hmac.Equal([]byte(signature), []byte(expected)) {
				return true
			}
		}
	}
	return false
}

func (check verification) age(timestamp string) error {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return &WebhookError{WebhookMalformedHeader}
	}
	age := check.now.Sub(time.Unix(seconds, 0))
	if age > check.tolerance {
		return &WebhookError{WebhookTimestampTooOld}
	}
	if age < -check.tolerance {
		return &WebhookError{WebhookTimestampTooNew}
	}
	return nil
}

// maxDelivery is larger than any delivery; reading stops beyond it.
const maxDelivery = 1 << 20

// WebhookHandler receives deliveries: it verifies each and calls onEvent. It answers 204 on success and 400 if the
// delivery is refused. If onEvent fails, it answers 500, and Usher retries.
func WebhookHandler(secrets []string, onEvent func(context.Context, *WebhookEvent) error, options ...VerifyOption) (http.Handler, error) {
	if _, err := keysOf(secrets); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxDelivery))
		if err != nil {
			response.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		event, err := VerifyWebhook(body, request.Header, secrets, options...)
		if err != nil {
			http.Error(response, err.Error(), http.StatusBadRequest)
			return
		}
		if err := onEvent(request.Context(), event); err != nil {
			response.WriteHeader(http.StatusInternalServerError)
			return
		}
		response.WriteHeader(http.StatusNoContent)
	}), nil
}
