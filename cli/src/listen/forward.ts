import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import { webhookHeaders } from './sign.ts'
import type { StreamedEvent } from './streamed-event.ts'

/** As long as real deliveries wait for an answer, in ms. */
const ANSWER_MS = 15_000
/** Events on their way at once; others wait. */
const MAX_AT_ONCE = 32

/** What came of sending an event to the receiver. */
export interface Forwarded {
  readonly url: string
  /** null: there was no answer. */
  readonly status: number | null
  readonly error: string | null
  readonly duration_ms: number
}

export type Forward = (event: StreamedEvent) => Promise<Forwarded>

/** @throws Failure if it is not an address of http or https */
export function receiverAddress(given: string): string {
  const withScheme = /^(\d+|[\w.-]+:\d+)(\/|$)/.test(given) ? localAddress(given) : given
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (url && (url.username || url.password))
    throw new Failure('The address has a user or a password in it, which is not sent.', {
      advice: 'Give it without: deliveries are known by their signature.',
      exitCode: EXIT.usage,
    })
  if (url && /^https?:$/.test(url.protocol)) return withScheme
  throw new Failure(`"${given}" is not an address of http or https.`, {
    advice: 'Give it like http://localhost:3000/webhooks, or a port of this machine.',
    exitCode: EXIT.usage,
  })
}

/** `3000/webhooks` is on this machine. */
const localAddress = (given: string): string =>
  `http://${/^\d+(\/|$)/.test(given) ? 'localhost:' : ''}${given}`

/** Sends events to a receiver, signed like deliveries. Slow ones hold no others up. */
export function createForward(url: string, secret: string, signal: AbortSignal): Forward {
  const oneOf = atMost(MAX_AT_ONCE)
  return (event) => oneOf(() => send(event, { url, secret, signal }))
}

async function send(
  event: StreamedEvent,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  const body = Buffer.from(JSON.stringify(event.body))
  const { id: eventId, sequence, api_version: version } = event
  const headers = webhookHeaders({ eventId, sequence, version, body, secret, now: new Date() })
  const startedAt = performance.now()
  const outcome = (status: number | null, error: string | null): Forwarded => ({
    url,
    status,
    error,
    duration_ms: Math.round(performance.now() - startedAt),
  })
  const ends = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
  try {
    const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: ends })
    await answer.body?.cancel()
    return outcome(answer.status, null)
  } catch (error) {
    return outcome(null, reasonOf(error))
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
  if (name === 'TimeoutError') return `no answer within ${ANSWER_MS / 1_000} s`
  return cause?.code ?? cause?.message ?? message
}

/** Runs at most so many at once, the others in their order. */
function atMost(max: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
