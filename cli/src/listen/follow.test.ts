import type { UsherClient } from '@usher/sdk'
import { describe, expect, test } from 'vitest'
import { follow } from './follow.ts'

const encoder = new TextEncoder()

/** Follows streams that carry these texts and stay open. Whoever opened them no longer knows the signal. */
function given(...texts: readonly string[]) {
  const left = [...texts]
  let open = 0
  const GET = async () => {
    open += 1
    const data = new ReadableStream({
      start: (controller) => controller.enqueue(encoder.encode(left.shift())),
      cancel: () => {
        open -= 1
      },
    })
    return { data }
  }
  const ending = new AbortController()
  const usher = { GET } as unknown as UsherClient
  const heard = follow({ usher, types: undefined, signal: ending.signal, pause: async () => {} })
  return { heard, end: () => ending.abort(), connections: () => open }
}

describe('given a stream of events that is followed', () => {
  test('when it is ended, then it ends, and its connection is closed', async () => {
    const { heard, end, connections } = given('event: ready\ndata: {}\n\n')
    expect(await heard.next()).toMatchObject({ value: { kind: 'ready' } })
    const last = heard.next()
    end()
    expect(await last).toEqual({ done: true, value: undefined })
    expect(connections()).toBe(0)
  })

  test('attack: when a line has no end, then the connection is closed and opened again', async () => {
    const { heard, connections } = given(
      `data: ${'a'.repeat(17 * 1024 * 1024)}`,
      'event: ready\ndata: {}\n\n',
    )
    expect(await heard.next()).toMatchObject({ value: { kind: 'lost' } })
    expect(await heard.next()).toMatchObject({ value: { kind: 'ready' } })
    expect(connections()).toBe(1)
    await heard.return()
  })
})
