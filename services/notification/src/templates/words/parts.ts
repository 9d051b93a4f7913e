import type { Template, TemplateKind } from '@usher/contracts'

export type Words = Pick<Template, 'name' | 'subject' | 'text'>

/** The texts of each occasion, in one language. */
export type Kinds = Readonly<Record<Exclude<TemplateKind, 'custom'>, Words>>

/** Text shown only if a variable has a value, or a condition is met. */
export const where = (condition: string, said: string) => `{% if ${condition} %}${said}{% endif %}`

/** Text shown if a variable has a value, and another if not. */
export const either = (variable: string, said: string, otherwise: string) =>
  `{% if ${variable} %}${said}{% else %}${otherwise}{% endif %}`
