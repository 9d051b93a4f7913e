import type { Fetch } from './retrying-fetch.ts'
import { UsherTimeoutError } from './usher-timeout-error.ts'

/** How long one attempt may take unless told otherwise, in ms. */
export const TIMEOUT_MS = 30_000

/** Longest delay of a timer, in ms: a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1

const JSON_TYPE = /^application\/([\w.-]+\+)?json\b/i

/**
 * A fetch that throws UsherTimeoutError if an answer in JSON is not complete, or another one has not begun, in time:
 * event streams stay open, and downloads take as long as they take.
 *
 * @param timeoutMs `Infinity` for no limit
 */
export const timedFetch = (send: Fetch, timeoutMs: number): Fetch =>
  timeoutMs > MAX_TIMER_MS ? send : (request) => attempt(send, request, timeoutMs)

async function attempt(send: Fetch, request: Request, timeoutMs: number): Promise<Response> {
  const giveUp = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new UsherTimeoutError(timeoutMs)
      giveUp.abort(error)
      // Fetch may have forgotten the signal once the answer has begun.
      reject(error)
    }, timeoutMs)
  })
  try {
    const signal = AbortSignal.any([request.signal, giveUp.signal])
    const answer = send(new Request(request, { signal })).then(wholeIfJson)
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

async function wholeIfJson(response: Response): Promise<Response> {
  if (response.body === null || !JSON_TYPE.test(response.headers.get('content-type') ?? '')) return response
  const { status, statusText, headers } = response
  return new Response(await response.arrayBuffer(), { status, statusText, headers })
}
