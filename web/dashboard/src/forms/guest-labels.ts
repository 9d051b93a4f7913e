import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '../api/client.ts'

/** The others have inputs of their own. */
type GuestText = Exclude<
  keyof Schemas['GuestCreate'],
  'name' | 'phone' | 'party_size' | 'priority' | 'tags' | 'fields'
>

interface TextField {
  readonly label: MessageDescriptor
  readonly type?: 'email'
  readonly maxLength?: number
  readonly hasLines?: true
  /** Shown in the line, where searches find it. */
  readonly isOnBoard?: true
}

/** The optional texts of a guest, in the order of forms. */
const TEXTS: Readonly<Record<GuestText, TextField>> = {
  email: { label: msg`E-mail`, type: 'email' },
  notes: { label: msg`Notes`, maxLength: 500, hasLines: true, isOnBoard: true },
}

export const GUEST_TEXTS = Object.entries(TEXTS) as [GuestText, TextField][]

/** A value for each text of a guest. */
export const forGuestTexts = <Value>(valueFor: (name: GuestText) => Value) =>
  Object.fromEntries(GUEST_TEXTS.map(([name]) => [name, valueFor(name)])) as Record<GuestText, Value>

/** The texts of a guest that the line shows. */
export const boardTextsOf = (guest: Schemas['Guest']): string[] =>
  GUEST_TEXTS.flatMap(([name, { isOnBoard }]) => (isOnBoard && guest[name]) || [])

/** Labels of a guest's fields. They come with the first load of the board, those of other fields later. */
export const GUEST_LABELS: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  phone: msg`Phone`,
  ...forGuestTexts((name) => TEXTS[name].label),
  tags: msg`Tags`,
  party_size: msg({ message: 'Party', context: 'number of people' }),
  priority: msg`Priority`,
}
