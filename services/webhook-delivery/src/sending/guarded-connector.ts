import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard } from './address-guard.ts'
import { ReceiverError } from './failures.ts'
import { guardedLookup, type Resolve } from './guarded-lookup.ts'

/** Milliseconds for name, connection and TLS together. */
const CONNECT_LIMIT_MS = 10_000

/**
 * Opens connections to allowed addresses only. The address is checked where it is used, at each connection,
 * so that a name which changes its address after a check gains nothing.
 */
export function createGuardedConnector(isAllowed: AddressGuard, resolve: Resolve): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_LIMIT_MS,
    lookup: guardedLookup(resolve, isAllowed),
  })
  const refuse = (address: string | undefined) =>
    new ReceiverError(`Webhooks are not sent to the address ${address}`)
  return (options, callback) => {
    const { hostname } = options
    // Nobody looks an address up, so the lookup cannot refuse it.
    if (isIP(hostname) && !isAllowed(hostname)) {
      process.nextTick(() => callback(refuse(hostname), null))
      return
    }
    connect(options, (error, socket) => {
      if (error) return callback(error, null)
      if (socket.remoteAddress && isAllowed(socket.remoteAddress)) return callback(null, socket)
      const { remoteAddress } = socket
      socket.destroy()
      callback(refuse(remoteAddress), null)
    })
  }
}
