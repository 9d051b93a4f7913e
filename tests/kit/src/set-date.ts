/**
 * Sets the date of this process until `jest.useRealTimers()`. The date stands still, timers go on: sockets need them.
 */
export function setDate(now: number): void {
  jest.useFakeTimers({ now, doNotFake: [...TIMERS] })
}

const TIMERS = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'nextTick',
  'queueMicrotask',
  'hrtime',
  'performance',
] as const
