import { type Clock, systemClock } from '@usher/service-kit'
import { LRUCache } from 'lru-cache'
import type { KnownCaller } from './known-caller.ts'

/** How long a caller is cached unless an event reports a change, in ms. */
export const KNOWN_MS = 30_000
/** How long an unknown key is refused without asking again, in ms. */
const UNKNOWN_MS = 5_000
const MAX_CALLERS = 10_000
/** Kept apart from callers, so that guessed keys cannot evict them. */
const MAX_UNKNOWN = 10_000

/** Looks up the caller of a credential, given its SHA-256 (hex) and itself; undefined if it is not valid. */
export type LookUp = (sha256: string, credential: string) => Promise<KnownCaller | undefined>

export interface CallerCache {
  /** The caller, if cached. */
  get(sha256: string): KnownCaller | undefined
  /** The caller, looked up if not cached; concurrent requests with the same key share one look-up. */
  find(sha256: string, credential: string): Promise<KnownCaller | undefined>
  /** Evicts the callers revoked or changed by an event, by its subject. */
  forget(id: string): void
  /** Evicts everybody, as a revocation may have been missed. */
  clear(): void
}

/** Caches callers for a short time, by the SHA-256 of their key. */
export function createCallerCache(lookUp: LookUp, clock: Clock = systemClock): CallerCache {
  const { known, unknown, keep } = createMemory(clock)
  let underWay = new Map<string, Promise<KnownCaller | undefined>>()

  const load = async (sha256: string, credential: string) => {
    const generation = underWay
    try {
      const caller = await lookUp(sha256, credential)
      // If it changed, something was revoked meanwhile, perhaps this key just after accounts read it.
      if (generation === underWay) keep(sha256, caller)
      return caller
    } finally {
      generation.delete(sha256)
    }
  }
  const startAnew = () => {
    underWay = new Map()
  }

  return {
    get: (sha256) => known.get(sha256),
    async find(sha256, credential) {
      if (unknown.has(sha256)) return undefined
      const started = underWay.get(sha256) ?? load(sha256, credential)
      underWay.set(sha256, started)
      return await started
    },
    forget(id) {
      startAnew()
      for (const [sha256, { revokedWith }] of known.entries()) {
        if (revokedWith.includes(id)) known.delete(sha256)
      }
    },
    clear() {
      startAnew()
      known.clear()
    },
  }
}

function createMemory(clock: Clock) {
  const nowMs = () => clock.now().getTime()
  const time = { perf: { now: nowMs }, ttlResolution: 0 }
  const known = new LRUCache<string, KnownCaller>({ max: MAX_CALLERS, ttl: KNOWN_MS, ...time })
  const unknown = new LRUCache<string, true>({ max: MAX_UNKNOWN, ttl: UNKNOWN_MS, ...time })
  const keep = (sha256: string, caller: KnownCaller | undefined) => {
    if (!caller) unknown.set(sha256, true)
    // At least 1: 0 would mean for ever.
    else known.set(sha256, caller, { ttl: Math.max(1, caller.knownUntilMs - nowMs()) })
  }
  return { known, unknown, keep }
}
