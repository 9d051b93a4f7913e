import type { WorkFailures } from '@usher/service-kit'
import { LRUCache } from 'lru-cache'
import type { GuardProvider } from './breaker.ts'
import type { ChooseProvider, Provider } from './provider.ts'
import type { CreateProvider } from './settings/create-provider.ts'
import type { ProviderRecord } from './settings/provider-record.ts'
import type { ProviderStore } from './settings/provider-store.ts'

/** Cache lifetime of an organisation's providers, in ms: after it, a change takes effect. */
const REMEMBERED_MS = 1_000
const MAX_ORGANIZATIONS = 10_000
const MAX_PROVIDERS = 1_000

interface Options {
  readonly store: ProviderStore
  readonly create: CreateProvider
  readonly guard: GuardProvider
  readonly failures: WorkFailures
  /** For organisations without a provider for a channel. */
  readonly byDefault: readonly Provider[]
}

interface Made {
  readonly version: number
  readonly provider: Provider
  /** Why it cannot be used: no key decrypts its credentials. */
  readonly error?: unknown
}

/** Chooses among an organisation's enabled providers: the first in their order whose circuit breaker is not open. */
export function createProviderChoice({
  store,
  create,
  guard,
  failures,
  byDefault,
}: Options): ChooseProvider & Disposable {
  const settings = new LRUCache<string, ProviderRecord[]>({
    max: MAX_ORGANIZATIONS,
    ttl: REMEMBERED_MS,
    fetchMethod: (organizationId) => store.enabledOf(organizationId),
  })
  const made = new LRUCache<string, Made>({
    max: MAX_PROVIDERS,
    dispose: ({ provider }) => provider.close?.(),
  })
  /** One instance per configured provider, so that connections are reused. */
  const madeFor = (record: ProviderRecord): Made => {
    const known = made.get(record._id)
    const current = known?.version === record.version ? known : make(record)
    if (current.error !== undefined) failures.failed('message-provider', record._id, current.error)
    return current
  }
  const make = (record: ProviderRecord): Made => {
    const one = { version: record.version, ...madeOf(record) }
    if (one.error === undefined) failures.succeeded(record._id)
    made.set(record._id, one)
    return one
  }
  const madeOf = (record: ProviderRecord): Omit<Made, 'version'> => {
    try {
      return { provider: guard(create(record)) }
    } catch (error) {
      return { provider: unusable(record), error }
    }
  }
  const choose: ChooseProvider = async (organizationId, channel, before) => {
    const records = (await settings.fetch(organizationId)) ?? []
    const all = records.filter(({ channels }) => channels.includes(channel)).map(madeFor)
    const same = before ? all.find(({ provider }) => provider.id === before) : undefined
    // It may have the message already, so the message waits.
    if (same?.error !== undefined) throw same.error
    if (same) return same.provider
    const own = all.map(({ provider }) => provider)
    if (own.length > 0) return own.find((provider) => !provider.isResting?.()) ?? own[0]
    return byDefault.find(({ channels }) => channels.includes(channel))
  }
  return Object.assign(choose, { [Symbol.dispose]: () => made.clear() })
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
