import type { CloudEvent, Template } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-store.ts'
import { fail, ownError, type Step } from '../notifications/lifecycle.ts'
import { newNotification } from '../notifications/notification.ts'
import type { QueueRecord } from '../queues/queue-store.ts'
import { unreachableBySms } from '../recipients/reach.ts'
import { render } from '../templates/render.ts'
import { valuesOf } from '../templates/variables.ts'
import type { Occasion } from './occasions.ts'

interface Facts {
  readonly event: CloudEvent
  readonly occasion: Occasion
  readonly guest: GuestRecord
  readonly queue: QueueRecord | null
  readonly template: Template
  readonly now: Date
}

/** What a guest is told on an occasion; undefined for a guest without a number. One that cannot be sent has failed. */
export function occasionalNotification({
  event,
  occasion,
  guest,
  queue,
  template,
  now,
}: Facts): Step | undefined {
  if (guest.phone === null) return undefined
  const values = valuesOf(guest, queue)
  const { organizationid, requestid, traceparent } = event
  const record = newNotification(
    newId('notification'),
    {
      organization_id: organizationid,
      guest_id: guest._id,
      queue_id: guest.queue_id,
      kind: occasion.kind,
      template_id: template.id,
      channel: 'sms',
      to: guest.phone,
      subject: render(template.subject, values),
      text: render(template.text, values),
      origin: {
        ...{ organizationId: organizationid, actor: 'system', requestId: requestid },
        ...(traceparent && { traceparent }),
      },
      send_at: null,
      expires_at: occasion.expiresAt,
      cause: occasion.cause,
    },
    now,
  )
  const unreachable = unreachableBySms(guest.phone)
  if (!unreachable) return { record, told: [] }
  return fail(record, ownError(unreachable.code, `The phone number of the guest ${unreachable.reason}.`), now)
}
