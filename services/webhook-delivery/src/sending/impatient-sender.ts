import { SEND_LIMIT_MS, type Sender } from './sender.ts'

/** Maximum duration of an attempt at a receiver that has not answered the last one, in ms. */
const IMPATIENT_MS = 1_000

/**
 * Waits less for receivers that have not answered, until they do. An advance of a test clock waits for each attempt: with
 * the full limit, a receiver that hangs would keep it for hours.
 */
export function impatient(sender: Sender): Sender {
  /** URLs of those that have not answered. */
  const silent = new Set<string>()
  return {
    async send(request) {
      const { url } = request
      const limitMs = silent.has(url) ? IMPATIENT_MS : SEND_LIMIT_MS
      const result = await sender.send(request, limitMs)
      // Part of an answer may have come.
      if (result && result.durationMs >= limitMs) silent.add(url)
      else if (result?.answer) silent.delete(url)
      return result
    },
    stop: () => sender.stop(),
  }
}
