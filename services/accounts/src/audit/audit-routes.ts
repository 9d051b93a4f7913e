import { type AuditFilter, operations } from '@usher/contracts'
import { type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import { actorNames } from '../actors/actor-names.ts'
import type { ServiceContext } from '../context.ts'
import { type AuditRecord, presentAuditRecord } from './audit-record.ts'
import { EXPORT_TYPES, exportText } from './export.ts'

/** Routes for the audit trail. */
export function auditRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { audit, cursors, clock } = context
  on(operations.listAuditRecords, async ({ query, caller }) => {
    const { limit, cursor: _, ...filter } = query
    const list = `audit ${caller.organization_id} ${JSON.stringify(namesOf(filter))}`
    const [number] = placeOf(cursors, list, query) ?? []
    const below = number === undefined ? undefined : Number(number)
    const found = await audit.page(caller.organization_id, filter, { below, limit: limit + 1 })
    const place = (record: { number: number }) => [String(record.number)]
    const actors = found.flatMap(({ actor, on_behalf_of }) =>
      on_behalf_of === undefined ? [actor] : [actor, on_behalf_of],
    )
    const names = await actorNames(context, caller.organization_id, actors)
    const present = (record: AuditRecord) => ({
      ...presentAuditRecord(record),
      actor_name: names.get(record.actor) ?? null,
      on_behalf_of_name: names.get(record.on_behalf_of ?? '') ?? null,
    })
    return pageReply({ cursors, list, query, found, place, present })
  })

  on(operations.exportAuditRecords, async ({ query, caller }) => {
    const { format, bom, ...filter } = query
    const day = clock.now().toISOString().slice(0, 10)
    return {
      body: exportText(audit.all(caller.organization_id, filter), { format, bom }),
      headers: {
        'content-type': EXPORT_TYPES[format],
        'content-disposition': `attachment; filename="audit-${day}.${format}"`,
      },
    }
  })
}

/** In a fixed order, independent of the request. */
const namesOf = (filter: AuditFilter): [string, unknown][] =>
  Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))
