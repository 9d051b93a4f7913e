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
