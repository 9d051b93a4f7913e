import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { SmtpCredentials, SmtpSettings } from '@usher/contracts'
import { ADDRESS_REFUSED, invalidField, isThisMachine, type Resolve } from '@usher/service-kit'
import type { Provider } from '../provider.ts'
import type { ProviderKind, ProviderTools } from '../settings/provider-kind.ts'
import { createSmtpProvider } from './smtp-provider.ts'

/** E-mail through a mail server. */
export const smtpKind: ProviderKind<SmtpSettings, SmtpCredentials> = {
  channels: ['email'],
  callbacks: { bounces_url: 'smtp-bounces' },
  check: checkServer,
  shownTo: ({ host, port }) => `${host.toLowerCase()}:${port}`,
  create: createSmtpProvider,
}

/** SMTP and submission (RFC 5321, 6409, 8314), and the usual other one of sending services. */
const PORTS: readonly number[] = [25, 465, 587, 2525]

/** Reports a mistake when it is made; the address is checked again at each connection. */
async function checkServer(
  { host, port, security }: SmtpSettings,
  { resolve, isAllowedAddress }: ProviderTools,
) {
  if (security === 'none' && !isThisMachine(host)) {
    throw invalidField('/settings/security', 'must be tls or starttls for another machine', 'tls_required')
  }
  if (!PORTS.includes(port) && !isThisMachine(host)) {
    throw invalidField('/settings/port', `must be one of ${PORTS.join(', ')}`, 'invalid_port')
  }
  const addresses = isIP(host) ? [{ address: host }] : await resolve(host)
  if (addresses.every(({ address }) => isAllowedAddress(address))) return
  throw invalidField('/settings/host', ADDRESS_REFUSED.message, ADDRESS_REFUSED.code)
}

/** The installation's mail server, configured by its operator. */
export interface OwnMailServer {
  readonly settings: SmtpSettings
  readonly credentials: SmtpCredentials
  /** Token of the URL at which it reports bounces; null: it reports none. */
  readonly bounceToken: string | null
}

/** Id of the installation's mail server, unlike any of an organisation's. */
export const OWN_SMTP = 'smtp'

/** Uses the system's resolver: the name may exist only in the local network. */
const resolveAnywhere: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))

/** Sends through the installation's mail server, wherever it is. */
export const ownSmtpProvider = (server: OwnMailServer, { returnPaths }: ProviderTools): Provider => ({
  ...createSmtpProvider(
    { id: OWN_SMTP, channels: ['email'], ...server },
    { returnPaths, resolve: resolveAnywhere, isAllowedAddress: () => true },
  ),
  isShared: true,
})
