import { t } from '@lingui/core/macro'
import { localTime } from '@usher/contracts/zones'
import { homeZone } from '../api/home-zone.ts'
import { locale } from '../language/language.ts'
import { useShownZone } from './shown-zone.ts'

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** 9:30 AM, as usual in the dashboard's language and the browser's region. */
export const clockText = (at: string | number, zone: string): string => clock.format(localTime(at, zone))

/** Tells times of day in the zone of this part of the page. */
export function useClock(): (at: string | number) => string {
  const zone = useShownZone()
  return (at) => clockText(at, zone)
}

/** A time from the API in the dashboard's language and the organisation's zone. */
export const timeText = (at: string | null, none = t`Never`): string =>
  at === null ? none : format.format(localTime(at, homeZone()))
