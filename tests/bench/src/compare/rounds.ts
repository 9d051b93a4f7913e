import { type HotPath, IDLE } from './paths.ts'
import { type Measurements, type PathRounds, resultsOf } from './results.ts'
import { type CompareContext, learnIdle, type PreparedPath, runBlock, runIdle } from './run-block.ts'
import { isUndecided } from './verdict.ts'

/** Uncounted rounds of each path, in which the processes compile their hot code. */
const WARM_UPS = 3
/** Consecutive rounds of a path, before the other paths take their turn. */
const BLOCK = 3

interface MeasureOptions {
  readonly paths: readonly HotPath[]
  /** Whether to go on until the verdict on idle usage is settled, too. */
  readonly withIdle: boolean
  readonly rounds: number
}

/**
 * Measures all paths in turn, a block of rounds at a time, so that other load on the machine affects all of them; then
 * runs up to as many rounds again of those whose verdict is still open.
 */
export async function measureRounds(
  context: CompareContext,
  { paths, withIdle, rounds }: MeasureOptions,
  cleanup: AsyncDisposableStack,
): Promise<Measurements> {
  const prepared: Prepared[] = []
  for (const path of paths) prepared.push(await prepare(context, path, cleanup))
  await warmUp(context, prepared)
  const chosen = [...paths.map(({ name }) => name), ...(withIdle ? [IDLE] : [])]
  const measured = { paths: prepared, idle: [] }
  for (let done = 0; done < 2 * rounds; done += BLOCK) {
    const open = done < rounds ? chosen : undecided(measured).filter((name) => chosen.includes(name))
    if (open.length === 0 && done >= rounds) break
    const wanted = prepared.filter(({ path }) => open.includes(path.name))
    const count = Math.min(BLOCK, (done < rounds ? rounds : 2 * rounds) - done)
    await measureBlock(context, measured, wanted, count)
  }
  return measured
}

type Prepared = PathRounds & { readonly ready?: PreparedPath }

async function measureBlock(
  context: CompareContext,
  measured: Measurements,
  wanted: readonly Prepared[],
  rounds: number,
): Promise<void> {
  for (const { ready, samples } of wanted)
    if (ready) samples.push(...(await runBlock(context, ready, rounds)))
  for (let round = 0; round < rounds; round += 1) measured.idle.push(await runIdle(context))
  logProgress(context, measured)
}

async function prepare(
  context: CompareContext,
  path: HotPath,
  cleanup: AsyncDisposableStack,
): Promise<Prepared> {
  context.log(`Preparing ${path.name}`)
  const { clients } = context
  const begin = { new: await path.prepare(clients.new, cleanup) }
  try {
    const ready: PreparedPath = { path, begin: { ...begin, old: await path.prepare(clients.old, cleanup) } }
    return { path, samples: [], ready }
  } catch (error) {
    return { path, samples: [], missing: (error as Error).message }
  }
}

async function warmUp(context: CompareContext, paths: readonly Prepared[]): Promise<void> {
  for (const { ready, path } of paths) {
    context.log(`Warming up ${path.name}`)
    if (ready) await runBlock(context, ready, WARM_UPS)
  }
  await learnIdle(context)
}

/** Names of the paths whose verdict more rounds might change. */
const undecided = (measured: Measurements): string[] =>
  resultsOf(measured).flatMap(({ name, comparison }) => (comparison && isUndecided(comparison) ? [name] : []))

function logProgress({ log }: CompareContext, measured: Measurements): void {
  const ratios = resultsOf(measured).flatMap(({ name, comparison }) =>
    comparison ? [`${name} ${comparison.ratio.toFixed(2)}×`] : [],
  )
  log(`${measured.idle.length} rounds, medians so far: ${ratios.join(', ')}`)
}
