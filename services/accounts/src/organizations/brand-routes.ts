import { liveOrganizationId, operations } from '@usher/contracts'
import { notFound, type OperationRouter } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { presentBrand } from './organization.ts'

/** Routes for what guests see of an organisation. */
export function brandRoutes(
  { organizations, logos, publicUrl }: ServiceContext,
  { on }: OperationRouter,
): void {
  on(operations.getBrand, async ({ params }) => {
    const organization = await organizations.findOpen(params.id)
    if (!organization) throw notFound('organisation')
    return { body: presentBrand(organization, publicUrl) }
  })

  on(operations.getLogo, async ({ params }) => {
    const organization = await organizations.findOpen(params.id)
    const logo = organization && (await logos.find(liveOrganizationId(params.id), params.name))
    if (!logo) throw notFound('logo')
    return { body: logo }
  })
}
