import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { ReceiverError } from './failures.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'
import { type ConnectTimings, msSince } from './timings.ts'

/** Limit for look-up, connection and TLS together, in ms. */
const CONNECT_LIMIT_MS = 10_000

/** Maximum bytes of one answer, framing included. Callers limit headers and bodies further. */
const MAX_ANSWER_BYTES = 128 * 1024

/** The connection was closed in the middle of an answer of more than 128 kB. */
export class AnswerTooLongError extends ReceiverError {
  override name = 'AnswerTooLongError'
}

/** Host names whose look-up time is remembered. */
const MAX_NAMES = 10_000

export interface GuardedConnector {
  readonly connect: buildConnector.connector
  /** Timings of the connection just opened for the request that starts now; undefined if it was open before. */
  justOpened(): ConnectTimings | undefined
}

/**
 * Opens connections to allowed addresses only. The address is checked at each connection, so that a name that changes
 * its address after a check gains nothing.
 */
export function createGuardedConnector(isAllowed: AddressGuard, resolve: Resolve): GuardedConnector {
  /** Time of the latest look-up of each name; every connection to one starts with it. */
  const lookupMs = new Map<string, number>()
  const timedResolve: Resolve = async (hostname) => {
    const startedAt = performance.now()
    const found = await resolve(hostname)
    if (lookupMs.size >= MAX_NAMES) lookupMs.clear()
    lookupMs.set(hostname, msSince(startedAt))
    return found
  }
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_LIMIT_MS,
    lookup: guardedLookup(timedResolve, isAllowed),
  })
  let opened: ConnectTimings | undefined
  const refuse = (address: string | undefined) =>
    new ReceiverError(`Nothing is sent to the address ${address}`)
  return {
    justOpened: () => opened,
    connect(options, callback) {
      const { hostname } = options
      const startedAt = performance.now()
      // An IP address is not looked up, so the lookup cannot refuse it.
      if (isIP(hostname) && !isAllowed(hostname)) {
        process.nextTick(() => callback(refuse(hostname), null))
        return
      }
      connect(options, (error, socket) => {
        const dns_ms = lookupMs.get(hostname) ?? null
        if (error) return callback(error, null)
        const { remoteAddress } = socket
        if (!remoteAddress || !isAllowed(remoteAddress)) {
          socket.destroy()
          return callback(refuse(remoteAddress), null)
        }
        limitAnswers(socket, MAX_ANSWER_BYTES, new AnswerTooLongError('The answer is longer than 128 kB'))
        // The waiting request starts on this connection before the callback returns.
        opened = { dns_ms, connect_ms: msSince(startedAt) }
        callback(null, socket)
        opened = undefined
      })
    },
  }
}

/**
 * Destroys a socket once the server has sent more than a limit since the last request. Parsers limit headers and bodies,
 * but nothing else: not chunk extensions, nor preliminary answers (1xx) without end.
 */
function limitAnswers(socket: Socket, maxBytes: number, error: Error): void {
  // Events and `bytesRead` come too late: they depend on when the parser reads.
  const { push } = socket
  let { bytesWritten } = socket
  let answered = 0
  socket.push = (chunk, encoding) => {
    if (socket.bytesWritten !== bytesWritten) {
      bytesWritten = socket.bytesWritten
      answered = 0
    }
    answered += chunk?.length ?? 0
    if (answered <= maxBytes) return push.call(socket, chunk, encoding)
    socket.destroy(error)
    return false
  }
}
