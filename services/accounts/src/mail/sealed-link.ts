import type { CloudEvent } from '@usher/contracts'
import { PermanentError, type SecretKey, seal, unseal } from '@usher/service-kit'

/** Binds a link to the subject of its mail: it cannot be decrypted for another one. */
const boundTo = (subject: string): string => `link of the mail about ${subject}`

/** Encrypts the link in a mail event, so that only this service can read it. */
export const sealLink = (link: string, subject: string, keys: readonly SecretKey[]): string =>
  seal(link, keys, boundTo(subject))

/**
 * Decrypts the link in a mail event.
 *
 * @throws PermanentError if the link was modified or its key is no longer configured
 */
export function withOpenLink(event: CloudEvent, keys: readonly SecretKey[]): CloudEvent {
  const { sealed_link, ...data } = event.data as { readonly sealed_link?: string }
  if (sealed_link === undefined) return event
  try {
    return { ...event, data: { ...data, link: unseal(sealed_link, keys, boundTo(event.subject)) } }
  } catch {
    throw new PermanentError(`the link in event ${event.id} cannot be opened`)
  }
}
