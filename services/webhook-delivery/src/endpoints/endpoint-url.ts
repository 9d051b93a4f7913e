import { isIP } from 'node:net'
import { invalidField } from '@usher/service-kit'
import type { AddressGuard } from '../sending/address-guard.ts'
import { isLocalName } from '../sending/guarded-lookup.ts'

/** @throws ProblemError `validation_failed` for a URL that webhooks are not sent to */
export type UrlRules = (url: string) => void

interface Options {
  readonly httpsOnly: boolean
  readonly isAllowedAddress: AddressGuard
}

const refuse = (message: string, code: string) => invalidField('/url', message, code)

/**
 * The rules for receivers' URLs that need no look-up, so that a mistake is told when it is made. What a
 * host name stands for is checked at each connection instead.
 */
export function createUrlRules({ httpsOnly, isAllowedAddress }: Options): UrlRules {
  return (text) => {
    const url = new URL(text)
    if (httpsOnly && url.protocol !== 'https:') throw refuse('must be an https URL', 'https_required')
    if (url.username || url.password) throw refuse('must not contain credentials', 'url_credentials')
    if (url.hash || text.includes('#')) throw refuse('must not have a fragment', 'url_fragment')
    const address = literalAddress(url.hostname)
    if (address && !isAllowedAddress(address)) {
      throw refuse('must not be a private or reserved address', 'address_not_allowed')
    }
  }
}

/** The address that a host is, in whatever notation it was written: the URL parser makes them one. */
function literalAddress(hostname: string): string | undefined {
  if (isLocalName(hostname)) return '127.0.0.1'
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : undefined
}
