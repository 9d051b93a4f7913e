import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readJson, writePrivateJson } from './files.ts'

/** Keys of one local stack, made once and kept, so that what they sealed can be read after a restart. */
export interface Secrets {
  /** ES256 pair with which the gateway signs and the services verify who is calling; PEM. */
  readonly caller: { readonly privateKey: string; readonly publicKey: string }
  /** By process, the value of SECRET_KEYS: `id:base64` of 32 bytes. */
  readonly secretKeys: Readonly<Record<string, string>>
}

/** The secrets of this home; what is missing is made and written down, for the owner alone. */
export async function rememberedSecrets(home: string, processes: readonly string[]): Promise<Secrets> {
  const file = join(home, 'secrets.json')
  const known = ((await readJson(file)) ?? {}) as Partial<Secrets>
  const missing = processes.filter((name) => known.secretKeys?.[name] === undefined)
  if (known.caller !== undefined && known.secretKeys !== undefined && missing.length === 0) {
    return { caller: known.caller, secretKeys: known.secretKeys }
  }
  const fresh = Object.fromEntries(missing.map((name) => [name, `k1:${randomBytes(32).toString('base64')}`]))
  const secrets = { caller: known.caller ?? newCallerKeys(), secretKeys: { ...known.secretKeys, ...fresh } }
  await writePrivateJson(file, secrets)
  return secrets
}

/** A new pair of keys, with which the gateway says who is calling. */
export function newCallerKeys(): Secrets['caller'] {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
}
