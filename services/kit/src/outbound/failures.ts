/** A fault of a receiver; the message is worded for its owner. */
export class ReceiverError extends Error {
  override name = 'ReceiverError'
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before the answer was complete',
  EPIPE: 'The connection was closed before the answer was complete',
  UND_ERR_SOCKET: 'The connection was closed before the answer was complete',
  ETIMEDOUT: 'No connection could be made in time',
  UND_ERR_CONNECT_TIMEOUT: 'No connection could be made in time',
  EHOSTUNREACH: 'The host cannot be reached',
  ENETUNREACH: 'The host cannot be reached',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are larger than 16 kB',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The TLS certificate has no chain to a known authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate has no chain to a known authority',
}

/** Why a request got no complete answer, worded for the receiver's owner. */
export function failureWords(error: Error & { code?: unknown }): string {
  if (error instanceof ReceiverError) return error.message
  const code = String(error.code ?? error.name)
  if (error.message === 'bad upgrade') return 'The receiver wants another protocol than HTTP'
  if (WORDS[code]) return WORDS[code]
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return 'The answer is not valid HTTP'
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'The TLS handshake failed'
  return `The request failed (${code})`
}

/** What is wrong with an answer, worded likewise; null if it acknowledges the delivery. */
export function statusWords(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The answer was ${status}: redirects are not followed`
  if (status === 410) return 'The answer was 410: the receiver is gone'
  return `The answer was ${status}`
}
