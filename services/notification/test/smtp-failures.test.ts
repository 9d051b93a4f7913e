import { createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { answering, trustedCertificate } from '@usher/test-kit'
import { sendBy, settingsFor, startMailServer } from './smtp-provider.ts'

let certificate: { key: Buffer; cert: string }
beforeAll(() => {
  certificate = trustedCertificate()
})

describe('a mail that is not taken', () => {
  test.each([
    [550, '5.1.1 No such user', 'refused', 'invalid_address', '5.1.1'],
    [552, '5.2.2 Over quota', 'refused', 'mailbox_full', '5.2.2'],
    [554, '5.7.1 Spam', 'refused', 'rejected', '5.7.1'],
    [550, 'go away', 'refused', 'rejected', '550'],
    [450, '4.2.1 Greylisted', 'failed', 'mailbox_unavailable', '4.2.1'],
    [421, '4.3.2 Shutting down', 'failed', 'provider_unavailable', '4.3.2'],
  ])(
    'a recipient answered with %d %s makes it %s with the code %s',
    async (status, said, outcome, code, own) => {
      const onRcptTo = (_to: unknown, _session: unknown, done: (error?: Error) => void) =>
        done(answering(status, said))
      await using server = await startMailServer({ ...certificate, onRcptTo })
      const error = { code, provider_code: own, message: expect.stringMatching(/^[A-Z].*\.$/) }
      const isForNow = outcome === 'failed'
      const told = {
        outcome,
        error,
        ...(isForNow && { isOfRecipient: status !== 421, retryAfterMs: 60_000 }),
      }
      expect(await sendBy(server.settings)).toEqual(told)
    },
  )

  test('a rejection after the message data makes it refused', async () => {
    const onData = (stream: NodeJS.ReadableStream, _session: unknown, done: (error?: Error) => void) =>
      void stream.resume().on('end', () => done(answering(554, '5.6.0 No')))
    await using server = await startMailServer({ ...certificate, onData })
    expect(await sendBy(server.settings)).toMatchObject({ outcome: 'refused' })
  })

  test('a wrong password makes it refused with authentication_failed', async () => {
    await using server = await startMailServer(certificate)
    const sent = await sendBy(server.settings, {}, { credentials: { password: 'wrong' } })
    expect(sent).toMatchObject({ outcome: 'refused', error: { code: 'authentication_failed' } })
  })

  test('missing TLS where it is required makes it refused before the password is sent', async () => {
    const passwords: unknown[] = []
    const onAuth = (auth: unknown) => void passwords.push(auth)
    const plain = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true, onAuth }
    await using server = await startMailServer(plain)
    const sent = await sendBy(server.settings)
    expect(sent).toMatchObject({ outcome: 'refused', error: { code: 'tls_unavailable' } })
    expect([server.received, passwords]).toEqual([[], []])
  })

  test('a certificate for another host name makes it failed with tls_failed', async () => {
    await using server = await startMailServer(certificate)
    const sent = await sendBy({ ...server.settings, host: '127.0.0.1' })
    expect(sent).toMatchObject({ outcome: 'failed', error: { code: 'tls_failed' } })
    expect(server.received).toEqual([])
  })

  test('a server that is down makes it failed with provider_unavailable', async () => {
    await using server = await startMailServer(certificate)
    const { settings } = server
    await server[Symbol.asyncDispose]()
    const sent = await sendBy(settings)
    expect(sent).toMatchObject({ outcome: 'failed', error: { code: 'provider_unavailable' } })
  })

  test('a forbidden address makes it refused without any connection', async () => {
    await using server = await startMailServer(certificate)
    const sent = await sendBy(server.settings, {}, { tools: { isAllowedAddress: () => false } })
    expect(sent).toMatchObject({ outcome: 'refused', error: { code: 'address_refused' } })
    expect(server.connections.count).toBe(0)
  })

  test.each([
    ['before the mail is given', 'failed', 'RCPT'],
    ['after the mail is given', 'unknown', 'a mail'],
  ])('a connection lost %s makes it %s', async (_name, outcome, lostAt) => {
    await using server = await startScript(lostAt)
    const plain = { security: 'none' as const, user: null }
    const settings = { ...settingsFor(server.port), ...plain }
    expect(await sendBy(settings)).toMatchObject({ outcome })
  })
})

describe('a mail server that answers EHLO with 256 kB', () => {
  test.each([
    ['lines of one reply', 'none', '250-x\r\n'],
    ['empty lines', 'none', '\r\n'],
    ['empty lines after STARTTLS', 'starttls', '\r\n'],
    ['empty lines under TLS', 'tls', '\r\n'],
  ] as const)('is cut off, where these are %s', async (_name, security, line) => {
    await using server = await startLong(line.repeat(262_144 / line.length), security)
    const sent = await sendBy({ ...settingsFor(server.port), security, user: null })
    expect(sent).toMatchObject({ outcome: 'failed', error: { code: 'provider_unavailable' } })
  })
})

/** A mail server that accepts all, and sends a text before its answer to the last EHLO. */
function startLong(text: string, security: 'none' | 'tls' | 'starttls') {
  const converse = (stream: Duplex, isSecure: boolean) => {
    stream.on('error', () => undefined)
    stream.on('data', (data) => {
      const said = String(data)
      if (said.startsWith('STARTTLS')) {
        stream.removeAllListeners('data')
        stream.write('220 go\r\n')
        secure(stream as Socket)
      } else if (!said.startsWith('EHLO')) stream.write(said.startsWith('DATA') ? '354 go\r\n' : '250 ok\r\n')
      else if (isSecure) stream.write(`${text}250 ok\r\n`)
      else stream.write('250-localhost\r\n250 STARTTLS\r\n')
    })
  }
  const secure = (socket: Socket) => {
    const stream = new TLSSocket(socket, { isServer: true, ...certificate })
    converse(stream, true)
    return stream
  }
  return startServer((socket) => {
    const stream = security === 'tls' ? secure(socket) : socket
    if (stream === socket) converse(socket, security === 'none')
    stream.write('220 localhost\r\n')
  })
}

/** A mail server that hangs up at a command, or once it has a message. */
function startScript(lostAt: string) {
  return startServer((socket) => {
    socket.write('220 localhost\r\n')
    socket.on('data', (data) => {
      const said = String(data)
      if (said.startsWith(lostAt) || said.includes('\r\n.\r\n')) socket.destroy()
      else socket.write(said.startsWith('DATA') ? '354 go\r\n' : '250 ok\r\n')
    })
  })
}

async function startServer(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    onConnection(socket)
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
