import { type UsherClient, UsherError } from '@usher/sdk'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
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

describe('a followed stream of events', () => {
  test('closes its connection when stopped', async () => {
    const { heard, end, connections } = given('event: ready\ndata: {}\n\n')
    expect(await heard.next()).toMatchObject({ value: { kind: 'ready' } })
    const last = heard.next()
    end()
    expect(await last).toEqual({ done: true, value: undefined })
    expect(connections()).toBe(0)
  })

  test('reconnects after the silence of three heartbeats', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const ready = 'event: ready\ndata: {}\n\n'
    const { heard, end } = given(ready, ready)
    await heard.next()
    let next: unknown
    const coming = heard.next().then(({ value }) => {
      next = value
    })
    await vi.advanceTimersByTimeAsync(44_999)
    expect(next).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await coming
    expect(next).toEqual({ kind: 'lost' })
    expect(await heard.next()).toMatchObject({ value: { kind: 'ready' } })
    end()
    await heard.next()
  })

  test('attack: reconnects after a line without end', async () => {
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

test('a stream resumes after its last event, without repeating it', async () => {
  const asked: unknown[] = []
  const texts = [
    'id: g-4\nevent: ready\ndata: {}\n\n',
    'id: g-5\nevent: guest.added\ndata: {"id":"evt_1"}\n\nevent: heartbeat\ndata: {}\n\n',
    'id: g-5\nevent: guest.added\ndata: {"id":"evt_1"}\n\nevent: ready\ndata: {}\n\n',
  ]
  const GET = async (_path: string, { params }: { params: { header: unknown } }) => {
    asked.push(params.header)
    return { data: new Response(texts.shift()).body }
  }
  const usher = { GET } as unknown as UsherClient
  const { signal } = new AbortController()
  const heard = follow({ usher, types: undefined, signal, pause: async () => {} })
  for (const kind of ['ready', 'lost', 'event', 'lost', 'ready'])
    expect(await heard.next()).toMatchObject({ value: { kind } })
  await heard.return()
  expect(asked).toEqual([{}, { 'Last-Event-ID': 'g-4' }, { 'Last-Event-ID': 'g-5' }])
})

test('attack: a refused stream is not opened again before Retry-After', async () => {
  const pauses: number[] = []
  const refused = (seconds: string) =>
    new UsherError(new Response(null, { status: 429, headers: { 'retry-after': seconds } }), {})
  const answers = ['open', refused('120'), refused('999999999999'), 'open']
  const GET = async () => {
    const answer = answers.shift()
    if (answer instanceof UsherError) throw answer
    return { data: new Response('event: ready\ndata: {}\n\n').body }
  }
  const usher = { GET } as unknown as UsherClient
  const pause = async (ms: number) => pauses.push(ms)
  const heard = follow({ usher, types: undefined, signal: new AbortController().signal, pause })
  for (const kind of ['ready', 'lost', 'ready']) expect(await heard.next()).toMatchObject({ value: { kind } })
  await heard.return()
  expect(pauses[1]).toBeGreaterThanOrEqual(120_000)
  expect(pauses[2]).toBe(15 * 60_000)
})
