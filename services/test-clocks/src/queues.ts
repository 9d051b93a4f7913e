/** The queues that this service consumes. */
export const QUEUES = {
  organizations: 'test-clocks.organizations',
  privacy: 'test-clocks.privacy',
} as const
