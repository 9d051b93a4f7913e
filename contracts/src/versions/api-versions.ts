import { z } from 'zod'
import type { VersionChanges } from './version-change.ts'

/** A dated version of the API. */
export interface ApiVersion {
  /** The date on which it came, as in the header `Usher-Version`. */
  readonly id: string
  /** Since when a newer one should be used (RFC 9745); null: it is the newest. */
  readonly deprecatedAt: string | null
  /** When it ends (RFC 8594); null: not decided. */
  readonly sunsetAt: string | null
  /** What it changed; null: it is the first. */
  readonly changes: VersionChanges | null
}

/** Versions that are served together, oldest first. */
export type ApiVersions = readonly [ApiVersion, ...ApiVersion[]]

/** All versions. Services speak the newest alone. */
export const API_VERSIONS: ApiVersions = [
  { id: '2026-12-01', deprecatedAt: null, sunsetAt: null, changes: null },
]

/** The version of new keys, applications and endpoints. */
export const NEWEST_API_VERSION = (API_VERSIONS.at(-1) ?? API_VERSIONS[0]).id

const IDS = API_VERSIONS.map(({ id }) => id)

/** A version that a client may choose. */
export const chosenVersion = z
  .enum(IDS as [string, ...string[]])
  .meta({ description: 'Dated version of the API, such as 2026-12-01' })

/** A version in answers: later ones are added. */
export const shownVersion = z.string().meta({ description: 'Dated version of the API' })

/** Name of the header that chooses the version of a request, and names that of the answer. */
export const VERSION_HEADER = 'usher-version'

/** Where the guide on versions is, below the public address. */
export const VERSION_GUIDE = '/docs/guides/versions'
