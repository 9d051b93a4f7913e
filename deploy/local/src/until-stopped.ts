const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves with the first signal that asks this process to exit, or when its parent process is gone. Ignores later
 * signals: Ctrl-C arrives from the terminal and again from the parent, and must not cut the graceful shutdown short.
 */
export function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of signals) process.on(signal, () => resolve(signal))
    if (process.send === undefined) return
    process.on('disconnect', () => resolve('disconnect'))
    // Waiting for the parent's end must not keep this process alive.
    process.channel?.unref()
  })
}
