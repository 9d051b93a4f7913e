import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What events that no request caused say. */
export const EVENTS: Readonly<Record<string, MessageDescriptor>> = {
  'notification.sent': msg`{who} gave <link>a message</link> to the provider`,
  'notification.delivered': msg`{who} got a delivery receipt for <link>a message</link>`,
  'notification.failed': msg`{who} failed to send <link>a message</link>`,
  'guest.no_show': msg`{who} marked a guest as a no-show`,
  'guest.removed': msg`{who} removed a guest`,
  'guest.updated': msg`{who} changed a guest`,
  'organization.created': msg`{who} created <link>the organisation</link>`,
  'organization.updated': msg`{who} changed <link>the organisation</link>`,
}
