import { newId } from '@usher/service-kit'
import { SEND_LIMIT_MS } from '../sending/sender.ts'

/** Milliseconds that a claimed delivery is left alone by the others: a dead replica's pass on after it. */
const CLAIM_MS = 30_000

/** Milliseconds left for writing the result of an attempt. */
const WRITE_MARGIN_MS = 3_000

/** A name for a claim that nobody else uses. */
export const newClaim = (): string => newId('request')

export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS)

/** Whether a claim lasts long enough for an attempt that begins now. */
export const isClaimSafe = (until: Date, now: Date): boolean =>
  until.getTime() - now.getTime() >= SEND_LIMIT_MS + WRITE_MARGIN_MS
