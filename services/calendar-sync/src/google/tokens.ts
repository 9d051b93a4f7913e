import { type SecretKey, seal, unseal } from '@usher/service-kit'
import { z } from 'zod'

const tokensSchema = z.object({ access: z.string(), refresh: z.string() })

/** The tokens of a Google account. */
export type Tokens = z.infer<typeof tokensSchema>

/** The record that tokens belong to, such as a connection. */
export interface Owner {
  readonly _id: string
  readonly organization_id: string
}

/** Binds encrypted tokens to their owner: copied to another record or organisation, they cannot be decrypted. */
export const tokensBinding = ({ _id, organization_id }: Owner): string =>
  `google tokens ${organization_id} ${_id}`

export const sealTokens = (tokens: Tokens, owner: Owner, keys: readonly SecretKey[]): string =>
  seal(JSON.stringify(tokens), keys, tokensBinding(owner))

/** @throws Error if the tokens were sealed for another owner */
export const unsealTokens = (sealed: string, owner: Owner, keys: readonly SecretKey[]): Tokens =>
  tokensSchema.parse(JSON.parse(unseal(sealed, keys, tokensBinding(owner))))
