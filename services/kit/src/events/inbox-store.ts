import type { ClientSession, Connection, mongo } from 'mongoose'
import { collectionOf, collectionSchema } from '../store/connection.ts'

interface InboxRecord {
  readonly _id: string
  readonly at: Date
}

/** How long a redelivered event is recognised: far longer than any broker redelivers. */
const REMEMBER_SECONDS = 7 * 24 * 3600

const schema = collectionSchema<InboxRecord>('inbox').index(
  { at: 1 },
  { expireAfterSeconds: REMEMBER_SECONDS },
)

export type Inbox = mongo.Collection<InboxRecord>

/** Events a service has applied, so that one delivered twice takes effect once. */
export const inboxOf = (connection: Connection): Inbox => collectionOf(connection, schema)

/**
 * Records event ids in the transaction of their effect and returns those that are new. If two processes apply the
 * same event, the second transaction aborts and, repeated, finds it known.
 */
export async function recordInInbox(
  inbox: Inbox,
  ids: readonly string[],
  session: ClientSession,
): Promise<Set<string>> {
  const known = await inbox.find({ _id: { $in: [...ids] } }, { session, projection: { _id: 1 } }).toArray()
  const fresh = new Set(ids).difference(new Set(known.map(({ _id }) => _id)))
  const at = new Date()
  const records = [...fresh].map((_id) => ({ _id, at }))
  if (records.length > 0) await inbox.insertMany(records, { session })
  return fresh
}
