package usher

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// tokenMargin is how long before it expires a token is renewed.
const tokenMargin = time.Minute

type token struct {
	AccessToken string `json:"access_token"`
	ExpiresIn   int    `json:"expires_in"`
}

// ClientCredentials returns access tokens of an OAuth application by client credentials: give it to WithAccessToken. It
// renews them before they expire; the error is an *Error if the server refuses to give one.
func ClientCredentials(baseURL, clientID, clientSecret string, scopes ...string) func() (string, error) {
	var lock sync.Mutex
	var current token
	var endsAt time.Time
	return func() (string, error) {
		lock.Lock()
		defer lock.Unlock()
		if time.Now().Before(endsAt) {
			return current.AccessToken, nil
		}
		fresh, err := newToken(baseURL, clientID, clientSecret, scopes)
		if err != nil {
			return "", err
		}
		current = fresh
		endsAt = time.Now().Add(time.Duration(fresh.ExpiresIn)*time.Second - tokenMargin)
		return current.AccessToken, nil
	}
}

func newToken(baseURL, clientID, clientSecret string, scopes []string) (token, error) {
	form := url.Values{"grant_type": {"client_credentials"}, "scope": {strings.Join(scopes, " ")}}
	address := strings.TrimRight(baseURL, "/") + "/oauth/token"
	request, err := http.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		return token{}, err
	}
	request.SetBasicAuth(url.QueryEscape(clientID), url.QueryEscape(clientSecret))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{Timeout: 30 * time.Second, CheckRedirect: refuseRedirect}
	response, err := client.Do(request)
	if err != nil {
		return token{}, &ConnectionError{err}
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return token{}, &ConnectionError{err}
	}
	if response.StatusCode != http.StatusOK {
		return token{}, tokenError(response, content)
	}
	var fresh token
	err = json.Unmarshal(content, &fresh)
	return fresh, err
}

// tokenError is about an OAuth error (RFC 6749 §5.2), which is no problem.
func tokenError(response *http.Response, content []byte) *Error {
	failure := errorOf(response, content)
	var oauth struct {
		Description string `json:"error_description"`
	}
	_ = json.Unmarshal(content, &oauth)
	failure.Detail = oauth.Description
	return failure
}
