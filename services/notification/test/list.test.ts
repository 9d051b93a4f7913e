import { type Template, templateKindSchema } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { readAll } from '@usher/test-kit'
import { givenNotification, type Harness, startHarness, untilStatus } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const idsOf = (answer: { body: { data: { id: string }[] } }) => answer.body.data.map(({ id }) => id)

describe('listing notifications', () => {
  test('gives the newest first, page by page, each once', async () => {
    const api = harness.client({ organization_id: newId('organization') })
    const made = []
    for (let count = 0; count < 5; count += 1) made.unshift((await givenNotification(api)).id)
    const first = await api('GET', '/v1/notifications?limit=2')
    const second = await api('GET', `/v1/notifications?limit=2&cursor=${first.body.next_cursor}`)
    const third = await api('GET', `/v1/notifications?limit=2&cursor=${second.body.next_cursor}`)
    expect([first, second, third].flatMap(idsOf)).toEqual(made)
    expect(third.body.next_cursor).toBeNull()
  })

  test('filters by status, channel, guest and time, and answers 400 for invalid filters', async () => {
    const api = harness.client({ organization_id: newId('organization') })
    const sms = await givenNotification(api)
    const email = await givenNotification(api, { to: 'ada@example.com' })
    const refused = await givenNotification(api, { to: '+15005550002' })
    await untilStatus(api, refused.id, 'failed')
    const list = async (query: string) => idsOf(await api('GET', `/v1/notifications?${query}`))
    expect(await list('channel=email')).toEqual([email.id])
    expect(await list('status=failed')).toEqual([refused.id])
    expect(await list(`created_from=${email.created_at}&created_to=${refused.created_at}`)).toEqual([
      email.id,
    ])
    expect(await list(`guest_id=${newId('guest')}`)).toEqual([])
    expect(await list('channel=sms')).toEqual([refused.id, sms.id])
    for (const query of ['status=lost', 'guest_id=x', 'colour=red', 'created_from=now', 'cursor=x']) {
      expect([query, (await api('GET', `/v1/notifications?${query}`)).status]).toEqual([query, 400])
    }
  })

  test('shows nothing of another organisation', async () => {
    const { id } = await givenNotification(harness.client())
    const stranger = harness.otherOrganization()
    expect((await stranger('GET', `/v1/notifications/${id}`)).body.code).toBe('not_found')
    expect((await stranger('GET', '/v1/notifications')).body.data).toEqual([])
  })
})

describe('listing templates', () => {
  test('gives an organisation without templates the defaults, with IDs of its own', async () => {
    const data = await readAll<Template>(harness.client(), '/v1/notifications/templates?limit=100')
    const english = data.filter(({ locale }) => locale === 'en')
    const kinds = templateKindSchema.options.filter((kind) => kind !== 'custom')
    expect(english.map(({ kind }) => kind).sort()).toEqual(kinds.sort())
    expect(data.every(({ is_default }) => is_default)).toBe(true)
    const others = (await harness.otherOrganization()('GET', '/v1/notifications/templates')).body.data
    expect(others.map(({ id }: { id: string }) => id)).not.toContain(data[0]?.id)
  })
})

describe('an API key limited to some queues', () => {
  test.each([
    ['GET', '/v1/notifications'],
    ['GET', '/v1/notifications/templates'],
    ['GET', `/v1/notifications/${newId('notification')}`],
    ['POST', '/v1/notifications/send'],
  ])('gets 403 for %s %s', async (method, path) => {
    const key = harness.client({ queue_ids: [newId('queue')] })
    expect((await key(method, path)).body).toMatchObject({ status: 403, code: 'forbidden' })
  })
})
