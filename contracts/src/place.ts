import { z } from 'zod'
import { findZone } from './zones.ts'

export const country = z
  .string()
  .refine(isCountry, {
    error: 'must be an ISO 3166-1 code such as DE',
    params: { code: 'invalid_country' },
  })
  .meta({ description: 'ISO 3166-1 alpha-2: one that is given out', pattern: '^[A-Z]{2}$' })

export const timezone = z
  .string()
  .trim()
  .refine((name) => findZone(name) !== undefined, {
    error: 'must be an IANA time zone such as Europe/Berlin',
    params: { code: 'invalid_timezone' },
  })
  .overwrite((name) => findZone(name)?.name ?? name)
  .meta({
    description: 'Name in the IANA time zone database, or an offset such as +01:00',
    pattern: '^\\s*(?:[A-Za-z][A-Za-z0-9_+/-]+|[+-][0-9]{2}(?::?[0-9]{2})?)\\s*$',
  })

function isCountry(code: string): boolean {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined
}
