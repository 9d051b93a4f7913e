/** Services behind the gateway that serve public operations, by their folder. */
export const SERVICES = [
  'accounts',
  'queue',
  'webhook-delivery',
  'notification',
  'booking-platform',
  'calendar-sync',
  'test-clocks',
] as const

export type ServiceName = (typeof SERVICES)[number]

/** Something of each service, by its name. */
export const eachService = <T>(of: (service: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(SERVICES.map((service) => [service, of(service)])) as Record<ServiceName, T>

/** The name of a process as environment variables have it: `BOOKING_PLATFORM`. */
export const inCapitals = (name: string): string => name.toUpperCase().replaceAll('-', '_')
