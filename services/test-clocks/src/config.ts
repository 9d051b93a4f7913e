import type { BookingPlatformConfig } from '@usher/booking-platform'
import { readConfig as readBookingPlatform } from '@usher/booking-platform/config'
import type { NotificationConfig } from '@usher/notification'
import { readConfig as readNotification } from '@usher/notification/config'
import type { QueueConfig } from '@usher/queue'
import { readConfig as readQueue } from '@usher/queue/config'
import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import type { WebhookDeliveryConfig } from '@usher/webhook-delivery'
import { readConfig as readWebhookDelivery } from '@usher/webhook-delivery/config'

export interface TestClocksConfig extends FoundationConfig {
  /** Sign list cursors and encrypt stored answers. */
  readonly secretKeys: readonly SecretKey[]
  readonly queue: QueueConfig
  readonly bookingPlatform: BookingPlatformConfig
  readonly notification: NotificationConfig
  readonly webhookDelivery: WebhookDeliveryConfig
}

const schema = foundationVariables.extend({ SECRET_KEYS: variables.SECRET_KEYS })

/**
 * Reads its own configuration and that of the services it runs from one environment. All use the keys of this process:
 * live services never read data of test clocks.
 *
 * @throws ConfigError naming every missing or wrong variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): TestClocksConfig {
  const env = readEnvironment(schema, environment)
  const shared = { ...environment, BOOKING_CODE_KEYS: environment.SECRET_KEYS }
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    queue: readQueue(shared),
    bookingPlatform: readBookingPlatform(shared),
    notification: readNotification(shared),
    webhookDelivery: readWebhookDelivery(shared),
  }
}
