import { type Metric, readMetrics, sumOf } from '../metrics.ts'
import type { Replicated } from './replicated.ts'

const REQUESTS = 'usher_http_request_duration_seconds_count'

/** What counts as work of a process, from its metrics. */
const WORK: readonly { readonly name: string; count(metrics: readonly Metric[]): number }[] = [
  {
    name: 'requests',
    // Health checks have no operation.
    count: (all) => sumOf(all, REQUESTS) - sumOf(all, REQUESTS, 'operation="none"'),
  },
  {
    name: 'events handled',
    count: (all) => sumOf(all, 'usher_consumer_duration_seconds_count', 'outcome="handled"'),
  },
  {
    name: 'webhooks delivered',
    count: (all) => sumOf(all, 'usher_webhook_attempt_duration_seconds_count', 'outcome="acknowledged"'),
  },
  { name: 'events relayed', count: (all) => sumOf(all, 'usher_outbox_relayed_total') },
]

/** A kind of work of one service, and how much each of its processes did. */
interface Share {
  readonly service: string
  readonly work: string
  readonly done: readonly number[]
}

/** How much each process has done since it started. */
export async function sharesOf(usher: Replicated): Promise<Share[]> {
  const shares = usher.services.map(async (service) => {
    const all = await Promise.all(usher.replicas(service).map(({ metricsUrl }) => readMetrics(metricsUrl)))
    return WORK.map(({ name, count }) => ({ service, work: name, done: all.map(count) }))
  })
  return (await Promise.all(shares)).flat().filter(({ done }) => done.some((count) => count > 0))
}

/** One line per share: `queue             requests            512 + 498`. */
export const shareTable = (shares: readonly Share[]): string =>
  shares
    .map(({ service, work, done }) => `${service.padEnd(18)}${work.padEnd(20)}${done.join(' + ')}`)
    .join('\n')
