import { exampleEvent, WEBHOOK_EVENT_TYPES, webhookDataOf } from '@usher/contracts'
import { redactBody } from './redact.ts'

/** What the examples tell of people. */
const PERSONAL = /Ada|Lovelace|example\.com|\+1415|First visit|4711|"Ill"/

describe('given the bodies of deliveries', () => {
  test.each(WEBHOOK_EVENT_TYPES)(
    'when that of %s is redacted, then nobody is in it, and it has its fields',
    (type) => {
      const event = exampleEvent(type)
      const body = { event: type, timestamp: event.time, data: webhookDataOf(event), meta: {} }
      const redacted = redactBody(JSON.stringify(body))
      expect(redacted).not.toMatch(PERSONAL)
      expect(JSON.parse(redacted)).toMatchObject({
        event: type,
        data: { id: (event.data as { id: string }).id },
      })
    },
  )

  const documented = ['booking.cancelled', 'booking_series.created', 'standby.offered']

  test.each(documented)('when %s is redacted, then it still fits what is documented', (type) => {
    const event = exampleEvent(type)
    const body = { event: event.type, timestamp: event.time, data: webhookDataOf(event), meta: {} }
    const { data } = JSON.parse(redactBody(JSON.stringify(body)))
    expect(Object.keys(data).sort()).toEqual(Object.keys(body.data).sort())
  })
})
