import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations, requestsRecorded } from '@usher/contracts'
import { connectBroker, createLogger, createMetrics, newId } from '@usher/service-kit'
import { collectEvents, createInfrastructure, until } from '@usher/test-kit'
import type { Exchange } from '../src/http/exchange.ts'
import { startRecorder } from '../src/records/recorder.ts'

const log = createLogger('test', 'silent')

/** A request that is over, as far as its record needs it. */
const exchange = ({ organizationId = newId('organization'), method = 'GET' } = {}) =>
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

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A broker, and a folder for what waits. No queue takes what is published until somebody collects. */
async function startAround() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure({ isNew: true }))
  const broker = stack.use(await connectBroker(infrastructure.rabbitUrl, log))
  const spoolDir = mkdtempSync(join(tmpdir(), 'usher-spool-'))
  stack.defer(() => rmSync(spoolDir, { recursive: true, force: true }))
  return {
    spoolDir,
    start: (given: Partial<Parameters<typeof startRecorder>[0]> = {}) =>
      startRecorder({ spoolDir, broker, log, metrics: createMetrics('test'), ...given }),
    collect: async () => stack.use(await collectEvents(infrastructure.rabbitUrl)),
    files: () => readdirSync(spoolDir, { recursive: true }).map(String),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

type Collector = Awaited<ReturnType<Awaited<ReturnType<typeof startAround>>['collect']>>

/** The losses of an organisation that were published. */
const lossesIn = ({ events }: Collector, organizationId: string) =>
  events
    .filter(({ organizationid }) => organizationid === organizationId)
    .flatMap(({ data }) => requestsRecorded.data.parse(data).lost ?? [])

describe('a spool that is full', () => {
  test('keeps the oldest records and counts the dropped ones when the spool is full', async () => {
    await using around = await startAround()
    const metrics = createMetrics('test')
    await using recorder = await around.start({ metrics, spoolMaxBytes: 2_000 })
    for (let i = 0; i < 100; i += 1) {
      recorder.record(exchange())
      await turn()
    }
    const text = await metrics.registry.metrics()
    const metric = (name: string) =>
      Number(new RegExp(`usher_request_records_${name}\\S* (\\d+)`).exec(text)?.[1])
    expect(metric('waiting')).toBeGreaterThan(3)
    expect(metric('waiting')).toBeLessThan(20)
    expect(metric('waiting') + metric('dropped_total')).toBe(100)
    expect(metric('published_total')).toBe(0)
  })
})

/** A log that keeps what errors it is told of. */
function createListener() {
  const said: unknown[] = []
  const log = createLogger('test', 'silent')
  log.error = ((...words: unknown[]) => void said.push(...words)) as never
  return { log, said }
}

const UNREADABLE = 'records of requests cannot be read from the disk'

describe('records that wait on disk', () => {
  test('publishes other segments while one cannot be read, and that one once it can', async () => {
    await using around = await startAround()
    const [one, other] = [newId('organization'), newId('organization')]
    for (const organizationId of [one, other]) {
      await using recorder = await around.start()
      recorder.record(exchange({ organizationId }))
      await turn()
    }
    const { log, said } = createListener()
    await using _next = await around.start({ log })
    const segments = around.files().filter((name) => name.endsWith('.ndjson'))
    expect(segments).toHaveLength(2)
    const first = join(around.spoolDir, segments.sort()[0] ?? '')
    renameSync(first, `${first}.away`)
    const collector = await around.collect()
    const told = () => collector.events.map(({ organizationid }) => organizationid)
    await until('the records after it', () => told().includes(other))
    expect(told()).not.toContain(one)
    expect(said.filter((word) => word === UNREADABLE)).toHaveLength(1)
    renameSync(`${first}.away`, first)
    await until('its own', () => told().includes(one))
  })

  test('starts, logs an error and keeps a segment that it cannot read at the start', async () => {
    await using around = await startAround()
    mkdirSync(join(around.spoolDir, 'left.1/1.000000000.ndjson'), { recursive: true })
    const { log, said } = createListener()
    await using _next = await around.start({ log })
    expect(said).toContain(UNREADABLE)
    expect(around.files().filter((name) => name.endsWith('.ndjson.unreadable'))).toHaveLength(1)
  })
})

describe('the number of lost requests', () => {
  test('reports the losses that a killed gateway had saved to disk, marked as inexact', async () => {
    await using around = await startAround()
    const killed = await around.start({ spoolMaxBytes: 1 })
    const organizationId = newId('organization')
    killed.record(exchange({ organizationId, method: 'DELETE' }))
    await turn()
    killed.record(exchange({ organizationId, method: 'DELETE' }))
    killed.record(exchange({ organizationId }))
    const isSaved = () => around.files().find((name) => name.endsWith('.lost.json'))
    const file = await until('the number on disk', isSaved)
    // What a dead process leaves is in a folder that is nobody's.
    const folder = join(around.spoolDir, file, '..')
    cpSync(folder, join(around.spoolDir, 'left.1'), { recursive: true })
    rmSync(folder, { recursive: true })
    await killed[Symbol.asyncDispose]()
    const collector = await around.collect()
    await using _next = await around.start()
    const inexact = () => lossesIn(collector, organizationId).find(({ exact }) => !exact)
    const lost = await until('the loss', inexact)
    expect(lost.audited).toBeGreaterThanOrEqual(1)
    expect(lost.requests).toBeLessThanOrEqual(2)
    expect(lost.from <= lost.until).toBe(true)
  })

  test('starts, logs an error and keeps a count of losses that it cannot read', async () => {
    await using around = await startAround()
    const stopped = await around.start({ spoolMaxBytes: 1 })
    const organizationId = newId('organization')
    for (let i = 0; i < 3; i += 1) {
      stopped.record(exchange({ organizationId, method: 'DELETE' }))
      await turn()
    }
    await stopped[Symbol.asyncDispose]()
    const left = around.files().filter((name) => name.endsWith('.lost.json'))
    expect(left).toHaveLength(1)
    writeFileSync(join(around.spoolDir, left[0] ?? '', '..', 'torn.lost.json'), '{"exact":tr')
    const { log, said } = createListener()
    const collector = await around.collect()
    await using _next = await around.start({ log })
    const [lost] = await until('the other file', () => {
      const losses = lossesIn(collector, organizationId)
      return losses.length > 0 && losses
    })
    expect(lost).toMatchObject({ requests: 2, audited: 2, exact: true })
    expect(said).toContainEqual(expect.stringContaining('a count of lost requests cannot be read'))
    expect(around.files().filter((name) => name.endsWith('torn.lost.json.unreadable'))).toHaveLength(1)
  })

  test('reports all records as lost when the recorder stops while the disk fails but the broker is up', async () => {
    await using around = await startAround()
    const collector = await around.collect()
    const recorder = await around.start()
    const organizationId = newId('organization')
    rmSync(join(around.spoolDir, around.files()[0] ?? ''), { recursive: true })
    for (let i = 0; i < 3; i += 1) recorder.record(exchange({ organizationId, method: 'DELETE' }))
    await turn()
    await recorder[Symbol.asyncDispose]()
    const losses = await until('the loss', () => {
      const found = lossesIn(collector, organizationId)
      return found.length > 0 && found
    })
    expect(losses).toMatchObject([{ requests: 3, audited: 3, exact: true }])
  })
})
