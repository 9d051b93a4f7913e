import { createPrivateKey } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Channel, SmtpCredentials, SmtpSettings } from '@usher/contracts'
import { transportOptions } from '@usher/service-kit'
import { createTransport, type NodemailerError } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { ownError } from '../../notifications/lifecycle.ts'
import type { SendResult } from '../../notifications/outcome.ts'
import type { OutgoingMessage, Provider } from '../provider.ts'
import { type ConnectTools, connectChecked, ForbiddenAddressError } from './checked-socket.ts'
import { LimitedStream } from './limited-stream.ts'
import { mailOf } from './mail.ts'
import type { ReturnPaths } from './return-path.ts'
import { resultOf } from './smtp-result.ts'

/** Time limit for a mail, in ms, below that of providers: a server that is slow to accept it is tried again. */
const MAIL_MS = 12_000
const SILENCE_MS = 10_000
const GREETING_MS = 5_000
const CONNECTIONS = 5
const IDLE_MS = 30_000

export interface SmtpTools extends ConnectTools {
  readonly returnPaths: ReturnPaths
}

/** A configured mail server, with decrypted credentials. */
export interface SmtpSetup {
  /** Id of the configured provider. */
  readonly id: string
  readonly channels: readonly Channel[]
  readonly settings: SmtpSettings
  readonly credentials: SmtpCredentials
}

/** A mail ready to send, signed. */
interface ReadyMail {
  readonly from: string
  readonly to: string
  readonly messageId: string
  readonly content: Buffer
}

/** Sends e-mail through a mail server (RFC 5321). */
export function createSmtpProvider(setup: SmtpSetup, tools: SmtpTools): Provider {
  const { id, channels, settings } = setup
  const compose = createComposer(setup, tools.returnPaths)
  const pool = createPool(setup, tools)
  const canSign = !settings.dkim || isRsaKey(setup.credentials.dkim_private_key)
  return {
    id,
    name: 'smtp',
    channels,
    recognisesRepeats: false,
    // Only bounces are reported.
    givesReceipts: false,
    async send(message, signal) {
      if (!canSign) return UNSIGNED
      const mail = await compose(message).catch(() => undefined)
      if (!mail) return UNFIT
      return await giveTo(pool, mail, AbortSignal.any([signal, AbortSignal.timeout(MAIL_MS)]))
    },
    close: () => pool.close(),
  }
}

/** The library silently leaves unsigned what it cannot sign; RSA is what all receivers verify (RFC 8301). */
function isRsaKey(pem: string | null): boolean {
  try {
    return createPrivateKey(pem ?? '').asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

/** Composes mails, signed if there is a key. */
function createComposer({ settings, credentials }: SmtpSetup, returnPaths: ReturnPaths) {
  const { dkim, bounce_domain, from_address } = settings
  const privateKey = credentials.dkim_private_key
  const composer = createTransport({
    ...{ streamTransport: true, buffer: true, newline: 'windows' },
    ...(dkim && privateKey && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey } }),
  })
  return async (message: OutgoingMessage): Promise<ReadyMail> => {
    const from = bounce_domain ? returnPaths.addressOf(message.id, bounce_domain) : from_address
    const { messageId, message: content } = await composer.sendMail(mailOf(message, settings, from))
    return { from, to: message.to, messageId, content: content as Buffer }
  }
}

function createPool({ settings, credentials }: SmtpSetup, tools: SmtpTools): SMTPPool {
  const { host, port } = settings
  return new SMTPPool({
    ...transportOptions({ ...settings, password: credentials.password ?? null }),
    ...{ maxConnections: CONNECTIONS, maxRequeues: 1, idleTimeout: IDLE_MS },
    ...{ greetingTimeout: GREETING_MS, socketTimeout: SILENCE_MS },
    getSocket(_options, done) {
      connectChecked({ host, port }, tools).then(
        (socket) => done(null, { connection: new LimitedStream(socket) as unknown as Socket }),
        done,
      )
    },
  })
}

/** Whether the server was given the mail decides what a failure means, so the stream notes whether it was read. */
async function giveTo(pool: SMTPPool, mail: ReadyMail, signal: AbortSignal): Promise<SendResult> {
  let content: Readable | undefined
  const message = {
    getEnvelope: () => ({ from: mail.from, to: [mail.to] }),
    messageId: () => mail.messageId,
    getHeader: () => mail.messageId,
    createReadStream() {
      content = Readable.from(mail.content, { objectMode: false })
      return content
    },
  }
  return await new Promise((resolve) => {
    // The part of the message that transports may rely on (https://nodemailer.com/plugins/create/).
    const given = { data: { signal }, message } as unknown as Parameters<SMTPPool['send']>[0]
    pool.send(given, (error) => {
      if (!error) return resolve({ outcome: 'sent', messageId: mail.messageId })
      if (error instanceof ForbiddenAddressError) return resolve(FORBIDDEN)
      resolve(resultOf(error as NodemailerError, content?.readableDidRead ?? false))
    })
  })
}

const refused = (code: string, message: string): SendResult => ({
  outcome: 'refused',
  error: ownError(code, message),
})

const FORBIDDEN = refused('address_refused', "The mail server's address is not allowed.")
const UNSIGNED = refused('dkim_key_missing', 'The RSA key for signing mail (DKIM) is not set.')
const UNFIT = refused('mail_not_made', 'The message could not be turned into an e-mail.')
