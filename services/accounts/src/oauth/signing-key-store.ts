import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import { promisify } from 'node:util'
import {
  type Clock,
  collectionOf,
  collectionSchema,
  isDuplicateKey,
  newId,
  type SecretKey,
  seal,
  unseal,
} from '@usher/service-kit'
import type { Connection } from 'mongoose'

/**
 * How long a key signs, in ms. Rotation limits the damage of an unnoticed leak. Each key is published one
 * period ahead, so that every cached key set includes it before it signs.
 */
const PERIOD_MS = 30 * 24 * 3_600_000

const RSA_BITS = 2048

/** A key pair for one period; the private key is encrypted. */
interface SigningKeyRecord {
  /** Number of the period, so that two replicas cannot create two keys for it. */
  readonly _id: number
  readonly kid: string
  readonly public_jwk: JsonWebKey
  readonly private_pem: string
  readonly expires_at: Date
}

const schema = collectionSchema<SigningKeyRecord>('oauth_signing_keys').index(
  { expires_at: 1 },
  { expireAfterSeconds: 0 },
)

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
}

/** A public key as published (RFC 7517 §4). */
export interface PublicJwk extends JsonWebKey {
  readonly kid: string
  readonly alg: 'RS256'
  readonly use: 'sig'
}

export interface SigningKeys {
  /** The current signing key. */
  current(): Promise<SigningKey>
  /** The keys of tokens still valid, and the next key. */
  published(): Promise<PublicJwk[]>
  /** The public key for a token's kid. */
  find(kid: string | undefined): Promise<KeyObject | undefined>
}

/** Signing keys of access tokens, created when needed. */
export function createSigningKeys(
  connection: Connection,
  secretKeys: readonly SecretKey[],
  clock: Clock,
): SigningKeys {
  const records = collectionOf(connection, schema)
  const period = () => Math.floor(clock.now().getTime() / PERIOD_MS)
  const remembered = new Map<number, SigningKeyRecord>()

  const ofPeriod = async (number: number): Promise<SigningKeyRecord> => {
    const known = remembered.get(number) ?? (await records.findOne({ _id: number }))
    const record = known ?? (await make(number))
    remembered.set(number, record)
    return record
  }
  const make = async (number: number): Promise<SigningKeyRecord> => {
    const record = await newRecord(number, secretKeys)
    try {
      await records.insertOne(record)
      return record
    } catch (error) {
      const others = isDuplicateKey(error) && (await records.findOne({ _id: number }))
      if (!others) throw error
      return others
    }
  }
  const ofPast = async (number: number) => remembered.get(number) ?? (await records.findOne({ _id: number }))
  const valid = async () => {
    const now = period()
    const keys = [await ofPast(now - 1), await ofPeriod(now), await ofPeriod(now + 1)]
    return keys.filter((key) => key !== null)
  }
  return {
    async current() {
      const { kid, private_pem } = await ofPeriod(period())
      return { kid, privateKey: createPrivateKey(unseal(private_pem, secretKeys)) }
    },
    published: async () =>
      (await valid()).map(({ kid, public_jwk }) => ({ ...public_jwk, kid, alg: 'RS256', use: 'sig' })),
    async find(kid) {
      const key = (await valid()).find((candidate) => candidate.kid === kid)
      return key && createPublicKey({ key: key.public_jwk, format: 'jwk' })
    },
  }
}

async function newRecord(number: number, secretKeys: readonly SecretKey[]): Promise<SigningKeyRecord> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: RSA_BITS })
  return {
    _id: number,
    kid: newId('event').slice(-26),
    public_jwk: publicKey.export({ format: 'jwk' }),
    private_pem: seal(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), secretKeys),
    // One period of signing, and one in which its last tokens are still verified.
    expires_at: new Date((number + 2) * PERIOD_MS),
  }
}
