import { randomBytes } from 'node:crypto'
import { deriveKey, hmacSha256 } from '@usher/service-kit'
import { createAddressHashes } from './address-hash.ts'

const KEY = { id: 'k1', key: randomBytes(32) }
const hashes = createAddressHashes([KEY])

/** As hashes were made before addresses had one spelling. */
const formerHash = (address: string) =>
  hmacSha256(deriveKey(KEY, 'addresses'), `org ${address.toLowerCase()}`).toString('base64url')

describe('the hashes of addresses', () => {
  test.each([
    ['+525512345678', '+5215512345678'],
    ['+5511988888888', '+551188888888'],
    ['info@müller.de', 'Info@MÜLLER.de'],
    ['info@müller.de', 'info@xn--mller-kva.de'],
    ['josé@example.com', 'José@example.com'.normalize('NFD')],
  ])('are the same of %s and %s', (one, other) => {
    expect(hashes.of('org', other)).toBe(hashes.of('org', one))
  })

  test.each([
    ['+525512345678', '+5215512345678'],
    ['+5511988888888', '+551188888888'],
    ['+14155552671', '+14155552671'],
    ['info@müller.de', 'info@xn--mller-kva.de'],
    ['info@xn--mller-kva.de', 'Info@Müller.de'],
  ])('of %s find an opt-out that was stored of %s', (address, stored) => {
    expect(hashes.all('org', address)).toContain(formerHash(stored))
  })
})
