import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SERVICES } from '@usher/contracts/services'
import { nodeArguments, processNames, repository } from '@usher/local'
import {
  type ReceivedSpan,
  startReceiver,
  startTraceReceiver,
  type TraceReceiver,
  until,
} from '@usher/test-kit'
import mongoose from 'mongoose'
import { metricsIn, readAlerts, readDashboards } from './monitoring.ts'
import { type OwnUsher, startOwnUsher } from './stack.ts'
import { traceTree } from './trace-tree.ts'

let cleanup: AsyncDisposableStack
let usher: OwnUsher
let traces: TraceReceiver
beforeAll(async () => {
  cleanup = new AsyncDisposableStack()
  traces = cleanup.use(await startTraceReceiver())
  usher = cleanup.use(await startOwnUsher({ OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }))
})
afterAll(() => cleanup.disposeAsync())

/** From a span up to the root of its trace. */
function lineage(span: ReceivedSpan, spans: readonly ReceivedSpan[]): ReceivedSpan[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return parent ? [span, ...lineage(parent, spans)] : [span]
}

/** Spans whose parent is missing. */
const orphans = (spans: readonly ReceivedSpan[]) =>
  spans.filter(({ parentSpanId }) => !spans.some(({ spanId }) => spanId === parentSpanId))

describe('traces', () => {
  test('connect the request that adds a guest with the webhook it causes and the response', async () => {
    await using receiver = await startReceiver()
    const endpoint = { url: `${receiver.url}?secret=hush`, event_types: ['guest.added'] }
    await usher.api('POST', '/v1/webhook-endpoints', { body: endpoint })
    const { body: queue } = await usher.api('POST', '/v1/queues', { body: { name: 'Dinner' } })
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const callerSpanId = '00f067aa0ba902b7'
    const headers = { traceparent: `00-${traceId}-${callerSpanId}-01` }
    const guest = { name: 'Ada Lovelace', phone: '+14155552671', notes: 'by the window' }
    const added = await usher.api('POST', `/v1/queues/${queue.id}/guests`, { body: guest, headers })
    expect(added.status).toBe(201)

    const ofTrace = () => traces.spans.filter((span) => span.traceId === traceId)
    const webhook = await until('the span of the webhook', () =>
      ofTrace().find(({ name }) => name === 'POST webhook'),
    )
    const spans = await until('the whole trace', () => {
      const all = ofTrace()
      const hasReply = all.some(({ name }) => name === 'process queue.reach')
      // Processes export spans at different times: the trace is complete when the caller's span is the only root.
      const isWhole = orphans(all).every(({ parentSpanId }) => parentSpanId === callerSpanId)
      return hasReply && isWhole ? all : undefined
    })
    const path = '/v1/queues/{id}/guests'
    expect(lineage(webhook, spans).map(({ service, name, kind }) => `${service} ${kind} ${name}`)).toEqual([
      'webhook-delivery client POST webhook',
      'webhook-delivery consumer process webhook-delivery.events',
      'queue producer send guest.added',
      `queue server POST ${path}`,
      `gateway client POST ${path}`,
      `gateway server POST ${path}`,
    ])
    const root = lineage(webhook, spans).at(-1)
    expect(root?.parentSpanId).toBe(callerSpanId)
    expect(root?.attributes).toMatchObject({
      'http.response.status_code': 201,
      'usher.organization_id': usher.demo.organization_id,
    })
    expect(webhook.attributes).toMatchObject({
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
    })
    expect(webhook.failed).toBe(false)
    if (process.env.TRACE_FILE) await writeFile(process.env.TRACE_FILE, traceTree(spans))
  })

  test('contain no guest data and no secrets', () => {
    const text = traces.texts.join()
    expect(text).toContain('POST webhook')
    for (const word of ['Ada', '4155552671', 'window', 'hush', usher.demo.api_key]) {
      expect(text).not.toContain(word)
    }
  })
})

