import {
  bookingCreated,
  bookingSeriesCreated,
  type CloudEvent,
  guestAdded,
  hasForeignLink,
  type NotificationError,
  standbyAdded,
} from '@usher/contracts'
import { mailboxOf } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { NotificationContext } from '../context.ts'
import {
  DEFAULT_TEXTS_DAYS,
  LINKS_TO_STRANGERS_PER_DAY,
  OWN_PER_RECIPIENT,
  PER_RECIPIENT,
  PUBLIC_SHARE,
  type SharedStep,
  sharedStep,
} from '../limits/shared-policy.ts'
import { isAutomatic, type NotificationRecord } from '../notifications/notification.ts'
import type { OrganizationRecord } from '../organizations/organization-store.ts'
import { defaultFor } from '../templates/default-templates.ts'
import { type Check, giveUp } from './check.ts'
import { isCausedByPublic, reserveOf } from './limits.ts'

/** Counted for the installation as a whole. */
const ALL = ''

const SENT = 'shared sent'
const RETURNED = 'shared returned'
const ANSWERED = 'shared answered'

/** Weeks that count for the bounce rate, and for what was delivered and answered. */
const LATELY_WEEKS = 2
const QUARTER_WEEKS = 13

/** Error of made-up or bought addresses. */
const INVALID_ADDRESS = 'invalid_address'

/** Actors of what guests and customers do on pages of their own. */
const RECIPIENTS: readonly string[] = ['guest', 'customer']

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Counts a mail through the shared server that was rejected or bounced because the address does not exist. */
export async function noteReturned(
  ctx: NotificationContext,
  organizationId: string,
  error: Pick<NotificationError, 'code'> | undefined,
  now: Date,
): Promise<void> {
  if (error?.code === INVALID_ADDRESS)
    await ctx.counters.add({ organizationId, of: RETURNED, per: 'week' }, now)
}

const actedKey = (ctx: NotificationContext, organizationId: string, email: string): string =>
  `acted ${ctx.addressHashes.of(organizationId, mailboxOf(email))}`

const mailedKey = (ctx: NotificationContext, organizationId: string, email: string): string =>
  `mailed ${ctx.addressHashes.of(organizationId, mailboxOf(email))}`

/**
 * Counts an act of a recipient, at most one a week: mail to them then no longer goes to a stranger. Acts before the first
 * mail do not count.
 */
async function noteActed(
  ctx: NotificationContext,
  organizationId: string,
  email: string,
  now: Date,
): Promise<void> {
  const mailed = { per: 'week', periods: QUARTER_WEEKS, of: [mailedKey(ctx, organizationId, email)] } as const
  const [mails = []] = await ctx.counters.recent(organizationId, mailed, now)
  if (sum(mails) === 0) return
  const week = { organizationId, per: 'week' } as const
  const isFirst = await ctx.counters.take({ ...week, of: actedKey(ctx, organizationId, email), max: 1 }, now)
  if (isFirst) await ctx.counters.add({ ...week, of: ANSWERED }, now)
}

/** Events that anybody can cause with any address: they do not prove that it is theirs. */
const UNPROVED: readonly string[] = [guestAdded, bookingCreated, bookingSeriesCreated, standbyAdded].map(
  ({ type }) => type,
)

/** Notes who acted by themselves in events: moved, cancelled, left, reported their arrival. */
export async function noteActsIn(ctx: NotificationContext, events: readonly CloudEvent[]): Promise<void> {
  for (const { type, actor, organizationid, data } of events) {
    if (!RECIPIENTS.includes(actor) || UNPROVED.includes(type)) continue
    const { email, customer } = (data ?? {}) as { email?: unknown; customer?: { email?: unknown } }
    const address = email ?? customer?.email
    if (typeof address === 'string') await noteActed(ctx, organizationid, address, ctx.clock.now())
  }
}

/**
 * Limits mail through the shared server: per organisation, by its verification, age, what was delivered and answered,
 * and its bounce rate; and per recipient. Counts the message at its first attempt through that server, which may
 * follow attempts through others: run it last.
 */
export const withinSharedLimits: Check = async (ctx, record, now, { provider: { isShared } }) => {
  const { organization_id: organizationId, shared_counted, to } = record
  if (!isShared || shared_counted || to === null) return null
  const refused = (await withinAllowance(ctx, record, now)) ?? (await withinRecipient(ctx, record, now))
  if (refused) return refused
  await ctx.counters.add({ organizationId, of: SENT, per: 'week' }, now)
  await ctx.counters.add({ organizationId, of: mailedKey(ctx, organizationId, to), per: 'week' }, now)
  return null
}

