import { operations } from '@usher/contracts'
import { type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { templatesOf } from './find-template.ts'

/** Serves the templates of an organisation. */
export function templateRoutes({ cursors }: NotificationContext, { on }: OperationRouter): void {
  on(operations.listTemplates, async ({ query, caller }) => {
    const list = JSON.stringify(['templates', caller.organization_id])
    const [afterId = ''] = placeOf(cursors, list, query) ?? []
    const templates = await templatesOf(caller.organization_id)
    const found = templates.sort((a, b) => (a.id < b.id ? -1 : 1)).filter(({ id }) => id > afterId)
    return pageReply({ cursors, list, query, found, place: ({ id }) => [id], present: (item) => item })
  })
}
