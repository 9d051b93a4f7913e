import { createAddressGuard, type Logger } from '@usher/service-kit'
import type { Request } from 'express'
import type { IsTrustedProxy } from './trusted-proxies.ts'

const isPublic = createAddressGuard([])

/**
 * Warns once when requests come through an untrusted proxy: all its clients then share the limits of one address.
 * Only a private address is taken for one of our own proxies; any client on the internet can send the headers.
 */
export function createProxyWarning(log: Pick<Logger, 'warn'>, isTrustedProxy: IsTrustedProxy) {
  let hasWarned = false
  /** Connections already checked: once each, not for every request. */
  const looked = new WeakSet<object>()
  return ({ headers, socket }: Pick<Request, 'headers' | 'socket'>): void => {
    if (hasWarned || looked.has(socket)) return
    looked.add(socket)
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
    const peer = socket.remoteAddress ?? ''
    if (isTrustedProxy(peer) || isPublic(peer)) return
    hasWarned = true
    log.warn(
      { peer },
      'requests come by a proxy that is not trusted, so all its clients share the limits of one address: set TRUSTED_PROXIES ' +
        'to the addresses of the proxy alone, and have it overwrite X-Forwarded-For',
    )
  }
}
