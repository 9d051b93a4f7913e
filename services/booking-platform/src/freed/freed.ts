import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import type { Freed } from './freed-store.ts'

/** Later than any time that can be booked. */
const FAR = new Date('9999-12-31T00:00:00Z')

/**
 * A transaction that began before a customer joined does not see them, and leaves nothing for them. MongoDB ends
 * transactions after a minute, so they are looked after once more then.
 */
const LONGEST_TRANSACTION_MS = 61_000

/** What has been taken of a provider's time. */
interface Taken {
  readonly organization_id: string
  readonly provider_id: string
  readonly service_type_id: string
  readonly start: Date
  readonly end: Date
}

type Context = Pick<BookingPlatformContext, 'standbys' | 'freed' | 'clock'>

const ALL = { provider_ids: [], service_type_id: null, standby_id: null } as const

/** Notes freed time in the transaction that frees it, if anybody waits for time of the organisation. */
async function note(session: ClientSession, { standbys, freed }: Context, one: Freed): Promise<void> {
  if (await standbys.anyOpen(one.organization_id, session)) await freed.insert([one], session)
}

export const freedByTaken = (
  { organization_id, provider_id, service_type_id, ...time }: Taken,
  now: Date,
): Freed => ({
  organization_id,
  due_at: now,
  provider_ids: [provider_id],
  service_type_id,
  standby_id: null,
  from: time.start,
  to: time.end,
})

/** The time of a booking or hold becomes free. */
export const noteFreed = (session: ClientSession, ctx: Context, taken: Taken): Promise<void> =>
  note(session, ctx, freedByTaken(taken, ctx.clock.now()))

/** A provider, service type or standby. */
interface Identified {
  readonly _id: string
  readonly organization_id: string
}

/** A provider can be booked at times at which they could not before, by default any time from now on. */
export function noteFreedProvider(
  session: ClientSession,
  ctx: Context,
  { _id: provider_id, organization_id }: Identified,
  range: { readonly from?: Date; readonly to?: Date } = {},
): Promise<void> {
  const now = ctx.clock.now()
  return note(session, ctx, {
    ...ALL,
    organization_id,
    due_at: now,
    provider_ids: [provider_id],
    from: now,
    to: FAR,
    ...range,
  })
}

/** A service type was changed: it may be booked at other times, or not any more. */
export function noteChangedType(
  session: ClientSession,
  ctx: Context,
  { _id: service_type_id, organization_id }: Identified,
): Promise<void> {
  const now = ctx.clock.now()
  return note(session, ctx, { ...ALL, organization_id, due_at: now, service_type_id, from: now, to: FAR })
}

/** A customer begins to wait, or waits again: what is free already is for them, too. */
export async function noteWaiting(
  session: ClientSession,
  { freed, clock }: Context,
  { _id: standby_id, organization_id }: Identified,
): Promise<void> {
  const now = clock.now()
  const again = new Date(now.getTime() + LONGEST_TRANSACTION_MS)
  const mine = { ...ALL, organization_id, standby_id, from: now, to: FAR }
  await freed.insert(
    [now, again].map((due_at) => ({ ...mine, due_at })),
    session,
  )
}
