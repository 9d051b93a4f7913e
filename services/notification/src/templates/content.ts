import type { Template } from '@usher/contracts'
import { render } from './render.ts'
import type { Values } from './variables.ts'

/** What a message says. */
export interface Content {
  readonly template_id: string | null
  /** Of an e-mail. */
  readonly subject: string
  readonly text: string
  /** Language that it is written in; absent: not known. */
  readonly locale?: Template['locale']
}

/** What a template comes to, or in plain words why it comes to nothing. */
export type Filled = { readonly content: Content } | { readonly reason: string }

/** Subject of an e-mail with a text of its own. */
const SUBJECT = 'A message for you'

/** A text that somebody wrote for the occasion: it is no template. */
export const ownContent = (text: string): Content => ({ template_id: null, subject: SUBJECT, text })

/** Fills in a template; a subject is one line. */
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
  return { content: { template_id, locale, subject: oneLine || SUBJECT, text: filled.text } }
}
