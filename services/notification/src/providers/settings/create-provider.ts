import type { NotificationConfig } from '../../config.ts'
import type { Provider } from '../provider.ts'
import type { ProviderTools } from './provider-kind.ts'
import { PROVIDER_KINDS } from './provider-kinds.ts'
import { callbackUrl, openCredentials, type ProviderRecord } from './provider-record.ts'

/** Creates the sender for a provider that an organisation has set up. */
export type CreateProvider = (record: ProviderRecord) => Provider

export const createProviderMaker =
  (tools: ProviderTools, { secretKeys, publicUrl }: NotificationConfig): CreateProvider =>
  (record) =>
    PROVIDER_KINDS[record.kind].create(
      {
        id: record._id,
        organizationId: record.organization_id,
        channels: record.channels,
        settings: record.settings,
        credentials: openCredentials(record, secretKeys),
        callbackUrl: (name) => callbackUrl(publicUrl, record.callback_token, name),
      },
      tools,
    )
