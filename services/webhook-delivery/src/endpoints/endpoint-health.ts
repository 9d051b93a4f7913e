import type { WebhookContext } from '../context.ts'
import { type DisabledReason, type EndpointRecord, FAILING_LIMIT_MS } from './endpoint.ts'

/** What an attempt says about its endpoint. */
export interface EndpointSign {
  readonly acknowledged: boolean
  /** null where no answer came. */
  readonly status: number | null
  readonly at: Date
}

/** Why an endpoint is to be disabled after an attempt, if it is: 410 Gone, or nothing but failures for days. */
export function disabledReason({ failing_since }: EndpointRecord, sign: EndpointSign): DisabledReason | null {
  if (sign.acknowledged) return null
  if (sign.status === 410) return 'gone'
  const failingMs = failing_since ? sign.at.getTime() - failing_since.getTime() : 0
  return failingMs >= FAILING_LIMIT_MS ? 'failing' : null
}

/** Keeps what an attempt says about its endpoint. A write that fails is left to the next attempt. */
export async function noteEndpointSign(
  { endpoints, log }: Pick<WebhookContext, 'endpoints' | 'log'>,
  endpoint: EndpointRecord,
  sign: EndpointSign,
): Promise<void> {
  const reason = disabledReason(endpoint, sign)
  const webhookId = endpoint._id
  try {
    if (reason) {
      const disabled = await endpoints.disable(endpoint, reason, sign.at)
      if (disabled) log.info({ webhookId, reason }, 'webhook endpoint disabled')
    } else if (!sign.acknowledged && !endpoint.failing_since) {
      await endpoints.noteFailure(endpoint, sign.at)
    } else if (sign.acknowledged && endpoint.failing_since) {
      await endpoints.noteSuccess(endpoint)
    }
  } catch (err) {
    log.warn({ err, webhookId }, 'the state of a webhook endpoint could not be kept')
  }
}
