import { z } from 'zod'

/** Most characters of a proof; one has some 700. */
const MAX_PROOF = 2_000

/** A solved challenge, as sent: base64 of JSON, the payload of ALTCHA. */
export const proofText = z
  .string()
  .max(MAX_PROOF)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'must be base64' })
  .meta({
    id: 'ProofOfWork',
    description:
      'Base64 of {challenge, solution: {counter, derivedKey}}, for a challenge of this page: an address with it may do more, and nobody needs it. The counter is the first from 0 whose key, in hexadecimal, begins with keyPrefix',
  })

const hex = z
  .string()
  .regex(/^[0-9a-f]+$/)
  .meta({ examples: ['0f1e2d'] })

/** Work for a browser (ALTCHA, version 2): find the counter by which PBKDF2 gives a key that begins with the prefix. */
export const challengeSchema = z
  .object({
    parameters: z
      .object({
        algorithm: z.literal('PBKDF2/SHA-256').describe('How a key is made of a counter'),
        cost: z.int().meta({ description: 'Iterations' }),
        data: z.record(z.string(), z.string()).describe('What the challenge is for'),
        expiresAt: z.int().meta({ description: 'Unix time in seconds' }),
        keyLength: z.int().meta({ description: 'Bytes of a key' }),
        keyPrefix: hex.describe('What the key has to begin with'),
        keySignature: hex.describe('HMAC of the key that is sought'),
        nonce: hex.meta({ description: 'Followed by the counter, 32 bits, big-endian: the password' }),
        salt: hex.describe('Salt of PBKDF2'),
      })
      .describe('The work to be done'),
    signature: hex.describe('HMAC of the parameters: send it back as it is'),
  })
  .meta({ id: 'ProofChallenge' })

/** What a {@link proofText} holds. */
export const proofSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int().min(0), derivedKey: hex }),
})

export type ProofChallenge = z.infer<typeof challengeSchema>
export type Proof = z.infer<typeof proofSchema>
