import { type UsherClient, UsherError } from '@usher/sdk'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import type { Heard } from './streamed-event.ts'

/** The server sends something every 15 s: after this time, in ms, the connection is dead. */
const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 15_000
/** The longest pause that Usher can ask for by Retry-After: events are kept for an hour. */
const MAX_ASKED_MS = 15 * 60_000
/** Longer than any event, in characters: whatever is longer has no end. */
const MAX_EVENT = 16 * 1024 * 1024
/** Events by which one that comes twice is known. */
const REMEMBERED = 1_000

interface Options {
  readonly usher: UsherClient
  readonly types: string | undefined
  /** Ends it. */
  readonly signal: AbortSignal
  /** Pauses between attempts to connect; may end early. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Follows the events of the organisation until it is told to end. A lost connection is opened again where it was.
 *
 * @throws UsherError if it is refused, or cannot be opened the first time
 */
export async function* follow(options: Options): AsyncGenerator<Heard, void, undefined> {
  const { signal, pause } = options
  const place: Place = { lastEventId: undefined, wasOpen: false, failures: 0, seen: new Set() }
  while (!signal.aborted) {
    let askedMs = 0
    try {
      yield* heardIn(options, place)
    } catch (error) {
      if (signal.aborted) return
      if (!place.wasOpen || isRefusal(error)) throw error
      if (error instanceof UsherError) askedMs = (error.retryAfterSeconds ?? 0) * 1_000
    }
    if (signal.aborted) return
    if (place.wasOpen && place.failures === 0) yield { kind: 'lost' }
    await pause(Math.min(MAX_ASKED_MS, askedMs + pauseAfter(place.failures++)), signal)
  }
}

/** Where a client is in the stream. */
interface Place {
  lastEventId: string | undefined
  wasOpen: boolean
  /** Connections since the last one in which something came. */
  failures: number
  readonly seen: Set<string>
}

/** Not to be repeated: the credential or the request is wrong. */
const isRefusal = (error: unknown): boolean =>
  error instanceof UsherError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status)

const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2)

async function* heardIn({ usher, types, signal }: Options, place: Place): AsyncGenerator<Heard> {
  const closing = new AbortController()
  const close = () => closing.abort()
  signal.addEventListener('abort', close)
  const timer = setTimeout(close, SILENCE_MS)
  try {
    const reader = (await open({ usher, types, signal: closing.signal }, place)).getReader()
    // Once there is an answer, fetch may forget the signal: whatever links it to the request can be garbage-collected.
    closing.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      timer.refresh()
      place.failures = 0
      place.lastEventId = next.value.id ?? place.lastEventId
      yield* meaningOf(next.value, place)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', close)
    closing.abort()
  }
}

async function open(
  { usher, types, signal }: Pick<Options, 'usher' | 'types' | 'signal'>,
  place: Place,
): Promise<ReadableStream<EventSourceMessage>> {
  const { lastEventId } = place
  const { data } = await usher.GET('/v1/events/stream', {
    params: {
      query: types === undefined ? {} : { types },
      header: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    },
    parseAs: 'stream',
    signal,
  })
  place.wasOpen = true
  const body = data as ReadableStream<Uint8Array<ArrayBuffer>>
  return body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT }))
}

function* meaningOf({ event, data }: EventSourceMessage, { seen }: Place): Generator<Heard> {
  if (event === 'ready' || event === 'missed') yield { kind: event }
  if (!event?.includes('.')) return
  const parsed = JSON.parse(data)
  if (seen.has(parsed.id)) return
  seen.add(parsed.id)
  const [oldest] = seen
  if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
  yield { kind: 'event', event: parsed }
}
