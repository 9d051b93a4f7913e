/** Queues of the broker that this service consumes. */
export const QUEUES = {
  audit: 'accounts.audit',
  auditRecords: 'accounts.audit-records',
  calendarAlerts: 'accounts.calendar-alerts',
  mail: 'accounts.mail',
  mailOutbox: 'accounts.mail-outbox',
  privacy: 'accounts.privacy',
  usage: 'accounts.usage',
  webhookAlerts: 'accounts.webhook-alerts',
} as const