describe('metrics', () => {
  /** Each process's metrics with their types, by process name. */
  const scrape = async () => {
    const texts = processNames.map(async (name) => {
      const { PORT, METRICS_PORT } = usher.stack.environments[name] ?? {}
      const response = await fetch(`http://127.0.0.1:${METRICS_PORT ?? PORT}/metrics`)
      return [name, await response.text()] as const
    })
    return new Map(await Promise.all(texts))
  }
  const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name)

  test('include every metric that alerts and dashboards query', async () => {
    const shown = new Set([...(await scrape()).values()].flatMap(namesIn))
    const rules = (await readAlerts()).map(({ expr }) => expr)
    const panels = (await readDashboards()).flatMap((dashboard) => dashboard.panels)
    const asked = metricsIn([...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))])
    expect(asked.size).toBeGreaterThan(15)
    expect([...asked].filter((name) => !shown.has(name))).toEqual([])
  })

  test('of each service include requests, consumers, queues, outbox and connections', async () => {
    for (const [name, text] of await scrape()) {
      expect(text).toMatch(/^usher_broker_connected\{.*\} 1$/m)
      expect(namesIn(text)).toContain('usher_http_request_duration_seconds')
      if (name === 'gateway') continue
      expect(text).toMatch(/^usher_mongodb_connected\{.*\} 1$/m)
      expect(text).toMatch(/^usher_outbox_oldest_seconds\{.*\} [\d.]+$/m)
      for (const metric of ['usher_queue_messages', 'usher_queue_dead_letters', 'usher_queue_consumers']) {
        expect(text).toMatch(new RegExp(`^${metric}\\{.*queue="${name}\\.`, 'm'))
      }
    }
  })
})

describe('operator commands on the running stack', () => {
  // A command starts one process per service.
  const COMMANDS_MS = 180_000

  const ops = async (...args: string[]) => {
    const script = join(repository, 'deploy/local/run.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [script, 'ops', ...args, '--json'], {
      env: { ...process.env, USHER_HOME: usher.home },
      maxBuffer: 16_000_000,
    })
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  }

  test(
    'list-dead-letters covers every queue that a process consumes',
    async () => {
      const texts = await Promise.all(
        SERVICES.map(async (name) => {
          const port = usher.stack.environments[name]?.PORT
          return await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        }),
      )
      const consumed = texts.flatMap((text) =>
        [...text.matchAll(/^usher_queue_messages\{.*queue="([^"]+)"/gm)].map(([, queue]) => queue),
      )
      expect(consumed.length).toBeGreaterThan(10)
      const listed = (await ops('list-dead-letters')).map(({ queue }) => queue)
      expect(listed.toSorted()).toEqual(consumed.toSorted())
    },
    COMMANDS_MS,
  )

  test(
    'backup writes a backup for each service',
    async () => {
      const folder = join(usher.home, 'backup')
      const rows = await ops('backup', '--to', folder)
      expect([...new Set(rows.map(({ service }) => service))].toSorted()).toEqual(SERVICES.toSorted())
      const organizations = rows.find(({ collection }) => collection === 'organizations')
      expect(organizations.documents).toBeGreaterThanOrEqual(2)
      expect((await readdir(folder)).toSorted()).toEqual(SERVICES.toSorted())
    },
    COMMANDS_MS,
  )

  // Last, because the running services do not know the new keys.
  test(
    'reseal-secrets leaves nothing encrypted with the old keys in any database',
    async () => {
      const endpoint = {
        url: 'http://127.0.0.1:9/',
        event_types: ['guest.seated'],
        headers: { 'x-key': 'hush' },
      }
      await usher.api('POST', '/v1/webhook-endpoints', {
        body: endpoint,
        headers: { 'idempotency-key': 'e2e-1' },
      })
      for (const name of SERVICES) {
        const environment = usher.stack.environments[name]
        const old = environment?.SECRET_KEYS ?? ''
        const fresh = `fresh:${randomBytes(32).toString('base64')}`
        const env = { ...process.env, ...environment, SECRET_KEYS: `${fresh},${old}` }
        const script = nodeArguments('services', name, 'src/ops.ts')
        await promisify(execFile)(process.execPath, [...script, 'reseal-secrets'], { env })
        const client = await mongoose.createConnection(environment?.MONGODB_URL ?? '').asPromise()
        const sealedByOld = old.split(',').map((key) => `${key.split(':')[0]}.`)
        for (const { name: collection } of await client.listCollections()) {
          const documents = await client.collection(collection).find().toArray()
          // Encrypted text is long, without spaces.
          const words = JSON.stringify(documents).match(/"[\w-]+\.[\w-]{38,}"/g) ?? []
          expect(words.filter((word) => sealedByOld.some((id) => word.startsWith(`"${id}`)))).toEqual([])
        }
        await client.close()
      }
    },
    COMMANDS_MS,
  )
})
