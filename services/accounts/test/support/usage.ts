import { type CloudEvent, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { connectBroker, createLogger, createPublisher, newEvent, newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { startWithPeople } from './people.ts'

const template = {
  request_id: 'req_1',
  actor: 'key_1',
  operation: 'getGuest',
  method: 'GET',
  status: 200,
  code: null,
  duration_ms: 10,
  bytes_in: 1,
  bytes_out: 100,
  path_id: null,
  replayed: false,
  audit: null,
}

/** An event of requests of one organisation that differ from the usual in what is given. */
export function recorded(organizationId: string, given: readonly Partial<RequestRecord>[]): CloudEvent {
  const now = new Date()
  const records = given.map((one) => ({
    ...template,
    at: now.toISOString(),
    organization_id: organizationId,
    ...one,
  }))
  return newEvent(requestsRecorded, {
    subject: newId('request'),
    sequence: 1,
    time: now,
    origin: { organizationId, actor: 'gateway', requestId: '' },
    data: { records, counts: [], samples: [] },
  })
}

export const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

/** The accounts service, and a broker to which a gateway tells of requests. */
export async function startWithUsage() {
  const stack = new AsyncDisposableStack()
  const all = stack.use(await startWithPeople())
  const broker = stack.use(await connectBroker(all.infrastructure.rabbitUrl, createLogger('test', 'silent')))
  const { publish } = await createPublisher(broker, { mandatory: true })
  return {
    ...all,
    publish,
    /** Waits until so many requests are counted; gives the answer. */
    untilCounted: (call: Client, requests: number, query = '') =>
      until(`${requests} requests`, async () => {
        const { body } = await call('GET', `/account/usage${query}`)
        return body.totals.requests >= requests && body
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
