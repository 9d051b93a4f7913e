import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

/** A flow to Google and back, as stored. */
export interface FlowRecord {
  /** SHA-256 of the state, known only to Google and the browser. */
  readonly _id: string
  readonly organization_id: string
  readonly provider_id: string
  /** Who started it. */
  readonly actor: string
  /** The session it was started in, in which it must end; null: started by an application. */
  readonly session_id: string | null
  /** The PKCE verifier (RFC 7636), encrypted. */
  readonly verifier: string
  /** Path to return to. */
  readonly return_to: string | null
  readonly expires_at: Date
  readonly used_at: Date | null
}

/** How long a finished flow is kept, in seconds, to tell whoever reuses it why it fails. */
const REMEMBER_SECONDS = 3_600

const schema = organizationSchema<FlowRecord>('auth_flows')
  .index({ expires_at: 1 }, { expireAfterSeconds: REMEMBER_SECONDS })
  .index({ organization_id: 1 })

export class FlowStore {
  readonly #flows: mongo.Collection<FlowRecord>

  constructor(connection: Connection) {
    this.#flows = collectionOf(connection, schema)
  }

  async insert(record: FlowRecord): Promise<void> {
    await this.#flows.insertOne(record)
  }

  async find(id: string): Promise<FlowRecord | null> {
    return await this.#flows.findOne({ _id: id })
  }

  /** Uses it up; false if it was used before. */
  async use(id: string, now: Date): Promise<boolean> {
    const unused = { _id: id, used_at: null }
    return (await this.#flows.updateOne(unused, { $set: { used_at: now } })).matchedCount === 1
  }
}
