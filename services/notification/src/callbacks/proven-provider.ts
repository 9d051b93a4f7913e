import type { MessageProviderKind } from '@usher/contracts'
import { type CallbackRequest, notFound, ProblemError } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { openCredentials, type ProviderRecord } from '../providers/settings/provider-record.ts'

/** Whether a request was signed with the provider's credentials. */
export type IsSigned = (credentials: Readonly<Record<string, string>>, request: CallbackRequest) => boolean

interface Claim {
  /** From the path. */
  readonly token: string
  readonly kind: MessageProviderKind
  readonly request: CallbackRequest
  readonly isSigned: IsSigned
}

/**
 * The provider a callback is from: the token in the path identifies it, the signature proves it.
 *
 * @throws ProblemError `not_found` for an unknown token, `forbidden` for a wrong signature
 */
export async function provenProvider(
  { config, providers, log }: NotificationContext,
  { token, kind, request, isSigned }: Claim,
): Promise<ProviderRecord> {
  const record = await providers.findByToken(token)
  if (record?.kind !== kind) throw notFound('message provider')
  if (!isSigned(openCredentials(record, config.secretKeys), request)) {
    log.warn({ providerId: record._id }, 'a callback was refused: its signature is wrong')
    throw new ProblemError('forbidden', 'The signature is not valid.')
  }
  return record
}
