import mongoose from 'mongoose'
import type { Bench, Benchmark, Check, Outcome } from '../../bench.ts'
import { withDatabase } from '../../local.ts'
import { until } from '../../until.ts'
import { DELIVERY_DATABASE, startDeliveryService } from './delivery-service.ts'
import { measureLatency } from './latency.ts'
import { measureThroughput } from './throughput.ts'

const LOGGED_MS = 30_000

/** What a webhook costs, how soon it arrives, and whether a hanging receiver delays others. */
export const webhooks: Benchmark = {
  name: 'webhooks',
  title: 'webhook delivery alone, given events by the broker: throughput, latency, isolation',
  async run(bench, cleanup): Promise<Outcome> {
    const service = await startDeliveryService(bench, cleanup)
    const throughput = await measureThroughput(bench, service, cleanup)
    const logged = await allLogged(bench)
    bench.log('  latency at fixed times')
    const latency = await measureLatency(bench, service, cleanup)
    return {
      tables: throughput.tables,
      figures: [...throughput.figures, ...latency.figures],
      checks: [logged, ...latency.checks],
    }
  },
}

/** The log is written a moment after a webhook has arrived. */
async function allLogged({ servers, signal }: Bench): Promise<Check> {
  const url = withDatabase((await servers()).mongo.url, DELIVERY_DATABASE)
  const database = await mongoose.createConnection(url).asPromise()
  const countOpen = () => database.collection('deliveries').countDocuments({ status: { $ne: 'delivered' } })
  const wait = { what: 'every delivery is in the log', timeoutMs: LOGGED_MS, signal }
  await until(async () => (await countOpen()) === 0, wait).catch(() => signal.throwIfAborted())
  const open = await countOpen()
  await database.close()
  return {
    what: 'every delivery is in the log as delivered',
    failures: open > 0 ? [`${open} deliveries are not`] : [],
  }
}
