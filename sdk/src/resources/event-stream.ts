import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { components } from '../generated/openapi.ts'

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
  /** Such as `guest.added`; `snapshot`: start over from here, as earlier events are unknown. */
  readonly type: string
  readonly data: StreamData
}

export interface StreamOptions {
  /** Ends the stream: the iteration then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Resumes after the event with this id. */
  readonly lastEventId?: string
}

/** Opens the stream; throws UsherError if it is refused. */
export type OpenStream = (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>

/** Something comes every 15 seconds: after this long without, the connection is dead. */
const SILENT_MS = 40_000
const MAX_DELAY_MS = 10_000
/** Until the server says otherwise. */
const RETRY_MS = 1_000

/** Refusals that pass; any other one ends the stream. */
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
  { signal, lastEventId }: StreamOptions = {},
  endsWith?: string,
): AsyncGenerator<StreamEvent, void, undefined> {
  const place: Place = { id: lastEventId, retryMs: RETRY_MS }
  for (let failures = 0; ; failures += 1) {
    signal?.throwIfAborted()
    const closing = new AbortController()
    const close = () => closing.abort(signal?.reason)
    signal?.addEventListener('abort', close)
    try {
      for await (const event of readOnce(open, place, closing)) {
        failures = 0
        yield event
        if (isLast(event, endsWith)) return
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (!isPassing(error)) throw error
    } finally {
      signal?.removeEventListener('abort', close)
      closing.abort()
    }
    await pause(Math.min(MAX_DELAY_MS, place.retryMs * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }
}

const isLast = ({ data }: StreamEvent, endsWith: string | undefined): boolean =>
  endsWith !== undefined && (data[endsWith] ?? null) !== null

interface Place {
  id: string | undefined
  retryMs: number
}

/** The events of one connection, which ends when `closing` aborts. */
async function* readOnce(
  open: OpenStream,
  place: Place,
  closing: AbortController,
): AsyncGenerator<StreamEvent> {
  const arm = () => setTimeout(() => closing.abort(new Error('The stream has been silent')), SILENT_MS)
  let timer = arm()
  const heard = () => {
    clearTimeout(timer)
    timer = arm()
  }
  try {
    const headers = {
      accept: 'text/event-stream',
      ...(place.id !== undefined && { 'last-event-id': place.id }),
    }
    const { body } = await open(headers, closing.signal)
    if (body === null) return
    const reader = parsed(body, place, heard).getReader()
    // Once there is an answer, fetch may forget the signal: whatever links it to the request can be garbage-collected.
    closing.signal.addEventListener('abort', () => void reader.cancel().catch(() => {}))
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    clearTimeout(timer)
  }
}

function parsed(
  body: ReadableStream<Uint8Array>,
  place: Place,
  heard: () => void,
): ReadableStream<StreamEvent> {
  const parser = new EventSourceParserStream({
    onRetry: (ms) => {
      place.retryMs = ms
    },
  })
  return body
    .pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          heard()
          controller.enqueue(chunk)
        },
      }),
    )
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeThrough(parser)
    .pipeThrough(
      new TransformStream({
        transform({ id = place.id, event = 'message', data }, controller) {
          place.id = id
          controller.enqueue({ id, type: event, data: JSON.parse(data) })
        },
      }),
    )
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
