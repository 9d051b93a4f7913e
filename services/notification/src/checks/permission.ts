import { type Check, giveUp, type Permission } from './check.ts'
import { withinLimits } from './limits.ts'
import { outsideQuietHours } from './quiet-hours.ts'
import { notOptedOut, toAllowedCountry } from './recipient.ts'
import { withinSharedLimits } from './shared-limits.ts'
import { stillOfUse } from './still-of-use.ts'

const SEND: Permission = { kind: 'send' }

const inTime: Check = async (_ctx, { expires_at }, now) =>
  expires_at && expires_at <= now ? giveUp('too_late', 'It was not sent in time to be of use.') : null

/** In order. The limits come last: they count every message that they let through. */
const CHECKS: readonly Check[] = [
  inTime,
  stillOfUse,
  notOptedOut,
  toAllowedCountry,
  outsideQuietHours,
  withinLimits,
  withinSharedLimits,
]

/** Runs all checks before an attempt: may the message be sent, must it wait, or is it given up? */
export async function permissionFor(...asked: Parameters<Check>): Promise<Permission> {
  for (const check of CHECKS) {
    const found = await check(...asked)
    if (found) return found
  }
  return SEND
}
