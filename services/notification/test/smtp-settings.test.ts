import { operations, smtpSettingsSchema } from '@usher/contracts'
import { trustedCertificate } from '@usher/test-kit'
import { givenNotification, type Harness, startHarness, untilStatus } from './harness.ts'
import { startMailServer } from './smtp-provider.ts'

const PROVIDERS = '/account/message-providers'

let harness: Harness
let certificate: { key: Buffer; cert: string }
beforeAll(async () => {
  certificate = trustedCertificate()
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const client = () =>
  harness.client({ scopes: ['message-providers:manage', 'notifications:send', 'notifications:read'] })

const settings = { host: 'localhost', user: 'usher', from_address: 'bistro@example.com' }
const credentials = { password: 'a secret that is rather long' }
const given = { kind: 'smtp', name: 'Mail', settings, credentials }

describe('a mail server of an organisation', () => {
  test.each([
    [{ host: 'mail.example.com', port: 22 }, '/settings/port'],
    [{ host: 'mail.example.com', port: 6379 }, '/settings/port'],
    [{ host: '2130706433' }, '/settings/host'],
    [{ host: '0x7f000001' }, '/settings/host'],
  ])('is refused with %j', async (changed, pointer) => {
    const body = { ...given, settings: { ...settings, ...changed } }
    const answer = await client()('POST', PROVIDERS, { body })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer }] } })
  })

  test('takes host names without the dot of the root', () => {
    const dkim = { domain: 'example.com.', selector: 'usher' }
    const cleaned = smtpSettingsSchema.parse({ ...settings, dkim, bounce_domain: 'bounces.example.com.' })
    expect([cleaned.dkim?.domain, cleaned.bounce_domain]).toEqual(['example.com', 'bounces.example.com'])
  })

  test("sends the organisation's e-mail once set up, and never shows its password", async () => {
    await using server = await startMailServer(certificate)
    const api = client()
    const body = { ...given, settings: server.settings, credentials: { password: 'secret' } }
    const { status, body: made } = await api('POST', PROVIDERS, { body })
    expect([status, operations.createMessageProvider.answer.parse(made)]).toEqual([201, made])
    expect(made).toMatchObject({
      ...{ kind: 'smtp', channels: ['email'], credentials: { password: { last4: null } } },
      callbacks: {
        bounces_url: expect.stringMatching(/^https:\/\/usher\.test\/callbacks\/.+\/smtp-bounces$/),
      },
    })
    expect(JSON.stringify(made)).not.toContain('secret"')

    const tested = await api('POST', `${PROVIDERS}/${made.id}/test`, { body: { to: 'ada@example.com' } })
    expect(tested.body).toMatchObject({ outcome: 'sent' })
    const asked = await givenNotification(api, { to: 'ada@example.com', text: 'Hello' })
    expect(await untilStatus(api, asked.id, 'sent')).toMatchObject({ provider: 'smtp' })
    expect(server.received.map(({ parsed }) => parsed.text?.trim())).toEqual([
      'This is a test message from Usher. It works.',
      'Hello',
    ])
    await api('DELETE', `${PROVIDERS}/${made.id}`)
  })

  test('that refuses the password fails messages with authentication_failed', async () => {
    await using server = await startMailServer(certificate)
    const api = client()
    const { body: made } = await api('POST', PROVIDERS, { body: { ...given, settings: server.settings } })
    const asked = await givenNotification(api, { to: 'ada@example.com' })
    expect(await untilStatus(api, asked.id, 'failed')).toMatchObject({
      error: { code: 'authentication_failed', provider_code: '5.7.8' },
    })
    await api('DELETE', `${PROVIDERS}/${made.id}`)
  })

  test('requires the password again when its port changes, but not for another sender name', async () => {
    await using server = await startMailServer(certificate)
    const api = client()
    const { body: made } = await api('POST', PROVIDERS, { body: { ...given, settings: server.settings } })
    const change = (body: object) => api('PATCH', `${PROVIDERS}/${made.id}`, { body })
    const elsewhere = { settings: { port: server.settings.port + 1 } }
    expect((await change(elsewhere)).body.errors).toEqual([
      expect.objectContaining({ pointer: '/credentials', code: 'credentials_needed' }),
    ])
    for (const credentials of [{}, { dkim_private_key: null }]) {
      expect((await change({ ...elsewhere, credentials })).status).toBe(400)
    }
    expect((await change({ settings: { from_name: 'Other' } })).status).toBe(200)
    expect((await change({ ...elsewhere, credentials: { password: 'another' } })).status).toBe(200)
    await api('DELETE', `${PROVIDERS}/${made.id}`)
  })

  test('defaults to port 587 with STARTTLS, without user, DKIM and bounce domain', () => {
    expect(smtpSettingsSchema.parse({ host: 'mail.test', from_address: 'a@b.test' })).toMatchObject({
      ...{ port: 587, security: 'starttls', user: null, dkim: null, bounce_domain: null },
    })
  })

  test.each([
    [{ host: 'https://mail.test' }, '/settings/host'],
    [{ host: '10.0.0.1' }, '/settings/host'],
    [{ host: '169.254.169.254' }, '/settings/host'],
    [{ host: '::ffff:10.0.0.1' }, '/settings/host'],
    [{ host: 'mail.example.com', security: 'none' }, '/settings/security'],
    [{ port: 0 }, '/settings/port'],
    [{ host: 'mail.example.com', port: 6379 }, '/settings/port'],
    [{ host: '2130706433' }, '/settings/host'],
    [{ host: '0x7f.1' }, '/settings/host'],
    [{ from_address: 'nobody' }, '/settings/from_address'],
    [{ from_name: 'A\r\nBcc: b@b.test' }, '/settings/from_name'],
    [{ reply_to: 'x' }, '/settings/reply_to'],
    [{ bounce_domain: 'not a domain' }, '/settings/bounce_domain'],
    [{ dkim: { domain: 'example.com', selector: 'a b' } }, '/settings/dkim/selector'],
    [{ colour: 'red' }, '/settings/colour'],
  ])('is refused with 400 for %j, with the pointer %s', async (wrong, pointer) => {
    const body = { ...given, settings: { ...settings, ...wrong } }
    const answer = (await client()('POST', PROVIDERS, { body })).body
    expect(answer).toMatchObject({ status: 400, errors: [{ pointer }] })
  })

  test('is refused with a DKIM key that is no PEM', async () => {
    const body = { ...given, credentials: { dkim_private_key: 'secret' } }
    expect((await client()('POST', PROVIDERS, { body })).body).toMatchObject({
      errors: [{ pointer: '/credentials/dkim_private_key' }],
    })
  })
})
