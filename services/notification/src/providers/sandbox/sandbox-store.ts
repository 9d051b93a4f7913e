import {
  collectionOf,
  collectionSchema,
  createBatchLoader,
  dueScope,
  isDuplicateKey,
} from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { Receipt } from '../../notifications/outcome.ts'

/** A message given to the sandbox, until its receipt is sent. Its text is stored with the notification only. */
export interface SandboxMessage {
  /** Id of the notification. */
  readonly _id: string
  /** Absent in messages from before it was kept. */
  readonly organization_id?: string
  /** Number of calls, if that matters. */
  readonly calls?: number
  readonly receipt?: Receipt['status']
  /** When its receipt is due; absent: there is none. */
  readonly receipt_at?: Date
  readonly created_at: Date
}

const REMEMBER_SECONDS = 7 * 24 * 3600

const schema = collectionSchema<SandboxMessage>('sandbox_messages')
  .index({ receipt_at: 1 }, { sparse: true })
  .index({ created_at: 1 }, { expireAfterSeconds: REMEMBER_SECONDS })

type Promised = Required<
  Pick<SandboxMessage, '_id' | 'organization_id' | 'receipt' | 'receipt_at' | 'created_at'>
>

export class SandboxStore {
  readonly #messages: mongo.Collection<SandboxMessage>
  readonly #promise = createBatchLoader<Promised, true>((messages) => this.#promiseAll(messages))

  readonly #scope

  constructor(connection: Connection) {
    this.#messages = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  /** Counts a call; returns the total. */
  async count(id: string, now: Date): Promise<number> {
    const update = { $inc: { calls: 1 }, $setOnInsert: { created_at: now } }
    const options = { upsert: true, returnDocument: 'after' as const }
    return (await this.#messages.findOneAndUpdate({ _id: id }, update, options))?.calls ?? 1
  }

  /** Schedules a receipt: one, unless the message is accepted again afterwards. */
  async promiseReceipt(promised: Promised): Promise<void> {
    await this.#promise(promised)
  }

  async #promiseAll(messages: readonly Promised[]): Promise<true[]> {
    try {
      await this.#messages.insertMany([...messages], { ordered: false })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      // It was counted, or accepted, before.
      for (const { _id, organization_id, receipt, receipt_at } of messages) {
        const unpromised = { _id, receipt: { $exists: false } }
        await this.#messages.updateOne(unpromised, { $set: { organization_id, receipt, receipt_at } })
      }
    }
    return messages.map(() => true)
  }

  /** Messages whose receipts are due or will be, the first ones first. */
  async awaitingReceipts(limit: number): Promise<(SandboxMessage & Pick<Promised, 'receipt_at'>)[]> {
    const awaiting = { ...this.#scope(), receipt_at: { $exists: true } }
    const found = this.#messages.find(awaiting).sort({ receipt_at: 1 }).limit(limit)
    return (await found.toArray()) as (SandboxMessage & Pick<Promised, 'receipt_at'>)[]
  }

  /** Deletes messages whose receipts were sent. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.#messages.deleteMany({ _id: { $in: [...ids] } })
  }
}
