import type { Template, TemplateKind } from '@usher/contracts'

export type Words = Pick<Template, 'name' | 'subject' | 'text'>

/** What is said on each occasion, in one language. */
export type Kinds = Readonly<Record<Exclude<TemplateKind, 'custom'>, Words>>

export const PLACE = '{% if status_url %} {{ status_url }}{% endif %}'

/** A part that is said only where a variable has a value. */
export const where = (variable: string, said: string) => `{% if ${variable} %}${said}{% endif %}`

/** A part that is said where a variable has a value, or another. */
export const either = (variable: string, said: string, otherwise: string) =>
  `{% if ${variable} %}${said}{% else %}${otherwise}{% endif %}`
