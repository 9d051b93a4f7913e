import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

interface Sequence {
  /** Id of the provider. */
  readonly _id: string
  readonly organization_id: string
  readonly sequence: number
}

const schema = organizationSchema<Sequence>('busy_sequences').index({ organization_id: 1 })

/** Numbers the busy-time events of providers; the numbering continues when a calendar is connected again. */
export class BusySequenceStore {
  readonly #sequences: mongo.Collection<Sequence>

  constructor(connection: Connection) {
    this.#sequences = collectionOf(connection, schema)
  }

  /** The number of a provider's next event, which is published with the session's transaction. */
  async next(organizationId: string, providerId: string, session: ClientSession): Promise<number> {
    const one = { _id: providerId, organization_id: organizationId }
    const options = { upsert: true, returnDocument: 'after', session } as const
    const counted = await this.#sequences.findOneAndUpdate(one, { $inc: { sequence: 1 } }, options)
    return counted?.sequence ?? 1
  }
}
