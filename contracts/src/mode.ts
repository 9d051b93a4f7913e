/**
 * Test data of an organisation belongs to an organisation of its own, so that it is isolated like that of anybody else.
 * Its id is derived from that of the live one, so that each follows from the other without a look-up.
 */
const LIVE_PREFIX = 'org_'
const TEST_PREFIX = 'org_test_'
const CLOCK_PREFIX = 'clk_'
/** Characters of an id after its prefix. */
const SUFFIX = 26

/** Whether an organisation holds live data; otherwise it is the test organisation of a live one. */
export const isLive = (organizationId: string): boolean => !organizationId.startsWith(TEST_PREFIX)

/** The id of the organisation with the test data of a live one; of a test clock's, that of the data without a clock. */
export const testOrganizationId = (organizationId: string): string =>
  isLive(organizationId)
    ? TEST_PREFIX + organizationId.slice(LIVE_PREFIX.length)
    : organizationId.slice(0, TEST_PREFIX.length + SUFFIX)

/** The id of the live organisation whose test data an organisation holds, or its own. */
export const liveOrganizationId = (organizationId: string): string =>
  isLive(organizationId)
    ? organizationId
    : LIVE_PREFIX + organizationId.slice(TEST_PREFIX.length, TEST_PREFIX.length + SUFFIX)

/** The id of the organisation with the data of a test clock. */
export const clockOrganizationId = (organizationId: string, clockId: string): string =>
  `${testOrganizationId(organizationId)}_${clockId.slice(CLOCK_PREFIX.length)}`

/** Services with data of test clocks, in the order in which their events of one moment are handled. */
export const CLOCK_SERVICES = ['queue', 'booking-platform', 'notification', 'webhook-delivery'] as const

export type ClockService = (typeof CLOCK_SERVICES)[number]

/** Name of the database with a service's data of test clocks. */
export const clockDatabase = (own: string, service: ClockService): string =>
  `${own}_${service.replaceAll('-', '_')}`

/** The header by which a request works with the data of a test clock. */
export const TEST_CLOCK_HEADER = 'usher-test-clock'

/** The header by which a page shows test data in a session, and keys can say which data they mean. */
export const MODE_HEADER = 'usher-mode'

export const MODES = ['live', 'test'] as const

export type Mode = (typeof MODES)[number]

export const modeOf = (organizationId: string): Mode => (isLive(organizationId) ? 'live' : 'test')
