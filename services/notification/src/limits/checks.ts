import { ProblemError } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { Recipient } from '../recipients/recipient.ts'
import { type Check, giveUp } from '../sending/check.ts'
import { isAllowedCountry } from './countries.ts'

const OPTED_OUT = 'The recipient has asked for no more messages.'
const OTHER_COUNTRY = 'No messages are sent to numbers of this country: it is not in the list of countries.'

/** Nothing goes to whom has opted out, but for the one message that confirms it. */
export const notOptedOut: Check = async ({ optOuts }, { organization_id, to, exempt }) =>
  to !== null && !exempt && (await optOuts.isOut(organization_id, to)) ? giveUp('opted_out', OPTED_OUT) : null

export const toAllowedCountry: Check = async (_ctx, { to }, _now, { settings: { countries } }) =>
  to !== null && !isAllowedCountry(to, countries) ? giveUp('country_not_allowed', OTHER_COUNTRY) : null

/** Somebody waits for these: whoever uses up the limits by other messages must not silence them. */
const CALLS: readonly NotificationRecord['kind'][] = ['almost_ready', 'ready']
const RESERVE_OF_CALLS = 1.5

/** How much further than others a message may go. */
export const reserveOf = ({ kind }: Pick<NotificationRecord, 'kind'>): number =>
  CALLS.includes(kind) ? RESERVE_OF_CALLS : 1

/** By a flood of guests who join by themselves an organisation loses no other messages. */
const PUBLIC_JOINS_SHARE = 0.1

/** Counts the message, at its first attempt: ask it late, so that only what is then sent is counted. */
export const withinLimits: Check = async (ctx, record, now, { settings: limits }) => {
  const { organization_id: organizationId, to, counted, public_join } = record
  if (counted || to === null) return null
  const of = ctx.addressHashes.of(organizationId, to)
  const reserve = reserveOf(record)
  const take = (given: { of: string; per: 'day'; most: number }) =>
    ctx.counters.take({ organizationId, ...given, most: Math.ceil(given.most * reserve) }, now)
  const [hour, day] = [limits.per_number_per_hour, limits.per_number_per_day]
  const most = { mostPerHour: Math.ceil(hour * reserve), mostPerDay: Math.ceil(day * reserve) }
  const full = await ctx.numberCounters.take({ organizationId, of, ...most }, now)
  if (full) return tooMany('number', full === 'hour' ? hour : day, full === 'hour' ? 'an hour' : 'a day')
  const all = limits.per_organization_per_day
  if (public_join) {
    const joins = Math.ceil(all * PUBLIC_JOINS_SHARE)
    if (!(await take({ of: 'public joins', per: 'day', most: joins }))) return tooManyJoins(joins)
  }
  if (!(await take({ of: '', per: 'day', most: all }))) return tooMany('organization', all, 'a day')
  return null
}

const tooMany = (whose: 'number' | 'organization', most: number, time: string) =>
  whose === 'number'
    ? giveUp('number_limit', `The recipient has had the ${most} messages that may be sent to one in ${time}.`)
    : giveUp('organization_limit', `The organisation has sent the ${most} messages that it may in ${time}.`)

const tooManyJoins = (most: number) =>
  giveUp(
    'public_join_limit',
    `Guests who joined by themselves have had the ${most} messages of a day about that.`,
  )

/** @throws ProblemError `recipient_opted_out`, `country_not_allowed` for whom no message will reach */
export async function requirePermitted(
  ctx: NotificationContext,
  organizationId: string,
  { to }: Pick<Recipient, 'to'>,
): Promise<void> {
  if (await ctx.optOuts.find(organizationId, to)) throw new ProblemError('recipient_opted_out', OPTED_OUT)
  const { countries } = await ctx.limits.read(organizationId)
  if (!isAllowedCountry(to, countries)) throw new ProblemError('country_not_allowed', OTHER_COUNTRY)
}
