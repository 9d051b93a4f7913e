import type { IncomingHttpHeaders } from 'node:http'
import type { Conversion } from '@usher/contracts'
import type { RequestVersion } from './request-version.ts'

/** The version of a request, and what it changes. */
interface Versioned {
  readonly version: Pick<RequestVersion, 'id' | 'deprecation'> | undefined
  readonly conversion: Pick<Conversion, 'changesAnswers'> | undefined
}

/** What the entity tags of a version end with. */
const endOf = (version: string): string => `;${version}"`

/**
 * The answer of a service with the entity tag that it has in the client's version. The same state has another body there,
 * and two bodies must not share a tag (RFC 9110 §8.8.1).
 */
export function tagAnswer(
  headers: IncomingHttpHeaders,
  { conversion, version }: Versioned,
): IncomingHttpHeaders {
  if (!conversion?.changesAnswers || !version || headers.etag === undefined) return headers
  return { ...headers, etag: headers.etag.replace(/"$/, endOf(version.id)) }
}

/** The conditions of a request with entity tags as services know them. */
export function untagRequest(
  headers: IncomingHttpHeaders,
  { conversion, version }: Versioned,
): IncomingHttpHeaders {
  const match = headers['if-match']
  const noneMatch = headers['if-none-match']
  if (!version?.deprecation || (match ?? noneMatch) === undefined) return headers
  const end = endOf(version.id)
  const plain = (tags: string) => tags.replaceAll(end, '"')
  // A tag of another version is that of another body, which the client may not go on using.
  const known = conversion?.changesAnswers ? noneMatch && only(noneMatch, end) : noneMatch
  const { 'if-match': _, 'if-none-match': __, ...rest } = headers
  return {
    ...rest,
    ...(match !== undefined && { 'if-match': plain(match) }),
    ...(known && { 'if-none-match': plain(known) }),
  }
}

const only = (tags: string, end: string): string =>
  tags
    .split(',')
    .filter((tag) => tag.trim() === '*' || tag.trim().endsWith(end))
    .join(',')
