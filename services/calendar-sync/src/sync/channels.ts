import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sameBytes } from '@usher/service-kit'
import type { Cycle } from './cycle.ts'
import { isFault } from './events-api.ts'
import type { CalendarRecord, Channel } from './records/calendar-record.ts'
import type { SyncContext } from './sync-context.ts'

const TOKEN_BYTES = 32

/** Share of a channel's lifetime after which the next one is opened. */
const USED_SHARE = 0.8

/** Pause after Google refused a channel, in ms; the calendar is polled anyway. */
const AGAIN_MS = 3_600_000

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Keeps push notifications on: opens a channel, and the next one before it expires; the old one is closed only then,
 * so that there is always one (Calendar API, "Push notifications"). If this fails, the calendar is polled all the
 * same.
 */
export async function keepWatching(cycle: Cycle): Promise<void> {
  const { ctx, calendar } = cycle
  const now = ctx.clock.now()
  if (ctx.callbackUrl === null || calendar.watch_after > now) return
  const isWatched = calendar.channels.some(({ resource_id, renew_at }) => resource_id && renew_at > now)
  if (isWatched) return
  try {
    await openChannel(cycle, ctx.callbackUrl)
  } catch (error) {
    if (isFault(error, 'auth')) throw error
    ctx.log.warn(
      { err: error, calendar: calendar._id },
      'no push channel could be opened; the calendar is polled',
    )
    await ctx.calendars.update(calendar, { watch_after: new Date(now.getTime() + AGAIN_MS) })
  }
}

async function openChannel({ ctx, calendar, events }: Cycle, address: string): Promise<void> {
  const id = randomUUID()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = ctx.clock.now()
  const opening: Channel = { id, resource_id: null, token_hash: hashOf(token), renew_at: now }
  // Stored first: its first message may arrive before the response.
  await ctx.calendars.update(calendar, { channels: [...calendar.channels, opening] })
  const { resourceId, expiration } = await events.watch({ id, token, address })
  const renew_at = new Date(now.getTime() + (expiration - now.getTime()) * USED_SHARE)
  await ctx.calendars.update(calendar, { channels: [{ ...opening, resource_id: resourceId, renew_at }] })
  for (const { id: old, resource_id } of calendar.channels) {
    if (!resource_id) continue
    // An expired one is closed, too.
    await events
      .stop({ id: old, resourceId: resource_id })
      .catch((err) => ctx.log.debug({ err }, 'an old push channel was not closed'))
  }
}

interface Message {
  readonly channelId: string
  readonly resourceId: string
  readonly token: string
}

/** The calendar of a push message; null unless the sender knows everything Google knows. */
export async function calendarOfMessage(
  { calendars }: Pick<SyncContext, 'calendars'>,
  { channelId, resourceId, token }: Message,
): Promise<CalendarRecord | null> {
  const calendar = await calendars.findByChannel(channelId)
  const channel = calendar?.channels.find(({ id }) => id === channelId)
  if (!channel || !sameBytes(Buffer.from(channel.token_hash), Buffer.from(hashOf(token)))) return null
  const isOfResource = channel.resource_id === null || channel.resource_id === resourceId
  return isOfResource ? calendar : null
}
