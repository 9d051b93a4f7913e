import type { Template, TemplateKind } from '@usher/contracts'
import type { NotificationContext } from '../context.ts'
import { defaultFor, defaultTemplates, findDefault } from './default-templates.ts'
import { occasionKey, presentTemplate } from './template.ts'

type Stores = Pick<NotificationContext, 'templates'>

interface Page {
  readonly afterId: string | undefined
  readonly limit: number
}

/** An organisation's templates and the defaults, by id. */
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
): Promise<Template | undefined> {
  const own = await templates.find(organizationId, id)
  return own ? presentTemplate(own) : findDefault(organizationId, id)
}

interface Occasion {
  readonly kind: TemplateKind
  /** The guest's language; null: unknown. */
  readonly locale: Template['locale'] | null
}

/**
 * An organisation's template for an occasion: in the guest's language, else in English; its own before the default.
 */
export async function templateFor(
  { templates }: Stores,
  organizationId: string,
  { kind, locale }: Occasion,
): Promise<Template> {
  const wanted = [...new Set([locale ?? 'en', 'en' as const])].map((locale) => ({ kind, locale }))
  const own = await templates.recallFor(organizationId, wanted.map(occasionKey))
  for (const occasion of wanted) {
    const known = own.find((template) => template.occasion === occasionKey(occasion))
    const found = known ? presentTemplate(known) : defaultFor(organizationId, occasion)
    if (found) return found
  }
  throw new Error(`there is no template for ${kind}`)
}
