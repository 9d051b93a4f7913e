import { generateKeyPairSync } from 'node:crypto'
import { newId } from '@usher/service-kit'
import { trustedCertificate, until } from '@usher/test-kit'
import { contentFrom } from '../src/templates/content.ts'
import { defaultTemplates } from '../src/templates/default-templates.ts'
import { isSigned } from './dkim.ts'
import { givenSmtp, lastOf, sendBy, startMailServer, TOOLS } from './smtp-provider.ts'

let certificate: { key: Buffer; cert: string }
beforeAll(() => {
  certificate = trustedCertificate()
})

describe('a mail server with STARTTLS and a password', () => {
  test('receives a message over TLS as text and HTML, marked as auto-generated', async () => {
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

  test('receives five messages over one connection, which closes with the provider', async () => {
    const closed: unknown[] = []
    const onClose = (session: unknown) => void closed.push(session)
    await using server = await startMailServer({ ...certificate, onClose })
    const provider = givenSmtp(server.settings)
    for (let n = 0; n < 5; n += 1) {
      expect((await provider.send({})).outcome).toBe('sent')
    }
    expect(server.connections.count).toBe(1)
    expect(closed).toHaveLength(0)
    provider[Symbol.dispose]()
    await until('the connection to end', () => closed.length === 1)
  })

  test("receives the notification's return path as sender when a bounce domain is set", async () => {
    await using server = await startMailServer(certificate)
    const id = newId('notification')
    await sendBy({ ...server.settings, bounce_domain: 'b.example.com' }, { id })
    expect(server.received[0]?.from).toBe(TOOLS.returnPaths.addressOf(id, 'b.example.com'))
    expect(server.received[0]?.parsed.from?.text).toContain('bistro@example.com')
  })

  test('receives a valid DKIM signature, which an altered text breaks', async () => {
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

describe('an SMTP provider with an invalid DKIM key', () => {
  test.each([null, '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----'])(
    'sends nothing and fails with dkim_key_missing for %j',
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
  test('every default template arrives with its subject, text, HTML language and direction', async () => {
    await using server = await startMailServer(certificate)
    using provider = givenSmtp(server.settings)
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
  ])('%s arrives as unchanged text and as harmless HTML', async (_name, text) => {
    await using server = await startMailServer(certificate)
    await sendBy(server.settings, { text })
    const { parsed } = lastOf(server)
    const plain = (value: string | undefined) => value?.replace(/\r\n/gu, '\n').trim()
    expect(plain(parsed.text)).toBe(plain(text))
    expect(String(parsed.html)).not.toContain('<script')
    expect(String(parsed.html)).not.toMatch(/<[^>]*onclick=/)
  })

  test('line breaks in sender name and subject add no header and no recipient', async () => {
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
  ])('the address %j adds no other recipient', async (to) => {
    await using server = await startMailServer(certificate)
    await sendBy(server.settings, { to })
    expect(server.received.flatMap((mail) => mail.to)).not.toContain('eve@example.com')
  })
})

/** The words of a page, without its head. */
const wordsOf = (html: string | false) =>
  String(html)
    .replace(/^.*<main[^>]*>/su, '')
    .replaceAll('<br>', '\n')
    .replace(/<[^>]+>/gu, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
