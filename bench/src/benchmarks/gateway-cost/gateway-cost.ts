import { join } from 'node:path'
import { requestsRecorded } from '@usher/contracts'
import { EVENTS_EXCHANGE, newId } from '@usher/service-kit'
import amqplib from 'amqplib'
import type { Benchmark, Outcome } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { costs, failures } from '../../measure/compare.ts'
import { interleave, type Series, type Subject } from '../../measure/interleave.ts'
import { startPeer } from '../../peers/start-peers.ts'
import { planOf } from './requests.ts'
import { READS, type Variant, WRITES } from './variants.ts'

/** What each of the gateway's duties adds to a request: the same gateway with only that duty, and with all. */
export const gatewayCost: Benchmark = {
  name: 'gateway-cost',
  title: "processor time of the gateway's duties, against its forwarding alone, to a static upstream",
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  await takeEvents(bench, cleanup)
  const upstream = await startPeer(bench, { name: 'static-upstream' }, cleanup)
  const reads = READS.map((variant) => ({ ...variant, method: 'GET' as const }))
  const writes = WRITES.map((variant) => ({ ...variant, method: 'POST' as const }))
  const subjects: Record<string, Subject> = {}
  for (const variant of [...reads, ...writes]) {
    subjects[variant.name] = await startVariant(bench, variant, upstream.url, cleanup)
  }
  const measured = await interleave(bench, subjects)
  const seriesOf = (variants: readonly Variant[]) => variants.map(({ name }) => measured[name] as Series)
  const series = seriesOf([...reads, ...writes])
  return {
    series,
    costs: [...costs(seriesOf(reads)), ...costs(seriesOf(writes))],
    figures: [],
    checks: [{ what: 'every request was answered with 2xx', failures: failures(series) }],
  }
}

/**
 * Gives the request records a destination, because a message without a queue counts as a failure; the broker keeps only
 * the last.
 */
async function takeEvents({ servers }: Bench, cleanup: AsyncDisposableStack): Promise<void> {
  const connection = await amqplib.connect(servers.rabbit.url)
  cleanup.defer(() => connection.close())
  const channel = await connection.createChannel()
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true, maxLength: 1 })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, requestsRecorded.type)
}

async function startVariant(
  bench: Bench,
  variant: Variant,
  upstreamUrl: string,
  cleanup: AsyncDisposableStack,
): Promise<Subject> {
  const env = {
    UPSTREAM_URL: upstreamUrl,
    RABBITMQ_URL: bench.servers.rabbit.url,
    SPOOL_DIR: join(bench.home, newId('event')),
    DUTIES: variant.duties.join(' '),
  }
  const { url, pids } = await startPeer(bench, { name: 'gateway-variant', env }, cleanup)
  const plan = { ...planOf(variant), origin: url }
  return {
    name: variant.name,
    pids: () => ({ gateway: pids()['gateway-variant'] ?? 0 }),
    plan: () => plan,
  }
}
