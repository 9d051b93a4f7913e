import type { Pair, Sample, Usage } from './costs.ts'
import type { HotPath } from './paths/hot-path.ts'

/** All measurements of a path. */
export interface PathRounds {
  readonly path: HotPath
  /** One for each round, in order. */
  readonly samples: Pair<Sample>[]
  /** Why the older commit cannot be compared. */
  readonly missing?: string
}

/** All measurements. */
export interface Measurements {
  readonly paths: readonly PathRounds[]
  /** Both sides when idle, once per round. */
  readonly idle: Pair<Usage>[]
}
