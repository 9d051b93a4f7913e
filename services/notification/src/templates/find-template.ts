import type { Template, TemplateKind } from '@usher/contracts'
import { defaultTemplates } from './default-templates.ts'

/** The templates of an organisation. */
export const templatesOf = async (organizationId: string): Promise<Template[]> =>
  defaultTemplates(organizationId)

export const findTemplate = async (organizationId: string, id: string): Promise<Template | undefined> =>
  (await templatesOf(organizationId)).find((template) => template.id === id)

/** What an organisation says on an occasion. */
export async function templateFor(organizationId: string, kind: TemplateKind): Promise<Template> {
  const found = (await templatesOf(organizationId)).find((template) => template.kind === kind)
  if (!found) throw new Error(`there is no template for ${kind}`)
  return found
}
