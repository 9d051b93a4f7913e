import { type Client, until } from '@usher/test-kit'
import { anEvent, givenEndpoint } from '../../services/webhook-delivery/test/harness.ts'
import { HOSTILE, startHostile } from '../../services/webhook-delivery/test/hostile-receivers.ts'
import { startReplicas } from './replicas.ts'

/** Events per receiver: as many as are sent to one endpoint at a time. */
const EVENTS = 10

const MEGABYTE = 1024 * 1024

/**
 * At most 64 kB of body and 16 kB of headers of a response are kept, and 64 kB wait on its connection: 32 MB for all
 * concurrent responses. Most of the rest is garbage not yet collected. Measured: 60 to 80 MB, and more than 300 MB
 * without the limit on bodies or the one on headers.
 */
const MAX_GROWTH_MB = 150

const stack = new AsyncDisposableStack()
let replicas: Awaited<ReturnType<typeof startReplicas>>
beforeAll(async () => {
  const settings = { WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8' }
  replicas = stack.use(await startReplicas({ name: 'webhook-delivery', settings }))
})
afterAll(() => stack.disposeAsync())

/** Heap and buffer memory of the process, from its metrics. */
async function memoryMb(api: Client): Promise<number> {
  const { body } = await api('GET', '/metrics')
  const values = body.matchAll(/^nodejs_(?:heap_size_used|external_memory)_bytes\{.*\} (\d+)$/gm)
  return [...values].reduce((sum, [, bytes]) => sum + Number(bytes), 0) / MEGABYTE
}

const attemptedCount = () =>
  replicas.database.collection('deliveries').countDocuments({ 'attempts.0': { $exists: true } })

describe(`${HOSTILE.length} hostile webhook receivers`, () => {
  test(`do not grow the memory of the delivery process when sent ${EVENTS} events each`, async () => {
    const { api } = await replicas.start()
    for (const hostile of HOSTILE) {
      const receiver = stack.use(await startHostile(hostile))
      await givenEndpoint(api, receiver.url)
    }
    const before = await memoryMb(api)
    const events = Array.from({ length: EVENTS }, () => anEvent(replicas.organizationId))
    await replicas.publisher.publish(events)
    let growth = 0
    await until('an attempt of every delivery', async () => {
      growth = Math.max(growth, (await memoryMb(api)) - before)
      return growth > MAX_GROWTH_MB || (await attemptedCount()) === HOSTILE.length * EVENTS
    })
    expect(before).toBeGreaterThan(0)
    expect(growth).toBeLessThan(MAX_GROWTH_MB)
  })
})
