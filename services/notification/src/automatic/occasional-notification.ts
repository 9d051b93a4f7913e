import type { CloudEvent } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { GUEST } from '../consent/consent.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import { newNotification } from '../notifications/notification.ts'
import { alternativesTo, reachOf } from '../recipients/reach.ts'
import type { Content, Filled } from '../templates/content.ts'
import type { Occasion } from './occasions.ts'

const NOTHING: Content = { template_id: null, subject: '', text: '' }

const UNKNOWN_TEMPLATE = ownError('unknown_template', 'The template that was chosen does not exist.')

interface Facts {
  /** The event that caused it. */
  readonly event: Pick<CloudEvent, 'organizationid' | 'actor' | 'requestid' | 'traceparent'>
  readonly occasion: Occasion
  readonly guest: GuestRecord
  /** undefined: the chosen template does not exist. */
  readonly filled: Filled | undefined
  readonly now: Date
}

/**
 * The automatic message to a guest on an occasion; undefined for a guest without any address. One
 * that cannot be sent has failed.
 */
export function occasionalNotification({ event, occasion, guest, filled, now }: Facts): Step | undefined {
  if (guest.phone === null && guest.email === null && !guest.push) return undefined
  const reached = reachOf(guest)
  const content = filled && 'content' in filled ? filled.content : NOTHING
  const { organizationid, actor, requestid, traceparent } = event
  const record = newNotification(
    newId('notification'),
    {
      organization_id: organizationid,
      guest_id: guest._id,
      queue_id: guest.queue_id,
      kind: occasion.kind,
      ...('to' in reached
        ? { ...reached, alternatives: alternativesTo(reached.channel, guest) }
        : { channel: 'sms', to: guest.phone }),
      ...content,
      origin: {
        ...{ organizationId: organizationid, actor: 'system', requestId: requestid },
        ...(traceparent && { traceparent }),
      },
      send_at: occasion.sendAt,
      expires_at: occasion.expiresAt,
      cause: occasion.cause,
      ...(occasion.kind === 'added' && actor === GUEST && { public_join: true }),
    },
    now,
  )
  if (!filled) return fail(record, UNKNOWN_TEMPLATE, now)
  if ('reason' in filled) return fail(record, ownError('template_failed', filled.reason), now)
  return 'to' in reached ? { record, told: [] } : fail(record, reached, now)
}
