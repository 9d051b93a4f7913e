import type { Schemas } from '../../api/client.ts'
import { entryOfQuestion, fieldOf } from '../../forms/custom-fields/entries.ts'
import { amountOf, priceOf } from '../../forms/money.ts'
import { numberOrNull, textOrNull } from '../../forms/number-field.tsx'

type ServiceType = Schemas['ServiceType']

/** Where customers are sent a code before they book. */
export type Verification = Schemas['OnlineBookingVerification']

export type Values = ReturnType<typeof valuesOf>

/** The initial form values; for a new service type, the API's defaults. */
export function valuesOf(type: ServiceType | undefined) {
  return {
    name: type?.name ?? '',
    description: type?.description ?? '',
    category_id: type?.category_id ?? '',
    active: type?.active ?? true,
    duration_minutes: type?.duration_minutes ?? 30,
    duration_options: type?.duration_options.join(', ') ?? '',
    slot_step_minutes: type?.slot_step_minutes ?? '',
    buffer_before_minutes: type?.buffer_before_minutes ?? 0,
    buffer_after_minutes: type?.buffer_after_minutes ?? 0,
    min_notice_minutes: type?.min_notice_minutes ?? 0,
    horizon_days: type?.horizon_days ?? 60,
    capacity: type?.capacity ?? 1,
    max_per_day: type?.max_per_day ?? '',
    max_per_customer_per_day: type?.max_per_customer_per_day ?? '',
    requires_confirmation: type?.requires_confirmation ?? false,
    amount: amountOf(type?.price ?? null),
    currency: type?.price?.currency ?? 'EUR',
    provider_ids: type?.provider_ids ?? [],
    is_online: type?.online_booking?.enabled ?? false,
    /** Whether it has settings for online booking, which are kept while it is off. */
    has_online: !!type?.online_booking,
    questions: type?.online_booking?.questions.map(entryOfQuestion) ?? [],
    max_visits: type?.online_booking?.max_visits ?? 1,
    cancel_until_minutes: type?.online_booking?.cancel_until_minutes ?? 0,
    verification: type?.online_booking?.verification ?? 'none',
  }
}

/** The body for the API. */
export function bodyOf(values: Values) {
  return {
    name: values.name,
    description: textOrNull(values.description),
    category_id: values.category_id || null,
    active: values.active,
    duration_minutes: Number(values.duration_minutes),
    duration_options: values.duration_options
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(Number),
    slot_step_minutes: numberOrNull(values.slot_step_minutes),
    buffer_before_minutes: Number(values.buffer_before_minutes),
    buffer_after_minutes: Number(values.buffer_after_minutes),
    min_notice_minutes: Number(values.min_notice_minutes),
    horizon_days: Number(values.horizon_days),
    capacity: Number(values.capacity),
    max_per_day: numberOrNull(values.max_per_day),
    max_per_customer_per_day: numberOrNull(values.max_per_customer_per_day),
    requires_confirmation: values.requires_confirmation,
    price: priceOf(values.amount, values.currency),
    provider_ids: values.provider_ids,
    online_booking: values.is_online || values.has_online ? onlineOf(values) : null,
  }
}

const onlineOf = (values: Values) => ({
  enabled: values.is_online,
  questions: values.questions.map(fieldOf),
  max_visits: Number(values.max_visits),
  cancel_until_minutes: Number(values.cancel_until_minutes),
  verification: values.verification,
})
