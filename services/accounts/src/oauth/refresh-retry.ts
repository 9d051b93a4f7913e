import { deriveKey, hmacSha256, type SecretKey } from '@usher/service-kit'
import { Provider } from 'oidc-provider'
import type { ServiceContext } from '../context.ts'
import { hashIdentifier } from '../grants/artifact-store.ts'

/** How long a used refresh token gets its successor again, in seconds: its answer may have been lost. */
const RETRY_SECONDS = 60

/**
 * The refresh token that follows another. A function of the old token and a key of ours, so that a retry gets the same one
 * although only its hash is stored.
 */
function successorOf(id: string, secretKeys: readonly SecretKey[]): string {
  const [key] = secretKeys as readonly [SecretKey]
  return hmacSha256(deriveKey(key, 'successors of refresh tokens'), id).toString('base64url')
}

/** Makes the OAuth server derive each rotated refresh token from the one before. */
export function deriveSuccessors({ RefreshToken }: Provider, secretKeys: readonly SecretKey[]): void {
  // Missing in the types of the library.
  const model = RefreshToken.prototype as unknown as { generateTokenId(): string }
  const randomId = model.generateTokenId
  model.generateTokenId = function generateTokenId() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken
    return rotated ? successorOf(rotated.jti, secretKeys) : randomId.call(this)
  }
}

/**
 * Whether the client may use a refresh token once more, since its answer may have been lost: for a short time, and while its
 * successor is unused. A used successor shows that the answer arrived (RFC 9700 §4.14.2).
 *
 * @param consumed when it was used, in seconds since 1970
 */
export async function mayRetry(
  { artifacts, secretKeys, clock }: Pick<ServiceContext, 'artifacts' | 'secretKeys' | 'clock'>,
  id: string,
  consumed: number,
): Promise<boolean> {
  if (consumed + RETRY_SECONDS <= Math.floor(clock.now().getTime() / 1000)) return false
  const successor = await artifacts.findByHash('RefreshToken', hashIdentifier(successorOf(id, secretKeys)))
  return successor?.payload.consumed === undefined
}
