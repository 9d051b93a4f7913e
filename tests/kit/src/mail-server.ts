import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly raw: Buffer
  readonly parsed: ParsedMail
  readonly from: string
  readonly to: readonly string[]
  readonly isSecure: boolean
}

const SELF_SIGNED = [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
  ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
]

/** A certificate of this machine that this process trusts. */
export function trustedCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'usher-mail-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  execFileSync('openssl', [...SELF_SIGNED, '-keyout', key, '-out', cert], { stdio: 'pipe' })
  const certificate = { key: readFileSync(key), cert: readFileSync(cert, 'utf8') }
  rmSync(folder, { recursive: true })
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
  return certificate
}

/** The login that the mail server accepts. */
export const MAIL_USER = { user: 'usher', password: 'secret' } as const

/** A mail server's reply that rejects a mail. */
export const answering = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** A mail server on this machine, with STARTTLS and a login by default. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const connections = { count: 0 }
  const server = new SMTPServer({
    name: 'localhost',
    closeTimeout: 100,
    onConnect(_session, done) {
      connections.count += 1
      done()
    },
    onAuth({ username, password }, _session, done) {
      const isKnown = username === MAIL_USER.user && password === MAIL_USER.password
      if (isKnown) return done(null, { user: username })
      done(answering(535, '5.7.8 Authentication credentials invalid'))
    },
    onData(stream, session, done) {
      void (async () => {
        const raw = Buffer.concat(await stream.toArray())
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        received.push({ raw, parsed: await simpleParser(raw), from, to, isSecure: session.secure })
        done()
      })()
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  return {
    received,
    connections,
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
