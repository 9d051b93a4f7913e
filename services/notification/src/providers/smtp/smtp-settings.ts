/** How the connection to a mail server is protected; `none` is for servers on the same machine. */
export type SmtpSecurity = 'tls' | 'starttls' | 'none'

/** A mail server, and who the mail is from. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  readonly user: string | null
  readonly password: string | null
  readonly from_address: string
  readonly from_name: string | null
  readonly reply_to: string | null
  /** Domain to which mail that cannot be delivered comes back; null: to `from_address`. */
  readonly bounce_domain: string | null
  readonly dkim: DkimSettings | null
}

/** Signing by a domain (RFC 6376). The public key is published in the DNS as SELECTOR._domainkey.DOMAIN. */
export interface DkimSettings {
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly private_key: string
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/u

/** Whether a host is this machine, to which mail may go without TLS. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host)

type Server = Pick<SmtpSettings, 'host' | 'port' | 'security' | 'user' | 'password'>

/**
 * Reads a mail server from an address: `smtps://user:password@host:465`, `smtp://…:587` (STARTTLS is required), or
 * `smtp://localhost:25?security=none`.
 *
 * @throws Error for anything else
 */
export function serverFromUrl(text: string): Server {
  const url = new URL(text)
  const isImplicit = url.protocol === 'smtps:'
  if (!isImplicit && url.protocol !== 'smtp:') throw new Error('must begin with smtp:// or smtps://')
  if (url.hostname === '') throw new Error('must have a host')
  const isPlain = url.searchParams.get('security') === 'none'
  if (isPlain && !isLoopbackHost(url.hostname)) throw new Error('must use TLS to another machine')
  return {
    host: url.hostname.replace(/^\[|\]$/gu, ''),
    port: Number(url.port) || (isImplicit ? 465 : 587),
    security: isPlain ? 'none' : isImplicit ? 'tls' : 'starttls',
    user: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
  }
}
