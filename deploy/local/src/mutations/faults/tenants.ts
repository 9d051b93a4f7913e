import type { Fault } from '../fault.ts'

/** Queries that no longer filter by the caller's organisation. */
export const TENANT_FAULTS: readonly Fault[] = [
  {
    name: 'queues-of-all-organizations-listed',
    file: 'services/queue/src/records/queue-store.ts',
    find: 'organization_id,\n        ...(queue_ids',
    replace: '...(queue_ids',
    tests: ['services/queue/test/queues.test.ts', 'services/queue/test/limited-keys.test.ts'],
  },
  {
    name: 'duplicate-phone-in-any-organization',
    file: 'services/queue/src/guests/find-duplicate.ts',
    find: '`${organization_id} ${phone}`',
    replace: 'phone',
    tests: ['services/queue/test/transfer.test.ts', 'services/queue/test/guests.test.ts'],
  },
  {
    name: 'message-of-any-organization',
    file: 'services/notification/src/notifications/notification-store.ts',
    find: 'findOne({ _id: id, organization_id: organizationId })',
    replace: 'findOne({ _id: id })',
    tests: ['services/notification/test/list.test.ts', 'services/notification/test/send.test.ts'],
  },
  {
    name: 'record-of-any-organization',
    file: 'service-kit/src/store/tenant-store.ts',
    find: 'const one = { _id: id, organization_id: organizationId }',
    replace: 'const one = { _id: id }',
    tests: ['services/webhook-delivery/test/endpoints.test.ts'],
  },
  {
    name: 'list-of-any-organization',
    file: 'service-kit/src/store/tenant-store.ts',
    find: '{ ...filter, organization_id: organizationId, ...(afterId',
    replace: '{ ...filter, ...(afterId',
    tests: ['services/calendar-sync/test/connections.test.ts'],
  },
  {
    name: 'hold-of-any-organization',
    file: 'services/booking-platform/src/bookings/hold-store.ts',
    find: 'const wanted = { _id: id, organization_id: organizationId }',
    replace: 'const wanted = { _id: id }',
    tests: ['services/booking-platform/test/holds.test.ts'],
  },
  {
    name: 'log-of-any-organization',
    file: 'services/accounts/src/request-log/request-log-store.ts',
    find: '          organization_id: organizationId,\n          ...(page.belowId',
    replace: '          ...(page.belowId',
    tests: ['services/accounts/test/request-log.test.ts'],
  },
]