async function withinAllowance(ctx: NotificationContext, record: NotificationRecord, now: Date) {
  const { organization_id: organizationId, to, template_id } = record
  const acted = actedKey(ctx, organizationId, to ?? '')
  const weeks = { per: 'week', periods: QUARTER_WEEKS, of: [SENT, RETURNED, ANSWERED, acted] } as const
  const [sent = [], returned = [], answered = [], acts = []] = await ctx.counters.recent(
    organizationId,
    weeks,
    now,
  )
  const sender = {
    verifiedAt: await verifiedAtOf(ctx, organizationId, now),
    sentLately: sum(sent.slice(0, LATELY_WEEKS)),
    returnedLately: sum(returned.slice(0, LATELY_WEEKS)),
    delivered: sum(sent) - sum(returned),
    answered: sum(answered),
  }
  const step = sharedStep(sender, now)
  const { perDay, toStrangers } = step
  const isStranger = sum(acts) === 0
  const name = (await ctx.organizations.brandOf(organizationId))?.name ?? ''
  const hasLink = [record.subject, record.text, name].some((text) =>
    hasForeignLink(text, ctx.config.publicUrl),
  )
  if (isStranger && hasLink && Number.isFinite(toStrangers))
    await noteLink(ctx, organizationId, template_id, now)
  if (!mayBeSaid(record, step, { isStranger, hasLink })) return NOT_YET
  const day = (of: string, max: number) => ctx.counters.take({ organizationId, of, per: 'day', max }, now)
  if (isCausedByPublic(record)) {
    const publicStrangers = Math.ceil(toStrangers * PUBLIC_SHARE)
    const publicMails = Math.ceil(perDay * PUBLIC_SHARE)
    if (isStranger && !(await day('shared public strangers', publicStrangers)))
      return tooMany(publicStrangers, ` to strangers ${BY_PUBLIC}`)
    if (!(await day('shared public', publicMails))) return tooMany(publicMails, ` ${BY_PUBLIC}`)
  }
  if (isStranger && !(await day('shared strangers', toStrangers)))
    return tooMany(toStrangers, ' to strangers')
  if (!(await day(SENT, perDay))) return tooMany(perDay, '')
  return null
}

/** Until the creation event has arrived, an organisation counts as new. */
async function verifiedAtOf(
  { organizations }: NotificationContext,
  organizationId: string,
  now: Date,
): Promise<Date | undefined> {
  const organization = await organizations.find(organizationId)
  return organization && hasCreationEvent(organization) ? organization.verified_at : now
}

const hasCreationEvent = ({ sequence }: OrganizationRecord): boolean => sequence > 0

/** Whether mail through the shared server shows only the organisation's name: address and logo are its own content. */
export async function showsNameAlone(
  ctx: NotificationContext,
  organizationId: string,
  now: Date,
): Promise<boolean> {
  const verifiedAt = await verifiedAtOf(ctx, organizationId, now)
  return verifiedAt !== undefined && now.getTime() - verifiedAt.getTime() < DEFAULT_TEXTS_DAYS * DAY_MS
}

function mayBeSaid(
  record: NotificationRecord,
  { words }: SharedStep,
  { isStranger, hasLink }: { readonly isStranger: boolean; readonly hasLink: boolean },
): boolean {
  if (words === 'default') return isDefaultText(record) && !hasLink && !record.suspect_names
  return words === 'links' || !isStranger || !hasLink
}

/** A request to send a default template gives its values, so it is a text of one's own. */
function isDefaultText(record: NotificationRecord): boolean {
  const { organization_id, kind, locale, template_id } = record
  if (!isAutomatic(record) || !kind || !locale) return false
  return defaultFor(organization_id, { kind, locale })?.id === template_id
}

/** Alerts the operator, once a day for each template, that one with a foreign link goes to many strangers. */
async function noteLink(
  { counters, sharedLinks, log }: NotificationContext,
  organizationId: string,
  templateId: string | null,
  now: Date,
): Promise<void> {
  const day = { organizationId, per: 'day' } as const
  const of = `shared links ${templateId ?? ''}`
  if (await counters.take({ ...day, of, max: LINKS_TO_STRANGERS_PER_DAY }, now)) return
  if (!(await counters.take({ ...day, of: `${of} alerted`, max: 1 }, now))) return
  sharedLinks.inc()
  log.warn({ organizationId, templateId }, 'a text with a foreign link goes to many new addresses')
}

const NOT_YET = giveUp(
  'shared_content',
  'The mail server of the installation does not send this text for your organisation yet. New organisations can send only default texts, with no web address, phone number or sum of money in a name.',
)

const BY_PUBLIC = "about guests' own joins and customers' own bookings"

const tooMany = (max: number, whom: string) =>
  giveUp(
    'shared_limit',
    `For now, the organisation can send ${max} mails${whom} a day through the mail server of the installation.`,
  )

/**
 * Recipients are hashed; counters expire after two periods. Codes are limited where they are asked for. Some mails of
 * each organisation always pass, so that others cannot keep it from a recipient.
 */
async function withinRecipient(ctx: NotificationContext, record: NotificationRecord, now: Date) {
  if (record.kind === 'booking_code') return null
  const of = ctx.addressHashes.of(ALL, mailboxOf(record.to ?? ''))
  const { organization_id: organizationId } = record
  const own = { organizationId, of: `shared to ${of}`, per: 'hour', max: OWN_PER_RECIPIENT } as const
  if (await ctx.counters.take(own, now)) {
    for (const per of ['hour', 'day'] as const) await ctx.counters.add({ organizationId: ALL, of, per }, now)
    return null
  }
  for (const per of ['hour', 'day'] as const) {
    const max = Math.ceil(PER_RECIPIENT[per] * reserveOf(record))
    if (await ctx.counters.take({ organizationId: ALL, of, per, max }, now)) continue
    const time = per === 'hour' ? 'an hour' : 'a day'
    const had = `The recipient has had the ${PER_RECIPIENT[per]} mails ${time} that this installation sends to one.`
    return giveUp('shared_recipient_limit', had)
  }
  return null
}
