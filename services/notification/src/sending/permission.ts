import { notOptedOut, toAllowedCountry, withinLimits } from '../limits/checks.ts'
import { withinSharedLimits } from '../limits/shared-limits.ts'
import { type Check, giveUp, type Permission } from './check.ts'
import { outsideQuietHours } from './outside-quiet-hours.ts'
import { stillOfUse } from './still-of-use.ts'

const SEND: Permission = { kind: 'send' }

const inTime: Check = async (_ctx, { expires_at }, now) =>
  expires_at && expires_at <= now ? giveUp('too_late', 'It was not sent in time to be of use.') : null

/** In the order in which they are asked; the limits, which count what they let through, at the end. */
const CHECKS: readonly Check[] = [
  inTime,
  stillOfUse,
  notOptedOut,
  toAllowedCountry,
  outsideQuietHours,
  withinLimits,
  withinSharedLimits,
]

/** Asks, before each attempt, everything that can stop a message or hold it back. */
export async function permissionFor(...asked: Parameters<Check>): Promise<Permission> {
  for (const check of CHECKS) {
    const found = await check(...asked)
    if (found) return found
  }
  return SEND
}
