import type { Connection } from 'mongoose'
import { z } from 'zod'
import { type SecretKey, seal, unseal } from '../formats/secrets.ts'
import { readEnvironment, variables } from '../process/config.ts'
import { CommandError, defineCommand, type OpsContext, type SealedField } from './command.ts'
import { type Sealed, SealedStore } from './sealed-store.ts'

const keyVariables = z.object({ SECRET_KEYS: variables.SECRET_KEYS })

const fieldsOf = ({ definition }: OpsContext) => [...definition.sealed, ...COMMON_SEALED]

export const listSecretKeys = defineCommand({
  about: 'Counts the secrets under each key: a key without any is needed only for verifying audit trails',
  async run(context) {
    const configured = readEnvironment(keyVariables, context.environment).SECRET_KEYS.map(({ id }) => id)
    for (const field of fieldsOf(context)) {
      const counts = new Map<string, number>()
      for await (const { texts } of sealedIn(context.connection, field)) {
        for (const [, text] of texts) counts.set(keyIdOf(text), (counts.get(keyIdOf(text)) ?? 0) + 1)
      }
      for (const [key, secrets] of counts) {
        const where = {
          service: context.definition.service,
          collection: field.collection,
          field: field.field,
        }
        context.result({
          ...where,
          key,
          secrets,
          is_newest: key === configured[0],
          is_configured: configured.includes(key),
        })
      }
    }
  },
})

export const resealSecrets = defineCommand({
  about: 'Seals with the first of SECRET_KEYS what the others have sealed; may be interrupted and run again',
  async run(context) {
    const { SECRET_KEYS } = readEnvironment(keyVariables, context.environment)
    for (const field of fieldsOf(context)) {
      const resealed = await reseal(context.connection, field, SECRET_KEYS).catch((error) => {
        throw new CommandError(`${field.collection}.${field.field}: ${(error as Error).message}`)
      })
      const where = { service: context.definition.service, collection: field.collection, field: field.field }
      context.result({ ...where, key: SECRET_KEYS[0]?.id, resealed })
    }
  },
})

/** Encrypted fields of every service with these keys: answers under idempotency keys. */
const COMMON_SEALED: readonly SealedField[] = [{ collection: 'idempotency', field: 'sealed' }]

interface SealedDocument {
  readonly document: Sealed
  /** Paths within the document and encrypted texts. */
  readonly texts: readonly (readonly [path: string, text: string])[]
}

/** Documents with encrypted texts, and those texts. */
async function* sealedIn(
  connection: Connection,
  { collection, field }: SealedField,
): AsyncIterable<SealedDocument> {
  const isMap = field.endsWith('.*')
  const name = isMap ? field.slice(0, -2) : field
  const store = new SealedStore(connection, collection)
  for await (const document of store.withField(name, isMap ? 'object' : 'string')) {
    const value = name.split('.').reduce<unknown>((part, key) => (part as Sealed)[key], document)
    const texts = isMap
      ? Object.entries(value as Record<string, string>).map(
          ([key, text]) => [`${name}.${key}`, text] as const,
        )
      : [[name, value as string] as const]
    yield { document, texts }
  }
}

/** Id of the key that encrypted a text. */
const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'))

/**
 * Re-encrypts under the newest key what an older one encrypted, document by document. May be interrupted and rerun,
 * and the service may run meanwhile: a document changed since it was read is left alone.
 *
 * @returns number of re-encrypted texts
 * @throws Error if a text is encrypted under an unknown key
 */
async function reseal(
  connection: Connection,
  field: SealedField,
  keys: readonly SecretKey[],
): Promise<number> {
  const newest = keys[0]?.id
  const store = new SealedStore(connection, field.collection)
  let count = 0
  for await (const { document, texts } of sealedIn(connection, field)) {
    const binding = field.boundTo?.(document)
    for (const [path, text] of texts.filter(([, sealed]) => keyIdOf(sealed) !== newest)) {
      const resealed = seal(unseal(text, keys, binding), keys, binding)
      if (await store.replace(document._id, path, text, resealed)) count += 1
    }
  }
  return count
}
