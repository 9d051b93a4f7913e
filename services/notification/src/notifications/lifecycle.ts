import type { NotificationError } from '@usher/contracts'
import { backoffMs } from '@usher/service-kit'
import { SECOND_MS } from '@usher/service-kit/durations'
import type { AttemptRecord, Hold, NotificationRecord } from './notification.ts'
import type { Receipt, SendResult } from './outcome.ts'

/** A notification after a transition, and the states on the way that raise events. */
export interface Step {
  readonly record: NotificationRecord
  readonly told: readonly NotificationRecord[]
}

/** A finished attempt. */
export interface Attempted {
  readonly claim: string
  readonly provider: string
  /** The provider's id, as an organisation may have several of a kind. */
  readonly providerId: string
  /** When to stop waiting for a receipt; undefined: none is expected. */
  readonly receiptDueAt?: Date | undefined
  /** Whether the provider deduplicates repeats. */
  readonly recognisesRepeats: boolean
  readonly result: SendResult
  readonly at: Date
  /** Random number for the jitter, from 0 to 1. */
  readonly random: number
}

const unchanged = (record: NotificationRecord): Step => ({ record, told: [] })
const told = (record: NotificationRecord): Step => ({ record, told: [record] })

/** Final: nothing left to send, nor a receipt to wait for. A code has been sent, or never will be. */
function settled({
  due_at: _,
  receipt_due_at: __,
  code: ___,
  ...record
}: NotificationRecord): NotificationRecord {
  return { ...record, claim: null, in_flight: null, sequence: record.sequence + 1 }
}

const sent = (record: NotificationRecord, provider: string, at: Date): NotificationRecord => ({
  ...settled(record),
  status: 'sent',
  provider,
  error: null,
  sent_at: at,
})

/** queued, sent → failed, for good. */
export const fail = (record: NotificationRecord, error: NotificationError, at: Date): Step =>
  told({ ...settled(record), status: 'failed', error, failed_at: at })

/** Stays queued until later. */
export const postpone = (record: NotificationRecord, until: Date): Step =>
  unchanged({ ...withoutHold(record), claim: null, in_flight: null, due_at: until })

/** Stays queued, as it must not be sent for now. */
export function hold(record: NotificationRecord, held: Hold): Step {
  const postponed = postpone(record, held.until).record
  return unchanged({ ...postponed, held })
}

const withoutHold = ({ held: _, ...record }: NotificationRecord): NotificationRecord => record

/** An error in our words, with the provider's own code if it gave one. */
export const ownError = (
  code: string,
  message: string,
  provider_code: string | null = null,
): NotificationError => ({ code, message, provider_code })

export const OUTCOME_UNKNOWN = ownError(
  'outcome_unknown',
  'The provider was not heard after it was given the message: it may have been sent, and is not sent twice.',
)

/**
 * Applies an attempt. It is recorded in any case; a queued notification becomes sent or failed, or waits for the next
 * attempt.
 */
export function afterAttempt(before: NotificationRecord, attempted: Attempted): Step {
  const { claim, provider, result, at } = attempted
  const record = { ...before, attempts: [...before.attempts, attemptRecord(attempted)] }
  if (before.status !== 'queued') return unchanged(awaitingReceipt(record, attempted))
  if (result.outcome === 'sent') {
    const { receiptDueAt } = attempted
    return told({ ...sent(record, provider, at), ...(receiptDueAt && { receipt_due_at: receiptDueAt }) })
  }
  // Another process has the claim by now, and decides.
  if (before.claim !== claim) return unchanged(record)
  const tried = { ...record, provider }
  if (result.outcome === 'refused') return fail(tried, result.error, at)
  if (result.outcome === 'unknown' && !attempted.recognisesRepeats) return fail(tried, OUTCOME_UNKNOWN, at)
  const next = nextAttemptAt(record, attempted)
  if (!next) return fail(tried, result.error, at)
  return postpone(tried, next)
}

/** A provider may report that it has a message before its response arrives: the delivery report is still to come. */
function awaitingReceipt(
  record: NotificationRecord,
  { result, receiptDueAt }: Attempted,
): NotificationRecord {
  const isAwaited = record.status === 'sent' && !record.unconfirmed_at && result.outcome === 'sent'
  return isAwaited && receiptDueAt ? { ...record, receipt_due_at: receiptDueAt } : record
}

/** Longest wait for a receipt if the process died before it set one, in ms. */
const NO_WORD_MS = 600_000

