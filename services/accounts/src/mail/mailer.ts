import { type CloudEvent, eventQueue } from '@usher/contracts'
import { PermanentError, transportOptions, UnavailableError } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailSettings } from '../config.ts'
import type { ServiceContext } from '../context.ts'
import { mailOf } from './mail-text.ts'
import { withOpenLink } from './sealed-link.ts'

const CONNECT_MS = 5_000
const SILENCE_MS = 15_000

/**
 * The consumer that sends the mails that events request. A mail that the server rejects for good is dead-lettered; one that it
 * rejects for now is retried until it has expired.
 */
export function mailConsumer({ secretKeys, clock, shutdown }: ServiceContext, settings: MailSettings) {
  const { fromAddress, fromName } = settings
  const transport = createTransport({
    ...transportOptions(settings),
    pool: true,
    maxConnections: 1,
    connectionTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  shutdown.defer(() => transport.close())
  const send = async (event: CloudEvent) => {
    const { to, subject, text, expiresAt } = mailOf(withOpenLink(event, secretKeys))
    if ((expiresAt ?? dayAfter(event.time)) <= clock.now()) return
    const mail = {
      from: { name: fromName, address: fromAddress },
      to: { name: '', address: to },
      subject,
      text,
      // The same for a redelivered event, so that mail programs show it once.
      messageId: `<${event.id}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }
    await transport.sendMail(mail).catch((error: NodemailerError) => {
      // Leave out the server's text: it may contain the address, which must not be logged.
      const what = `the mail was not taken: ${error.code ?? ''} ${error.responseCode ?? ''}`
      throw isFinal(error) ? new PermanentError(what) : new UnavailableError(what)
    })
  }
  return {
    ...eventQueue('accounts.mail'),
    // One at a time: after a failure, the whole batch would be sent again.
    prefetch: 1,
    async handle(events: readonly CloudEvent[]) {
      for (const event of events) await send(event)
    },
  }
}

/** A mail that does not expire by itself is retried for a day. */
const dayAfter = (time: string): Date => new Date(Date.parse(time) + DAY_MS)

/**
 * Replies from 500 on are permanent (RFC 5321, 4.2.1), except to the password, which is our configuration.
 */
const isFinal = ({ code, responseCode = 0 }: NodemailerError): boolean =>
  responseCode >= 500 && code !== 'EAUTH'
