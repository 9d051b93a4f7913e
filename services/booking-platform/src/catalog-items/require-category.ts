import { notFound } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'

/** @throws ProblemError `not_found` for a category that is archived or of another organisation */
export async function requireCategory(
  { categories }: BookingPlatformContext,
  organizationId: string,
  id: string | null | undefined,
): Promise<void> {
  if (!id) return
  const { archived_at } = await categories.require(organizationId, id)
  if (archived_at) throw notFound('category')
}
