import {
  type ApiVersion,
  type ApiVersions,
  type Deprecation,
  deprecationHeaders,
  hasEnded,
  type OperationChange,
  operationChangesSince,
  standingVersion,
  VERSION_GUIDE,
  VERSION_HEADER,
} from '@usher/contracts'
import { type Clock, ProblemError } from '@usher/service-kit'

/** The dated version of the API that a request is served in. */
export interface RequestVersion {
  readonly id: string
  /** Headers of every answer: name, value, name, value. */
  readonly headers: readonly string[]
  /** undefined: it is the newest. */
  readonly deprecation: Deprecation | undefined
  /** What every answer says of that: name, value, name, value. */
  readonly deprecationHeaders: readonly string[]
  /** How an operation has changed since, oldest change first; undefined: it has not. */
  changesOf(operation: string): readonly OperationChange[] | undefined
}

/**
 * Chooses the version of a request.
 *
 * @param asked the header of the request
 * @param pinned the default of its key or application; undefined: it has neither
 * @throws ProblemError `unknown_version`, `version_ended`
 */
export type ChooseVersion = (asked: string | undefined, pinned: string | undefined) => RequestVersion

export function createVersions(publicUrl: string, clock: Clock, versions: ApiVersions): ChooseVersion {
  const guide = publicUrl + VERSION_GUIDE
  const served = new Map(versions.map((one) => [one.id, requestVersion(one, guide, versions)]))
  const newest = versions.at(-1) ?? versions[0]
  return (asked, pinned) => {
    const now = clock.now()
    // Guests and sessions have no default: they get the oldest version that has not ended.
    const wanted = asked ?? pinned ?? standingVersion(undefined, now, versions)
    // Accounts may know of a version before this gateway is updated.
    const version = versions.find(({ id }) => id === wanted) ?? (asked === undefined ? newest : undefined)
    const found = version && served.get(version.id)
    if (!found) throw unknown(wanted, versions, guide)
    if (hasEnded(version, now)) throw ended(version, newest, guide)
    return found
  }
}

function requestVersion(version: ApiVersion, guide: string, versions: ApiVersions): RequestVersion {
  const known = new Map<string, readonly OperationChange[] | undefined>()
  const deprecation = deprecationOf(version, guide)
  return {
    id: version.id,
    headers: [VERSION_HEADER, version.id],
    deprecation,
    deprecationHeaders: deprecationHeaders(deprecation ? [deprecation] : []),
    changesOf(operation) {
      if (!known.has(operation)) known.set(operation, operationChangesSince(version.id, operation, versions))
      return known.get(operation)
    },
  }
}

/** That it ends, when, and where to read about it. */
function deprecationOf({ deprecatedAt, sunsetAt }: ApiVersion, guide: string): Deprecation | undefined {
  if (deprecatedAt === null) return undefined
  const relations = sunsetAt === null ? ['deprecation'] : ['deprecation', 'sunset']
  const links = relations.map((relation) => `<${guide}>; rel="${relation}"; type="text/html"`)
  return { deprecated: deprecatedAt, sunset: sunsetAt, links }
}

const help = (guide: string) => ({ headers: { link: `<${guide}>; rel="help"; type="text/html"` } })

function unknown(asked: string, versions: ApiVersions, guide: string): ProblemError {
  const known = versions.map(({ id }) => id).join(', ')
  const detail = `There is no version "${asked.slice(0, 40)}". Send Usher-Version with one of ${known}, or without it get the default of the credential. See ${guide}`
  return new ProblemError('unknown_version', detail, help(guide))
}

function ended({ id, sunsetAt }: ApiVersion, newest: ApiVersion, guide: string): ProblemError {
  const detail = `The version ${id} ended on ${sunsetAt?.slice(0, 10)}. The newest is ${newest.id}; what to change is in ${guide}`
  return new ProblemError('version_ended', detail, help(guide))
}
