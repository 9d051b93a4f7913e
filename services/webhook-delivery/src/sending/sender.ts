import { Agent } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { type AnswerReader, readAnswer, type WebhookAnswer } from './answer-reader.ts'
import { failureWords, ReceiverError, statusWords } from './failures.ts'
import { createGuardedConnector } from './guarded-connector.ts'
import { createResolve } from './guarded-lookup.ts'

/** Milliseconds that one attempt may take in all. */
export const SEND_LIMIT_MS = 15_000

const MAX_ANSWER_HEADER_BYTES = 16 * 1024

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface SendResult {
  readonly durationMs: number
  /** null where none came. */
  readonly answer: WebhookAnswer | null
  /** What went wrong, in plain words; null when the receiver acknowledged. */
  readonly error: string | null
}

export interface Sender {
  /** Posts a webhook. Resolves whatever happens; undefined when it was cut short by {@link Sender.stop}. */
  send(request: WebhookRequest): Promise<SendResult | undefined>
  /** Cuts every request under way short. */
  stop(): Promise<void>
}

/** Sends webhooks over pooled, kept-alive connections to addresses that the guard lets through. */
export function createSender(isAllowed: AddressGuard): Sender {
  const agent = new Agent({
    connect: createGuardedConnector(isAllowed, createResolve()),
    allowH2: false,
    maxHeaderSize: MAX_ANSWER_HEADER_BYTES,
    // One limit over the whole attempt takes their place.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const underWay = new Set<AnswerReader>()
  const stopped = new Error('the sender was stopped')
  let isStopped = false
  return {
    send({ url, headers, body }) {
      if (isStopped) return Promise.resolve(undefined)
      const { promise, resolve } = Promise.withResolvers<SendResult | undefined>()
      const startedAt = performance.now()
      const reader = readAnswer((answer, error) => {
        clearTimeout(timer)
        underWay.delete(reader)
        if (error === stopped) return resolve(undefined)
        const words = error ? failureWords(error) : statusWords(answer?.status ?? 0)
        resolve({ durationMs: Math.round(performance.now() - startedAt), answer, error: words })
      })
      underWay.add(reader)
      const timer = setTimeout(
        () => reader.stop(new ReceiverError('It took longer than 15 s')),
        SEND_LIMIT_MS,
      )
      const { origin, pathname, search } = new URL(url)
      agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, reader)
      return promise
    },
    async stop() {
      isStopped = true
      for (const reader of underWay) reader.stop(stopped)
      await agent.destroy()
    },
  }
}
