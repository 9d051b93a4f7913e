import { type Brand, operations } from '@usher/contracts'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { Ask } from '../ask.ts'

const MAX_BRANDS = 1_000
const KNOWN_MS = 10_000
/** A page waits no longer for it. */
const MAX_WAIT_MS = 1_000

/** The brand of an organisation, at most ten seconds old; undefined if it cannot be read: pages do without. */
export type BrandOf = (req: Request, organizationId: string) => Promise<Brand | undefined>

export function createBrands(ask: Ask): BrandOf {
  const brands = new LRUCache<string, Brand, Request>({
    max: MAX_BRANDS,
    ttl: KNOWN_MS,
    allowStaleOnFetchRejection: true,
    fetchMethod: (id, _stale, { context: req }) => ask(req, operations.getBrand, { params: { id } }),
  })
  return (req, organizationId) =>
    brands
      .fetch(organizationId, { context: req, signal: AbortSignal.timeout(MAX_WAIT_MS) })
      .catch(() => undefined)
}
