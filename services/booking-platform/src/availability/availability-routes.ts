import { operations } from '@usher/contracts'
import type { OperationRouter } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { durationOf } from '../service-types/service-type.ts'
import { asOf } from './as-of.ts'
import { explain } from './explain.ts'
import type { Question } from './find-slots.ts'
import { firstSlot } from './first-slot.ts'
import { slotSpecOf } from './question.ts'
import { momentOf, rangeAsked, requireBounded } from './range-asked.ts'
import type { CachedSlots } from './slot-cache.ts'
import { tagOf } from './tag.ts'

const MAX_DAYS = 62

interface AvailabilityRequest {
  readonly service_type_id: string
  readonly provider_id?: string | undefined
  readonly duration?: number | undefined
  readonly seats: number
}

/** Routes for availability. */
export function availabilityRoutes(
  ctx: BookingPlatformContext,
  { on }: OperationRouter,
  cachedSlots: CachedSlots,
): void {
  const { serviceTypes } = ctx

  const questionOf = async (
    asked: AvailabilityRequest,
    caller: { organization_id: string; timezone: string },
  ): Promise<Omit<Question, 'range'>> => {
    const type = await serviceTypes.require(caller.organization_id, asked.service_type_id)
    const spec = slotSpecOf(type, durationOf(type, asked.duration, '?duration'), asked.seats)
    const { organization_id: organizationId, timezone } = caller
    return { organizationId, timezone, type, spec, providerId: asked.provider_id }
  }

  on(operations.getAvailability, async ({ query, caller }) => {
    const zone = query.timezone ?? caller.timezone
    const range = rangeAsked(query, zone, MAX_DAYS)
    const question = { ...(await questionOf(query, caller)), range }
    requireBounded(question)
    // Read before the slots, so that it is never newer than they are.
    const as_of = await asOf(ctx, question)
    const by = { organization: question.organizationId }
    const { data, etag } = await cachedSlots(question, by)
    // One point per slot and provider, about the cost of writing them: the gateway limits callers' requests.
    await ctx.searches.spend(data.length * (1 + question.type.provider_ids.length), by)
    return { body: { data, as_of }, headers: { etag } }
  })

  on(operations.getFirstAvailable, async ({ query, caller }) => {
    const zone = query.timezone ?? caller.timezone
    const question = await questionOf(query, caller)
    const from = query.from === undefined ? ctx.clock.now().getTime() : momentOf(query.from, zone)
    const as_of = await asOf(ctx, question)
    const first = await firstSlot(ctx, question, from)
    return { body: { ...first, as_of }, headers: { etag: tagOf(first) } }
  })

  on(operations.explainAvailability, async ({ query, caller }) => {
    const question = await questionOf(query, caller)
    return { body: await explain(ctx, question, Date.parse(query.start)) }
  })
}
