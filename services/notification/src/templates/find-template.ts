import type { Template, TemplateKind } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import { defaultTemplates } from './default-templates.ts'
import { occasionKey, presentTemplate } from './template.ts'
import type { Within } from './template-store.ts'

type Stores = Pick<NotificationContext, 'templates'>

interface Page {
  readonly afterId: string | undefined
  readonly limit: number
}

/** The templates of an organisation and the defaults, in the order of their identifiers. */
export async function listTemplates(
  { templates }: Stores,
  organizationId: string,
  page: Page,
): Promise<Template[]> {
  const { afterId = '', limit } = page
  const own = (await templates.list(organizationId, page)).map(presentTemplate)
  const defaults = defaultTemplates(organizationId).filter(({ id }) => id > afterId)
  return [...own, ...defaults].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit)
}

/** A template of an organisation, or a default. */
export async function findTemplate(
  { templates }: Stores,
  organizationId: string,
  id: string,
  within: Within = {},
): Promise<Template | undefined> {
  const own = await templates.find(organizationId, id, within)
  return own ? presentTemplate(own) : findDefault(organizationId, id)
}

export const findDefault = (organizationId: string, id: string): Template | undefined =>
  defaultTemplates(organizationId).find((template) => template.id === id)

interface Occasion {
  readonly kind: TemplateKind
  /** The language of the guest; null: not known. */
  readonly locale: Template['locale'] | null
}

/** What an organisation says on an occasion: in the guest's language, else in English; its own words come first. */
export async function templateFor(
  { templates }: Stores,
  organizationId: string,
  { kind, locale }: Occasion,
  within: Within = {},
): Promise<Template> {
  const wanted = [...new Set([locale ?? 'en', 'en' as const])].map((locale) => occasionKey({ kind, locale }))
  const own = (await templates.findFor(organizationId, wanted, within)).map(presentTemplate)
  const defaults = defaultTemplates(organizationId)
  const found = wanted
    .flatMap((occasion) => [...own, ...defaults].filter((template) => occasionKey(template) === occasion))
    .at(0)
  if (!found) throw new Error(`there is no template for ${kind}`)
  return found
}
