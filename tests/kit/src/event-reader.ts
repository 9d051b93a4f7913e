import { until } from './until.ts'

/** An event received from a stream. */
export interface StreamedEvent {
  readonly name: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of every shape
  readonly data: any
}

/** Reads a stream of server-sent events like a browser, but does not reconnect. */
export interface EventReader {
  readonly status: number
  readonly headers: Headers
  /** Without heartbeats, which come at any time. */
  readonly events: readonly StreamedEvent[]
  /** Everything received, comments and heartbeats included. */
  readonly text: string
  /** Id of the last event, for reconnecting. */
  readonly lastEventId: string | undefined
  readonly isOver: boolean
  /** Whether the connection broke instead of ending. */
  readonly isCut: boolean
  /** Waits for this many events; returns all. */
  count(events: number): Promise<readonly StreamedEvent[]>
  leave(): void
}

/** Opens a stream. */
export async function readEvents(
  url: string,
  headers: Record<string, string> = {},
  lastEventId?: string,
): Promise<EventReader> {
  const leaving = new AbortController()
  const resume = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
  const response = await fetch(url, { headers: { ...headers, ...resume }, signal: leaving.signal })
  const events: StreamedEvent[] = []
  const state = { text: '', rest: '', isOver: false, isCut: false, lastEventId }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) {
      const text = decoder.decode(piece, { stream: true })
      state.text += text
      const blocks = (state.rest + text).split('\n\n')
      state.rest = blocks.pop() ?? ''
      for (const event of blocks.flatMap(parseBlock)) {
        events.push(event)
        state.lastEventId = event.id ?? state.lastEventId
      }
    }
  }
  read()
    .catch(() => {
      state.isCut = true
    })
    .finally(() => {
      state.isOver = true
    })
  return {
    status: response.status,
    headers: response.headers,
    events,
    get text() {
      return state.text
    },
    get lastEventId() {
      return state.lastEventId
    },
    get isOver() {
      return state.isOver
    },
    get isCut() {
      return state.isCut
    },
    count: (wanted) => until(`${wanted} events`, () => events.length >= wanted && events),
    leave: () => leaving.abort(),
  }
}

/** WHATWG HTML §9.2.6, as far as Usher's streams use it. */
function parseBlock(block: string): StreamedEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)] as const
    }),
  )
  const data = fields.get('data')
  const name = fields.get('event') ?? 'message'
  if (data === undefined || name === 'heartbeat') return []
  return [{ name, id: fields.get('id'), data: JSON.parse(data) }]
}
