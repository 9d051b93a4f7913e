import type { Connection } from 'mongoose'
import { type SecretKey, seal, unseal } from '../formats/secrets.ts'
import { type Sealed, SealedStore } from './sealed-store.ts'

/** Where a service stores text encrypted with its secret keys. */
export interface SealedField {
  readonly collection: string
  /** Name of a field, or its path (`name.part`); for `name.*` every value of that object is encrypted. */
  readonly field: string
  /**
   * What a document's texts are bound to (see {@link seal}), by its identifier and organisation; nothing by default.
   */
  readonly boundTo?: (document: { readonly _id: unknown; readonly organization_id?: unknown }) => string
}

/** Encrypted fields of every service with these keys: answers under idempotency keys. */
export const COMMON_SEALED: readonly SealedField[] = [{ collection: 'idempotency', field: 'sealed' }]

interface SealedDocument {
  readonly document: Sealed
  /** Paths within the document and encrypted texts. */
  readonly texts: readonly (readonly [path: string, text: string])[]
}

/** Documents with encrypted texts, and those texts. */
export async function* sealedIn(
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
export const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'))

/**
 * Re-encrypts under the newest key what an older one encrypted, document by document. May be interrupted and rerun,
 * and the service may run meanwhile: a document changed since it was read is left alone.
 *
 * @returns number of texts encrypted anew
 * @throws Error if a text is encrypted under an unknown key
 */
export async function reseal(
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
