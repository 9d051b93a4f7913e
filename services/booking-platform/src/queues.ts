/** Queues of the broker that this service consumes. */
export const QUEUES = {
  calendarChanges: 'booking-platform.calendar-changes',
  calendars: 'booking-platform.calendars',
  checkIns: 'booking-platform.check-ins',
  queues: 'booking-platform.queues',
  privacy: 'booking-platform.privacy',
  retention: 'booking-platform.retention',
} as const
