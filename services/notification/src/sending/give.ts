import { ownError } from '../notifications/lifecycle.ts'
import type { OutgoingMessage, Provider, SendResult } from '../providers/provider.ts'

/** Milliseconds that a provider is given; after it, whether it has accepted the message is unknown. */
export const SEND_LIMIT_MS = 15_000

/** Gives a message to a provider, for a limited time. */
export async function give(provider: Provider, message: OutgoingMessage): Promise<SendResult> {
  const limit = AbortSignal.timeout(SEND_LIMIT_MS)
  const tooLong = new Promise<SendResult>((resolve) => {
    const error = ownError('timeout', `The provider did not answer within ${SEND_LIMIT_MS / 1_000} s.`)
    limit.addEventListener('abort', () => resolve({ outcome: 'unknown', error }))
  })
  return await Promise.race([provider.send(message, limit), tooLong])
}
