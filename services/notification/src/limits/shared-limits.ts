import { type Check, giveUp } from '../sending/check.ts'
import { reserveOf } from './checks.ts'

/** Mails to one person from all organisations: who waits in two lines and has a booking gets fewer. */
const PER_RECIPIENT = { hour: 20, day: 40 } as const

/** Counted for the installation as a whole. */
const ALL = ''

/**
 * Bounds what comes to one recipient through what all organisations share. Counts the message, at its first attempt:
 * ask it last. Recipients are hashed, and counters go by themselves after two periods.
 */
export const withinSharedLimits: Check = async (ctx, record, now, { isShared }) => {
  const { to, counted } = record
  if (!isShared || counted || to === null) return null
  const of = ctx.addressHashes.of(ALL, to)
  for (const per of ['hour', 'day'] as const) {
    const most = Math.ceil(PER_RECIPIENT[per] * reserveOf(record))
    if (!(await ctx.counters.take({ organizationId: ALL, of, per, most }, now)))
      return giveUp(
        'shared_recipient_limit',
        `The recipient has had the ${PER_RECIPIENT[per]} mails ${per === 'hour' ? 'an hour' : 'a day'} that this installation sends to one.`,
      )
  }
  return null
}
