import { clientOf, networksOf, turnOf } from './client-address.ts'

describe('the client that an address stands for', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8::5:6:7:8:9', '2001:db8:0:5'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ])('the address %s belongs to the client %s', (address, client) => {
    expect(clientOf(address)).toBe(client)
  })
})

describe('the networks of an address', () => {
  test.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['::ffff:192.0.2.1', ['192.0.2.1']],
    ['2001:db8:1:2ff::1', ['2001:db8:1:2ff', '2001:db8:1:200/56', '2001:db8:1/48']],
    ['2001:db8::1', ['2001:db8:0:0', '2001:db8:0:0/56', '2001:db8:0/48']],
    ['', ['']],
  ])('%s is in %j', (address, prefixes) => {
    expect(networksOf(address).map(({ prefix }) => prefix)).toEqual(prefixes)
  })
})

describe('the turns of clients', () => {
  const turnsOf = (addresses: string[]) => new Set(addresses.map(turnOf)).size
  const subnets = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${prefix}${i.toString(16).padStart(2, '0')}::1`)

  test('a /64 has one, a /56 four and a /48 sixteen', () => {
    expect(turnsOf(['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'])).toBe(1)
    expect(turnsOf(subnets('2001:db8:1:2', 256))).toBe(4)
    expect(turnsOf(['0', '1', '2', '3', '4', 'f1'].flatMap((n) => subnets(`2001:db8:1:${n}`, 256)))).toBe(16)
  })

  test('addresses of IPv4 and other networks have their own', () => {
    expect(turnOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(turnsOf(['192.0.2.1', '192.0.2.2', '2001:db8:1::1', '2001:db8:2::1', ''])).toBe(5)
  })
})
