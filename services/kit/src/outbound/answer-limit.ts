import type { Socket } from 'node:net'

/**
 * Destroys a socket once the server has sent more than a limit since the last request. Parsers limit headers and bodies,
 * but nothing else: not chunk extensions, nor preliminary answers (1xx) without end.
 */
export function limitAnswers(socket: Socket, maxBytes: number, error: Error): void {
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
