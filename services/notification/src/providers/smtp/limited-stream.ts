import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** Maximum bytes a mail server may send between two writes of ours. */
const MAX_REPLY_BYTES = 64 * 1024

/** Maximum bytes of a connection, which is for 100 mails: TLS writes some answers by itself, which restart the count above. */
const MAX_BYTES = 1024 * 1024

/**
 * The connection to a mail server, cut once the server sends without end. It is not a socket, since TLS reads sockets
 * below JavaScript, where nothing can be counted.
 */
export class LimitedStream extends Duplex {
  readonly #socket: Socket
  #received = 0
  #unanswered = 0

  constructor(socket: Socket) {
    super({ allowHalfOpen: false })
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('end', () => this.push(null))
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    socket.setNoDelay(true).pause()
  }

  /** Like that of a socket: the mail library calls it. */
  setTimeout(ms: number): this {
    this.#socket.setTimeout(ms)
    return this
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#unanswered = 0
    if (this.#socket.write(chunk, encoding)) done()
    else this.#socket.once('drain', done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.length
    this.#unanswered += chunk.length
    if (this.#unanswered > MAX_REPLY_BYTES || this.#received > MAX_BYTES)
      this.destroy(new Error('the mail server sent too much'))
    else if (!this.push(chunk)) this.#socket.pause()
  }
}
