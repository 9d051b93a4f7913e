import { hashPassword, isPassword } from './passwords.ts'

/** As the package argon2 0.45 wrote it, which made the hashes before: its parameters are in another order. */
const STORED =
  '$argon2id$v=19$m=19456,p=1,t=2$M2zVT3bMDlaITRVw+fD9Sg$Ecv2huPZ1DmAkW+5eHmda5j7lGhCX4GeIn4yNXgBXKg'
const PASSWORD = 'correct horse battery ﬁ'

describe('passwords', () => {
  test('hashes with Argon2id in PHC format, with the advised parameters and a random salt', async () => {
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hashPassword(PASSWORD)).not.toBe(hash)
    expect(await isPassword(PASSWORD, hash)).toBe(true)
    expect(await isPassword(`${PASSWORD}.`, hash)).toBe(false)
  })

  test('verifies a hash stored by another library, with the right password only', async () => {
    expect(await isPassword(PASSWORD, STORED)).toBe(true)
    expect(await isPassword(PASSWORD.normalize('NFKC'), STORED)).toBe(true)
    expect(await isPassword('correct horse battery', STORED)).toBe(false)
  })

  test('rejects every password when there is no hash', async () => {
    expect(await isPassword(PASSWORD, undefined)).toBe(false)
  })
})
