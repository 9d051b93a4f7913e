import { notFound, ProblemError, requireMatch } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { findDefault } from './find-template.ts'
import type { TemplateRecord } from './template.ts'

interface Target {
  readonly organizationId: string
  readonly id: string
  readonly ifMatch: string | undefined
}

type Stores = Pick<NotificationContext, 'templates'>

/**
 * Changes a template. If another writer was first, reads it again, so that `If-Match` is checked against the version
 * being replaced.
 *
 * @throws ProblemError `not_found`, `default_template`, `precondition_failed`
 */
export async function changeTemplate(
  stores: Stores,
  target: Target,
  change: (current: TemplateRecord) => TemplateRecord,
): Promise<{ before: TemplateRecord; after: TemplateRecord }> {
  for (;;) {
    const before = await findOwn(stores, target)
    const after = change(before)
    if (await stores.templates.replace(before, after)) return { before, after }
  }
}

/**
 * Deletes a template and returns it.
 *
 * @throws ProblemError as {@link changeTemplate}
 */
export async function removeTemplate(stores: Stores, target: Target): Promise<TemplateRecord> {
  for (;;) {
    const current = await findOwn(stores, target)
    if (await stores.templates.delete(current)) return current
  }
}

async function findOwn({ templates }: Stores, { organizationId, id, ifMatch }: Target) {
  const current = await templates.find(organizationId, id)
  if (!current) {
    if (!findDefault(organizationId, id)) throw notFound('template')
    const detail = 'Create a template for the same occasion and language: it takes the place of the default.'
    throw new ProblemError('default_template', detail)
  }
  requireMatch(ifMatch, current.version)
  return current
}
