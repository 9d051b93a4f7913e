import type { PrivacyRecords, PrivacySubject } from '@usher/contracts'
import type { mongo } from 'mongoose'
import type { Origin } from '../events/new-event.ts'

/** A person whose records are exported or erased. */
export interface Person {
  readonly organizationId: string
  readonly subject: Exclude<PrivacySubject, { readonly organization: true }>
  /** Ids found for the person, as the plan's `identify` finds them. */
  readonly ids: readonly string[]
}

/** Whose records are exported or erased: those of a person, or all of an organisation. */
export type Whose = Person | { readonly organizationId: string }

/** When records are erased, and on whose behalf. */
export interface Erasing {
  readonly organizationId: string
  readonly now: Date
  readonly origin: Origin
}

/** What becomes of erased records: they are deleted, changed, or left to a function of the service. */
export type Erasure<T> =
  | 'delete'
  | { readonly change: (now: Date) => mongo.UpdateFilter<T> }
  | { readonly by: (found: readonly T[], erasing: Erasing) => Promise<unknown> }

/** Declares what is personal in the records of a collection, and what becomes of it. */
export interface PersonalDataDeclaration<T> {
  /** Matches a person's records within their organisation; undefined: none are theirs. */
  readonly ofPerson?: (person: Person) => mongo.Filter<T> | undefined
  /** Matches records that still name a person; absent: all do. */
  readonly identified?: mongo.Filter<T>
  /** What an export contains. */
  readonly exported?: {
    /** Limits the export to some records. */
    readonly only?: mongo.Filter<T>
    readonly as: (found: readonly T[]) => PrivacyRecords | Promise<PrivacyRecords>
  }
  /** What becomes of the records of an erased person. */
  readonly erased?: {
    readonly how: Erasure<T>
    /** Whether a record counts in the report of the erasure; absent: all do. */
    readonly counts?: (record: T) => boolean
  }
  /** What becomes of the records of a closed organisation; absent: they are deleted. */
  readonly closed?: Erasure<T>
  /** What becomes of records after the organisation's retention period; absent: they are kept. */
  readonly retention?: {
    /** Field with the time from which the period counts. The oldest come first, by the index on it. */
    readonly since: keyof T & string
    /** Matches records that ended before a time. */
    readonly expired: (before: Date) => mongo.Filter<T>
    /** Absent: as for an erased person. */
    readonly how?: Erasure<T>
    /** Organisations that may have such records; absent: those with identified ones. */
    readonly organizations?: () => Promise<string[]>
  }
}

interface Page {
  /** Id of the last record handled; empty: none. */
  readonly after: string
  readonly limit: number
}

interface Batch {
  /** Id of the last record handled; undefined: there are no more. */
  readonly next: string | undefined
}

/** The personal data of a store, exported and erased in batches. */
export interface PersonalData {
  exportNext(whose: Whose, page: Page): Promise<Batch & { readonly data: PrivacyRecords }>
  /** Erases the next records. Safe to repeat. */
  eraseNext(whose: Whose, page: Page, erasing: Erasing): Promise<Batch & { readonly records: number }>
  /** Erases records of an organisation that ended before a time. Returns whether there may be more. */
  expireNext(before: Date, limit: number, erasing: Erasing): Promise<boolean>
  /** Organisations that may have records past their retention period. */
  organizations(): Promise<string[]>
}

interface Stored {
  readonly _id: string
  readonly organization_id: string
}

const ID = { projection: { _id: 1 } } as const

/** The personal data of a collection as a store declares it. */
export class PersonalDataStore<T extends Stored> implements PersonalData {
  readonly #declared: PersonalDataDeclaration<T>
  /** For filters on the fields that every record has. */
  readonly #collection: mongo.Collection<Stored>

  constructor(collection: mongo.Collection<T>, declared: PersonalDataDeclaration<T>) {
    this.#collection = collection as unknown as mongo.Collection<Stored>
    this.#declared = declared
  }

  async exportNext(whose: Whose, page: Page) {
    const { exported } = this.#declared
    const filter = exported && this.#filterFor(whose, exported.only)
    if (!filter) return { data: [], next: undefined }
    const found = await this.#page(filter, page)
    return { data: await exported.as(found as unknown as T[]), next: nextOf(found, page) }
  }

  async eraseNext(whose: Whose, page: Page, erasing: Erasing) {
    if (!('subject' in whose)) return await this.#deleteNext(whose.organizationId, page, erasing)
    const { erased, identified } = this.#declared
    const filter = erased && this.#filterFor(whose, identified)
    if (!filter) return { records: 0, next: undefined }
    const found = await this.#page(filter, page)
    await this.#erase(filter, found, erased.how, erasing)
    const counts = erased.counts as ((record: Stored) => boolean) | undefined
    return { records: counts ? found.filter(counts).length : found.length, next: nextOf(found, page) }
  }

  /** Deleted records are not found again, so each batch starts at the front. */
  async #deleteNext(organization_id: string, { limit }: Page, erasing: Erasing) {
    const { closed = 'delete' } = this.#declared
    const filter = { organization_id }
    const found = await this.#collection
      .find(filter, closed === 'delete' ? ID : {})
      .limit(limit)
      .toArray()
    await this.#erase(filter, found, closed, erasing)
    return { records: found.length, next: found.length === limit ? '' : undefined }
  }

  async expireNext(before: Date, limit: number, erasing: Erasing): Promise<boolean> {
    const { retention, identified, erased } = this.#declared
    const how = retention?.how ?? erased?.how
    if (!retention || !how) return false
    const expired = { ...identified, ...retention.expired(before) }
    const filter = { organization_id: erasing.organizationId, ...expired } as mongo.Filter<Stored>
    const oldest = this.#collection.find(filter).sort({ [retention.since]: 1 })
    const found = await oldest.limit(limit).toArray()
    await this.#erase(filter, found, how, erasing)
    return found.length === limit
  }

  async organizations(): Promise<string[]> {
    const { retention, identified } = this.#declared
    if (!retention) return []
    if (retention.organizations) return await retention.organizations()
    return await this.#collection.distinct('organization_id', (identified ?? {}) as mongo.Filter<Stored>)
  }

  /** undefined: nothing is the person's. */
  #filterFor(whose: Whose, only: mongo.Filter<T> | undefined): mongo.Filter<Stored> | undefined {
    const theirs = 'subject' in whose ? this.#declared.ofPerson?.(whose) : {}
    return theirs && ({ organization_id: whose.organizationId, ...theirs, ...only } as mongo.Filter<Stored>)
  }

  async #page(filter: mongo.Filter<Stored>, { after, limit }: Page): Promise<Stored[]> {
    const rest = after === '' ? filter : { $and: [filter, { _id: { $gt: after } }] }
    return await this.#collection.find(rest).sort({ _id: 1 }).limit(limit).toArray()
  }

  async #erase(filter: mongo.Filter<Stored>, found: readonly Stored[], how: Erasure<T>, erasing: Erasing) {
    if (found.length === 0) return
    // Again by the filter: a record may have changed since it was found.
    const those = { $and: [filter, { _id: { $in: found.map(({ _id }) => _id) } }] }
    if (how === 'delete') await this.#collection.deleteMany(those)
    else if ('by' in how) await how.by(found as unknown as T[], erasing)
    else await this.#collection.updateMany(those, how.change(erasing.now) as mongo.UpdateFilter<Stored>)
  }
}

const nextOf = (found: readonly Stored[], { limit }: Page) =>
  found.length === limit ? found.at(-1)?._id : undefined
