import type { Server } from 'node:http'

/** Longer than any service is silent within an answer, and than any stream: that would look the same. */
const UNREAD_MS = 90_000

/**
 * Resets connections on which nothing has moved for a while, as their clients do not read. Otherwise the request counts
 * as in flight for ever, and is never evicted. A client that reads slowly keeps its connection.
 *
 * @param ms the time without a byte, in ms; Node looks once more after it, so that a connection lasts up to twice as long
 */
export function cutOffUnread(server: Server, ms = UNREAD_MS): void {
  // Closing instead would leave megabytes in the kernel until the client reads them.
  server.setTimeout(ms, (socket) => socket.resetAndDestroy())
}
