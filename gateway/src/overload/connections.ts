import type { Socket } from 'node:net'
import { networksOf } from '@usher/service-kit'

/** Each connection takes memory and a file descriptor, even an idle one. */
const MAX = 10_000
/** Room for everybody behind the address of a large office or venue; five such addresses use up all connections. */
const MAX_PER_ADDRESS = 2_000
/** How long an idle connection without a credential is kept, in ms; others are kept longer. */
const IDLE_MS = 5_000
/** Header, as name and value: tells a client when its idle connection closes, so that it does not send on it then. */
export const KEEP_ALIVE_HEADER = ['keep-alive', `timeout=${IDLE_MS / 1_000}`] as const

interface Connection {
  readonly socket: Socket
  /** Networks that it counts for; none for a trusted proxy, which forwards many clients. */
  readonly networks: ReturnType<typeof networksOf>
  requestsUnderWay: number
  /** Whether it belongs to a trusted proxy, or its last request had a valid credential. */
  isKnown: boolean
  hasServed: boolean
  idleSinceMs: number
}

/**
 * Why a connection was closed: its address has used its share, or all connections are taken and it is refused or
 * evicted.
 */
export type CloseReason = 'address_full' | 'all_full' | 'evicted'

interface Options {
  readonly isTrustedProxy: (address: string) => boolean
  readonly max?: number | undefined
  readonly maxPerAddress?: number | undefined
  readonly onClosed?: ((reason: CloseReason) => void) | undefined
  /** Monotonic, in ms. */
  readonly now?: () => number
}

/**
 * Limits the connections from clients. Each address has a share; when all connections are taken, a new one evicts the
 * one idle longest, those without a credential first. A request in flight is never cut off.
 */
export class Connections {
  readonly #isTrustedProxy: (address: string) => boolean
  readonly #max: number
  readonly #maxPerAddress: number
  readonly #onClosed: (reason: CloseReason) => void
  readonly #now: () => number
  readonly #all = new Map<Socket, Connection>()
  readonly #countOf = new Map<string, number>()
  /** Longest idle first. */
  readonly #idle = new Set<Connection>()
  readonly #idleKnown = new Set<Connection>()

  constructor(options: Options) {
    this.#isTrustedProxy = options.isTrustedProxy
    this.#max = options.max ?? MAX
    this.#maxPerAddress = options.maxPerAddress ?? MAX_PER_ADDRESS
    this.#onClosed = options.onClosed ?? (() => {})
    this.#now = options.now ?? (() => performance.now())
  }

  /** Accepts a new connection, or destroys it if there is no room. */
  accept(socket: Socket): void {
    const peer = socket.remoteAddress ?? ''
    const isTrusted = this.#isTrustedProxy(peer)
    const networks = isTrusted ? [] : networksOf(peer)
    const hasShare = networks.every(
      ({ prefix, times }) => (this.#countOf.get(prefix) ?? 0) < this.#shareOf(times),
    )
    if (!hasShare || !this.#makeRoom()) {
      this.#onClosed(hasShare ? 'all_full' : 'address_full')
      socket.destroy()
      return
    }
    const connection: Connection = {
      socket,
      networks,
      requestsUnderWay: 0,
      isKnown: isTrusted,
      hasServed: false,
      idleSinceMs: this.#now(),
    }
    this.#all.set(socket, connection)
    this.#setOf(connection).add(connection)
    for (const { prefix } of networks) this.#countOf.set(prefix, (this.#countOf.get(prefix) ?? 0) + 1)
    socket.once('close', () => this.#forget(connection))
  }

  /** Notes the start of a request. */
  begin(socket: Socket): void {
    const connection = this.#all.get(socket)
    if (!connection) return
    connection.requestsUnderWay += 1
    if (connection.requestsUnderWay === 1) this.#setOf(connection).delete(connection)
  }

  /**
   * Notes the end of a request.
   *
   * @param isKnown whether it had a valid credential
   */
  end(socket: Socket, isKnown: boolean): void {
    const connection = this.#all.get(socket)
    if (!connection) return
    connection.requestsUnderWay -= 1
    if (connection.requestsUnderWay > 0) return
    connection.isKnown = isKnown || connection.networks.length === 0
    connection.hasServed = true
    connection.idleSinceMs = this.#now()
    this.#setOf(connection).add(connection)
  }

  /** Closes connections without a credential that have been idle too long after a request. */
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

  /** Larger networks get more, but at most half of all connections. */
  #shareOf(times: number): number {
    return times === 1 ? this.#maxPerAddress : Math.min(this.#maxPerAddress * times, this.#max / 2)
  }

  #makeRoom(): boolean {
    if (this.#all.size < this.#max) return true
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
    for (const { prefix } of connection.networks) {
      const left = (this.#countOf.get(prefix) ?? 1) - 1
      if (left > 0) this.#countOf.set(prefix, left)
      else this.#countOf.delete(prefix)
    }
  }
}
