import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Agent, fetch } from 'undici'
import type { ClientLog, ClientRequest } from './client-log.ts'

export interface Caller {
  readonly url: string
  readonly token: string
  readonly log: ClientLog
  /** Response timeout, in ms. */
  readonly answerMs: number
}

/** Closes idle connections sooner than a draining process waits for them, as whatever is in front of a gateway must. */
const dispatcher = new Agent({ keepAliveMaxTimeout: 2_000 })

const MAX_PAUSE_MS = 2_000
/** After this a client gives up, and the fate of its request is unknown. */
const PATIENCE_MS = 180_000

/**
 * Posts as a careful client does: one idempotency key for all tries, until a response settles the request's fate.
 * Records every try that did not as a failure.
 */
export async function post(
  caller: Caller,
  what: Pick<ClientRequest, 'kind' | 'about'> & { path: string; body?: object },
): Promise<ClientRequest> {
  const { path, body, kind, about } = what
  const { log } = caller
  const startedAt = Date.now()
  const key = randomUUID()
  for (let tries = 0; ; tries++) {
    const { status, answer, later } = await tryOnce(caller, path, key, body)
    const isOver = Date.now() - startedAt > PATIENCE_MS
    if (!later || isOver) {
      const done = { kind, about, startedAt, endedAt: Date.now(), status, body: answer }
      log.done.push(done)
      return done
    }
    const [what, detail] = status === 0 ? [answer.code, ''] : [String(status), answer.detail]
    log.failures.push({ at: Date.now(), what, detail: `${kind}: ${detail}` })
    await delay(Math.min(MAX_PAUSE_MS, 100 * 2 ** tries))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any

/** `later`: overload, an internal failure, or a first try still running leave the request's fate open. */
async function tryOnce({ url, token, answerMs }: Caller, path: string, key: string, body?: object) {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      dispatcher,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    })
    const answer: Body = await response.json()
    const { status, headers } = response
    return { status, answer, later: status >= 500 || headers.has('retry-after') }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const code = name === 'TimeoutError' ? 'no answer' : (cause?.code ?? name)
    return { status: 0, answer: { code }, later: true }
  }
}
