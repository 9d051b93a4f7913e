import { hash as argon2Hash, verify } from '@node-rs/argon2'

/** `Algorithm.Argon2id` of the library, a const enum, which type stripping cannot read. */
const ARGON2ID = 2

/** Argon2id with 19 MiB, 2 passes, 1 lane: the least that the OWASP Password Storage Cheat Sheet advises. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Unicode writes some letters in several ways; keyboards differ in which they send (NIST SP 800-63B §5.1.1.2). */
const normal = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => argon2Hash(normal(password), OPTIONS)

/** A hash of no password, so that an unknown account costs as much work as a known one. */
const nobody = hashPassword(crypto.randomUUID())

/** Whether a password fits a hash. Without one it does the same work, and says no. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const fits = await verify(hash ?? (await nobody), normal(password))
  return fits && hash !== undefined
}
