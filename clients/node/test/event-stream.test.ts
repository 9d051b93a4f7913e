import { UsherError } from '../src/client/usher-error.ts'
import { eventsOf } from '../src/resources/event-stream.ts'

const encoder = new TextEncoder()
const event = (id: number) => `retry: 1\nid: ${id}\nevent: guest.added\ndata: {"n":${id}}\n\n`

/** A stream of so many events, all of which come at once after the one that a connection resumes. */
function given(count: number) {
  let cut = () => {}
  const open = async (headers: Record<string, string>) => {
    const first = Number(headers['last-event-id'] ?? 0) + 1
    const left = Array.from({ length: count + 1 - first }, (_, index) => event(first + index))
    const start = (controller: ReadableStreamDefaultController) => {
      controller.enqueue(encoder.encode(left.join('')))
      cut = () => controller.error(new Error('cut'))
    }
    return new Response(new ReadableStream({ start }))
  }
  return { events: eventsOf(open), cut: () => cut() }
}

describe('a stream whose events arrive together', () => {
  test('attack: loses none when it breaks off before all are read, and gives each its own id', async () => {
    const { events, cut } = given(20)
    const read = [(await events.next()).value]
    cut()
    while (read.length < 20) {
      // The break is known before the next event is asked for.
      await new Promise(setImmediate)
      read.push((await events.next()).value)
    }
    await events.return()
    const all = Array.from({ length: 20 }, (_, index) => [String(index + 1), index + 1])
    expect(read.map((one) => [one?.id, one?.data.n])).toEqual(all)
  })
})

test('a stream resumes after the last event with an id', async () => {
  const asked: (string | undefined)[] = []
  const texts = [`${event(7)}event: missed\ndata: {}\n\n`, event(8)]
  const open = async (headers: Record<string, string>) => {
    asked.push(headers['last-event-id'])
    return new Response(texts.shift())
  }
  const read = []
  for await (const { id, type } of eventsOf(open)) {
    read.push([id, type])
    if (id === '8') break
  }
  expect(read).toEqual([
    ['7', 'guest.added'],
    ['7', 'missed'],
    ['8', 'guest.added'],
  ])
  expect(asked).toEqual([undefined, '7'])
})

test('a stream reports the end of each connection, and ends if that throws', async () => {
  const ends: unknown[] = []
  const failure = new Error('unreachable')
  const answers = [() => new Response(event(7)), () => Promise.reject(failure)]
  const open = async () => (answers.shift() as () => Promise<Response>)()
  const onDisconnect = (error?: unknown) => {
    ends.push(error)
    if (error) throw error
  }
  const events = eventsOf(open, { onDisconnect })
  await events.next()
  await expect(events.next()).rejects.toBe(failure)
  expect(ends).toEqual([undefined, failure])
})

describe('a stream from a faulty server', () => {
  afterEach(() => void jest.useRealTimers())

  /** Follows streams that are answered so, with a clock of its own; counts how often they are opened. */
  function follow(answer: () => Response) {
    jest.useFakeTimers()
    const counts = { opened: 0 }
    const open = async () => {
      counts.opened += 1
      return answer()
    }
    const ending = new AbortController()
    const events = eventsOf(open, { signal: ending.signal })
    const ended = events.next().catch(() => {})
    const end = async () => {
      ending.abort()
      await ended
    }
    return { counts, end }
  }

  test('reconnects after the silence of three heartbeats', async () => {
    const { counts, end } = follow(() => new Response(new ReadableStream()))
    await jest.advanceTimersByTimeAsync(44_999)
    expect(counts.opened).toBe(1)
    await jest.advanceTimersByTimeAsync(1_100)
    expect(counts.opened).toBe(2)
    await end()
  })

  test('attack: is not opened again before Retry-After, and within an hour', async () => {
    const refused = (seconds: string) => () => {
      throw new UsherError(new Response(null, { status: 429, headers: { 'retry-after': seconds } }), {})
    }
    for (const [asked, soonestMs] of [
      ['120', 120_000],
      ['99999999999', 3_600_000],
    ] as const) {
      const { counts, end } = follow(refused(asked))
      await jest.advanceTimersByTimeAsync(soonestMs - 1)
      expect(counts.opened).toBe(1)
      await jest.advanceTimersByTimeAsync(2_000)
      expect(counts.opened).toBe(2)
      await end()
    }
  })

  test('attack: pauses between connections even if the server sets no pause', async () => {
    const { counts, end } = follow(() => new Response('retry: 0\n\n'))
    await jest.advanceTimersByTimeAsync(10_000)
    expect(counts.opened).toBeGreaterThan(1)
    expect(counts.opened).toBeLessThan(15)
    await end()
  })

  test('attack: closes the connection before a line without end fills the memory', async () => {
    let sent = 0
    const isClosed = Promise.withResolvers<void>()
    const piece = encoder.encode(`data: ${'a'.repeat(1024 * 1024)}`)
    const pull = (controller: ReadableStreamDefaultController) => {
      sent += 1
      if (sent > 100) controller.error(new Error('too many'))
      controller.enqueue(piece)
    }
    const { end } = follow(() => new Response(new ReadableStream({ pull, cancel: () => isClosed.resolve() })))
    await isClosed.promise
    expect(sent).toBeLessThan(30)
    await end()
  })
})
