import type { CloudEvent } from '@usher/contracts'
import { appendToOutbox } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { WebhookContext } from '../context.ts'
import { type DisabledReason, type EndpointRecord, FAILING_LIMIT_MS, WARNING_MS } from './endpoint.ts'
import { disabledEvent, failingEvent } from './endpoint-events.ts'

/** Longest time from an event to the last attempt of its schedule, in ms: what fails may be as old. */
const SCHEDULE_MS = 4 * 24 * 3600 * 1000

/** What an attempt says about its endpoint. */
export interface EndpointSign {
  readonly acknowledged: boolean
  /** null where no answer came. */
  readonly status: number | null
  readonly at: Date
  /** When the delivery was made. */
  readonly madeAt: Date
}

/** Why an endpoint is to be disabled after an attempt, if it is: 410 Gone, or nothing but failures for days. */
export function disabledReason(endpoint: EndpointRecord, sign: EndpointSign): DisabledReason | null {
  if (sign.acknowledged) return null
  if (sign.status === 410) return 'gone'
  return failingMs(endpoint, sign) >= FAILING_LIMIT_MS ? 'failing' : null
}

/** Whether an endpoint's owners are to be warned after an attempt, while there is time to mend it. */
export const isWarningDue = (endpoint: EndpointRecord, sign: EndpointSign): boolean =>
  !sign.acknowledged && !endpoint.warned_at && failingMs(endpoint, sign) >= WARNING_MS

const failingMs = ({ failing_since }: EndpointRecord, { at }: EndpointSign): number =>
  failing_since ? at.getTime() - failing_since.getTime() : 0

type Context = Pick<WebhookContext, 'connection' | 'deliverySummaries' | 'endpoints' | 'log' | 'outbox'>

/** Keeps what an attempt says about its endpoint. A write that fails is left to the next attempt. */
export async function noteEndpointSign(
  context: Context,
  endpoint: EndpointRecord,
  sign: EndpointSign,
): Promise<void> {
  const { endpoints, log } = context
  const reason = disabledReason(endpoint, sign)
  try {
    if (reason) await disable(context, endpoint, reason, sign)
    else if (isWarningDue(endpoint, sign)) await warn(context, endpoint, sign.at)
    else if (!sign.acknowledged && !endpoint.failing_since) await endpoints.noteFailure(endpoint, sign.at)
    else if (sign.acknowledged && endpoint.failing_since) await endpoints.noteSuccess(endpoint)
  } catch (err) {
    log.warn({ err, webhookId: endpoint._id }, 'the state of a webhook endpoint could not be kept')
  }
}

async function disable(
  context: Context,
  endpoint: EndpointRecord,
  reason: DisabledReason,
  sign: EndpointSign,
) {
  const { at: now } = sign
  const { deliverySummaries, endpoints, log } = context
  const notBefore = new Date((endpoint.failing_since ?? now).getTime() - SCHEDULE_MS)
  const firstFailed = await deliverySummaries.firstUndelivered(endpoint._id, notBefore)
  // The delivery may not be written yet that showed it.
  const missedSince = earliest(endpoint.missed_since, firstFailed, sign.madeAt)
  const disabled = await changeAndTell(
    context,
    (session) => endpoints.disable(endpoint, { reason, now, missedSince }, session),
    (after) => disabledEvent(after, { reason, now, missedSince }),
  )
  if (disabled) log.info({ webhookId: endpoint._id, reason }, 'webhook endpoint disabled')
}

async function warn(context: Context, endpoint: EndpointRecord, now: Date) {
  const { endpoints } = context
  await changeAndTell(
    context,
    (session) => endpoints.warn(endpoint, now, session),
    (after) => failingEvent(after, now),
  )
}

/** False where somebody else has done it, or it does not apply any more: then nobody is told. */
async function changeAndTell(
  { connection, outbox }: Context,
  change: (session: ClientSession) => Promise<EndpointRecord | null>,
  tell: (after: EndpointRecord) => CloudEvent,
): Promise<boolean> {
  return await connection.getClient().withSession((session) =>
    session.withTransaction(async () => {
      const after = await change(session)
      if (after) await appendToOutbox(outbox, [tell(after)], session)
      return after !== null
    }),
  )
}

const earliest = (...times: (Date | null | undefined)[]): Date =>
  new Date(Math.min(...times.flatMap((time) => time?.getTime() ?? [])))
