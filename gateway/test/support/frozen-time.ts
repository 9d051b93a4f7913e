import { onTestFinished, vi } from 'vitest'

/**
 * Has the windows of limits neither pass nor shrink, however slow the machine is, until the test is over. Only the
 * clock of dates, which the windows go by: sockets need the timers.
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
