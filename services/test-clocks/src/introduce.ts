import { type CloudEvent, organizationCreated, organizationUpdated } from '@usher/contracts'
import { createKeyedMutex, nativeCollection, newId, updateIfNewer } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'
import type { TestClock } from './clocks/test-clock.ts'
import type { TestClockStore } from './clocks/test-clock-store.ts'
import type { Part } from './part.ts'

/** The last events of a test organisation, which tell its settings. */
interface OrganizationRecord {
  readonly _id: string
  readonly sequence: number
  readonly created: CloudEvent | null
  readonly updated: CloudEvent | null
}

const schema = new Schema<OrganizationRecord>(
  { _id: String, sequence: Number },
  { collection: 'organizations', versionKey: false, strict: false },
)

export const ORGANIZATION_EVENTS = [organizationCreated, organizationUpdated]

/** Test organisations, as their events tell of them. */
export class OrganizationStore {
  readonly #organizations: mongo.Collection<OrganizationRecord>

  constructor(connection: Connection) {
    this.#organizations = nativeCollection(connection.model<OrganizationRecord>('Organization', schema))
  }

  async put(event: CloudEvent): Promise<void> {
    const { organizationid: _id, sequence } = event
    const field = event.type === organizationCreated.type ? 'created' : 'updated'
    const isNews = await updateIfNewer(
      this.#organizations,
      { _id, sequence },
      { $set: { sequence, [field]: event } },
    )
    // The first event counts even after a later one: only it has the plan.
    if (!isNews && field === 'created')
      await this.#organizations.updateOne({ _id }, { $set: { created: event } })
  }

  async find(id: string): Promise<OrganizationRecord | null> {
    return await this.#organizations.findOne({ _id: id })
  }

  async delete(id: string): Promise<void> {
    await this.#organizations.deleteOne({ _id: id })
  }
}

/** Makes the services know the organisation of a clock, which has to be on stage. */
export type Introduce = (clock: TestClock) => Promise<void>

/** Copies the settings that the test organisation has when a clock is first used. */
export function createIntroduce(
  organizations: OrganizationStore,
  clocks: TestClockStore,
  parts: readonly Part[],
): Introduce {
  const inTurn = createKeyedMutex()
  const known = new WeakSet<TestClock>()
  const introduce = async (clock: TestClock) => {
    const organization = await organizations.find(clock.organization_id)
    // Its events are under way: until they arrive, services do without its settings.
    if (!organization) return
    for (const event of [organization.created, organization.updated]) {
      if (!event) continue
      const id = clock.data_organization_id
      const own = {
        ...event,
        id: newId('event'),
        organizationid: id,
        subject: id,
        time: clock.now.toISOString(),
        data: { ...(event.data as object), id },
      }
      for (const part of parts) if (part.types.has(event.type)) await part.handle([own])
    }
    await clocks.introduced(clock)
    known.add(clock)
  }
  return async (clock) => {
    if (clock.is_introduced || known.has(clock)) return
    await inTurn(clock._id, () => introduce(clock))
  }
}
