import type { NotificationError } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import { ownError } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'

/** Whether a message may be given to a provider now. */
export type Permission =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'give-up'; readonly error: NotificationError }

/** A reason not to send a message now, if there is one. */
type Check = (ctx: NotificationContext, record: NotificationRecord, now: Date) => Promise<Permission | null>

export const SEND: Permission = { kind: 'send' }

export const giveUp = (code: string, message: string): Permission => ({
  kind: 'give-up',
  error: ownError(code, message),
})

const inTime: Check = async (_ctx, { expires_at }, now) =>
  expires_at && expires_at <= now ? giveUp('too_late', 'It was not sent in time to be of use.') : null

/** In the order in which they are asked. */
const CHECKS: readonly Check[] = [inTime]

/** Asks, before each attempt, everything that can stop a message or hold it back. */
export async function permissionFor(...asked: Parameters<Check>): Promise<Permission> {
  for (const check of CHECKS) {
    const found = await check(...asked)
    if (found) return found
  }
  return SEND
}
