import type { Benchmark, Check, Outcome } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { countIn, openDatabase } from '../../database-store.ts'
import { DELIVERY_DATABASE, startDeliveryService } from './delivery-service.ts'
import { measureHang, measureLatency } from './latency.ts'
import { measureThroughput } from './throughput.ts'

/** What a webhook costs, how soon it arrives, and whether a hanging receiver delays others. */
export const webhooks: Benchmark = {
  name: 'webhooks',
  title: 'webhook delivery alone, given events by the broker: throughput, latency, isolation',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const service = await startDeliveryService(bench, cleanup)
  const { series, figures } = await measureThroughput(bench, service, cleanup)
  const logged = await allLogged(bench, cleanup)
  bench.log('  latency at fixed times')
  const latency = await measureLatency(bench, service, cleanup)
  bench.log('  one of ten endpoints hangs')
  const hang = await measureHang(bench, service, cleanup)
  return {
    series,
    figures: [...figures, ...latency.figures, ...hang.figures],
    checks: [logged, ...latency.checks, ...hang.checks],
  }
}

async function allLogged({ servers }: Bench, cleanup: AsyncDisposableStack): Promise<Check> {
  const database = await openDatabase(servers.mongo.url, DELIVERY_DATABASE, cleanup)
  const open = await countIn(database, 'deliveries', { status: { $ne: 'delivered' } })
  return {
    what: 'every delivery is in the log as delivered',
    failures: open > 0 ? [`${open} deliveries are not`] : [],
  }
}
