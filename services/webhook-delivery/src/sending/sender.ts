import {
  type AddressGuard,
  createGuardedConnector,
  type DueWork,
  failureWords,
  msSince,
  OPEN_ALREADY,
  ReceiverError,
  type RefusalOf,
  type Resolve,
  statusWords,
  type Timings,
} from '@usher/service-kit'
import { Agent } from 'undici'
import { type AnswerReader, readAnswer, type WebhookAnswer } from './answer-reader.ts'

/** Maximum duration of one attempt, in ms. */
export const SEND_LIMIT_MS = 15_000

const MAX_ANSWER_HEADER_BYTES = 16 * 1024

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface SendResult {
  readonly durationMs: number
  readonly timings: Timings
  /** null: no response. */
  readonly answer: WebhookAnswer | null
  /** What went wrong, for people; null: the receiver acknowledged. */
  readonly error: string | null
}

export interface Sender {
  /**
   * Posts a webhook. Never rejects; undefined if cut short by {@link Sender.stop}.
   *
   * @param limitMs maximum duration; {@link SEND_LIMIT_MS} by default
   */
  send(request: WebhookRequest, limitMs?: number): Promise<SendResult | undefined>
  /** Aborts every request in flight. */
  stop(): Promise<void>
}

interface Options {
  readonly isAllowedAddress: AddressGuard
  readonly refusalOf: RefusalOf
  readonly resolve: Resolve
}

/** Sends webhooks over pooled keep-alive connections, only to addresses that the guard allows. */
export function createSender({ isAllowedAddress, refusalOf, resolve: resolveName }: Options): Sender {
  const connector = createGuardedConnector(isAllowedAddress, resolveName)
  const agent = new Agent({
    connect: connector.connect,
    allowH2: false,
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    // Replaced by one limit for the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const underWay = new Set<AnswerReader>()
  const stopped = new Error('the sender was stopped')
  let isStopped = false
  return {
    send({ url, headers, body }, limitMs = SEND_LIMIT_MS) {
      if (isStopped) return Promise.resolve(undefined)
      const parsed = new URL(url)
      const refusal = refusalOf(parsed)
      if (refusal) return Promise.resolve(refused(`Webhooks are not sent to this URL: it ${refusal.message}`))
      const { promise, resolve } = Promise.withResolvers<SendResult | undefined>()
      const startedAt = performance.now()
      let connecting = OPEN_ALREADY
      const reader = readAnswer({
        onStart: () => {
          connecting = connector.justOpened() ?? OPEN_ALREADY
        },
        onEnd: (answer, error, first_byte_ms) => {
          clearTimeout(timer)
          underWay.delete(reader)
          if (error === stopped) return resolve(undefined)
          const words = error ? failureWords(error) : statusWords(answer?.status ?? 0)
          const timings = { ...connecting, first_byte_ms }
          resolve({ durationMs: msSince(startedAt), timings, answer, error: words })
        },
      })
      underWay.add(reader)
      const timer = setTimeout(
        () => reader.stop(new ReceiverError(`It took longer than ${limitMs / 1_000} s`)),
        limitMs,
      )
      const path = parsed.pathname + parsed.search
      agent.dispatch({ origin: parsed.origin, path, method: 'POST', headers, body }, reader)
      return promise
    },
    async stop() {
      isStopped = true
      for (const reader of underWay) reader.stop(stopped)
      await agent.destroy()
    },
  }
}

const refused = (error: string): SendResult => ({
  durationMs: 0,
  timings: { ...OPEN_ALREADY, first_byte_ms: null },
  answer: null,
  error,
})

/** Limit of an attempt, in ms. */
const PATIENT_MS = 5_000

/** Limit of an attempt at a receiver that did not answer the last one, in ms. */
const IMPATIENT_MS = 1_000

/** Receivers remembered not to have answered. */
const MAX_SILENT = 1_000

/**
 * Sends for test clocks, which wait for each attempt: a receiver that hangs would keep one for hours. Others are served
 * meanwhile.
 */
export function impatient(sender: Sender, due: Pick<DueWork, 'outside'>): Sender {
  /** URLs of those that have not answered. */
  const silent = new Set<string>()
  return {
    async send(request) {
      const { url } = request
      const limitMs = silent.has(url) ? IMPATIENT_MS : PATIENT_MS
      const result = await due.outside(() => sender.send(request, limitMs))
      if (silent.size >= MAX_SILENT) silent.clear()
      // Part of an answer may have come.
      if (result && result.durationMs >= limitMs) silent.add(url)
      else if (result?.answer) silent.delete(url)
      return result
    },
    stop: () => sender.stop(),
  }
}
