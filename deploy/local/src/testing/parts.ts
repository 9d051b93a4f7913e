import { processorSeconds } from './processor-time.ts'

/** The time one part of a run took. */
export interface Part {
  readonly name: string
  /** Undefined for what runs beside other parts. */
  readonly wallSeconds?: number
  readonly processorSeconds: number
}

/** Runs one part and records its time and the CPU time of the child processes that it started and that have exited. */
export async function timed<T>(name: string, parts: Part[], run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const before = processorSeconds('self')
  const result = await run()
  parts.push({
    name,
    wallSeconds: (performance.now() - startedAt) / 1000,
    processorSeconds: processorSeconds('self') - before,
  })
  return result
}

/** The table that ends a run. */
export function partsTable(parts: readonly Part[]): string {
  const total = parts.reduce((sum, part) => sum + part.processorSeconds, 0)
  const wall = parts.reduce((sum, { wallSeconds = 0 }) => sum + wallSeconds, 0)
  const row = ({ name, wallSeconds, processorSeconds: cpu }: Part) =>
    `${name.padEnd(16)}${(wallSeconds?.toFixed(0) ?? '').padStart(8)}${cpu.toFixed(0).padStart(12)}`
  return [
    `${'part'.padEnd(16)}${'seconds'.padStart(8)}${'processor'.padStart(12)}`,
    ...parts.map(row),
    row({ name: 'all', wallSeconds: wall, processorSeconds: total }),
  ].join('\n')
}
