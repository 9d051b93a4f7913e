import { operations } from '@usher/contracts'
import { changesBetween, entityTag, notFound, type OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { type Organization, presentOrganization, settingsOf } from './organization.ts'
import { updateOrganization } from './update-organization.ts'

const reply = (organization: Organization) => ({
  body: presentOrganization(organization),
  headers: { etag: entityTag(organization.version, 0) },
})

/** Routes for the settings of an organisation. */
export function organizationRoutes(context: ServiceContext, { on }: OperationRouter): void {
  on(operations.getOrganization, async ({ caller }) => {
    const organization = await context.organizations.findOpen(caller.organization_id)
    if (!organization) throw notFound('organisation')
    return reply(organization)
  })

  on(operations.updateOrganization, async ({ body, caller, origin, ifMatch }) => {
    const { before, after } = await updateOrganization(context, { caller, origin, ifMatch }, body)
    const changes = changesBetween(settingsOf(before), settingsOf(after))
    return { ...reply(after), audit: { resource: after._id, changes } }
  })
}
