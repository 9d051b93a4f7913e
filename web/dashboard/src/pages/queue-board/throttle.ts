interface Pace {
  /** From asking to running. */
  readonly firstMs: number
  /** From one run to the next, at least. */
  readonly everyMs: number
}

/** Runs something soon after it is asked for, however often that is. */
export class Throttle {
  readonly #run: () => void
  readonly #pace: Pace
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(run: () => void, pace: Pace) {
    this.#run = run
    this.#pace = pace
  }

  ask(): void {
    const { firstMs, everyMs } = this.#pace
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        this.#lastAt = Date.now()
        this.#run()
      },
      Math.max(firstMs, this.#lastAt + everyMs - Date.now()),
    )
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
