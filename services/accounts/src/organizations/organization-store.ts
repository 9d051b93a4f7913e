import { isLive, liveOrganizationId } from '@usher/contracts'
import {
  appendToOutbox,
  collectionOf,
  collectionSchema,
  type Origin,
  type Outbox,
  organizationSchema,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { firstEventOf, type Organization, testOrganizationOf } from './organization.ts'

const schema = organizationSchema<Organization>('organizations', '_id')

/** Marks things done once per database. */
const markerSchema = collectionSchema<{ readonly _id: string; readonly at: Date }>('markers')

/** Stores organisations. Those with test data are no documents of their own, but found by their ids all the same. */
export class OrganizationStore {
  readonly #organizations: mongo.Collection<Organization>
  readonly #markers

  constructor(connection: Connection) {
    this.#organizations = collectionOf(connection, schema)
    this.#markers = collectionOf(connection, markerSchema)
  }

  async find(id: string): Promise<Organization | null> {
    return ofMode(id, await this.#organizations.findOne({ _id: liveOrganizationId(id) }))
  }

  /** Oldest first, by id. */
  async list(after: string | undefined, limit: number): Promise<Organization[]> {
    return await this.#organizations
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  /** An organisation that is not being erased. */
  async findOpen(id: string, session?: ClientSession): Promise<Organization | null> {
    const found = await this.#organizations.findOne(
      { _id: liveOrganizationId(id), closed_at: null },
      session && { session },
    )
    return ofMode(id, found)
  }

  async set(id: string, changes: Partial<Organization>, session: ClientSession): Promise<void> {
    await this.#organizations.updateOne({ _id: id }, { $set: changes }, { session })
  }

  /** @throws a duplicate key if the demo was made before */
  async markDemo(at: Date, session: ClientSession): Promise<void> {
    await this.#markers.insertOne({ _id: 'demo', at }, { session })
  }

  async hasAny(session: ClientSession): Promise<boolean> {
    return (await this.#organizations.findOne({}, { projection: { _id: 1 }, session })) !== null
  }

  async insert(organization: Organization, session: ClientSession): Promise<void> {
    await this.#organizations.insertOne(organization, { session })
  }

  /** Serialises transactions that change the members of an organisation. */
  async lockMembership(id: string, session: ClientSession): Promise<void> {
    await this.#organizations.updateOne({ _id: id }, { $inc: { membership_version: 1 } }, { session })
  }
}

const ofMode = (id: string, live: Organization | null): Organization | null =>
  isLive(id) ? live : ((live && testOrganizationOf(live)) ?? null)

/** Inserts an organisation together with its event. */
export async function insertOrganization(
  session: ClientSession,
  { organizations, outbox }: { organizations: OrganizationStore; outbox: Outbox },
  organization: Organization,
  origin: Omit<Origin, 'organizationId'>,
): Promise<void> {
  await organizations.insert(organization, session)
  await appendToOutbox(outbox, [firstEventOf(organization, origin)], session)
}
