package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

const tolerance = 5 * time.Minute

// verify says why a delivery must not be acted on.
func verify(body []byte, header http.Header, secrets []string) error {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	if !isSigned(body, id, timestamp, strings.Fields(header.Get("webhook-signature")), secrets) {
		return errors.New("no signature matches")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); err != nil || age.Abs() > tolerance {
		return errors.New("the timestamp is too old or too new")
	}
	return nil
}

func isSigned(body []byte, id, timestamp string, signatures, secrets []string) bool {
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil {
			continue
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.", id, timestamp)
		mac.Write(body)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, signature := range signatures {
			if hmac.Equal([]byte(signature), []byte(expected)) {
				return true
			}
		}
	}
	return false
}

func main() {
	secrets := strings.Fields(os.Getenv("USHER_WEBHOOK_SECRETS"))
	http.HandleFunc("POST /usher", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err == nil {
			err = verify(body, r.Header, secrets)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		log.Println(r.Header.Get("webhook-id"), len(body))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
