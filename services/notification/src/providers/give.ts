import { ownError } from '../notifications/lifecycle.ts'
import type { SendResult } from '../notifications/outcome.ts'
import type { OutgoingMessage, Provider } from './provider.ts'

/** Time limit for a provider's response, in ms; after it the outcome is unknown. */
export const SEND_LIMIT_MS = 15_000

/** Gives a message to a provider, with a time limit. */
export async function give(provider: Provider, message: OutgoingMessage): Promise<SendResult> {
  const limit = AbortSignal.timeout(SEND_LIMIT_MS)
  const tooLong = new Promise<SendResult>((resolve) => {
    const error = ownError('timeout', `The provider did not answer within ${SEND_LIMIT_MS / 1_000} s.`)
    limit.addEventListener('abort', () => resolve({ outcome: 'unknown', error }))
  })
  return await Promise.race([provider.send(message, limit), tooLong])
}
