import { readdirSync } from 'node:fs'
import { collectEvents, createInfrastructure, until } from '@usher/test-kit'
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
  const serviceUrls = serviceUrlsOf(accounts, service)
  const config = gatewayConfig({ rabbitUrl: door.url, serviceUrls })
  return {
    config,
    door,
    key: accounts.addKey(),
    collect: () => collectEvents(infrastructure.rabbitUrl),
    /** Names of the segments that wait. */
    segments: () =>
      readdirSync(config.spoolDir, { recursive: true }).filter((name) => /ndjson$/.test(String(name))),
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
    await using collector = await around.collect()
    await using gateway = await startGateway(around.config)
    const ids = await sendMany(gateway.url, around.key, 0, 20)
    around.door.cut()
    ids.push(...(await sendMany(gateway.url, around.key, 20, 50)))
    const waiting = await until('the records to wait', async () => {
      const { text } = await send(`${gateway.metricsUrl}/metrics`)
      const count = Number(/usher_request_records_waiting\S* (\d+)/.exec(text)?.[1])
      return count >= 50 && count
    })
    expect(waiting).toBeLessThanOrEqual(70)
    around.door.open()
    const records = await untilRecorded(collector, 70)
    expect(idsIn(records).sort()).toEqual(ids.sort())
    await until('nothing to wait', () => around.segments().length === 0)
    const { text } = await send(`${gateway.metricsUrl}/metrics`)
    expect(text).toMatch(/usher_request_records_published_total\S* 70\n/)
  })

  test('publishes the records of a gateway that stopped while the broker was away', async () => {
    await using around = await startAround()
    await using collector = await around.collect()
    const first = await startGateway(around.config)
    around.door.cut()
    const ids = await sendMany(first.url, around.key, 0, 30)
    await first[Symbol.asyncDispose]()
    expect(around.segments().length).toBeGreaterThan(0)
    around.door.open()
    await using second = await startGateway(around.config)
    ids.push(...(await sendMany(second.url, around.key, 30, 10)))
    expect(idsIn(await untilRecorded(collector, 40))).toEqual(ids)
  })

  test('keeps records until a queue is bound to the exchange', async () => {
    await using around = await startAround({ isNew: true })
    await using gateway = await startGateway(around.config)
    const ids = await sendMany(gateway.url, around.key, 0, 5)
    await until('two segments', async () => {
      ids.push(...(await sendMany(gateway.url, around.key, ids.length, 1)))
      return around.segments().length >= 2
    })
    await using collector = await around.collect()
    expect(idsIn(await untilRecorded(collector, ids.length))).toEqual(ids)
  })

  test('publishes the last records on a graceful stop and leaves no files', async () => {
    await using around = await startAround()
    await using collector = await around.collect()
    const gateway = await startGateway(around.config)
    const ids = await sendMany(gateway.url, around.key, 0, 10)
    await gateway[Symbol.asyncDispose]()
    await until('all records', () => recordsIn(collector).length === ids.length)
    expect(readdirSync(around.config.spoolDir)).toEqual([])
  })
})
