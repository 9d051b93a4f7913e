import { ProblemError } from '@usher/service-kit'
import { overloaded } from './overloaded.ts'

/** Memory for request bodies, in bytes. */
export interface BodyAllowance {
  readonly max: number
  /** Per organisation, or per address without a credential: none uses up what others need. */
  readonly maxPerHolder: number
}

/** For callers with a credential: 671 of the largest bodies, 83 of them from one organisation. */
const KNOWN: BodyAllowance = { max: 64 * 1024 * 1024, maxPerHolder: 8 * 1024 * 1024 }
/** For everybody else: 1,024 of the largest bodies, 128 of them from one address. */
const OPEN: BodyAllowance = { max: 16 * 1024 * 1024, maxPerHolder: 2 * 1024 * 1024 }

/** Memory overhead per chunk, in bytes: a body sent byte by byte needs a hundred times its length. */
const CHUNK_BYTES = 128

/** Memory for bodies: requests without a credential cannot take what those with one need. */
export interface Bodies {
  readonly known: BodyBudget
  readonly open: BodyBudget
}

export const createBodies = (): Bodies => ({ known: new BodyBudget(KNOWN), open: new BodyBudget(OPEN) })

/** Bounds the memory for request bodies, from their first byte until the answer is over. */
export class BodyBudget {
  readonly #allowance: BodyAllowance
  readonly #held = new Map<string, number>()
  #used = 0

  constructor(allowance: BodyAllowance) {
    this.#allowance = allowance
  }

  /**
   * Opens an account for one body.
   *
   * @param holder who is charged: an organisation or an address
   */
  open(holder: string): BodyAccount {
    let taken = 0
    let isClosed = false
    return {
      take: (bytes) => {
        const charge = bytes + CHUNK_BYTES
        if (isClosed || this.#used + charge > this.#allowance.max) throw overloaded()
        const held = (this.#held.get(holder) ?? 0) + charge
        if (held > this.#allowance.maxPerHolder) throw tooManyBodies()
        this.#held.set(holder, held)
        this.#used += charge
        taken += charge
      },
      close: () => {
        if (isClosed) return
        isClosed = true
        this.#giveBack(holder, taken)
      },
    }
  }

  #giveBack(holder: string, bytes: number): void {
    if (bytes === 0) return
    this.#used -= bytes
    const left = (this.#held.get(holder) ?? 0) - bytes
    if (left > 0) this.#held.set(holder, left)
    else this.#held.delete(holder)
  }
}

export interface BodyAccount {
  /**
   * Takes memory for a chunk of the body.
   *
   * @throws ProblemError `rate_limited` if the holder has used its share, `overloaded` if nothing is left
   */
  take(bytes: number): void
  /** Releases everything; may be called again. */
  close(): void
}

const tooManyBodies = () =>
  new ProblemError('rate_limited', 'Too many of your requests are being received at once.', {
    retryAfterSeconds: 1,
  })
