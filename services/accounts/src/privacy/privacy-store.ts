import type { PrivacyService, PrivacySubject } from '@usher/contracts'
import { addressFilter } from '@usher/service-kit'
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose'
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

const requestSchema = new Schema<PrivacyRequest>(
  {
    _id: String,
    organization_id: String,
    kind: String,
    subject: Schema.Types.Mixed,
    parts: [Schema.Types.Mixed],
    created_by: String,
    created_at: Date,
    completed_at: Date,
    expires_at: Date,
  },
  { collection: 'privacy_requests', versionKey: false },
).index({ organization_id: 1, _id: -1 })

const answerSchema = new Schema<AnswerRecord>(
  {
    _id: String,
    request_id: String,
    service: String,
    livemode: Boolean,
    part: Number,
    is_last: Boolean,
    records: Number,
    data: String,
    at: Date,
    expires_at: Date,
  },
  { collection: 'privacy_answers', versionKey: false },
)
  .index({ request_id: 1, service: 1, part: 1 })
  .index({ expires_at: 1 }, { expireAfterSeconds: 0 })
  .index({ at: 1 }, { expireAfterSeconds: MAX_SECONDS })

/** Stores privacy requests and the services' answers. */
export class PrivacyStore {
  readonly #requests: Model<PrivacyRequest>
  readonly #answers: Model<AnswerRecord>

  constructor(connection: Connection) {
    this.#requests = connection.model<PrivacyRequest>('PrivacyRequest', requestSchema)
    this.#answers = connection.model<AnswerRecord>('PrivacyAnswer', answerSchema)
  }

  async insert(request: PrivacyRequest, session: ClientSession): Promise<void> {
    await this.#requests.create([request], { session })
  }

  async find(organizationId: string, id: string, session?: ClientSession): Promise<PrivacyRequest | null> {
    return await this.#requests
      .findOne({ _id: id, organization_id: organizationId }, null, { session: session ?? null })
      .lean<PrivacyRequest>()
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
      .lean<PrivacyRequest[]>()
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
        { data: 0 },
        { session },
      )
      .lean<Omit<AnswerRecord, 'data'>[]>()
  }

  /** All answers to a request, in order. */
  async answers(requestId: string): Promise<AnswerRecord[]> {
    return await this.#answers
      .find({ request_id: requestId })
      .sort({ service: 1, part: 1 })
      .lean<AnswerRecord[]>()
  }

  /** Deletes an organisation's exported data; its requests stay as proof of what was done. */
  async deleteAnswersOf(organizationId: string, session: ClientSession): Promise<void> {
    const ids = await this.#requests.distinct('_id', { organization_id: organizationId }).session(session)
    await this.#answers.deleteMany({ request_id: { $in: ids } }, { session })
  }
}
