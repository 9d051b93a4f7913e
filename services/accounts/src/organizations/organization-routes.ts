import { createHash } from 'node:crypto'
import { type LOGO_TYPES, MAX_LOGO_BYTES, MAX_LOGO_PIXELS, operations } from '@usher/contracts'
import { entityTag, invalidField, notFound, type OperationRouter } from '@usher/service-kit'
import { imageSize } from 'image-size'
import type { ServiceContext } from '../context.ts'
import { type Organization, presentOrganization } from './organization.ts'
import {
  changeOrganization,
  changesOf,
  type OrganizationChange,
  type Target,
  updateOrganization,
} from './update-organization.ts'

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

/**
 * Stores an image as the logo of the caller's organisation, in place of the one before.
 *
 * @throws ProblemError `not_found`, `precondition_failed`, `validation_failed` for what is no such image
 */
async function replaceLogo(
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
const deleteLogo = (context: ServiceContext, target: Target): Promise<OrganizationChange> =>
  changeOrganization(context, target, async ({ _id }, session) => {
    await context.logos.delete(_id, session)
    return { logo: null }
  })

type LogoType = (typeof LOGO_TYPES)[number]

/** Media types by the name that image-size gives. SVG is left out: it can hold scripts, and mail programs show none. */
const TYPES: Readonly<Record<string, LogoType>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** Bytes that a real image has beyond the header, which is all that image-size reads. */
const MARKS: Readonly<Record<string, Buffer>> = {
  png: Buffer.from('IEND'),
  jpg: Buffer.from([0xff, 0xd9]),
  webp: Buffer.from('VP8'),
}

/**
 * The media type of a logo, from its bytes.
 *
 * @throws ProblemError `validation_failed` if it is too large or no PNG, JPEG or WebP
 */
function logoTypeOf(image: Buffer): LogoType {
  if (image.length > MAX_LOGO_BYTES) {
    throw invalidField('/data', `must have at most ${MAX_LOGO_BYTES} bytes`, 'too_large')
  }
  const { type = '', width, height } = sizeOf(image)
  const media = TYPES[type]
  const isWhole = Math.min(width, height) > 0 && MARKS[type] !== undefined && image.includes(MARKS[type])
  if (!media || !isWhole) throw invalidField('/data', 'must be a PNG, JPEG or WebP image', 'invalid_image')
  if (Math.max(width, height) > MAX_LOGO_PIXELS) {
    throw invalidField('/data', `must have at most ${MAX_LOGO_PIXELS} pixels on either side`, 'too_large')
  }
  return media
}

function sizeOf(image: Buffer): { type?: string; width: number; height: number } {
  try {
    return imageSize(image)
  } catch {
    return { width: 0, height: 0 }
  }
}
