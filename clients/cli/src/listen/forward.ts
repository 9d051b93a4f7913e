import { createHmac } from 'node:crypto'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { StreamedEvent } from './streamed-event.ts'

/** Time to wait for an answer, in ms: that of real deliveries. */
const TIMEOUT_MS = 15_000
/** Maximum requests in flight; further events wait. */
const MAX_IN_FLIGHT = 32

/** The result of forwarding an event. */
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
      advice: 'Leave them out: the signature tells your server that an event is genuine.',
      exitCode: EXIT.usage,
    })
  if (url && /^https?:$/.test(url.protocol)) return withScheme
  throw new Failure(`"${given}" is not an http or https address.`, {
    advice: 'Give an address such as http://localhost:3000/webhooks, or a port of this machine.',
    exitCode: EXIT.usage,
  })
}

/** `3000/webhooks` is on this machine. */
const localAddress = (given: string): string =>
  `http://${/^\d+(\/|$)/.test(given) ? 'localhost:' : ''}${given}`

/** Forwards events to a receiver, signed like deliveries. A slow answer does not delay other events. */
export function createForward(url: string, secret: string, signal: AbortSignal): Forward {
  const limited = limitConcurrency(MAX_IN_FLIGHT)
  return (event) => limited(() => send(event, { url, secret, signal }))
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
  const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
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
  if (name === 'TimeoutError') return `no answer within ${TIMEOUT_MS / 1_000} s`
  return cause?.code ?? cause?.message ?? message
}

/** Runs at most `max` at once; the rest wait in order. */
function limitConcurrency(max: number) {
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

interface Signed {
  readonly eventId: string
  readonly sequence: number
  readonly version: string
  readonly body: Buffer
  readonly secret: string
  readonly now: Date
}

const SECRET_PREFIX = 'whsec_'

/** The headers of a delivery: `x-service-signature` of Usher, and those of Standard Webhooks 1.0. */
export function webhookHeaders({
  eventId,
  sequence,
  version,
  body,
  secret,
  now,
}: Signed): Record<string, string> {
  // As the id of a delivery: the same whenever this event is sent.
  const id = eventId.replace(/^evt_/, 'dlv_')
  const seconds = String(Math.floor(now.getTime() / 1_000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Usher-Webhooks/1',
    'x-service-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'webhook-id': id,
    'x-usher-sequence': String(sequence),
    'usher-version': version,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}
