import type { SecretKey } from '@usher/service-kit'
import type { Provider } from '../provider.ts'
import type { ProviderTools } from './provider-kind.ts'
import { PROVIDER_KINDS } from './provider-kinds.ts'
import { callbackUrl, openCredentials, type ProviderRecord } from './provider-record.ts'

/** Creates the sender for a provider that an organisation has set up. */
export type CreateProvider = (record: ProviderRecord) => Provider

export const createProviderMaker =
  (tools: ProviderTools, keys: readonly SecretKey[], publicUrl: string): CreateProvider =>
  (record) =>
    PROVIDER_KINDS[record.kind].create(
      {
        id: record._id,
        organizationId: record.organization_id,
        channels: record.channels,
        settings: record.settings,
        credentials: openCredentials(record, keys),
        callbackUrl: (name) => callbackUrl(publicUrl, record.callback_token, name),
      },
      tools,
    )
