import { nativeCollection } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'

interface WatermarkRecord {
  readonly _id: string
  readonly at: Date
}

const schema = new Schema<WatermarkRecord>(
  { _id: String, at: Date },
  { collection: 'watermarks', versionKey: false },
)

const ONLY = { _id: 'expired-holds' } as const

/** Up to when expired holds have been noted as freed time. */
export class HoldWatermark {
  readonly #marks: mongo.Collection<WatermarkRecord>

  constructor(connection: Connection) {
    this.#marks = nativeCollection(connection.model<WatermarkRecord>('Watermark', schema))
  }

  /** Moves it forward, and returns where it was; null at first. */
  async move(to: Date, session: ClientSession): Promise<Date | null> {
    const moved = { $max: { at: to } }
    const before = await this.#marks.findOneAndUpdate(ONLY, moved, { session, upsert: true })
    return before?.at ?? null
  }
}
