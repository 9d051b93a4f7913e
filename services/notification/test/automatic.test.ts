import { guestNotified, type Template } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { readAll, until } from '@usher/test-kit'
import { guestEvent, type Harness, queueEvent, startHarness, untilStatus } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const messagesTo = async (guest: string) =>
  (await harness.client()('GET', `/v1/notifications?guest_id=${guest}`)).body.data

const messageTo = (guest: string) => until('the message', async () => (await messagesTo(guest))[0])

/** Resolves once everything published before has been followed. */
async function followed(): Promise<void> {
  const marker = guestEvent(harness.organizationId)
  await harness.publish(marker)
  await messageTo(marker.subject)
}

describe('an added guest', () => {
  test('with a phone number gets an SMS with the position, the wait, how to answer and the link', async () => {
    const queueId = newId('queue')
    const added = guestEvent(harness.organizationId, { queueId })
    await harness.publish(queueEvent(harness.organizationId, queueId, 'Bistro'), added)
    expect(await messageTo(added.subject)).toMatchObject({
      ...{ kind: 'added', channel: 'sms', to: '+14155552671', queue_id: queueId },
      text: 'Hi Ada, you are in line at Bistro, number 3, about 10 min. Reply to reach us, STOP to opt out. Your place: https://usher.test/w/token',
    })
  })

  test.each([
    ['there is none', null],
    ['it is a landline', '+493012345'],
  ])('gets an e-mail when %s but an e-mail address', async (_name, phone) => {
    const added = guestEvent(harness.organizationId, { phone, email: 'ada@example.com', locale: 'de' })
    await harness.publish(added)
    expect(await messageTo(added.subject)).toMatchObject({ channel: 'email', to: 'ada@example.com' })
  })

  test('with phone number and e-mail address gets an SMS only', async () => {
    const added = guestEvent(harness.organizationId, { email: 'ada@example.com' })
    await harness.publish(added)
    expect(await messageTo(added.subject)).toMatchObject({ channel: 'sms', to: '+14155552671' })
  })

  test('without phone number and e-mail address gets no message', async () => {
    const added = guestEvent(harness.organizationId, { phone: null })
    await harness.publish(added)
    await followed()
    expect(await messagesTo(added.subject)).toEqual([])
  })

  test('with a landline number gets a failed message with the code landline', async () => {
    const added = guestEvent(harness.organizationId, { phone: '+493012345' })
    await harness.publish(added)
    const message = await messageTo(added.subject)
    expect(message).toMatchObject({ status: 'failed', error: { code: 'landline' }, attempts: [] })
    await until('its event', () => harness.events.of(message.id).length === 1)
  })

  test('whose event is two hours old gets a failed message with the code too_late', async () => {
    const time = new Date(harness.clock.now().getTime() - 2 * 3_600_000)
    const added = guestEvent(harness.organizationId, { time })
    await harness.publish(added)
    const message = await messageTo(added.subject)
    expect(await untilStatus(harness.client(), message.id, 'failed')).toMatchObject({
      error: { code: 'too_late' },
    })
  })
})

describe('guests with a language', () => {
  const textFor = async (
    given: Parameters<typeof guestEvent>[1],
    organizationId = harness.organizationId,
  ) => {
    const event = guestEvent(organizationId, given)
    await harness.publish(event)
    const api = harness.client({ organization_id: organizationId })
    return await until('the message', async () => {
      const { data } = (await api('GET', `/v1/notifications?guest_id=${event.subject}`)).body
      return data[0]?.text as string | undefined
    })
  }

  test('get the added message in their language, or in English when none is known', async () => {
    expect(await textFor({ locale: 'de' })).toContain('Warteliste')
    expect(await textFor({ locale: 'ar' })).toContain('قائمة انتظار')
    expect(await textFor({ locale: null })).toContain('you are in line')
  })

  test("get the organisation's template in their language, else the default template of their language", async () => {
    const organization_id = newId('organization')
    const api = harness.client({ organization_id })
    for (const locale of ['en', 'fr']) {
      const body = { name: 'Own', kind: 'added', locale, text: `Own ${locale}` }
      expect((await api('POST', '/v1/notifications/templates', { body })).status).toBe(201)
    }
    expect(await textFor({ locale: 'fr' }, organization_id)).toBe('Own fr')
    expect(await textFor({ locale: 'ja' }, organization_id)).toContain('順番待ち')
    expect(await textFor({ locale: null }, organization_id)).toBe('Own en')
  })
})

describe('a notified guest', () => {
  test('gets one message for an event delivered three times, and another when notified again', async () => {
    const added = guestEvent(harness.organizationId)
    const notified = (sequence: number) =>
      guestEvent(harness.organizationId, { id: added.subject, sequence, definition: guestNotified })
    const first = notified(2)
    await harness.publish(added, first, first)
    await harness.publish(first)
    await followed()
    const kinds = async () => (await messagesTo(added.subject)).map(({ kind }: { kind: string }) => kind)
    expect((await kinds()).sort()).toEqual(['added', 'ready'])
    await harness.publish(notified(3))
    await followed()
    expect((await kinds()).sort()).toEqual(['added', 'ready', 'ready'])
  })

  test('gets the text or template that staff chose; an unknown template fails with unknown_template', async () => {
    const api = harness.client()
    const templates = await readAll<Template>(api, '/v1/notifications/templates?limit=100')
    const id = templates.find(({ kind, locale }) => kind === 'added' && locale === 'en')?.id
    const notified = async (message: object) => {
      const event = guestEvent(harness.organizationId, { definition: guestNotified, message })
      await harness.publish(event)
      return await messageTo(event.subject)
    }
    const own = await notified({ text: 'By the window, {{ guest_name }}', template_id: null })
    expect(own).toMatchObject({ kind: 'ready', text: 'By the window, {{ guest_name }}', template_id: null })
    const chosen = await notified({ text: null, template_id: id })
    expect(chosen).toMatchObject({ template_id: id, text: expect.stringContaining('you are in line') })
    const unknown = await notified({ text: null, template_id: newId('template') })
    expect(unknown).toMatchObject({ status: 'failed', error: { code: 'unknown_template' } })
  })

  test('is named as in the latest event when events arrive out of order', async () => {
    const added = guestEvent(harness.organizationId, { name: 'Before' })
    const { subject: id } = added
    const later = guestEvent(harness.organizationId, {
      ...{ id, name: 'After', sequence: 2, definition: guestNotified },
    })
    await harness.publish(later)
    await messageTo(id)
    await harness.publish(added)
    const texts = await until('both', async () => {
      const found = await messagesTo(id)
      return found.length === 2 && found.map(({ text }: { text: string }) => text)
    })
    for (const text of texts) expect(text).toContain('After')
  })
})
