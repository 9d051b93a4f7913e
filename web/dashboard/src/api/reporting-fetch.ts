import { reportLost, reportReached } from './connection.ts'
import { ConnectionError } from './problem.ts'

/**
 * A fetch that reports whether the server responded, for the notice of a lost connection.
 *
 * @throws ConnectionError without a response; the reason of the signal when it is aborted
 */
export async function reportingFetch(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    reportReached()
    return response
  } catch {
    request.signal.throwIfAborted()
    reportLost()
    throw new ConnectionError('Nothing came back from the server')
  }
}
