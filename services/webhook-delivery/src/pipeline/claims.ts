import { newId } from '@usher/service-kit'
import { SEND_LIMIT_MS } from '../sending/sender.ts'

/** Duration of a claim, in ms. After it another replica may take over from one that died. */
const CLAIM_MS = 30_000

/** Time reserved for writing the result of an attempt, in ms. */
const WRITE_MARGIN_MS = 3_000

/** Creates a unique claim identifier. */
export const newClaim = (): string => newId('request')

export const claimEnd = (now: Date): Date => new Date(now.getTime() + CLAIM_MS)

/** Whether the claim lasts long enough for an attempt started now. */
export const isClaimSafe = (until: Date, now: Date): boolean =>
  until.getTime() - now.getTime() >= SEND_LIMIT_MS + WRITE_MARGIN_MS
