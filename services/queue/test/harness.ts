import type { Caller, TimelineEntry } from '@usher/contracts'
import { CALLER_HEADER, CLIENT_ADDRESS_HEADER, SESSION_HEADER, signCaller } from '@usher/service-kit'
import { DAY_MS, HOUR_MS } from '@usher/service-kit/durations'
import {
  type Client,
  createFakeClock,
  type FakeClock,
  readEvents,
  serviceClient,
  startService,
} from '@usher/test-kit'
import { type QueueConfig, type QueueService, queueService } from '../src/service.ts'

interface StreamOptions {
  readonly given?: Partial<Caller>
  readonly url?: string
  readonly lastEventId?: string | undefined
  /** From where the client comes. */
  readonly address?: string
  /** Who is signed in in the browser, where no credential is needed. */
  readonly signedIn?: Partial<Caller>
}

/** Moves a clock to 08:00 UTC on the next day, so that what a test does in the next hours is on one day. */
export function startInTheMorning(clock: FakeClock): void {
  const tomorrow = (Math.floor(clock.now().getTime() / DAY_MS) + 1) * DAY_MS
  clock.advance(tomorrow + 8 * HOUR_MS - clock.now().getTime())
}

/** The queue service on a database and broker of its own, with a clock that tests move. */
export async function startHarness(clock: FakeClock = createFakeClock()) {
  const harness = await startService<QueueConfig, QueueService>({
    name: 'queue',
    config: (common) => ({ ...common, publicUrl: 'http://usher.test' }),
    start: (config) => queueService.start(config, clock),
  })
  const { callers, caller, service } = harness
  return {
    ...harness,
    clock,
    /** Opens a stream as the gateway does, for staff or, without a caller's claims, for a guest. */
    stream: (path: string, options: StreamOptions = {}) => {
      const { given, url = service.url, lastEventId, address = '192.0.2.1', signedIn } = options
      const token = given ? callers.sign({ ...caller, ...given }) : signCaller(null, callers.privateKey)
      const headers = {
        [CALLER_HEADER]: token,
        [CLIENT_ADDRESS_HEADER]: address,
        ...(signedIn && { [SESSION_HEADER]: callers.sign({ ...caller, ...signedIn }) }),
      }
      return readEvents(url + path, headers, lastEventId)
    },
    /** A client without a credential, as the gateway lets it through. */
    open: (url = service.url): Client => serviceClient(url, () => signCaller(null, callers.privateKey)),
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>

/** Creates a queue and gives its id. */
export async function givenQueue(api: Client, settings: object = {}): Promise<string> {
  const { status, body } = await api('POST', '/v1/queues', { body: { name: 'Main', ...settings } })
  if (status !== 201) throw new Error(`the queue was answered ${status}: ${body.detail}`)
  return body.id
}

/** Adds a guest and gives its id. */
export async function givenGuest(api: Client, queueId: string, details: object = {}): Promise<string> {
  const { body } = await api('POST', `/v1/queues/${queueId}/guests`, { body: { name: 'Ada', ...details } })
  return body.id
}

/** Names of the guests in the line, by position, checking that the positions are 1, 2, 3 … */
export async function namesInLine(api: Client, queueId: string): Promise<string[]> {
  const { status, body } = await api('GET', `/v1/queues/${queueId}/guests?limit=100`)
  if (status !== 200) throw new Error(`the list of ${queueId} was answered ${status}: ${body.detail}`)
  const guests: { name: string; position: number }[] = body.data
  guests.sort((a, b) => a.position - b.position)
  const positions = guests.map(({ position }) => position)
  const dense = positions.every((position, index) => position === index + 1)
  if (!dense) throw new Error(`positions are not dense: ${positions}`)
  return guests.map(({ name }) => name)
}

/** Adds a guest and gives the path under which the guest is served without a credential. */
export async function givenOwnPlace(api: Client, queueId: string, details: object = {}): Promise<string> {
  const { body } = await api('POST', `/v1/queues/${queueId}/guests`, { body: { name: 'Ada', ...details } })
  return `/public/guests/${body.status_url.split('/w/')[1]}`
}

/** The whole timeline of a guest, oldest first. */
export async function timelineOf(api: Client, guestId: string): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/v1/guests/${guestId}/timeline?limit=100${cursor && `&cursor=${cursor}`}`
    const { body } = await api('GET', path)
    entries.push(...body.data)
    cursor = body.next_cursor
  }
  return entries
}
