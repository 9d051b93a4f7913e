import { setTimeout as delay } from 'node:timers/promises'
import { inParallel } from '@usher/test-kit'
import { CONCURRENCY } from '../client.ts'
import type { BeginBlock, HotPath, Operation } from '../hot-paths.ts'
import type { Log } from '../local.ts'
import { until } from '../until.ts'
import type { Usher } from '../usher.ts'
import { type CpuTimes, medianCpu, total, usedBetween } from './cpu.ts'

/** Uncounted rounds of each path, in which the processes compile their hot code. */
const WARM_UPS = 3
/** Consecutive rounds of a path, before the other paths take their turn. */
export const BLOCK = 3
/** Short turns, so that other load on the machine affects all sides of a round alike. */
const SLICES = 8
const IDLE_MS = 3_000
const PAUSE_MS = 100

/** Longer than any process batches work before it passes it on: the gateway publishes its request records every 2 s. */
const TAIL_MS = 2_200
/** The rate is measured over this last part of the wait. */
const LOOK_MS = 400
const MAX_MS = 120_000
/** How far above its usage with nothing to do a side may be and still count as idle. */
const IDLE_FACTOR = 2
const IDLE_ALLOWANCE_US = 100_000

/** What a side's processes used in a span of time. */
export interface Usage {
  readonly cpu: CpuTimes
  readonly seconds: number
}

export interface PreparedPath {
  readonly path: HotPath
  /** One for each side; empty if it is missing on one. */
  readonly begin: readonly BeginBlock[]
  /** Why a side but the first does not have it. */
  readonly missing?: string
  readonly samples: (readonly Usage[])[]
}

export class Measurement {
  readonly #sides: readonly Usher[]
  readonly #log: Log
  readonly #signal: AbortSignal
  /** The usage of each side with nothing to do, once per round. */
  readonly #idle: (readonly Usage[])[]

  constructor(
    sides: readonly Usher[],
    { log, signal }: { readonly log: Log; readonly signal: AbortSignal },
    idle: readonly (readonly Usage[])[] = [],
  ) {
    this.#sides = sides
    this.#log = log
    this.#signal = signal
    this.#idle = [...idle]
  }

