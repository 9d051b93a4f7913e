import type { Log } from '@usher/local'

/** Runs the checks one after another and logs a line for each. */
export function createSteps(log: Log) {
  let [passed, failed] = [0, 0]
  return {
    /** Runs a step. A failure does not stop later steps. */
    async step(name: string, check: () => Promise<unknown>): Promise<void> {
      const startedAt = Date.now()
      const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(0)} s`
      try {
        const found = await check()
        passed += 1
        log(
          `ok      ${name} (${seconds()})${typeof found === 'string' ? `\n        ${found.replaceAll('\n', '\n        ')}` : ''}`,
        )
      } catch (error) {
        failed += 1
        const { message, cause } = error as Error
        log(`FAILED  ${name} (${seconds()}): ${message}${cause ? ` (${(cause as Error).message})` : ''}`)
      }
    },
    table(name: string, lines: readonly string[]): void {
      log(`${name}:\n  ${lines.join('\n  ')}`)
    },
    /** Prints the last line; returns the exit code. */
    summary(): number {
      log(`${passed} passed, ${failed} failed`)
      return failed === 0 ? 0 : 1
    },
  }
}
