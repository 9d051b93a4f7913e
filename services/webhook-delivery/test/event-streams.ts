import { CALLER_HEADER, connectMongo } from '@usher/service-kit'
import { type EventReader, readEvents, until } from '@usher/test-kit'
import type { Replaceable } from '../src/service.ts'
import { anEvent, type Harness, startHarness } from './harness.ts'

/** As long as events are kept. */
export const KEPT_MS = 3_600_000
/** After this time every replica knows that an organisation is followed. */
const SETTLED_MS = 2_000

interface Given {
  readonly organization?: string
  readonly query?: string
  readonly lastEventId?: string | undefined
  readonly url?: string
  readonly version?: string
}

/** Clients of the event stream of one service, which runs for the tests of a file. */
export function useEventStreams(parts: Pick<Replaceable, 'versions'> = {}) {
  let harness: Harness
  const cleanup = new AsyncDisposableStack()
  beforeAll(async () => {
    harness = cleanup.use(await startHarness({}, parts))
  })
  afterAll(() => cleanup.disposeAsync())

  const follow = async (given: Given = {}): Promise<EventReader> => {
    const { organization, query = '', lastEventId, url, version } = given
    const token = harness.token(organization ? { organization_id: organization } : {})
    const headers = { [CALLER_HEADER]: token, ...(version && { 'usher-version': version }) }
    const path = `${url ?? harness.service.url}/v1/events/stream${query}`
    const stream = await readEvents(path, headers, lastEventId)
    cleanup.defer(() => stream.leave())
    return stream
  }
  return {
    /** The service; only once the tests run. */
    harness: () => harness,
    follow,
    /** A connection of its own to the service's database. */
    async openDatabase() {
      const database = await connectMongo(harness.config.mongoUrl)
      cleanup.defer(() => database.destroy())
      return database
    },
    /** Opens a stream that misses nothing from here on. */
    async followUntilReady(given: Given = {}): Promise<EventReader> {
      const stream = await follow(given)
      harness.clock.advance(SETTLED_MS)
      await until('ready', () => stream.events.some(({ name }) => name === 'ready'))
      return stream
    },
    /** Publishes an event for each name, one after another, so that they arrive in this order. */
    async publish(organization: string, ...names: string[]): Promise<void> {
      for (const name of names) await harness.publish(anEvent(organization, { name }))
    },
  }
}

/** Names of the guests whose events have arrived. */
export const namesOf = (stream: EventReader): string[] =>
  stream.events.filter(({ name }) => name.startsWith('guest.')).map(({ data }) => data.body.data.name)
