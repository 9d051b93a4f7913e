/** Queues of the broker that this service consumes. */
export const QUEUES = {
  bookings: 'calendar-sync.bookings',
  changes: 'calendar-sync.changes',
  organizations: 'calendar-sync.organizations',
  privacy: 'calendar-sync.privacy',
  providers: 'calendar-sync.providers',
} as const
