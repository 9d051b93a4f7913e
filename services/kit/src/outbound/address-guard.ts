import ipaddr from 'ipaddr.js'

export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Whether something may be sent to an IP address chosen by an outsider. */
export type AddressGuard = (address: string) => boolean

/** @throws Error if it is not a CIDR range */
export const parseAddressRange = (text: string): AddressRange => ipaddr.parseCIDR(text.trim())

/** IPv6 addresses assigned for global unicast so far (RFC 4291 §2.4, IANA registry). */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')

/** Well-known prefix of NAT64 (RFC 6052): the way to public IPv4 receivers from an IPv6-only network. */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96')

/** Azure answers its virtual machines from here; the address looks public. */
const AZURE_PLATFORM = ipaddr.parseCIDR('168.63.129.16/32')

/**
 * Tells public internet addresses from all others: private, shared, loopback, link-local (with the metadata services
 * of clouds), multicast, reserved, and those with such an address embedded.
 *
 * @param allowed ranges that are let through all the same
 */
export function createAddressGuard(allowed: readonly AddressRange[]): AddressGuard {
  return (address) => {
    const parsed = parse(address)
    if (!parsed) return false
    return isPublic(parsed) || allowed.some((range) => isWithin(parsed, range))
  }
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (!ipaddr.isValid(address)) return undefined
  const parsed = ipaddr.process(address)
  return isWithin(parsed, NAT64) ? ipaddr.fromByteArray(parsed.toByteArray().slice(-4)) : parsed
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || isWithin(address, AZURE_PLATFORM)) return false
  return address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST_V6)
}

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, [range, bits]: AddressRange) =>
  address.kind() === range.kind() && address.match(range, bits)
