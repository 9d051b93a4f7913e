import { type SecretKey, seal, unseal } from './secrets.ts'

/** Binds a code to its request: it cannot be decrypted for another one. */
const boundTo = (id: string): string => `booking code ${id}`

/**
 * Encrypts the code of a customer in the event that asks for its message, so that neither outbox nor broker nor dead
 * letters hold it in clear (docs/decisions/0031).
 *
 * @param keys BOOKING_CODE_KEYS, which the booking platform and the notification service share
 */
export const sealBookingCode = (code: string, id: string, keys: readonly SecretKey[]): string =>
  seal(code, keys, boundTo(id))

/** Decrypts a code. @throws Error if its key is unknown, or it is the code of another request */
export const openBookingCode = (sealed: string, id: string, keys: readonly SecretKey[]): string =>
  unseal(sealed, keys, boundTo(id))
