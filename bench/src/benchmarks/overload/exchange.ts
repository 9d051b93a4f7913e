import type { Dispatcher, Pool } from 'undici'
import type { ResponseCounter } from './answers.ts'
import type { MixedRequest } from './phases.ts'

/** Sends a request and counts its response, with as little work as possible: the servers need the CPU. */
export function exchange(
  pool: Pool,
  { path, method, headers, body }: MixedRequest,
  dueMs: number,
  counts: readonly ResponseCounter[],
): Promise<void> {
  return new Promise((resolve) => {
    let status = 0
    let retryAfter: string | undefined
    let problem = ''
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, code, fields) {
        status = code
        retryAfter = fields['retry-after'] as string | undefined
      },
      onResponseData(_controller, chunk) {
        if (status >= 300) problem += chunk.toString()
      },
      onResponseEnd() {
        const latencyMs = performance.now() - dueMs
        for (const count of counts) {
          if (status < 300) count.accept(status, latencyMs)
          else count.refuse(status, codeOf(problem), retryAfter)
        }
        resolve()
      },
      onResponseError() {
        for (const count of counts) count.failed += 1
        resolve()
      },
    }
    pool.dispatch({ path, method, headers, body: body ?? null }, handler)
  })
}

const codeOf = (problem: string): string => /"code":"(\w+)"/.exec(problem)?.[1] ?? ''
