import type { NotificationError } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import type { Settings } from '../limits/settings.ts'
import { ownError } from '../notifications/lifecycle.ts'
import type { Hold, NotificationRecord } from '../notifications/notification.ts'
import type { Provider } from '../providers/provider.ts'

/** Whether a message may be sent now. */
export type Permission =
  | { readonly kind: 'send' }
  | { readonly kind: 'wait'; readonly held: Hold }
  | { readonly kind: 'give-up'; readonly error: NotificationError }

/** The provider that a message goes to, and the settings of its organisation. */
export interface Terms {
  readonly provider: Pick<Provider, 'isShared'>
  readonly settings: Settings
}

/** Gives a reason not to send a message now; null if it finds none. */
export type Check = (
  ctx: NotificationContext,
  record: NotificationRecord,
  now: Date,
  terms: Terms,
) => Promise<Permission | null>

export const giveUp = (code: string, message: string): Permission => ({
  kind: 'give-up',
  error: ownError(code, message),
})
