import { type CloudEvent, type PrivacySubject, privacyRequested } from '@usher/contracts'
import { systemClock } from '../clock.ts'
import { PermanentError } from '../errors.ts'
import { newEvent } from '../events/new-event.ts'
import { newId } from '../formats/ids.ts'
import { createPrivacyStep, type PrivacyOutcome } from './privacy-step.ts'

const subject: PrivacySubject = { phone: '+14155552671' }
const requested = (id = newId('privacyRequest')): CloudEvent =>
  newEvent(privacyRequested, {
    subject: id,
    sequence: 1,
    time: new Date(),
    origin: { organizationId: newId('organization'), actor: 'test', requestId: 'test' },
    data: { id, kind: 'export', subject },
  })
const stepWith = (outcome: PrivacyOutcome<number>) =>
  createPrivacyStep<number>('queue', systemClock, async () => outcome)

describe('a step of a privacy request', () => {
  test('publishes its answer with is_last false when another step follows', async () => {
    const event = requested()
    const answer = { part: 2, records: 3, data: [] }
    const done = await stepWith({ answer, state: 1 })(event, 0)
    expect(done.state).toBe(1)
    expect(done.events).toMatchObject([
      {
        subject: event.subject,
        sequence: 2,
        organizationid: event.organizationid,
        data: { id: event.subject, service: 'queue', part: 2, is_last: false, records: 3, data: [] },
      },
    ])
  })

  test('publishes its answer with is_last true when no step follows', async () => {
    const done = await stepWith({ answer: { part: 1, records: 0, data: null } })(requested(), undefined)
    expect(done).toMatchObject({ events: [{ data: { is_last: true, data: null } }] })
    expect(done).not.toHaveProperty('state')
  })

  test.each([[null], [{ nonsense: 42 }]])('fails permanently when the event data is %j', async (data) => {
    const step = stepWith({})({ ...requested(), data } as CloudEvent, undefined)
    await expect(step).rejects.toThrow(PermanentError)
  })
})