const attemptRecord = ({ provider, providerId, result, at }: Attempted): AttemptRecord => ({
  at,
  provider,
  provider_id: providerId,
  outcome: result.outcome,
  error: result.outcome === 'sent' ? null : result.error,
  ...(result.outcome === 'sent' && { message_id: result.messageId }),
})

/** The provider that may already have it, as its response was lost; null: none. */
export function mayBeWith({ in_flight, attempts }: NotificationRecord): string | null {
  const last = attempts.at(-1)
  return in_flight ?? (last?.outcome === 'unknown' ? (last.provider_id ?? null) : null)
}

/** Whether it counts as failed only because no receipt came. */
const isUnheard = ({ status, error }: NotificationRecord): boolean =>
  status === 'failed' && error?.code === OUTCOME_UNKNOWN.code

/**
 * Applies a receipt: queued → sent if the provider has the message, sent → delivered or failed. A receipt may arrive
 * before the sending was recorded, and implies it. The first final one holds; later ones change nothing, with one
 * exception: a message given up as unconfirmed that did arrive.
 */
export function afterReceipt(before: NotificationRecord, { provider, status, at, error }: Receipt): Step {
  if (isUnheard(before) && status === 'delivered') {
    return told({ ...settled(before), status, error: null, sent_at: at, delivered_at: at, failed_at: null })
  }
  if (before.status === 'delivered' || before.status === 'failed') return unchanged(before)
  const accepted = before.status === 'sent' ? before : sent(before, provider, at)
  const missing = before.status === 'sent' ? [] : [accepted]
  if (status === 'accepted' && before.status === 'queued') {
    const isAwaited = before.guest_id !== null || (before.alternatives ?? []).length > 0
    const due = { receipt_due_at: new Date(at.getTime() + NO_WORD_MS) }
    const waiting = isAwaited ? { ...accepted, ...due } : accepted
    return { record: waiting, told: [waiting] }
  }
  if (status === 'accepted') return unchanged(before)
  const ended =
    status === 'delivered'
      ? told({ ...settled(accepted), status, delivered_at: at })
      : fail(accepted, error ?? ownError('undelivered', 'The message did not arrive.'), at)
  return { record: ended.record, told: [...missing, ...ended.told] }
}

/** No receipt came in time. The message may still have arrived, and a later receipt counts. */
export function afterSilence(before: NotificationRecord, now: Date): Step {
  if (before.status !== 'sent' || !before.receipt_due_at || before.receipt_due_at > now) {
    return unchanged(before)
  }
  return told({ ...settled(before), unconfirmed_at: now })
}

/** Anonymises a notification; one not yet sent never will be. */
export function erase(before: NotificationRecord, now: Date): Step {
  if (before.anonymized_at) return unchanged(before)
  const { invite: _, ...kept } = before
  const nobody = { ...kept, to: null, alternatives: [], subject: '', text: '', anonymized_at: now }
  if (before.status !== 'queued') return unchanged(nobody)
  return fail(nobody, ownError('erased', 'The data of the recipient was erased.'), now)
}

/** Most attempts, the first one included. */
export const MAX_ATTEMPTS = 8

const BACKOFF = { firstMs: 2 * SECOND_MS, maxMs: 120 * SECOND_MS }

/** Most attempts by push where SMS or e-mail can follow: a guest who is called must not wait for minutes. */
const MAX_PUSH_ATTEMPTS = 3

/** Longest wait between these attempts. */
const MAX_PUSH_WAIT_MS = 15 * SECOND_MS

/** Longest wait that we grant a provider. */
const RETRY_AFTER_CAP_MS = 600 * SECOND_MS

/**
 * When to retry a message; null after the last attempt. Backs off, and is never earlier than the
 * provider asks.
 */
function nextAttemptAt(
  { channel, alternatives = [], attempts: { length: attempts } }: NotificationRecord,
  { result, at, random }: Attempted,
): Date | null {
  const yieldsSoon = channel === 'push' && alternatives.length > 0
  const { retryAfterMs = 0 } = result.outcome === 'failed' ? result : {}
  if (attempts >= (yieldsSoon ? MAX_PUSH_ATTEMPTS : MAX_ATTEMPTS)) return null
  if (yieldsSoon && retryAfterMs > MAX_PUSH_WAIT_MS) return null
  const delay = Math.max(backoffMs(attempts, BACKOFF, random), Math.min(retryAfterMs, RETRY_AFTER_CAP_MS))
  return new Date(at.getTime() + Math.round(delay))
}
