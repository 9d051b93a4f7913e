import type { Finding } from './check.ts'
import type { ClientLog } from './client-log.ts'

/** 409: a rival had the time, or the first try of a retried request is still running. */
const CLEAR = new Set([409, 503])

/** Whether clients were refused only in ways that tell them what to do: no correct request was called wrong. */
export function refusedClearly({ done, failures }: ClientLog): Finding {
  const ended = done.map(({ kind, status, body }) => ({ status, what: `${kind} ${status} ${body.code}` }))
  // Tries without a status got no response.
  const tries = failures.map(({ what, detail }) => ({
    status: Number(what) || 503,
    what: `${what} ${detail}`,
  }))
  const isClear = (status: number) => (status >= 200 && status < 300) || CLEAR.has(status)
  const all = [...ended, ...tries]
  const wrong = all.filter(({ status }) => !isClear(status)).map(({ what }) => what)
  return { claim: 'refusals were clear: 503, to be repeated, or 409', checked: all.length, wrong }
}
