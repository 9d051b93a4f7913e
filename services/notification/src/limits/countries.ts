import { phoneCountry } from '@usher/service-kit'

/**
 * Countries to whose numbers everybody may send unless they say otherwise, beside their own: those of the European
 * Economic Area, Switzerland and the United Kingdom, North America, Australia, New Zealand and Japan. Whoever pumps
 * messages for a share of their price has them sent where that is high (Twilio, "SMS Pumping Fraud"): all
 * others have to be allowed by name.
 */
const USUAL = (
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK ' +
  'CH GB US CA AU NZ JP'
).split(' ')

/** The countries of an organisation that has chosen none, sorted. */
export const usualCountries = (own: string | undefined): string[] =>
  [...new Set([...USUAL, ...(own ? [own] : [])])].sort()

/** Whether messages may go to an address; e-mail has no country, and what is of none is not sent to. */
export function isAllowedCountry(address: string, countries: readonly string[]): boolean {
  if (address.includes('@')) return true
  const country = phoneCountry(address)
  return country !== undefined && countries.includes(country)
}
