import { randomBytes } from 'node:crypto'
import type { Caller, TimelineEntry } from '@usher/contracts'
import {
  CALLER_HEADER,
  CLIENT_ADDRESS_HEADER,
  connectBroker,
  createLogger,
  createPublisher,
  type Publisher,
  SESSION_HEADER,
  signGateway,
} from '@usher/service-kit'
import { DAY_MS, HOUR_MS } from '@usher/service-kit/durations'
import {
  type Client,
  collectEvents,
  createCallers,
  createFakeClock,
  createInfrastructure,
  type FakeClock,
  readEvents,
  serviceClient,
} from '@usher/test-kit'
import { type QueueConfig, type QueueService, startQueue } from '../src/service.ts'

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
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const events = stack.use(await collectEvents(infrastructure.rabbitUrl))
  const callers = createCallers()
  const config: QueueConfig = {
    logLevel: 'silent',
    host: '127.0.0.1',
    port: 0,
    mongoUrl: infrastructure.mongoUrl('queue'),
    rabbitUrl: infrastructure.rabbitUrl,
    callerPublicKey: callers.publicKey,
    secretKeys: [{ id: 'test', key: randomBytes(32) }],
    publicUrl: 'http://usher.test',
  }
  const start = async (): Promise<QueueService> => stack.use(await startQueue(config, clock))
  const service = await start()
  const caller = callers.caller()
  return {
    service,
    /** Starts another replica on the same database. */
    start,
    config,
    organizationId: caller.organization_id,
    clock,
    events,
    infrastructure,
    /** Publishes events as other services do. */
    async openPublisher(): Promise<Publisher> {
      return await createPublisher(
        stack.use(await connectBroker(infrastructure.rabbitUrl, createLogger('test', 'silent'))),
      )
    },
    /** A client of an organisation; by default the same for all calls of a test. */
    client: (given: Partial<Caller> = {}, url = service.url): Client =>
      serviceClient(url, () => callers.sign({ ...caller, ...given })),
    /** Opens a stream as the gateway does, for staff or, without a caller's claims, for a guest. */
    stream: (path: string, options: StreamOptions = {}) => {
      const { given, url = service.url, lastEventId, address = '192.0.2.1', signedIn } = options
      const token = given ? callers.sign({ ...caller, ...given }) : signGateway(callers.privateKey)
      const headers = {
        [CALLER_HEADER]: token,
        [CLIENT_ADDRESS_HEADER]: address,
        ...(signedIn && { [SESSION_HEADER]: callers.sign({ ...caller, ...signedIn }) }),
      }
      return readEvents(url + path, headers, lastEventId)
    },
    /** A client without a credential, as the gateway lets it through. */
    open: (url = service.url): Client => serviceClient(url, () => signGateway(callers.privateKey)),
    otherOrganization: (): Client => {
      const other = callers.caller()
      return serviceClient(service.url, () => callers.sign(other))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
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
