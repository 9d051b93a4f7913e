import { STREAM_SILENCE_MS } from '@usher/sdk/client'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { pause, reportLost, reportReached } from './connection.ts'
import { MODE_HEADERS } from './mode.ts'

/** One server-sent event; its data is read as JSON. */
export interface LiveEvent {
  readonly type: string
  readonly data: unknown
}

/** connecting: first attempt; live: receiving events; lost: reconnecting; closed: refused, not retried. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'closed'

interface Follower {
  readonly onEvent: (event: LiveEvent) => void
  readonly onState: (state: LiveState) => void
}

const MAX_DELAY_MS = 10_000

/**
 * Follows a stream of server-sent events until the signal aborts. Reconnects when it ends, and resumes with
 * `Last-Event-ID` where it stopped.
 */
export async function followStream(path: string, follower: Follower, signal: AbortSignal): Promise<void> {
  const place = { lastEventId: '' }
  follower.onState('connecting')
  for (let failures = 0; !signal.aborted; failures += 1) {
    const end = await readOnce(path, place, follower, signal)
    if (signal.aborted) return
    if (end === 'refused') return follower.onState('closed')
    if (end === 'live') failures = 0
    else reportLost()
    follower.onState('lost')
    await pause(Math.min(MAX_DELAY_MS, 250 * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }
}

type End = 'failed' | 'refused' | 'live'

interface Place {
  lastEventId: string
}

/** Reads one response to its end. */
async function readOnce(path: string, place: Place, follower: Follower, signal: AbortSignal): Promise<End> {
  const line = watchConnection(STREAM_SILENCE_MS)
  let end: End = 'failed'
  try {
    const response = await open(path, place, AbortSignal.any([signal, line.signal]))
    if ([401, 403, 404].includes(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'failed'
    reportReached()
    follower.onState('live')
    end = 'live'
    const events = response.body
      .pipeThrough(line.watch)
      .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
      .pipeThrough(new EventSourceParserStream({ onId: (id) => Object.assign(place, { lastEventId: id }) }))
      .getReader()
    for (let next = await events.read(); !next.done; next = await events.read()) {
      follower.onEvent({ type: next.value.event ?? 'message', data: JSON.parse(next.value.data) })
    }
  } catch {
    // Reconnect whatever the error was.
  } finally {
    line.end()
  }
  return end
}

const open = (path: string, { lastEventId }: Place, signal: AbortSignal): Promise<Response> =>
  fetch(path, {
    headers: {
      accept: 'text/event-stream',
      ...MODE_HEADERS,
      ...(lastEventId && { 'last-event-id': lastEventId }),
    },
    cache: 'no-store',
    signal,
  })

/** Aborts after a silence, as a connection can die without a FIN or RST, and when the browser goes offline. */
function watchConnection(silenceMs: number) {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let timer = setTimeout(abort, silenceMs)
  window.addEventListener('offline', abort)
  return {
    signal: controller.signal,
    watch: new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, passed) {
        clearTimeout(timer)
        timer = setTimeout(abort, silenceMs)
        passed.enqueue(chunk)
      },
    }),
    end() {
      clearTimeout(timer)
      window.removeEventListener('offline', abort)
    },
  }
}
