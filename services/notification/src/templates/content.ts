import { hasCallOrSum, type Template } from '@usher/contracts'
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
