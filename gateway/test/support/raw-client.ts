import { connect } from 'node:net'

/** A connection that writes what it is told and, unlike a browser, never closes. */
export function holdOpen(port: number, bytes = '', localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  const held = { text: '', isEnded: false }
  socket.setEncoding('utf8')
  socket
    .on('data', (chunk) => {
      held.text += chunk
    })
    .on('error', () => {})
  for (const event of ['end', 'close']) {
    socket.on(event, () => {
      held.isEnded = true
    })
  }
  if (bytes !== '') socket.write(bytes)
  return {
    /** All that has come back. */
    get text() {
      return held.text
    },
    /** Whether the server has ended the connection. */
    get isEnded() {
      return held.isEnded
    },
    write: (more: string) => socket.write(more),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}

/** A request whose last byte is missing. */
export function slowPost(path: string, length: number, headers: Readonly<Record<string, string>> = {}) {
  const lines = Object.entries({ host: 'a', 'content-length': String(length), ...headers })
  const fields = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return `POST ${path} HTTP/1.1\r\n${fields}\r\n${'x'.repeat(length - 1)}`
}
