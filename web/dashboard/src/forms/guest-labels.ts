import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Labels of a guest's fields. They come with the first load of the board, those of other fields later. */
export const GUEST_LABELS: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  phone: msg`Phone`,
  email: msg`E-mail`,
  notes: msg`Notes`,
  tags: msg`Tags`,
  party_size: msg({ message: 'Party', context: 'number of people' }),
  priority: msg`Priority`,
}
