import { isIP } from 'node:net'
import {
  ADDRESS_REFUSED,
  type AddressGuard,
  invalidField,
  type Refusal,
  type RefusalOf,
  type Resolve,
} from '@usher/service-kit'

/** @throws ProblemError `validation_failed` for a URL that webhooks are not sent to */
export type UrlRules = (url: string) => Promise<void>

interface Options {
  readonly refusalOf: RefusalOf
  readonly isAllowedAddress: AddressGuard
  readonly resolve: Resolve
}

const refuse = ({ message, code }: Refusal) => invalidField('/url', message, code)

/**
 * Checks URLs when they are saved, to report mistakes early. A host name that does not resolve yet is
 * accepted: every connection checks the address again.
 */
export function createUrlRules({ refusalOf, isAllowedAddress, resolve }: Options): UrlRules {
  return async (text) => {
    const url = new URL(text)
    const refusal = text.includes('#')
      ? { message: 'must not have a fragment', code: 'url_fragment' }
      : refusalOf(url)
    if (refusal) throw refuse(refusal)
    if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return
    const addresses = await resolve(url.hostname)
    if (addresses.some(({ address }) => !isAllowedAddress(address))) throw refuse(ADDRESS_REFUSED)
  }
}
