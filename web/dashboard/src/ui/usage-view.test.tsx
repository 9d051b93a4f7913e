import { screen } from '@testing-library/react'
import type { Schemas } from '../api/client.ts'
import { renderWith } from '../testing/render.tsx'
import { UsageView } from './usage-view.tsx'

type Usage = Schemas['Usage']

const LATENCY = { p50: 20, p95: 1234.4, p99: null }

const rowOf = (requests: number, errors: number) =>
  ({ requests, errors, latency_ms: LATENCY }) as unknown as Usage['data'][number]

function show(row: Usage['data'][number], lost: Usage['lost'] = null) {
  const usage = { data: [row], totals: row, lost } as unknown as Usage
  renderWith({}, <UsageView usage={usage} nameOf={() => 'Till'} />)
}

describe('the usage of an API key', () => {
  test.each([
    [1, 0, '1 request'],
    [1200, 0, '1,200 requests'],
    [1200, 1, '1,200 requests, 1 error'],
    [2, 2, '2 requests, 2 errors'],
  ])('with %d requests and %d errors reads "%s"', (requests, errors, text) => {
    show(rowOf(requests, errors))
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('1,234 ms')).toBeTruthy()
  })

  test.each([
    [1, /^1 request between .* and .* could not be recorded\. This covers all keys/],
    [69, /^69 requests between .* and .* could not be recorded\. This covers all keys/],
  ])('with %d lost requests says when they could not be recorded', (requests, text) => {
    show(rowOf(1, 0), { requests, from: '2026-05-04T09:00:00Z', until: '2026-05-04T09:05:00Z' })
    expect(screen.getByText(text)).toBeTruthy()
  })
})
