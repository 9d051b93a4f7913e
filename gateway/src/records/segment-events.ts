import { type CloudEvent, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { derivedId, newEvent } from '@usher/service-kit'

/**
 * The events that tell of a segment's records, one per organisation. Their identifiers come from the name of
 * the segment, so that one published twice is recognised.
 *
 * @param text a JSON document a line; what is none (a line that a killed process tore) is skipped
 */
export function segmentEvents(name: string, text: string): CloudEvent[] {
  const byOrganization = Map.groupBy(readRecords(text), ({ organization_id }) => organization_id)
  return [...byOrganization].map(([organizationId, records]) => ({
    ...newEvent(requestsRecorded, {
      subject: name,
      // A segment is told of once.
      sequence: 1,
      time: new Date(records.at(-1)?.at ?? 0),
      origin: { organizationId, actor: 'gateway', requestId: '' },
      data: { records },
    }),
    id: derivedId('event', `${name} ${organizationId}`),
  }))
}

const readRecords = (text: string): RequestRecord[] => text.split('\n').flatMap(readLine)

function readLine(line: string): RequestRecord[] {
  try {
    return line === '' ? [] : [JSON.parse(line)]
  } catch {
    return []
  }
}
