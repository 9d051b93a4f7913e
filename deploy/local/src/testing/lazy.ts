/** Starts something on first use. */
export interface Lazy<T> extends AsyncDisposable {
  get(): Promise<T>
  /** Undefined until it has started. */
  readonly value: T | undefined
  /** Stops it if it was ever requested, also while it is starting. The next request starts it again. */
  stop(): Promise<void>
}

/**
 * Starts something once, however many callers ask at the same time. After a failed start the next request tries again.
 */
export function lazy<T extends AsyncDisposable>(start: () => Promise<T>): Lazy<T> {
  let starting: Promise<T> | undefined
  let value: T | undefined
  const begin = () => {
    starting = start()
    starting.then(
      (started) => {
        value = started
      },
      () => {
        starting = undefined
      },
    )
    return starting
  }
  const stop = async () => {
    const [result] = await Promise.allSettled([starting])
    starting = undefined
    value = undefined
    if (result.status === 'fulfilled') await result.value?.[Symbol.asyncDispose]()
  }
  return {
    get: () => starting ?? begin(),
    get value() {
      return value
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
