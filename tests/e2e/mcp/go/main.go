// Works on a line with the Go SDK: finds the shortest one, adds a guest and calls the next; prints what came of it as
// JSON.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type given struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

type withToken string

func (token withToken) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+string(token))
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	var in given
	if err := json.Unmarshal([]byte(os.Args[1]), &in); err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	client := mcp.NewClient(&mcp.Implementation{Name: "go-agent", Version: "1.0.0"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   in.URL,
		HTTPClient: &http.Client{Transport: withToken(in.Token)},
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	out, err := work(ctx, session)
	if err != nil {
		log.Fatal(err)
	}
	json.NewEncoder(os.Stdout).Encode(out)
}

func work(ctx context.Context, session *mcp.ClientSession) (map[string]any, error) {
	listed, err := session.ListTools(ctx, nil)
	if err != nil {
		return nil, err
	}
	names := []string{}
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
	}
	shortest, _, err := use(ctx, session, "find_shortest_line", map[string]any{"party_size": 99})
	if err != nil {
		return nil, err
	}
	queue := shortest["queue"].(map[string]any)["id"]
	out := map[string]any{"tools": names, "queue_id": queue}
	guest := map[string]any{"queue_id": queue, "name": "Ada", "party_size": 99}
	added, refused, err := use(ctx, session, "add_guest", guest)
	if err != nil || refused != "" {
		out["refused"] = refused
		return out, err
	}
	out["added"] = added
	out["called"], _, err = use(ctx, session, "call_next", map[string]any{"queue_id": queue})
	return out, err
}

// use calls a tool and returns its structured result, or why it was refused.
func use(ctx context.Context, session *mcp.ClientSession, name string, input any) (map[string]any, string, error) {
	answer, err := session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: input})
	if err != nil {
		return nil, "", err
	}
	if answer.IsError {
		return nil, answer.Content[0].(*mcp.TextContent).Text, nil
	}
	return answer.StructuredContent.(map[string]any), "", nil
}
