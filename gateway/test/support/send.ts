import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json(): any
}

interface Options {
  readonly method?: string
  readonly key?: string
  readonly headers?: OutgoingHttpHeaders
  /** Sent with its length, or, given as a list, in chunks without. */
  readonly body?: string | readonly string[]
  /** The address to send from: on Linux any of 127.0.0.0/8. */
  readonly localAddress?: string
}

/** Sends one request exactly as given: unlike fetch it sets any header and follows nothing. */
export async function send(url: string, options: Options = {}): Promise<Answer> {
  const { method = 'GET', key, headers, body, localAddress } = options
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const length = typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : {}
  const from = localAddress === undefined ? {} : { localAddress }
  const all = { ...authorization, ...length, ...headers }
  const req = request(url, { method, ...from, headers: all }, async (res) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of res) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json: () => JSON.parse(text) })
    } catch (error) {
      reject(error)
    }
  })
  req.on('error', reject)
  for (const chunk of typeof body === 'string' ? [body] : (body ?? [])) req.write(chunk)
  req.end()
  return await promise
}

/** Sends bytes over a connection of their own; gives all that comes back until the server closes it. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}
