import { randomUUID } from 'node:crypto'

const ACCEPTED_ID = /^[\w.-]{1,100}$/

/** The request id for logs and answers: the client's if it is well-formed, else a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && ACCEPTED_ID.test(given) ? given : `req_${randomUUID()}`

/** Version 00 with a trace id and a parent id that are not all zero (W3C Trace Context §3.2). */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The request's trace: the client's if it sent one, else a new one. */
export const traceparentOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && TRACEPARENT.test(given) ? given : newTraceparent()

/**
 * UUIDs are the cheapest random bytes: Node makes them in batches. Their fixed bits keep them from being all zero.
 * The parent id may repeat digits of the trace id, as it need only be unique within the trace.
 */
function newTraceparent(): string {
  const uuid = randomUUID()
  const tail = uuid.slice(19, 23) + uuid.slice(24)
  return `00-${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(14, 18)}${tail}-${tail}-01`
}
