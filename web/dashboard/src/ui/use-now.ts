import { useSyncExternalStore } from 'react'

const EVERY_MS = 15_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = new Date()

function tick(): void {
  now = new Date()
  for (const listener of listeners) listener()
}

/** One shared timer for all relative times. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = new Date()
    timer = setInterval(tick, EVERY_MS)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** The current time, updated every 15 seconds. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
