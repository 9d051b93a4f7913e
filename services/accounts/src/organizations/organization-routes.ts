import { operations } from '@usher/contracts'
import { entityTag, notFound, type OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { deleteLogo, replaceLogo } from './change-logo.ts'
import { type Organization, presentOrganization } from './organization.ts'
import { changesOf, type OrganizationChange, updateOrganization } from './update-organization.ts'

/** Routes for the settings of an organisation. */
export function organizationRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const reply = (organization: Organization) => ({
    body: presentOrganization(organization, context.publicUrl),
    headers: { etag: entityTag(organization.version, 0) },
  })
  const changed = ({ before, after }: OrganizationChange) => ({
    ...reply(after),
    audit: { resource: after._id, changes: changesOf(before, after) },
  })

  on(operations.getOrganization, async ({ caller }) => {
    const organization = await context.organizations.findOpen(caller.organization_id)
    if (!organization) throw notFound('organisation')
    return reply(organization)
  })

  on(operations.updateOrganization, async ({ body, ...target }) =>
    changed(await updateOrganization(context, target, body)),
  )

  on(operations.replaceLogo, async ({ body, ...target }) =>
    changed(await replaceLogo(context, target, Buffer.from(body.data, 'base64'))),
  )

  on(operations.deleteLogo, async (target) => changed(await deleteLogo(context, target)))
}
