import { operations, type StandbyCreate } from '@usher/contracts'
import {
  invalidField,
  newId,
  type OperationRouter,
  type Origin,
  ProblemError,
  withAuditNote,
} from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { boundsOf, selectProviders } from '../availability/question.ts'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { customerOf } from '../bookings/customer.ts'
import { useCode } from '../codes/check-code.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteWaiting } from '../freed/freed.ts'
import { answersTo, requireReachable } from '../online-booking/customer-details.ts'
import { requireOnline } from '../online-booking/online-page.ts'
import { attemptOnPage, pageOf } from '../online-booking/page-actions.ts'
import { isProvedBySession, proveCustomer, wantedTypes } from '../online-booking/prove-customer.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import { durationOf, type ServiceTypeRecord } from '../service-types/service-type.ts'
import { ownStandbyReply } from './own-standby-view.ts'
import { type StandbyRecord, standbyChanges, type WindowRecord } from './standby.ts'
import { saveStandby } from './standby-events.ts'
import { MAX_WINDOW_MS } from './standby-store.ts'

/** Route for customers who wait for a time. */
export function joinRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  on(operations.joinStandby, async (call) => {
    const { body, idempotency } = call
    const page = await pageOf(ctx, call.params.slug)
    // A wrong code is refused below, and then does not count.
    const isProved =
      body.code !== undefined || (await withAuditNote(noteOf(page), () => isProvedBySession(ctx, page, body)))
    const subject = { unproved: isProved ? undefined : 'yes' }
    return await attemptOnPage(ctx, { page, call, action: 'standby', subject }, ({ refusal }) =>
      ctx.takeTurns(page._id, () =>
        ctx.idempotency.once(keyOf(page, idempotency), async (session) => {
          if (refusal) throw refusal
          // An offer is booked without a code, so the address is proved by whoever begins to wait.
          const types = await wantedTypes(ctx, page, [body])
          const { isProved, codes } = await proveCustomer(ctx, page, types, call)
          for (const code of codes) await useCode(session, ctx, code)
          const standby = await joinStandby(session, ctx, {
            page,
            body,
            isProved,
            origin: originOf(page, call),
          })
          const { body: shown, headers } = ownStandbyReply(ctx, standby)
          return {
            body: { ...shown, status_url: ctx.statusUrl(standby._id) },
            headers: { ...headers, location: `/public/standby/${ctx.standbyTokens.of(standby._id)}` },
            audit: { ...noteOf(page), resource: standby._id, changes: standbyChanges(null, standby) },
          }
        }),
      ),
    )
  })
}

/** Most open standbys of one customer in an organisation. */
const MAX_OPEN = 3

interface Given {
  readonly page: BookingPageRecord
  readonly body: StandbyCreate
  readonly isProved: boolean
  readonly origin: Origin
}

/**
 * Lets a customer wait for a time.
 *
 * @throws ProblemError `not_found`, `limit_reached`, `validation_failed`
 */
async function joinStandby(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { page, body, isProved, origin }: Given,
): Promise<StandbyRecord> {
  const { organization_id, country } = page
  const type = requireOnline(await ctx.serviceTypes.find(organization_id, body.service_type_id, session))
  const providers = await ctx.providers.findMany(organization_id, type.provider_ids, session)
  const chosen = selectProviders(providers, body.provider_id)
  const customer = customerOf(body.customer, country)
  requireReachable(body.customer)
  const answers = answersTo([type], body.answers)
  const now = ctx.clock.now()
  const minutes = durationOf(type, body.duration_minutes, '/duration_minutes')
  const windows = windowsOf(body, { type, minutes, now, timezone: page.timezone })
  const { seats = 1 } = body
  if (seats > type.capacity)
    throw invalidField(
      '/seats',
      `must be at most ${type.capacity}: there are no more at one time`,
      'out_of_range',
    )
  const record: StandbyRecord = {
    _id: newId('standby'),
    organization_id,
    status: 'waiting',
    end_reason: null,
    service_type_id: type._id,
    service_name: type.name,
    provider_id: body.provider_id ?? null,
    duration_minutes: minutes,
    seats,
    windows,
    timezone: zoneOf(chosen) ?? page.timezone,
    until: new Date(Math.max(...windows.map(({ to }) => to.getTime())) - minutes * MINUTE_MS),
    customer,
    notes: body.notes ?? null,
    answers,
    is_proved: isProved,
    offer: null,
    unanswered: [],
    booking_id: null,
    version: 1,
    created_at: now,
    updated_at: now,
    anonymized_at: null,
  }
  await requireFewer(session, ctx, record)
  await saveStandby(session, ctx, { before: null, after: record, origin })
  await noteWaiting(session, ctx, record)
  return record
}

/** The time zone of all providers; undefined if they have several. */
function zoneOf(providers: readonly ProviderRecord[]): string | undefined {
  const [first, ...others] = new Set(providers.map(({ time_zone }) => time_zone))
  return others.length === 0 ? first : undefined
}

interface Asked {
  readonly type: ServiceTypeRecord
  readonly minutes: number
  readonly now: Date
  readonly timezone: string
}

/** @throws ProblemError `validation_failed` for windows in which the service type cannot be booked */
function windowsOf({ windows }: StandbyCreate, { type, minutes, now, timezone }: Asked): WindowRecord[] {
  const { earliest, latest } = boundsOf(type, now, timezone)
  return windows.map(({ from, to }, i) => {
    const window = { from: new Date(from), to: new Date(to) }
    const [first, last] = [window.from.getTime(), window.to.getTime() - minutes * MINUTE_MS]
    const invalid = (field: string, message: string) =>
      invalidField(`/windows/${i}/${field}`, message, 'out_of_range')
    if (last < first) throw invalid('to', `must be at least ${minutes} minutes after from`)
    if (window.to.getTime() - first > MAX_WINDOW_MS)
      throw invalid('to', 'must be at most 24 hours after from')
    if (last < earliest)
      throw invalid('to', 'must end later: its last start is in the past or within the minimum notice')
    if (first > latest) throw invalid('from', `must be at most ${type.horizon_days} days ahead`)
    return window
  })
}

/** @throws ProblemError `limit_reached` if the customer waits for as much as one may */
async function requireFewer(
  session: ClientSession,
  { standbys, dayLocks }: BookingPlatformContext,
  { organization_id, customer, created_at }: StandbyRecord,
): Promise<void> {
  // Two who join at once would not see each other: the later one conflicts here, and counts again.
  const all = { _id: organization_id, organization_id }
  await dayLocks.lock(all, created_at.toISOString().slice(0, 10), session)
  if ((await standbys.countOpenOf(organization_id, customer, session)) < MAX_OPEN) return
  throw new ProblemError('limit_reached', `A customer can wait for at most ${MAX_OPEN} times at once.`)
}
