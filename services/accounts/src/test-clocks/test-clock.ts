import { CLOCK_SERVICES, type ClockService, clockOrganizationId, type TestClockView } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'

/** Days after its last use before a clock is deleted with its data. */
const KEPT_DAYS = 30

/** A clock that test data lives by. Times are virtual where nothing else is said. */
export interface TestClock {
  readonly _id: string
  /** The test organisation it belongs to. */
  readonly organization_id: string
  /** The organisation with the data that lives by it. */
  readonly world_id: string
  readonly name: string | null
  readonly now: Date
  readonly status: TestClockView['status']
  readonly advancing_to: Date | null
  /** Incremented with each advance. */
  readonly version: number
  /** Counts requests that may have left work to do; `driven` is how many of them somebody has taken up. */
  readonly wanted: number
  readonly driven: number
  /** Services in which work may have been left. */
  readonly touched: readonly ClockService[]
  /** When something is due in each service, in virtual time; null: nothing is. */
  readonly dues: Partial<Record<ClockService, Date | null>>
  /** Whether services know the organisation. */
  readonly is_introduced: boolean
  /** Gateway that drives it, and until when by the real clock; null: none. */
  readonly owner: string | null
  readonly leased_until: Date
  /** In real time. */
  readonly created_at: Date
  /** When it was last used, in real time. */
  readonly used_at: Date
  /** When it was deleted, in real time; its data goes afterwards. */
  readonly deleted_at: Date | null
}

interface Given {
  readonly organizationId: string
  readonly name: string | null
  readonly now: Date
  /** In real time. */
  readonly at: Date
}

export function newTestClock({ organizationId, name, now, at }: Given): TestClock {
  const _id = newId('testClock')
  return {
    _id,
    organization_id: organizationId,
    world_id: clockOrganizationId(organizationId, _id),
    ...{ name, now, status: 'ready', advancing_to: null, version: 1 },
    ...{ wanted: 1, driven: 0, touched: CLOCK_SERVICES, dues: {}, is_introduced: false },
    ...{ owner: null, leased_until: new Date(0), created_at: at, used_at: at, deleted_at: null },
  }
}

/** Uses before this time, in real time, no longer keep a clock. */
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

/** Whether everything that its time asks for is done, as far as anybody knows. */
export const isSettled = ({ status, is_introduced, deleted_at }: TestClock): boolean =>
  deleted_at !== null || status === 'failed' || (status === 'ready' && is_introduced)
