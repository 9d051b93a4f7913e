import { setTimeout } from 'node:timers/promises'
import { operations } from '@usher/contracts'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { Ask } from '../ask.ts'

/** It changes with the settings of the installation alone. */
const KNOWN_MS = 60_000
/** A page waits no longer for it. */
const MAX_WAIT_MS = 1_000

/** The key with which browsers subscribe to messages; undefined: none is sent by push, or it cannot be read now. */
export type PushKeyOf = (req: Request) => Promise<string | undefined>

export function createPushKey(ask: Ask): PushKeyOf {
  const keys = new LRUCache<'', { readonly public_key: string | null }, Request>({
    max: 1,
    ttl: KNOWN_MS,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: (_, _stale, { context: req }) => ask(req, operations.getPushKey, { params: {} }),
  })
  return (req) =>
    Promise.race([
      keys.fetch('', { context: req }).then(
        (known) => known?.public_key ?? undefined,
        () => undefined,
      ),
      setTimeout(MAX_WAIT_MS, undefined, { ref: false }),
    ])
}
