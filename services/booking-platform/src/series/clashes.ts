import type { SeriesClash, SeriesService } from '@usher/contracts'
import { ProblemError, type Reply } from '@usher/service-kit'
import { alternativesTo } from '../availability/alternatives.ts'
import { slotSpecOf } from '../availability/question.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { Booker } from '../scheduling/book.ts'
import { durationOf } from '../service-types/service-type.ts'
import { SeriesRefused } from './book-series.ts'

interface ClashRequest {
  readonly booker: Booker
  readonly services: readonly SeriesService[]
}

/** Clashes whose nearest times are looked for: each may cost a search of two months. */
const SEARCHED = 5

/** Clashes, the first of them with the nearest time that can be booked now. */
async function withNearest(
  ctx: BookingPlatformContext,
  asked: ClashRequest,
  clashes: readonly SeriesClash[],
): Promise<SeriesClash[]> {
  const shown = []
  for (const [n, clash] of clashes.entries())
    shown.push({ ...clash, nearest: n < SEARCHED ? await nearestTo(ctx, asked, clash) : null })
  return shown
}

async function nearestTo(
  ctx: BookingPlatformContext,
  { booker: { organization_id: organizationId, timezone }, services }: ClashRequest,
  { start, service_type_id, code }: SeriesClash,
): Promise<SeriesClash['nearest']> {
  const asked = services.find((service) => service.service_type_id === service_type_id)
  // A customer's limit is not a matter of the time.
  if (!asked || code === 'limit_reached') return null
  const type = await ctx.serviceTypes.require(organizationId, service_type_id)
  const spec = slotSpecOf(type, durationOf(type, asked.duration_minutes, ''), asked.seats ?? 1)
  const question = { organizationId, timezone, type, spec, providerId: asked.provider_id }
  const [nearest = null] = await alternativesTo(ctx, Date.parse(start), question)
  return nearest
}

/**
 * Adds the nearest times to the first clashes of a series, whether it was booked in part or refused. They are looked up
 * outside of the transaction, and anew for a repeat.
 */
export async function namingClashes<Body extends { clashes: SeriesClash[] }>(
  ctx: BookingPlatformContext,
  asked: ClashRequest,
  work: () => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  try {
    const reply = await work()
    return { ...reply, body: { ...reply.body, clashes: await withNearest(ctx, asked, reply.body.clashes) } }
  } catch (error) {
    if (!(error instanceof SeriesRefused)) throw error
    const clashes = await withNearest(ctx, asked, error.clashes)
    const times = clashes.length === 1 ? 'One time is' : `${clashes.length} times are`
    const detail = `${times} not free; nothing was booked.`
    throw new ProblemError('series_clash', detail, { extensions: { clashes } })
  }
}
