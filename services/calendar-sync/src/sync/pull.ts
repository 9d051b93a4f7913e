import { newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { busyInvitationsOf } from '../connections/connection.ts'
import { notGoogles } from '../google/google-error.ts'
import { type Cycle, renewClaim } from './cycle.ts'
import type { EventPage } from './event-answers.ts'
import { isFault, isPresent, type ListFrom, remoteOf } from './events-api.ts'
import type { BusyChange } from './records/busy-store.ts'
import type { CalendarRecord } from './records/calendar-record.ts'
import type { LinkRecord } from './records/link-record.ts'
import { busySpanOf } from './rules/busy.ts'
import { type GoogleEvent, isSameSpan, type Span, spanOf } from './rules/google-event.ts'
import { parseSessionId } from './rules/session.ts'

/** How far ahead calendars are read, in ms: bookings are accepted for up to two years. */
const AHEAD_MS = 732 * DAY_MS

/** How far back, in ms: an event over midnight still blocks time. */
const BACK_MS = DAY_MS

/** Most pages of a list: a million events. */
const MAX_PAGES = 400

/** Ids tried for an event of ours that does not say its generation, as those made before. */
const GENERATIONS = 10

/**
 * Reads a calendar's changes since the last reading; all of it if Google no longer knows the sync token, once a day
 * as the window moves on, and when its time zone changes. Nothing known is dropped before the last page.
 */
export async function pull(cycle: Cycle): Promise<void> {
  const { sync_token } = cycle.calendar
  if (sync_token === null || isReadWhole(cycle)) return await readAll(cycle)
  try {
    await readChanges(cycle, sync_token)
  } catch (error) {
    if (!(error instanceof OtherZone) && !isFault(error, 'gone')) throw error
    await readAll(cycle)
  }
}

/** Whether to read a calendar whole: never read, its roles changed, or a day has passed. */
export const isReadWhole = ({ calendar, ctx }: Cycle): boolean =>
  calendar.sync_token === null || calendar.reread_at <= ctx.clock.now()

class OtherZone extends Error {}

async function readChanges(cycle: Cycle, syncToken: string): Promise<void> {
  const { ctx, calendar } = cycle
  const next = await eachPage(cycle, { syncToken }, async (page) => {
    if (page.timeZone !== calendar.time_zone) throw new OtherZone()
    await applyPage(cycle, page, calendar.generation)
  })
  await ctx.calendars.update(calendar, { sync_token: next.syncToken, read_at: next.at })
}

async function readAll(cycle: Cycle): Promise<void> {
  const { ctx, calendar } = cycle
  const now = ctx.clock.now().getTime()
  const window = { start: now - BACK_MS, end: now + AHEAD_MS }
  const generation = calendar.generation + 1
  // Left behind by an earlier attempt.
  await ctx.busy.keepOnly(calendar._id, calendar.generation)
  const seen = new Set<string>()
  let timeZone = calendar.time_zone
  const next = await eachPage(cycle, { window }, async (page) => {
    timeZone = page.timeZone
    for (const { id } of page.events) seen.add(id)
    await applyPage(cycle, page, generation)
  })
  const swapped: Partial<CalendarRecord> = {
    generation,
    sync_token: next.syncToken,
    time_zone: timeZone,
    read_at: next.at,
    reread_at: new Date(now + DAY_MS),
  }
  await markUnseen(cycle, seen, window)
  await ctx.calendars.update(calendar, swapped)
  await ctx.busy.keepOnly(calendar._id, generation)
}

/** Applies page after page; returns where to resume next time, and the time of the reading. */
async function eachPage(cycle: Cycle, from: ListFrom, apply: (page: EventPage) => Promise<void>) {
  const at = cycle.ctx.clock.now()
  const seen = new Set<string | undefined>()
  for (let next: string | undefined; ; ) {
    // A list that repeats itself or never ends is not Google's: it is read again later, with backoff.
    if (seen.has(next) || seen.size === MAX_PAGES) throw notGoogles()
    seen.add(next)
    const page: EventPage = await cycle.events.list(from, next)
    await renewClaim(cycle)
    await apply(page)
    next = page.nextPage
    if (next === undefined) return { syncToken: page.syncToken ?? null, at }
  }
}

async function applyPage(cycle: Cycle, { events, timeZone }: EventPage, generation: number): Promise<void> {
  const { ctx, calendar } = cycle
  const links = await ctx.links.ofEvents(
    calendar._id,
    events.flatMap(({ id, recurringEventId = id }) => [id, recurringEventId]),
  )
  const others = events.filter(({ id }) => !links.has(id))
  const moved = await movedHere(cycle, others)
  const invitations = busyInvitationsOf(cycle.connection)
  const busy: BusyChange[] = []
  const strays: GoogleEvent[] = []
  for (const listed of events) {
    const link = links.get(listed.id)
    if (link) {
      await noteEvent(cycle, link, listed, timeZone)
      continue
    }
    const isBusy = calendar.blocks && !moved.has(listed.id)
    const event = isBusy ? await withTimes(cycle, listed, timeZone) : listed
    const span = isBusy ? busySpanOf(event, timeZone, invitations) : undefined
    if (isOurs(cycle, event)) strays.push(event)
    // Somebody made our event recurring: the occurrence at its own time is still ours.
    else if (span && isSameSpan(span, links.get(event.recurringEventId ?? '')?.base ?? null))
      busy.push({ eventId: event.id, span: undefined })
    else busy.push({ eventId: event.id, span })
  }
  await ctx.busy.apply(calendar, generation, busy)
  await takeBack(cycle, strays)
}

/** An event as listed; a list that shows no times of it is not trusted. */
async function withTimes({ events }: Cycle, listed: GoogleEvent, zone: string): Promise<GoogleEvent> {
  if (!isPresent(listed) || spanOf(listed, zone)) return listed
  return (await events.get(listed.id)) ?? { ...listed, status: 'cancelled' }
}

/** Our events that were moved here from another calendar of the connection: their bookings take the time. */
async function movedHere({ ctx, calendar }: Cycle, events: readonly GoogleEvent[]): Promise<Set<string>> {
  const ours = events.filter(({ ownProperties: { bk, env } }) => bk && env === ctx.env)
  if (ours.length === 0) return new Set()
  return await ctx.links.linkedOf(
    calendar.connection_id,
    ours.map(({ id }) => id),
  )
}

/** Whether an event without a link was made here; a copy that somebody made of one is theirs. */
function isOurs({ ctx, calendar }: Cycle, { id, ownProperties }: GoogleEvent): boolean {
  const { bk, env, gen } = ownProperties
  if (!bk || env !== ctx.env) return false
  const generations = gen === undefined ? Array(GENERATIONS).keys() : [Number(gen)].values()
  return generations.some((one) => ctx.links.identity(calendar, bk, one).event_id === id)
}

/**
 * Restores links of our events that were deleted with an earlier connection of the same provider: others may share its
 * calendar.
 */
async function takeBack({ ctx, calendar }: Cycle, strays: readonly GoogleEvent[]): Promise<void> {
  if (strays.length === 0 || !calendar.writes) return
  const ids = strays.map(({ ownProperties }) => ownProperties.bk ?? '')
  const bookings = await ctx.bookings.find(calendar.organization_id, ids)
  const sessions = ids.flatMap((booking_id) => {
    const session = parseSessionId(booking_id)
    return session ? [{ booking_id, ...session }] : []
  })
  const own = [...bookings.values(), ...sessions].filter(
    ({ provider_id }) => provider_id === calendar.provider_id,
  )
  await ctx.links.ensure(calendar, own, ctx.clock.now())
}

/** Records the state of an event of ours. What follows from it is decided afterwards, with the booking. */
async function noteEvent(
  { ctx, tally }: Cycle,
  link: LinkRecord,
  event: GoogleEvent,
  zone: string,
): Promise<void> {
  const now = ctx.clock.now()
  const due = { due_at: now, mark: newId('request') }
  const remote = remoteOf(event, zone)
  if (!remote) {
    // An event that we deleted, or that is known as deleted, is nothing new. Otherwise, and for times that cannot be
    // read, the event itself is asked for.
    if (link.remote) await ctx.links.update(link._id, { missing_at: now, ...due })
    return
  }
  if (link.remote?.etag === remote.etag && !link.missing_at) {
    tally.skipped += 1
    return
  }
  const found = { remote, may_exist: true, missing_at: null, held: false, gone_at: null }
  await ctx.links.update(link._id, { ...found, ...due })
}

/** What a complete list lacks is missing, if it should be in the window. */
async function markUnseen({ ctx, calendar }: Cycle, seen: ReadonlySet<string>, window: Span): Promise<void> {
  const now = ctx.clock.now()
  for await (const { _id, event_id } of ctx.links.present(calendar._id, window)) {
    if (seen.has(event_id)) continue
    await ctx.links.update(_id, { missing_at: now, due_at: now, mark: newId('request') })
  }
}
