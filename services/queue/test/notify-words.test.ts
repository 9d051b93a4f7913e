import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

describe('notifying a guest', () => {
  test.each([
    [undefined, null],
    [{}, null],
    [{ text: 'By the window' }, { text: 'By the window', template_id: null }],
  ])('with the body %j, the event carries the message %j', async (body, message) => {
    const api = harness.client()
    const guest = await givenGuest(api, await givenQueue(api))
    expect((await api('POST', `/v1/guests/${guest}/notify`, { body })).status).toBe(200)
    const event = await until('the event', () =>
      harness.events.of(guest).find(({ type }) => type === 'guest.notified'),
    )
    expect(event.data).toMatchObject({ message, status_url: expect.stringContaining('/w/'), locale: null })
  })

  test.each([
    { text: '' },
    { text: 'x', template_id: newId('template') },
    { template_id: 'x' },
    { words: 'x' },
  ])('answers 400 and leaves the guest waiting for the body %j', async (body) => {
    const api = harness.client()
    const guest = await givenGuest(api, await givenQueue(api))
    expect((await api('POST', `/v1/guests/${guest}/notify`, { body })).status).toBe(400)
    expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('waiting')
  })
})
