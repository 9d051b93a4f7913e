import {
  collectionOf,
  isDuplicateKey,
  notFound,
  organizationSchema,
  ProblemError,
  VersionedStore,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { remember } from '../remember.ts'
import { findDefault } from './default-templates.ts'
import type { TemplateRecord } from './template.ts'

const schema = organizationSchema<TemplateRecord>('templates')
  .index({ organization_id: 1, _id: 1 })
  .index(
    { organization_id: 1, occasion: 1 },
    { unique: true, partialFilterExpression: { occasion: { $exists: true } } },
  )

/** Templates of organisations. Clients' look-ups are limited to their own. */
export class TemplateStore extends VersionedStore<TemplateRecord> {
  /** Templates that replace defaults: at most one per kind and language. */
  readonly #ofOccasions = remember((organizationId) => {
    const filter = { organization_id: organizationId, occasion: { $exists: true } }
    return this.collection.find(filter).toArray()
  })

  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'template')
  }

  /** @throws ProblemError `not_found`; `default_template` for a default, which nobody changes */
  override async require(
    organizationId: string,
    id: string,
    session?: ClientSession,
  ): Promise<TemplateRecord> {
    const own = await this.find(organizationId, id, session)
    if (own) return own
    if (!findDefault(organizationId, id)) throw notFound('template')
    const detail = 'Create a template for the same occasion and language: it takes the place of the default.'
    throw new ProblemError('default_template', detail)
  }

  /** @throws ProblemError `template_exists` if there is one for its occasion */
  override async insert(record: TemplateRecord, session: ClientSession): Promise<void> {
    try {
      await super.insert(record, session)
      this.#ofOccasions.forget(record.organization_id)
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      const { kind, locale } = record
      const detail = `There is a template for ${kind} in ${locale} already: change that one.`
      throw new ProblemError('template_exists', detail)
    }
  }

  /** Templates for some occasions, at most a second old; changes made in this process apply at once. */
  async recallFor(organizationId: string, occasions: readonly string[]): Promise<TemplateRecord[]> {
    const own = (await this.#ofOccasions.recall(organizationId)) ?? []
    return own.filter(({ occasion }) => occasion !== undefined && occasions.includes(occasion))
  }

  override async replace(
    before: TemplateRecord,
    after: TemplateRecord,
    session?: ClientSession,
  ): Promise<boolean> {
    const isReplaced = await super.replace(before, after, session)
    this.#ofOccasions.forget(before.organization_id)
    return isReplaced
  }

  override async delete(record: TemplateRecord, session?: ClientSession): Promise<boolean> {
    const isDeleted = await super.delete(record, session)
    this.#ofOccasions.forget(record.organization_id)
    return isDeleted
  }
}
