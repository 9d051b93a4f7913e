import type { SmtpSettings } from '@usher/contracts'
import { isLocalName } from '@usher/service-kit'

/** Whether a host is this machine, to which mail may go without TLS. */
export const isThisMachine = (host: string): boolean =>
  isLocalName(host) || host === '::1' || /^127(\.\d{1,3}){3}$/u.test(host)

interface Server extends Pick<SmtpSettings, 'host' | 'port' | 'security' | 'user'> {
  readonly password: string | null
}

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
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  if (host === '') throw new Error('must have a host')
  const isPlain = url.searchParams.get('security') === 'none'
  if (isPlain && !isThisMachine(host)) throw new Error('must use TLS to another machine')
  return {
    host,
    port: Number(url.port) || (isImplicit ? 465 : 587),
    security: isPlain ? 'none' : isImplicit ? 'tls' : 'starttls',
    user: decodeURIComponent(url.username) || null,
    password: decodeURIComponent(url.password) || null,
  }
}
