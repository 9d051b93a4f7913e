import { describe, expect, test } from 'vitest'
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

describe('given a stream of which several events come at once', () => {
  test('attack: when it breaks off before all are read, then none is lost, and each has its own id', async () => {
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
