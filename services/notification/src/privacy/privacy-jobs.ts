import type { PrivacyRecords } from '@usher/contracts'
import { ALL_HERE_MS, addressFilter, createPrivacyStep } from '@usher/service-kit'
import { presentConsent } from '../consent/consent.ts'
import { presentOptOut } from '../consent/opt-out-store.ts'
import type { NotificationContext } from '../context.ts'
import { erase } from '../notifications/lifecycle.ts'
import { presentNotification } from '../notifications/notification.ts'
import { presentReply } from '../replies/reply.ts'
import { addressOf, type Outcome, type People, type PrivacyState, START } from './state.ts'

/** Runs one step of a requested export or erasure. */
export const privacyStep = (ctx: NotificationContext) =>
  createPrivacyStep<PrivacyState>(
    'notification',
    ctx.clock,
    ({ organizationId, subject, isExport }, state = START) => {
      if ('organization' in subject) {
        return isExport
          ? exportOrganization(ctx, organizationId, state)
          : eraseOrganization(ctx, organizationId, state)
      }
      const people = { organizationId, subject }
      return isExport ? exportPeople(ctx, people, state) : erasePeople(ctx, people, state)
    },
  )

/** Exports the next records of people. The queue service exports the guests themselves. */
async function exportPeople(ctx: NotificationContext, people: People, state: PrivacyState): Promise<Outcome> {
  const { organizationId, subject } = people
  const guestIds = await guestIdsOf(ctx, people, state)
  return await exportNext(ctx, { organizationId, people: { subject, guestIds } }, { ...state, guestIds })
}

/** Exports the next records of an organisation. */
const exportOrganization = (
  ctx: NotificationContext,
  organizationId: string,
  state: PrivacyState,
): Promise<Outcome> => exportNext(ctx, { organizationId }, state)

/** One kind of record after the other, as many as fit into one answer. */
async function exportNext(ctx: NotificationContext, whose: Whose, state: PrivacyState): Promise<Outcome> {
  const data: PrivacyRecords = []
  const part = state.parts + 1
  let { kind = 0, after } = state
  for (let find = KINDS[kind]; find; find = KINDS[kind]) {
    const room = NOTIFICATIONS - data.length
    const found = await find(ctx, whose, after, room)
    data.push(...found.map((record) => record.data))
    if (found.length === room) {
      const next = { ...state, parts: part, kind, after: found.at(-1)?.id ?? '' }
      return { answer: { part, records: data.length, data }, state: next }
    }
    kind += 1
    after = ''
  }
  return { answer: { part, records: data.length, data } }
}

const DELETED_AT_ONCE = 1_000

/**
 * Removes people from guest copies and the next notifications to them; those not yet sent are cancelled. Then goes
 * through all once more, for events that were in flight.
 */
async function erasePeople(ctx: NotificationContext, people: People, state: PrivacyState): Promise<Outcome> {
  const now = ctx.clock.now()
  const guestIds = await guestIdsOf(ctx, people, state)
  await ctx.privacy.anonymizeGuests(people.organizationId, guestIds)
  const others = await eraseOthers(ctx, people, guestIds)
  const page = { after: state.after, limit: NOTIFICATIONS }
  const to = { guestIds, subject: people.subject }
  const found = await ctx.privacy.nextNotifications(people.organizationId, to, page)
  await Promise.all(found.map(({ _id }) => ctx.changeNotification(_id, (record) => erase(record, now))))
  const records = state.records + others + found.filter(({ anonymized_at }) => !anonymized_at).length
  const next = { ...state, guestIds, records }
  const last = found.at(-1)
  if (found.length === NOTIFICATIONS && last) return { state: { ...next, after: last._id } }
  if (state.passes > 0) return { answer: { part: 1, records, data: null } }
  return { state: { ...next, after: '', passes: 1 }, notBefore: new Date(now.getTime() + ALL_HERE_MS) }
}

/**
 * Removes people from replies, consents and opt-outs. A hash of each opt-out stays, so that it keeps stopping
 * messages.
 */
async function eraseOthers(
  { replies, consents, optOuts, bookings, clock }: NotificationContext,
  { organizationId, subject }: People,
  guestIds: readonly string[],
): Promise<number> {
  const whose = { organizationId, people: { subject, guestIds } }
  const address = addressOf(subject)
  await bookings.deleteOfSubject(organizationId, subject)
  const counts = [
    await replies.anonymizeWhere(ofPeople(whose, 'from'), clock.now()),
    await consents.deleteWhere(ofPeople(whose, 'address')),
    address === null ? 0 : await optOuts.forget(organizationId, address),
  ]
  return counts.reduce((sum, count) => sum + count)
}

