import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { SmtpCredentials, SmtpSettings } from '@usher/contracts'
import { createResolve, newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { createReturnPaths } from '../src/providers/smtp/return-path.ts'
import { createSmtpProvider, type SmtpTools } from '../src/providers/smtp/smtp-provider.ts'
import { contentFrom } from '../src/templates/content.ts'
import { defaultTemplates } from '../src/templates/default-templates.ts'
import { isSigned } from './dkim.ts'
import {
  answering,
  type ReceivedMail,
  settingsFor,
  startMailServer,
  trustedCertificate,
} from './mail-server.ts'

let certificate: { key: Buffer; cert: string }
beforeAll(() => {
  certificate = trustedCertificate()
})

const TOOLS: SmtpTools = {
  isAllowedAddress: () => true,
  resolve: createResolve(),
  returnPaths: createReturnPaths([{ id: 'test', key: randomBytes(32) }]),
}

const messageOf = (given: object = {}) => ({
  id: newId('notification'),
  organizationId: newId('organization'),
  channel: 'email' as const,
  ...{ to: 'ada@example.com', subject: 'Your table', text: 'It is ready.', expiresAt: null },
  ...given,
})

const PASSWORD: SmtpCredentials = { password: 'secret', dkim_private_key: null }

interface Otherwise {
  readonly tools?: Partial<SmtpTools>
  readonly credentials?: Partial<SmtpCredentials>
}

/** A provider until the test is over. */
function givenProvider(settings: SmtpSettings, { tools, credentials }: Otherwise = {}) {
  const setup = { id: 'mpr_test', channels: ['email' as const], settings }
  const provider = createSmtpProvider(
    { ...setup, credentials: { ...PASSWORD, ...credentials } },
    { ...TOOLS, ...tools },
  )
  return {
    send: (message: object) => provider.send(messageOf(message), AbortSignal.timeout(15_000)),
    [Symbol.dispose]: () => provider.close?.(),
  }
}

/** Sends one message by a new provider. */
async function sendBy(settings: SmtpSettings, message: object = {}, otherwise: Otherwise = {}) {
  using provider = givenProvider(settings, otherwise)
  return await provider.send(message)
}

describe('given a mail server with STARTTLS and a password', () => {
  test('when a message is sent, then it arrives with text and HTML, marked as automatic', async () => {
    await using server = await startMailServer(certificate)
    const id = newId('notification')
    const text = 'Ada & <Bob>,\nyour place: https://usher.test/w/a?b=1&c=2.\n\nThank you'
    const sent = await sendBy(
      { ...server.settings, reply_to: 'desk@example.com' },
      { id, text, locale: 'en' },
    )
    expect(sent).toEqual({ outcome: 'sent', messageId: `<${id}@example.com>` })
    const { parsed, isSecure, from, to } = lastOf(server)
    expect({ isSecure, from, to }).toEqual({
      ...{ isSecure: true, from: 'bistro@example.com', to: ['ada@example.com'] },
    })
    expect(parsed.from?.text).toBe('"Bistro" <bistro@example.com>')
    expect(parsed.replyTo?.text).toBe('desk@example.com')
    expect(parsed.text?.trim()).toBe(text)
    expect(parsed.html).toContain('Ada &amp; &lt;Bob&gt;,<br>your place: ')
    expect(parsed.html).toContain('<a href="https://usher.test/w/a?b=1&amp;c=2">')
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
    expect(parsed.headers.get('content-language')).toBe('en')
  })

  test('when several are sent, then they share connections, which end with the provider', async () => {
    const closed: unknown[] = []
    const onClose = (session: unknown) => void closed.push(session)
    await using server = await startMailServer({ ...certificate, onClose })
    const provider = givenProvider(server.settings)
    for (let n = 0; n < 5; n += 1) {
      expect((await provider.send({})).outcome).toBe('sent')
    }
    expect(server.connections.count).toBe(1)
    expect(closed).toHaveLength(0)
    provider[Symbol.dispose]()
    await until('the connection to end', () => closed.length === 1)
  })

  test('when mail has a domain to come back to, then its sender names the notification', async () => {
    await using server = await startMailServer(certificate)
    const id = newId('notification')
    await sendBy({ ...server.settings, bounce_domain: 'b.example.com' }, { id })
    expect(server.received[0]?.from).toBe(TOOLS.returnPaths.addressOf(id, 'b.example.com'))
    expect(server.received[0]?.parsed.from?.text).toContain('bistro@example.com')
  })

  test('when it signs by DKIM, then the signature fits, and fits no other words', async () => {
    await using server = await startMailServer(certificate)
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const dkim_private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const dkim = { domain: 'example.com', selector: 'usher' }
    const text = `.dots\n..and   spaces \n${'long '.repeat(60)}`
    const message = { text, subject: 'Ihr Tisch für Ödön 🍽' }
    await sendBy({ ...server.settings, dkim }, message, { credentials: { dkim_private_key } })
    const { raw } = lastOf(server)
    expect(raw.toString('latin1')).toMatch(/DKIM-Signature: .*d=example\.com;.*s=usher;/s)
    expect(isSigned(raw, publicKey)).toBe(true)
    const altered = Buffer.from(raw.toString('latin1').replace('.dots', '.dogs'), 'latin1')
    expect(isSigned(altered, publicKey)).toBe(false)
  })
})

describe('given a key for DKIM that is none', () => {
  test.each([null, '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----'])(
    'when it is %j, then nothing is sent, and it says why',
    async (dkim_private_key) => {
      await using server = await startMailServer(certificate)
      const dkim = { domain: 'example.com', selector: 'usher' }
      const sent = await sendBy({ ...server.settings, dkim }, {}, { credentials: { dkim_private_key } })
      expect(sent).toMatchObject({ outcome: 'refused', error: { code: 'dkim_key_missing' } })
      expect(server.received).toEqual([])
    },
  )
})

describe('what the mail says', () => {
  test('given every default template, then subject, text and HTML are read as they were written', async () => {
    await using server = await startMailServer(certificate)
    using provider = givenProvider(server.settings)
    const values = {
      ...{ guest_name: 'Zoë 👩‍🍳 عمر', queue_name: 'Café “Ünïcode” 東京', position: 3 },
      status_url: 'https://usher.test/w/token',
    }
    const templates = defaultTemplates(newId('organization'))
    expect(new Set(templates.map(({ locale }) => locale)).size).toBe(10)
    for (const template of templates) {
      const filled = contentFrom(template, values)
      if (!('content' in filled)) throw new Error(filled.reason)
      const { subject, text, locale } = filled.content
      expect((await provider.send({ subject, text, locale })).outcome).toBe('sent')
      const { parsed } = lastOf(server)
      expect([parsed.subject, parsed.text?.trim()]).toEqual([subject, text])
      const direction = locale === 'ar' ? 'rtl' : 'ltr'
      expect(parsed.html).toContain(`<html lang="${locale}" dir="${direction}">`)
      expect(wordsOf(parsed.html)).toContain(text)
    }
  })

  test.each([
    ['lines that begin with dots', '.\n..\n.end\n\n.'],
    ['a line longer than SMTP takes', 'word '.repeat(300).trim()],
    ['one word longer than SMTP takes', 'x'.repeat(1500)],
    ['right-to-left text and emoji', 'طاولتك جاهزة 🍽️ 👨‍👩‍👧'],
    ['what looks like headers', 'Bcc: eve@example.com\r\n\r\nFrom: x'],
    ['markup', '<script>alert(1)</script> & "quotes" \' https://a.test/"onclick=x'],
  ])('given %s, then the text arrives as it is', async (_name, text) => {
    await using server = await startMailServer(certificate)
    await sendBy(server.settings, { text })
    const { parsed } = lastOf(server)
    const plain = (value: string | undefined) => value?.replace(/\r\n/gu, '\n').trim()
    expect(plain(parsed.text)).toBe(plain(text))
    expect(String(parsed.html)).not.toContain('<script')
    expect(String(parsed.html)).not.toMatch(/<[^>]*onclick=/)
  })

  test('given line breaks in names and subjects, then they add no header and no recipient', async () => {
    await using server = await startMailServer(certificate)
    const hostile = 'Hi\r\nBcc: eve@example.com\r\nX-Evil: 1'
    await sendBy({ ...server.settings, from_name: hostile }, { subject: hostile })
    const { parsed, to } = lastOf(server)
    expect(to).toEqual(['ada@example.com'])
    expect([parsed.bcc, parsed.headers.get('x-evil')]).toEqual([undefined, undefined])
    expect(parsed.subject).toContain('Hi')
  })

  test.each([
    'ada@example.com\r\nRCPT TO:<eve@example.com>',
    'ada@example.com>\r\nDATA',
    'ada@example.com, eve@example.com',
  ])('given the address %j, then nobody else is sent anything', async (to) => {
    await using server = await startMailServer(certificate)
    await sendBy(server.settings, { to })
    expect(server.received.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
  })
})

function lastOf({ received }: { readonly received: readonly ReceivedMail[] }): ReceivedMail {
  const mail = received.at(-1)
  if (!mail) throw new Error('no mail was received')
  return mail
}

/** The words of a page, without its head. */
const wordsOf = (html: string | false) =>
  String(html)
    .replace(/^.*<main[^>]*>/su, '')
    .replaceAll('<br>', '\n')
    .replace(/<[^>]+>/gu, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('a mail that is not taken', () => {
  test.each([
    [550, '5.1.1 No such user', 'refused', 'invalid_address', '5.1.1'],
    [552, '5.2.2 Over quota', 'refused', 'mailbox_full', '5.2.2'],
    [554, '5.7.1 Spam', 'refused', 'rejected', '5.7.1'],
    [550, 'go away', 'refused', 'rejected', '550'],
    [450, '4.2.1 Greylisted', 'failed', 'mailbox_unavailable', '4.2.1'],
    [421, '4.3.2 Shutting down', 'failed', 'provider_unavailable', '4.3.2'],
  ])('given a recipient answered %d %s, then it is %s as %s', async (status, said, outcome, code, own) => {
    const onRcptTo = (_to: unknown, _session: unknown, done: (error?: Error) => void) =>
      done(answering(status, said))
    await using server = await startMailServer({ ...certificate, onRcptTo })
    const error = { code, provider_code: own, message: expect.stringMatching(/^[A-Z].*\.$/) }
    const isForNow = outcome === 'failed'
    const told = { outcome, error, ...(isForNow && { isOfRecipient: status !== 421, retryAfterMs: 60_000 }) }
    expect(await sendBy(server.settings)).toEqual(told)
  })

  test('given a mail refused after it was given, then it is refused', async () => {
    const onData = (stream: NodeJS.ReadableStream, _session: unknown, done: (error?: Error) => void) =>
      void stream.resume().on('end', () => done(answering(554, '5.6.0 No')))
    await using server = await startMailServer({ ...certificate, onData })
    expect(await sendBy(server.settings)).toMatchObject({ outcome: 'refused' })
  })

  test('given a wrong password, then it is refused and says so', async () => {
    await using server = await startMailServer(certificate)
    const sent = await sendBy(server.settings, {}, { credentials: { password: 'wrong' } })
    expect(sent).toMatchObject({ outcome: 'refused', error: { code: 'authentication_failed' } })
  })

  test('given no TLS where it is required, then nothing is sent, not even the password', async () => {
    const passwords: unknown[] = []
    const onAuth = (auth: unknown) => void passwords.push(auth)
    const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true, onAuth }
    await using server = await startMailServer(plain)
    const sent = await sendBy(server.settings)
    expect(sent).toMatchObject({ outcome: 'refused', error: { code: 'tls_unavailable' } })
    expect([server.received, passwords]).toEqual([[], []])
  })

  test('given a certificate of another name, then nothing is sent', async () => {
    await using server = await startMailServer(certificate)
    const sent = await sendBy({ ...server.settings, host: '127.0.0.1' })
    expect(sent).toMatchObject({ outcome: 'failed', error: { code: 'tls_failed' } })
    expect(server.received).toEqual([])
  })

  test('given nobody who listens, then it is tried again', async () => {
    await using server = await startMailServer(certificate)
    const { settings } = server
    await server[Symbol.asyncDispose]()
    const sent = await sendBy(settings)
    expect(sent).toMatchObject({ outcome: 'failed', error: { code: 'provider_unavailable' } })
  })

  test('given an address that may not be connected to, then there is no connection', async () => {
    await using server = await startMailServer(certificate)
    const sent = await sendBy(server.settings, {}, { tools: { isAllowedAddress: () => false } })
    expect(sent).toMatchObject({ outcome: 'refused', error: { code: 'address_refused' } })
    expect(server.connections.count).toBe(0)
  })

  test.each([
    ['before the mail is given', 'failed', 'RCPT'],
    ['after the mail is given', 'unknown', 'a mail'],
  ])('given a connection lost %s, then it is %s', async (_name, outcome, lostAt) => {
    await using server = await startScript(lostAt)
    const plain = { security: 'none' as const, user: null }
    const settings = { ...settingsFor(server.port), ...plain }
    expect(await sendBy(settings)).toMatchObject({ outcome })
  })
})

/** A mail server that hangs up at a command, or once it has a message. */
async function startScript(lostAt: string) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.write('220 localhost\r\n')
    socket.on('data', (data) => {
      const said = String(data)
      if (said.startsWith(lostAt) || said.includes('\r\n.\r\n')) socket.destroy()
      else socket.write(said.startsWith('DATA') ? '354 go\r\n' : '250 ok\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