  async prepare(paths: readonly HotPath[], cleanup: AsyncDisposableStack): Promise<PreparedPath[]> {
    const prepared: PreparedPath[] = []
    for (const path of paths) {
      this.#log(`Preparing ${path.name}`)
      const begin: BeginBlock[] = []
      try {
        for (const { client } of this.#sides) begin.push(await path.prepare(client, cleanup))
        await this.runBlock({ path, begin }, WARM_UPS)
        prepared.push({ path, begin, samples: [] })
      } catch (error) {
        this.#signal.throwIfAborted()
        if (begin.length === 0 || begin.length === this.#sides.length) throw error
        prepared.push({ path, begin: [], samples: [], missing: (error as Error).message })
      }
    }
    return prepared
  }

  /** Measures paths in turn, a block of rounds at a time, so that other load on the machine affects all of them. */
  async measureRounds(paths: readonly PreparedPath[], rounds: number): Promise<void> {
    for (let done = 0; done < rounds; done += BLOCK) {
      const count = Math.min(BLOCK, rounds - done)
      for (let round = 0; round < count; round += 1) await this.measureIdle()
      for (const path of paths)
        if (path.begin.length > 0) path.samples.push(...(await this.runBlock(path, count)))
      this.#log(`${this.#idle.length} rounds`)
    }
  }

  /**
   * Runs some rounds of a path without a pause, each on all sides in turn, then waits until all have done the work they
   * caused. Work left by a round is done in the next; that of the last is shared among all.
   */
  async runBlock({ path, begin }: Pick<PreparedPath, 'path' | 'begin'>, rounds: number): Promise<Usage[][]> {
    await using cleanup = new AsyncDisposableStack()
    const operations: Operation[] = []
    for (const one of begin) operations.push(await one(cleanup))
    await this.#pause(PAUSE_MS)
    const readUsage = await startMeters(this.#sides)
    const samples: Usage[][] = []
    for (let round = 0; round < rounds; round += 1) {
      await this.#sendInTurn(operations, path.operations, round)
      samples.push(await readUsage())
    }
    await this.untilSettled()
    const rest = await readUsage()
    return samples.map((usages) => usages.map((usage, side) => withShare(usage, rest[side], rounds)))
  }

  /** Sends the operations of a round in slices, ABBA: no side always goes first, or always has the other's work behind it. */
  async #sendInTurn(operations: readonly Operation[], count: number, round: number): Promise<void> {
    for (let slice = 0; slice < SLICES; slice += 1) {
      const from = Math.round((slice * count) / SLICES)
      const to = Math.round(((slice + 1) * count) / SLICES)
      const indexes = Array.from({ length: to - from }, (_, i) => from + i)
      for (const operation of (round + slice) % 2 === 0 ? operations.toReversed() : operations)
        await inParallel(indexes, CONCURRENCY, (index) => {
          this.#signal.throwIfAborted()
          return operation(index)
        })
    }
  }

  /** Measures all sides at the same time while they are idle. */
  async measureIdle(): Promise<void> {
    const readUsage = await startMeters(this.#sides)
    await this.#pause(IDLE_MS)
    this.#idle.push(await readUsage())
  }

  /**
   * Waits until all sides have done the work their requests caused. Relies on what holds for every commit: then the
   * outboxes are empty, and the processes use little more than they do with nothing to do. That is measured rather than
   * fixed: on a busy machine the same idle work takes several times as long.
   *
   * @throws Error when a side does not come to rest: the rest of its work would count for what is measured next
   */
  async untilSettled(): Promise<void> {
    const idleUs = this.#idle.length === 0 ? [] : this.idleRates().map(total)
    await this.#pause(TAIL_MS - LOOK_MS)
    const wait = async (side: Usher, i: number) => {
      const maxUs = IDLE_FACTOR * (idleUs[i] ?? Number.POSITIVE_INFINITY) + IDLE_ALLOWANCE_US
      const isSettled = async () => (await this.#usedPerSecond(side)) <= maxUs && (await isPublished(side))
      const what = `${side.name} has come to rest`
      await until(isSettled, { what, timeoutMs: MAX_MS, signal: this.#signal })
    }
    await Promise.all(this.#sides.map(wait))
  }

  async #usedPerSecond(side: Usher): Promise<number> {
    const readUsage = await startMeters([side])
    await this.#pause(LOOK_MS)
    const [usage] = await readUsage()
    return usage ? total(usage.cpu) / usage.seconds : 0
  }

  #pause(ms: number): Promise<void> {
    return delay(ms, undefined, { signal: this.#signal })
  }

  /** CPU µs of a second with nothing to do, round by round, of each side. */
  idleCosts(): CpuTimes[][] {
    return this.#idle.map((round) =>
      round.map(({ cpu, seconds }) => mapTimes(cpu, (_, time) => time / seconds)),
    )
  }

  /** The same, the median of the rounds. */
  idleRates(): CpuTimes[] {
    const costs = this.idleCosts()
    return this.#sides.map((_, side) => medianCpu(costs.map((round) => round[side] ?? {})))
  }

  /** CPU µs of an operation beyond what the processes use when idle, round by round, of each side. */
  costsOf({ path, samples }: Pick<PreparedPath, 'path' | 'samples'>): CpuTimes[][] {
    const idle = this.idleRates()
    return samples.map((round) =>
      round.map(({ cpu, seconds }, side) => {
        const used = mapTimes(cpu, (name, time) => time - (idle[side]?.[name] ?? 0) * seconds)
        const counted = Object.entries(used).filter(([name]) => path.processes?.includes(name) ?? true)
        return mapTimes(Object.fromEntries(counted), (_, time) => time / path.operations)
      }),
    )
  }
}

function withShare({ cpu, seconds }: Usage, rest: Usage | undefined, rounds: number): Usage {
  const all = { ...rest?.cpu, ...cpu }
  const times = mapTimes(all, (name) => (cpu[name] ?? 0) + (rest?.cpu[name] ?? 0) / rounds)
  return { cpu: times, seconds: seconds + (rest?.seconds ?? 0) / rounds }
}

/** Returns a function that reports the usage of each side since its last call. */
async function startMeters(sides: readonly Usher[]): Promise<() => Promise<Usage[]>> {
  const read = async (side: Usher) => ({ cpu: await side.cpu(), atMs: performance.now() })
  let before = await Promise.all(sides.map(read))
  return async () => {
    const after = await Promise.all(sides.map(read))
    const usages = after.map(({ cpu, atMs }, i) => ({
      cpu: usedBetween(before[i]?.cpu ?? {}, cpu),
      seconds: (atMs - (before[i]?.atMs ?? atMs)) / 1000,
    }))
    before = after
    return usages
  }
}

async function isPublished({ mongo }: Usher): Promise<boolean> {
  const { databases } = await mongo.listDatabases()
  const outboxes = databases
    .filter(({ name }) => name.startsWith('usher_'))
    .map(({ name }) => mongo.useDb(name, { useCache: true }).collection('outbox'))
  const first = await Promise.all(outboxes.map((outbox) => outbox.findOne()))
  return first.every((event) => event === null)
}

const mapTimes = (cpu: CpuTimes, change: (name: string, time: number) => number): CpuTimes =>
  Object.fromEntries(Object.entries(cpu).map(([name, time]) => [name, change(name, time)]))
