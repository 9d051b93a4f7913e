/**
 * Solves linear equations by Gauss-Jordan elimination, in place.
 *
 * @param rows coefficients of a symmetric, positive definite matrix, each row with its right side: no pivoting needed
 */
export function solve(rows: number[][]): number[] {
  for (const [at, pivot] of rows.entries()) {
    const scale = pivot[at] as number
    for (const [column, value] of pivot.entries()) pivot[column] = value / scale
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[at] as number
      for (const [column, value] of pivot.entries()) row[column] = (row[column] as number) - factor * value
    }
  }
  return rows.map((row) => row.at(-1) as number)
}

/** Rounds of reweighting; the weights settle well before. */
const ROUNDS = 25

/** Smaller residuals count as this, as their weight would have no limit. */
const MIN_RESIDUAL = 0.05

/**
 * Weights whose weighted sums of a row's features are the medians of the targets: least absolute deviations (quantile
 * regression for the median; Koenker and Bassett, 1978), by iteratively reweighted least squares (Schlossmacher,
 * 1973), drawn towards zero by a ridge (Hoerl and Kennard, 1970).
 *
 * @param rows as many features each; they and the targets should be of the order of 1
 * @param ridge weight, in observations, of the assumption that a weight is zero
 */
export function medianRegression(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  ridge: number,
): number[] {
  const size = rows[0]?.length ?? 0
  let weights = Array<number>(size).fill(0)
  for (let round = 0; round < ROUNDS; round += 1) {
    weights = solve(normalEquations(rows, targets, weights, ridge))
  }
  return weights
}

/** Normal equations of least squares, each residual weighted by the inverse of its size. */
function normalEquations(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  weights: readonly number[],
  ridge: number,
): number[][] {
  const size = weights.length
  const sums = weights.map((_, at) => [...weights.map((_, column) => (at === column ? ridge : 0)), 0])
  for (const [i, row] of rows.entries()) {
    const target = targets[i] ?? 0
    const weight = 1 / Math.max(MIN_RESIDUAL, Math.abs(target - weightedSum(row, weights)))
    for (const [at, sum] of sums.entries()) {
      const factor = weight * (row[at] as number)
      for (let column = 0; column < size; column += 1) {
        sum[column] = (sum[column] as number) + factor * (row[column] as number)
      }
      sum[size] = (sum[size] as number) + factor * target
    }
  }
  return sums
}

export const weightedSum = (row: readonly number[], weights: readonly number[]): number => {
  let sum = 0
  for (let at = 0; at < weights.length; at += 1) sum += (row[at] as number) * (weights[at] as number)
  return sum
}
