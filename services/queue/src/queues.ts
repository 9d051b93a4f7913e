/** Queues of the broker that this service consumes. */
export const QUEUES = {
  bookings: 'queue.bookings',
  checkIns: 'queue.check-ins',
  forwardedReplies: 'queue.forwarded-replies',
  privacy: 'queue.privacy',
  reach: 'queue.reach',
  replies: 'queue.replies',
  retention: 'queue.retention',
} as const
