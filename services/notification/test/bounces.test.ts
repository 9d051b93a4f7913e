import { randomBytes } from 'node:crypto'
import type { MessageProvider } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { trustedCertificate, until } from '@usher/test-kit'
import fc from 'fast-check'
import { bounceIn } from '../src/providers/smtp/delivery-report.ts'
import { createReturnPaths } from '../src/providers/smtp/return-path.ts'
import { deliveryReport, USER_UNKNOWN } from './delivery-report.ts'
import { givenNotification, startHarness, untilStatus } from './harness.ts'
import { givenProvider } from './providers.ts'
import { startMailServer } from './smtp-provider.ts'

const paths = createReturnPaths([{ id: 'test', key: randomBytes(32) }])
const id = newId('notification')
const to = paths.addressOf(id, 'b.example.com')

const read = (raw: string) => bounceIn(Buffer.from(raw), paths)

describe('a mail that came back', () => {
  test.each<[string, string, string, string | null]>([
    ['that there is no such user', USER_UNKNOWN, 'invalid_address', '5.1.1'],
    ['that the mailbox is full', 'Action: failed\nStatus: 5.2.2', 'mailbox_full', '5.2.2'],
    [
      'more exactly what the receiving server said',
      'Action: Failed\nStatus: 5.0.0\nDiagnostic-Code: smtp;550-5.7.1 x',
      'rejected',
      '5.7.1',
    ],
    ['that time ran out', 'Action: failed\nStatus: 4.4.7', 'unreachable', '4.4.7'],
    ['nothing of a reason', 'Action: failed', 'rejected', null],
  ])('that says %s gives the matching error code', async (_name, report, code, own) => {
    const message = expect.stringMatching(/^[A-Z].*\.$/)
    expect(await read(deliveryReport({ to, report }))).toEqual({
      notificationId: id,
      error: { code, message, provider_code: own },
    })
  })

  test.each(['Delivered-To', 'X-Original-To', 'Envelope-To'])(
    'is recognised by the address in its %s header',
    async (header) => {
      const headers = `To: undisclosed-recipients:;\n${header}: ${to}`
      expect(await read(deliveryReport({ to, headers }))).toMatchObject({ notificationId: id })
    },
  )

  test.each([
    ['is only late', deliveryReport({ to, report: 'Action: delayed\nStatus: 4.4.1' })],
    ['has arrived', deliveryReport({ to, report: 'Action: delivered\nStatus: 2.0.0' })],
    [
      'is to an address that was not made here',
      deliveryReport({ to: `bounces+${id}.${'0'.repeat(20)}@b.example.com` }),
    ],
    ['is to somebody else', deliveryReport({ to: 'bistro@example.com' })],
    [
      'is the answer of somebody who is away',
      `From: ada@example.com\r\nTo: ${to}\r\nSubject: Out of office\r\nAuto-Submitted: auto-replied\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    ],
    ['is empty', ''],
    ['is cut off', deliveryReport({ to }).slice(0, 500)],
  ])('is ignored when it %s', async (_name, raw) => {
    expect(await read(raw)).toBeUndefined()
  })

  test('a delivery report with random bytes in it never throws and names no other notification', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), fc.nat(1_000), async (bytes, at) => {
        const raw = Buffer.from(deliveryReport({ to }))
        const spoilt = Buffer.concat([raw.subarray(0, at), bytes, raw.subarray(at)])
        const found = await bounceIn(spoilt, paths)
        expect(found === undefined || found.notificationId === id).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})

const TOKEN = 'a-token-that-an-operator-has-made-up'

const tokenOf = ({ callbacks }: MessageProvider) => callbacks.bounces_url?.split('/').at(-2) ?? ''

describe('the SMTP bounce callback', () => {
  let certificate: { key: Buffer; cert: string }
  beforeAll(() => {
    certificate = trustedCertificate()
  })

  /** A harness with a mail that was sent by a mail server of its organisation, or of the installation. */
  async function givenMail(owner: 'organisation' | 'installation') {
    const stack = new AsyncDisposableStack()
    const server = stack.use(await startMailServer(certificate))
    const settings = { ...server.settings, bounce_domain: 'b.example.com' }
    const own = { settings, credentials: { password: 'secret', dkim_private_key: null }, bounceToken: TOKEN }
    const harness = stack.use(await startHarness(owner === 'installation' ? { smtp: own } : {}))
    const scopes = ['message-providers:manage', 'notifications:send', 'notifications:read'] as const
    const api = harness.client({ scopes: [...scopes] })
    let token = TOKEN
    if (owner === 'organisation') {
      const body = { kind: 'smtp', name: 'Mail', settings, credentials: { password: 'secret' } }
      token = tokenOf(await givenProvider(api, body))
    }
    const asked = await givenNotification(api, { to: 'ada@example.com' })
    await untilStatus(api, asked.id, 'sent')
    const post = (raw: string, given = token) =>
      fetch(`${harness.service.url}/callbacks/messages/${given}/smtp-bounces`, {
        method: 'POST',
        headers: { ...harness.gateway(), 'content-type': 'message/rfc822' },
        body: raw,
      })
    return {
      harness,
      post,
      id: asked.id,
      sentBy: server.received[0]?.from ?? '',
      read: async () => (await api('GET', `/v1/notifications/${asked.id}`)).body,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  }

  test.each(['organisation', 'installation'] as const)(
    'a failure report to the %s mail server, handed over twice, fails the message once',
    async (owner) => {
      await using mail = await givenMail(owner)
      const raw = deliveryReport({ to: mail.sentBy })
      expect((await mail.post(raw)).status).toBe(204)
      expect(await mail.read()).toMatchObject({
        ...{ status: 'failed', provider: 'smtp', error: { code: 'invalid_address', provider_code: '5.1.1' } },
      })
      expect((await mail.post(raw)).status).toBe(204)
      const told = await until('its events', () => {
        const found = mail.harness.events.of(mail.id)
        return found.length === 2 && found
      })
      expect(told.map(({ type }) => type)).toEqual(['notification.sent', 'notification.failed'])
    },
  )

  test('answers 204 and changes nothing for delays, unknown addresses and unreadable mail', async () => {
    await using mail = await givenMail('organisation')
    const late = deliveryReport({ to: mail.sentBy, report: 'Action: delayed\nStatus: 4.4.1' })
    const forged = deliveryReport({ to: mail.sentBy.replace(/.@/, 'x@') })
    for (const raw of [late, forged, 'nonsense', '']) expect((await mail.post(raw)).status).toBe(204)
    expect((await mail.read()).status).toBe('sent')
  })

  test('a token that is unknown or of another organisation changes nothing', async () => {
    await using mail = await givenMail('organisation')
    const raw = deliveryReport({ to: mail.sentBy })
    expect((await mail.post(raw, 'x'.repeat(43))).status).toBe(404)
    const other = mail.harness.client({
      ...{ organization_id: newId('organization'), scopes: ['message-providers:manage'] },
    })
    const settings = { host: 'localhost', from_address: 'a@b.test' }
    const body = { kind: 'smtp', name: 'Theirs', settings, credentials: {} }
    expect((await mail.post(raw, tokenOf(await givenProvider(other, body)))).status).toBe(204)
    expect((await mail.read()).status).toBe('sent')
  })
})
