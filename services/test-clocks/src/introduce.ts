import { createKeyedMutex, newId } from '@usher/service-kit'
import type { TestClock } from './clocks/test-clock.ts'
import type { TestClockStore } from './clocks/test-clock-store.ts'
import type { OrganizationStore } from './organization-store.ts'
import type { Part } from './part.ts'

/** Announces the organisation of a clock to the services. The clock must be on stage. */
export type Introduce = (clock: TestClock) => Promise<void>

/** Copies the settings that the test organisation has when a clock is first used. */
export function createIntroduce(
  organizations: OrganizationStore,
  clocks: TestClockStore,
  parts: readonly Part[],
): Introduce {
  const inTurn = createKeyedMutex()
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
      for (const part of parts) await part.handle([own])
    }
    await clocks.introduced(clock)
  }
  return async (clock) => {
    if (clock.is_introduced) return
    await inTurn(clock._id, () => introduce(clock))
  }
}
