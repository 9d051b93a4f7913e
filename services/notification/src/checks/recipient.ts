import { ProblemError } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { isAllowedCountry } from '../limits/countries.ts'
import { channelOf } from '../recipients/reach.ts'
import { type Check, giveUp } from './check.ts'

const OPTED_OUT = 'The recipient has asked for no more messages.'
const OTHER_COUNTRY = 'No messages are sent to numbers of this country: it is not in the list of countries.'

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

/** Rejects a request early for an address that these checks would refuse. @throws ProblemError `recipient_opted_out`, `country_not_allowed` */
export async function requirePermitted(
  ctx: NotificationContext,
  organizationId: string,
  to: string,
): Promise<void> {
  if (await ctx.optOuts.find(organizationId, to)) throw new ProblemError('recipient_opted_out', OPTED_OUT)
  const { countries } = await ctx.settings.read(organizationId)
  if (!isAllowedCountry({ channel: channelOf(to), to }, countries))
    throw new ProblemError('country_not_allowed', OTHER_COUNTRY)
}
