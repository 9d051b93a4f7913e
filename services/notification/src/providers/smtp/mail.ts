import type { SmtpSettings } from '@usher/contracts'
import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMessage } from '../provider.ts'
import { htmlOf } from './html.ts'

/**
 * The mail that a message becomes: text and HTML with the same words. Its Message-ID is the same at every attempt,
 * so that a reader who was sent it twice is shown it once.
 *
 * @param returnPath where it comes back to if it cannot be delivered
 */
export function mailOf(
  { id, to, subject, text, locale }: OutgoingMessage,
  { from_address, from_name, reply_to }: SmtpSettings,
  returnPath: string,
): SendMailOptions {
  return {
    from: { name: from_name ?? '', address: from_address },
    to: { name: '', address: to },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    envelope: { from: returnPath, to },
    subject,
    text,
    html: htmlOf({ subject, text }, locale ?? null),
    messageId: `<${id}@${domainOf(from_address)}>`,
    headers: {
      // RFC 3834: whoever is away need not answer a machine; Exchange only heeds its own header.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(locale && { 'Content-Language': locale }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
