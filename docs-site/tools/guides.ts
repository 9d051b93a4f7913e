/** The guides in the order of the sidebar. */
export const GUIDES = [
  'quickstart',
  'authentication',
  'oauth',
  'queues-and-guests',
  'bookings',
  'calendars',
  'webhooks',
  'live-updates',
  'errors',
  'pagination',
  'idempotency',
  'limits',
  'testing',
  'audit-and-usage',
  'versions',
  'changelog',
] as const
