import { type SecretKey, seal, unseal } from '@usher/service-kit'

/** The addresses of guests' own pages, sealed: whoever has one may use it, and a copy of the database must not do. */
export interface PlaceLinks {
  seal(bookingId: string, url: string): string
  open(bookingId: string, sealed: string): string
}

export const createPlaceLinks = (keys: readonly SecretKey[]): PlaceLinks => ({
  seal: (bookingId, url) => seal(url, keys, bookingId),
  open: (bookingId, sealed) => unseal(sealed, keys, bookingId),
})
