import { setTimeout } from 'node:timers/promises'
import { type Brand, operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import type { Ask } from '../ask.ts'

const MAX_BRANDS = 1_000
const KNOWN_MS = 10_000
/** A page waits no longer for it. */
const MAX_WAIT_MS = 1_000

/**
 * The brand of an organisation. One that is older than ten seconds is shown once more while it is read again, and for as
 * long as it cannot be read; undefined if there is none: pages do without.
 */
export type BrandOf = (req: Request, organizationId: string) => Promise<Brand | undefined>

export function createBrands(ask: Ask): BrandOf {
  const brands = new LRUCache<string, Known, Request>({
    max: MAX_BRANDS,
    ttl: KNOWN_MS,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    fetchMethod: (id, _stale, { context: req }) =>
      ask(req, operations.getBrand, { params: { id } }).then((brand) => ({ brand }), noneIfGone),
  })
  return (req, organizationId) =>
    Promise.race([
      brands.fetch(organizationId, { context: req }).then(
        (known) => known?.brand,
        () => undefined,
      ),
      setTimeout(MAX_WAIT_MS, undefined, { ref: false }),
    ])
}

interface Known {
  /** undefined: the organisation was closed. */
  readonly brand: Brand | undefined
}

function noneIfGone(error: unknown): Known {
  if (error instanceof Refused && error.problem.status === 404) return { brand: undefined }
  throw error
}
