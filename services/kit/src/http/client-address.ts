/**
 * The part of an address that identifies a client: all of an IPv4 address, the first 64 bits of an IPv6 address, as a
 * host may choose the rest freely (RFC 4291 §2.5.4, RFC 8981).
 */
export function clientOf(address: string): string {
  return ipv4Of(address) ?? prefixOf(address, 64)
}

/** Allowances of a /64 (or an IPv4 address), its /56 and its /48, in multiples of that of one client. */
export const NETWORK_TIMES = [1, 4, 16] as const

/** A network that one party may control. */
export interface Network {
  readonly prefix: string
  readonly times: (typeof NETWORK_TIMES)[number]
}

/**
 * The networks to count an address by, narrowest first. A customer of a provider may have a /56 or a /48 of IPv6 to
 * choose from (RFC 6177), so these share a few clients' allowance.
 */
export function networksOf(address: string): Network[] {
  const ipv4 = ipv4Of(address)
  if (ipv4 !== undefined) return [{ prefix: ipv4, times: 1 }]
  return [
    { prefix: prefixOf(address, 64), times: 1 },
    { prefix: `${prefixOf(address, 56)}/56`, times: 4 },
    { prefix: `${prefixOf(address, 48)}/48`, times: 16 },
  ]
}

/**
 * The turn of an address where clients take turns: its own for IPv4, one of a few for a network of IPv6. A /64 has one,
 * a /56 four and a /48 sixteen, as many as {@link networksOf} lets them count for.
 */
export function turnOf(address: string): string {
  const ipv4 = ipv4Of(address)
  if (ipv4 !== undefined) return ipv4
  // The bits that tell the /56s of a /48 apart, and those that tell its /64s.
  const subnet = Number.parseInt(prefixOf(address, 64).split(':')[3] ?? '0', 16)
  return `${prefixOf(address, 48)}/48 ${(subnet >> 8) % 4}.${(subnet & 0xff) % 4}`
}

/** The IPv4 address, also of one mapped to IPv6; anything that is not IPv6 as it is. */
const ipv4Of = (address: string): string | undefined =>
  /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? (address.includes(':') ? undefined : address)

function prefixOf(address: string, bits: 48 | 56 | 64): string {
  const [head = '', tail] = address.split('%', 1).join('').toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  const kept = groups.slice(0, Math.ceil(bits / 16)).map((group) => group.replace(/^0+(?=.)/, ''))
  // Half of the last group.
  if (bits === 56) kept[3] = (Number.parseInt(kept[3] ?? '0', 16) & 0xff00).toString(16)
  return kept.join(':')
}
