import { localeSchema, type Template } from '@usher/contracts'
import { derivedId, readCatalogue } from '@usher/service-kit'
import { VARIABLES } from './variables.ts'
import { en } from './words/en.ts'
import type { Kinds, Words } from './words/parts.ts'

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
  name: words.name,
  kind,
  locale,
  subject: words.subject,
  text: words.text,
  variables: [...VARIABLES],
  is_default: true,
  created_at: null,
  updated_at: null,
})

export const findDefault = (organizationId: string, id: string): Template | undefined =>
  defaultTemplates(organizationId).find((template) => template.id === id)

type Locale = Template['locale']

/**
 * Default texts. The European ones avoid letters missing from GSM-7, which would halve the length of segments. The
 * Arabic ones start with an Arabic word, as phones take a text's direction from its first letter.
 */
const DEFAULT_WORDS = Object.fromEntries(
  localeSchema.options.map((locale) => [locale, locale === 'en' ? en : translated(locale)]),
) as Readonly<Record<Locale, Kinds>>

function translated(locale: Locale): Kinds {
  const textOf = readCatalogue(new URL(`words/catalogues/${locale}.po`, import.meta.url))
  const kinds = Object.keys(en).map((kind) => [
    kind,
    { name: textOf(`${kind}.name`), subject: textOf(`${kind}.subject`), text: textOf(`${kind}.text`) },
  ])
  return Object.fromEntries(kinds)
}
