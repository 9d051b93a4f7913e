import { isAllowedCountry } from '../limits/countries.ts'
import { type Check, giveUp } from './check.ts'

export const OPTED_OUT = 'The recipient has asked for no more messages.'
export const OTHER_COUNTRY =
  'No messages are sent to numbers of this country: it is not in the list of countries.'

/**
 * Sends nothing to a recipient who has opted out, except the message that confirms it, and a code by e-mail: whoever
 * asked for one waits for it, and it advertises nothing. By SMS a STOP holds for codes, too, as carriers require.
 */
export const notOptedOut: Check = async ({ optOuts }, { organization_id, to, exempt, kind, channel }) =>
  to !== null &&
  !exempt &&
  !(kind === 'booking_code' && channel === 'email') &&
  (await optOuts.isOut(organization_id, to))
    ? giveUp('opted_out', OPTED_OUT)
    : null

export const toAllowedCountry: Check = async (_ctx, { channel, to }, _now, { settings: { countries } }) =>
  to !== null && !isAllowedCountry({ channel, to }, countries)
    ? giveUp('country_not_allowed', OTHER_COUNTRY)
    : null
