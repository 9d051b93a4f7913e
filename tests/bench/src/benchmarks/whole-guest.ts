import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Bench, Benchmark, Check, Outcome, Row } from '../bench.ts'
import { addToOneQueue, getGuest, listGuests, wholeGuest as wholeGuestPath } from '../hot-paths.ts'
import { amountsText, type CpuTimes, medianCpu, total, usedBetween } from '../measure/cpu.ts'
import { Measurement, type PreparedPath } from '../measure/operations.ts'
import { until } from '../until.ts'
import { startUsher, type Usher } from '../usher.ts'

const IDLE_MS = 5_000
const SENT_MS = 60_000
/** Rounds for what does not depend on the load of the machine. */
const COUNTED_ROUNDS = 2
/** A whole guest gets one message on joining and one when called. */
const MESSAGES = 2

/** The total cost of a guest: every process and the database, until the last message and webhook is recorded. */
export const wholeGuest: Benchmark = {
  name: 'whole-guest',
  title:
    'add, list, get and a whole guest with messages and a webhook: CPU of all processes and MongoDB commands',
  run,
}

async function run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const usher = await startUsher(bench, cleanup)
  const demo = await countSurplus(usher)
  const measurement = new Measurement([usher], bench)
  const paths = await measurement.prepare([addToOneQueue, listGuests, getGuest, wholeGuestPath], cleanup)
  await measurement.measureRounds(paths, bench.rounds)
  const rows: Row[] = []
  for (const path of paths) {
    const cpu = medianCpu(measurement.costsOf(path).map(([one = {}]) => one))
    const work = await databaseWork(bench, measurement, usher, path)
    rows.push({ operation: path.path.name, ...cpuColumns(cpu), ...work })
  }
  const [idle = {}] = measurement.idleRates()
  rows.push({ operation: 'a second with nothing to do', ...cpuColumns(idle), 'MongoDB commands': '' })
  return {
    tables: [{ title: 'What one operation costs', rows }],
    figures: [],
    checks: [await everyMessageSent(bench, usher, demo)],
  }
}

const cpuColumns = (cpu: CpuTimes): Row => ({ 'CPU µs': total(cpu), 'CPU µs by process': amountsText(cpu) })

/** MongoDB commands and oplog bytes of an operation, beyond those of as long a time with nothing to do. */
async function databaseWork(
  { signal }: Bench,
  measurement: Measurement,
  { mongo }: Usher,
  path: PreparedPath,
): Promise<Row> {
  const during = async (work: () => Promise<unknown>) => {
    const [before, startedMs] = [await readWork(mongo), performance.now()]
    await work()
    const seconds = (performance.now() - startedMs) / 1000
    return { seconds, used: usedBetween(before, await readWork(mongo)) }
  }
  const idle = await during(() => delay(IDLE_MS, undefined, { signal }))
  const { seconds, used } = await during(() => measurement.runBlock(path, COUNTED_ROUNDS))
  const operations = COUNTED_ROUNDS * path.path.operations
  const amounts = Object.entries(used).map(([name, amount]) => {
    const beyondIdle = amount - ((idle.used[name] ?? 0) * seconds) / idle.seconds
    return [name, beyondIdle / operations] as const
  })
  const { oplog = Number.NaN, ...commands } = Object.fromEntries(amounts)
  return { 'oplog bytes': oplog, 'MongoDB commands': amountsText(commands, 2) }
}

const OWN_COMMANDS = ['serverStatus', 'collStats', 'listDatabases']

/** Commands of all clients so far by name, and the bytes of the oplog. */
async function readWork(mongo: Connection): Promise<Readonly<Record<string, number>>> {
  const client = mongo.getClient()
  const { metrics } = await client.db('admin').command({ serverStatus: 1 })
  const { size } = await client.db('local').command({ collStats: 'oplog.rs' })
  const commands = Object.entries<{ total?: number }>(metrics.commands)
    .filter(([name]) => !OWN_COMMANDS.includes(name))
    .map(([name, { total = 0 }]) => [name, Number(total)])
  return { ...Object.fromEntries(commands), oplog: Number(size) }
}

/** Messages to guests, less two for each guest with a phone. */
async function countSurplus({ mongo }: Usher): Promise<number> {
  const guests = mongo.useDb('usher_queue').collection('guests')
  const notifications = mongo.useDb('usher_notification').collection('notifications')
  const phones = await guests.countDocuments({ phone: { $type: 'string' } })
  return (await notifications.countDocuments()) - MESSAGES * phones
}

async function everyMessageSent({ signal }: Bench, usher: Usher, before: number): Promise<Check> {
  const differing = async () => (await countSurplus(usher)) - before
  const wait = { what: 'every message is sent', timeoutMs: SENT_MS, signal }
  await until(async () => (await differing()) === 0, wait).catch(() => signal.throwIfAborted())
  const surplus = await differing()
  return {
    what: 'each guest with a phone was sent two messages',
    failures: surplus === 0 ? [] : [`${surplus} messages too many (negative: too few)`],
  }
}
