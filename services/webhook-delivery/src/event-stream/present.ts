import type { ApiVersions, CloudEvent, StreamedEvent } from '@usher/contracts'
import { derivedId } from '@usher/service-kit'
import { envelope } from '../log/delivery.ts'

/** The id that stands for a stream where bodies of webhooks name their endpoint, always the same in an organisation. */
const streamId = (organizationId: string): string =>
  derivedId('webhookEndpoint', `stream of events ${organizationId}`, { at: new Date(0), number: 0 })

/** An event as a stream carries it, in a version of the API. */
export const presentStreamedEvent = (
  event: CloudEvent,
  version: string,
  versions: ApiVersions,
): StreamedEvent => ({
  id: event.id,
  sequence: event.sequence,
  api_version: version,
  body: envelope(event, streamId(event.organizationid), version, versions),
})
