import { setDate } from '@usher/test-kit'

/**
 * Freezes the windows of rate limits until the test ends, however slow the machine is. Only dates are faked: sockets
 * need real timers.
 */
export function freezeTime(): void {
  setDate(Date.now())
  onTestFinished(() => {
    jest.useRealTimers()
  })
}

/** Moves the frozen time. */
export const advance = (seconds: number): void => {
  jest.setSystemTime(Date.now() + seconds * 1000)
}
