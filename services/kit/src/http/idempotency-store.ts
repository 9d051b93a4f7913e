import type { ClientSession, Connection, mongo } from 'mongoose'
import { ProblemError } from '../errors.ts'
import { type SecretKey, seal, unseal } from '../formats/secrets.ts'
import { collectionOf, collectionSchema } from '../store/connection.ts'
import { isDuplicateKey } from '../store/duplicates.ts'
import { inTransaction } from '../store/transaction.ts'
import type { Idempotency } from './idempotency.ts'
import type { Reply } from './reply.ts'

/** How long a key is remembered. */
const REMEMBER_SECONDS = 24 * 3600

/** What was asked and answered under a key. */
export interface IdempotencyRecord {
  readonly _id: string
  /**
   * Fingerprint and answer, encrypted: the answer may hold a secret that is shown once, and the request a password,
   * which could be guessed from a plain hash.
   */
  readonly sealed: string
  readonly at: Date
}

const schema = collectionSchema<IdempotencyRecord>('idempotency').index(
  { at: 1 },
  { expireAfterSeconds: REMEMBER_SECONDS },
)

/**
 * Answers by idempotency key. Each is stored in the transaction of the work it answers, so that neither a crash nor a
 * parallel repeat can do the work twice or lose the answer.
 */
export class IdempotencyStore {
  readonly #connection: Connection
  readonly #records: mongo.Collection<IdempotencyRecord>
  readonly #keys: readonly SecretKey[]

  constructor(connection: Connection, keys: readonly SecretKey[]) {
    this.#connection = connection
    this.#records = collectionOf(connection, schema)
    this.#keys = keys
  }

  /** The record that makes an answer repeatable, to be stored in the transaction of the work. */
  record({ id, fingerprint }: Idempotency, { audit, ...reply }: Reply<unknown>): IdempotencyRecord {
    // A repeat concerns the same resource but changes nothing.
    const kept = { ...reply, ...(audit && { audit: { ...audit, changes: undefined } }) }
    const sealed = seal(JSON.stringify({ fingerprint, reply: kept }), this.#keys)
    return { _id: id, sealed, at: new Date() }
  }

  async find(ids: readonly string[]): Promise<Map<string, IdempotencyRecord>> {
    const found = await this.#records.find({ _id: { $in: [...ids] } }).toArray()
    return new Map(found.map((record) => [record._id, record]))
  }

  async insert(records: readonly IdempotencyRecord[], session: ClientSession): Promise<void> {
    if (records.length > 0) await this.#records.insertMany([...records], { session })
  }

  /** Deletes the stored answers of an organisation. */
  async deleteAllOf(organizationId: string, session?: ClientSession): Promise<void> {
    // Everything that starts with the identifier and a colon; the semicolon is the character after it.
    const ids = { $gte: `${organizationId}:`, $lt: `${organizationId};` }
    await this.#records.deleteMany({ _id: ids }, session ? { session } : {})
  }

  /**
   * The stored answer.
   *
   * @throws ProblemError `idempotency_mismatch` if the repeat asks for something else
   */
  replay<Body>(record: IdempotencyRecord, { fingerprint }: Idempotency): Reply<Body> {
    const before = JSON.parse(unseal(record.sealed, this.#keys))
    if (before.fingerprint !== fingerprint) {
      throw new ProblemError('idempotency_mismatch', 'This Idempotency-Key was used for another request.')
    }
    return { ...before.reply, replayed: true }
  }

  /**
   * Does work in a transaction, once per key: a repeat gets the first answer.
   *
   * @param work must write with the session it is given; may be run again after a conflict
   */
  async once<Body>(
    idempotency: Idempotency | undefined,
    work: (session: ClientSession) => Promise<Reply<Body>>,
  ): Promise<Reply<Body>> {
    const known = idempotency && (await this.#known<Body>(idempotency))
    if (known) return known
    try {
      return await inTransaction(this.#connection, async (session) => {
        const reply = await work(session)
        if (idempotency) await this.insert([this.record(idempotency, reply)], session)
        return reply
      })
    } catch (error) {
      // A parallel repeat finds the work done: by the key, or by what it was to change.
      const mayBeDone = isDuplicateKey(error) || error instanceof ProblemError
      const done = idempotency && mayBeDone && (await this.#known<Body>(idempotency))
      if (!done) throw error
      return done
    }
  }

  async #known<Body>(idempotency: Idempotency): Promise<Reply<Body> | undefined> {
    const record = await this.#records.findOne({ _id: idempotency.id })
    return record ? this.replay<Body>(record, idempotency) : undefined
  }
}
