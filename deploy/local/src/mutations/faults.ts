import type { Fault } from './fault.ts'
import { BOOKING_PAGE_FAULTS } from './faults/booking-pages.ts'
import { BOOKING_FAULTS } from './faults/bookings.ts'
import { CLIENT_FAULTS } from './faults/clients.ts'
import { CREDENTIAL_FAULTS } from './faults/credentials.ts'
import { FAIR_LINE_FAULTS } from './faults/fair-line.ts'
import { MESSAGE_FAULTS } from './faults/messages.ts'
import { PLACE_FAULTS } from './faults/places.ts'
import { PLATFORM_FAULTS } from './faults/platform.ts'
import { REQUEST_FAULTS } from './faults/requests.ts'
import { TENANT_FAULTS } from './faults/tenants.ts'
import { TEST_DATA_FAULTS } from './faults/test-data.ts'

/** All faults that `npm run test:mutations` plants. */
export const FAULTS: readonly Fault[] = [
  ...PLACE_FAULTS,
  ...TENANT_FAULTS,
  ...REQUEST_FAULTS,
  ...CREDENTIAL_FAULTS,
  ...BOOKING_FAULTS,
  ...MESSAGE_FAULTS,
  ...BOOKING_PAGE_FAULTS,
  ...FAIR_LINE_FAULTS,
  ...TEST_DATA_FAULTS,
  ...PLATFORM_FAULTS,
  ...CLIENT_FAULTS,
]
