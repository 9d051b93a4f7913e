import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

/** What a hostile receiver does with a connection on which a request has begun. */
type Manner = (socket: Socket) => void

const OK = 'HTTP/1.1 200 OK\r\n'
const SHOT_BYTES = 16_384
const SHOT = 'x'.repeat(SHOT_BYTES)

/** Writes before a pause: 128 kB, more than any limit of an answer. */
const WRITES_AT_ONCE = 8

/** Without a pause, this process would spend the whole 15 s of an attempt on writing and parsing. */
const PAUSE_MS = 200

/** Writes the same again and again until the connection is gone. */
const endlessly =
  (text: string, start = ''): Manner =>
  (socket) => {
    const bytes = Buffer.from(text.repeat(Math.ceil(SHOT_BYTES / text.length)))
    socket.write(start)
    const more = () => {
      for (let i = 0; i < WRITES_AT_ONCE; i += 1) {
        if (socket.destroyed) return
        if (!socket.write(bytes)) return socket.once('drain', later)
      }
      return later()
    }
    const later = () => setTimeout(more, PAUSE_MS)
    more()
  }

/** Writes a little every half second. */
const drippingly =
  (text: string, start = ''): Manner =>
  (socket) => {
    socket.write(start)
    const timer = setInterval(() => socket.write(text), 500)
    socket.on('close', () => clearInterval(timer))
  }

const saying =
  (text: string): Manner =>
  (socket) =>
    socket.write(text)

const closing =
  (text: string | Buffer): Manner =>
  (socket) =>
    socket.end(text)

/** 16 kB that become 16 MB. */
const BOMB = gzipSync(Buffer.alloc(16 * 1024 * 1024))

const compressed = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`), body])

const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`
/** A byte of body with 2 kB around it. */
const EXTENDED = `1;${SHOT.slice(0, 2000)}\r\nx\r\n`

const TOO_MUCH = 'The answer is longer than 64 kB'
const TOO_MUCH_IN_ALL = 'The answer is longer than 128 kB'
const TOO_LONG = 'It took longer than 15 s'
const NO_CONNECTION = 'No connection could be made in time'
const CLOSED = 'The connection was closed before the answer was complete'
const NOT_HTTP = 'The answer is not valid HTTP'

interface Hostile {
  readonly name: string
  readonly manner: Manner
  /** Where the URL is https although the receiver knows nothing of it. */
  readonly https?: boolean
  /** What the log says; null: it counts as delivered. */
  readonly error: string | null
}

export const HOSTILE: readonly Hostile[] = [
  {
    name: 'endless headers',
    manner: endlessly(`x-h: ${SHOT.slice(0, 1000)}\r\n`, OK),
    error: 'The headers of the answer are larger than 16 kB',
  },
  {
    name: 'one endless header',
    manner: endlessly(SHOT, `${OK}x-h: `),
    error: 'The headers of the answer are larger than 16 kB',
  },
  { name: 'endless body', manner: endlessly(SHOT, `${OK}\r\n`), error: TOO_MUCH },
  {
    // It means something only as a whole, so that more of it is kept than of others.
    name: 'endless compressed body',
    manner: endlessly(SHOT, `${OK}content-encoding: gzip\r\n\r\n`),
    error: TOO_MUCH,
  },
  {
    name: 'endless body of a failure',
    manner: endlessly(SHOT, 'HTTP/1.1 500 Oh\r\n\r\n'),
    error: 'The answer was 500',
  },
  {
    name: 'endless chunks',
    manner: endlessly(`4000\r\n${SHOT}\r\n`, `${OK}transfer-encoding: chunked\r\n\r\n`),
    error: TOO_MUCH,
  },
  {
    name: 'bad gzip',
    manner: closing(`${OK}content-encoding: gzip\r\ncontent-length: 8\r\n\r\nnot gzip`),
    error: 'The answer cannot be decompressed',
  },
  { name: 'gzip that becomes a thousand times longer', manner: closing(compressed(BOMB)), error: TOO_MUCH },
  { name: 'good gzip', manner: closing(compressed(gzipSync('{"ok":true}'))), error: null },
  { name: 'reset', manner: (socket) => socket.resetAndDestroy(), error: CLOSED },
  { name: 'closed at once', manner: closing(''), error: CLOSED },
  { name: 'half an answer', manner: closing(`${OK}content-length: 100\r\n\r\nhalf`), error: CLOSED },
  { name: 'half-open', manner: () => {}, error: TOO_LONG },
  { name: 'slow headers', manner: drippingly('x-a: b\r\n', OK), error: TOO_LONG },
  { name: 'slow body', manner: drippingly('x', `${OK}\r\n`), error: TOO_LONG },
  {
    name: 'redirect to metadata',
    manner: closing('HTTP/1.1 307 Go\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
    error: 'The answer was 307: redirects are not followed',
  },
  { name: 'mail server', manner: saying('220 mail.example ESMTP ready\r\n'), error: NOT_HTTP },
  { name: 'noise', manner: saying('\u0000\u0001\u0002\r\n\r\n'), error: NOT_HTTP },
  {
    name: 'no TLS',
    manner: closing(`${OK}content-length: 0\r\n\r\n`),
    https: true,
    error: 'The TLS handshake failed',
  },
  {
    name: 'silence instead of TLS',
    manner: () => {},
    https: true,
    error: NO_CONNECTION,
  },
  {
    name: 'another protocol',
    manner: saying('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    error: 'The receiver wants another protocol than HTTP',
  },
  {
    name: 'endless preliminary answers',
    manner: endlessly('HTTP/1.1 103 Early Hints\r\n\r\n'),
    error: TOO_MUCH_IN_ALL,
  },
  { name: 'endless extensions of chunks', manner: endlessly(EXTENDED, CHUNKED), error: TOO_MUCH_IN_ALL },
  {
    name: 'endless extensions of chunks of a failure',
    manner: endlessly(EXTENDED, CHUNKED.replace('200 OK', '500 Oh')),
    error: 'The answer was 500',
  },
]

/** Starts a receiver that treats every request in one manner. */
export async function startHostile({ manner, https }: Hostile) {
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', () => manner(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${https ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    /** Connections that are open. */
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
