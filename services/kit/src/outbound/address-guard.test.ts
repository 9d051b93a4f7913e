import { createAddressGuard, parseAddressRange } from './address-guard.ts'

const FORBIDDEN = [
  ['unspecified', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.0.1'],
  ['shared (carrier-grade NAT)', '100.64.0.1'],
  ['metadata in the shared range', '100.100.100.200'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, metadata', '169.254.169.254'],
  ['metadata with a public look', '168.63.129.16'],
  ['protocol assignments', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['benchmarks', '198.18.0.1'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['unique local', 'fd00:ec2::254'],
  ['unique local', 'fc00::1'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['documentation', '2001:db8::1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped private', '::ffff:a00:1'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['translated', '::ffff:0:127.0.0.1'],
  ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
  ['NAT64 of the metadata address', '64:ff9b::a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::1'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['not assigned', '4000::1'],
  ['not an address', 'localhost'],
  ['nothing', ''],
] as const

describe('the address guard without allowed ranges', () => {
  const isAllowed = createAddressGuard([])

  test.each(FORBIDDEN)('refuses an address that is %s (%s)', (_kind, address) => {
    expect(isAllowed(address)).toBe(false)
  })

  test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])(
    'accepts the public address %s',
    (address) => {
      expect(isAllowed(address)).toBe(true)
    },
  )
})

describe('the address guard with allowed ranges', () => {
  test('accepts addresses in an allowed range, also IPv4-mapped ones, and refuses other private addresses', () => {
    const isAllowed = createAddressGuard(['127.0.0.0/8', '::1/128'].map(parseAddressRange))
    expect(['127.0.0.1', '::ffff:127.0.0.1', '::1'].map(isAllowed)).toEqual([true, true, true])
    expect(['10.0.0.1', 'fe80::1'].map(isAllowed)).toEqual([false, false])
  })
})
