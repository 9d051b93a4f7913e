import { randomInt } from 'node:crypto'
import { type Proof, type ProofChallenge, proofSchema } from '@usher/contracts'
import { deriveKey, ProblemError, type SecretKey } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as pbkdf2 } from 'altcha-lib/algorithms/pbkdf2'
import type { ClientSession } from 'mongoose'
import type { ProofStore } from './proof-store.ts'

/** How long a challenge can be solved, in ms. */
const CHALLENGE_MS = 10 * MINUTE_MS
/** Iterations of PBKDF2 for one try: about 1 ms on a desk, and what making a challenge costs us. */
const COST = 2_000
/** Tries: half as many on average, about a second on a phone at a quarter of a desk's speed. */
const MAX_COUNTER = 500

/** Challenges that slow down programs, and what became of them. */
export interface Proofs {
  challenge(organizationId: string, now: Date): Promise<ProofChallenge>
  /**
   * Uses a proof up, in the transaction of what it is for.
   *
   * @throws ProblemError `invalid_proof` if it is wrong, expired, used, or of another page
   */
  use(session: ClientSession, proof: string, given: Given): Promise<void>
}

interface Given {
  readonly organizationId: string
  readonly now: Date
}

const refused = (): ProblemError => {
  const message = 'is wrong, expired or used: solve another challenge, or send none'
  return new ProblemError('invalid_proof', `The proof of work ${message}.`, {
    errors: [{ pointer: '/proof', message, code: 'invalid_proof_of_work' }],
  })
}

const secretsOf = (key: SecretKey) => ({
  hmacSignatureSecret: deriveKey(key, 'booking proofs').toString('hex'),
  hmacKeySignatureSecret: deriveKey(key, 'keys of booking proofs').toString('hex'),
})

/** @param keys newest first, which signs; all of them verify */
export function createProofs(keys: readonly SecretKey[], used: ProofStore): Proofs {
  const secrets = keys.map(secretsOf)
  const [newest] = secrets
  if (!newest) throw new Error('no secret key')
  return {
    challenge: async (organizationId, now) =>
      (await createChallenge({
        ...{ algorithm: 'PBKDF2/SHA-256', cost: COST, counter: randomInt(MAX_COUNTER), deriveKey: pbkdf2 },
        ...{ data: { page: organizationId }, expiresAt: new Date(now.getTime() + CHALLENGE_MS) },
        ...newest,
      })) as ProofChallenge,

    async use(session, text, { organizationId, now }) {
      const proof = readProof(text)
      if (!proof) throw refused()
      const { nonce, expiresAt, data } = proof.challenge.parameters
      const expires_at = new Date(expiresAt * 1_000)
      if (data.page !== organizationId || expires_at <= now) throw refused()
      if (!(await isSolved(proof, secrets)) || !(await used.take({ _id: nonce, expires_at }, session)))
        throw refused()
    },
  }
}

function readProof(text: string): Proof | undefined {
  try {
    return proofSchema.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data
  } catch {
    return undefined
  }
}

async function isSolved(
  { challenge, solution }: Proof,
  secrets: readonly ReturnType<typeof secretsOf>[],
): Promise<boolean> {
  const given = { challenge, solution: { ...solution, time: 0 }, deriveKey: pbkdf2 }
  const results = await Promise.all(secrets.map((secret) => verifySolution({ ...given, ...secret })))
  return results.some(({ verified }) => verified)
}
