import type { Template } from '@usher/contracts'
import { render } from './render.ts'
import type { Values } from './variables.ts'

/** What a message says. */
export interface Content {
  readonly template_id: string | null
  /** Of an e-mail. */
  readonly subject: string
  readonly text: string
}

/** Subject of an e-mail with a text of its own. */
const SUBJECT = 'A message for you'

/** A text that somebody wrote for the occasion: it is no template. */
export const ownContent = (text: string): Content => ({ template_id: null, subject: SUBJECT, text })

export const contentFrom = (template: Template, values: Values): Content => ({
  template_id: template.id,
  subject: render(template.subject, values),
  text: render(template.text, values),
})
