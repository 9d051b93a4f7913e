import type { BookingPlatformContext } from '../context.ts'

/** @throws ProblemError `not_found` where a category is named that is not the organisation's own */
export async function requireCategory(
  { categories }: BookingPlatformContext,
  organizationId: string,
  id: string | null | undefined,
): Promise<void> {
  if (id) await categories.require(organizationId, id)
}
