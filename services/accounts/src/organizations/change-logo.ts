import { createHash } from 'node:crypto'
import type { ServiceContext } from '../context.ts'
import { logoTypeOf } from './logo-type.ts'
import { changeOrganization, type OrganizationChange, type Target } from './update-organization.ts'

/**
 * Stores an image as the logo of the caller's organisation, in place of the one before.
 *
 * @throws ProblemError `not_found`, `precondition_failed`, `validation_failed` for what is no such image
 */
export async function replaceLogo(
  context: ServiceContext,
  target: Target,
  image: Buffer,
): Promise<OrganizationChange> {
  const media_type = logoTypeOf(image)
  // Named by its content, so that browsers may keep it for ever.
  const logo = createHash('sha256').update(image).digest('hex').slice(0, 32)
  return await changeOrganization(context, target, async ({ _id }, session) => {
    await context.logos.put({ _id, name: logo, media_type, data: image }, session)
    return { logo }
  })
}

/**
 * Removes the logo of the caller's organisation, if it has one.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export const deleteLogo = (context: ServiceContext, target: Target): Promise<OrganizationChange> =>
  changeOrganization(context, target, async ({ _id }, session) => {
    await context.logos.deleteAllOf(_id, session)
    return { logo: null }
  })
