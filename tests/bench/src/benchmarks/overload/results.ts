import { atLeast, atMost, below, type Figure, type Row } from '../../bench.ts'
import { median } from '../../measure/statistics.ts'
import { type Answered, type PhaseResult, SLICE_MS } from './phases.ts'

/** One pass through all loads. */
export interface Round {
  /** Requests per second that can be served: closed loops before and after the other loads. */
  readonly capacity: number
  readonly normal: PhaseResult
  readonly overload: PhaseResult
  /** Same load as `normal`, straight after the overload. */
  readonly after: PhaseResult
}

/** Resident memory in MB by process name. */
export type Memory = Readonly<Record<string, number>>

interface Memories {
  readonly before: Memory
  readonly peak: Memory
  readonly after: Memory
}

/** The Helm chart's limit. */
const CONTAINER_MEGABYTES = 512
/** This many good slices in a row are no coincidence. */
const WELL_SLICES = 3

/** Milliseconds after the overload until nothing is refused and responses are as fast as before. */
function recoveryMs({ normal, after }: Pick<Round, 'normal' | 'after'>): number {
  const isWell = (slice: Answered | undefined) =>
    slice !== undefined && refusedOf(slice) + slice.failed === 0 && slice.p50Ms <= normal.all.p99Ms
  const from = after.slices.findIndex((_, i) =>
    Array.from({ length: WELL_SLICES }, (_, more) => after.slices[i + more]).every(isWell),
  )
  return from < 0 ? Number.POSITIVE_INFINITY : from * SLICE_MS
}

export const refusedOf = ({ refused }: Answered): number =>
  Object.values(refused).reduce((sum, count) => sum + count, 0)

const perSecond = (count: number, { slices }: PhaseResult): number =>
  (count / slices.length / SLICE_MS) * 1000

export function figuresOf(rounds: readonly Round[], { before, peak, after }: Memories): Figure[] {
  const over = (of: (round: Round) => number) => median(rounds.map(of))
  const memory = Object.entries(peak).map(([name, megabytes]) => {
    const text = [before, peak, after].map((memory) => Math.round(memory[name] ?? Number.NaN)).join(', ')
    const what = `memory of ${name} (before, at most, after: ${text} MB) : limit of its container`
    return atMost(what, megabytes / CONTAINER_MEGABYTES, 1)
  })
  return [
    atLeast(
      'accepted/s under overload : capacity',
      over(({ overload, capacity }) => perSecond(overload.all.accepted, overload) / capacity),
      0.8,
    ),
    atMost(
      'p99 of accepted, overload : normal',
      over(({ overload, normal }) => overload.all.p99Ms / normal.all.p99Ms),
      5,
    ),
    below('from the end of the overload until all is as before', over(recoveryMs), 10_000),
    ...memory,
  ]
}

/** One row for each load of a round. */
export function rowsOf(round: Round, number: number): Row[] {
  const row = (load: string, result: PhaseResult, recoverySeconds: number | '' = ''): Row => {
    const { accepted, failed, p50Ms, p99Ms } = result.all
    const offered = accepted + failed + refusedOf(result.all)
    return {
      load,
      round: number,
      'offered/s': perSecond(offered, result),
      'accepted/s': perSecond(accepted, result),
      'refused %': (100 * refusedOf(result.all)) / offered,
      'p50 ms': p50Ms,
      'p99 ms': p99Ms,
      'as before after s': recoverySeconds,
      answers: Object.entries(result.all.refused)
        .map(([kind, count]) => `${count} × ${kind}`)
        .join(', '),
    }
  }
  return [
    row('0.5×', round.normal),
    row('3×', round.overload),
    row('0.5× after', round.after, recoveryMs(round) / 1000),
  ]
}
