import { randomBytes } from 'node:crypto'
import type { SmtpCredentials, SmtpSettings } from '@usher/contracts'
import { createResolve, newId } from '@usher/service-kit'
import { MAIL_USER, type ReceivedMail, startMailServer as startServer } from '@usher/test-kit'
import { createReturnPaths } from '../src/providers/smtp/return-path.ts'
import { createSmtpProvider, type SmtpTools } from '../src/providers/smtp/smtp-provider.ts'

/** Settings for a mail server on this machine. */
export const settingsFor = (port: number): SmtpSettings => ({
  ...{ host: 'localhost', port, security: 'starttls', user: MAIL_USER.user },
  ...{ from_address: 'bistro@example.com', from_name: 'Bistro', reply_to: null },
  ...{ bounce_domain: null, dkim: null },
})

/** A mail server on this machine, and the settings for it. */
export async function startMailServer(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(options)
  return Object.assign(server, { settings: settingsFor(server.port) })
}

export const TOOLS: SmtpTools = {
  isAllowedAddress: () => true,
  resolve: createResolve(),
  returnPaths: createReturnPaths([{ id: 'test', key: randomBytes(32) }]),
}

const messageOf = (given: object = {}) => ({
  id: newId('notification'),
  organizationId: newId('organization'),
  channel: 'email' as const,
  ...{ to: 'ada@example.com', subject: 'Your table', text: 'It is ready.', expiresAt: null, attempt: 1 },
  ...given,
})

const PASSWORD: SmtpCredentials = { password: 'secret', dkim_private_key: null }

interface Otherwise {
  readonly tools?: Partial<SmtpTools>
  readonly credentials?: Partial<SmtpCredentials>
}

/** A provider until the test is over. */
export function givenSmtp(settings: SmtpSettings, { tools, credentials }: Otherwise = {}) {
  const setup = { id: 'mpr_test', channels: ['email' as const], settings }
  const provider = createSmtpProvider(
    { ...setup, credentials: { ...PASSWORD, ...credentials } },
    { ...TOOLS, ...tools },
  )
  return {
    send: (message: object) => provider.send(messageOf(message), AbortSignal.timeout(15_000)),
    [Symbol.dispose]: () => provider.close?.(),
  }
}

/** Sends one message by a new provider. */
export async function sendBy(settings: SmtpSettings, message: object = {}, otherwise: Otherwise = {}) {
  using provider = givenSmtp(settings, otherwise)
  return await provider.send(message)
}

/** The last mail that a server has received. */
export function lastOf({ received }: { readonly received: readonly ReceivedMail[] }): ReceivedMail {
  const mail = received.at(-1)
  if (!mail) throw new Error('no mail was received')
  return mail
}
