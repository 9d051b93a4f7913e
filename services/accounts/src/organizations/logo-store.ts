import type { Logo } from '@usher/contracts'
import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

/** The logo of an organisation. */
export interface LogoRecord {
  /** Id of the organisation. */
  readonly _id: string
  /** File name, derived from the image. */
  readonly name: string
  readonly media_type: Logo['media_type']
  readonly data: Buffer
}

const schema = organizationSchema<LogoRecord>('logos', '_id')

/** Stores logos, one for each organisation. */
export class LogoStore {
  readonly #logos: mongo.Collection<LogoRecord>

  constructor(connection: Connection) {
    this.#logos = collectionOf(connection, schema)
  }

  /** The logo of that name, in the form of answers; null: there is none or another one now. */
  async find(organizationId: string, name: string): Promise<Logo | null> {
    const logo = await this.#logos.findOne({ _id: organizationId, name })
    return logo && { media_type: logo.media_type, data: logo.data.toString('base64') }
  }

  async put(logo: LogoRecord, session: ClientSession): Promise<void> {
    await this.#logos.replaceOne({ _id: logo._id }, logo, { session, upsert: true })
  }

  async delete(organizationId: string, session: ClientSession): Promise<void> {
    await this.#logos.deleteOne({ _id: organizationId }, { session })
  }
}
