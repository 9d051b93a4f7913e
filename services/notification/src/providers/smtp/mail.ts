import type { SmtpSettings } from '@usher/contracts'
import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMessage } from '../provider.ts'
import { htmlOf } from './html.ts'

/**
 * The mail for a message: the same words as text and HTML. Its Message-ID is the same at every attempt, so that a
 * mail program shows a repeat once.
 *
 * @param returnPath where it bounces to
 */
export function mailOf(
  { id, to, subject, text, locale, letterhead }: OutgoingMessage,
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
    html: htmlOf({ subject, text, letterhead }, locale ?? null),
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

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
