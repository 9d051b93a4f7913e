import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'

/** Milliseconds in which a mail server has to be reached. */
const CONNECT_MS = 5_000

/** The name of a mail server leads to no address that may be connected to. */
export class ForbiddenAddressError extends Error {
  override name = 'ForbiddenAddressError'
}

interface Destination {
  readonly host: string
  readonly port: number
}

/**
 * Connects to a host at one of its addresses that may be connected to, whatever its name leads to a moment later.
 *
 * @throws ForbiddenAddressError where there is none, and Error where it is not reached
 */
export async function connectChecked(
  { host, port }: Destination,
  isAllowed: (address: string) => boolean,
): Promise<Socket> {
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true })
  const [first, ...rest] = found.filter(({ address }) => isAllowed(address))
  if (!first) throw new ForbiddenAddressError('the mail server has no address that may be connected to')
  const socket = connect({
    host: isIP(host) ? first.address : host,
    port,
    autoSelectFamily: true,
    lookup: (_host, options, done) =>
      options.all ? done(null, [first, ...rest]) : done(null, first.address, first.family),
  })
  const signal = AbortSignal.timeout(CONNECT_MS)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = () => reject(new Error('the mail server was not reached in time'))
  signal.addEventListener('abort', giveUp)
  socket.once('connect', resolve).once('error', reject)
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
