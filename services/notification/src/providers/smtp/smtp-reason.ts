import type { NotificationError } from '@usher/contracts'

type Reason = Pick<NotificationError, 'code' | 'message'>

/** Enhanced status codes without their class, in plain words (RFC 3463 §3, RFC 7505, RFC 7372). */
const REASONS: Readonly<Record<string, Reason>> = {
  '1.1': { code: 'invalid_address', message: 'The mailbox does not exist.' },
  '1.2': { code: 'invalid_address', message: 'The domain of the address does not accept mail.' },
  '1.3': { code: 'invalid_address', message: 'The mail server does not understand the address.' },
  '1.6': { code: 'invalid_address', message: 'The mailbox has moved to an unknown address.' },
  '1.10': { code: 'invalid_address', message: 'The domain of the address does not accept mail.' },
  '2.1': { code: 'mailbox_unavailable', message: 'The mailbox is not accepting mail at the moment.' },
  '2.2': { code: 'mailbox_full', message: 'The mailbox is full.' },
  '2.3': { code: 'message_too_large', message: 'The mail is too large for the mailbox.' },
  '3.4': { code: 'message_too_large', message: 'The mail is too large for the mail server.' },
  '4.1': { code: 'unreachable', message: "The recipient's mail server does not answer." },
  '4.4': { code: 'unreachable', message: "There is no route to the recipient's mail server." },
  '4.7': { code: 'unreachable', message: "The recipient's mail server was not reached in time." },
  '7.8': { code: 'authentication_failed', message: 'The mail server refuses the user name or the password.' },
  '7.0': { code: 'rejected', message: "The mail server's rules forbid the mail." },
  '7.1': { code: 'rejected', message: "The mail server's rules forbid the mail." },
}

/** By subject alone, if the detail adds nothing. */
const SUBJECTS: Readonly<Record<string, Reason>> = {
  '1': { code: 'invalid_address', message: 'The address is not valid.' },
  '2': { code: 'mailbox_unavailable', message: 'The mailbox does not accept mail.' },
  '3': { code: 'provider_unavailable', message: 'The mail server is not accepting mail at the moment.' },
  '4': { code: 'unreachable', message: 'The mail could not be relayed.' },
  '7': { code: 'rejected', message: "The mail server's rules forbid the mail." },
}

const UNTOLD: Reason = { code: 'rejected', message: 'The mail server did not accept the mail.' }

const ENHANCED = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/u

/** The enhanced status code in a mail server's reply, such as `5.1.1`. */
export const enhancedCodeIn = (answer: string): string | undefined => ENHANCED.exec(answer)?.[0]

/**
 * Why a mail server rejects a mail.
 *
 * @param status enhanced status code, or the three-digit reply code if there is none
 */
export function reasonOf(status: string): NotificationError {
  const [, subject = '', detail = ''] = status.split('.')
  const reason = REASONS[`${subject}.${detail}`] ?? SUBJECTS[subject] ?? UNTOLD
  return { ...reason, provider_code: status || null }
}
