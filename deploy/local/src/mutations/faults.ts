import type { Fault } from './fault.ts'
import { BOOKING_FAULTS } from './faults/bookings.ts'
import { CREDENTIAL_FAULTS } from './faults/credentials.ts'
import { MESSAGE_FAULTS } from './faults/messages.ts'
import { PLACE_FAULTS } from './faults/places.ts'
import { REQUEST_FAULTS } from './faults/requests.ts'
import { TENANT_FAULTS } from './faults/tenants.ts'

/** All faults that `npm run test:mutations` plants. */
export const FAULTS: readonly Fault[] = [
  ...PLACE_FAULTS,
  ...TENANT_FAULTS,
  ...REQUEST_FAULTS,
  ...CREDENTIAL_FAULTS,
  ...BOOKING_FAULTS,
  ...MESSAGE_FAULTS,
]
