/** Something that is started when it is first asked for. */
export interface Lazy<T> extends AsyncDisposable {
  get(): Promise<T>
  /** Undefined until it has started. */
  readonly value: T | undefined
  /** Stops it, where it was ever asked for, also while it starts. Whoever asks again starts it anew. */
  stop(): Promise<void>
}

/** Starts something once, however many ask at a time. What could not start is tried again by whoever asks next. */
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
