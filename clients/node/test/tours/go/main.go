// The tour with the client that oapi-codegen generates, found as package client; prints JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"usher.example/tour/client"
)

func main() {
	url, key, unknownGuest := os.Args[1], os.Args[2], os.Args[3]
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	usher, err := client.NewClientWithResponses(url, client.WithRequestEditorFn(withKey))
	if err != nil {
		log.Fatal(err)
	}
	seen, err := tour(context.Background(), usher, unknownGuest)
	if err != nil {
		log.Fatal(err)
	}
	json.NewEncoder(os.Stdout).Encode(seen)
}

func tour(ctx context.Context, usher *client.ClientWithResponses, unknownGuest string) (map[string]any, error) {
	made, err := usher.CreateQueueWithResponse(ctx, nil, client.QueueCreate{Name: "Door"})
	if err != nil || made.JSON201 == nil {
		return nil, fmt.Errorf("no queue: %w", err)
	}
	queue := made.JSON201
	added, err := usher.AddGuestWithResponse(ctx, queue.Id, nil, client.GuestCreate{Name: "Ada"})
	if err != nil || added.JSON201 == nil {
		return nil, fmt.Errorf("no guest: %w", err)
	}
	id := added.JSON201.Id
	got, err := usher.GetGuestWithResponse(ctx, id, nil)
	if err != nil || got.JSON200 == nil {
		return nil, fmt.Errorf("the guest was not got: %w", err)
	}
	limit := 10
	page, err := usher.ListGuestsWithResponse(ctx, queue.Id, &client.ListGuestsParams{Limit: &limit})
	if err != nil || page.JSON200 == nil {
		return nil, fmt.Errorf("no list: %w", err)
	}
	names := []string{}
	for _, guest := range page.JSON200.Data {
		names = append(names, guest.Name)
	}
	name := "Bo"
	updated, err := usher.UpdateGuestWithResponse(ctx, id, nil, client.GuestUpdate{Name: &name})
	if err != nil || updated.JSON200 == nil {
		return nil, fmt.Errorf("the guest was not updated: %w", err)
	}
	refused, err := usher.GetGuestWithResponse(ctx, unknownGuest, nil)
	if err != nil || refused.ApplicationproblemJSON404 == nil {
		return nil, fmt.Errorf("not refused: %w", err)
	}
	problem := refused.ApplicationproblemJSON404
	return map[string]any{
		"queue":   queue.Name,
		"added":   added.JSON201.Name,
		"got":     got.JSON200.Name,
		"listed":  names,
		"updated": updated.JSON200.Name,
		"refused": map[string]any{"status": problem.Status, "code": problem.Code},
	}, nil
}
