import type { Template } from '@usher/contracts'
import { derivedId } from '@usher/service-kit'
import { DEFAULT_WORDS } from './default-words.ts'
import { VARIABLES } from './variables.ts'
import type { Words } from './words/parts.ts'

type Occasion = Pick<Template, 'kind' | 'locale'>

/** The default templates as an organisation sees them, with ids of its own. */
export const defaultTemplates = (organizationId: string): Template[] =>
  Object.entries(DEFAULT_WORDS).flatMap(([locale, kinds]) =>
    Object.entries(kinds).map(([kind, words]) =>
      asTemplate(organizationId, { kind, locale } as Occasion, words),
    ),
  )

/** The default for a kind and language, if any. */
export function defaultFor(organizationId: string, { kind, locale }: Occasion): Template | undefined {
  const words = kind === 'custom' ? undefined : DEFAULT_WORDS[locale][kind]
  return words && asTemplate(organizationId, { kind, locale }, words)
}

const asTemplate = (organizationId: string, { kind, locale }: Occasion, words: Words): Template => ({
  id: derivedId('template', `${organizationId} ${kind} ${locale}`),
  ...{ name: words.name, kind, locale, subject: words.subject, text: words.text },
  variables: [...VARIABLES],
  is_default: true,
  created_at: null,
  updated_at: null,
})

export const findDefault = (organizationId: string, id: string): Template | undefined =>
  defaultTemplates(organizationId).find((template) => template.id === id)
