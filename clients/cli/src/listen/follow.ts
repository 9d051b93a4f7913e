import type { Usher } from '@usher/sdk'
import type { StreamedEvent, StreamMessage } from './streamed-event.ts'

/** Number of event ids remembered, to drop events that come twice. */
const MAX_SEEN = 1_000

interface Options {
  readonly events: Usher['events']
  readonly types: string | undefined
  /** Ends the stream. */
  readonly signal: AbortSignal
  /** Called when a connection is lost, before it is opened again. */
  readonly onLost: () => void
}

/**
 * Follows the events of the organisation until the signal aborts. Resumes after a lost connection.
 *
 * @throws UsherError if it is refused, or what fetch throws if it cannot be opened the first time
 */
export async function* follow(options: Options): AsyncGenerator<StreamMessage, void, undefined> {
  const { events, types, signal, onLost } = options
  const seen = new Set<string>()
  let state: 'new' | 'open' | 'lost' = 'new'
  const onDisconnect = (error?: unknown) => {
    if (state === 'new' && error !== undefined) throw error
    if (state === 'open') onLost()
    state = 'lost'
  }
  try {
    for await (const { type, data } of events.stream(types === undefined ? {} : { types }, {
      signal,
      onDisconnect,
    })) {
      state = 'open'
      if (type === 'ready' || type === 'missed') yield { kind: type }
      else if (type.includes('.')) yield* unseen(data as unknown as StreamedEvent, seen)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function* unseen(event: StreamedEvent, seen: Set<string>): Generator<StreamMessage> {
  if (seen.has(event.id)) return
  seen.add(event.id)
  const [oldest] = seen
  if (seen.size > MAX_SEEN && oldest !== undefined) seen.delete(oldest)
  yield { kind: 'event', event }
}
