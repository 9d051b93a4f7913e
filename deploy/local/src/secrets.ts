import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writePrivateJson } from './files.ts'
import { readKeptFile } from './kept-file.ts'
import { SetupError } from './provided.ts'

const secretsSchema = z.object({
  /** ES256 key pair (PEM): the gateway signs the caller token with it, the services verify it. */
  caller: z.object({ privateKey: z.string().min(1), publicKey: z.string().min(1) }).readonly(),
  /** The value of SECRET_KEYS, `id:base64` of 32 bytes, by process. */
  secretKeys: z.record(z.string(), z.string().min(1)).readonly(),
  /** The value of WEB_PUSH_PRIVATE_KEY. Absent in files of earlier versions. */
  pushKey: z.string().min(1).exactOptional(),
  /** The value of BOOKING_CODE_KEYS. Absent in files of earlier versions. */
  codeKeys: z.string().min(1).exactOptional(),
})

/** Keys of one local stack, created once and kept, so that what they encrypted can be read after a restart. */
export type Secrets = Readonly<Required<z.infer<typeof secretsSchema>>>

/**
 * Reads the secrets of this home; creates missing ones and saves them, readable by the owner only.
 *
 * @throws SetupError when the file is damaged, or missing from a home that has run before: with other keys, links die
 *   and the audit trail looks forged
 */
export async function rememberedSecrets(home: string, processes: readonly string[]): Promise<Secrets> {
  const file = join(home, 'secrets.json')
  const known = await readKeptFile(file, secretsSchema)
  if (!known && existsSync(join(home, 'logs', 'gateway.log'))) {
    throw new SetupError(
      `${file} is gone, and the data beside it needs it.\n` +
        `Put a backup of it back. Without one, move ${home} away to start with no data.`,
    )
  }
  const missing = processes.filter((name) => known?.secretKeys[name] === undefined)
  if (known?.pushKey && known.codeKeys && missing.length === 0) {
    return { ...known, pushKey: known.pushKey, codeKeys: known.codeKeys }
  }
  const fresh = Object.fromEntries(missing.map((name) => [name, newSecretKey()]))
  const secrets = {
    caller: known?.caller ?? newCallerKeys(),
    secretKeys: { ...known?.secretKeys, ...fresh },
    pushKey: known?.pushKey ?? newPushKey(),
    codeKeys: known?.codeKeys ?? newSecretKey(),
  }
  await writePrivateJson(file, secrets)
  return secrets
}

/** A new list of one key, as in SECRET_KEYS. */
const newSecretKey = (): string => `k1:${randomBytes(32).toString('base64')}`

/** A new key pair for signing and verifying caller tokens. */
export function newCallerKeys(): Secrets['caller'] {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
}

/** A new private key for messages by push: 32 bytes of P-256 in base64url. */
export function newPushKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ format: 'jwk' }).d ?? ''
}
