import { caller, type Demo } from './api.ts'
import type { Container, Project } from './project.ts'
import type { Received, startReceiver } from './receiver.ts'
import { assert } from './run.ts'
import { until } from './until.ts'

const REPLICAS = 3
const GUESTS = 300
const AT_ONCE = 20

/** Reads from a replica's own metrics how many deliveries it attempted. */
const COUNT = `
const text = await (await fetch('http://127.0.0.1:8080/metrics')).text()
const counts = [...text.matchAll(/^usher_webhook_attempt_duration_seconds_count\\{[^}]*\\} (\\d+)$/gm)]
console.log(counts.reduce((sum, [, count]) => sum + Number(count), 0))`

/**
 * Checks that three replicas of webhook-delivery share the deliveries and send each one once.
 *
 * @returns a line for the report
 */
export async function sharesDeliveries(
  project: Project,
  demo: Demo,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
  queue: string,
): Promise<string> {
  const scale = `webhook-delivery=${REPLICAS}`
  await project.compose('up', '--detach', '--no-build', '--no-recreate', '--scale', scale, 'webhook-delivery')
  const replicas = await until('three healthy replicas', async () => {
    const found = await project.containers('webhook-delivery')
    for (const replica of found) await project.node(replica, READY)
    return found.length === REPLICAS && found
  })
  const before = await counts(project, replicas)
  const already = receiver.received.length
  await addGuests(caller(project.url, demo.api_key), queue)
  await until('every delivery', async () => added(receiver.received.slice(already)).size >= GUESTS)
  const done = (await counts(project, replicas)).map((count, i) => count - (before[i] ?? 0))
  const arrived = receiver.received.slice(already)
  assert(new Set(arrived.map(idOf)).size === arrived.length, 'no delivery comes twice')
  assert(
    done.every((count) => count > 0),
    `each replica has its part: ${done}`,
  )
  // Attempts include deliveries to endpoints left by earlier tests.
  return `${GUESTS} guests, ${arrived.length} deliveries; attempts by ${REPLICAS} replicas: ${done.join(' + ')}`
}

const READY = `if (!(await fetch('http://127.0.0.1:8080/readyz')).ok) process.exit(1)`

const idOf = ({ headers }: Received) => headers['webhook-id']

const added = (received: readonly Received[]) =>
  new Set(received.filter(({ body }) => JSON.parse(body.toString()).event === 'guest.added').map(idOf))

async function counts(project: Project, replicas: readonly Container[]): Promise<number[]> {
  return await Promise.all(replicas.map(async (replica) => Number(await project.node(replica, COUNT))))
}

async function addGuests(call: ReturnType<typeof caller>, queue: string): Promise<void> {
  for (let i = 0; i < GUESTS; i += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_, j) => `Guest ${i + j}`)
    await Promise.all(names.map((name) => call(201, 'POST', `/v1/queues/${queue}/guests`, { name })))
  }
}
