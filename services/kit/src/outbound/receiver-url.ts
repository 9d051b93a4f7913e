import { isIP } from 'node:net'
import type { AddressGuard } from './address-guard.ts'
import { isLocalName } from './guarded-lookup.ts'

/** Why nothing is sent to a URL; the message continues after "it". */
export interface Refusal {
  readonly message: string
  readonly code: string
}

export type RefusalOf = (url: URL) => Refusal | null

interface Options {
  readonly httpsOnly: boolean
  readonly isAllowedAddress: AddressGuard
  /** Our own hosts, in lower case; their subdomains are ours too. */
  readonly ownHosts: readonly string[]
}

/** Ports on which something other than HTTP listens (WHATWG Fetch standard, "bad port"). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Ports of databases and brokers, which the browsers' list lacks. */
const DATA_PORTS: ReadonlySet<number> = new Set([
  1433, 1521, 2375, 2379, 3306, 5432, 5671, 5672, 6379, 6443, 9200, 10250, 11211, 15672, 27017, 27018, 27019,
])

/** Rules for receivers' URLs that need no look-up; addresses are checked at each connection. */
export function createRefusalOf({ httpsOnly, isAllowedAddress, ownHosts }: Options): RefusalOf {
  return (url) => {
    const { protocol, username, password, hash, href, port } = url
    if (protocol !== 'https:' && protocol !== 'http:') {
      return { message: 'must be an http or https URL', code: 'url_scheme' }
    }
    if (httpsOnly && protocol !== 'https:') return { message: 'must be an https URL', code: 'https_required' }
    if (username || password) return { message: 'must not contain credentials', code: 'url_credentials' }
    if (hash || href.includes('#')) return { message: 'must not have a fragment', code: 'url_fragment' }
    if (BAD_PORTS.has(Number(port || 80)) || DATA_PORTS.has(Number(port))) {
      return { message: 'must not have the port of another service', code: 'port_not_allowed' }
    }
    const host = bareHost(url.hostname)
    if (ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) {
      return { message: 'must not be a host of this service', code: 'own_host' }
    }
    const address = isLocalName(host) ? '127.0.0.1' : host
    return isIP(address) && !isAllowedAddress(address) ? ADDRESS_REFUSED : null
  }
}

export const ADDRESS_REFUSED: Refusal = {
  message: 'must not be a private or reserved address',
  code: 'address_not_allowed',
}

/** A host without brackets and trailing dots; the URL parser has normalised the notation of addresses. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '')
