import { type SecretKey, seal, unseal } from '@usher/service-kit'
import { z } from 'zod'
import type { ConnectionRecord } from '../connections/connection.ts'

const tokensSchema = z.object({ access: z.string(), refresh: z.string() })

/** The tokens of a connection. */
export type Tokens = z.infer<typeof tokensSchema>

export type Owner = Pick<ConnectionRecord, '_id' | 'organization_id'>

/** Moved to another connection or organisation, sealed tokens open nothing. */
export const tokensBinding = ({ _id, organization_id }: Owner): string =>
  `google tokens ${organization_id} ${_id}`

export const sealTokens = (tokens: Tokens, owner: Owner, keys: readonly SecretKey[]): string =>
  seal(JSON.stringify(tokens), keys, tokensBinding(owner))

/** @throws Error where they were sealed for somebody else */
export const unsealTokens = (sealed: string, owner: Owner, keys: readonly SecretKey[]): Tokens =>
  tokensSchema.parse(JSON.parse(unseal(sealed, keys, tokensBinding(owner))))
