import { pause, reportLost, reportReached } from './connection.ts'
import { ConnectionError } from './problem.ts'
import { type Outcome, retryDelayMs } from './retry.ts'

/**
 * A fetch that retries a request without a response, or if the response asks for it.
 *
 * @throws ConnectionError when it gives up; the reason of the signal when it is aborted
 */
export async function retryingFetch(request: Request): Promise<Response> {
  const isRead = request.method === 'GET'
  for (let attempt = 0; ; attempt += 1) {
    const response = await attemptOnce(request)
    const delay = retryDelayMs(outcomeOf(response), { attempt, isRead, random: Math.random() })
    if (response && delay === undefined) return response
    if (delay === undefined) throw new ConnectionError('Nothing came back from the server')
    await response?.body?.cancel()
    await pause(delay, request.signal)
    request.signal.throwIfAborted()
  }
}

async function attemptOnce(request: Request): Promise<Response | undefined> {
  try {
    // A body can be read only once, so each attempt sends a copy.
    const response = await fetch(request.clone())
    reportReached()
    return response
  } catch {
    request.signal.throwIfAborted()
    reportLost()
    return undefined
  }
}

function outcomeOf(response: Response | undefined): Outcome {
  if (!response) return {}
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, ...(retryAfter !== null && { retryAfter: Number(retryAfter) || 0 }) }
}
