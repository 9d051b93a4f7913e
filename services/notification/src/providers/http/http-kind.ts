import { isIP } from 'node:net'
import { httpCredentialsSchema, httpSettingsSchema } from '@usher/contracts'
import { ADDRESS_REFUSED, invalidField, type Refusal } from '@usher/service-kit'
import type { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { ProviderKind, ProviderSetup, ProviderTools } from '../settings/provider-kind.ts'
import { postSigned } from './post-signed.ts'

type Settings = z.infer<typeof httpSettingsSchema>
type Credentials = z.infer<typeof httpCredentialsSchema>

/** Any service that accepts a signed POST and forwards the message. */
export const httpKind: ProviderKind<Settings, Credentials> = {
  channels: ['sms', 'email'],
  settings: httpSettingsSchema,
  credentials: httpCredentialsSchema,
  callbacks: { events_url: 'http-events' },
  check: checkUrl,
  create: createHttp,
}

const refuse = ({ message, code }: Refusal) => invalidField('/settings/url', message, code)

/** Reports a mistake when it is made; the address is checked again at each connection. */
async function checkUrl({ url: text }: Settings, { refusalOf, resolve, isAllowedAddress }: ProviderTools) {
  const url = new URL(text)
  const refusal = refusalOf(url)
  if (refusal) throw refuse(refusal)
  if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return
  const addresses = await resolve(url.hostname)
  if (addresses.some(({ address }) => !isAllowedAddress(address))) throw refuse(ADDRESS_REFUSED)
}

function createHttp(setup: ProviderSetup<Settings, Credentials>, tools: ProviderTools): Provider {
  const { secret } = setup.credentials
  return {
    id: setup.id,
    name: 'http',
    channels: setup.channels,
    // The message id is sent along, by which the receiver recognises a repeat.
    recognisesRepeats: true,
    givesReceipts: setup.settings.receipts,
    send: (message, signal) => postSigned({ url: setup.settings.url, secret, message, signal }, tools),
  }
}
