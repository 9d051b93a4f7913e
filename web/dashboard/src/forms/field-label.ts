import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { sentence } from './field-errors.ts'
import { GUEST_LABELS } from './guest-labels.ts'

/** Labels of the API's fields, as the forms have them. */
const LABELS: Readonly<Record<string, MessageDescriptor>> = {
  ...GUEST_LABELS,
  ...{ description: msg`Description`, customer: msg`Customer`, seats: msg`Seats` },
  ...{ address: msg`Address`, brand_color: msg`Colour`, privacy_url: msg`Privacy notice` },
  ...{ country: msg`Country`, timezone: msg`Time zone`, api_version: msg`API version` },
  ...{ countries: msg`Countries`, guest_retention_days: msg`Days to keep guest data` },
  per_number_per_hour: msg`Per recipient and hour`,
  per_number_per_day: msg`Per recipient and day`,
  per_organization_per_day: msg`Daily total`,
  failover_after_seconds: msg`Seconds before trying the next channel`,
  ...{ subject: msg`Subject`, text: msg`Text`, variables: msg`Variables` },
  ...{ automatic: msg`Automatic messages`, quiet_hours: msg`Quiet hours` },
  reminder_after_minutes: msg`Reminder after (minutes)`,
  ...{ opening_hours: msg`Opening hours`, opening_exceptions: msg`Special dates` },
  ...{ public_join: msg`Self-service joining`, public_join_limits: msg`Limits` },
  bookings: msg`Bookings in the line`,
  ...{ custom_fields: msg`Custom fields`, priority_classes: msg`Priority classes` },
  ...{ min_party_size: msg`Smallest party`, max_party_size: msg`Largest party` },
  ...{ service_minutes: msg`Minutes per party`, servers: msg`Parties served at once` },
  almost_ready_position: msg`“Almost ready” from position`,
  no_show_after_minutes: msg`No-show after (minutes)`,
  explain_delays: msg`Tell guests why their turn is later than quoted`,
  ...{ active: msg`Active`, capacity: msg`Capacity` },
  ...{
    image_url: msg`Image URL`,
    image_urls: msg`Image URLs`,
    category_id: msg`Category`,
    price: msg`Price`,
    sku: msg`SKU`,
  },
  ...{ duration_minutes: msg`Duration`, duration_options: msg`Other durations` },
  slot_step_minutes: msg`Time between starts`,
  ...{ buffer_before_minutes: msg`Buffer before`, buffer_after_minutes: msg`Buffer after` },
  ...{ min_notice_minutes: msg`Minimum notice`, horizon_days: msg`Days ahead` },
  ...{ max_per_day: msg`Bookings per day`, max_per_customer_per_day: msg`Bookings per customer and day` },
  requires_confirmation: msg`Confirm each booking manually`,
  calendar_max_age_minutes: msg`Maximum calendar age, in minutes`,
  ...{ provider_ids: msg`Providers`, service_type_ids: msg`Service types`, translations: msg`Translations` },
  ...{ weekly_hours: msg`Weekly hours`, overrides: msg`Special dates`, time_off: msg`Time off` },
  ...{ url: msg`URL`, event_types: msg`Events`, queue_ids: msg`Only these queues` },
  ordering: msg({ message: 'Order', context: 'of deliveries' }),
  ...{ headers: msg`Custom headers`, metadata: msg`Metadata` },
  rate_limit_per_second: msg`Maximum deliveries per second`,
}

/** A field's label; its name in words if it is the venue's own (`fields.table`) or has none. */
export function fieldLabel(name: string): string {
  const label = LABELS[name]
  return label ? i18n._(label) : sentence(name.replace('fields.', '').replaceAll('_', ' '))
}
