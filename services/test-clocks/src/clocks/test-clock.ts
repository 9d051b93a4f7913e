import { clockOrganizationId, type TestClockView } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'

/** Days after its last use before a clock is deleted with its data. */
const KEPT_DAYS = 30

/** A clock that test data lives by. `now` and `advancing_to` are its own times; all others are real. */
export interface TestClock {
  readonly _id: string
  /** The test organisation it belongs to. */
  readonly organization_id: string
  /** The organisation with the data that lives by it. */
  readonly data_organization_id: string
  readonly name: string | null
  readonly now: Date
  readonly status: TestClockView['status']
  readonly advancing_to: Date | null
  /** Incremented with each advance. */
  readonly version: number
  /** Finished requests that may have left work; `settled` is how many of them it is done for. */
  readonly requests: number
  readonly settled: number
  /** Failed turns of driving in a row. */
  readonly failures: number
  /** Whether services know the organisation. */
  readonly is_introduced: boolean
  /** Process that drives it, and until when; null: none. */
  readonly owner: string | null
  readonly leased_until: Date
  /** When it was last driven: the one that has waited longest is next. */
  readonly driven_at: Date
  readonly created_at: Date
  readonly used_at: Date
  /** When it was deleted; its data goes afterwards. */
  readonly deleted_at: Date | null
}

interface NewClock {
  readonly organizationId: string
  readonly name: string | null
  readonly now: Date
  /** The real time. */
  readonly at: Date
}

export function newTestClock({ organizationId, name, now, at }: NewClock): TestClock {
  const _id = newId('testClock')
  return {
    _id,
    organization_id: organizationId,
    data_organization_id: clockOrganizationId(organizationId, _id),
    name,
    now,
    status: 'ready',
    advancing_to: null,
    version: 1,
    requests: 0,
    settled: 0,
    failures: 0,
    is_introduced: false,
    owner: null,
    leased_until: new Date(0),
    driven_at: at,
    created_at: at,
    used_at: at,
    deleted_at: null,
  }
}

/** Clocks last used before this time are deleted. */
export const expiredBefore = (now: Date): Date => new Date(now.getTime() - KEPT_DAYS * DAY_MS)

export const presentTestClock = (clock: TestClock): TestClockView => ({
  id: clock._id,
  name: clock.name,
  now: clock.now.toISOString(),
  status: clock.status,
  advancing_to: clock.advancing_to?.toISOString() ?? null,
  created_at: clock.created_at.toISOString(),
  expires_at: new Date(clock.used_at.getTime() + KEPT_DAYS * DAY_MS).toISOString(),
})
