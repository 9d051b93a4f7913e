import type { CloudEvent } from '@usher/contracts'
import {
  type Broker,
  type Clock,
  type Logger,
  type MailServer,
  PermanentError,
  type SecretKey,
  startConsumer,
  transportOptions,
  UnavailableError,
} from '@usher/service-kit'
import { createTransport, type NodemailerError } from 'nodemailer'
import { MAILS, mailOf } from './mail-text.ts'
import { withOpenLink } from './sealed-link.ts'

/** How long a mail is of use that does not run out by itself. */
const DAY_MS = 24 * 3_600_000
const CONNECT_MS = 5_000
const SILENCE_MS = 15_000

/** Where mail is handed to, and who it is from. */
export interface MailSettings extends MailServer {
  readonly fromAddress: string
  readonly fromName: string
}

interface Options {
  readonly settings: MailSettings
  /** Open the links in events. */
  readonly secretKeys: readonly SecretKey[]
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Sends people the mails that events ask for. One that the mail server refuses for good is parked on the
 * dead-letter queue; one that it does not take for now is tried again until it is of no use any more.
 */
export async function startMailer(
  broker: Broker,
  { settings, secretKeys, clock, log }: Options,
): Promise<AsyncDisposable> {
  const { fromAddress, fromName } = settings
  const transport = createTransport({
    ...transportOptions(settings),
    ...{ pool: true, maxConnections: 1, connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const send = async (event: CloudEvent) => {
    const { to, subject, text, expiresAt } = mailOf(withOpenLink(event, secretKeys))
    if ((expiresAt ?? dayAfter(event.time)) <= clock.now()) return
    const mail = {
      from: { name: fromName, address: fromAddress },
      to: { name: '', address: to },
      ...{ subject, text },
      // The same for an event that comes twice, so that readers show it once.
      messageId: `<${event.id}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    await transport.sendMail(mail).catch((error: NodemailerError) => {
      // The server's own words may hold the address, which belongs into no log.
      const what = `the mail was not taken: ${error.code ?? ''} ${error.responseCode ?? ''}`
      throw isFinal(error) ? new PermanentError(what) : new UnavailableError(what)
    })
  }
  const consumer = await startConsumer(broker, {
    ...{ queue: 'accounts.mail', events: MAILS, log },
    // One at a time: of several, those that were sent would be sent again with the one that was not.
    prefetch: 1,
    async handle(events) {
      for (const event of events) await send(event)
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      await consumer[Symbol.asyncDispose]()
      transport.close()
    },
  }
}

const dayAfter = (time: string): Date => new Date(Date.parse(time) + DAY_MS)

/** Answers from 500 on are for good (RFC 5321, 4.2.1); those to the password are about our settings. */
const isFinal = ({ code, responseCode = 0 }: NodemailerError): boolean =>
  responseCode >= 500 && code !== 'EAUTH'
