import { hash } from 'node:crypto'
import { isWellFormedSessionToken, newSessionToken } from '@usher/service-kit'
import { type ClientSession, type Connection, Schema } from 'mongoose'
import type { Member } from '../members/member.ts'

/** How long a browser stays known after it was last used to sign in, in seconds. */
export const DEVICE_SECONDS = 180 * 24 * 3600

/** A browser in which somebody has signed in. Several people may use one browser. */
export interface KnownDevice {
  /** Of the browser's token and the e-mail address together: neither can be had from it. */
  readonly _id: string
  readonly organization_id: string
  readonly member_id: string
  readonly expires_at: Date
}

const schema = new Schema<KnownDevice>(
  { _id: String, organization_id: String, member_id: String, expires_at: Date },
  { collection: 'known_devices', versionKey: false },
)
  .index({ organization_id: 1, member_id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

const keyOf = (email: string, token: string): string => hash('sha256', `${token} ${email}`)

export type KnownDeviceStore = ReturnType<typeof createKnownDeviceStore>

/**
 * Browsers by which members are known, so that others who fail to sign in cannot lock them out (OWASP, "Slow Down
 * Online Guessing Attacks with Device Cookies"). A token that was stolen lets nobody in: it lets them guess a few times.
 */
export function createKnownDeviceStore(connection: Connection) {
  const devices = connection.model<KnownDevice>('KnownDevice', schema)
  return {
    /** What attempts by a browser are counted under; undefined where nobody has signed in there with this address. */
    async find(email: string, token: string | undefined, now: Date): Promise<string | undefined> {
      if (token === undefined || !isWellFormedSessionToken(token)) return undefined
      const found = await devices.exists({ _id: keyOf(email, token), expires_at: { $gt: now } })
      return found ? String(found._id) : undefined
    },
    /** Makes a browser known for a member; gives the token that it keeps. */
    async remember(
      { _id: member_id, organization_id, email }: Member,
      known: string | undefined,
      now: Date,
      session: ClientSession,
    ): Promise<string> {
      const token = known !== undefined && isWellFormedSessionToken(known) ? known : newSessionToken()
      const expires_at = new Date(now.getTime() + DEVICE_SECONDS * 1000)
      const device = { organization_id, member_id, expires_at }
      await devices.updateOne({ _id: keyOf(email, token) }, { $set: device }, { upsert: true, session })
      return token
    },
    async deleteOf(organization_id: string, member_id: string, session: ClientSession): Promise<void> {
      await devices.deleteMany({ organization_id, member_id }, { session })
    },
    /** The number of those deleted. */
    async deleteAllOf(organization_id: string, session: ClientSession): Promise<number> {
      return (await devices.deleteMany({ organization_id }, { session })).deletedCount
    },
  }
}
