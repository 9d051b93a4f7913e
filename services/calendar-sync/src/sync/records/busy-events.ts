import { type CloudEvent, calendarBusyReplaced, type DataOf } from '@usher/contracts'
import { nativeCollection, newEvent, type Origin } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'

interface Sequence {
  /** Id of the provider. */
  readonly _id: string
  readonly organization_id: string
  readonly sequence: number
}

const schema = new Schema<Sequence>(
  { _id: String, organization_id: String, sequence: Number },
  { collection: 'busy_sequences', versionKey: false },
).index({ organization_id: 1 })

/** Creates the busy-time events of providers; their numbering continues when a calendar is connected again. */
export class BusyEvents {
  readonly #sequences: mongo.Collection<Sequence>

  constructor(connection: Connection) {
    this.#sequences = nativeCollection(connection.model<Sequence>('BusySequence', schema))
  }

  /** The next event of a provider, to be published with the session's transaction. */
  async next(
    origin: Origin,
    data: DataOf<typeof calendarBusyReplaced>,
    session: ClientSession,
  ): Promise<CloudEvent> {
    const one = { _id: data.provider_id, organization_id: origin.organizationId }
    const options = { upsert: true, returnDocument: 'after', session } as const
    const counted = await this.#sequences.findOneAndUpdate(one, { $inc: { sequence: 1 } }, options)
    return newEvent(calendarBusyReplaced, {
      subject: data.provider_id,
      sequence: counted?.sequence ?? 1,
      time: new Date(data.as_of),
      origin,
      data,
    })
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#sequences.deleteMany({ organization_id: organizationId })
  }
}
