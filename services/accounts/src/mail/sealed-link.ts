import type { CloudEvent } from '@usher/contracts'
import { PermanentError, type SecretKey, seal, unseal } from '@usher/service-kit'

/** A link is good for the mail about one subject: beside another one it cannot be opened. */
const boundTo = (subject: string): string => `link of the mail about ${subject}`

/** Seals the link of a mail, so that its event shows it to nobody but this service. */
export const sealLink = (link: string, subject: string, keys: readonly SecretKey[]): string =>
  seal(link, keys, boundTo(subject))

/**
 * An event that asks for a mail, with its link in clear.
 *
 * @throws PermanentError when the link was changed, or its key is not configured any more
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
