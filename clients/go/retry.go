package usher

import (
	"context"
	"errors"
	"math"
	mathrand "math/rand/v2"
	"time"
)

const (
	firstDelay = 500 * time.Millisecond
	maxDelay   = 8 * time.Second
	// If the server asks for a longer wait, the error is returned instead.
	maxRetryAfter = time.Minute
)

// delayBeforeRetry returns how long to wait before another attempt, and whether one helps.
func delayBeforeRetry(err error, retries int) (time.Duration, bool) {
	limit := math.Min(float64(maxDelay), float64(firstDelay)*math.Pow(2, float64(retries)))
	backoff := time.Duration(mathrand.Float64() * limit)
	var lost *ConnectionError
	if errors.As(err, &lost) {
		return backoff, true
	}
	var refused *Error
	if !errors.As(err, &refused) {
		return 0, false
	}
	wait := time.Duration(0)
	if refused.RetryAfter != nil {
		wait = *refused.RetryAfter
	}
	// 409 with Retry-After: the first attempt is still in progress.
	isPassing := refused.Status == 429 || refused.Status == 503 || (refused.Status == 409 && refused.RetryAfter != nil)
	return wait + backoff, isPassing && wait <= maxRetryAfter
}

func pause(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
