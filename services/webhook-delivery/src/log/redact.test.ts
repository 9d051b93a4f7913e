import { exampleEvent, WEBHOOK_EVENT_TYPES, webhookDataOf } from '@usher/contracts'
import { redactBody } from './redact.ts'

/** What the examples tell of people. */
const PERSONAL = /Ada|Lovelace|example\.com|\+1415|First visit|4711|"Ill"/

describe('redacted delivery bodies', () => {
  test.each(WEBHOOK_EVENT_TYPES)('%s has no personal data and keeps its event name and ID', (type) => {
    const event = exampleEvent(type)
    const body = { event: type, timestamp: event.time, data: webhookDataOf(event), meta: {} }
    const redacted = redactBody(JSON.stringify(body))
    expect(redacted).not.toMatch(PERSONAL)
    expect(JSON.parse(redacted)).toMatchObject({
      event: type,
      data: { id: (event.data as { id: string }).id },
    })
  })

  const documented = ['booking.cancelled', 'booking_series.created', 'standby.offered']

  test.each(documented)('%s keeps all of its documented fields', (type) => {
    const event = exampleEvent(type)
    const body = { event: event.type, timestamp: event.time, data: webhookDataOf(event), meta: {} }
    const { data } = JSON.parse(redactBody(JSON.stringify(body)))
    expect(Object.keys(data).sort()).toEqual(Object.keys(body.data).sort())
  })
})
