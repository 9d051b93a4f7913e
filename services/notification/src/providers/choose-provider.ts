import { isLive } from '@usher/contracts'
import type { Foundation } from '@usher/service-kit'
import { LRUCache } from 'lru-cache'
import type { NotificationConfig } from '../config.ts'
import type { GuestStore } from '../guests/guest-store.ts'
import { remember } from '../remember.ts'
import { createBreakers } from './breaker.ts'
import type { ChooseProvider, Provider } from './provider.ts'
import { createPushProvider } from './push/push-provider.ts'
import { sandbox } from './sandbox/sandbox.ts'
import type { ProviderTools } from './settings/provider-kind.ts'
import { createProvider, type ProviderRecord } from './settings/provider-record.ts'
import type { ProviderStore } from './settings/provider-store.ts'
import { ownSmtpProvider } from './smtp/smtp-kind.ts'

const MAX_PROVIDERS = 1_000

interface Stores {
  readonly providers: ProviderStore
  readonly guests: GuestStore
}

interface Made {
  readonly version: number
  readonly provider: Provider
  /** Why it cannot be used: no key decrypts its credentials. */
  readonly error?: unknown
}

/**
 * Chooses among an organisation's enabled providers: the first in their order whose circuit breaker is not open.
 * Without one for the channel the installation's, then the sandbox if it is enabled; for test data always the sandbox.
 */
export function createProviderChoice(
  foundation: Foundation,
  config: NotificationConfig,
  tools: ProviderTools,
  { providers, guests }: Stores,
): ChooseProvider {
  const { failures, shutdown } = foundation
  const guard = createBreakers(foundation)
  const mail = config.smtp && ownSmtpProvider(config.smtp, tools)
  shutdown.defer(() => mail?.close?.())
  const { push, secretKeys } = config
  const byDefault = [
    ...(mail ? [guard(mail)] : []),
    ...(config.sandbox ? [sandbox] : []),
    ...(push ? [guard(createPushProvider({ push, secretKeys, guests, tools }))] : []),
  ]
  const settings = remember((organizationId) => providers.enabledOf(organizationId))
  /** One instance per configured provider, so that connections are reused. */
  const made = new LRUCache<string, Made>({
    max: MAX_PROVIDERS,
    dispose: ({ provider }) => provider.close?.(),
  })
  shutdown.defer(() => made.clear())
  const madeFor = (record: ProviderRecord): Made => {
    const known = made.get(record._id)
    const current = known?.version === record.version ? known : make(record)
    if (current.error !== undefined) failures.failed('message-provider', record._id, current.error)
    return current
  }
  const make = (record: ProviderRecord): Made => {
    const { version } = record
    let one: Made
    try {
      one = { version, provider: guard(createProvider(record, config, tools)) }
      failures.succeeded(record._id)
    } catch (error) {
      one = { version, provider: unusable(record), error }
    }
    made.set(record._id, one)
    return one
  }
  return async (organizationId, channel, before) => {
    if (!isLive(organizationId)) return sandbox
    const records = (await settings.recall(organizationId)) ?? []
    const all = records.filter(({ channels }) => channels.includes(channel)).map(madeFor)
    const same = before ? all.find(({ provider }) => provider.id === before) : undefined
    // It may have the message already, so the message waits.
    if (same?.error !== undefined) throw same.error
    if (same) return same.provider
    const own = all.map(({ provider }) => provider)
    if (own.length > 0) return own.find((provider) => !provider.isResting?.()) ?? own[0]
    return byDefault.find(({ channels }) => channels.includes(channel))
  }
}

/**
 * Stands in for a provider that cannot be created, as if its breaker were open: another takes its messages, or they
 * wait.
 */
const unusable = ({ _id, kind, channels }: ProviderRecord): Provider => ({
  id: _id,
  name: kind,
  channels,
  recognisesRepeats: false,
  givesReceipts: false,
  isResting: () => true,
  send: () => Promise.reject(new Error('this provider cannot be used')),
})
