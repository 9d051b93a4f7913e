import type { Socket } from 'node:net'
import { clientOf } from '@usher/service-kit'

/** Each connection takes memory and a descriptor, also one on which nothing happens. */
const MOST = 10_000
/** Room for everybody behind the address of a large office or venue; five such addresses fill the rest. */
const MOST_PER_ADDRESS = 2_000
/** How long a connection without a credential is kept for the next request, in ms; others are kept for longer. */
const IDLE_MS = 5_000

interface Connection {
  readonly socket: Socket
  /** Undefined: of a trusted proxy, which speaks for many. */
  readonly address: string | undefined
  requestsUnderWay: number
  /** Whether it belongs to a trusted proxy, or its last request had a valid credential. */
  isKnown: boolean
  hasServed: boolean
  idleSinceMs: number
}

/** Why a connection was closed: its address has its share, or all are taken and it is refused or evicted. */
export type CloseReason = 'address_full' | 'all_full' | 'evicted'

interface Options {
  readonly isTrustedProxy: (address: string) => boolean
  readonly most?: number | undefined
  readonly mostPerAddress?: number | undefined
  readonly onClosed?: ((reason: CloseReason) => void) | undefined
  /** Monotonic, in ms. */
  readonly now?: () => number
}

/**
 * Bounds the connections of the public door. One address has a share; when all are taken, the one that has been idle
 * longest is closed for a new one, those without a credential first. A request under way is never cut off.
 */
export class Connections {
  readonly #isTrustedProxy: (address: string) => boolean
  readonly #most: number
  readonly #mostPerAddress: number
  readonly #onClosed: (reason: CloseReason) => void
  readonly #now: () => number
  readonly #all = new Map<Socket, Connection>()
  readonly #countOf = new Map<string, number>()
  /** Longest idle first. */
  readonly #idle = new Set<Connection>()
  readonly #idleKnown = new Set<Connection>()

  constructor(options: Options) {
    this.#isTrustedProxy = options.isTrustedProxy
    this.#most = options.most ?? MOST
    this.#mostPerAddress = options.mostPerAddress ?? MOST_PER_ADDRESS
    this.#onClosed = options.onClosed ?? (() => {})
    this.#now = options.now ?? (() => performance.now())
  }

  /** Keeps a new connection, or destroys it when there is no room. */
  accept(socket: Socket): void {
    const peer = socket.remoteAddress ?? ''
    const isTrusted = this.#isTrustedProxy(peer)
    const address = isTrusted ? undefined : clientOf(peer)
    const hasShare = address === undefined || (this.#countOf.get(address) ?? 0) < this.#mostPerAddress
    if (!hasShare || !this.#makeRoom()) {
      this.#onClosed(hasShare ? 'all_full' : 'address_full')
      socket.destroy()
      return
    }
    const connection: Connection = {
      ...{ socket, address, requestsUnderWay: 0, isKnown: isTrusted, hasServed: false },
      idleSinceMs: this.#now(),
    }
    this.#all.set(socket, connection)
    this.#setOf(connection).add(connection)
    if (address !== undefined) this.#countOf.set(address, (this.#countOf.get(address) ?? 0) + 1)
    socket.once('close', () => this.#forget(connection))
  }

  /** Notes that a request has begun. */
  begin(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (!connection) return
    connection.requestsUnderWay += 1
    if (connection.requestsUnderWay === 1) this.#setOf(connection).delete(connection)
  }

  /** Notes that a request is over. @param isKnown whether it had a valid credential */
  end(socket: Socket, isKnown: boolean): void {
    const connection = this.#all.get(socket)
    if (!connection) return
    connection.requestsUnderWay -= 1
    if (connection.requestsUnderWay > 0) return
    connection.isKnown = isKnown || connection.address === undefined
    connection.hasServed = true
    connection.idleSinceMs = this.#now()
    this.#setOf(connection).add(connection)
  }

  /** Closes connections without a credential that have been idle for too long after a request. */
  closeIdle(): void {
    const latestMs = this.#now() - IDLE_MS
    for (const connection of this.#idle) {
      if (connection.idleSinceMs > latestMs) return
      if (connection.hasServed) this.#close(connection)
    }
  }

  #setOf({ isKnown }: Connection): Set<Connection> {
    return isKnown ? this.#idleKnown : this.#idle
  }

  #makeRoom(): boolean {
    if (this.#all.size < this.#most) return true
    const [oldest = this.#idleKnown.values().next().value] = this.#idle
    if (!oldest) return false
    this.#onClosed('evicted')
    this.#close(oldest)
    return true
  }

  #close(connection: Connection): void {
    this.#forget(connection)
    connection.socket.destroy()
  }

  #forget(connection: Connection): void {
    if (!this.#all.delete(connection.socket)) return
    this.#setOf(connection).delete(connection)
    const { address } = connection
    if (address === undefined) return
    const left = (this.#countOf.get(address) ?? 1) - 1
    if (left > 0) this.#countOf.set(address, left)
    else this.#countOf.delete(address)
  }
}
