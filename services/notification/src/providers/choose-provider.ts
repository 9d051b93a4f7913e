import { LRUCache } from 'lru-cache'
import type { GuardProvider } from '../sending/breaker.ts'
import type { ChooseProvider, Provider } from './provider.ts'
import type { CreateProvider } from './settings/create-provider.ts'
import type { ProviderRecord } from './settings/provider-record.ts'
import type { ProviderStore } from './settings/provider-store.ts'

/** Milliseconds for which the settings of an organisation are not read again: after it, a change holds. */
const REMEMBERED_MS = 1_000
const MOST_ORGANIZATIONS = 10_000
const MOST_PROVIDERS = 1_000

interface Options {
  readonly store: ProviderStore
  readonly create: CreateProvider
  readonly guard: GuardProvider
  /** For organisations that have set up nothing for a channel. */
  readonly byDefault: readonly Provider[]
}

interface Made {
  readonly version: number
  readonly provider: Provider
}

/** Chooses among the providers that an organisation has enabled: the first in their order that does not rest. */
export function createProviderChoice({
  store,
  create,
  guard,
  byDefault,
}: Options): ChooseProvider & Disposable {
  const settings = new LRUCache<string, ProviderRecord[]>({
    max: MOST_ORGANIZATIONS,
    ttl: REMEMBERED_MS,
    fetchMethod: (organizationId) => store.enabledOf(organizationId),
  })
  const made = new LRUCache<string, Made>({
    max: MOST_PROVIDERS,
    dispose: ({ provider }) => provider.close?.(),
  })
  /** One for each provider as it is set up, so that its connections are used again. */
  const providerOf = (record: ProviderRecord): Provider => {
    const known = made.get(record._id)
    if (known?.version === record.version) return known.provider
    const provider = guard(create(record))
    made.set(record._id, { version: record.version, provider })
    return provider
  }
  const choose: ChooseProvider = async (organizationId, channel, before) => {
    const records = (await settings.fetch(organizationId)) ?? []
    const own = records.filter(({ channels }) => channels.includes(channel)).map(providerOf)
    const same = before && own.find(({ id }) => id === before)
    if (same) return same
    if (own.length > 0) return own.find((provider) => !provider.isResting?.()) ?? own[0]
    return byDefault.find(({ channels }) => channels.includes(channel))
  }
  return Object.assign(choose, { [Symbol.dispose]: () => made.clear() })
}
