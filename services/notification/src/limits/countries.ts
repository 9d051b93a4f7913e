import { phoneCountry } from '@usher/service-kit'
import type { Address } from '../notifications/notification.ts'

/**
 * Countries that anybody may send to by default, besides their own: the European Economic Area, Switzerland and the
 * United Kingdom, North America, Australia, New Zealand and Japan. SMS pumping fraud targets countries with high
 * prices, for a share of them (Twilio, "SMS Pumping Fraud"): all others have to be allowed by name.
 */
const USUAL = (
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK ' +
  'CH GB US CA AU NZ JP'
).split(' ')

/** Default countries of an organisation, sorted. */
export const usualCountries = (own: string | undefined): string[] =>
  [...new Set([...USUAL, ...(own ? [own] : [])])].sort()

/** Whether messages may go to an address. Only numbers have a country; one without it gets none. */
export function isAllowedCountry({ channel, to }: Address, countries: readonly string[]): boolean {
  if (channel !== 'sms') return true
  const country = phoneCountry(to)
  return country !== undefined && countries.includes(country)
}
