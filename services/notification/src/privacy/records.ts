import type { PrivacyRecords } from '@usher/contracts'
import { addressFilter } from '@usher/service-kit'
import { presentConsent } from '../consent/consent.ts'
import { presentOptOut } from '../consent/opt-out.ts'
import type { NotificationContext } from '../context.ts'
import { presentNotification } from '../notifications/notification.ts'
import { presentReply } from '../replies/reply.ts'
import { addressOf, type People } from './state.ts'

/** Whose records: some people's, with the guests they are, or a whole organisation's. */
export interface Whose {
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
export const ofPeople = ({ organizationId, people }: Whose, address: 'from' | 'address') => {
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
export const KINDS: readonly Find[] = [notifications, replies, consents, optOuts, pushSubscriptions]
