import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ProviderRecord } from '../providers/provider.ts'
import type { CalendarRecord } from './calendar-store.ts'

/** Whether the linked calendar was read too long ago to be reliable. */
export const isStale = (
  { calendar_max_age_minutes: maxAge }: Pick<ProviderRecord, 'calendar_max_age_minutes'>,
  elsewhere: Pick<CalendarRecord, 'as_of'> | undefined,
  now: Date,
): boolean =>
  maxAge !== null && elsewhere !== undefined && now.getTime() - elsewhere.as_of.getTime() > maxAge * MINUTE_MS
