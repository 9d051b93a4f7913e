import { hashPassword, isPassword } from './passwords.ts'

/** As the package argon2 0.45 wrote it, which made the hashes before: its parameters are in another order. */
const STORED =
  '$argon2id$v=19$m=19456,p=1,t=2$M2zVT3bMDlaITRVw+fD9Sg$Ecv2huPZ1DmAkW+5eHmda5j7lGhCX4GeIn4yNXgBXKg'
const PASSWORD = 'correct horse battery ﬁ'

describe('passwords', () => {
  test('given a new hash, then it is Argon2id in PHC form, with the parameters advised and a salt of its own', async () => {
    const hash = await hashPassword(PASSWORD)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(await hashPassword(PASSWORD)).not.toBe(hash)
    expect(await isPassword(PASSWORD, hash)).toBe(true)
    expect(await isPassword(`${PASSWORD}.`, hash)).toBe(false)
  })

  test('given a hash that another library stored, then the password still opens it, and no other does', async () => {
    expect(await isPassword(PASSWORD, STORED)).toBe(true)
    expect(await isPassword(PASSWORD.normalize('NFKC'), STORED)).toBe(true)
    expect(await isPassword('correct horse battery', STORED)).toBe(false)
  })

  test('given no hash, then no password fits', async () => {
    expect(await isPassword(PASSWORD, undefined)).toBe(false)
  })
})
