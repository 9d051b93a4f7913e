import type { NotificationRecord } from '../notifications/notification.ts'
import { type Check, giveUp } from './check.ts'

/** Guests wait for these calls: other messages must not use up their share of the limits. */
const CALLS: readonly NotificationRecord['kind'][] = ['almost_ready', 'ready']
const RESERVE_OF_CALLS = 1.5

/** Factor by which a message may exceed the limits. */
export const reserveOf = ({ kind }: Pick<NotificationRecord, 'kind'>): number =>
  CALLS.includes(kind) ? RESERVE_OF_CALLS : 1

/**
 * Share of the daily limit for messages about public joins, and for codes of bookings: a flood of what strangers ask for
 * must not block other messages.
 */
const STRANGERS_SHARE = 0.1

/**
 * Counts the message at its first attempt. Run it late, so that only messages that are then sent count. Push costs
 * nothing: it counts for its guest alone.
 */
export const withinLimits: Check = async (ctx, record, now, { settings: limits }) => {
  const { organization_id: organizationId, channel, kind, to, counted, public_join } = record
  if (counted || to === null) return null
  const of = ctx.addressHashes.of(organizationId, to)
  const reserve = reserveOf(record)
  const take = (given: { of: string; per: 'day'; max: number }) =>
    ctx.counters.take({ organizationId, ...given, max: Math.ceil(given.max * reserve) }, now)
  const [hour, day] = [limits.per_number_per_hour, limits.per_number_per_day]
  const max = { maxPerHour: Math.ceil(hour * reserve), maxPerDay: Math.ceil(day * reserve) }
  const full = await ctx.numberCounters.take({ organizationId, of, ...max }, now)
  if (full) return tooMany('number', full === 'hour' ? hour : day, full === 'hour' ? 'an hour' : 'a day')
  if (channel === 'push') return null
  const all = limits.per_organization_per_day
  const share = Math.ceil(all * STRANGERS_SHARE)
  if (public_join && !(await take({ of: 'public joins', per: 'day', max: share }))) return tooManyJoins(share)
  if (kind === 'booking_code' && !(await take({ of: 'booking codes', per: 'day', max: share })))
    return tooManyCodes(share)
  if (!(await take({ of: '', per: 'day', max: all }))) return tooMany('organization', all, 'a day')
  return null
}

const tooMany = (whose: 'number' | 'organization', max: number, time: string) =>
  whose === 'number'
    ? giveUp('number_limit', `The recipient has had the ${max} messages that may be sent to one in ${time}.`)
    : giveUp('organization_limit', `The organisation has sent the ${max} messages that it may in ${time}.`)

const tooManyJoins = (max: number) =>
  giveUp(
    'public_join_limit',
    `Guests who joined by themselves have had the ${max} messages of a day about that.`,
  )

const tooManyCodes = (max: number) =>
  giveUp('booking_code_limit', `Customers have had the ${max} codes of a day.`)
