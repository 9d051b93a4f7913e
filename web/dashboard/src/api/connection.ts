import { useSyncExternalStore } from 'react'

type Listener = () => void

let isLost = false
const listeners = new Set<Listener>()
const wakers = new Set<Listener>()

function set(value: boolean): void {
  if (isLost === value) return
  isLost = value
  for (const listener of listeners) listener()
}

/** The server has answered. */
export const reportReached = (): void => set(false)

/** The server did not respond. */
export const reportLost = (): void => set(true)

/** Whether the last request got no response. */
export const useIsConnectionLost = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isLost,
  )

/** Waits until the server answers a request. */
export function untilReached(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isLost) return
      listeners.delete(check)
      resolve()
    }
    listeners.add(check)
    check()
  })
}

const wakeAll = () => {
  for (const wake of [...wakers]) wake()
}
window.addEventListener('online', wakeAll)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wakeAll())

/** Waits, but ends early when the network is back or the page becomes visible. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      wakers.delete(end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    wakers.add(end)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
  })
}
