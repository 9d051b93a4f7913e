import { setTimeout as delay } from 'node:timers/promises'
import { inParallel } from '../in-parallel.ts'
import type { Log } from '../local.ts'
import { total } from '../measure/compare.ts'
import { percentile } from '../measure/statistics.ts'
import { type Client, CONCURRENCY, createClient } from './client.ts'
import { addShare, type Pair, pairOf, rateOf, type Sample, type Usage, usedBetween } from './costs.ts'
import type { BeginBlock, HotPath, Operation } from './paths.ts'
import { createSettling, type Settling } from './settling.ts'
import { SIDE_NAMES, type Side } from './side.ts'

const IDLE_MS = 3_000
/** Time for the preparation of a round to finish. */
const PAUSE_MS = 100
/** Short turns, so that other load on the machine affects both sides of a round alike. */
const SLICES = 8

/** Everything a comparison needs. */
export interface CompareContext {
  readonly sides: Pair<Side>
  readonly clients: Pair<Client>
  readonly settling: Pair<Settling>
  /** CPU µs per second of each side when idle. */
  idleUs: Pair<number>
  readonly log: Log
  readonly signal: AbortSignal
}

/** A path that both sides have, ready for its rounds. */
export interface PreparedPath {
  readonly path: HotPath
  readonly begin: Pair<BeginBlock>
}

/** Connects to both sides. */
export async function createContext(
  sides: Pair<Side>,
  { log, signal, cleanup }: { log: Log; signal: AbortSignal; cleanup: AsyncDisposableStack },
): Promise<CompareContext> {
  const clients = pairOf((side) => cleanup.use(createClient(sides[side])))
  const settling = {
    new: await createSettling(sides.new, cleanup),
    old: await createSettling(sides.old, cleanup),
  }
  return { sides, clients, settling, idleUs: pairOf(() => Number.POSITIVE_INFINITY), log, signal }
}

/**
 * Runs some rounds of a path without a pause, each on both sides in turn, then waits until both have done all the work
 * they caused. Work left by a round is done in the next; that of the last is shared among all.
 */
export async function runBlock(
  context: CompareContext,
  { path, begin }: PreparedPath,
  rounds: number,
): Promise<Pair<Sample>[]> {
  const { sides, signal } = context
  await using cleanup = new AsyncDisposableStack()
  const operations = {
    new: await begin.new(cleanup),
    old: await begin.old(cleanup),
  }
  await delay(PAUSE_MS, undefined, { signal })
  const meters = { new: await startMeter(sides.new), old: await startMeter(sides.old) }
  const samples: Pair<Sample>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const loads = await sendInTurn(context, operations, path.operations, round)
    const usages = { new: await meters.new(), old: await meters.old() }
    samples.push(pairOf((side) => ({ ...usages[side], ...loads[side].summary() })))
  }
  await untilSettled(context)
  const rest = { new: await meters.new(), old: await meters.old() }
  return samples.map((sample) => pairOf((side) => addShare(sample[side], rest[side], rounds)))
}

/**
 * Sends the operations of a round in slices, ABBA: neither side always goes first, or always has the other's work
 * behind it.
 */
async function sendInTurn(
  { signal }: CompareContext,
  operations: Pair<Operation>,
  count: number,
  round: number,
): Promise<Pair<Load>> {
  const loads = pairOf(() => new Load())
  for (let slice = 0; slice < SLICES; slice += 1) {
    const indexes = range(Math.round((slice * count) / SLICES), Math.round(((slice + 1) * count) / SLICES))
    for (const side of (round + slice) % 2 === 0 ? SIDE_NAMES.toReversed() : SIDE_NAMES)
      await loads[side].send(indexes, operations[side], signal)
  }
  return loads
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

/** Measures both sides at the same time while they are idle. */
export async function runIdle({ sides, signal }: CompareContext): Promise<Pair<Usage>> {
  const meters = { new: await startMeter(sides.new), old: await startMeter(sides.old) }
  await delay(IDLE_MS, undefined, { signal })
  return { new: await meters.new(), old: await meters.old() }
}

/** Waits until both sides have nothing left to do. */
async function untilSettled({ settling, idleUs, signal }: CompareContext): Promise<void> {
  await Promise.all(SIDE_NAMES.map((side) => settling[side].wait(idleUs[side], signal)))
}

/** Measures each side's idle usage, so that later waits can tell when nothing is left to do. */
export async function learnIdle(context: CompareContext): Promise<void> {
  await untilSettled(context)
  await delay(IDLE_MS, undefined, { signal: context.signal })
  const idle = await runIdle(context)
  context.idleUs = pairOf((side) => total(rateOf(idle[side])))
}

/** Returns a function that reports a side's usage since its last call. */
async function startMeter(side: Side): Promise<() => Promise<Usage>> {
  let [cpu, atMs] = [await side.cpu(), performance.now()]
  return async () => {
    const [cpuNow, nowMs] = [await side.cpu(), performance.now()]
    const usage = { cpu: usedBetween(cpu, cpuNow), seconds: (nowMs - atMs) / 1000 }
    cpu = cpuNow
    atMs = nowMs
    return usage
  }
}

/** Sends operations of one side in a closed loop and records their latencies. */
class Load {
  readonly #latencies: number[] = []
  #ms = 0

  async send(indexes: readonly number[], operation: Operation, signal: AbortSignal): Promise<void> {
    const startedMs = performance.now()
    await inParallel(indexes, CONCURRENCY, async (index) => {
      signal.throwIfAborted()
      const sentMs = performance.now()
      await operation(index)
      this.#latencies.push(performance.now() - sentMs)
    })
    this.#ms += performance.now() - startedMs
  }

  summary(): Omit<Sample, 'cpu' | 'seconds'> {
    return {
      operations: this.#latencies.length,
      perSecond: (this.#latencies.length * 1000) / this.#ms,
      p50Ms: percentile(this.#latencies, 50),
      p99Ms: percentile(this.#latencies, 99),
    }
  }
}
