import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a request instead of its forwarding. */
export type Fault =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** The connection breaks before the product has the request. */
  | 'cut before'
  /** The connection breaks when the product has answered: the client never hears of it. */
  | 'cut after'
  /** The connection stays open, and nothing comes. */
  | 'stall'
  /** The answer begins, and does not end. */
  | 'stall within'

export interface Seen {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  /** When it came, in ms. */
  readonly at: number
}

/** A proxy before the product that makes requests go wrong. */
export interface FaultProxy extends AsyncDisposable {
  readonly url: string
  /** What came since the last `expect`. */
  readonly seen: readonly Seen[]
  /** How many answers are under way. */
  readonly open: number
  /** Forgets what was seen, and sets what becomes of the next requests, in order; later ones are forwarded. */
  expect(...faults: readonly Fault[]): void
  /** Breaks all open connections. */
  cut(): void
}

/** @param target address of the product */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const seen: Seen[] = []
  const faults: Fault[] = []
  let open = 0
  const server = createServer(async (req, res) => {
    seen.push({ method: req.method ?? '', url: req.url ?? '', headers: req.headers, at: performance.now() })
    open += 1
    // Some runtimes repeat by themselves what breaks off on a connection that was used before.
    res.shouldKeepAlive = false
    res.on('close', () => {
      open -= 1
    })
    const fault = faults.shift()
    if (fault === 'cut before') req.socket.destroy()
    else if (fault === 'stall') req.resume()
    else if (fault === 'stall within') begin(req, res)
    else if (typeof fault === 'object') answer(req, res, fault)
    else await forward(target, req, res, fault === 'cut after')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    get open() {
      return open
    },
    expect(...next) {
      seen.length = 0
      faults.splice(0, faults.length, ...next)
    },
    cut: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function answer(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Exclude<Fault, string>,
): void {
  req.resume()
  res.writeHead(status, headers).end(body)
}

function begin(req: IncomingMessage, res: ServerResponse): void {
  req.resume()
  res.writeHead(200, { 'content-type': 'application/json' }).write('{')
}

async function forward(
  target: string,
  req: IncomingMessage,
  res: ServerResponse,
  isLost: boolean,
): Promise<void> {
  const { method = 'GET', headers } = req
  const onward = request(new URL(req.url ?? '/', target), { method, headers })
  // Either side may break off: then so does the other.
  onward.on('error', () => req.socket.destroy())
  res.on('close', () => onward.destroy())
  req.pipe(onward)
  const [response] = (await once(onward, 'response').catch(() => [])) as [IncomingMessage?]
  if (response === undefined) return
  if (isLost) return void response.resume().on('end', () => req.socket.destroy())
  response.on('error', () => req.socket.destroy())
  const { connection: _, 'keep-alive': __, ...kept } = response.headers
  res.writeHead(response.statusCode ?? 502, kept)
  res.flushHeaders()
  response.pipe(res)
}
