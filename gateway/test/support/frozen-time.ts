import { onTestFinished, vi } from 'vitest'

/**
 * Freezes the windows of rate limits until the test ends, however slow the machine is. Only dates are faked: sockets
 * need real timers.
 */
export function freezeTime(): void {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

/** Moves the frozen time. */
export const advance = (seconds: number): void => {
  vi.setSystemTime(Date.now() + seconds * 1000)
}
