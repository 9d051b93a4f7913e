import { nativeCollection } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { Receipt } from '../provider.ts'

/** A message that the sandbox was given. What it says is kept with the notification. */
export interface SandboxMessage {
  /** Identifier of the notification. */
  readonly _id: string
  /** How often it was given. */
  readonly calls: number
  readonly receipt?: Receipt['status']
  /** When its receipt is due; absent: there is none, or it was given. */
  readonly receipt_at?: Date
  readonly created_at: Date
}

const REMEMBER_SECONDS = 7 * 24 * 3600

const schema = new Schema<SandboxMessage>(
  { _id: String, calls: Number, receipt: String, receipt_at: Date, created_at: Date },
  { collection: 'sandbox_messages', versionKey: false },
)
  .index({ receipt_at: 1 }, { sparse: true })
  .index({ created_at: 1 }, { expireAfterSeconds: REMEMBER_SECONDS })

export class SandboxStore {
  readonly #messages: mongo.Collection<SandboxMessage>

  constructor(connection: Connection) {
    this.#messages = nativeCollection(connection.model<SandboxMessage>('SandboxMessage', schema))
  }

  /** Counts a call; gives how many there were with it. */
  async count(id: string, now: Date): Promise<number> {
    const update = { $inc: { calls: 1 }, $setOnInsert: { created_at: now } }
    const options = { upsert: true, returnDocument: 'after' as const }
    return (await this.#messages.findOneAndUpdate({ _id: id }, update, options))?.calls ?? 1
  }

  /** Has a receipt given later, once however often the message is accepted. */
  async promiseReceipt(id: string, receipt: Receipt['status'], at: Date): Promise<void> {
    const filter = { _id: id, receipt: { $exists: false } }
    await this.#messages.updateOne(filter, { $set: { receipt, receipt_at: at } })
  }

  async dueReceipts(now: Date, limit: number): Promise<SandboxMessage[]> {
    return await this.#messages
      .find({ receipt_at: { $lte: now } })
      .sort({ receipt_at: 1 })
      .limit(limit)
      .toArray()
  }

  async receiptGiven(id: string): Promise<void> {
    await this.#messages.updateOne({ _id: id }, { $unset: { receipt_at: 1 } })
  }
}
