import { mailboxOf } from '@usher/service-kit'
import type { NotificationRecord } from '../notifications/notification.ts'
import { type Check, giveUp } from './check.ts'

/** Guests wait for these calls: other messages must not use up their share of the limits. */
const CALLS: readonly NotificationRecord['kind'][] = ['almost_ready', 'ready']
const RESERVE_OF_CALLS = 1.5

/** Factor by which a message may exceed the limits. */
export const reserveOf = ({ kind }: Pick<NotificationRecord, 'kind'>): number =>
  CALLS.includes(kind) ? RESERVE_OF_CALLS : 1

/**
 * Share of the daily limit for each kind of messages that strangers cause: a flood of them must not block other
 * messages.
 */
const STRANGERS_SHARE = 0.1

/** Above what the booking page lets strangers ask for, and an address of the recipient's own. */
const CODES_PER_RECIPIENT = { hour: 40, day: 60 } as const

interface StrangersPolicy {
  readonly applies: (record: NotificationRecord) => boolean
  readonly of: string
  readonly code: string
  readonly reached: (max: number) => string
}

const STRANGERS: readonly StrangersPolicy[] = [
  {
    applies: ({ public_join }) => public_join === true,
    of: 'public joins',
    code: 'public_join_limit',
    reached: (max) => `The ${max} messages a day for guests who join by themselves are used up.`,
  },
  {
    applies: ({ kind }) => kind === 'booking_code',
    of: 'booking codes',
    code: 'booking_code_limit',
    reached: (max) => `The ${max} codes a day are used up.`,
  },
  {
    applies: ({ public_booking, kind }) => public_booking === true && kind !== 'booking_code',
    of: 'public bookings',
    code: 'public_booking_limit',
    reached: (max) => `The ${max} messages a day about customers' own bookings are used up.`,
  },
]

/** Whether anybody can cause the message, on a public page. */
export const isCausedByPublic = (record: NotificationRecord): boolean =>
  STRANGERS.some(({ applies }) => applies(record))

/**
 * Counts the message at its first attempt. Run it late, so that only messages that are then sent count. Push costs
 * nothing: it counts for its guest alone.
 */
export const withinLimits: Check = async (ctx, record, now, { settings: limits }) => {
  const { organization_id: organizationId, channel, to, counted } = record
  if (counted || to === null) return null
  const of = ctx.addressHashes.of(organizationId, channel === 'email' ? mailboxOf(to) : to)
  const reserve = reserveOf(record)
  const take = (given: { of: string; per: 'day'; max: number }) =>
    ctx.counters.take({ organizationId, ...given, max: Math.ceil(given.max * reserve) }, now)
  // Codes and other messages must not use up each other's limits.
  const isCode = record.kind === 'booking_code'
  const [hour, day] = isCode
    ? [CODES_PER_RECIPIENT.hour, CODES_PER_RECIPIENT.day]
    : [limits.per_number_per_hour, limits.per_number_per_day]
  const recipient = { organizationId, of: isCode ? `codes ${of}` : of, per: 'day' } as const
  const max = { max: Math.ceil(day * reserve), maxPerHour: Math.ceil(hour * reserve) }
  const full = await ctx.counters.takeOrFull({ ...recipient, ...max }, now)
  if (full) return tooMany('number', full === 'hour' ? hour : day, full === 'hour' ? 'an hour' : 'a day')
  if (channel === 'push') return null
  const all = limits.per_organization_per_day
  const share = Math.ceil(all * STRANGERS_SHARE)
  const policy = STRANGERS.find(({ applies }) => applies(record))
  if (policy && !(await take({ of: policy.of, per: 'day', max: share })))
    return giveUp(policy.code, policy.reached(share))
  if (!(await take({ of: '', per: 'day', max: all }))) return tooMany('organization', all, 'a day')
  return null
}

const tooMany = (whose: 'number' | 'organization', max: number, time: string) =>
  whose === 'number'
    ? giveUp('number_limit', `The recipient has had the ${max} messages that may be sent to one in ${time}.`)
    : giveUp('organization_limit', `The organisation has sent the ${max} messages that it may in ${time}.`)
