import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import type { AddressGuard } from './address-guard.ts'
import { ReceiverError } from './failures.ts'

export interface Resolved {
  readonly address: string
  readonly family: 4 | 6
}

/** The addresses of a host name; empty if it has none or no server answers. */
export type Resolve = (hostname: string) => Promise<Resolved[]>

const LOOKUP_TIMEOUT_MS = 2_000
const LOOKUP_TRIES = 2

/** Names that always mean this machine (RFC 6761 §6.3). */
export const isLocalName = (hostname: string): boolean => /^(?:.*\.)?localhost\.?$/i.test(hostname)

/**
 * Resolves names by asking the name servers directly. `dns.lookup` uses the process's few worker threads, where one
 * receiver with unresponsive name servers makes all others wait.
 *
 * @param nameServers `ADDRESS:PORT` of those to ask; the machine's by default
 */
export function createResolve(nameServers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: LOOKUP_TRIES })
  if (nameServers) resolver.setServers(nameServers)
  return async (hostname) => {
    if (isLocalName(hostname)) {
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
    }
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return [...addresses(v4, 4), ...addresses(v6, 6)]
  }
}

const addresses = (result: PromiseSettledResult<string[]>, family: 4 | 6): Resolved[] =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []

/** A lookup for sockets that refuses a name unless the guard allows all its addresses. */
export function guardedLookup(resolve: Resolve, isAllowed: AddressGuard): LookupFunction {
  const lookUp = async (hostname: string): Promise<[Resolved, ...Resolved[]]> => {
    const found = await resolve(hostname)
    if (found.length === 0) throw new ReceiverError('The host name could not be resolved')
    // One private address among public ones is a trick, whichever would be connected to.
    if (found.some(({ address }) => !isAllowed(address))) {
      // Do not say which one: that would reveal names within our own network.
      throw new ReceiverError(`${hostname} has a private or reserved address, to which nothing is sent`)
    }
    return found as [Resolved, ...Resolved[]]
  }
  return (hostname, options, callback) => {
    lookUp(hostname).then(
      (found) => (options.all ? callback(null, found) : callback(null, found[0].address, found[0].family)),
      (error) => callback(error, ''),
    )
  }
}
