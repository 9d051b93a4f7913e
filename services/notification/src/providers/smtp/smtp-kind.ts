import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import {
  type SmtpCredentials,
  type SmtpSettings,
  smtpCredentialsSchema,
  smtpSettingsSchema,
} from '@usher/contracts'
import { ADDRESS_REFUSED, invalidField, isThisMachine, type Resolve } from '@usher/service-kit'
import type { Provider } from '../provider.ts'
import type { ProviderKind, ProviderTools } from '../settings/provider-kind.ts'
import { createSmtpProvider } from './smtp-provider.ts'

/** E-mail by a mail server. */
export const smtpKind: ProviderKind<SmtpSettings, SmtpCredentials> = {
  channels: ['email'],
  settings: smtpSettingsSchema,
  credentials: smtpCredentialsSchema,
  callbacks: { bounces_url: 'smtp-bounces' },
  check: checkServer,
  shownTo: ({ host, port }) => `${host.toLowerCase()}:${port}`,
  create: createSmtpProvider,
}

/** So that a mistake is told when it is made; the address is checked again at each connection. */
async function checkServer({ host, security }: SmtpSettings, { resolve, isAllowedAddress }: ProviderTools) {
  if (security === 'none' && !isThisMachine(host)) {
    throw invalidField('/settings/security', 'must be tls or starttls for another machine', 'tls_required')
  }
  const addresses = isIP(host) ? [{ address: host }] : await resolve(host)
  if (addresses.every(({ address }) => isAllowedAddress(address))) return
  throw invalidField('/settings/host', ADDRESS_REFUSED.message, ADDRESS_REFUSED.code)
}

/** The mail server of the installation, which its operator has named. */
export interface OwnMailServer {
  readonly settings: SmtpSettings
  readonly credentials: SmtpCredentials
  /** In the address at which it hands over what came back; null: nothing comes back. */
  readonly bounceToken: string | null
}

/** Tells the mail server of the installation from those of organisations. */
export const OWN_SMTP = 'smtp'

/** As the system resolves names: it may be one that only the own network knows. */
const resolveAnywhere: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))

/** Sends by the mail server of the installation, wherever that is. */
export const ownSmtpProvider = (server: OwnMailServer, { returnPaths }: ProviderTools): Provider => ({
  ...createSmtpProvider(
    { id: OWN_SMTP, channels: ['email'], ...server },
    { returnPaths, resolve: resolveAnywhere, isAllowedAddress: () => true },
  ),
  isShared: true,
})
