import { STREAM_SILENCE_MS, type UsherClient, UsherError } from '@usher/sdk'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { isRefusal } from '../connection/refusal.ts'
import type { StreamMessage } from './streamed-event.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 15_000
/** Longest pause in ms that Usher can ask for with Retry-After: events are kept for an hour. */
const MAX_ASKED_MS = 15 * 60_000
/** Maximum length of an event, in characters: a longer line never ends. */
const MAX_EVENT = 16 * 1024 * 1024
/** Number of event ids remembered, to drop events that come twice. */
const MAX_SEEN = 1_000

interface Options {
  readonly usher: UsherClient
  readonly types: string | undefined
  /** Ends the stream. */
  readonly signal: AbortSignal
  /** Pauses between attempts to connect; may end early. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/**
 * Follows the events of the organisation until the signal aborts. Resumes after a lost connection.
 *
 * @throws UsherError if it is refused, or cannot be opened the first time
 */
export async function* follow(options: Options): AsyncGenerator<StreamMessage, void, undefined> {
  const { signal, pause } = options
  const state: StreamState = { lastEventId: undefined, wasOpen: false, failures: 0, seen: new Set() }
  while (!signal.aborted) {
    let askedMs = 0
    try {
      yield* readConnection(options, state)
    } catch (error) {
      if (signal.aborted) return
      if (!state.wasOpen || isRefusal(error)) throw error
      if (error instanceof UsherError) askedMs = (error.retryAfterSeconds ?? 0) * 1_000
    }
    if (signal.aborted) return
    if (state.wasOpen && state.failures === 0) yield { kind: 'lost' }
    await pause(Math.min(MAX_ASKED_MS, askedMs + pauseAfter(state.failures++)), signal)
  }
}

/** How far a client has read. */
interface StreamState {
  lastEventId: string | undefined
  wasOpen: boolean
  /** Failed connections since the last message. */
  failures: number
  readonly seen: Set<string>
}

const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2)

async function* readConnection(
  { usher, types, signal }: Options,
  state: StreamState,
): AsyncGenerator<StreamMessage> {
  const closing = new AbortController()
  const close = () => closing.abort()
  signal.addEventListener('abort', close)
  const timer = setTimeout(close, STREAM_SILENCE_MS)
  try {
    const reader = (await open({ usher, types, signal: closing.signal }, state)).getReader()
    // Once there is an answer, fetch may forget the signal: whatever links it to the request can be garbage-collected.
    closing.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      timer.refresh()
      state.failures = 0
      state.lastEventId = next.value.id ?? state.lastEventId
      yield* parse(next.value, state)
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', close)
    closing.abort()
  }
}

async function open(
  { usher, types, signal }: Pick<Options, 'usher' | 'types' | 'signal'>,
  state: StreamState,
): Promise<ReadableStream<EventSourceMessage>> {
  const { lastEventId } = state
  const { data } = await usher.GET('/v1/events/stream', {
    params: {
      query: types === undefined ? {} : { types },
      header: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
    },
    parseAs: 'stream',
    signal,
  })
  state.wasOpen = true
  const body = data as ReadableStream<Uint8Array<ArrayBuffer>>
  return body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT }))
}

function* parse({ event, data }: EventSourceMessage, { seen }: StreamState): Generator<StreamMessage> {
  if (event === 'ready' || event === 'missed') yield { kind: event }
  if (!event?.includes('.')) return
  const parsed = JSON.parse(data)
  if (seen.has(parsed.id)) return
  seen.add(parsed.id)
  const [oldest] = seen
  if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest)
  yield { kind: 'event', event: parsed }
}
