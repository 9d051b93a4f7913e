import type { LookupAddress } from 'node:dns'
import { createAddressGuard } from './address-guard.ts'
import { guardedLookup } from './guarded-lookup.ts'

const PUBLIC = { address: '93.184.216.34', family: 4 } as const
const PRIVATE = { address: '10.0.0.1', family: 4 } as const

const lookUp = (resolved: (typeof PUBLIC | typeof PRIVATE)[], all: boolean) => {
  const { promise, resolve, reject } = Promise.withResolvers<string | LookupAddress[]>()
  const lookup = guardedLookup(async () => resolved, createAddressGuard([]))
  lookup('example.com', { all }, (error, address) => (error ? reject(error) : resolve(address)))
  return promise
}

describe('the guarded lookup of a host name', () => {
  test('returns its public addresses', async () => {
    expect(await lookUp([PUBLIC, PUBLIC], true)).toEqual([PUBLIC, PUBLIC])
    expect(await lookUp([PUBLIC], false)).toBe(PUBLIC.address)
  })

  test('refuses a host with any private address, in whichever order the addresses come', async () => {
    const words = 'example.com has a private or reserved address, to which nothing is sent'
    await expect(lookUp([PUBLIC, PRIVATE], true)).rejects.toThrow(words)
    await expect(lookUp([PRIVATE, PUBLIC], false)).rejects.toThrow(words)
  })

  test('fails with a readable error when the host has no address', async () => {
    await expect(lookUp([], true)).rejects.toThrow('The host name could not be resolved')
  })
})
