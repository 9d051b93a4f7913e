package usher

import (
	"context"
	"errors"
	"iter"
	"net/url"
)

var errEndless = errors.New("usher: the list does not end: a page names itself as the next one")

// Pages is a list, whose pages are fetched as they are needed.
type Pages[Page, Item any] struct {
	ctx     context.Context
	client  *Client
	op      operation
	options []RequestOption
	// content returns the items of a page and the cursor of the next one.
	content func(*Page) ([]Item, *string)
}

// Page returns the first page, with the cursor of the next one.
func (pages *Pages[Page, Item]) Page() (*Page, error) {
	return send[Page](pages.ctx, pages.client, pages.op, pages.options)
}

// All iterates over every item of all pages. An error ends it.
func (pages *Pages[Page, Item]) All() iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		op := pages.op
		for {
			page, err := send[Page](pages.ctx, pages.client, op, pages.options)
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			items, cursor := pages.content(page)
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if cursor == nil {
				return
			}
			if op.query.Get("cursor") == *cursor {
				var none Item
				yield(none, errEndless)
				return
			}
			op.query = withCursor(op.query, *cursor)
		}
	}
}

func withCursor(query url.Values, cursor string) url.Values {
	copied := url.Values{"cursor": {cursor}}
	for name, values := range query {
		if name != "cursor" {
			copied[name] = values
		}
	}
	return copied
}
