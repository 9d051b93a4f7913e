import type { ApiVersion, ApiVersions } from './api-versions.ts'
import type { JsonObject, OperationChange, Sent } from './version-change.ts'

/** Turns one request up to the newest version, and its answer back. */
export interface Conversion {
  /** Whether successful answers differ. */
  readonly changesAnswers: boolean
  /** @throws InvalidInVersion */
  request(sent: Sent): Sent
  answer(body: unknown): unknown
  problem(body: JsonObject): JsonObject
}

/** What came after a version, oldest first. */
export const changesAfter = (version: string, versions: ApiVersions) =>
  versions
    .slice(versions.findIndex(({ id }) => id === version) + 1)
    .flatMap(({ changes }) => (changes ? [changes] : []))

/** How an operation has changed since a version, oldest first; undefined: it has not. */
export function operationChangesSince(
  version: string,
  operation: string,
  versions: ApiVersions,
): readonly OperationChange[] | undefined {
  const changes = changesAfter(version, versions).flatMap(({ operations }) => operations[operation] ?? [])
  return changes.length > 0 ? changes : undefined
}

/** Starts the conversion of one request, which is kept to convert problems by. */
export function startConversion(changes: readonly OperationChange[]): Conversion {
  const sent: Sent[] = []
  return {
    changesAnswers: changes.some(({ response }) => response),
    request: (given) =>
      changes.reduce((one, { query, request }) => {
        sent.push(one)
        return {
          query: query ? query(one.query) : one.query,
          body: request && one.body !== undefined ? request(one.body) : one.body,
        }
      }, given),
    answer: (body) => changes.reduceRight((one, { response }) => (response ? response(one) : one), body),
    problem: (body) =>
      changes.reduceRight((one, { problem }, index) => {
        const given = sent[index]
        return problem && given ? problem(one, given) : one
      }, body),
  }
}

/** The data of a webhook as a version has it, from that of the newest. */
export const webhookDataIn = (
  version: string,
  { type, data }: { readonly type: string; readonly data: JsonObject },
  versions: ApiVersions,
): JsonObject =>
  changesAfter(version, versions).reduceRight((one, { events }) => events[type]?.(one) ?? one, data)

/** The version that is meant: an ended one gives way to the oldest that stands. */
export const standingVersion = (wanted: string | undefined, now: Date, versions: ApiVersions): string => {
  const standing = versions.filter((one) => !hasEnded(one, now))
  return (standing.find(({ id }) => id === wanted) ?? standing[0] ?? versions[0]).id
}

export const hasEnded = ({ sunsetAt }: ApiVersion, now: Date): boolean =>
  sunsetAt !== null && Date.parse(sunsetAt) <= now.getTime()
