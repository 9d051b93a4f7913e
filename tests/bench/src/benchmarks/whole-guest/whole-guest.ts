import { type Benchmark, type Check, type Outcome, type Row, times } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { withDatabase } from '../../local.ts'
import { median } from '../../measure/statistics.ts'
import { PEER_DATABASE, startPeer } from '../../peers/start-peers.ts'
import { startUsher } from '../../usher.ts'
import { createMeter, type OperationCost } from './meter.ts'
import { type Operation, plainOperation, silentOperations, wholeGuest } from './operations.ts'

/** Commands rarer than this are not listed. */
const RARE = 0.01

/** The total cost of a guest: every process and the database, until the last message and webhook is recorded. */
export const wholeGuestCost: Benchmark = {
  name: 'whole-guest',
  title:
    'add, list, get and a whole guest with messages and a webhook: CPU of all processes and MongoDB commands',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  const receiver = await startPeer(bench, { name: 'webhook-sink' }, cleanup)
  const receiverUrl = `${receiver.url}/webhooks`
  const MONGODB_URL = withDatabase(bench.servers.mongo.url, PEER_DATABASE)
  const env = { MONGODB_URL, RECEIVER_URL: receiverUrl }
  const plain = await startPeer(bench, { name: 'insert-and-post', env }, cleanup)
  const operations = [
    ...(await silentOperations(usher, cleanup)),
    await wholeGuest(usher, receiverUrl, cleanup),
    plainOperation(plain.url, cleanup),
  ]
  const pids = () => ({ ...usher.pids(...PROCESSES), ...plain.pids() })
  const meter = await createMeter(bench, { pids, receiver: receiver.url }, cleanup)
  await meter.learnIdle()
  for (const operation of operations) await meter.measure(operation)
  const costs = new Map(operations.map(({ name }) => [name, [] as OperationCost[]]))
  for (let round = 1; round <= bench.rounds; round += 1) {
    for (const operation of round % 2 === 0 ? operations.toReversed() : operations) {
      costs.get(operation.name)?.push(await meter.measure(operation))
    }
    bench.log(`  round ${round}`)
  }
  return outcomeOf(operations, costs, meter.problems)
}

/** Everything that `npm start` runs. */
const PROCESSES = [
  ...[
    'gateway',
    'accounts',
    'queue',
    'webhook-delivery',
    'notification',
    'booking-platform',
    'calendar-sync',
  ],
  ...['mongod', 'rabbitmq'],
]

function outcomeOf(
  operations: readonly Operation[],
  costs: ReadonlyMap<string, readonly OperationCost[]>,
  problems: readonly string[],
): Outcome {
  const totals = ({ name }: Operation) => costs.get(name)?.map(({ totalUs }) => totalUs) ?? []
  const plain = operations.at(-1)
  const ratioTo = (operation: Operation) =>
    median(totals(operation).map((us, i) => us / ((plain && totals(plain)[i]) ?? Number.NaN)))
  const check: Check = { what: 'every webhook and every message, and no other, was sent', failures: problems }
  return {
    series: [],
    figures: operations.slice(0, -1).map((one) => times(`CPU, ${one.name} : Express`, ratioTo(one))),
    checks: [check],
    tables: [
      {
        title: 'What one operation costs',
        rows: operations.map(({ name }) => rowOf(name, costs.get(name) ?? [])),
      },
    ],
  }
}

const rowOf = (operation: string, costs: readonly OperationCost[]): Row => ({
  operation,
  'CPU µs by process': listOf(
    costs.map(({ cpuUs }) => cpuUs),
    1,
    0,
  ),
  'CPU µs': median(costs.map(({ totalUs }) => totalUs)),
  'oplog bytes': median(costs.map(({ oplogBytes }) => oplogBytes)),
  'MongoDB commands': listOf(
    costs.map(({ commands }) => commands),
    RARE,
    2,
  ),
})

/** Medians of the rounds by name, in descending order. */
function listOf(rounds: readonly Readonly<Record<string, number>>[], least: number, digits: number): string {
  const names = [...new Set(rounds.flatMap((one) => Object.keys(one)))]
  return names
    .map((name) => ({ name, value: median(rounds.map((one) => one[name] ?? 0)) }))
    .filter(({ value }) => value >= least)
    .sort((a, b) => b.value - a.value)
    .map(({ name, value }) => `${name} ${value.toFixed(digits)}`)
    .join(', ')
}
