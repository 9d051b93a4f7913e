import { hasCallOrSum, type Template } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { render } from './render.ts'
import { NAMES, type Values } from './variables.ts'

/** The content of a message. */
export interface Content {
  readonly template_id: string | null
  /** For e-mail and push. */
  readonly subject: string
  readonly text: string
  /** A name that was filled in has a phone number or a sum of money. */
  readonly suspect_names?: true
  /** Language of the text; absent: unknown. */
  readonly locale?: Template['locale']
}

/** A rendered template, or in plain words why it cannot be rendered. */
export type Filled = { readonly content: Content } | { readonly reason: string }

/** Subject of an e-mail with a text of its own. */
const SUBJECT = 'A message for you'

/** A text written for the occasion, which is no template. */
export const ownContent = (text: string): Content => ({ template_id: null, subject: SUBJECT, text })

/** Renders a template; a subject is one line. */
export function contentFrom(
  template: Pick<Template, 'id' | 'locale' | 'subject' | 'text'>,
  values: Values,
): Filled {
  const subject = render(template.subject, values)
  if ('reason' in subject) return subject
  const filled = render(template.text, values)
  if ('reason' in filled) return filled
  if (filled.text === '') return { reason: 'The template comes to nothing with what is known.' }
  const oneLine = subject.text.replace(/\s+/gu, ' ')
  const { id: template_id, locale } = template
  const isSuspect = NAMES.some((name) => hasCallOrSum(String(values[name] ?? '')))
  const content = { template_id, locale, subject: oneLine || SUBJECT, text: filled.text }
  return { content: { ...content, ...(isSuspect && { suspect_names: true as const }) } }
}

/** Values of a venue and its guest, if any; minutes are rounded. A venue of unknown name goes by its queue's. */
export async function valuesFor(
  { organizations, queues }: NotificationContext,
  organizationId: string,
  guest: GuestRecord | null,
): Promise<Values> {
  const [brand, queue] = await Promise.all([
    organizations.brandOf(organizationId),
    guest && queues.recall(organizationId, guest.queue_id),
  ])
  if (!guest) return { venue_name: brand?.name ?? null }
  return {
    guest_name: guest.name,
    venue_name: brand?.name ?? queue?.name ?? null,
    queue_name: queue?.name ?? null,
    position: guest.position,
    status_url: guest.status_url,
    party_size: guest.party_size,
    estimated_wait: guest.estimated_wait,
  }
}
