import {
  type BookingPage,
  type BookingPageUpdate,
  type Caller,
  type FieldChanges,
  isLive,
} from '@usher/contracts'
import { changesBetween, invalidField } from '@usher/service-kit'

/** The booking page of an organisation as stored, under the identifier of the organisation. */
export interface BookingPageRecord {
  readonly _id: string
  readonly organization_id: string
  readonly slug: string
  readonly embed_sites: readonly string[]
  /** Country and time zone of the organisation as of the last change: customers bring neither along. */
  readonly country: string
  readonly timezone: string
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

/** The address of a booking page. */
export type BookUrl = (slug: string) => string

/** The page after a change; the first one makes it. @throws ProblemError `validation_failed` without a slug */
export function changedPage(
  before: BookingPageRecord | null,
  given: BookingPageUpdate,
  { organization_id, country, timezone }: Pick<Caller, 'organization_id' | 'country' | 'timezone'>,
  now: Date,
): BookingPageRecord {
  const slug = given.slug === undefined ? before?.slug : slugFor(organization_id, given.slug)
  if (slug === undefined) throw invalidField('/slug', 'is required for a new page', 'required_for_new')
  return {
    _id: organization_id,
    organization_id,
    slug,
    embed_sites: given.embed_sites ?? before?.embed_sites ?? [],
    country,
    timezone,
    version: (before?.version ?? 0) + 1,
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
}

const TEST_PREFIX = 'test--'
const MAX_SLUG = 60

/**
 * Pages of test data have slugs of their own, so that they take none from live ones.
 *
 * @throws ProblemError `validation_failed` for one that is kept for the others
 */
function slugFor(organizationId: string, slug: string): string {
  const isOfTests = slug.startsWith(TEST_PREFIX)
  if (isLive(organizationId)) {
    if (isOfTests) throw invalidField('/slug', `must not start with ${TEST_PREFIX}`, 'reserved')
    return slug
  }
  const own = isOfTests ? slug : TEST_PREFIX + slug
  if (own.length > MAX_SLUG) {
    const max = MAX_SLUG - TEST_PREFIX.length
    throw invalidField('/slug', `must have at most ${max} characters for test data`, 'too_long')
  }
  return own
}

export const presentPage = (record: BookingPageRecord | null, bookUrl: BookUrl): BookingPage => ({
  slug: record?.slug ?? null,
  url: record && bookUrl(record.slug),
  embed_sites: [...(record?.embed_sites ?? [])],
  updated_at: record?.updated_at.toISOString() ?? null,
})

const factsOf = (record: BookingPageRecord | null) =>
  record && { slug: record.slug, embed_sites: record.embed_sites }

/** Audited changes. */
export const pageChanges = (before: BookingPageRecord | null, after: BookingPageRecord): FieldChanges =>
  changesBetween<object>(factsOf(before), factsOf(after))
