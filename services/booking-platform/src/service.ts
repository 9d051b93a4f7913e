import {
  type Clock,
  createOperationRouter,
  openService,
  startFoundation,
  systemClock,
} from '@usher/service-kit'
import { availabilityRoutes } from './availability/availability-routes.ts'
import { bookingRoutes } from './bookings/booking-routes.ts'
import type { BookingPlatformConfig } from './config.ts'
import { createContext } from './context.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { serviceTypeRoutes } from './service-types/service-type-routes.ts'

export type { BookingPlatformConfig } from './config.ts'

export interface BookingPlatformService extends AsyncDisposable {
  readonly url: string
}

/** Starts the booking platform: service types, providers, availability and bookings. */
export async function startBookingPlatform(
  config: BookingPlatformConfig,
  clock: Clock = systemClock,
): Promise<BookingPlatformService> {
  const foundation = await startFoundation('booking-platform', config)
  const { metrics, shutdown, verifyCaller } = foundation
  const ctx = createContext(foundation, config, clock)
  const routes = createOperationRouter(verifyCaller, metrics)
  serviceTypeRoutes(ctx, routes)
  providerRoutes(ctx, routes)
  availabilityRoutes(ctx, routes)
  bookingRoutes(ctx, routes)
  const { url } = await openService(foundation, config, [routes.router])
  return { url, [Symbol.asyncDispose]: () => shutdown.disposeAsync() }
}
