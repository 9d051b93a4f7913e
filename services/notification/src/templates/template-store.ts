import { isDuplicateKey, nativeCollection, ProblemError } from '@usher/service-kit'
import { type ClientSession, type Connection, type mongo, Schema } from 'mongoose'
import { remember } from '../remember.ts'
import type { TemplateRecord } from './template.ts'

const schema = new Schema<TemplateRecord>(
  {
    _id: String,
    organization_id: String,
    name: String,
    kind: String,
    locale: String,
    subject: String,
    text: String,
    variables: [String],
    occasion: String,
    version: Number,
    created_at: Date,
    updated_at: Date,
  },
  { collection: 'templates', versionKey: false },
)
  .index({ organization_id: 1, _id: 1 })
  .index(
    { organization_id: 1, occasion: 1 },
    { unique: true, partialFilterExpression: { occasion: { $exists: true } } },
  )

interface Page {
  readonly afterId: string | undefined
  readonly limit: number
}

/** Templates of organisations. Clients' look-ups are limited to their own. */
export class TemplateStore {
  readonly #templates: mongo.Collection<TemplateRecord>
  /** Templates that replace defaults: at most one per kind and language. */
  readonly #ofOccasions = remember((organizationId) => {
    const filter = { organization_id: organizationId, occasion: { $exists: true } }
    return this.#templates.find(filter).toArray()
  })

  constructor(connection: Connection) {
    this.#templates = nativeCollection(connection.model<TemplateRecord>('Template', schema))
  }

  /** @throws ProblemError `template_exists` if there is one for its occasion */
  async insert(record: TemplateRecord, session: ClientSession): Promise<void> {
    try {
      await this.#templates.insertOne(record, { session })
      this.#ofOccasions.forget(record.organization_id)
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      const { kind, locale } = record
      const detail = `There is a template for ${kind} in ${locale} already: change that one.`
      throw new ProblemError('template_exists', detail)
    }
  }

  async find(organizationId: string, id: string): Promise<TemplateRecord | null> {
    return await this.#templates.findOne({ _id: id, organization_id: organizationId })
  }

  /** Templates for some occasions, at most a second old; changes made in this process apply at once. */
  async recallFor(organizationId: string, occasions: readonly string[]): Promise<TemplateRecord[]> {
    const own = (await this.#ofOccasions.recall(organizationId)) ?? []
    return own.filter(({ occasion }) => occasion !== undefined && occasions.includes(occasion))
  }

  /** By id: oldest first. */
  async list(organizationId: string, { afterId, limit }: Page): Promise<TemplateRecord[]> {
    return await this.#templates
      .find({ organization_id: organizationId, ...(afterId && { _id: { $gt: afterId } }) })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  /** False if it is gone or was changed meanwhile. */
  async replace({ _id, organization_id, version }: TemplateRecord, after: TemplateRecord): Promise<boolean> {
    const { matchedCount } = await this.#templates.replaceOne({ _id, organization_id, version }, after)
    this.#ofOccasions.forget(organization_id)
    return matchedCount === 1
  }

  /** False if it is gone or was changed meanwhile. */
  async delete({ _id, organization_id, version }: TemplateRecord): Promise<boolean> {
    const { deletedCount } = await this.#templates.deleteOne({ _id, organization_id, version })
    this.#ofOccasions.forget(organization_id)
    return deletedCount === 1
  }

  async deleteAllOf(organizationId: string): Promise<void> {
    await this.#templates.deleteMany({ organization_id: organizationId })
  }
}
