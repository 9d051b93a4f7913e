import { hash as argon2Hash, verify } from '@node-rs/argon2'
import { ProblemError } from '@usher/service-kit'
import type { Member } from './member.ts'

/** `Algorithm.Argon2id` of the library: a const enum, which type stripping does not support. */
const ARGON2ID = 2

/** Argon2id with 19 MiB, 2 passes, 1 lane: the minimum in the OWASP Password Storage Cheat Sheet. */
const OPTIONS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * Unicode can encode some letters in several ways, and keyboards differ in which they send (NIST SP 800-63B
 * §5.1.1.2).
 */
const normalized = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => argon2Hash(normalized(password), OPTIONS)

/** A hash of no known password, so that an unknown account takes as long as a known one. */
const unknownHash = hashPassword(crypto.randomUUID())

/** Verifies a password. Without a hash it takes the same time and returns false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const fits = await verify(hash ?? (await unknownHash), normalized(password))
  return fits && hash !== undefined
}

/** The error for a failed reauthentication; it does not reveal what was wrong. */
export const wrongProof = ({ _id }: Pick<Member, '_id'>) =>
  new ProblemError('invalid_proof', 'The password or code is wrong.', { audit: { resource: _id } })
