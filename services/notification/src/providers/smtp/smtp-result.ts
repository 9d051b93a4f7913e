import type { NodemailerError } from 'nodemailer'
import type { SendResult } from '../../notifications/outcome.ts'
import { enhancedCodeIn, reasonOf } from './smtp-reason.ts'

/** Milliseconds after which a server that asks to come back later is asked again (greylisting, RFC 6647). */
const COME_BACK_MS = 60_000

/** Codes that Node.js has for certificates and for what goes wrong with TLS. */
const ABOUT_TLS = /TLS|SSL|CERT|SIGNATURE/u

/**
 * What it means that a mail was not sent. An answer decides: 5yz is for good, 4yz for now (RFC 5321 §4.2.1).
 * Without one, a server that was given the mail may have taken it.
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
    // The server answered what it knows or hears of the recipient.
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

/** Temporary where the server says so (454), which then has more to do with it than with the password. */
function authenticationResult({ responseCode, response = '' }: NodemailerError): SendResult {
  const provider_code = enhancedCodeIn(response) ?? (responseCode ? String(responseCode) : null)
  const error = { ...reasonOf('5.7.8'), provider_code }
  const isForNow = responseCode !== undefined && responseCode < 500
  return isForNow ? { outcome: 'failed', error } : { outcome: 'refused', error }
}

/** A server without the TLS that is asked for is given nothing, not even the password. */
function tlsResult({ responseCode }: NodemailerError): SendResult {
  if (responseCode && responseCode >= 500) {
    const message = 'The mail server offers no TLS, without which nothing is sent.'
    return { outcome: 'refused', error: { code: 'tls_unavailable', message, provider_code: 'ETLS' } }
  }
  const message = 'No secure connection to the mail server came about.'
  return { outcome: 'failed', error: { code: 'tls_failed', message, provider_code: 'ETLS' } }
}