/** Deletes the next notifications of a closed organisation; and does so again later, for what arrived meanwhile. */
async function eraseOrganization(
  ctx: NotificationContext,
  organizationId: string,
  state: PrivacyState,
): Promise<Outcome> {
  const { found, deleted } = await ctx.privacy.deleteNotifications(organizationId, DELETED_AT_ONCE)
  const records = state.records + deleted
  if (found === DELETED_AT_ONCE) return { state: { ...state, records } }
  await deleteOthers(ctx, organizationId)
  if (state.passes > 0) return { answer: { part: 1, records, data: null } }
  const notBefore = new Date(ctx.clock.now().getTime() + ALL_HERE_MS)
  return { state: { ...state, records, passes: 1 }, notBefore }
}

async function deleteOthers(ctx: NotificationContext, organizationId: string): Promise<void> {
  await ctx.privacy.deleteCopies(organizationId)
  await ctx.consents.deleteWhere({ organization_id: organizationId })
  const ofPlaces = [ctx.templates, ctx.providers, ctx.queueMessages, ctx.reminders, ctx.bookings]
  const ofReplies = [ctx.replies, ctx.questions, ctx.optOuts, ctx.counters, ctx.idempotency]
  for (const store of [...ofPlaces, ...ofReplies]) await store.deleteAllOf(organizationId)
  for (const store of [ctx.retentions, ctx.settings, ctx.organizations]) await store.delete(organizationId)
}

/** Records per step: far below the broker's message limit. */
const NOTIFICATIONS = 200

/** Ids of the guests in question, as far as known. */
async function guestIdsOf(
  { privacy }: NotificationContext,
  { organizationId, subject }: People,
  state: PrivacyState,
): Promise<string[]> {
  if ('guest_id' in subject) return [subject.guest_id]
  return [...new Set([...state.guestIds, ...(await privacy.guestIds(organizationId, subject))])]
}

/** Whose records: some people's, with the guests they are, or a whole organisation's. */
interface Whose {
  readonly organizationId: string
  readonly people?: { readonly subject: People['subject']; readonly guestIds: readonly string[] }
}

/** A record as exported, with its id. */
interface Exported {
  readonly id: string
  readonly data: PrivacyRecords[number]
}

/** The next records of a kind, by id. */
type Find = (ctx: NotificationContext, whose: Whose, after: string, limit: number) => Promise<Exported[]>

/** Matches people's records by guest or by address. */
const ofPeople = ({ organizationId, people }: Whose, address: 'from' | 'address') => {
  const organization = { organization_id: organizationId }
  if (!people) return organization
  const { subject, guestIds } = people
  const own = addressFilter(subject)
  const byAddress = own ? [{ [address]: own }] : []
  return { ...organization, $or: [{ guest_id: { $in: [...guestIds] } }, ...byAddress] }
}

const notifications: Find = async (ctx, { organizationId, people }, after, limit) => {
  const found = await ctx.privacy.nextNotifications(organizationId, people ?? null, { after, limit })
  return found.map((record) => ({
    id: record._id,
    data: { type: 'notification', ...presentNotification(record) },
  }))
}

const replies: Find = async (ctx, whose, after, limit) => {
  const found = await ctx.replies.after(ofPeople(whose, 'from'), after, limit)
  return found.map((record) => ({ id: record._id, data: { type: 'reply', ...presentReply(record) } }))
}

const consents: Find = async (ctx, whose, after, limit) => {
  const found = await ctx.consents.after(ofPeople(whose, 'address'), after, limit)
  return found.map((record) => ({ id: record._id, data: { type: 'consent', ...presentConsent(record) } }))
}

const optOuts: Find = async (ctx, { organizationId, people }, after, limit) => {
  const own = people && addressOf(people.subject)
  const ofOne = async () => (own && after === '' ? [await ctx.optOuts.find(organizationId, own)] : [])
  const found = people
    ? (await ofOne()).filter((one) => one !== null)
    : await ctx.optOuts.after(organizationId, after, limit)
  return found.map((record) => ({ id: record._id, data: { type: 'opt_out', ...presentOptOut(record) } }))
}

/** Whoever knows the endpoint and the keys of a browser can send to it, so they are not exported. */
const pushSubscriptions: Find = async ({ guests }, { organizationId, people }, after, limit) => {
  const found = await guests.subscribed(organizationId, people?.guestIds ?? null, { after, limit })
  return found.map(({ _id, push }) => ({
    id: _id,
    data: { type: 'push_subscription', guest_id: _id, created_at: push?.created_at.toISOString() ?? null },
  }))
}

/** Every kind of record, in the order of export. */
const KINDS: readonly Find[] = [notifications, replies, consents, optOuts, pushSubscriptions]
