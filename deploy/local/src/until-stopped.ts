const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves with the first signal that asks this process to end, or when the process that started it
 * is gone. Later signals are swallowed: Ctrl-C comes from the terminal and again from the starter,
 * and the orderly end that the first has begun must not be cut short.
 */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal))
    if (process.send === undefined) return
    process.on('disconnect', () => resolve('disconnect'))
    // Waiting for the starter's end must not keep this process alive.
    process.channel?.unref()
  })
}
