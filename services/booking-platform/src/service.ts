import { openService, startFoundation } from '@usher/service-kit'
import type { BookingPlatformConfig } from './config.ts'

export type { BookingPlatformConfig } from './config.ts'

export interface BookingPlatformService extends AsyncDisposable {
  readonly url: string
}

/** Starts the booking platform: service types, providers, availability and bookings. */
export async function startBookingPlatform(config: BookingPlatformConfig): Promise<BookingPlatformService> {
  const foundation = await startFoundation('booking-platform', config)
  const { url } = await openService(foundation, config, [])
  return { url, [Symbol.asyncDispose]: () => foundation.shutdown.disposeAsync() }
}
