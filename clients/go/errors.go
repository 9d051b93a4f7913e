package usher

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// ErrInvalidID is returned for an id that would change the path, such as "..".
var ErrInvalidID = errors.New("usher: an id is needed")

// Error is an error response, with its problem details (RFC 9457), or an answer of something other than Usher.
type Error struct {
	Status int
	// Code is stable: decide by it. Empty if something other than Usher answered, such as a proxy.
	Code ErrorCode
	// Detail says what went wrong, for people.
	Detail string
	// RequestID is what to quote when you contact support.
	RequestID string
	// Fields are those that are invalid, for the code validation_failed.
	Fields []FieldError
	// Alternatives are the nearest free times, for the code slot_unavailable.
	Alternatives []Slot
	// Clashes are the times that are not free, for the code series_clash.
	Clashes []SeriesClash
	// RetryAfter is how long to wait before trying again, if the response says so.
	RetryAfter *time.Duration
}

func (err *Error) Error() string {
	return fmt.Sprintf("usher: %d %s: %s", err.Status, err.Code, err.Detail)
}

// HasCode tells whether an error is an error response with one of these codes.
func HasCode(err error, codes ...ErrorCode) bool {
	var refused *Error
	if !errors.As(err, &refused) {
		return false
	}
	for _, code := range codes {
		if refused.Code == code {
			return true
		}
	}
	return false
}

// ConnectionError says that there was no answer.
type ConnectionError struct{ Cause error }

func (err *ConnectionError) Error() string { return "usher: there was no answer: " + err.Cause.Error() }

// Timeout tells whether there was no answer in time, rather than a failed connection. What was asked for may have been
// done all the same.
func (err *ConnectionError) Timeout() bool {
	var cause interface{ Timeout() bool }
	return errors.As(err.Cause, &cause) && cause.Timeout()
}

// Unwrap returns why, such as context.DeadlineExceeded.
func (err *ConnectionError) Unwrap() error { return err.Cause }

func errorOf(response *http.Response, body []byte) *Error {
	var problem Problem
	mediaType, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if mediaType == "application/problem+json" {
		// A body that is no problem leaves the fields empty.
		_ = json.Unmarshal(body, &problem)
	}
	failure := &Error{
		Status:       response.StatusCode,
		Code:         problem.Code,
		RequestID:    problem.RequestID,
		Fields:       problem.Errors,
		Alternatives: problem.Alternatives,
		Clashes:      problem.Clashes,
		RetryAfter:   retryAfter(response.Header, time.Now()),
	}
	if problem.Detail != nil {
		failure.Detail = *problem.Detail
	}
	if failure.RequestID == "" {
		failure.RequestID = response.Header.Get("X-Request-Id")
	}
	return failure
}

// maxRetryAfterSeconds is a day: more would overflow a duration, and be negative.
const maxRetryAfterSeconds = 24 * 3600

// retryAfter reads Retry-After (RFC 9110 §10.2.3: seconds or a date).
func retryAfter(header http.Header, now time.Time) *time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.Atoi(value); err == nil && seconds >= 0 {
		return Ptr(time.Duration(min(seconds, maxRetryAfterSeconds)) * time.Second)
	}
	if date, err := http.ParseTime(value); err == nil {
		return Ptr(max(0, date.Sub(now)))
	}
	return nil
}
