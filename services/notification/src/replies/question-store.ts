import type { PlaceIntent } from '@usher/contracts'
import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { AddressHashes } from '../consent/address-hash.ts'

/** A question which of several guests somebody means; a number answers it. */
export interface Question {
  readonly intent: PlaceIntent
  readonly minutes: number | null
  /** In the order of the numbers. */
  readonly guest_ids: readonly string[]
}

interface QuestionRecord extends Question {
  /** Hash of the address. */
  readonly _id: string
  readonly organization_id: string
  readonly expires_at: Date
}

/** How long a question stays open, in ms: later a bare number means nothing. */
const OPEN_MS = 15 * 60_000

const schema = organizationSchema<QuestionRecord>('questions')
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })
  .index({ organization_id: 1 })

/** Open questions, at most one per address. */
export class QuestionStore {
  readonly #questions: mongo.Collection<QuestionRecord>
  readonly #hashes: AddressHashes

  constructor(connection: Connection, hashes: AddressHashes) {
    this.#questions = collectionOf(connection, schema)
    this.#hashes = hashes
  }

  async open(organizationId: string, address: string, now: Date): Promise<Question | null> {
    const ids = this.#hashes.all(organizationId, address)
    return await this.#questions.findOne({ _id: { $in: ids }, expires_at: { $gt: now } })
  }

  /** Stores a question in place of the one before. */
  async ask(
    organizationId: string,
    address: string,
    question: Question,
    { now, session }: { readonly now: Date; readonly session: ClientSession },
  ): Promise<void> {
    const _id = this.#hashes.of(organizationId, address)
    const expires_at = new Date(now.getTime() + OPEN_MS)
    const record = { _id, organization_id: organizationId, ...question, expires_at }
    await this.#questions.replaceOne({ _id }, record, { upsert: true, session })
  }

  async close(organizationId: string, address: string, session: ClientSession): Promise<void> {
    await this.#questions.deleteMany({ _id: { $in: this.#hashes.all(organizationId, address) } }, { session })
  }
}
