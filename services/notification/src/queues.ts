/** Queues of the broker that this service consumes. */
export const QUEUES = {
  events: 'notification.events',
  organizations: 'notification.organizations',
  privacy: 'notification.privacy',
  replies: 'notification.replies',
  retention: 'notification.retention',
} as const
