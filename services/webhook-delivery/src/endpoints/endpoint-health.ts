import type { CloudEvent } from '@usher/contracts'
import { appendToOutbox, inTransaction } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { WebhookContext } from '../context.ts'
import { type DisabledReason, type EndpointRecord, FAILING_LIMIT_MS, WARNING_MS } from './endpoint.ts'
import { disabledEvent, failingEvent } from './endpoint-events.ts'

/** Time from an event to the last scheduled attempt, in ms: the age that a failing delivery can reach. */
const SCHEDULE_MS = 4 * 24 * 3600 * 1000

/** What an attempt shows about the health of its endpoint. */
export interface AttemptHealth {
  readonly acknowledged: boolean
  /** null: no response. */
  readonly status: number | null
  readonly at: Date
  /** When the delivery was created. */
  readonly madeAt: Date
}

/**
 * Reason to disable an endpoint after an attempt: a 410 Gone, or nothing but failures for days; null: none.
 */
export function disabledReason(endpoint: EndpointRecord, health: AttemptHealth): DisabledReason | null {
  if (health.acknowledged) return null
  if (health.status === 410) return 'gone'
  return failingMs(endpoint, health) >= FAILING_LIMIT_MS ? 'failing' : null
}

/** Whether to warn the owners that the endpoint will be disabled, while they can still fix it. */
export const isWarningDue = (endpoint: EndpointRecord, health: AttemptHealth): boolean =>
  !health.acknowledged && !endpoint.warned_at && failingMs(endpoint, health) >= WARNING_MS

const failingMs = ({ failing_since }: EndpointRecord, { at }: AttemptHealth): number =>
  failing_since ? at.getTime() - failing_since.getTime() : 0

type Context = Pick<WebhookContext, 'connection' | 'deliverySummaries' | 'endpoints' | 'log' | 'outbox'>

/** Updates the endpoint's health after an attempt. A failed write is left to the next attempt. */
export async function updateEndpointHealth(
  context: Context,
  endpoint: EndpointRecord,
  health: AttemptHealth,
): Promise<void> {
  const { endpoints, log } = context
  const reason = disabledReason(endpoint, health)
  try {
    if (reason) await disable(context, endpoint, reason, health)
    else if (isWarningDue(endpoint, health)) await warn(context, endpoint, health.at)
    else if (!health.acknowledged && !endpoint.failing_since) await endpoints.noteFailure(endpoint, health.at)
    else if (health.acknowledged && endpoint.failing_since) await endpoints.noteSuccess(endpoint)
  } catch (err) {
    log.warn({ err, webhookId: endpoint._id }, 'the state of a webhook endpoint could not be kept')
  }
}

async function disable(
  context: Context,
  endpoint: EndpointRecord,
  reason: DisabledReason,
  health: AttemptHealth,
) {
  const { at: now } = health
  const { deliverySummaries, endpoints, log } = context
  const notBefore = new Date((endpoint.failing_since ?? now).getTime() - SCHEDULE_MS)
  const firstFailed = await deliverySummaries.firstUndelivered(endpoint._id, notBefore)
  // The delivery just attempted may not be written yet.
  const missedSince = earliest(endpoint.missed_since, firstFailed, health.madeAt)
  const disabled = await changeAndPublish(
    context,
    (session) => endpoints.disable(endpoint, { reason, now, missedSince }, session),
    (after) => disabledEvent(after, { reason, now, missedSince }),
  )
  if (disabled) log.info({ webhookId: endpoint._id, reason }, 'webhook endpoint disabled')
}

async function warn(context: Context, endpoint: EndpointRecord, now: Date) {
  const { endpoints } = context
  await changeAndPublish(
    context,
    (session) => endpoints.warn(endpoint, now, session),
    (after) => failingEvent(after, now),
  )
}

/** False if another replica was faster or the change no longer applies; no event is published then. */
async function changeAndPublish(
  { connection, outbox }: Context,
  change: (session: ClientSession) => Promise<EndpointRecord | null>,
  eventOf: (after: EndpointRecord) => CloudEvent,
): Promise<boolean> {
  return await inTransaction(connection, async (session) => {
    const after = await change(session)
    if (after) await appendToOutbox(outbox, [eventOf(after)], session)
    return after !== null
  })
}

const earliest = (...times: (Date | null | undefined)[]): Date =>
  new Date(Math.min(...times.flatMap((time) => time?.getTime() ?? [])))
