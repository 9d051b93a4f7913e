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
export type Check = (
  ctx: NotificationContext,
  record: NotificationRecord,
  now: Date,
) => Promise<Permission | null>

export const giveUp = (code: string, message: string): Permission => ({
  kind: 'give-up',
  error: ownError(code, message),
})
