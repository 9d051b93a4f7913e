/** Stops what was started, last first, each step awaited and none skipped because another failed. */
export class Shutdown implements AsyncDisposable {
  readonly #steps: (() => Promise<unknown>)[] = []

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const faults: unknown[] = []
    for (const step of this.#steps.splice(0).reverse()) await step().catch((error) => faults.push(error))
    if (faults.length > 0) throw new AggregateError(faults, 'stopping was not clean')
  }
}
