import { connect, isIP, type Socket } from 'node:net'
import type { ProviderTools } from '../settings/provider-kind.ts'

/** Time limit for reaching a mail server, in ms. */
const CONNECT_MS = 5_000

/** The mail server's name resolves to an address that may not be connected to. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError'
}

interface Destination {
  readonly host: string
  readonly port: number
}

export type ConnectTools = Pick<ProviderTools, 'isAllowedAddress' | 'resolve'>

/**
 * Connects to a host at one of its addresses. All must be allowed, and the address checked is the one used, so that a
 * name that changes its address gains nothing.
 *
 * @throws ForbiddenAddressError if one is not allowed, and Error if none is reached
 */
export async function connectChecked(
  { host, port }: Destination,
  { isAllowedAddress, resolve }: ConnectTools,
): Promise<Socket> {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  const [first] = found
  if (!first) throw new Error('the name of the mail server leads nowhere')
  if (!found.every(({ address }) => isAllowedAddress(address))) {
    throw new ForbiddenAddressError('the mail server has an address that may not be connected to')
  }
  const socket = connect({
    host,
    port,
    autoSelectFamily: true,
    lookup: (_host, options, done) =>
      options.all ? done(null, found) : done(null, first.address, first.family),
  })
  const signal = AbortSignal.timeout(CONNECT_MS)
  const { promise, resolve: connected, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(new Error('the mail server was not reached in time'))
  signal.addEventListener('abort', giveUp)
  socket.once('connect', connected).once('error', reject)
  try {
    await promise
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    socket.off('error', reject)
  }
}
