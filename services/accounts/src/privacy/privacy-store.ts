import type { PrivacyService, PrivacySubject } from '@usher/contracts'
import { addressFilter, collectionOf, collectionSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { PrivacyRequest, Progress } from './privacy-request.ts'

/** How long to keep a service's answer if its request never completes, in seconds. */
const MAX_SECONDS = 60 * 24 * 3600

/** A service's answer to a request. */
export interface AnswerRecord {
  /** Request, service and number, so that a repeated answer is stored once. */
  readonly _id: string
  readonly request_id: string
  readonly service: PrivacyService
  /** false: about test data. */
  readonly livemode?: boolean
  readonly part: number
  readonly is_last: boolean
  readonly records: number
  /** Exported data, encrypted; null for an erasure. */
  readonly data: string | null
  readonly at: Date
  /** Set when an export completes. */
  readonly expires_at?: Date
}

const requestSchema = collectionSchema<PrivacyRequest>('privacy_requests').index({
  organization_id: 1,
  _id: -1,
})

const answerSchema = collectionSchema<AnswerRecord>('privacy_answers')
  .index({ request_id: 1, service: 1, part: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })
  .index({ at: 1 }, { expireAfterSeconds: MAX_SECONDS })

/** Stores privacy requests and the services' answers. */
export class PrivacyStore {
  readonly #requests: mongo.Collection<PrivacyRequest>
  readonly #answers: mongo.Collection<AnswerRecord>

  constructor(connection: Connection) {
    this.#requests = collectionOf(connection, requestSchema)
    this.#answers = collectionOf(connection, answerSchema)
  }

  async insert(request: PrivacyRequest, session: ClientSession): Promise<void> {
    await this.#requests.insertOne(request, { session })
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<PrivacyRequest | null> {
    return await this.#requests.findOne({ _id: id, organization_id: organizationId }, session && { session })
  }

  /** An organisation's requests, newest first. */
  async list(
    organizationId: string,
    { beforeId, limit }: { beforeId: string | undefined; limit: number },
  ): Promise<PrivacyRequest[]> {
    return await this.#requests
      .find({ organization_id: organizationId, ...(beforeId && { _id: { $lt: beforeId } }) })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray()
  }

  async replace({ _id, ...request }: PrivacyRequest, session: ClientSession): Promise<void> {
    const { expires_at } = request
    await this.#requests.updateOne({ _id }, { $set: request }, { session })
    if (!expires_at) return
    await this.#answers.updateMany({ request_id: _id }, { $set: { expires_at } }, { session })
  }

  /**
   * Replaces the subject of all requests about it in an organisation: those that the erasure was about, in any
   * spelling.
   */
  async replaceSubject(
    organizationId: string,
    subject: PrivacySubject,
    replacement: PrivacySubject,
    session: ClientSession,
  ): Promise<void> {
    const address = addressFilter(subject)
    await this.#requests.updateMany(
      {
        organization_id: organizationId,
        ...(address ? { [`subject.${'phone' in subject ? 'phone' : 'email'}`]: address } : { subject }),
      },
      { $set: { subject: replacement } },
      { session },
    )
  }

  async putAnswer({ _id, ...answer }: AnswerRecord, session: ClientSession): Promise<void> {
    await this.#answers.updateOne({ _id }, { $set: answer }, { session, upsert: true })
  }

  /** A service's answers about live data, or about test data, without their data. */
  async answersOf(
    requestId: string,
    { service, livemode }: Pick<Progress, 'service' | 'livemode'>,
    session: ClientSession,
  ): Promise<Omit<AnswerRecord, 'data'>[]> {
    return await this.#answers
      .find(
        { request_id: requestId, service, livemode: livemode ? { $ne: false } : false },
        { projection: { data: 0 }, session },
      )
      .toArray()
  }

  /** All answers to a request, in order. */
  async answers(requestId: string): Promise<AnswerRecord[]> {
    return await this.#answers.find({ request_id: requestId }).sort({ service: 1, part: 1 }).toArray()
  }

  /** Deletes an organisation's exported data; its requests stay as proof of what was done. */
  async deleteAnswersOf(organizationId: string, session: ClientSession): Promise<void> {
    const ids = await this.#requests.distinct('_id', { organization_id: organizationId }, { session })
    await this.#answers.deleteMany({ request_id: { $in: [...ids] } }, { session })
  }
}
