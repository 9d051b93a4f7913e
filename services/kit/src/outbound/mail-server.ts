import { emailAddress } from '@usher/contracts'
import { z } from 'zod'
import { isLocalName } from './guarded-lookup.ts'

/** A mail server to submit mail to (RFC 6409). */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** How the connection is secured; `none` is only for servers on the same machine. */
  readonly security: 'tls' | 'starttls' | 'none'
  readonly user: string | null
  readonly password: string | null
}

/** Whether a host is this machine, to which mail may go without TLS. */
export const isThisMachine = (host: string): boolean =>
  isLocalName(host) || host === '::1' || /^127(\.\d{1,3}){3}$/u.test(host)

/**
 * Reads a mail server from a URL: `smtps://user:password@host:465`, `smtp://…:587` (STARTTLS is required), or
 * `smtp://localhost:25?security=none`.
 *
 * @throws Error for anything else
 */
function mailServerFromUrl(text: string): MailServer {
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

const mailServer = z.string().transform((value, context) => {
  try {
    return mailServerFromUrl(value)
  } catch {
    const message = 'must be smtps://USER:PASSWORD@HOST:PORT, or smtp:// for STARTTLS'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
})

/** Environment variables of the installation's mail server, for the schemas of services that send mail. */
export const mailVariables = {
  SMTP_URL: mailServer.optional(),
  SMTP_FROM: emailAddress.optional(),
  SMTP_FROM_NAME: z.string().optional(),
}

/** A mail server as nodemailer options. */
export const transportOptions = ({ host, port, security, user, password }: MailServer) => ({
  host,
  port,
  secure: security === 'tls',
  requireTLS: security === 'starttls',
  ...(security === 'none' && { ignoreTLS: true }),
  ...(user !== null && { auth: { user, pass: password ?? '' }, forceAuth: true }),
  tls: { minVersion: 'TLSv1.2' as const },
})
