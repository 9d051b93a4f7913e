import type { DeliveryAttempt } from '@usher/contracts'
import type { Timings } from '@usher/service-kit'
import type { WebhookAnswer } from '../sending/answer-reader.ts'
import type { SendResult } from '../sending/sender.ts'

export type Trigger = DeliveryAttempt['trigger']

type HeaderPairs = readonly (readonly [name: string, value: string])[]

/**
 * One attempt. Headers are stored as pairs, since receivers may send names that MongoDB does not accept as
 * field names.
 */
export interface AttemptRecord {
  /** The claim under which it was made; each claim makes one attempt. */
  readonly claim: string
  readonly trigger: Trigger
  readonly started_at: Date
  readonly duration_ms: number
  readonly timings: Timings
  readonly request: { readonly url: string; readonly headers: HeaderPairs }
  readonly response: { readonly status: number; readonly headers: HeaderPairs; readonly body: string } | null
  readonly error: string | null
}

/** An attempt as stored: the redacted request and its outcome. */
export const attemptRecord = (
  claim: string,
  trigger: Trigger,
  started_at: Date,
  request: AttemptRecord['request'],
  { durationMs, timings, answer, error }: SendResult,
): AttemptRecord => ({
  claim,
  trigger,
  started_at,
  duration_ms: durationMs,
  timings,
  request,
  response: responseRecord(answer),
  error,
})

const responseRecord = (answer: WebhookAnswer | null): AttemptRecord['response'] =>
  answer && { status: answer.status, headers: Object.entries(answer.headers), body: answer.body }

/** An attempt as clients see it; `number` counts all attempts of its delivery from 1. */
export const presentAttempt = (
  { trigger, started_at, duration_ms, timings, request, response, error }: AttemptRecord,
  number: number,
): DeliveryAttempt => ({
  number,
  trigger,
  started_at: started_at.toISOString(),
  duration_ms,
  timings,
  request: { url: request.url, headers: Object.fromEntries(request.headers) },
  response: response && { ...response, headers: Object.fromEntries(response.headers) },
  error,
})
