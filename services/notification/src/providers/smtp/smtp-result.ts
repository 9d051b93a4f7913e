import type { NodemailerError } from 'nodemailer'
import type { SendResult } from '../../notifications/outcome.ts'
import { enhancedCodeIn, reasonOf } from './smtp-reason.ts'

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
export function resultOf(error: NodemailerError, wasGiven: boolean): SendResult {
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
    return { outcome: 'refused', error: { code: 'tls_unavailable', message, provider_code: 'ETLS' } }
  }
  const message = 'No secure connection to the mail server came about.'
  return { outcome: 'failed', error: { code: 'tls_failed', message, provider_code: 'ETLS' } }
}
