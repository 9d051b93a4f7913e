import type { DueWork } from '@usher/service-kit'
import type { Sender } from './sender.ts'

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
