/** Queues of the broker that this service consumes. */
export const QUEUES = {
  events: 'webhook-delivery.events',
  privacy: 'webhook-delivery.privacy',
} as const
