import type { Connection, mongo } from 'mongoose'
import { type SecretKey, seal, unseal } from '../secrets.ts'

/** Where a service keeps text that its secret keys seal. */
export interface SealedField {
  readonly collection: string
  /** Name of a field of the document; of `name.*` every value of the object there is sealed. */
  readonly field: string
  /** What the texts of a document are bound to (see {@link seal}), by its identifier and organisation; nothing unless given. */
  readonly boundTo?: (document: { readonly _id: unknown; readonly organization_id?: unknown }) => string
}

/** What every service with these keys has besides its own: answers that may be asked for again. */
export const COMMON_SEALED: readonly SealedField[] = [{ collection: 'idempotency', field: 'sealed' }]

type Sealed = mongo.Document & { readonly _id: unknown }

interface Found {
  readonly document: Sealed
  /** Paths of the sealed texts within the document, and the texts. */
  readonly texts: readonly (readonly [path: string, text: string])[]
}

/** The documents that have something sealed, with what is. */
export async function* sealedIn(
  connection: Connection,
  { collection, field }: SealedField,
): AsyncIterable<Found> {
  const isMap = field.endsWith('.*')
  const name = isMap ? field.slice(0, -2) : field
  const filter = { [name]: { $type: isMap ? 'object' : 'string' } }
  for await (const document of connection
    .collection<Sealed>(collection)
    .find(filter, { projection: { [name]: 1, organization_id: 1 } })) {
    const value = document[name]
    const texts = isMap
      ? Object.entries(value as Record<string, string>).map(
          ([key, text]) => [`${name}.${key}`, text] as const,
        )
      : [[name, value as string] as const]
    yield { document, texts }
  }
}

/** The key that sealed a text. */
export const keyIdOf = (sealed: string): string => sealed.slice(0, sealed.indexOf('.'))

/**
 * Seals under the newest key what an older one has sealed, document by document. It may be interrupted and run
 * again, and the service may run meanwhile: only what is still as it was read is replaced.
 *
 * @returns texts that were sealed anew
 * @throws Error where a text is sealed under a key that is not among these
 */
export async function reseal(
  connection: Connection,
  field: SealedField,
  keys: readonly SecretKey[],
): Promise<number> {
  const newest = keys[0]?.id
  let count = 0
  for await (const { document, texts } of sealedIn(connection, field)) {
    const binding = field.boundTo?.(document)
    for (const [path, text] of texts.filter(([, sealed]) => keyIdOf(sealed) !== newest)) {
      const asItWas = { _id: document._id, [path]: text } as mongo.Filter<Sealed>
      const update = {
        $set: { [path]: seal(unseal(text, keys, binding), keys, binding) },
      } as mongo.UpdateFilter<Sealed>
      const { modifiedCount } = await connection
        .collection<Sealed>(field.collection)
        .updateOne(asItWas, update)
      count += modifiedCount
    }
  }
  return count
}
