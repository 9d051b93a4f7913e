import type { MessageProviderKind } from '@usher/contracts'
import { type CallbackRequest, notFound, ProblemError, type SecretKey } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { openCredentials, type ProviderRecord } from '../providers/settings/provider-record.ts'

/** What the handlers of callbacks work with. */
export interface CallbackOptions {
  readonly secretKeys: readonly SecretKey[]
  /** Address under which providers reach the gateway. */
  readonly publicUrl: string
}

/** Whether a request was signed with the credentials of the provider that it says it is of. */
export type IsSigned = (credentials: Readonly<Record<string, string>>, request: CallbackRequest) => boolean

interface Claim {
  /** In the path. */
  readonly token: string
  readonly kind: MessageProviderKind
  readonly request: CallbackRequest
  readonly isSigned: IsSigned
}

/**
 * The provider that a callback is from: the token in its path says which, its signature proves it.
 *
 * @throws ProblemError `not_found` for an unknown token, `forbidden` for a forged signature
 */
export async function provenProvider(
  { providers, log }: NotificationContext,
  { secretKeys }: CallbackOptions,
  { token, kind, request, isSigned }: Claim,
): Promise<ProviderRecord> {
  const record = await providers.findByToken(token)
  if (record?.kind !== kind) throw notFound('message provider')
  if (!isSigned(openCredentials(record, secretKeys), request)) {
    log.warn({ providerId: record._id }, 'a callback was refused: its signature is wrong')
    throw new ProblemError('forbidden', 'The signature is wrong.')
  }
  return record
}
