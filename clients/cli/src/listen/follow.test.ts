import { Usher } from '@usher/sdk'
import { follow } from './follow.ts'

/** Follows streams that are answered so, one after the other. */
function given(answer: (lastEventId: string | null) => Response) {
  const fetch = async ({ headers }: Request) => answer(headers.get('last-event-id'))
  const { events } = new Usher({ baseUrl: 'https://usher.test', apiKey: 'key', fetch, maxRetries: 0 })
  const ending = new AbortController()
  let losses = 0
  const onLost = () => {
    losses += 1
  }
  const heard = follow({ events, types: undefined, signal: ending.signal, onLost })
  return { heard, end: () => ending.abort(), losses: () => losses }
}

describe('a followed stream of events', () => {
  test('closes its connection when stopped', async () => {
    const isClosed = Promise.withResolvers<void>()
    const start = (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new TextEncoder().encode('event: ready\ndata: {}\n\n'))
    const cancel = () => isClosed.resolve()
    const { heard, end } = given(() => new Response(new ReadableStream({ start, cancel })))
    expect(await heard.next()).toMatchObject({ value: { kind: 'ready' } })
    const last = heard.next()
    end()
    expect(await last).toEqual({ done: true, value: undefined })
    await isClosed.promise
  })

  test('resumes after its last event, without repeating it', async () => {
    const asked: unknown[] = []
    const texts = [
      'id: g-4\nevent: ready\ndata: {}\n\n',
      'id: g-5\nevent: guest.added\ndata: {"id":"evt_1"}\n\nevent: heartbeat\ndata: {}\n\n',
      'id: g-5\nevent: guest.added\ndata: {"id":"evt_1"}\n\nevent: ready\ndata: {}\n\n',
    ]
    const { heard, losses } = given((lastEventId) => {
      asked.push(lastEventId)
      return new Response(`retry: 1\n${texts.shift()}`)
    })
    for (const kind of ['ready', 'event', 'ready'])
      expect(await heard.next()).toMatchObject({ value: { kind } })
    await heard.return()
    expect(asked).toEqual([null, 'g-4', 'g-5'])
    expect(losses()).toBe(2)
  })

  test('fails if it cannot be opened the first time, and goes on if later', async () => {
    const down = () => Response.json({}, { status: 503 })
    await expect(given(down).heard.next()).rejects.toMatchObject({ status: 503 })
    const answers = [
      new Response('retry: 1\nevent: ready\ndata: {}\n\n'),
      down(),
      new Response('event: ready\ndata: {}\n\n'),
    ]
    const { heard, losses } = given(() => answers.shift() as Response)
    await heard.next()
    expect(await heard.next()).toMatchObject({ value: { kind: 'ready' } })
    expect(losses()).toBe(1)
    await heard.return()
  })
})
