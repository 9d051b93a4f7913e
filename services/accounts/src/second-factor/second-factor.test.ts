import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { hashRecoveryCode, newRecoveryCodes, newSecret, stepOfCode } from './second-factor.ts'

const STEP_MS = 30_000
/** The secret of the test vectors in RFC 6238, appendix B. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32

describe('the codes of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('accepts at second %d the code of RFC 6238, appendix B, and finds its time step', (second, code) => {
    expect(stepOfCode(code, RFC_SECRET, new Date(second * 1000))).toBe(Math.floor(second / 30))
  })

  test('accepts a code one step before to one step after its own, and no others', () => {
    const { secret } = newSecret('ada@usher.test')
    const codeAt = (ms: number) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ms })
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 100_000_000 }), fc.integer({ min: -4, max: 4 }), (step, off) => {
        const found = stepOfCode(codeAt((step + off) * STEP_MS), secret, new Date(step * STEP_MS))
        // Two steps have the same code once in a million times.
        const near = [0, -1, 1].map((delta) => codeAt((step + delta) * STEP_MS))
        const isNear = near.includes(codeAt((step + off) * STEP_MS))
        expect(found !== undefined).toBe(isNear)
        if (Math.abs(off) <= 1) expect(codeAt((found ?? 0) * STEP_MS)).toBe(codeAt((step + off) * STEP_MS))
      }),
    )
  })

  test('a new secret has 160 bits and its otpauth URL names the account', () => {
    const { secret, otpauth_url } = newSecret('ada@usher.test')
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
    expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/Usher:ada%40usher\.test\?/)
    expect(new URL(otpauth_url).searchParams.get('secret')).toBe(secret)
  })
})

describe('recovery codes', () => {
  test('ten recovery codes all differ, and match in upper case and with spaces for hyphens', () => {
    const { codes, hashes } = newRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const [index, code] of codes.entries()) {
      expect(code).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/)
      expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(hashes[index])
    }
  })
})
