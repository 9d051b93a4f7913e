import { type PlaceIntent, replyReceived } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, namesInLine, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

interface Asked {
  readonly guest: string
  readonly intent: PlaceIntent
  readonly minutes?: number | null
  readonly organizationId?: string
  readonly agoMinutes?: number
}

/** The event of a reply. */
function reply({ guest, intent, minutes = null, agoMinutes = 0, ...given }: Asked) {
  const id = newId('reply')
  const received_at = new Date(harness.clock.now().getTime() - agoMinutes * MINUTE_MS).toISOString()
  const organizationId = given.organizationId ?? harness.organizationId
  return newEvent(replyReceived, {
    ...{
      subject: id,
      sequence: 1,
      time: new Date(),
      data: { id, guest_id: guest, intent, minutes, received_at },
    },
    origin: { organizationId, actor: 'guest', requestId: id },
  })
}

const outcomeOf = (event: { subject: string }) =>
  until('what became of it', () => {
    const [handled] = harness.events.of(event.subject).filter(({ type }) => type === 'guest_reply.handled')
    return handled?.data as { outcome: string; reason: string | null } | undefined
  })

async function given(asked: Omit<Asked, 'guest'>) {
  const api = harness.client()
  const queue = await givenQueue(api)
  const guest = await givenGuest(api, queue, { name: 'Ada', phone: '+14155552671' })
  await givenGuest(api, queue, { name: 'Bob' })
  const event = reply({ guest, ...asked })
  await harness.publish(event)
  return { api, queue, guest, event, outcome: await outcomeOf(event) }
}

describe('a guest in the line who sends a message', () => {
  test('a reply with the intent cancel removes the guest, as the actor guest', async () => {
    const { api, queue, guest, outcome } = await given({ intent: 'cancel' })
    expect(outcome).toMatchObject({ outcome: 'done', reason: null })
    expect(await namesInLine(api, queue)).toEqual(['Bob'])
    const removed = await until('the event', () =>
      harness.events.of(guest).find(({ type }) => type === 'guest.removed'),
    )
    expect(removed.actor).toBe('guest')
  })

  test('a reply with the intent here sets arrived_at', async () => {
    const { api, guest, outcome } = await given({ intent: 'here' })
    expect(outcome.outcome).toBe('done')
    expect((await api('GET', `/v1/guests/${guest}`)).body.arrived_at).not.toBeNull()
  })

  test('a reply with the intent late keeps the place until its minutes after the message was received', async () => {
    const { api, guest, outcome, event } = await given({ intent: 'late', minutes: 10, agoMinutes: 4 })
    expect(outcome).toMatchObject({ outcome: 'done', minutes: 10 })
    const { away_until } = (await api('GET', `/v1/guests/${guest}`)).body
    expect(Date.parse(away_until)).toBe(Date.parse(event.data.received_at) + 10 * MINUTE_MS)
  })

  test('refuses a reply with the intent late whose minutes are over, and changes nothing', async () => {
    const { api, guest, outcome } = await given({ intent: 'late', minutes: 10, agoMinutes: 11 })
    expect(outcome).toMatchObject({ outcome: 'refused', reason: 'validation_failed' })
    expect((await api('GET', `/v1/guests/${guest}`)).body.away_until).toBeNull()
  })

  test('a reply with the intent confirm is done and changes nothing', async () => {
    const { guest, outcome } = await given({ intent: 'confirm' })
    expect(outcome.outcome).toBe('done')
    expect(harness.events.of(guest).map(({ type }) => type)).toEqual(['guest.added'])
  })

  test('handles a reply once when its event is delivered three times', async () => {
    const { event, guest } = await given({ intent: 'late', minutes: 30 })
    await harness.publish(event, event)
    const marker = reply({ guest, intent: 'confirm' })
    await harness.publish(marker)
    await outcomeOf(marker)
    expect(harness.events.of(guest).map(({ type }) => type)).toEqual(['guest.added', 'guest.updated'])
    expect(
      harness.events.of(event.subject).filter(({ type }) => type === 'guest_reply.handled'),
    ).toHaveLength(1)
  })
})

describe('a guest whose request by message is refused', () => {
  test('refuses the intent late of a guest who has left, and keeps the guest out of the line', async () => {
    const { api, queue, guest } = await given({ intent: 'cancel' })
    const late = reply({ guest, intent: 'late', minutes: 10 })
    await harness.publish(late)
    expect(await outcomeOf(late)).toMatchObject({ outcome: 'refused', reason: 'invalid_transition' })
    expect(await namesInLine(api, queue)).toEqual(['Bob'])
  })

  test('refuses a reply for a guest of another organisation', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const guest = await givenGuest(api, queue)
    const cancel = reply({ guest, intent: 'cancel', organizationId: newId('organization') })
    await harness.publish(cancel)
    expect(await outcomeOf(cancel)).toMatchObject({ outcome: 'refused', reason: 'not_found' })
    expect(await namesInLine(api, queue)).toEqual(['Ada'])
  })
})
