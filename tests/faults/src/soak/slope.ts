/** A straight line through points, by least squares. */
export interface Fit {
  /** Change of y per unit of x. */
  readonly slope: number
  /** Standard error of the slope; infinite with fewer than three points. */
  readonly error: number
}

/** Fits y over x. */
export function fit(points: readonly { readonly x: number; readonly y: number }[]): Fit {
  const count = points.length
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / count
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / count
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
  const rest = points.reduce((sum, { x, y }) => sum + (y - meanY - slope * (x - meanX)) ** 2, 0)
  return { slope, error: count < 3 ? Number.POSITIVE_INFINITY : Math.sqrt(rest / (count - 2) / spread) }
}

/** Whether something grows by more than a bound, by at least two standard errors. */
export const grows = ({ slope, error }: Fit, bound: number): boolean => slope - 2 * error > bound

/** The samples after warm-up: the last two thirds. */
export const settled = <T>(samples: readonly T[]): readonly T[] =>
  samples.slice(Math.ceil(samples.length / 3))
