import { operations, type Slot } from '@usher/contracts'
import { invalidField, type OperationRouter } from '@usher/service-kit'
import { DateTime } from 'luxon'
import type { BookingPlatformContext } from '../context.ts'
import { durationOf } from '../service-types/service-type.ts'
import { asOf } from './as-of.ts'
import { explain } from './explain.ts'
import { findSlots, presentSlot, type Question } from './find-slots.ts'
import { boundsOf, wantedOf } from './question.ts'
import { createSlotCache } from './slot-cache.ts'
import { tagOf } from './tag.ts'
import { mostDaysOf } from './work.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 62
/** Days can be an hour longer. */
const LONGER_MS = DAY_MS / 24
/** Most days that are looked through at once for the first slot. */
const MOST_STRIDE_DAYS = 14

interface Asked {
  readonly service_type_id: string
  readonly provider_id?: string | undefined
  readonly duration?: number | undefined
  readonly seats: number
}

/** Serves the times that can be booked. */
export function availabilityRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { clock, serviceTypes } = ctx
  const cachedSlots = createSlotCache()

  const questionOf = async (
    asked: Asked,
    caller: { organization_id: string; timezone: string },
  ): Promise<Omit<Question, 'range'>> => {
    const type = await serviceTypes.require(caller.organization_id, asked.service_type_id)
    const wanted = wantedOf(type, durationOf(type, asked.duration, '?duration'), asked.seats)
    const { organization_id: organizationId, timezone } = caller
    return { organizationId, timezone, type, wanted, providerId: asked.provider_id }
  }

  const asOfAnswer = ({ organizationId, type, providerId }: Omit<Question, 'range'>) =>
    asOf(ctx, organizationId, providerId === undefined ? type.provider_ids : [providerId])

  on(operations.getAvailability, async ({ query, caller }) => {
    const zone = query.time_zone ?? caller.timezone
    const range = { from: momentOf(query.from, zone), to: momentOf(query.to, zone) }
    if (range.to <= range.from) throw invalidField('?to', 'must be after from', 'out_of_range')
    if (range.to - range.from > MOST_DAYS * DAY_MS + LONGER_MS) {
      throw invalidField('?to', `must be at most ${MOST_DAYS} days after from`, 'out_of_range')
    }
    const question = await questionOf(query, caller)
    const mostDays = mostDaysOf(question)
    if (range.to - range.from > mostDays * DAY_MS + LONGER_MS) {
      const message = `ask for fewer days, at most ${mostDays} days after from: there are many starts and providers`
      throw invalidField('?to', message, 'out_of_range')
    }
    const { data, etag } = await cachedSlots(ctx, { ...question, range })
    return { body: { data, as_of: await asOfAnswer(question) }, headers: { etag } }
  })

  on(operations.getFirstAvailable, async ({ query, caller }) => {
    const zone = query.time_zone ?? caller.timezone
    const question = await questionOf(query, caller)
    const bounds = boundsOf(question.type, clock.now())
    const asked = query.from === undefined ? bounds.earliest : momentOf(query.from, zone)
    const stride = Math.min(MOST_STRIDE_DAYS, mostDaysOf(question)) * DAY_MS
    let data: Slot | null = null
    for (let from = Math.max(asked, bounds.earliest); !data && from <= bounds.latest; from += stride) {
      const [first] = await findSlots(ctx, { ...question, range: { from, to: from + stride } })
      if (first) data = presentSlot(first, question.wanted)
    }
    return { body: { data, as_of: await asOfAnswer(question) }, headers: { etag: tagOf(data) } }
  })

  on(operations.explainAvailability, async ({ query, caller }) => {
    const question = await questionOf(query, caller)
    return { body: await explain(ctx, question, Date.parse(query.start)) }
  })
}

/** An instant; of a date its first moment in a time zone. */
const momentOf = (text: string, zone: string): number =>
  text.includes('T') ? Date.parse(text) : DateTime.fromISO(text, { zone }).startOf('day').toMillis()
