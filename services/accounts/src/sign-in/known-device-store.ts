import { hash } from 'node:crypto'
import {
  collectionOf,
  isWellFormedSessionToken,
  newSessionToken,
  organizationSchema,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { Member } from '../members/member.ts'

/** How long a browser stays known after its last sign-in, in seconds. */
export const DEVICE_SECONDS = 180 * 24 * 3600

/** A browser in which somebody has signed in. Several people may share one. */
export interface KnownDevice {
  /** Hash of the browser's token and the e-mail address together: reveals neither. */
  readonly _id: string
  readonly organization_id: string
  readonly member_id: string
  readonly expires_at: Date
}

const schema = organizationSchema<KnownDevice>('known_devices')
  .index({ organization_id: 1, member_id: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })

const keyOf = (email: string, token: string): string => hash('sha256', `${token} ${email}`)

/**
 * Stores known browsers of members, so that failed sign-ins by others cannot lock them out (OWASP, "Slow Down
 * Online Guessing Attacks with Device Cookies"). A stolen token does not sign in: it only allows a few more
 * guesses.
 */
export class KnownDeviceStore {
  readonly #devices: mongo.Collection<KnownDevice>

  constructor(connection: Connection) {
    this.#devices = collectionOf(connection, schema)
  }

  /**
   * Id under which to count a browser's attempts; undefined if nobody has signed in there with this
   * address.
   */
  async find(email: string, token: string | undefined, now: Date): Promise<string | undefined> {
    if (token === undefined || !isWellFormedSessionToken(token)) return undefined
    const found = await this.#devices.findOne({ _id: keyOf(email, token), expires_at: { $gt: now } })
    return found?._id
  }

  /** Records a browser as known for a member; returns its token. */
  async remember(
    { _id: member_id, organization_id, email }: Member,
    known: string | undefined,
    now: Date,
    session: ClientSession,
  ): Promise<string> {
    const token = known !== undefined && isWellFormedSessionToken(known) ? known : newSessionToken()
    const expires_at = new Date(now.getTime() + DEVICE_SECONDS * 1000)
    const device = { organization_id, member_id, expires_at }
    await this.#devices.updateOne({ _id: keyOf(email, token) }, { $set: device }, { upsert: true, session })
    return token
  }

  async deleteOf(organization_id: string, member_id: string, session: ClientSession): Promise<void> {
    await this.#devices.deleteMany({ organization_id, member_id }, { session })
  }
}
