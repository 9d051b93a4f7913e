import type { Caller, DataOf, organizationUpdated, QuietHours } from '@usher/contracts'
import { collectionOf, organizationSchema, updateIfNewer } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import { remember } from '../remember.ts'

/** How an organisation appears in messages, from its events. */
export type Brand = Required<
  Pick<DataOf<typeof organizationUpdated>, 'name' | 'address' | 'phone' | 'brand_color' | 'logo_path'>
>

/** The service's own copy of an organisation, from events and callers. */
export interface OrganizationRecord {
  readonly _id: string
  readonly country: string
  /** Absent if the creation event was not received and it has made no request yet. */
  readonly plan?: Caller['plan']
  /** When its owner verified their address. Absent: where verification is off. */
  readonly verified_at?: Date
  /** Absent until an event tells of it. */
  readonly brand?: Brand
  /** Of messages about bookings. */
  readonly quiet_hours?: QuietHours | null
  /** Number of the event with the country; 0: none yet, only callers. */
  readonly sequence: number
}

const schema = organizationSchema<OrganizationRecord>('organizations', '_id')

export class OrganizationStore {
  readonly #organizations: mongo.Collection<OrganizationRecord>
  readonly #remembered = remember(async (id) => (await this.find(id)) ?? undefined)

  constructor(connection: Connection) {
    this.#organizations = collectionOf(connection, schema)
  }

  async find(id: string): Promise<OrganizationRecord | null> {
    return await this.#organizations.findOne({ _id: id })
  }

  /** As {@link find}, at most a second old; what this process stored counts at once. */
  async recall(id: string): Promise<OrganizationRecord | undefined> {
    return await this.#remembered.recall(id)
  }

  /** The brand, at most a second old; undefined if no event told of it yet. */
  async brandOf(id: string): Promise<Brand | undefined> {
    return (await this.recall(id))?.brand
  }

  /** Stores the facts of an event and, if given, the plan, unless a later event was applied. */
  async put({ _id, sequence, ...facts }: OrganizationRecord): Promise<void> {
    const update = { $set: { ...facts, sequence } }
    const isNews = await updateIfNewer(this.#organizations, { _id, sequence }, update)
    // Only the first event has the plan: it counts even after a later event.
    if (!isNews && facts.plan) await this.#organizations.updateOne({ _id }, { $set: { plan: facts.plan } })
    this.#remembered.forget(_id)
  }

  /** Stores the caller's current plan and country. */
  async learn({ organization_id: _id, country, plan }: Caller): Promise<void> {
    const known = await this.find(_id)
    if (known?.country === country && known.plan === plan) return
    const update = { $set: { country, plan }, $setOnInsert: { sequence: 0 } }
    await this.#organizations.updateOne({ _id }, update, { upsert: true })
    this.#remembered.forget(_id)
  }
}
