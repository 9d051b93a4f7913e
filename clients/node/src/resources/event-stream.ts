import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { sleep } from '../client/retrying-fetch.ts'
import { type components, STREAM_SILENCE_MS } from '../generated/openapi.ts'

/** The data of an event; which fields there are depends on its type. */
export interface StreamData {
  readonly timestamp?: string
  /** Counts the events of one guest or queue from 1 without gap. */
  readonly sequence?: number
  /** The guest of an event in a queue; absent: read the guest. */
  readonly guest?: components['schemas']['Guest']
  /** With `snapshot`: guests listed with this `line_version` or a later one need not be read again. */
  readonly line_version?: number
  readonly [field: string]: unknown
}

export interface StreamEvent {
  /** The id to resume after, that of this event or of the last one that had any; undefined: none had. */
  readonly id: string | undefined
  /** Such as `guest.added`; after `snapshot`, read the state again: earlier events are unknown. */
  readonly type: string
  readonly data: StreamData
}

export interface StreamOptions {
  /** Ends the stream: the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Resumes after the event with this id. */
  readonly lastEventId?: string
  /** Called when a connection ends, with the error if it failed, before the next one. Throw to end the stream. */
  readonly onDisconnect?: (error?: unknown) => void
}

/** Opens the stream; throws UsherError if it is refused. */
export type OpenStream = (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>

const MAX_DELAY_MS = 10_000
/** First pause before reconnecting, in ms, unless the server sets another. */
const RETRY_MS = 1_000
/** Shortest pause, in ms, whatever the server sets. */
const MIN_RETRY_MS = 100
/** Longest pause in ms that a server can ask for with Retry-After. */
const MAX_ASKED_MS = 3_600_000
/** Maximum length of an event, in characters: a longer line never ends. */
const MAX_EVENT = 16 * 1024 * 1024

/** Temporary failures; any other one ends the stream. */
const isPassing = (error: unknown): boolean => {
  const { status } = Object(error) as { status?: number }
  return status === undefined || status >= 500 || status === 408 || status === 429
}

/**
 * Yields the events of a stream, and reconnects when it breaks off, resuming after the last event. Ends when the
 * caller stops iterating, or after the last event of the stream.
 *
 * @param endsWith the field of the data that is null until the last event; undefined: there is no last one
 * @throws UsherError if the stream is refused for good, and the reason of the signal
 */
export async function* eventsOf(
  open: OpenStream,
  { signal, lastEventId, onDisconnect }: StreamOptions = {},
  endsWith?: string,
): AsyncGenerator<StreamEvent, void, undefined> {
  const state: StreamState = { id: lastEventId, retryMs: RETRY_MS }
  for (let failures = 0; ; failures += 1) {
    signal?.throwIfAborted()
    const closing = new AbortController()
    const close = () => closing.abort(signal?.reason)
    signal?.addEventListener('abort', close)
    let askedMs = 0
    let failure: unknown
    try {
      for await (const event of readOnce(open, state, closing)) {
        failures = 0
        yield event
        if (isLast(event, endsWith)) return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isPassing(error)) throw error
      failure = error
      askedMs = ((error as { retryAfterSeconds?: number }).retryAfterSeconds ?? 0) * 1_000
    } finally {
      signal?.removeEventListener('abort', close)
      closing.abort()
    }
    onDisconnect?.(failure)
    const backoffMs = Math.min(MAX_DELAY_MS, state.retryMs * 2 ** failures) * (0.5 + Math.random() / 2)
    await sleep(Math.min(MAX_ASKED_MS, askedMs + backoffMs), signal)
  }
}

const isLast = ({ data }: StreamEvent, endsWith: string | undefined): boolean =>
  endsWith !== undefined && (data[endsWith] ?? null) !== null

/** What the next connection needs to resume. */
interface StreamState {
  id: string | undefined
  retryMs: number
}

/** The events of one connection, which ends when `closing` aborts. */
async function* readOnce(
  open: OpenStream,
  state: StreamState,
  closing: AbortController,
): AsyncGenerator<StreamEvent> {
  const arm = () =>
    setTimeout(() => closing.abort(new Error('The stream has been silent')), STREAM_SILENCE_MS)
  let timer = arm()
  const restartTimer = () => {
    clearTimeout(timer)
    timer = arm()
  }
  try {
    const headers = {
      accept: 'text/event-stream',
      ...(state.id !== undefined && { 'last-event-id': state.id }),
    }
    const { body } = await open(headers, closing.signal)
    if (body === null) return
    const reader = parsed(body, state, restartTimer).getReader()
    // Once there is an answer, fetch may forget the signal: whatever links it to the request can be garbage-collected.
    closing.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { id, event: type = 'message', data } = next.value
      // Only now: events in the buffer are lost with the connection, and must be sent again.
      state.id = id ?? state.id
      yield { id: state.id, type, data: JSON.parse(data) }
    }
  } finally {
    clearTimeout(timer)
  }
}

function parsed(
  body: ReadableStream<Uint8Array>,
  state: StreamState,
  restartTimer: () => void,
): ReadableStream<EventSourceMessage> {
  const parser = new EventSourceParserStream({
    maxBufferSize: MAX_EVENT,
    onRetry: (ms) => {
      state.retryMs = Math.max(ms, MIN_RETRY_MS)
    },
  })
  return body
    .pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          restartTimer()
          controller.enqueue(chunk)
        },
      }),
    )
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(parser)
}
