import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Schemas } from '../api/client.ts'

const NAMES: { readonly [Value in Schemas['Channel']]: MessageDescriptor } = {
  sms: msg`SMS`,
  email: msg`E-mail`,
  push: msg({ message: 'Push', context: 'notification of a browser' }),
}

export const channelName = (channel: Schemas['Channel']): string => i18n._(NAMES[channel])

/** Whom a message is for. */
export function recipientText({ channel, to }: Pick<Schemas['Notification'], 'channel' | 'to'>): string {
  if (to === null) return t({ message: 'Erased', context: 'phone number or e-mail address' })
  return channel === 'push' ? t`The guest's browser` : to
}
