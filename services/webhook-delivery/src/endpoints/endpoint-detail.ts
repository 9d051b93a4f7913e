import type { WebhookEndpointDetail } from '@usher/contracts'
import type { WebhookContext } from '../context.ts'
import { type EndpointRecord, presentEndpoint } from './endpoint.ts'
import { disablesAt } from './endpoint-events.ts'

/**
 * An endpoint with its health and the deliveries it missed.
 *
 * @param path base path under which the client addresses endpoints
 */
export async function endpointDetail(
  { deliverySummaries, clock }: Pick<WebhookContext, 'deliverySummaries' | 'clock'>,
  record: EndpointRecord,
  path: string,
): Promise<WebhookEndpointDetail> {
  const { _id, failing_since: failing, missed_since: since, enabled } = record
  const [summary, missed] = await Promise.all([
    deliverySummaries.summaryOf(_id),
    since ? deliverySummaries.countFailed(_id, since) : 0,
  ])
  const { pending, oldestPendingAt, lastSuccessAt, lastAttemptAt } = summary
  return {
    ...presentEndpoint(record, clock.now()),
    health: {
      failing_since: text(failing),
      disables_at: text(failing && enabled ? disablesAt(failing) : null),
      pending,
      oldest_pending_at: text(oldestPendingAt),
      last_success_at: text(lastSuccessAt),
      last_attempt_at: text(lastAttemptAt),
    },
    missed:
      since && missed > 0
        ? { since: since.toISOString(), deliveries: missed, replay: `${path}/${_id}/replay` }
        : null,
  }
}

const text = (time: Date | null): string | null => time?.toISOString() ?? null
