import { createPrivateKey } from 'node:crypto'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { SmtpCredentials, SmtpSettings } from '@usher/contracts'
import { transportOptions } from '@usher/service-kit'
import { calendarFile, invitationMethod } from '@usher/service-kit/calendar-file'
import { createTransport, type NodemailerError, type SendMailOptions } from 'nodemailer'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { refused, type SendResult } from '../../notifications/outcome.ts'
import type { OutgoingMessage, Provider } from '../provider.ts'
import type { ProviderSetup, ProviderTools } from '../settings/provider-kind.ts'
import { type ConnectTools, connectChecked, ForbiddenAddressError } from './checked-socket.ts'
import { htmlOf } from './html.ts'
import { LimitedStream } from './limited-stream.ts'
import type { ReturnPaths } from './return-path.ts'
import { enhancedCodeIn, reasonOf } from './smtp-reason.ts'

/** Time limit for a mail, in ms, below that of providers: a server that is slow to accept it is tried again. */
const MAIL_MS = 12_000
const SILENCE_MS = 10_000
const GREETING_MS = 5_000
const CONNECTIONS = 5
const IDLE_MS = 30_000

export type SmtpTools = ConnectTools & Pick<ProviderTools, 'returnPaths'>

/** A configured mail server, with decrypted credentials. */
export type SmtpSetup = Omit<ProviderSetup<SmtpSettings, SmtpCredentials>, 'callbackUrl'>

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
    streamTransport: true,
    buffer: true,
    newline: 'windows',
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
    maxConnections: CONNECTIONS,
    maxRequeues: 1,
    idleTimeout: IDLE_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
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

const FORBIDDEN = refused('address_refused', "The mail server's address is not allowed.")
const UNSIGNED = refused('dkim_key_missing', 'The RSA key for signing mail (DKIM) is not set.')
const UNFIT = refused('mail_not_made', 'The message could not be turned into an e-mail.')

/**
 * The mail for a message: the same words as text and HTML. Its Message-ID is the same at every attempt, so that a
 * mail program shows a repeat once.
 *
 * @param returnPath where it bounces to
 */
function mailOf(message: OutgoingMessage, settings: SmtpSettings, returnPath: string): SendMailOptions {
  const { id, to, subject, text, locale, letterhead } = message
  const { from_address, from_name, reply_to } = settings
  return {
    from: { name: from_name ?? '', address: from_address },
    to: { name: '', address: to },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    envelope: { from: returnPath, to },
    subject,
    text,
    html: htmlOf({ subject, text, letterhead }, locale ?? null),
    ...invitationIn(message, settings),
    messageId: `<${id}@${domainOf(from_address)}>`,
    headers: {
      // RFC 3834: no automatic replies to a machine; Exchange only respects its own header.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(locale && { 'Content-Language': locale }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The booking that a mail is about, for the calendar of its customer (RFC 6047). */
function invitationIn(
  { to, letterhead, invite }: OutgoingMessage,
  { from_address, from_name }: SmtpSettings,
): Pick<SendMailOptions, 'icalEvent'> {
  if (!invite) return {}
  const { customer_name, ...event } = invite
  const content = calendarFile(event, {
    organizer: { name: letterhead?.name ?? from_name ?? from_address, email: from_address },
    attendee: { name: customer_name, email: to },
    address: letterhead?.address ?? null,
    phone: letterhead?.phone ?? null,
  })
  return { icalEvent: { method: invitationMethod(event), filename: 'booking.ics', content } }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Wait before retrying a server that asks for it (greylisting, RFC 6647), in ms. */
const COME_BACK_MS = 60_000

/** Node.js error codes of certificates and TLS. */
const ABOUT_TLS = /TLS|SSL|CERT|SIGNATURE/u

/**
 * The result of a failed sending. The server's reply decides: 5yz is permanent, 4yz temporary (RFC 5321 §4.2.1).
 * Without a reply, a server that was given the mail may have accepted it.
 *
 * @param wasGiven whether the server was given any of the mail itself
 */
function resultOf(error: NodemailerError, wasGiven: boolean): SendResult {
  const { responseCode, response = '', code = '', command } = error
  if (code === 'EAUTH' || responseCode === 530) return authenticationResult(error)
  if (code === 'ETLS' || ABOUT_TLS.test(error.originalCode ?? '')) return tlsResult(error)
  if (responseCode) {
    const status = enhancedCodeIn(response) ?? String(responseCode)
    const told = reasonOf(status)
    if (responseCode >= 500 && responseCode !== 503) return { outcome: 'refused', error: told }
    // The server replied about the recipient.
    const isOfRecipient = command === 'RCPT TO'
    return { outcome: 'failed', error: told, retryAfterMs: COME_BACK_MS, isOfRecipient }
  }
  if (code === 'EENVELOPE') return { outcome: 'refused', error: reasonOf('5.1.3') }
  const provider_code = error.originalCode ?? (code || null)
  if (wasGiven) {
    const message = 'The mail server was not heard after it was given the mail.'
    return { outcome: 'unknown', error: { code: 'no_answer', message, provider_code } }
  }
  const message = 'The mail server cannot be reached.'
  return { outcome: 'failed', error: { code: 'provider_unavailable', message, provider_code } }
}

/** Temporary if the server says so (454): then the server rather than the password is at fault. */
function authenticationResult({ responseCode, response = '' }: NodemailerError): SendResult {
  const provider_code = enhancedCodeIn(response) ?? (responseCode ? String(responseCode) : null)
  const error = { ...reasonOf('5.7.8'), provider_code }
  const isForNow = responseCode !== undefined && responseCode < 500
  return isForNow ? { outcome: 'failed', error } : { outcome: 'refused', error }
}

/** Without the required TLS the server is given nothing, not even the password. */
function tlsResult({ responseCode }: NodemailerError): SendResult {
  if (responseCode && responseCode >= 500) {
    const message = 'The mail server offers no TLS, without which nothing is sent.'
    return refused('tls_unavailable', message, 'ETLS')
  }
  const message = 'No secure connection to the mail server came about.'
  return { outcome: 'failed', error: { code: 'tls_failed', message, provider_code: 'ETLS' } }
}
