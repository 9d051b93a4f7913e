import { Readable } from 'node:stream'
import type { SecretKey } from '@usher/service-kit'
import { createTransport, type NodemailerError } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import type { OutgoingMessage, Provider, SendResult } from '../provider.ts'
import { connectChecked, ForbiddenAddressError } from './checked-socket.ts'
import { mailOf } from './mail.ts'
import { createReturnPaths, type ReturnPaths } from './return-path.ts'
import { resultOf } from './smtp-result.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** Milliseconds for a mail, less than providers are given: a server that is slow to take it is asked again. */
const MAIL_MS = 12_000
const SILENCE_MS = 10_000
const GREETING_MS = 5_000
const CONNECTIONS = 5
const IDLE_MS = 30_000

export interface SmtpTools {
  /** Whether a mail server may be at an address. */
  readonly isAllowedAddress: (address: string) => boolean
  readonly returnPaths: ReturnPaths
}

export interface SmtpProvider extends Provider, Disposable {}

/** A mail that is ready to go, signed. */
interface ReadyMail {
  readonly from: string
  readonly to: string
  readonly messageId: string
  readonly content: Buffer
}

/** Sends e-mail by a mail server (RFC 5321). Disposing lets go of its connections. */
export function createSmtpProvider(settings: SmtpSettings, tools: SmtpTools): SmtpProvider {
  const { dkim } = settings
  const composer = createTransport({
    ...{ streamTransport: true, buffer: true, newline: 'windows' },
    ...(dkim && {
      dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.private_key },
    }),
  })
  const pool = createPool(settings, tools)
  const compose = async (message: OutgoingMessage): Promise<ReadyMail> => {
    const { bounce_domain, from_address } = settings
    const from = bounce_domain ? tools.returnPaths.addressOf(message.id, bounce_domain) : from_address
    const composed = await composer.sendMail(mailOf(message, settings, from))
    const { messageId, message: content } = composed
    return { from, to: message.to, messageId, content: content as Buffer }
  }
  return {
    name: 'smtp',
    channels: ['email'],
    recognisesRepeats: false,
    // Only what comes back is told of.
    givesReceipts: false,
    async send(message, signal) {
      const mail = await compose(message)
      return await giveTo(pool, mail, AbortSignal.any([signal, AbortSignal.timeout(MAIL_MS)]))
    },
    [Symbol.dispose]: () => pool.close(),
  }
}

/** Sends by the mail server of the installation, which may be anywhere. */
export const createOwnSmtpProvider = (settings: SmtpSettings, keys: readonly SecretKey[]): SmtpProvider =>
  createSmtpProvider(settings, { isAllowedAddress: () => true, returnPaths: createReturnPaths(keys) })

function createPool(settings: SmtpSettings, { isAllowedAddress }: SmtpTools): SMTPPool {
  const { host, port, security, user, password } = settings
  return new SMTPPool({
    ...{ host, port, secure: security === 'tls', requireTLS: security === 'starttls' },
    ...(security === 'none' && { ignoreTLS: true }),
    ...(user !== null && { auth: { user, pass: password ?? '' }, forceAuth: true }),
    tls: { minVersion: 'TLSv1.2' },
    ...{ maxConnections: CONNECTIONS, maxRequeues: 1, idleTimeout: IDLE_MS },
    ...{ greetingTimeout: GREETING_MS, socketTimeout: SILENCE_MS },
    getSocket(_options, done) {
      connectChecked({ host, port }, isAllowedAddress).then((connection) => done(null, { connection }), done)
    },
  })
}

/** Whether the server was given the mail decides on what a failure means: it is read only then. */
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
    // The part of a message that transports are promised (https://nodemailer.com/plugins/create/).
    const given = { data: { signal }, message } as unknown as Parameters<SMTPPool['send']>[0]
    pool.send(given, (error) => {
      if (!error) return resolve({ outcome: 'sent', messageId: mail.messageId })
      if (error instanceof ForbiddenAddressError) return resolve(FORBIDDEN)
      resolve(resultOf(error as NodemailerError, content?.readableDidRead ?? false))
    })
  })
}

const FORBIDDEN: SendResult = {
  outcome: 'refused',
  error: {
    code: 'address_refused',
    message: 'The mail server has no address that may be connected to.',
    provider_code: null,
  },
}
