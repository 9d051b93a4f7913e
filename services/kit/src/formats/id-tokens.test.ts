import { createIdTokens } from './id-tokens.ts'
import type { SecretKey } from './secrets.ts'

const old: SecretKey = { id: 'old', key: Buffer.alloc(32, 1) }
const fresh: SecretKey = { id: 'new', key: Buffer.alloc(32, 2) }
const guest = 'gst_01h455vb4pex5vsknk084sn02q'
const tokensOf = (keys: SecretKey[], purpose = 'guest tokens') =>
  createIdTokens(keys, { resource: 'guest', purpose })

describe('the token of a resource', () => {
  test('opens with the old and the new secret key, and no more once the old key is removed', () => {
    const token = tokensOf([old]).of(guest)
    expect(tokensOf([fresh, old]).idOf(token)).toBe(guest)
    expect(tokensOf([fresh, old]).of(guest)).toBe(tokensOf([fresh]).of(guest))
    expect(tokensOf([fresh]).idOf(token)).toBeUndefined()
  })

  test('is rejected when made for another purpose, cut short or used with another identifier', () => {
    const tokens = tokensOf([fresh])
    const token = tokens.of(guest)
    const other = `01h455vb4pex5vsknk084sn02r${token.slice(26)}`
    for (const wrong of [tokensOf([fresh], 'booking links').of(guest), token.slice(0, -1), other, ''])
      expect(tokens.idOf(wrong)).toBeUndefined()
  })
})
