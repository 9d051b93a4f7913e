import {
  type CloudEvent,
  calendarNeedsReauth,
  calendarPaused,
  eventQueue,
  memberCalendarAlertRequested,
} from '@usher/contracts'
import { newEvent, PermanentError } from '@usher/service-kit'
import { type AlertContext, mailBecauseOf, memberAlertConsumer } from '../member-alerts/member-alerts.ts'
import type { Member } from '../members/member.ts'

/** Requests mails to those who manage calendars when one must be reconnected or was paused. */
export const calendarAlertConsumer = (context: AlertContext) =>
  memberAlertConsumer(context, {
    ...eventQueue('accounts.calendar-alerts'),
    scope: 'calendar:sync',
    requestOf: (event) => alertRequested(event, context.publicUrl),
  })

function alertRequested(event: CloudEvent, publicUrl: string) {
  const isPaused = event.type === calendarPaused.type
  const { data } = (isPaused ? calendarPaused : calendarNeedsReauth).data.safeParse(event.data)
  if (!data) throw new PermanentError(`event ${event.id} is not as its contract says`)
  const { provider_name, since } = data
  const link = `${publicUrl}/google-calendar`
  const facts = { link, provider_name, since, ...(isPaused && { alert: 'paused' as const }) }
  return (member: Member): CloudEvent => {
    const { _id: id, name, email } = member
    const request = { ...mailBecauseOf(event, member), data: { id, name, email, ...facts } }
    return newEvent(memberCalendarAlertRequested, request)
  }
}
