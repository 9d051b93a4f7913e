import type { Bench, LiveBenchmark, Outcome } from '../bench.ts'
import { addToOneQueue, getGuest, listGuests, wholeGuest as wholeGuestPath } from '../hot-paths.ts'
import { cpuText, medianCpu, total } from '../measure/cpu.ts'
import { costsOf, createContext, idleRates, measureRounds, prepare } from '../measure/operations.ts'
import { startUsher } from '../usher.ts'

/** The total cost of a guest: every process, until the last message and webhook is recorded. */
export const wholeGuest: LiveBenchmark = {
  name: 'whole-guest',
  title: 'add, list, get and a whole guest with messages and a webhook: CPU of all processes',
  run,
}

async function run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const context = createContext([await startUsher(bench, cleanup)], bench)
  const paths = await prepare(context, [addToOneQueue, listGuests, getGuest, wholeGuestPath], cleanup)
  await measureRounds(context, paths, bench.rounds)
  const [idle = {}] = idleRates(context)
  const costs = paths.map((path) => ({
    operation: path.path.title,
    cpu: medianCpu(costsOf(context, path).map(([cpu = {}]) => cpu)),
  }))
  const rows = [...costs, { operation: 'a second with nothing to do', cpu: idle }].map(
    ({ operation, cpu }) => ({ operation, 'CPU µs': total(cpu), 'CPU µs by process': cpuText(cpu) }),
  )
  return { tables: [{ title: 'What one operation costs', rows }], figures: [], checks: [] }
}
