import { API_VERSION } from '@usher/sdk/client'
import type { Schemas } from '../../api/client.ts'
import type { ApiVersion } from '../../forms/version-select.tsx'
import { pairsOf, pairsText } from './pairs.ts'

type Endpoint = Schemas['WebhookEndpoint']

export const valuesOf = (endpoint?: Endpoint) => ({
  url: endpoint?.url ?? '',
  event_types: endpoint?.event_types ?? null,
  queue_ids: endpoint?.queue_ids ?? [],
  description: endpoint?.description ?? '',
  rate_limit_per_second: endpoint?.rate_limit_per_second ?? ('' as number | ''),
  api_version: (endpoint?.api_version ?? API_VERSION) as ApiVersion,
  ordering: endpoint?.ordering ?? ('none' as Endpoint['ordering']),
  headers: '',
  metadata: pairsText(endpoint?.metadata ?? {}),
})

export type Values = ReturnType<typeof valuesOf>

/** Headers stay unless new ones are entered: their values are secret and never shown. */
export const bodyOf = ({ headers, metadata, description, queue_ids, ...rest }: Values) => ({
  ...rest,
  queue_ids: queue_ids.length > 0 ? queue_ids : null,
  description: description.trim() || null,
  rate_limit_per_second: rest.rate_limit_per_second === '' ? null : rest.rate_limit_per_second,
  metadata: pairsOf(metadata),
  ...(headers.trim() !== '' && { headers: pairsOf(headers) }),
})

export type Body = ReturnType<typeof bodyOf>

/** The body that an unchanged form would send. */
export const sentOf = (endpoint: Endpoint): Body => bodyOf(valuesOf(endpoint))
