import type { OnlineBookingPage } from '@usher/contracts'
import type { Branded } from '../brand/venue.ts'
import { addressOf, type Query, type Visit } from '../visit.ts'

/** The booking page of an organisation, and who looks at it. */
export interface BookPlace extends Visit, Branded {
  readonly slug: string
  readonly page: OnlineBookingPage
}

/** @param steps parts of the path after the slug: a service, and a page of it */
export const bookPath = (
  { slug, kept }: Pick<BookPlace, 'slug' | 'kept'>,
  steps: readonly string[] = [],
  query: Query = {},
): string =>
  addressOf(['/book', ...[slug, ...steps].map(encodeURIComponent)].join('/'), { ...query, ...kept })
