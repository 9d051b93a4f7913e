import { operations, requestsRecorded } from '@usher/contracts'
import { connectBroker, createLogger, createMetrics, newId } from '@usher/service-kit'
import { collectEvents, createInfrastructure, until } from '@usher/test-kit'
import type { Exchange } from '../src/http/exchange.ts'
import { startRecorder } from '../src/records/recorder.ts'
import { startGateway } from '../src/service.ts'
import { openDoor } from './support/door.ts'
import { startAccounts } from './support/fake-accounts.ts'
import { startService } from './support/fake-service.ts'
import { recordsIn, untilRecorded } from './support/records.ts'
import { send } from './support/send.ts'
import { gatewayConfig, serviceUrlsOf } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'

/** What a gateway needs, with a broker that can go away. */
async function startAround({ isNew = false } = {}) {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure({ isNew }))
  const door = stack.use(await openDoor(infrastructure.rabbitUrl, 5672))
  const accounts = stack.use(await startAccounts())
  const service = stack.use(await startService())
  return {
    config: gatewayConfig({ rabbitUrl: door.url, serviceUrls: serviceUrlsOf(accounts, service) }),
    door,
    key: accounts.addKey(),
    collect: async () => stack.use(await collectEvents(infrastructure.rabbitUrl)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function sendMany(url: string, key: string, from: number, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `request-${from + index}`)
  for (const id of ids) {
    const headers = { 'x-request-id': id }
    expect((await send(url + GUEST, { method: 'DELETE', key, headers })).status).toBe(204)
  }
  return ids
}

const idsIn = (records: readonly { request_id: string }[]) => records.map(({ request_id }) => request_id)

describe('records and the broker', () => {
  test('serves requests while the broker is away, and each record arrives once it is back', async () => {
    await using around = await startAround()
    const collector = await around.collect()
    await using gateway = await startGateway(around.config)
    const ids = await sendMany(gateway.url, around.key, 0, 20)
    around.door.cut()
    ids.push(...(await sendMany(gateway.url, around.key, 20, 50)))
    const shown = async (metric: string) => {
      const { text } = await send(`${gateway.metricsUrl}/metrics`)
      return Number(new RegExp(`usher_request_records_${metric}\\S* (\\d+)`).exec(text)?.[1])
    }
    const waiting = await shown('waiting')
    expect([waiting >= 50, waiting <= 70]).toEqual([true, true])
    around.door.open()
    const records = await untilRecorded(collector, 70)
    expect(idsIn(records).sort()).toEqual(ids.sort())
    await until('the confirms', async () => (await shown('waiting')) === 0)
    expect(await shown('published_total')).toBe(70)
  })

  test('keeps records until a queue is bound to the exchange', async () => {
    await using around = await startAround({ isNew: true })
    await using gateway = await startGateway(around.config)
    const ids = await sendMany(gateway.url, around.key, 0, 5)
    const collector = await around.collect()
    expect(idsIn(await untilRecorded(collector, ids.length))).toEqual(ids)
  })

  test('publishes the last records on a graceful stop', async () => {
    await using around = await startAround()
    const collector = await around.collect()
    const gateway = await startGateway(around.config)
    const ids = await sendMany(gateway.url, around.key, 0, 10)
    await gateway[Symbol.asyncDispose]()
    await until('all records', () => recordsIn(collector).length === ids.length)
  })
})

/** A request that is over, as far as its record needs it. */
const exchange = (organizationId: string, { method = 'DELETE' } = {}) =>
  ({
    operation: method === 'GET' ? operations.getGuest : operations.removeGuest,
    caller: { organizationId, actor: 'key_1' },
    requestId: 'req_1',
    req: { method, headers: {} },
    res: { statusCode: 200 },
    startedAtMs: performance.now(),
    isAborted: false,
    bytesIn: 0,
    bytesOut: 0,
  }) as unknown as Exchange

/** A recorder with room for ten entries, and a log that keeps its errors. */
async function startRecording() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const collector = stack.use(await collectEvents(infrastructure.rabbitUrl))
  const door = stack.use(await openDoor(infrastructure.rabbitUrl, 5672))
  const errors: unknown[] = []
  const log = createLogger('test', 'silent')
  log.error = ((...words: unknown[]) => void errors.push(...words)) as never
  const broker = stack.use(await connectBroker(door.url, log))
  const metrics = createMetrics('test')
  const recorder = stack.use(await startRecorder({ broker, log, metrics, maxWaiting: 10 }))
  return { collector, door, errors, recorder, metrics, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

describe('more requests than a gateway keeps while the broker is away', () => {
  test('are counted for their organisations, none of which takes the room of the others', async () => {
    await using all = await startRecording()
    const [one, other] = [newId('organization'), newId('organization')]
    all.door.cut()
    for (let sent = 0; sent < 40; sent += 1) all.recorder.record(exchange(one))
    for (let sent = 0; sent < 25; sent += 1) all.recorder.record(exchange(other, { method: 'GET' }))
    expect(await all.metrics.registry.metrics()).toMatch(/usher_request_records_dropped_total\S* 58\n/)
    all.door.open()
    const told = () =>
      Map.groupBy(all.collector.events, ({ organizationid }) => organizationid)
        .entries()
        .map(([id, events]) => [id, events.map(({ data }) => requestsRecorded.data.parse(data))] as const)
    const found = await until('both', () => {
      const both = new Map(told())
      return both.has(one) && both.has(other) && both
    })
    expect(found.get(one)).toMatchObject([
      { records: { length: 5 }, lost: { requests: 35, audited: 35, from: expect.any(String) } },
    ])
    expect(found.get(other)).toMatchObject([
      { records: [], counts: { length: 1 }, samples: { length: 2 }, lost: { requests: 23, audited: 0 } },
    ])
    expect(all.errors.filter((word) => typeof word === 'string')).toEqual([
      'the broker is away; requests are not recorded, but counted',
    ])
  })

  test('are recorded again once the broker is back', async () => {
    await using all = await startRecording()
    const organization = newId('organization')
    all.door.cut()
    for (let sent = 0; sent < 12; sent += 1) all.recorder.record(exchange(organization))
    all.door.open()
    await untilRecorded(all.collector, 5)
    all.recorder.record(exchange(organization))
    expect(await untilRecorded(all.collector, 6)).toHaveLength(6)
  })
})

test('a recorder that stops while the broker is away logs how many requests are not recorded', async () => {
  await using all = await startRecording()
  all.door.cut()
  for (let sent = 0; sent < 3; sent += 1) all.recorder.record(exchange(newId('organization')))
  await all.recorder[Symbol.asyncDispose]()
  expect(all.errors).toEqual([{ requests: 3 }, 'the broker is away; the last requests are not recorded'])
})
