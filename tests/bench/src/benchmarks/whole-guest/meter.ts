import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Bench } from '../../bench-context.ts'
import { usedBetween } from '../../compare/costs.ts'
import { createSettling } from '../../compare/settling.ts'
import { countIn, openDatabase } from '../../database-store.ts'
import { inParallel } from '../../in-parallel.ts'
import { total } from '../../measure/compare.ts'
import { type CpuTimes, cpuTimes, type Pids } from '../../measure/cpu.ts'
import { until } from '../../until.ts'
import { AT_ONCE, type Operation } from './operations.ts'

const IDLE_MS = 5_000
const SENT_MS = 120_000

/** What one operation costs beyond the processes' idle work. */
export interface OperationCost {
  readonly cpuUs: CpuTimes
  readonly totalUs: number
  /** Commands, by name. */
  readonly commands: Readonly<Record<string, number>>
  readonly oplogBytes: number
}

interface Measured {
  readonly pids: () => Pids
  /** Address of the webhook receiver. */
  readonly receiver: string
}

/** All readings at one moment. */
interface Reading extends DatabaseWork {
  readonly atMs: number
  readonly cpuUs: CpuTimes
  readonly sent: Sent
}

interface Sent {
  readonly posts: number
  readonly messages: number
}

/** Measures operations until all work they cause is done. */
export async function createMeter(bench: Bench, { pids, receiver }: Measured, cleanup: AsyncDisposableStack) {
  const mongoUrl = bench.servers.mongo.url
  const admin = await openDatabase(mongoUrl, 'admin', cleanup)
  const notifications = await openDatabase(mongoUrl, 'usher_notification', cleanup)
  const side = { name: 'measured', mongoUrl, cpu: async () => cpuTimes(pids()) }
  const settling = await createSettling(side, cleanup)
  const readSent = async (): Promise<Sent> => ({
    posts: Number(await (await fetch(`${receiver}/count`)).text()),
    messages: await countIn(notifications, 'notifications'),
  })
  const read = async (): Promise<Reading> => ({
    ...(await readDatabaseWork(admin)),
    ...{ atMs: performance.now(), cpuUs: cpuTimes(pids()), sent: await readSent() },
  })
  const problems: string[] = []
  let idle: readonly [Reading, Reading] | undefined
  let done = 0
  return {
    problems,
    async learnIdle(): Promise<void> {
      await settling.wait(Number.POSITIVE_INFINITY, bench.signal)
      const before = await read()
      await delay(IDLE_MS, undefined, { signal: bench.signal })
      idle = [before, await read()]
    },
    async measure(operation: Operation): Promise<OperationCost> {
      if (!idle) throw new Error('what the processes do with nothing to do is not known')
      const before = await read()
      const indexes = Array.from({ length: operation.count }, () => ++done)
      await inParallel(indexes, AT_ONCE, (index) => operation.run(index))
      // A lagging consumer looks idle. Whatever is still missing after this is reported below.
      const isSent = async () => problemsOf(operation, before.sent, await readSent()).length === 0
      const wait = { what: 'everything is sent', timeoutMs: SENT_MS, signal: bench.signal }
      await until(isSent, wait).catch(() => bench.signal.throwIfAborted())
      await settling.wait(perSecond(idle), bench.signal)
      const after = await read()
      problems.push(...problemsOf(operation, before.sent, after.sent))
      return costOf([before, after], idle, operation.count)
    },
  }
}

type Span = readonly [Reading, Reading]

const perSecond = ([before, after]: Span): number =>
  (total(usedBetween(before.cpuUs, after.cpuUs)) * 1000) / (after.atMs - before.atMs)

function costOf(span: Span, idle: Span, operations: number): OperationCost {
  const idleShare = (span[1].atMs - span[0].atMs) / (idle[1].atMs - idle[0].atMs)
  const each = (of: (reading: Reading) => CpuTimes): CpuTimes => {
    const [used, idleUsed] = [span, idle].map(([before, after]) => usedBetween(of(before), of(after)))
    const beyondIdle = (name: string) => (used?.[name] ?? 0) - idleShare * (idleUsed?.[name] ?? 0)
    return Object.fromEntries(Object.keys(used ?? {}).map((name) => [name, beyondIdle(name) / operations]))
  }
  const cpuUs = each((reading) => reading.cpuUs)
  const { oplog = Number.NaN } = each(({ oplogBytes }) => ({ oplog: oplogBytes }))
  return { cpuUs, totalUs: total(cpuUs), commands: each(({ commands }) => commands), oplogBytes: oplog }
}

function problemsOf({ name, count, posts, messages }: Operation, before: Sent, after: Sent): string[] {
  const [posted, sent] = [after.posts - before.posts, after.messages - before.messages]
  return [
    ...(posted === count * posts ? [] : [`${name}: ${posted} posts for ${count * posts}`]),
    ...(sent === count * messages ? [] : [`${name}: ${sent} messages for ${count * messages}`]),
  ]
}

/** Work of a MongoDB server so far, for all its clients. */
interface DatabaseWork {
  /** Commands by name. */
  readonly commands: Readonly<Record<string, number>>
  readonly oplogBytes: number
}

/** The fields used from the response to `serverStatus`. */
interface ServerStatus {
  readonly metrics: { readonly commands: Readonly<Record<string, { readonly total?: number }>> }
}

/** Commands that only the measurement sends. */
const OF_METER: ReadonlySet<string> = new Set(['serverStatus', 'collStats', 'listDatabases', 'count'])

async function readDatabaseWork(admin: Connection): Promise<DatabaseWork> {
  const client = admin.getClient()
  const { metrics } = (await client.db('admin').command({ serverStatus: 1 })) as unknown as ServerStatus
  const { size } = await client.db('local').command({ collStats: 'oplog.rs' })
  const totals = Object.entries(metrics.commands)
    .filter(([name]) => !OF_METER.has(name))
    .map(([name, { total = 0 }]) => [name, Number(total)])
  return { commands: Object.fromEntries(totals), oplogBytes: Number(size) }
}
