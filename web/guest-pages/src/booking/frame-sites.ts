import { operations } from '@usher/contracts'
import { Refused } from '@usher/service-kit'
import type { Request } from 'express'
import type { Ask } from '../ask.ts'
import { isEmbedded, queryOf } from '../visit.ts'

/**
 * Sites that may show a booking in a frame: those of the booking page in `?book=`, by which it was made. None if that
 * page is of another organisation.
 */
export async function frameSites(
  ask: Ask,
  req: Request,
  organizationId: string,
): Promise<readonly string[] | undefined> {
  const slug = queryOf(req, 'book')
  if (!isEmbedded(req) || !slug) return undefined
  try {
    const page = await ask(req, operations.getOnlineBookingPage, { params: { slug } })
    return page.organization_id === organizationId ? page.embed_sites : undefined
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
